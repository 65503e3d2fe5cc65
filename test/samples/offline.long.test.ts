// What the offline reasoner promises: over the sample set, over generated questions, and where what a
// question needs has been taken away.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { generate } from './generate.ts'
import { count, report, run } from './run.ts'
import { sampleQuestions } from './sample-files.ts'

const seed = Number(process.env.SAMPLES_SEED ?? 20_261_121)
const folder = mkdtempSync(join(tmpdir(), 'samples-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the offline reasoner', () => {
  test.each([false, true])('answers the sample set, with one library for all: %s', async shared => {
    const results = await run(sampleQuestions(), { shared })
    const declines = results.filter(({ question }) => question.answer === '')
    expect(count(results, 'right'), report(results)).toBeGreaterThanOrEqual(results.length * 0.95)
    expect(count(declines, 'right'), report(declines)).toBe(declines.length)
  })

  test('answers at least 95 % of 200 generated questions', async () => {
    const pairs = await generate({ seed, folder, each: 50 })
    const results = await run(pairs.map(pair => pair.whole))
    expect(results.length).toBe(200)
    expect(count(results, 'right'), report(results)).toBeGreaterThanOrEqual(190)
  })

  test('declines all of them when the row, column, sheet, sentence or file is missing', async () => {
    const pairs = await generate({ seed, folder, each: 50 })
    const results = await run(pairs.map(pair => pair.without))
    expect(count(results, 'right'), report(results)).toBe(results.length)
  })
})
