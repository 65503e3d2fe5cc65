// A model's reply becomes the value it means or a complaint, and never another value.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseReply } from '../../../phases/replies/parse-reply.ts'
import { type SchemaName, schemas } from '../../fixtures/replies/schemas.ts'

interface Row {
  readonly name: string
  readonly kind: string
  readonly schema: SchemaName
  readonly reply: string
  readonly value?: unknown
  /** True when no value may come of it. */
  readonly refused?: boolean
}

function rows(file: string): readonly Row[] {
  const path = join(import.meta.dirname, `../../fixtures/replies/${file}.jsonl`)
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line))
}

const parse = ({ reply, schema }: Row) => parseReply<unknown>(reply, schemas[schema])

describe('a valid reply', () => {
  const valid = rows('valid')
  test('is never altered', () => {
    expect(valid.length).toBeGreaterThan(80)
    for (const row of valid)
      expect(parse(row), row.name).toEqual({
        ok: true,
        value: z.parse(schemas[row.schema], JSON.parse(row.reply)),
        parsed: 'as-is',
      })
  })

  test('of any value passes as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const reply = JSON.stringify(value, null, indent)
        const expected = { ok: true, value: JSON.parse(reply), parsed: 'as-is' }
        expect(parseReply(reply, z.unknown())).toEqual(expected)
      }),
    )
  })
})

describe.each(['malformed', 'held-out', 'held-out-second'])(
  'a reply of the %s collection',
  file => {
    const all = rows(file)
    test.each(all.filter(row => !row.refused))('$kind: $name', row => {
      expect(parse(row)).toEqual({ ok: true, value: row.value, parsed: 'repaired' })
    })
  },
)

describe('a reply that could mean two things, or is not all there', () => {
  test.each(rows('malformed').filter(row => row.refused))('is refused, $kind: $name', row => {
    const reply = parse(row)
    expect(reply.ok).toBe(false)
    expect(!reply.ok && reply.issues.length).toBeGreaterThan(0)
  })
})

describe('a mend never changes what is meant', () => {
  const number = z.object({ value: z.number() })
  const truth = z.object({ value: z.boolean() })
  const items = z.array(z.object({ a: z.number() }))

  test.each([
    ['a function of a number', '{"value": sqrt(16)}', number],
    ['a rounding type', '{"value": int(3.7)}', number],
    ['a denial as a call', '{"value": not(true)}', truth],
    ['a denial as a sign', '{"value": !true}', truth],
    ['a denial in words', '{"value": not true}', truth],
    ['a list with an item that cannot be read', '[{"a":1}, {"a":: 2}, {"a":3}]', items],
    ['lines of which one cannot be read', '{"a":1}\n{"a": @#, "b" "c"}\n{"a":3}', items],
    [
      'thousands that may be fractions',
      '{"v": [1,000, 2,500]}',
      z.object({ v: z.number().array() }),
    ],
  ])('%s is refused', (_, reply, schema) => {
    expect(parseReply<unknown>(reply, schema).ok).toBe(false)
  })

  test.each([
    ['years as names', "{2019: 'x', 2020: y}", { 2019: 'x', 2020: 'y' }],
    ['dotted names', "{a.b: 'x', c.d: 'y'}", { 'a.b': 'x', 'c.d': 'y' }],
    [
      'a time after a comma',
      '{note: at 5, 10:30 is late, b: x}',
      { note: 'at 5, 10:30 is late', b: 'x' },
    ],
    ['feet and inches', `{"height": "(5'3")", 'b': 'x'}`, { height: `(5'3")`, b: 'x' }],
    ['a function as text', '{"value": sqrt(16), "b": "x"}', { value: 'sqrt(16)', b: 'x' }],
    ['a type around a value', '{"value": Decimal("1.10"),}', { value: '1.10' }],
  ])('%s stay', (_, reply, value) => {
    const schema = z.record(z.string(), z.string())
    expect(parseReply(reply, schema)).toEqual({ ok: true, value, parsed: 'repaired' })
  })

  test('numbers with thousands in a list are those numbers', () => {
    const reply = '{"v": [2,500, 1,000,000, 7]}'
    expect(parseReply(reply, z.object({ v: z.array(z.int()) }))).toMatchObject({
      value: { v: [2500, 1_000_000, 7] },
    })
  })
})

// --- properties ---

