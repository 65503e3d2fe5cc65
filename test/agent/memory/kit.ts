// Facts for the tests of the memory: plain ones to be varied, and arbitrary ones.
import fc from 'fast-check'
import type { Fact } from '../../../agent/memory/fact.ts'

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
      value: Object.is(value, -0) ? 0 : value,
      source,
      given,
      rests,
      files: [{ name: source, place: source, edition }],
      learnedAt: later(minutes),
    }),
  )

/** Words that look like names; the same for the same number. */
const word = (number: number) => ((number * 7919 + 104_729) % 1_679_616).toString(36)
const item = (number: number) => `${word(number % 5003)} ${word(number % 7001)}`
const year = (number: number) => 2000 + (number % 25)

/** Asks for one of the facts of `manyFacts`. */
export const priceQuestion = (size: number, at: number) => {
  const number = (at * 7907) % size
  return `What is the price of the ${item(number)} in ${year(number)}?`
}

/** So many prices that differ in item and year, of five hundred files. */
export function manyFacts(size: number): readonly Fact[] {
  return Array.from({ length: size }, (_, at) => ({
    id: `m${at.toString(16)}`,
    name: 'price',
    value: at,
    unit: 'EUR',
    provenance: 'quoted',
    source: `list-${at % 500}.csv`,
    files: [{ name: `list-${at % 500}.csv`, place: `place-${at % 500}`, edition: 'first' }],
    quote: `In ${year(at)} the price of the ${item(at)} is ${at} EUR.`,
    about: `What is the price of the ${item(at)} in ${year(at)}?`,
    answers: true,
    given: { item: item(at), year: String(year(at)) },
    learnedAt: new Date(1.7e12 + at * 1000).toISOString(),
    run: 'bench',
  }))
}
