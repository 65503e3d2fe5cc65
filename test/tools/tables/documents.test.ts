// Tables that stand in documents are queried as sheets are.
import { readFile as readBytes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeFile } from '../../../tools/files/describe.ts'
import { table } from '../../../tools/table.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
  const harbour = join(import.meta.dirname, '../../fixtures/files/harbour.docx')
  await folder.write('harbour.docx', await readBytes(harbour))
  await folder.write(
    'fees.md',
    [
      '# Fees',
      '```',
      '| not | a table |',
      '|---|---|',
      '| 1 | 2 |',
      '```',
      '| Kind | per hour |',
      '|:--|--:|',
      '| **Rowing** | 3.50 EUR |',
      '| [Sail \\| big](sail.md) | 12.00 EUR |',
      '',
      'Deposits:',
      '',
      'kind | deposit',
      '--- | ---',
      'Rowing | 50',
    ].join('\n'),
  )
  await folder.write(
    'trips.html',
    '<html><table><tr><th>Kind<th>Hours<tr><td>Rowing<td>4<tr><td>Sail | big<td>2<tr><td>Canoe<td>1</table>',
  )
  await folder.write(
    'club.json',
    JSON.stringify({
      name: 'Rowing',
      members: [
        {
          id: 12345678901234567890n.toString(),
          who: { first: 'Ada' },
          fee: 0.1,
          boats: ['A', 'B'],
        },
        { id: '2', who: { first: 'Ben' }, fee: 0.2, left: null },
      ],
      more: { trips: [{ to: 'Lund', km: 12 }] },
    }).replace('"12345678901234567890"', '12345678901234567890'),
  )
  await folder.write(
    'stops.geojson',
    '{"type": "FeatureCollection", "features": [{"properties": {"name": "Lund"}}, {"properties": {"name": "Malt"}}]}',
  )
  await folder.write('letter.md', '# Only words\n\nNo table here.\n')
})
afterAll(() => folder.remove())

const ask = (input: object) => table.execute(table.input.parse(input), folder.context)

test('its first table is t, each has a name, marks of looks are no part of a cell', async () => {
  const all = await ask({ file: 'fees.md', sql: 'SELECT * FROM t' })
  expect(all.details).toMatchObject({
    columns: ['Kind', 'per hour'],
    rows: [
      ['Rowing', 3.5],
      ['Sail | big', 12],
    ],
  })
  const second = { file: 'fees.md', sheet: 'Table 2', sql: 'SELECT sum(deposit) FROM t' }
  expect((await ask(second)).value).toBe(50)
  const joined = 'SELECT deposit / "per hour" FROM t JOIN table_2 USING (kind)'
  expect((await ask({ file: 'fees.md', sql: joined })).value).toBeCloseTo(14.2857, 4)
})

test('each list of records in JSON is a sheet: inner members dotted, numbers as they are written', async () => {
  const all = await ask({ file: 'club.json', sql: 'SELECT * FROM t' })
  expect(all.details).toMatchObject({
    columns: ['id', 'who.first', 'fee', 'boats', 'left'],
    rows: [
      ['12345678901234567890', 'Ada', 0.1, '["A", "B"]', null],
      ['2', 'Ben', 0.2, null, null],
    ],
  })
  expect((await ask({ file: 'club.json', sql: 'SELECT sum(fee) FROM t' })).value).toBe(0.3)
  const stops = { file: 'stops.geojson', sql: 'SELECT "properties.name" FROM t ORDER BY 1' }
  expect((await ask(stops)).details).toMatchObject({ rows: [['Lund'], ['Malt']] })
  const trips = { file: 'club.json', sheet: 'more.trips', sql: 'SELECT km FROM t' }
  expect((await ask(trips)).value).toBe(12)
  expect(await describeFile(join(folder.path, 'club.json'), [folder.path])).toContain(
    'For the table tool its lists of records are sheets: "members" (2 rows: id, who.first, fee, boats, left), "more.trips" (1 row: to, km).',
  )
})

test('a list of records within records is a sheet too, whose rows hold what their record says', async () => {
  const orders = [
    {
      id: 1,
      customer: { country: 'NO' },
      lines: [
        { sku: 'a', qty: 2 },
        { sku: 'b', qty: 3 },
      ],
    },
    { id: 2, customer: { country: 'FI' }, lines: [{ sku: 'a', qty: 5, price: 0.5 }], tags: ['x'] },
    { id: 3, customer: { country: 'FI' }, lines: [] },
  ]
  await folder.write('orders.json', JSON.stringify({ data: { orders } }))
  const inner = { file: 'orders.json', sheet: 'data.orders.lines' }
  expect((await ask({ ...inner, sql: 'SELECT * FROM t' })).details).toMatchObject({
    columns: ['id', 'customer.country', 'lines.sku', 'lines.qty', 'tags', 'lines.price'],
    rows: [
      [1, 'NO', 'a', 2, null, null],
      [1, 'NO', 'b', 3, null, null],
      [2, 'FI', 'a', 5, '["x"]', 0.5],
    ],
  })
  const trips = [{ to: 'Lund', stops: [{ at: 'A', waits: [{ min: 3 }, { min: 4 }] }, { at: 'B' }] }]
  await folder.write('trips.json', JSON.stringify({ trips }))
  const deepest = { file: 'trips.json', sheet: 'trips.stops.waits', sql: 'SELECT * FROM t' }
  expect((await ask(deepest)).details).toMatchObject({
    columns: ['to', 'stops.at', 'stops.waits.min'],
    rows: [
      ['Lund', 'A', 3],
      ['Lund', 'A', 4],
    ],
  })
  const sql = `SELECT sum("lines.qty") FROM t WHERE "customer.country" = 'NO'`
  expect((await ask({ ...inner, sql })).value).toBe(5)
})

test('a page is joined with Markdown, and what has no partner is told', async () => {
  const sql = 'SELECT sum(hours * "per hour") FROM trips JOIN fees USING (kind)'
  const { value, notes } = await ask({ file: ['trips.html', 'fees.md'], sql })
  expect(value).toBe(38)
  expect(notes).toEqual(['1 row of table 1 (trips.html) has no partner in table 1 (fees.md).'])
})

test('of more than two tables those joined before are told together; very many rules are one table', async () => {
  await folder.write('boats.csv', 'kind,boats\nRowing,2\n')
  const sql = 'SELECT sum(boats) FROM trips JOIN fees USING (kind) JOIN boats USING (kind)'
  const { notes } = await ask({ file: ['trips.html', 'fees.md', 'boats.csv'], sql })
  expect(notes).toContain(
    '1 row of table 1 (trips.html) with table 1 (fees.md) has no partner in boats.csv.',
  )
  await folder.write('rules.md', `a | b\n${'|-|-|\n'.repeat(200_000)}`)
  expect((await ask({ file: 'rules.md', sql: 'SELECT count(*) FROM t' })).value).toBe(199_999)
})

test('a Word document too', async () => {
  const sql = "SELECT depth FROM harbour WHERE berth = 'North' AND depth IS NOT NULL"
  expect((await ask({ file: 'harbour.docx', sql })).value).toBe('4.5 m')
})

test('without a table it is said what there is instead', async () => {
  await expect(ask({ file: 'letter.md' })).rejects.toThrow(
    'letter.md is Markdown text without a table; read it with read_file.',
  )
})
