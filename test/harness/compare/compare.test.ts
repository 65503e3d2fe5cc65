// `intend compare` on folders of benches as the bench writes them.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { appendResult, benches } from '../../../harness/bench/folder.ts'
import type { Result } from '../../../harness/bench/result.ts'
import { exit } from '../../../harness/cli/command.ts'
import { compare } from '../../../harness/cli/commands/experiments/compare.ts'
import type { Comparison } from '../../../harness/compare/compare.ts'
import { folder, removeFolders } from '../intend.ts'

afterAll(removeFolders)

type Verdicts = Readonly<Record<string, Result['verdict']>>

/** A bench in which the questions ended like this; `also` changes what is written of each result. */
function benchIn(
  cwd: string,
  name: string,
  verdicts: Verdicts,
  { questions = 'same', also = {} }: { questions?: string; also?: Partial<Result> } = {},
): string {
  const bench = benches.create(
    {
      format: 1,
      version: '0',
      id: name,
      begunAt: '2026-11-01T00:00:00.000Z',
      folder: cwd,
      model: 'offline',
      agent: 'self-aware',
      plans: join(cwd, 'plans.json'),
      allow: [],
      limits: {},
      set: join(cwd, 'set.jsonl'),
      questions,
      parallel: 1,
      plansAtStart: 0,
    },
    join(cwd, name),
  )
  for (const [id, verdict] of Object.entries(verdicts))
    appendResult(bench, {
      id,
      verdict,
      expected: '7',
      family: 'rates',
      reason: 'because',
      plan: null,
      cycles: 1,
      answer: verdict === 'right' ? '7' : verdict === 'wrong' ? '8' : null,
      confidence: null,
      verdictsByTier: {},
      verifier: {},
      wrongPast: null,
      parsing: {},
      failureModes: verdict === 'wrong' ? { unsupported_value: 2 } : {},
      usage: { calls: 3, inputTokens: 1000, outputTokens: 10, cachedTokens: 0, cost: 0.25 },
      seconds: 1.5,
      endedAt: '2026-11-01T00:00:09.000Z',
      ...also,
    })
  writeFileSync(join(cwd, name, 'summary.json'), '{}\n')
  return name
}

async function run(cwd: string, words: readonly string[], options: object = {}) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const code = await compare.run(
    words,
    { ...options },
    {
      stdin: new PassThrough(),
      stdout,
      stderr: new PassThrough(),
      folder: cwd,
      env: {},
      interrupted: new AbortController().signal,
    },
  )
  expect(code).toBe(exit.satisfied)
  return String(stdout.read())
}

const compared = async (cwd: string, ...words: readonly string[]): Promise<Comparison> =>
  JSON.parse(await run(cwd, words, { json: true }))

const many = (verdict: Result['verdict'], prefix: string, count: number): Verdicts =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, verdict]))

