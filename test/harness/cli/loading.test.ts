// What a command loads before it does anything: each file is time that a person waits.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { serving } from '../../agent/agents/planning-problems.ts'
import { folder, intend, removeFolders } from '../intend.ts'

afterAll(removeFolders)

/** Notes every file that the process loads, its own threads included. */
const noting = `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.NOTED_IN, url + '\\n')
    return next(url, context)
  },
})`

test.each([
  ['solve', '--first'],
  ['validate', 'right.plan'],
])('%s loads the planner and nothing of models, tools and phases', async (name, word) => {
  const cwd = folder()
  writeFileSync(join(cwd, 'domain.pddl'), serving.domain)
  writeFileSync(join(cwd, 'problem.pddl'), serving.problem)
  writeFileSync(join(cwd, 'right.plan'), '(go-to table_1 kitchen)')
  const { own, packages } = await loadedBy([name, 'domain.pddl', 'problem.pddl', word], cwd)
  expect(new Set(packages)).toEqual(new Set(['commander', 'fastest-levenshtein']))
  const rooms = own.map(path => path.split('/')[0])
  expect(rooms).toContain('plans')
  expect(rooms.filter(room => room === 'tools' || room === 'phases')).toEqual([])
  expect(own.filter(path => path.startsWith('agent/'))).toEqual(['agent/llm/secrets.ts'])
})

test('ask loads no planner, no other agent, and no shell before it is needed', async () => {
  const { own, packages } = await loadedBy(['ask', 'How many km are 3 h at 50 km/h?'], folder())
  expect(own).toContain('agent/agents/self-aware.ts')
  expect(own.filter(path => /^(?:agent\/agents\/npc|plans\/pddl\/)/.test(path))).toEqual([])
  expect(packages).toContain('zod')
  for (const unneeded of ['yaml', 'just-bash', 'string-width', 'openai', 'ink'])
    expect(packages).not.toContain(unneeded)
})

/** The files that a command loads, those of packages with the rest, from the root on. */
async function loadedBy(words: readonly string[], cwd: string) {
  const file = (base: string) => join(cwd, base)
  writeFileSync(file('noting.mjs'), noting)
  const NODE_OPTIONS = `--import=${pathToFileURL(file('noting.mjs')).href}`
  const env = { NODE_OPTIONS, NOTED_IN: file('noted') }
  const { stdout } = await intend(words, { cwd, env })
  expect(stdout).not.toBe('')
  const root = new URL('../../../', import.meta.url).href
  const noted = readFileSync(file('noted'), 'utf8').split('\n')
  const own = noted.filter(url => url.startsWith(root)).map(url => url.slice(root.length))
  const packages = own.flatMap(path => /^node_modules\/([^/]+)/.exec(path)?.[1] ?? [])
  return { own, packages }
}
