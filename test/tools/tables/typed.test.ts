import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeFile, outlineFile } from '../../../tools/files/describe.ts'
import { readFile } from '../../../tools/read-file.ts'
import { table } from '../../../tools/table.ts'
import { typedFormat } from '../../../tools/tables/source.ts'
import { profileTyped } from '../../../tools/tables/sql/typed.ts'
import { readTables } from '../../../tools/tables/tables.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
})
afterAll(() => folder.remove())

async function read(text: string, name = 'records.jsonl') {
  await folder.write(name, text)
  const request = { path: join(folder.path, name), name, format: typedFormat(name)! }
  const found = await profileTyped(request)
  const of = <T>(pick: (column: (typeof found.columns)[number]) => T) => found.columns.map(pick)
  return { found, names: of(column => column.name), types: of(column => column.type), of }
}

const ask = async (file: string, sql: string) =>
  (await table.execute({ file, sql }, folder.context)).details as { rows: unknown[][] }

const cities = [
  '{"id": 1, "at": {"city": "Oslo", "geo": {"lat": 59.9}}, "tags": ["a", 2], "on": true}',
  '{"id": 2, "at": {"city": "Rome"}, "on": false, "note": null}',
]

test.each([
  ['cities.jsonl', cities.join('\n')],
  ['cities.json', `[${cities.join(',')}]`],
])(
  '%s: each object is a row, inner members are dotted columns, lists are JSON text',
  async (name, text) => {
    const { names, types } = await read(text, name)
    expect(names).toEqual(['id', 'at.city', 'at.geo.lat', 'tags', 'on', 'note'])
    expect(types).toEqual(['number', 'text', 'number', 'text', 'text', 'empty'])
    expect((await ask(name, 'SELECT * FROM t')).rows).toEqual([
      [1, 'Oslo', 59.9, '["a",2]', 'true', null],
      [2, 'Rome', null, null, 'false', null],
    ])
    expect((await ask(name, 'SELECT "at.city" FROM cities WHERE id = 2')).rows).toEqual([['Rome']])
  },
)

test('a Parquet file is described and queried with the types it has', async () => {
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  const path = join(folder.path, 'sales.parquet')
  await connection.run(`COPY (
    SELECT range AS n, CAST(range / 10 AS DECIMAL(9, 2)) AS price, DATE '2024-01-01' + range::INT AS day,
      CASE WHEN range % 2 = 0 THEN 'even' ELSE 'odd' END AS kind, {a: range, b: [1, range]} AS inner
    FROM range(1000)) TO '${path}' (FORMAT parquet)`)
  connection.closeSync()
  const about = await describeFile('sales.parquet', [folder.path])
  expect(about).toContain('table, 1000 rows, 6 columns, Parquet. Columns:')
  expect(about).toContain('- kind: text; values: even, odd')
  expect(about).toContain('| 2 | 0.2 | 2024-01-03 | even | 2 | [1,2] |')
  expect((await readFile.execute({ path: 'sales.parquet' }, folder.context)).content).toContain(
    about,
  )
  const sql =
    'SELECT kind, sum(price), min(day), max("inner.a") FROM t WHERE day < \'2024-02\' GROUP BY kind'
  expect((await ask('sales.parquet', sql)).rows).toEqual([
    ['even', 24, '2024-01-01', 30],
    ['odd', 22.5, '2024-01-02', 29],
  ])
})

test.each(['torn.parquet', 'torn.json'])(
  '%s, which is cut off, ends in one sentence',
  async name => {
    await folder.write(name, name.endsWith('json') ? '[{"a": 1}, {"a"' : 'PAR1 and no more')
    await expect(ask(name, 'SELECT 1 FROM t')).rejects.toThrow(
      new RegExp(`^${name} cannot be read as (?:JSON|Parquet): [^\\n]+\\.$`),
    )
  },
)

test('a text of digits stays text, a number too long for a double keeps its digits, a day is a date', async () => {
  const { types } = await read(
    '{"code": "12", "id": 12345678901234567890, "day": "2024-03-01", "at": "2024-03-01 10:30:00", "n": 1.5e2}\n' +
      '{"code": "13", "id": 7, "day": "2024-02-01", "at": "2024-02-01 00:00:00", "n": -0.25}',
  )
  expect(types).toEqual(['text', 'text', 'date', 'date', 'number'])
  expect((await ask('records.jsonl', 'SELECT * FROM t LIMIT 1')).rows).toEqual([
    ['12', '12345678901234567890', '2024-03-01', '2024-03-01T10:30:00', 150],
  ])
})