const pieces = [
  ...['"', '\\', '{', '}', '[', ']', ',', ':', '\n', "'", '`', '```', '```json\n', '#', '//', '/*'],
  ...[
    '</think>',
    '<think>',
    '<|im_end|>',
    '</s>',
    '"note": ',
    ', "n": 1',
    '},',
    'True',
    'null',
    ' ',
  ],
  ...[
    'a',
    'é',
    '“',
    '\\n',
    '\\frac',
    'C:\\new',
    '...',
    '=',
    '(',
    ')',
    '<|channel|>final<|message|>',
  ],
]
const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map(parts => parts.join('')),
)
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map(n => n + 0)

const Sample = z.object({
  id: z.string(),
  count: z.number(),
  done: z.boolean(),
  tags: z.array(z.string()),
  parts: z.array(z.object({ name: z.string(), size: z.number().nullable() })),
})
const sample = fc.record({
  id: text,
  count: number,
  done: fc.boolean(),
  tags: fc.array(text, { maxLength: 3 }),
  parts: fc.array(fc.record({ name: text, size: fc.option(number) }), { maxLength: 3 }),
})

const wrappers: Readonly<Record<string, (json: string) => string>> = {
  fence: json => `\`\`\`json\n${json}\n\`\`\``,
  'unclosed fence': json => `Here it is:\n~~~\n${json}`,
  prose: json => `The {reply} is:\n\n${json}\n\nI hope it helps [1].`,
  thought: json => `<think>\nA draft: {"id": "x"} and {"count": 1}\n</think>\n${json}`,
  'end of a thought': json => `so "id" comes first {\n</think>\n\n${json}`,
  channel: json =>
    `<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>${json}<|return|>`,
  tokens: json => `<|im_start|>assistant\n${json}<|im_end|>`,
  element: json => `<json>${json}</json>`,
  'tool call': json => `<tool_call>{"name": "reply", "arguments": ${json}}</tool_call>`,
  'arguments as text': json => JSON.stringify({ name: 'reply', arguments: json }),
  schema: json => `{"type": "object", "properties": ${json}}`,
  response: json => `{"response": ${json}}`,
  list: json => `[${json}]`,
  'encoded twice': json => JSON.stringify(json),
  'encoded twice, no quotes': json => JSON.stringify(json).slice(1, -1),
  comma: json => `${json},`,
  comment: json => `// the reply\n{ /* all of it */ ${json.slice(1)}`,
  'trailing comma': json => `${json.slice(0, -1)},}`,
  'byte order mark': json => `\ufeff${json}`,
}

describe('a wrapped reply', () => {
  test.each(Object.entries(wrappers))('is the value inside: %s', (_, wrap) => {
    fc.assert(
      fc.property(sample, fc.constantFrom(undefined, 2), (value, indent) => {
        const reply = parseReply(wrap(JSON.stringify(value, null, indent)), Sample)
        expect(reply).toEqual({
          ok: true,
          value: JSON.parse(JSON.stringify(value)),
          parsed: 'repaired',
        })
      }),
      { numRuns: 50 },
    )
  })

  test('in Python notation is the same value', () => {
    fc.assert(
      fc.property(sample, value => {
        expect(parseReply(python(value), Sample)).toMatchObject({ ok: true, value })
      }),
      { numRuns: 50 },
    )
  })
})

function python(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  return `{${Object.entries(value)
    .map(([name, member]) => `'${name}': ${python(member)}`)
    .join(', ')}}`
}

describe('a reply that was cut off', () => {
  const Partial = z.object({
    id: z.string().optional(),
    count: z.number().optional(),
    done: z.boolean().optional(),
    tags: z.array(z.string()).optional(),
    parts: z.array(z.object({ name: z.string(), size: z.number().nullish() })).optional(),
  })

  test('never gives a text or a number that is not the whole one', () => {
    fc.assert(
      fc.property(sample, fc.constantFrom(undefined, 2), fc.nat(), (value, indent, at) => {
        const whole = JSON.stringify(value, null, indent)
        const reply = parseReply(whole.slice(0, at % whole.length), Partial)
        if (reply.ok) expectPartOf(reply.value, JSON.parse(whole))
      }),
      { numRuns: 500 },
    )
  })

  test('in Python notation, in a fence, after prose: never either', () => {
    fc.assert(
      fc.property(sample, fc.boolean(), fc.nat(), (value, fenced, at) => {
        const json = fenced ? `\`\`\`json\n${JSON.stringify(value)}` : python(value)
        const whole = `Here is the reply:\n${json}`
        const reply = parseReply(whole.slice(0, at % whole.length), Partial)
        if (reply.ok) expectPartOf(reply.value, JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 500 },
    )
  })

  test('is the whole value when only brackets are missing', () => {
    const withParts = sample.filter(({ parts }) => parts.length > 0)
    fc.assert(
      fc.property(withParts, value => {
        const unclosed = JSON.stringify(value).replace(/[\]}]+$/, '\n')
        expect(parseReply(unclosed, Sample)).toEqual({
          ok: true,
          value: JSON.parse(JSON.stringify(value)),
          parsed: 'repaired',
        })
      }),
    )
  })
})

