// Trust, examples and what is forgiven: all of them are joined, like everything else of a plan.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { identify } from '../../plans/identify.ts'
import { parseLibrary, printLibrary } from '../../plans/library-file.ts'
import { contentOf, merge } from '../../plans/merge.ts'
import { mostExamples, type Origin, type Plan } from '../../plans/plan.ts'
import { mayServe, trustOf } from '../../plans/trust.ts'
import { simpleDraft } from './simple-draft.ts'

const origin: Origin = { agent: 'a', model: 'm', createdAt: '', seenQuestions: [] }
const outcome = fc.record({ right: fc.nat(3), wrong: fc.nat(3) })
const example = fc.constantFrom('a', 'b', 'c', 'd', 'e').map(text => ({
  question: `what is ${text}`,
  answer: text,
}))

/** The same plan as several libraries know it; a library keeps its examples in order. */
const known: fc.Arbitrary<Plan> = fc
  .record({
    trust: fc.constantFrom(undefined, 'imported' as const, 'tested' as const),
    seenHashes: fc.option(fc.uniqueArray(fc.constantFrom('q1', 'q2')), { nil: undefined }),
    examples: fc.option(
      fc.uniqueArray(example, { maxLength: mostExamples, selector: each => each.answer }),
      { nil: undefined },
    ),
    released: fc.option(fc.dictionary(fc.constantFrom('r1', 'r2'), outcome), { nil: undefined }),
  })
  .map(({ trust, seenHashes, examples, released }) => ({
    ...identify(simpleDraft('find_source'), {
      ...origin,
      ...(trust && { trust }),
      ...(seenHashes && { seenHashes: seenHashes.sort() }),
    }),
    ...(examples && { examples: examples.sort((a, b) => (a.answer < b.answer ? -1 : 1)) }),
    ...(released && { released }),
  }))

describe('trust', () => {
  test('merging what libraries know of one plan is a join and survives the file', () => {
    const library = known.map(plan => contentOf([plan]))
    fc.assert(
      fc.property(library, library, library, (a, b, c) => {
        expect(printLibrary(merge(a, b))).toBe(printLibrary(merge(b, a)))
        expect(printLibrary(merge(merge(a, b), c))).toBe(printLibrary(merge(a, merge(b, c))))
        expect(printLibrary(merge(merge(a, b), b))).toBe(printLibrary(merge(a, b)))
        const text = printLibrary(merge(a, b))
        const read = parseLibrary(text, 'plans.json')
        expect('content' in read && printLibrary(read.content)).toBe(text)
      }),
    )
  })

  test('of two levels the higher one stays, and no more than three examples', () => {
    const levels = ['imported', 'tested', 'own']
    fc.assert(
      fc.property(known, known, (a, b) => {
        const [joined] = [...merge(contentOf([a]), contentOf([b])).plans.values()]
        const level = (plan: Plan) => levels.indexOf(trustOf(plan))
        expect(level(joined!)).toBe(Math.max(level(a), level(b)))
        expect(joined!.examples?.length ?? 0).toBeLessThanOrEqual(mostExamples)
      }),
    )
  })

  test('an imported plan may not serve before it is tested or a person trusts it', () => {
    const plan = identify(simpleDraft('find_source'), { ...origin, trust: 'imported' })
    expect(mayServe(plan)).toContain(`${plan.id} was imported and has not been tested`)
    expect(mayServe({ ...plan, origin: { ...origin, trust: 'tested' } })).toBeUndefined()
    expect(mayServe({ ...plan, origin })).toBeUndefined()
  })
})
