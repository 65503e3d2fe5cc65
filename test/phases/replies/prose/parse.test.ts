// Free prose read by nothing but a schema: replies of different make, and what must not be read.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { printProse } from '../../../../phases/contract-prompt.ts'
import { parseProse } from '../../../../phases/replies/prose/parse.ts'
import { proseReplies } from './replies.ts'

describe('a reply in prose', () => {
  test.each(proseReplies)('is read: $name', ({ schema, text, value }) => {
    expect(parseProse(text, schema)).toMatchObject({ ok: true })
    const parsed = parseProse(text, schema)
    expect(parsed.ok && parsed.value).toEqual(value)
  })

  test('is known as prose, and JSON as JSON', () => {
    const schema = z.object({ name: z.string(), count: z.int() })
    const parsed = (text: string) => {
      const reply = parseProse(text, schema)
      return reply.ok ? reply.parsed : reply.issues
    }
    expect(parsed('{"name":"a","count":2}')).toBe('as-is')
    expect(parsed('```json\n{"name":"a","count":2}\n```')).toBe('repaired')
    expect(parsed('The name is Ada. Count: 2.')).toBe('prose')
  })

  test('that leaves something out is sent back with what is missing, in words', () => {
    const schema = z.object({ unitPrice: z.number(), soldItems: z.array(z.string()).min(1) })
    expect(parseProse('Sold items: none', schema)).toEqual({
      ok: false,
      issues: [expect.stringMatching(/^unit price: /), expect.stringMatching(/^sold items: /)],
    })
  })

  test('does not say what it does not say', () => {
    const schema = z.object({ holds: z.boolean(), kind: z.enum(['red', 'green']) })
    expect(parseProse('I cannot tell from what I was given.', schema)).toMatchObject({ ok: false })
  })

  const holds = z.object({ holds: z.boolean(), reason: z.string() })
  test.each([
    'It is unclear whether the condition holds.',
    'Nothing shows that the condition holds.',
    'It cannot be said that the condition holds.',
    'If the total is 3, the condition holds.',
    'The condition should hold.',
    'The condition seems to hold.',
    'I doubt that the condition holds.',
    'It does not fail to hold.',
    'Does the condition hold?',
    'Yes, but the condition does not hold.',
    'Yes, if the list is complete.',
    'The condition holds for one row. The condition does not hold for the other.',
    'Holds: no evidence against it\nReason: the table',
    'Holds: unclear\nReason: the table is not there',
  ])('that decides nothing is not a verdict: %s', text => {
    expect(parseProse(text, holds)).toMatchObject({ ok: false })
  })

  test.each([
    ['The condition holds, because nothing speaks against it.', true],
    ['Since the total is 5, the condition holds.', true],
    ['I conclude that the condition holds.', true],
    ['Holds: yes, all of it\nReason: the table', true],
    ['No, because nothing shows that it holds.', false],
    ['Does the condition hold? No. The total is 7.', false],
    ['The condition fails to hold, since the total is 7.', false],
    ['The total is 7, so the condition does not hold.', false],
    ["The condition doesn't hold because the total may be 7.", false],
    ['The condition no longer holds.', false],
  ])('that decides is its verdict: %s', (text, verdict) => {
    expect(parseProse(text, holds)).toMatchObject({ ok: true, value: { holds: verdict } })
  })

  test.each([
    ['So the answer (arabic numerals) is 40.', z.number(), 40],
    ['It is 8 * 5.\nTherefore, the answer (arabic numerals) is 40.', z.number(), 40],
    ['The answer (Yes or No) is NO', z.boolean(), false],
    ['To answer this, look at the map. So the answer is no.', z.boolean(), false],
    ['We add them. The answer (accept, reject) is reject', z.enum(['accept', 'reject']), 'reject'],
    ['Answer (accept, reject): reject', z.enum(['accept', 'reject']), 'reject'],
    ['I would not accept it but reject it.', z.enum(['accept', 'reject']), undefined],
  ])('has its value behind the gloss of a label: %s', (text, answer, value) => {
    const parsed = parseProse<{ answer: unknown }>(text, z.object({ answer }))
    expect(parsed.ok ? parsed.value.answer : undefined).toEqual(value)
  })
})

describe('reading prose', () => {
  const name = fc
    .stringMatching(/^[a-z][a-z_]{0,8}[a-z]$/)
    .filter(text => !/^(none?|null|na|nothing|empty|true|false|yes|no|and|is|are|in)$/.test(text))
  const reply = fc.record({
    reasoning: fc.constantFrom('first the cup', 'nothing stands in the way'),
    steps: fc.array(
      fc.record({
        id: fc.stringMatching(/^s[1-9]$/),
        action: name,
        args: fc.array(name, { maxLength: 4 }),
        deps: fc.array(fc.stringMatching(/^s[1-9]$/), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  const schema = z.object({
    reasoning: z.string(),
    steps: z.array(
      z.object({
        id: z.string(),
        action: z.string(),
        args: z.array(z.string()),
        deps: z.array(z.string()),
      }),
    ),
  })

  test('gives back what was printed as prose', () => {
    fc.assert(
      fc.property(reply, value => {
        expect(parseProse(printProse(value), schema)).toEqual({ ok: true, value, parsed: 'prose' })
      }),
    )
  })

  test('never throws and takes no longer than the text is long, whatever the text', () => {
    const schemas = proseReplies.map(each => each.schema)
    const bits = fc.constantFrom(
      'Goal',
      ':',
      '\n',
      '- ',
      '|',
      '(',
      ')',
      '"',
      '{',
      '#',
      ' is ',
      'x',
      '=',
      '3 km',
      '; ',
      '**',
      '`',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(bits, { maxLength: 120 }).map(all => all.join('')),
        ),
        fc.constantFrom(...schemas),
        (text, schema) => {
          expect(typeof parseProse(text, schema).ok).toBe('boolean')
        },
      ),
      { numRuns: 100 },
    )
    const long = 'Goal: - (x = 3 km; '.repeat(4_000)
    parseProse(long, proseReplies[0]!.schema)
  })
})
