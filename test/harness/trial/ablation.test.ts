// `intend ablate`: the three ablations, each one command and one table, end to end on offline; and the
// plans that come with the samples.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ablate } from '../../../harness/cli/commands/experiments/ablate.ts'
import { findings } from '../../../harness/library/lint.ts'
import { readLibrary } from '../../../harness/library/read.ts'
import { readQuestionSet } from '../../../harness/questions/question-set.ts'
import { lint } from '../../../plans/lint.ts'
import { removeFolders } from '../intend.ts'
import { questions, run, samples, summaryIn, workplace } from './kit.ts'

afterAll(removeFolders)

const quiet = { quiet: true, out: 't' }
const two = [...questions.slice(0, 2), ...questions.slice(4, 6)]

test('prompts: each style is an arm, its replies are counted, and offline says that it reads none', async () => {
  const cwd = workplace(two.slice(1, 3))
  const said = await run(cwd, around => ablate.run(['prompts', 'set.jsonl'], quiet, around))
  expect(said.code, said.stderr).toBe(0)
  const rows = said.stdout.split('\n').filter(line => /^(aware|plain|free) +\d/.test(line))
  expect(rows.map(row => row.split(/ +/).slice(0, 3).join(' '))).toEqual([
    ...['aware 0 2', 'plain 0 2', 'free 0 2'],
    // calls and replies that were valid as they stood
    ...['aware 6 6', 'plain 6 6', 'free 6 6'],
  ])
  expect(said.stdout).toMatch(/^prompts +calls +as-is .* failed .* by tier 1$/m)
  expect(said.stdout).toMatch(/^attention: the rules of offline read no prompt/m)
})

test('plans: generated ones stand beside those people wrote and none, by family, with their reuse', async () => {
  const cwd = workplace(two)
  const words = ['plans', 'set.jsonl']
  const said = await run(cwd, around => ablate.run(words, { ...quiet, seed: '1' }, around))
  expect(said.code, said.stderr).toBe(0)
  const line = (start: string) => said.stdout.split('\n').find(each => each.startsWith(start))
  expect(line('family')?.split(/ {2,}/)).toEqual(['family', 'none', 'generated', 'handwritten'])
  expect(line('group')).toMatch(/^group +1\/1 \(0\) +1\/1 \(1\) +1\/1 \(1\)$/)
  expect(line('handwritten')).toMatch(/^handwritten +5 +2 /)
})

test('rounds: every round of training is an arm with every size of its library', async () => {
  const cwd = workplace(two.slice(2))
  const sized = { ...quiet, json: true, rounds: '2', plansLimit: '0,all' }
  const said = await run(cwd, around => ablate.run(['rounds', 'set.jsonl'], sized, around))
  const { arms, leftOut, trainedOn, caveats } = summaryIn(said)
  expect(arms.map(({ name, plans, total }) => [name, plans, total])).toEqual([
    ['none', 0, 1],
    ['round1', 1, 1],
    ['round2', 1, 1],
  ])
  expect(leftOut.map(({ arm }) => arm)).toEqual(['round1@0', 'round2@0'])
  expect(trainedOn).toBe(1)
  expect(caveats).toEqual([expect.stringMatching(/^offline writes the same plan/)])
})

test('what there is to remove is said', async () => {
  const cwd = workplace()
  const ways = 'say what to remove: intend ablate prompts|plans|rounds SET'
  const said = await run(cwd, around => ablate.run(['prompt', 'set.jsonl'], {}, around))
  expect([said.code, said.stderr]).toEqual([2, `${ways}, not "prompt"`])
  expect((await run(cwd, around => ablate.run([], {}, around))).stderr).toBe(ways)
})

test('the sample plans are accepted, one library a family, and hold nothing of its questions', () => {
  const set = readQuestionSet(join(samples, 'questions.jsonl'), [])
  const home = join(samples, 'plans')
  const families = readdirSync(home).map(name => name.replace('.json', ''))
  expect(families.sort()).toEqual([...new Set(set.map(({ family }) => family))].sort())
  const read = (name: string) => [...readLibrary(join(home, `${name}.json`)).plans.values()]
  const written = new Map(families.map(name => [name, read(name)]))
  const plans = [...written.values()].flat()
  expect(new Set(plans.map(({ intentionType }) => intentionType)).size).toBe(plans.length)
  expect(plans.flatMap(findings)).toEqual([])
  const leaks = set.flatMap(({ question, answer, family }) =>
    written.get(family!)!.flatMap(plan => lint(plan, { text: question, given: {}, answer })),
  )
  expect(leaks.map(({ message }) => message)).toEqual([])
  expect(plans.flatMap(({ origin }) => origin.seenQuestions)).toEqual([])
})