describe('two benches of the same questions', () => {
  test('begin with what flipped, and end with what follows from it', async () => {
    const cwd = folder()
    const alike = { ...many('right', 'easy', 6), ...many('declined', 'hard', 4) }
    benchIn(cwd, 'a', { ...alike, ...many('wrong', 'gain', 12), ...many('right', 'loss', 2) })
    benchIn(cwd, 'b', { ...alike, ...many('right', 'gain', 12), ...many('declined', 'loss', 2) })
    const lines = (await run(cwd, ['a', 'b'])).split('\n')
    expect(lines[0]).toBe('newly right: 12')
    expect(lines[2]).toMatch(/^ {2}gain0 +rates +wrong: 8 +right: 7 +7$/)
    expect(lines[14]).toBe('newly wrong: 2')
    expect(lines[16]).toMatch(/^ {2}loss0 +rates +right: 7 +declined: because +7$/)
    const text = lines.join('\n')
    expect(text).toMatch(/^accuracy +33 % \(18 % to 53 %\) +75 % \(55 % to 88 %\)$/m)
    expect(text).toMatch(/^cost +\$6\.00 +\$6\.00$/m)
    expect(text).toMatch(/^unsupported_value +24 +0$/m)
    expect(text).toMatch(/^exact McNemar p = 0\.0129$/m)
    expect(text).toMatch(/^difference of accuracy \+41\.7 points \(95 % interval \+12\./m)
    expect(lines.at(-2)).toBe(
      'the second is better: 12 newly right and 2 newly wrong of 24, p = 0.013',
    )
  })

  test('that are identical have p = 1 and no flips', async () => {
    const cwd = folder()
    benchIn(cwd, 'a', { ...many('right', 'q', 5), x: 'wrong' })
    const same = await compared(cwd, 'a', 'a')
    expect(same).toMatchObject({ p: 1, difference: 0, newlyRight: [], newlyWrong: [] })
    expect(same.conclusion).toBe('no question flipped: 5 of 6 are right in both')
    expect(same.first).toEqual(same.second)
    expect(same.warnings).toEqual([])
  })

  test('that chance explains say how many flips and how many questions a claim would need', async () => {
    const cwd = folder()
    benchIn(cwd, 'a', { ...many('wrong', 'gain', 4), loss: 'right', ...many('right', 'q', 15) })
    benchIn(cwd, 'b', { ...many('right', 'gain', 4), loss: 'wrong', ...many('right', 'q', 15) })
    const { conclusion, p } = await compared(cwd, 'a', 'b')
    expect(p).toBeCloseTo(0.375, 6)
    expect(conclusion).toMatch(
      /^chance may explain it: 4 newly right and 1 newly wrong of 20; beside 1 the other way, 8 are needed, not 4; .* on \d\d questions$/,
    )
  })
})

describe('what makes a comparison unfair', () => {
  test('is named: questions of one bench only, other answers expected, another set, no end', async () => {
    const cwd = folder()
    benchIn(cwd, 'a', { both: 'right', first: 'right' })
    benchIn(cwd, 'b', { both: 'right', second: 'wrong' }, { questions: 'others' })
    appendFileSync(join(cwd, 'b', 'results.jsonl'), '{"id":"torn')
    const between = await compared(cwd, 'a', 'b')
    expect(between).toMatchObject({ onlyInFirst: ['first'], onlyInSecond: ['second'] })
    expect(between.questions.total).toBe(1)
    expect(between.warnings).toEqual([
      'the benches are of different question sets, or of parts of one',
    ])
    benchIn(cwd, 'c', { both: 'wrong' }, { also: { expected: '9' } })
    await expect(compared(cwd, 'a', 'c')).rejects.toThrow(
      'nothing can be compared: left out, since the expected answers differ: both',
    )
    const [, first] = readFileSync(join(cwd, 'a', 'results.jsonl'), 'utf8').split('\n')
    appendFileSync(join(cwd, 'c', 'results.jsonl'), `${first}\n`)
    expect(await run(cwd, ['a', 'c'])).toContain('attention: left out')
    benchIn(cwd, 'd', { other: 'right' })
    await expect(run(cwd, ['a', 'd'])).rejects.toThrow('the benches have no question in common')
  })

  test('is told of questions that were asked several times: each counts once, by what it mostly was', async () => {
    const cwd = folder()
    benchIn(cwd, 'a', { ...many('right', 'q', 8), x: 'wrong', 'x#2': 'right', 'x#3': 'wrong' })
    benchIn(cwd, 'b', { ...many('right', 'q', 8), x: 'right', 'x#2': 'wrong', 'x#3': 'right' })
    const { questions, newlyRight, first, warnings } = await compared(cwd, 'a', 'b')
    expect(questions).toMatchObject({ total: 9, both: 8, onlySecond: 1 })
    expect(newlyRight).toMatchObject([
      { id: 'x', first: { verdict: 'wrong', right: 1, of: 3 }, second: { right: 2, of: 3 } },
    ])
    expect(first).toMatchObject({ correct: 8, wrong: 1, usage: { calls: 33 } })
    expect(warnings).toEqual([expect.stringContaining('asked several times count once')])
    expect(await run(cwd, ['a', 'b'])).toMatch(/^ {2}x +rates +wrong \(1 of 3 right\): 8 +right/m)
  })

  test('leaves a cost unknown when that of one question is', async () => {
    const cwd = folder()
    const usage = { calls: 1, inputTokens: 1, outputTokens: 1, cachedTokens: 0, cost: null }
    benchIn(cwd, 'a', { q: 'right' })
    benchIn(cwd, 'b', { q: 'right' }, { also: { usage } })
    expect(await run(cwd, ['a', 'b'])).toMatch(/^cost +\$0\.25 +unknown$/m)
  })
})

test('what is no bench is refused in one sentence that says what to name', async () => {
  const cwd = folder()
  benchIn(cwd, 'a', { q: 'right' })
  mkdirSync(join(cwd, 'empty'))
  benchIn(join(cwd), 'sim/rounds/1', { q: 'right' })
  writeFileSync(join(cwd, 'sim', 'simulation.json'), '{}')
  benchIn(cwd, 'broken', { q: 'right' })
  appendFileSync(join(cwd, 'broken', 'results.jsonl'), '{}\n')
  const cases = [
    [['a'], 'name the folders of two benches: intend compare FIRST SECOND'],
    [['a', 'none'], 'there is no folder none; name one that intend bench has written'],
    [['a', 'empty'], 'empty holds no bench; name one that intend bench has written'],
    [['a', 'sim'], 'sim holds a simulation; name one round of it, such as sim/rounds/1'],
    [['a', 'broken'], /results\.jsonl, line 2 is not a result; remove the line$/],
  ] as const
  for (const [words, message] of cases)
    await expect(run(cwd, words)).rejects.toMatchObject({
      code: exit.usage,
      message: message instanceof RegExp ? expect.stringMatching(message) : message,
    })
  expect(await run(cwd, ['a', 'sim/rounds/1'])).toContain('no question flipped')
})
