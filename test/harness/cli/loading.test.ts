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
  const file = (base: string) => join(cwd, base)
  writeFileSync(file('domain.pddl'), serving.domain)
  writeFileSync(file('problem.pddl'), serving.problem)
  writeFileSync(file('right.plan'), '(go-to table_1 kitchen)')
  writeFileSync(file('noting.mjs'), noting)
  const NODE_OPTIONS = `--import=${pathToFileURL(file('noting.mjs')).href}`
  const env = { NODE_OPTIONS, NOTED_IN: file('noted') }
  const { stdout } = await intend([name, 'domain.pddl', 'problem.pddl', word], { cwd, env })
  expect(stdout).not.toBe('')
  const root = new URL('../../../', import.meta.url).href
  const noted = readFileSync(file('noted'), 'utf8').split('\n')
  const own = noted.filter(url => url.startsWith(root)).map(url => url.slice(root.length))
  const packages = own.flatMap(path => /^node_modules\/([^/]+)/.exec(path)?.[1] ?? [])
  const widths = ['string-width', 'strip-ansi', 'ansi-regex', 'get-east-asian-width']
  expect(new Set(packages)).toEqual(new Set(['commander', 'fastest-levenshtein', ...widths]))
  const rooms = own.map(path => path.split('/')[0])
  expect(rooms).toContain('plans')
  expect(rooms.filter(room => room === 'tools' || room === 'phases')).toEqual([])
  expect(own.filter(path => path.startsWith('agent/'))).toEqual(['agent/llm/secrets.ts'])
})
