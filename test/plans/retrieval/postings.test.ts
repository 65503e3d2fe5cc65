// The index of words against looking at every plan.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPostings, type Weighted } from '../../../plans/retrieval/postings.ts'

const word = fc.constantFrom(...'abcdefgh')
const weighted: fc.Arbitrary<Weighted> = fc
  .array(fc.tuple(word, fc.constantFrom(0.5, 1, 2)), { maxLength: 6 })
  .map(entries => new Map(entries))

/** The weighted share of words in common, of every plan that has one. */
function nearest(plans: ReadonlyMap<number, Weighted>, query: Weighted) {
  const having = (word: string) => [...plans.values()].filter(plan => plan.has(word)).length
  const tells = (live: number) => Math.log(1 + (plans.size - live + 0.5) / (live + 0.5))
  const worth = (word: string) => tells(having(word) || 1)
  const asked = [...query].reduce((sum, [word, weight]) => sum + weight * worth(word), 0)
  return [...plans]
    .map(([plan, words]) => {
      const had = [...words].reduce((sum, [word, weight]) => sum + weight * worth(word), 0)
      const common = [...words].reduce(
        (sum, [word, weight]) => sum + Math.min(query.get(word) ?? 0, weight) * worth(word),
        0,
      )
      return { plan, near: (2 * common) / (asked + had || 1) }
    })
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near)
}

test('finds the plans that are nearest, whatever was added and removed before', () => {
  const step = fc.oneof(weighted, fc.nat(12))
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 40, size: 'max' }),
      weighted,
      fc.integer({ min: 1, max: 5 }),
      (steps, query, limit) => {
        const postings = createPostings()
        const plans = new Map<number, Weighted>()
        let next = 0
        for (const each of steps) {
          if (typeof each === 'number') {
            postings.remove(each)
            plans.delete(each)
          } else {
            expect(postings.add(each)).toBe(next)
            plans.set(next, each)
            next += 1
          }
          expect(postings.size).toBe(plans.size)
        }
        const { found, known, touched } = postings.search(query, limit)
        const wanted = nearest(plans, query)
        const least = wanted[limit - 1]?.near ?? 0
        const enough = wanted.filter(({ near }) => near >= least - 1e-6)
        expect(found.map(({ plan }) => plan).sort((a, b) => a - b)).toEqual(
          enough.map(({ plan }) => plan).sort((a, b) => a - b),
        )
        for (const [at, { near }] of found.entries()) expect(near).toBeCloseTo(enough[at]!.near, 5)
        const held = [...query.keys()].filter(word =>
          [...plans.values()].some(plan => plan.has(word)),
        )
        expect([...known].sort()).toEqual(held.sort())
        // of what was removed no more is left than of what is there
        const live = held.map(word => [...plans.values()].filter(plan => plan.has(word)).length)
        const all = live.reduce((sum, each) => sum + each, 0)
        expect(touched).toBeGreaterThanOrEqual(all)
        expect(touched).toBeLessThanOrEqual(2 * all)
        expect(postings.search(query, limit).found).toEqual(found)
      },
    ),
  )
})

test('removed plans are swept out of a list when they are more than half of it, not one by one', () => {
  const postings = createPostings()
  const common = new Map([['common', 1]])
  for (let i = 0; i < 10; i++) postings.add(common)
  const touched = Array.from({ length: 8 }, (_, plan) => {
    postings.remove(plan)
    return postings.search(common, 3).touched
  })
  expect(touched).toEqual([10, 10, 10, 10, 10, 4, 4, 4])
})

test('of very many plans with one word those are compared that have the most in common', () => {
  const postings = createPostings()
  const weighted = (...words: string[]) => new Map(words.map(word => [word, 1]))
  for (let i = 0; i < 3000; i++) postings.add(weighted('common', `own${i}`))
  for (const own of [7, 2500]) {
    const { found, touched } = postings.search(weighted('common', `own${own}`, 'strange'), 3)
    expect(found[0]).toMatchObject({ plan: own })
    expect(found[0]!.near).toBeGreaterThan(found[1]!.near)
    expect(touched).toBe(3001)
  }
})

test('a word that more plans hold than are worth looking at tells nothing beside a rarer one', () => {
  const postings = createPostings()
  const common = new Map([['common', 1]])
  postings.add(new Map([...common, ['rare', 1]]))
  for (let i = 0; i < 50_000; i++) postings.add(common)
  const both = postings.search(new Map([...common, ['rare', 1]]), 3)
  expect([both.found.map(({ plan }) => plan), both.touched]).toEqual([[0], 1])
  expect(both.known).toEqual(['common', 'rare'])
  expect(postings.search(common, 3).touched).toBe(50_001)
})