/** Every text, number and truth value of `part` stands at the same place in `whole`. */
function expectPartOf(part: unknown, whole: unknown): void {
  if (typeof part !== 'object' || part === null) expect(part).toEqual(whole)
  else
    for (const [name, member] of Object.entries(part))
      expectPartOf(member, (whole as Record<string, unknown>)[name])
}

describe('hostile text', () => {
  const names = Object.keys(schemas) as SchemaName[]
  const soup = fc.array(fc.constantFrom(...pieces, 'name: x\n', '{"name":', '- ', '1', '{"a"}'))

  test('never makes it throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          soup.map(parts => parts.join('')),
          fc.string(),
        ),
        reply => {
          for (const name of names)
            expect(typeof parseReply<unknown>(reply, schemas[name]).ok).toBe('boolean')
        },
      ),
      { numRuns: 50 },
    )
  })

  test.each([
    ['opening braces', '{'],
    ['opening brackets', '['],
    ['members without end', '{"a":'],
    ['quotes', '{"a":"b,"'],
    ['comments', '"/*'],
    ['fences', '```\n'],
    ['elements', '<name>'],
    ['thoughts', '<think>'],
    ['small objects', '{"a"}'],
    ['lines', '- name: x\n'],
  ])('of a megabyte is refused: %s', (_, piece) => {
    const reply = piece.repeat(1_000_000 / piece.length)
    expect(parseReply(reply, schemas.person).ok).toBe(false)
  })

  test('that nests deeper than the stack is refused, and valid text of that depth too', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(parseReply(deep, schemas.tree).ok).toBe(false)
    expect(parseReply(deep, schemas.anything).ok).toBe(false)
    expect(parseReply(`{"label": ${deep}`, schemas.tree).ok).toBe(false)
  })

  test('cannot reach the prototype', () => {
    const reply = `{'a': 1, '__proto__': {'polluted': 1}, "constructor": 2}`
    const parsed = parseReply(reply, schemas.settings)
    expect(parsed).toEqual({ ok: true, value: { a: 1, constructor: 2 }, parsed: 'repaired' })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('a complaint', () => {
  test('names the field of the value that came nearest', () => {
    const reply = parseReply('```json\n{"city": "Oslo", "unit": "kelvin"}\n```', schemas.weather)
    expect(reply).toEqual({ ok: false, issues: [expect.stringMatching(/^unit: .*celsius/)] })
  })

  test('says so when there is nothing to read', () => {
    const reply = parseReply('I cannot do that.', schemas.weather)
    expect(reply).toEqual({ ok: false, issues: ['the reply: holds no JSON object'], unread: true })
  })
})

describe('other forms than JSON', () => {
  test('are read only when they are asked for', () => {
    const yaml = 'city: Oslo\nunit: celsius\n'
    expect(parseReply(yaml, schemas.weather).ok).toBe(true)
    expect(parseReply(yaml, schemas.weather, 'json').ok).toBe(false)
  })
})

test('an item copied from a numbered list stands for its number, where one of the list is wanted', () => {
  const read = (choice: z.ZodType) => parseReply('{"choice": "2. May 2026"}', z.object({ choice }))
  const two = { ok: true, value: { choice: 2 } }
  expect(read(z.int().min(1).max(5))).toMatchObject(two)
  expect(read(z.literal([1, 2]))).toMatchObject(two)
  expect(read(z.int().min(3).max(5)).ok).toBe(false)
  expect(read(z.int()).ok).toBe(false)
  expect(read(z.number().positive()).ok).toBe(false)
})
