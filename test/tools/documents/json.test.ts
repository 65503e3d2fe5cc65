import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatJson, parseExactly, printFlat } from '../../../tools/documents/json/format.ts'
import { describeFile } from '../../../tools/files/describe.ts'
import { readFile } from '../../../tools/read-file.ts'
import { table } from '../../../tools/table.ts'
import { toolContract } from '../../contracts/tool.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
  const ships = Array.from({ length: 300 }, (_, id) => ({
    id,
    name: `Ship ${id}`,
    crew: [{ first: 'Ida', age: 40 + (id % 9) }],
  }))
  await folder.write(
    'fleet.json',
    `{"port":"Oslo","fee":1.50,"code":12345678901234567890,"ships":${JSON.stringify(ships)}}`,
  )
  const lines = [
    { city: 'Oslo', people: 700000, tags: ['a', 'b'] },
    { city: 'New\nTown, "old"', people: 5, note: null },
    { city: 'Bergen', people: 290000, note: 'x' },
  ]
  await folder.write('towns.jsonl', lines.map(each => JSON.stringify(each)).join('\n'))
  await folder.write('towns.json', JSON.stringify(lines))
  await folder.write('broken.json', '{"a": 1,\n"b": }')
  await folder.write('half.jsonl', '{"a":1}\n{"a":\n')
  await folder.write('deep.json', '['.repeat(200_000) + ']'.repeat(200_000))
  await folder.write('empty.json', '')
  await folder.write('proto.json', '[{"__proto__":{"x":1},"constructor":2},{"toString":3}]')
})
afterAll(() => folder.remove())

const read = async (input: object, ctx = folder.context) =>
  (await readFile.execute(readFile.input.parse(input), ctx)).content

toolContract({
  tool: readFile,
  context: async () => folder.context,
  works: [{ path: 'fleet.json' }, { path: 'deep.json' }, { path: 'proto.json' }],
  fails: [{ input: { path: 'empty.json' }, says: /^empty\.json is empty/ }],
  refused: [],
})

test('the structure comes first: keys, lengths of lists, types, with the lines they stand in', async () => {
  const content = await read({ path: 'fleet.json' })
  expect(content).toContain(
    [
      'fleet.json: JSON, an object with 4 keys, 2107 lines.',
      'For the table tool its lists of records are sheets: "ships" (300 rows: id, name, crew), "ships.crew" (300 rows: crew.first, crew.age, besides those of "ships").',
      'Outline, with the number of the line:',
      '2: - port: text, "Oslo"',
      '3: - fee: a number, 1.50',
      '4: - code: a number, 12345678901234567890',
      '5: - ships: a list of 300 objects',
      '5:   - each has id: number; such as 0',
      '5:   - each has name: text; such as "Ship 0"',
      '5:   - each has crew: list of objects',
      '9:     - each has first: text; such as "Ida"',
      '9:     - each has age: number; such as 40',
    ].join('\n'),
  )
  expect(content).toMatch(/more lines: use offset=\d+ to go on/)
  expect(await describeFile('fleet.json', [folder.path])).toContain(
    '5: - ships: a list of 300 objects',
  )
})

test('what is found is said with the place it stands in', async () => {
  expect(await read({ path: 'fleet.json', find: 'ship 299' })).toBe(
    '1 of 2107 lines of fleet.json contains "ship 299".\n2101 (ships[299].name): "name": "Ship 299",',
  )
})

test('JSON lines are counted and their keys told, and each record keeps its line', async () => {
  const content = await read({ path: 'towns.jsonl' })
  expect(content).toContain('towns.jsonl: JSON lines, 3 records, 3 lines.')
  expect(content).toContain('{"city":"Bergen","people":290000,"note":"x"}')
})

test.each(['towns.jsonl', 'towns.json'])(
  'the records of %s are a table for the table tool',
  async name => {
    expect(await read({ path: name })).toContain('Its records are a table as well')
    const ask = async (input: object) =>
      table.execute(table.input.parse({ file: name, ...input }), folder.context)
    expect((await ask({ sql: 'SELECT sum(people) FROM t' })).value).toBe(990005)
    expect((await ask({ sql: 'SELECT city FROM t WHERE people = 5' })).value).toBe(
      'New\nTown, "old"',
    )
  },
)

test.each([
  ['broken.json', '', '"b": }'],
  ['half.jsonl', 'line 2 is no JSON', '{"a":1}'],
  ['deep.json', 'it is nested too deeply', '[[[['],
])('%s, which is no JSON, is read as text, and why is said', async (name, why, text) => {
  const content = await read({ path: name })
  expect(content).toContain(`${name} is neither JSON nor JSON lines: ${why}`)
  expect(content).toContain('It is read as text.')
  expect(content).toContain(text)
})

test('keys that objects have anyway are keys like others', async () => {
  const sql = 'SELECT "toString" FROM t'
  const { details } = await table.execute({ file: 'proto.json', sql }, folder.context)
  expect((details as { rows: unknown[] }).rows).toEqual([[null], [3]])
})

test('laid out in lines, a value is still that value, digit for digit', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const text = JSON.stringify(value)
      const { lines, places } = formatJson(parseExactly(text))
      expect(JSON.parse(lines.join('\n'))).toEqual(JSON.parse(text))
      expect(places.length).toBe(lines.length)
    }),
  )
  const written = '{"a": 1.50, "b": 12345678901234567890, "c": 1e400, "d": -0}'
  expect(printFlat(parseExactly(written))).toBe(written)
})

test('an outline tells what the members of all lists hold, and of what stands on one line that line', async () => {
  const orders = (id: number) => [
    { status: id % 2 ? 'paid' : 'open', lines: [{ sku: `A${id}`, price: 1.5 }] },
    { status: 'cancelled', lines: [], ...(id > 2 && { note: null }) },
  ]
  const customers = [1, 2, 3, 4].map(id => ({ id, home: { port: 'Oslo' }, orders: orders(id) }))
  const odd = { lists: [[1, { x: 2 }], []], b: { 'a]b': { d: 2 } }, 'a.b': [true, null, 'c'] }
  await folder.write('nested.json', JSON.stringify({ customers, ...odd }))
  expect(await describeFile('nested.json', [folder.path])).toMatchInlineSnapshot(`
    "nested.json (626 bytes): JSON, an object with 4 keys, 81 lines. For the table tool its lists of records are sheets: "customers" (4 rows: id, home.port, orders), "customers.orders" (8 rows: orders.status, orders.lines, orders.note, besides those of "customers"), "customers.orders.lines" (4 rows: orders.lines.sku, orders.lines.price, besides those of "customers.orders").
    Outline, with the number of the line:
    2: - customers: a list of 4 objects
    2:   - each has id: number; such as 1
    2:   - each has home: object
    5:     - each has port: text; such as "Oslo"
    2:   - each has orders: list of objects
    6:     - each has status: text; values: "paid", "cancelled", "open"
    6:     - each has lines: list of objects or empty list
    9:       - each has sku: text; such as "A1"
    9:       - each has price: number; such as 1.5
    6:     - each has note: null, in 2 of 8
    70: - lists: a list of 2 lists
    71:     - each has x: number; such as 2
    77: - b: an object with 1 key
    78:   - a]b: an object with 1 key
    78:     - d: a number, 2
    80: - a.b: a list of 3 values"
  `)
})
