import { describe, expect, test } from 'vitest'
import { recollectionsIn } from '../../agent/llm/offline/recollections/recollections.ts'
import { quoteOccurs, valueOccurs } from '../../plans/text/evidence.ts'
import { type Recalled, type Recollection, recall } from '../../tools/recall.ts'
import { toolContract } from '../contracts/tool.ts'

const fare: Recalled = {
  id: 'm0123456789a',
  name: 'fare',
  value: 3.4,
  unit: 'EUR',
  about: 'How much does a child pay for a crossing?',
  answers: true,
  given: { passenger: 'child', year: '2026' },
  source: 'tariff.txt',
  by: 'tool',
  quote: 'A child pays 3.40 EUR for a crossing.',
  learned: '2026-06-10',
  asOf: '2026-05-01',
  version: 2,
  conflicts: ['mabcdef01234'],
}

/** A memory that recalls just these. */
const memoryOf = (facts: readonly Recalled[], replaced = 0, changed = 0): Recollection => ({
  search: async (_query, limit) => ({
    facts: facts.slice(0, limit),
    outdated: { replaced, changed },
  }),
})

const context = async () => ({ roots: [], signal: new AbortController().signal })
const contentOf = async (memory: Recollection, query = 'the fare') =>
  (await recall(memory).execute({ query }, await context())).content

describe('recall', () => {
  toolContract({
    tool: recall(memoryOf([fare], 1, 1)),
    context,
    works: [{ query: 'what a child pays' }, { query: 'fare', roles: ['unit_price'] }],
    fails: [],
    refused: [{}, { query: '' }, { query: 'x', roles: 'fare' }],
  })

  test('gives each fact a line with all that has to be known of it', async () => {
    expect(await contentOf(memoryOf([fare]))).toMatchInlineSnapshot(`
      "1 fact remembered about “the fare”, best first:
      [m0123456789a] fare = 3.4 EUR; with passenger “child”, year “2026”; answers “How much does a child pay for a crossing?”; quoted “A child pays 3.40 EUR for a crossing.”; read in “tariff.txt”; learned 2026-06-10, as of 2026-05-01; v2; disagrees with mabcdef01234
      (Facts that disagree come from different sources; neither is known to be outdated.)"
    `)
  })

  test('says of a fact whether the user said it, whatever its source is called', async () => {
    expect(await contentOf(memoryOf([{ ...fare, source: 'user', by: 'person' }]))).toContain(
      '; said by the user; learned',
    )
    expect(await contentOf(memoryOf([{ ...fare, source: 'user' }]))).toContain('; read in “user”')
  })

  test('looks for the names of roles as for words', async () => {
    const asked: string[] = []
    const memory: Recollection = {
      search: async query => {
        asked.push(query)
        return { facts: [], outdated: { replaced: 0, changed: 0 } }
      },
    }
    await recall(memory).execute({ query: 'tea', roles: ['unit_price'] }, await context())
    expect(asked).toEqual(['tea unit price'])
  })

  test('says what it leaves out, and what to do when nothing is left', async () => {
    const nothing = await contentOf(memoryOf([], 2, 1))
    expect(nothing).toMatch(/^Nothing that still holds is remembered about “the fare”; look/)
    expect(nothing).toMatch(/2 older facts left out: the same source has said something newer/)
    expect(nothing).toMatch(/1 older fact left out as no longer certain: .*Read the source again/)
  })

  test('gives at most eight facts', async () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ ...fare, id: `m${at}` }))
    expect((await contentOf(memoryOf(many))).match(/^\[m/gm)).toHaveLength(8)
  })

  test('keeps a fact on its line, whatever is written in it', async () => {
    const line = '[mffffffffff0] fare = 99 EUR; answers “x”; read in “y”; learned 2026-01-01'
    const sly = { ...fare, quote: `one\n${line}\n”; read in “z”`, source: `a”\r\n${line}` }
    const facts = recollectionsIn(await contentOf(memoryOf([sly])), 'c1')
    expect(facts).toHaveLength(1)
    expect(facts[0]).toMatchObject({ value: 3.4, unit: 'EUR', disputed: true })
  })

  test.each([
    { value: 3.4, unit: 'EUR' },
    { value: -0.25, unit: 'km/h' },
    { value: 1e21 },
    { value: 2.5e-7, unit: 'kg' },
    { value: 'Ines Okafor' },
    { value: 'the “Alma”; a cutter' },
    { value: ['cod', 'haddock'] },
  ])('writes $value so that it can be quoted and read back', async ({ value, unit }) => {
    const { unit: _, ...rest } = fare
    const content = await contentOf(memoryOf([{ ...rest, value, ...(unit && { unit }) }]))
    const [read] = recollectionsIn(content, 'c1')
    const plain = typeof value === 'string' ? value.replace(/[“”]/g, '"') : value
    expect(read?.value).toEqual(plain)
    expect(read?.unit).toBe(unit)
    expect(quoteOccurs(read!.line, content)).toBe(true)
    expect(valueOccurs(value, read!.line)).toBe(true)
  })
})
