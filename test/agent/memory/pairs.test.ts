import { beforeAll, describe, expect, test } from 'vitest'
import { memoryPairs, type PairResult, runPair } from '../../support/memory-pairs.ts'

const pairs = memoryPairs()
const answerable = pairs.filter(pair => pair.second.answer !== '')

describe('of two sessions, the second without the files', () => {
  const withMemory: PairResult[] = []
  const without: PairResult[] = []
  beforeAll(async () => {
    for (const pair of pairs) {
      withMemory.push(await runPair(pair, true))
      without.push(await runPair(pair, false))
    }
  }, 120_000)

  const answered = (results: readonly PairResult[]) =>
    results.filter(each => each.right && each.answer !== undefined).map(({ id }) => id)

  test('the first session is right about what it is to teach', () => {
    for (const { id, learned } of withMemory)
      expect({ id, learned: learned.map(each => each.right) }).toEqual({
        id,
        learned: learned.map(() => true),
      })
  })

  test('the second answers with a memory all that the first has taught, and without one nothing', () => {
    expect(answered(withMemory)).toEqual(answerable.map(({ id }) => id))
    expect(answered(without)).toEqual([])
  })

  test('nothing else is answered: not another year, item, unit or order, and no conflict', () => {
    const given = withMemory.filter(each => each.answer !== undefined).map(({ id }) => id)
    expect(given).toEqual(answerable.map(({ id }) => id))
  })

  test('no value is given that a newer one has replaced', () => {
    expect(pairs.filter(pair => pair.outdated).length).toBeGreaterThanOrEqual(5)
    expect(withMemory.filter(each => each.outdated)).toEqual([])
  })
})
