// Facts for the tests of the memory: plain ones to be varied, and arbitrary ones.
import fc from 'fast-check'
import type { Fact } from '../../agent/memory-fact.ts'

/** Milliseconds since the epoch of a noon in June 2026. */
export const noon = Date.UTC(2026, 5, 10, 12)

/** A fact quoted from a file, with some of it as wished. */
export function fact(id: string, wished: Partial<Fact> = {}): Fact {
  return {
    id,
    name: 'price',
    value: 3.1,
    unit: 'EUR',
    provenance: 'quoted',
    source: 'tariff.txt',
    files: [tariff],
    quote: 'A child pays 3.10 EUR for a crossing.',
    about: 'How much does a child pay for a crossing?',
    answers: true,
    given: { passenger: 'child' },
    learnedAt: new Date(noon).toISOString(),
    run: 'first',
    ...wished,
  }
}

/** The file of `fact`. */
export const tariff = { name: 'tariff.txt', place: 'fjord', edition: 'spring' }

/** `minutes` after noon, as facts write it. */
export const later = (minutes: number) => new Date(noon + minutes * 60_000).toISOString()

const ids = fc.constantFrom('m1', 'm2', 'm3', 'm4', 'm5')

/** Facts that often have ids, places and circumstances in common. */
export const arbitraryFact: fc.Arbitrary<Fact> = fc
  .record({
    id: ids,
    value: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string()),
    minutes: fc.nat(5),
    edition: fc.constantFrom('spring', 'summer'),
    source: fc.constantFrom('tariff.txt', 'guide.txt'),
    given: fc.dictionary(fc.constantFrom('passenger', 'year'), fc.constantFrom('child', '2024')),
    rests: fc.array(ids, { maxLength: 2 }),
  })
  .map(({ id, value, minutes, edition, source, given, rests }) =>
    fact(id, {
      ...{ value: Object.is(value, -0) ? 0 : value, source, given, rests },
      files: [{ name: source, place: source, edition }],
      learnedAt: later(minutes),
    }),
  )
