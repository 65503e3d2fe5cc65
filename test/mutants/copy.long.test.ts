// Mutants tried in one process: on a small repository of its own.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCopy } from './copy.ts'
import { mutantsOf } from './mutants.ts'

const here = import.meta.dirname
const root = resolve(here, '../..')
const source = `import { memo } from './memo.ts'

export const doubled = memo(9, text => Number(text) * 2)
export function least(limit: number): number {
  let at = 0
  while (at < limit) at += 1
  return at
}
export const live = (limit: number) => limit > 9 || process.kill(process.pid, 'SIGKILL')
export const isLong = (text: string) => text.length > 10
`
const tests = `import { expect, test } from 'vitest'
import { doubled, isLong, least, live } from '../plans/a.ts'

test('lives', () => expect(live(20)).toBe(true))
test('doubles what it has doubled before', () => expect([doubled('3'), doubled('3')]).toEqual([6, 6]))
test('counts up to a limit', () => expect(least(3)).toBe(3))
test('tells long texts', () => expect(isLong('short')).toBe(false))
test('fails when it is run again', () => {
  runs += 1
  expect(runs === 1 && isLong('just eleven')).toBe(true)
})
let runs = 0
`
const hanging = `import { test } from 'vitest'

test('is there', () => {})
test('does not end', () => {
  for (;;);
})
`

test('are caught by a test that passes without them, fails with them, and passes again', async () => {
  const home = mkdtempSync(join(tmpdir(), 'intend-mutants-home-'))
  const files: string[] = []
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
    files.push(file)
  }
  put('plans/a.ts', source)
  put('test/a.test.ts', tests)
  put('test/b.test.ts', hanging)
  put('package.json', '{"type":"module"}')
  const parts = readdirSync(here).map(name => `test/mutants/${name}`)
  for (const file of ['plans/memo.ts', 'test/support/properties.ts', ...parts]) {
    cpSync(join(root, file), join(home, file))
    files.push(file)
  }
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
  const copy = openCopy(home, files, new Map(), 40)
  onTestFinished(() => {
    copy.close()
    rmSync(home, { recursive: true })
  })
  const mutants = mutantsOf('plans/a.ts', source).map((each, at) => ({ ...each, id: at + 1 }))
  copy.insert(mutants)
  const caught = new Set<string>()
  const named = (id: number) => `${mutants[id - 1]!.before} => ${mutants[id - 1]!.after}`
  const ids = mutants.map(({ id }) => id)
  const alone: string[] = []
  await copy.caughtTogether(
    [
      { test: 'test/b.test.ts', ids },
      { test: 'test/a.test.ts', ids },
    ],
    (id, { caughtBy, alone: files = [] }) => {
      if (caughtBy) caught.add(named(id))
      alone.push(...files)
    },
    () => false,
  )
  // a test that hangs by itself costs no other its chance, and is left to a process of its own
  expect(alone).toContain('test/b.test.ts')
  // nor does a mutant that its worker dies of
  expect(alone).toContain('test/a.test.ts')
  // what is remembered of one run hides no change from the next, and what would not end is ended
  expect([...caught].sort()).toEqual(
    [
      '* => /',
      '2 => 3',
      '< => <=',
      '< => >=',
      'at < limit => !(at < limit)',
      'at += 1 => {}',
      '+= => -=',
      '1 => 2',
      '> => <=',
    ].sort(),
  )
})
