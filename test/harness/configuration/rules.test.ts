import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepRule, readRules, rulesFile } from '../../../harness/configuration/rules.ts'
import type { Rule } from '../../../tools/permission/rules.ts'
import { folder, inProcess, removeFolders } from '../intend.ts'

afterAll(removeFolders)

const toAnn: Rule = { tool: 'send_mail', decision: 'allow', arguments: { to: ['ann@example.org'] } }
const search: Rule = { tool: 'web_search', decision: 'allow', from: ['read_file notes.txt'] }

test('rules lie in the person’s own folder, for nobody else to read, each once', () => {
  const env = { HOME: folder() }
  for (const rule of [toAnn, search, toAnn]) expect(keepRule(rule, env)).toBeUndefined()
  expect(readRules(env)).toEqual([search, toAnn])
  const file = rulesFile.path(env)!
  expect(file).toBe(join(env.HOME, '.config/intend/policy.json'))
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('without a home there is nowhere to keep one, and that is said', () => {
  expect(readRules({})).toEqual([])
  expect(keepRule(toAnn, {})).toMatch(/set HOME/)
})

test('intend policy lists and removes them; one that lies in the folder counts for nothing', async () => {
  const cwd = folder()
  const env = { HOME: folder() }
  mkdirSync(join(cwd, '.intend'))
  writeFileSync(join(cwd, '.intend/policy.json'), JSON.stringify({ rules: [toAnn] }))
  expect((await inProcess(['policy'], { cwd, env })).stdout).toMatch(/^no rules yet/)
  keepRule(toAnn, env)
  keepRule(search, env)
  const listed = await inProcess(['policy', 'list'], { cwd, env })
  expect(listed.stdout).toBe(
    '1  allow send_mail with to "ann@example.org"\n2  allow web_search with words of read_file notes.txt\n',
  )
  const removed = await inProcess(['policy', 'remove', '1'], { cwd, env })
  expect(removed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^removed: allow send_mail/),
  })
  expect(readRules(env)).toEqual([search])
  expect(await inProcess(['policy', 'remove', '7'], { cwd, env })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/there is no rule 7/),
  })
})

test('a file that cannot be read is named, and left as it is', async () => {
  const env = { HOME: folder() }
  keepRule(toAnn, env)
  writeFileSync(rulesFile.path(env)!, '{"rules": [{"tool": 3}]}')
  const came = await inProcess(['policy'], { cwd: folder(), env })
  expect(came.code).toBe(3)
  expect(came.stderr).toMatch(
    /policy\.json holds no rules that can be read .*; mend it or remove it/,
  )
  expect(existsSync(rulesFile.path(env)!) && readFileSync(rulesFile.path(env)!, 'utf8')).toContain(
    '"tool": 3',
  )
})
