// Libraries that people write in sentences, through `intend plans`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLibrary } from '../../../plans/library/library.ts'
import { noStats } from '../../../plans/plan.ts'
import { folder, removeFolders } from '../intend.ts'
import { run } from './plans-run.ts'

afterAll(removeFolders)

const text = `IF your task is to fetch {thing}
CONSIDERING you see {thing} in the {room}
  AND NOT you hold {thing}
THEN:
  PLAN TO go to {room},
  take {thing}
--
IF your task is to go to {room}
THEN:
  go to {room}
`

function written(rules: string): string {
  const cwd = folder()
  writeFileSync(join(cwd, 'rules.txt'), rules)
  return cwd
}

test('rules are listed, shown as they are written, imported, and exported as rules again', async () => {
  const cwd = written(`# tea\n${text}`)
  const listed = await run(cwd, 'list', 'rules.txt')
  expect(listed.stdout).toMatch(/^fetch-thing-\w+ +fetch \{thing\} /m)
  const shown = await run(cwd, 'show', 'fetch', '--plans', 'rules.txt')
  expect(shown.stdout).toContain('rule        IF your task is to fetch {thing}\n')
  expect(shown.stdout).toContain('            PLAN TO go to {room},\n')
  const imported = await run(cwd, 'import', 'rules.txt', '--plans', 'p.json')
  expect(imported.stdout).toContain('2 plans imported')
  const exported = await run(cwd, 'export', '-o', 'again.txt', '--plans', 'p.json')
  expect(exported.code).toBe(0)
  expect(readFileSync(join(cwd, 'again.txt'), 'utf8')).toBe(text)
  const library = await openLibrary(join(cwd, 'p.json'))
  expect(library.plans().map(({ origin }) => origin.trust)).toEqual(['imported', 'imported'])
})

test('lint names what cannot be read with its line, and a task that no rule is for', async () => {
  const cwd = written(text)
  expect(await run(cwd, 'lint', 'rules.txt')).toMatchObject({ code: 0 })
  writeFileSync(join(cwd, 'rules.txt'), text.replace('task is to go to', 'task is to walk to'))
  const unplanned = await run(cwd, 'lint', 'rules.txt')
  expect(unplanned.code).toBe(1)
  expect(unplanned.stdout).toMatch(/No rule is for its step PLAN TO go to \{room\}; write one/)
  writeFileSync(join(cwd, 'rules.txt'), text.replace('take {thing}', 'take {Thing}'))
  const wrong = await run(cwd, 'lint', 'rules.txt')
  expect(wrong.code).not.toBe(0)
  expect(wrong.stderr).toMatch(/line 6: \{Thing\} is no role; write a role in small letters/)
  writeFileSync(join(cwd, 'rules.txt'), '# rules of the house\n\n  # none yet\n')
  const bare = await run(cwd, 'lint', 'rules.txt')
  expect(bare.code).not.toBe(0)
  expect(bare.stderr).toMatch(/rules\.txt holds remarks and no rule; write one: IF your task is to/)
})

test('a text of rules is never written over, whatever is learned while it is open', async () => {
  const cwd = written(text)
  const file = join(cwd, 'rules.txt')
  const library = await openLibrary(file)
  const [plan] = library.plans()
  await library.record('run', {
    plans: [[plan!.id, plan!]],
    stats: [[plan!.id, { ...noStats, useCount: 1, successCount: 1 }]],
    removed: [],
  })
  expect(library.get(plan!.id)?.stats).toMatchObject({ run: { successCount: 1 } })
  expect(readFileSync(file, 'utf8')).toBe(text)
})
