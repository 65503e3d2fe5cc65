// `intend bench --arms`: the same questions under several arms, from frozen libraries, with what flipped.
import { appendFileSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { appendResult, benches } from '../../../harness/bench/folder.ts'
import type { Result } from '../../../harness/bench/result.ts'
import {
  asksForTrial,
  resumeTrial,
  runTrialCommand,
} from '../../../harness/cli/commands/experiments/trial.ts'
import { summaryOf } from '../../../harness/trial/summary.ts'
import { trialLines } from '../../../harness/trial/table.ts'
import { armPath, beginTrial, trials } from '../../../harness/trial/trial.ts'
import { byCode, formalized, perceived } from '../../phases/replies/replies.ts'
import { startChatServer } from '../../support/chat-server.ts'
import { purposeOf, removeFolders } from '../intend.ts'
import { questions, resultLines, run, samples, summaryIn, workplace } from './kit.ts'

afterAll(removeFolders)

const trial = (cwd: string, options: object) =>
  run(cwd, around =>
    runTrialCommand('set.jsonl', { json: true, quiet: true, out: 't', ...options }, around),
  )

test('every arm begins with its own frozen plans; harms are named, and the library tried is never written', async () => {
  const cwd = workplace(questions.slice(0, 5))
  const before = readFileSync(join(cwd, 'mine.json'))
  const said = await trial(cwd, { plans: 'mine.json' })
  expect(said.code, said.stderr).toBe(0)
  const { arms, against } = summaryIn(said)
  const [none, seeded, shuffled, stale] = arms
  expect(arms.map(({ name, plans, total }) => [name, plans, total])).toEqual([
    ['none', 0, 5],
    ['seeded', 3, 5],
    ['shuffled', 3, 5],
    ['stale', 3, 5],
  ])
  // nothing that one question wrote serves another
  expect(none).toMatchObject({ correct: 5, reused: 0, hits: 0 })
  expect(seeded).toMatchObject({ correct: 5 })
  expect(seeded!.hits).toBeGreaterThan(0)
  expect(seeded!.usage.calls).toBeLessThan(none!.usage.calls)
  expect(shuffled!.reused).toBeGreaterThan(shuffled!.hits)
  expect(stale!.note).toBe(
    '0 as an older version, 3 with a tool that was renamed since, 0 only without their counts',
  )
  const harmed = against.map(each => each.harmed)
  expect(harmed[0]).toEqual([])
  expect(harmed[1]!.length).toBeGreaterThan(0)
  for (const id of harmed.flat()) expect(['farm', 'crop', 'farms', 'crops']).toContain(id)
  expect(readFileSync(join(cwd, 'mine.json'))).toEqual(before)
  for (const arm of ['none', 'seeded'])
    expect(
      Object.keys(JSON.parse(readFileSync(join(cwd, `t/arms/${arm}/plans.json`), 'utf8')).plans),
    ).toHaveLength(arm === 'none' ? 0 : 3)
})

test('plans that were made on a question it asks end a trial before anything is asked, unless that is allowed', async () => {
  const cwd = workplace(questions.slice(4, 6))
  const grown = JSON.parse(readFileSync(join(samples, 'plans/rates.json'), 'utf8'))
  grown.plans[0].origin.seenQuestions = [` ${questions[4]!.question.toUpperCase()}`]
  writeFileSync(join(cwd, 'mine.json'), JSON.stringify(grown))
  const asked = { plans: 'mine.json', arms: 'none,seeded' }
  const refused = await trial(cwd, asked)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toMatch(/^plans of the library were made on r40, .* --allow-seen$/)
  expect(existsSync(join(cwd, 't/arms'))).toBe(false)
  const allowed = summaryIn(await trial(cwd, { ...asked, allowSeen: true, out: 'u' }))
  expect(allowed.caveats).toContainEqual(expect.stringContaining('--allow-seen'))
  const twice = await trial(cwd, { arms: 'none,seeded', train: 'set.jsonl', out: 'v' })
  expect([twice.code, twice.stderr]).toEqual([
    2,
    expect.stringMatching(/asks r40, r80 of the trial as well; train on other questions/),
  ])
})

test('a library is grown on one part and tried on the other; what begins alike is answered once', async () => {
  const cwd = workplace(questions.slice(4))
  const limits = { arms: 'none,seeded,grown', plansLimit: '0,1,all' }
  const said = await trial(cwd, { ...limits, split: '0.5', seed: '3', madeBy: 'offline' })
  const { arms, leftOut, questions: tested, trainedOn, madeBy, usedBy } = summaryIn(said)
  expect({ tested, trainedOn, madeBy, usedBy }).toEqual({
    tested: 2,
    trainedOn: 2,
    madeBy: 'offline',
    usedBy: 'offline',
  })
  expect(arms.map(({ name, plans }) => [name, plans])).toEqual([
    ['none', 0],
    ['seeded@1', 1],
    ['grown', 1],
  ])
  expect(leftOut).toEqual([
    { arm: 'seeded@0', as: 'none' },
    { arm: 'seeded', as: 'seeded@1' },
  ])
  const ids = (path: string) =>
    readFileSync(join(cwd, 't', path, 'results.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).id)
  const [train, test] = [ids('train/rounds/1'), ids('arms/none')]
  expect([...train, ...test].sort()).toEqual(['r120', 'r200', 'r40', 'r80'])
})

test('plans that one model made serve another; one budget holds for the whole trial', async () => {
  const cwd = workplace(questions.slice(4))
  // a model that takes the plan it is shown, and otherwise writes its own
  const server = await startChatServer(body => {
    const prompt = JSON.stringify(body.messages)
    const [, km] = /travel (\d+) km/.exec(prompt) ?? []
    const [, plan] = /- (combine\S+): type/.exec(prompt) ?? []
    const bind = ['distance', 'speed'].map(role => ({ role, belief: role }))
    const replies: Record<string, string> = {
      perceive: perceived.replace('54', km!).replace('18', '40'),
      formalize: plan ? JSON.stringify({ ...JSON.parse(formalized), plan, bind }) : formalized,
      deliberate: byCode,
    }
    return { text: replies[purposeOf(body)] ?? '' }
  })
  const env = { OPENAI_BASE_URL: server.baseURL }
  const made = { split: '0.5', madeBy: 'offline', usedBy: 'openai:m', talk: 'separate' }
  const asked = { arms: 'none,seeded', ...made }
  const begin = { json: true, out: 't', ...asked, maxTokens: '100' }
  const poor = await run(cwd, around => runTrialCommand('set.jsonl', begin, around), { env })
  expect(poor.code).toBe(1)
  expect(poor.stderr).toMatch(
    /budget of 100 tokens .*; 2 questions have no result yet in the arm none; go on with: intend resume \.\/t --max-tokens MORE/,
  )
  expect(server.bodies).toEqual([])
  const more = { json: true, quiet: true, maxTokens: '1000000' }
  const folder = trials.find('t', cwd)!
  const said = await run(cwd, around => resumeTrial(folder, more, around), { env })
  await server.close()
  const { madeBy, usedBy, arms } = summaryIn(said)
  expect([madeBy, usedBy]).toEqual(['offline', 'openai:m'])
  expect(
    arms.map(({ correct, reused, hits, usage }) => [correct, reused, hits, usage.calls]),
  ).toEqual([
    [2, 0, 0, 6],
    [2, 2, 2, 0], // worded as the questions that the plans were made for
  ])
})

test('an interrupted trial goes on where it stopped, and the same command then runs nothing', async () => {
  const cwd = workplace(questions.slice(3))
  const asked = { plans: 'mine.json', arms: 'none,seeded', parallel: '1' }
  const results = join(cwd, 't/arms/none/results.jsonl')
  const begin = { ...asked, out: 't' }
  const stopped = await run(cwd, around => runTrialCommand('set.jsonl', begin, around), {
    until: '✓ right',
  })
  expect([stopped.code, stopped.stderr]).toEqual([
    130,
    expect.stringMatching(/interrupted; go on with: intend resume \.\/t$/),
  ])
  const before = resultLines(join(cwd, 't'), 'none')
  expect(before.length).toBeLessThan(5)
  appendFileSync(results, '{"id":"cut o')
  const folder = trials.find('t', cwd)!
  const said = await run(cwd, around => resumeTrial(folder, { json: true, quiet: true }, around))
  expect(said.code, said.stderr).toBe(0)
  expect(summaryIn(said).arms.map(({ total, correct }) => [total, correct])).toEqual([
    [5, 5],
    [5, 5],
  ])
  expect(resultLines(join(cwd, 't'), 'none').slice(0, before.length)).toEqual(before)
  const ends = () => ['none', 'seeded'].map(arm => resultLines(join(cwd, 't'), arm))
  const ended = ends()
  const again = await trial(cwd, asked)
  expect(summaryIn(again)).toEqual(summaryIn(said))
  expect(ends()).toEqual(ended)
  const other = await trial(cwd, { ...asked, arms: 'none,stale' })
  expect(other.code).toBe(2)
  expect(other.stderr).toMatch(
    /holds a trial with other arms; go on with that one by: intend resume/,
  )
})

test('each arm is paired with the first one by question, and says what a claim would need', () => {
  const cwd = workplace()
  const bench = {
    format: 1 as const,
    version: '0',
    id: 't',
    begunAt: '2026-11-01T00:00:00.000Z',
    folder: cwd,
    model: 'openai:m',
    agent: 'self-aware',
    plans: '',
    allow: [],
    limits: {},
    set: join(cwd, 'set.jsonl'),
    questions: '',
    parallel: 1,
    plansAtStart: 0,
  }
  const arms = ['none', 'seeded'].map(name => ({ name, kind: name }))
  const folder = beginTrial(
    { format: 1, bench, arms, seed: 0, allowSeen: false },
    join(cwd, 't'),
    {},
  )
  const right = { none: 'rrr..w...........', seeded: 'rr.rrrrrr.........' }
  for (const [arm, verdicts] of Object.entries(right)) {
    const part = benches.create(bench, armPath(folder, arm))
    for (const [at, sign] of [...verdicts].slice(0, 16).entries())
      appendResult(part, result(`q${at + 1}`, sign === 'r' ? 'right' : 'wrong'))
  }
  writeFileSync(
    join(folder.path, 'arms.json'),
    JSON.stringify(arms.map(({ name }) => ({ name, plans: 2 }))),
  )
  const summary = summaryOf(folder, { test: [], trainedOn: 0 })
  const { against, arms: rows } = summary
  expect(rows.map(({ correct, usage }) => [correct, usage.calls, usage.cost])).toEqual([
    [3, 48, 4],
    [8, 48, 4],
  ])
  const told = (cost: number | null) => {
    const arms = rows.map(row => ({ ...row, usage: { ...row.usage, cost } }))
    return trialLines({ ...summary, arms }, { prompts: false }).join('\n')
  }
  expect([0, null, 4].map(cost => told(cost).match(/^none .* (\S+)$/m)?.[1])).toEqual([
    '$0',
    'unknown',
    '$4.00',
  ])
  const [seeded] = against
  expect(seeded!.lifted).toEqual(['q4', 'q5', 'q6', 'q7', 'q8', 'q9'])
  expect(seeded!.harmed).toEqual(['q3'])
  expect(seeded!.p).toBeCloseTo(0.125, 10) // 2 * (1 + 7) / 2^7
  expect(seeded!.difference).toBeCloseTo(5 / 16, 10)
  expect(seeded!.conclusion).toMatch(/beside 1 the other way, 8 are needed, not 6/)
})

test('options that do not go together are refused in one sentence', async () => {
  const cwd = workplace()
  copyFileSync(join(cwd, 'set.jsonl'), join(cwd, 'other.jsonl'))
  const refusals: readonly (readonly [object, RegExp])[] = [
    [{ arms: 'none,seeded' }, /^the arm seeded needs plans: name a library with --plans FILE/],
    [{ arms: 'none,sedeed' }, /^there is no arm "sedeed"; did you mean seeded\?$/],
    [{ arms: 'none,none' }, /^the arm none is given twice/],
    [{ arms: 'round2', split: '0.5' }, /^the arm round2 needs that many rounds of training/],
    [{ arms: 'none', madeBy: 'offline' }, /^--made-by is about training; say on what/],
    [{ split: '1.5' }, /^--split takes a share between 0 and 1/],
    [{ split: 'family:money' }, /^the set has no family "money" to train on; it has group, rates$/],
    [{ split: '0.5', train: 'other.jsonl' }, /^--train and --split both say what to train on/],
    [{ plans: 'mine.json', plansLimit: '5,many' }, /^--plans-limit takes whole numbers and all/],
    [{ arms: 'handwritten', handwritten: 'none' }, /^there are no hand-written plans in /],
    [{ plans: 'mine.json', memory: 'm.json' }, /^a trial remembers nothing between questions/],
  ]
  expect([asksForTrial({ limit: '3' }), asksForTrial({ split: '0.5' })]).toEqual([false, true])
  for (const [options, sentence] of refusals) {
    const { code, stderr } = await trial(cwd, options)
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)])
  }
})

function result(id: string, verdict: 'right' | 'wrong'): Result {
  return {
    id,
    verdict,
    expected: '7',
    answer: '7',
    reason: '',
    plan: null,
    cycles: 1,
    confidence: null,
    verdictsByTier: {},
    parsing: {},
    verifier: {},
    failureModes: {},
    usage: { calls: 3, inputTokens: 1, outputTokens: 1, cachedTokens: 0, cost: 0.25 },
    wrongPast: null,
    seconds: 1,
    endedAt: '2026-11-01T00:00:09.000Z',
  }
}
