import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeFile, outlineFile } from '../../../tools/files/describe.ts'
import { table } from '../../../tools/table.ts'
import { readAnyTables, readRows, typed } from '../../../tools/tables/tables.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
})
afterAll(() => folder.remove())

async function read(lines: readonly string[], name = 'records.jsonl') {
  await folder.write(name, lines.join('\n'))
  const [found] = await readAnyTables(name, [folder.path])
  const rows: unknown[][] = []
  for await (const row of readRows(found!))
    rows.push(found!.columns.map((column, at) => typed(row[at]!, column)))
  return { found: found!, names: found!.columns.map(column => column.name), rows }
}

test('each object is a row, inner members are dotted columns, lists are JSON text', async () => {
  const { names, rows } = await read([
    '{"id": 1, "at": {"city": "Oslo", "geo": {"lat": 59.9}}, "tags": ["a", 2], "on": true}',
    '{"id": 2, "at": {"city": "Rome"}, "on": false, "note": null}',
  ])
  expect(names).toEqual(['id', 'at.city', 'at.geo.lat', 'tags', 'on', 'note'])
  expect(rows).toEqual([
    [1, 'Oslo', 59.9, '["a",2]', 'true', null],
    [2, 'Rome', null, null, 'false', null],
  ])
})

test('a text of digits stays text, a number too long for a double keeps its digits, a day is a date', async () => {
  const { found, rows } = await read([
    '{"code": "12", "id": 12345678901234567890, "day": "2024-03-01", "n": 1.5e2}',
    '{"code": "13", "id": 7, "day": "2024-02-01", "n": -0.25}',
  ])
  expect(found.columns.map(column => column.type)).toEqual(['text', 'text', 'date', 'number'])
  expect(rows[0]).toEqual(['12', '12345678901234567890', '2024-03-01', 150])
})

test('lines that are not JSON are left out and counted, empty ones are nothing', async () => {
  await folder.write('torn.ndjson', '{"n": 1}\n\n{"n": 2\r\n{"n": 3}\r\nnonsense\n{"n":')
  const input = table.input.parse({ file: 'torn.ndjson', aggregate: { of: 'sum', column: 'n' } })
  const result = await table.execute(input, folder.context)
  expect(result.value).toBe(4)
  expect(result.content).toContain('2 of 2 rows matched.')
  expect(result.content).toContain(
    '3 lines of torn.ndjson are not JSON and are left out; the first is line 3.',
  )
})

test('a file of them is described as the table it is, with lines left out told', async () => {
  await folder.write('towns.jsonl', '{"city":"Oslo","people":7}\n{"city":"Rome","people":3}\n')
  const outline = await outlineFile('towns.jsonl', [folder.path])
  expect(
    outline.description,
  ).toBe(`towns.jsonl (54 bytes): table, 2 rows, 2 columns, one JSON record a line. Columns:
- city: text; values: Oslo, Rome
- people: number; such as 7, 3
The first rows:
| city | people |
|---|---|
| Oslo | 7 |
| Rome | 3 |`)
  expect(outline.tables[0]!.columns.map(column => column.name)).toEqual(['city', 'people'])
  await folder.write('half.jsonl', '{"a":1}\n{"a":2}\n{"a":\n')
  expect(await describeFile('half.jsonl', [folder.path])).toContain(
    'one JSON record a line (line 3 is not JSON and is left out).',
  )
})

test('a file that is mostly no lines of JSON is described as what it is', async () => {
  await folder.write('spread.jsonl', '[\n  "a",\n  "b",\n  "c"\n]\n')
  const { description, tables } = await outlineFile('spread.jsonl', [folder.path])
  expect(tables).toEqual([])
  expect(description).toContain('a list of 3 text')
})

test('a file without a single line of JSON says so', async () => {
  await folder.write('prose.jsonl', 'once upon\na time\n')
  await expect(readAnyTables('prose.jsonl', [folder.path])).rejects.toThrow(
    'prose.jsonl has no line that is JSON',
  )
})

test('objects that are dictionaries of many keys stay JSON text', async () => {
  const lines = Array.from({ length: 600 }, (_, n) => `{"n": ${n}, "by": {"key${n}": 1}}`)
  const { names, rows } = await read(lines)
  expect(names).toEqual(['n', 'by'])
  expect(rows[7]).toEqual([7, '{"key7":1}'])
})

test('members whose dotted names are alike are columns of their own', async () => {
  const { names, rows } = await read(['{"a.b": 1, "a": {"b": 2}, "A.B": 3, "__proto__": 4}'])
  expect(names).toEqual(['a.b', 'a.b_2', 'A.B_3', '__proto__'])
  expect(rows).toEqual([[1, 2, 3, 4]])
})

test('any flat objects are read back member for member', async () => {
  const value = fc.oneof(
    fc.integer({ min: -1e9, max: 1e9 }),
    fc.boolean(),
    fc.constantFrom('x', 'two\nlines', 'é, "q"', '\u2028', '0x1F'),
  )
  const key = fc.constantFrom('a', 'b', 'c d', 'é')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(key, value, { minKeys: 1 }), { minLength: 1, maxLength: 8 }),
      async objects => {
        const { found, names } = await read(objects.map(each => JSON.stringify(each)))
        let at = 0
        for await (const row of readRows(found)) {
          const object = objects[at++]!
          const wanted = names.map(name => String(object[name] ?? ''))
          expect(row).toEqual(wanted)
        }
        expect(at).toBe(objects.length)
      },
    ),
    { numRuns: 60 },
  )
})
