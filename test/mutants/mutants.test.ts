import { describe, expect, test } from 'vitest'
import { mutantsOf, mutated, withSwitches } from './mutants.ts'
import { importersOf, testsOf } from './reach.ts'

const variantsOf = (source: string) =>
  mutantsOf('a.ts', source).map(mutant => mutated(source, mutant))

describe('mutants of a source', () => {
  test.each([
    ['const f = a < 2', ['const f = ((a) <= (2))', 'const f = ((a) >= (2))', 'const f = a < 3']],
    ['const f = é && b || c', ['const f = ((é && b) && (c))', 'const f = ((é) || (b)) || c']],
    ['const f = a ?? b ?? c', ['const f = ((a ?? b) && (c))', 'const f = ((a) && (b)) ?? c']],
    ['if (ready) go()', ['if (!(ready)) go()', 'if (ready) {}']],
    ['const f = !await g()', ['const f = await g()', 'const f = !g()']],
    [
      'for (const x of y) if (x) continue',
      ['for (const x of y) if (!(x)) continue', 'for (const x of y) if (x) {}'],
    ],
    ['const f = y.some(z)', ['const f = y.every(z)']],
    ["import a from 'a' with { type: 'json' }", []],
    ['type A = 1 | true; const f = g as 2', []],
    ['const f = true as boolean', ['const f = false as boolean']],
  ])('%s', (source, expected) => {
    expect(variantsOf(source)).toEqual(expected)
  })

  test('say where they are', () => {
    expect(mutantsOf('a.ts', 'go()\n\nconst f = 1')).toMatchObject([
      { file: 'a.ts', line: 1, before: 'go()', after: '{}' },
      { file: 'a.ts', line: 3, before: '1', after: '2' },
    ])
  })
})

test('a source with switches does what its mutant does whose switch is on', () => {
  const source = `
    const seen = []
    let n = 1
    n += 2
    seen.push(n)
    for (const x of [3, 4, 5]) if (x > n && x !== 4) n = n * x - 1
    if (n < 20) seen.push(-n)
    else n -= 4
    !seen.some(x => x === 3) || seen.push('some')
    const { 1: second = 0 } = seen
    n = n > 50 === true ? Math.floor(n / 3) : 0
    seen.push(second, seen?.indexOf(3), n)`
  const run = (text: string, $on: (id: number) => boolean) =>
    new Function('$on', `${text}; return seen`)($on)
  const body = (text: string) => text.replace(/^import[^;]*;/, '')
  const mutants = mutantsOf('a.ts', source).map((mutant, at) => ({ ...mutant, id: at + 1 }))
  const text = body(withSwitches(source, mutants, './active.ts'))
  expect(run(text, () => false)).toEqual(run(source, () => false))
  for (const mutant of mutants)
    expect(
      run(text, id => id === mutant.id),
      mutant.before,
    ).toEqual(run(mutated(source, mutant), () => false))
})

test('tests that can notice a change import the file, directly or through others, and start with the nearest', () => {
  const sources: Readonly<Record<string, string>> = {
    'plans/dag.ts': '',
    'agent/loop.ts': "import { ancestors } from '../plans/dag.ts'",
    'test/agent/loop.test.ts': "import { loop } from '../../agent/loop.ts'",
    'test/plans/dag.test.ts': "import { ancestors } from '../../plans/dag.ts'",
    'test/plans/dag.long.test.ts': "import { ancestors } from '../../plans/dag.ts'",
    'test/agent/run.long.test.ts': "import { loop } from '../../agent/loop.ts'",
    'test/plans/lint.test.ts': "import { lint } from '../../plans/lint.ts'",
  }
  const importers = importersOf(Object.keys(sources), file => sources[file]!)
  expect(testsOf('plans/dag.ts', importers)).toEqual([
    'test/plans/dag.long.test.ts',
    'test/plans/dag.test.ts',
    'test/agent/loop.test.ts',
  ])
})