test('decimals are exact: 0.1 + 0.2 is 0.3', async () => {
  await read('{"x": 0.1}\n{"x": 0.2}\n{"x": 0.30}', 'tenths.jsonl')
  expect((await ask('tenths.jsonl', 'SELECT sum(x) = 0.6, sum(x) FROM t')).rows).toEqual([[1, 0.6]])
})

test('lines that are not JSON are left out and counted, empty ones are nothing', async () => {
  await folder.write('torn.ndjson', '{"n": 1}\n\n{"n": 2\r\n{"n": 3}\r\nnonsense\n{"n":')
  const input = { file: 'torn.ndjson', sql: 'SELECT sum(n) FROM t' }
  const result = await table.execute(input, folder.context)
  expect(result.value).toBe(4)
  expect(result.content).toContain('3 lines of torn.ndjson are not JSON and are left out.')
})

test('a file of them is described as the table it is, with lines left out told', async () => {
  await folder.write('towns.jsonl', '{"city":"Rome","people":7}\n{"city":"Oslo","people":3}\n')
  const outline = await outlineFile('towns.jsonl', [folder.path])
  expect(
    outline.description,
  ).toBe(`towns.jsonl (54 bytes): table, 2 rows, 2 columns, one JSON record a line. Columns:
- city: text; values: Rome, Oslo
- people: number; such as 7, 3
The first rows:
| city | people |
|---|---|
| Rome | 7 |
| Oslo | 3 |`)
  expect(outline.tables[0]!.columns.map(column => column.name)).toEqual(['city', 'people'])
  await folder.write('half.jsonl', '{"a":1}\n{"a":2}\n{"a":\n')
  expect(await describeFile('half.jsonl', [folder.path])).toContain(
    'one JSON record a line (1 line is not JSON and left out).',
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
  await expect(readTables('prose.jsonl', [folder.path])).rejects.toThrow(
    'prose.jsonl has no line that is JSON',
  )
})

test('objects that are dictionaries of many keys stay JSON text', async () => {
  const lines = Array.from({ length: 600 }, (_, n) => `{"n": ${n}, "by": {"key${n}": 1}}`)
  const { names, found } = await read(lines.join('\n'))
  expect(names).toEqual(['n', 'by'])
  expect(found.source.shown[2]).toEqual(['2', '{"key2":1}'])
})

test('members whose dotted names are alike are columns of their own', async () => {
  const { names, found } = await read('{"a.b": 1, "a": {"b": 2}, "A.B": 3, "__proto__": 4}')
  expect(new Set(names.map(name => name.toLowerCase())).size).toBe(4)
  expect(found.source.shown).toEqual([['1', '2', '3', '4']])
})

test('any flat objects are read back member for member', async () => {
  const value = fc.oneof(
    fc.integer({ min: -1e9, max: 1e9 }).map(n => n / 4),
    fc.boolean(),
    fc.constantFrom('x', 'two\nlines', 'é, "q"', '\u2028', '0x1F'),
  )
  const key = fc.constantFrom('a', 'b', 'c d', 'é')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(key, value, { minKeys: 1 }), { minLength: 1, maxLength: 3 }),
      async objects => {
        const { found, names } = await read(objects.map(each => JSON.stringify(each)).join('\n'))
        expect(found.rows).toBe(objects.length)
        expect(found.source.shown).toEqual(
          objects.map(object => names.map(name => String(object[name] ?? ''))),
        )
      },
    ),
    { numRuns: 15 },
  )
})

test('a Parquet file without rows has columns, and unsigned numbers are numbers', async () => {
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  const kept = (name: string) => join(folder.path, name)
  const counts = 'SELECT CAST(range + 1 AS UBIGINT) AS pieces FROM range(3)'
  await connection.run(`COPY (${counts}) TO '${kept('counts.parquet')}' (FORMAT parquet)`)
  await connection.run(`COPY (${counts} WHERE false) TO '${kept('none.parquet')}' (FORMAT parquet)`)
  connection.closeSync()
  database.closeSync()
  expect((await ask('counts.parquet', 'SELECT sum(pieces) FROM t')).rows).toEqual([[6]])
  const about = await describeFile('none.parquet', [folder.path])
  expect(about).toContain('table, 0 rows, 1 column, Parquet. Columns:\n- pieces: empty')
})

test('an object without a list of records is told from a table in plain words', async () => {
  await folder.write('settings.json', '{"rows": [1, 2], "on": true}')
  const says = 'settings.json is JSON without a list of records, so it is no table.'
  await expect(ask('settings.json', 'SELECT * FROM t')).rejects.toThrow(says)
  await folder.write('cut.json', '{"rows": [{"id": 1}')
  await expect(ask('cut.json', 'SELECT * FROM t')).rejects.toThrow(
    'cut.json is neither JSON nor a table.',
  )
})
