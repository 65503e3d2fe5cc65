// garden.ods, .xls and .xlsx were saved by LibreOffice 7.4 from one workbook; uncalculated.xlsx is that
// workbook as openpyxl writes it, with formulas but without their results.
import { readFile as readBytes } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as library from 'xlsx'
import { describeFile, outlineFile } from '../../../tools/files/describe.ts'
import { parseIsolated } from '../../../tools/files/reader.ts'
import { readFile } from '../../../tools/read-file.ts'
import { table } from '../../../tools/table.ts'
import { typed } from '../../../tools/tables/columns.ts'
import { readRows } from '../../../tools/tables/table.ts'
import { readTables, tablesOf } from '../../../tools/tables/tables.ts'
import type { Tool } from '../../../tools/tool.ts'
import { columnLetters } from '../../../tools/workbooks/cell-value.ts'
import { parseWorkbook } from '../../../tools/workbooks/workbook.ts'

import { toolContract } from '../../contracts/tool.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

const files = join(import.meta.dirname, '../../fixtures/files')
const kinds = ['xlsx', 'xls', 'ods'] as const
let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
  for (const name of [...kinds.map(kind => `garden.${kind}`), 'uncalculated.xlsx'])
    await folder.write(name, await readBytes(join(files, name)))
  await folder.write('prices.csv', 'Plant,Packet\nBean,12\nPea,10\n')
  await folder.write('text.xlsx', 'a,b\n1,2\n')
  await folder.write('empty.xlsx', '')
  await folder.write('cut.xlsx', (await readBytes(join(files, 'garden.xlsx'))).subarray(0, 3000))
  await folder.write('cut.xls', (await readBytes(join(files, 'garden.xls'))).subarray(0, 3000))
  await folder.write('other.xlsx', zip([['note.txt', 'hello', 5]]))
  await folder.write('bomb.xlsx', zip([['xl/worksheets/sheet1.xml', 'x', 3_000_000_000]]))
  await folder.write('locked.xlsx', locked())
})
afterAll(() => folder.remove())

/** A ZIP archive of stored files whose directory declares the sizes given. */
function zip(entries: readonly (readonly [string, string, number])[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content, size] of entries) {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt32LE(content.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt32LE(content.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(head, Buffer.from(name + content))
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + content.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}

/** What a spreadsheet program saves under a password: a container with the encrypted package inside. */
function locked(): Buffer {
  const container = library.CFB.utils.cfb_new()
  const version = Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0])
  const about = '<?xml version="1.0"?><encryption><keyData/><dataIntegrity/></encryption>'
  library.CFB.utils.cfb_add(
    container,
    '/EncryptionInfo',
    Buffer.concat([version, Buffer.from(about)]),
  )
  library.CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(4096, 7))
  return library.CFB.write(container, { type: 'buffer' }) as Buffer
}

const run = async (tool: Tool, input: object) =>
  tool.execute(tool.input.parse(input), folder.context)
const parse = (name: string, more = {}) =>
  parseWorkbook({ path: join(folder.path, name), name, ...more })
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: Error) => error.message,
  )

toolContract({
  tool: readFile,
  context: async () => folder.context,
  works: [
    { path: 'garden.xlsx' },
    { path: 'garden.xls', sheet: 'Beds', colours: true, formulas: true, offset: 5, limit: 1 },
    { path: 'garden.xlsx', offset: 900 },
  ],
  fails: [
    { input: { path: 'garden.xlsx', sheet: 'Bed' }, says: /no sheet "Bed"; did you mean "Beds"/ },
    { input: { path: 'garden.xlsx', sheet: 'Tools' }, says: /its sheets are "Beds", "Harvest"/ },
    { input: { path: 'garden.xlsx', pages: '2' }, says: /"pages" is for PDF files/ },
    { input: { path: 'prices.csv', sheet: 'Beds' }, says: /prices\.csv is not a workbook/ },
    { input: { path: 'locked.xlsx' }, says: /^locked\.xlsx is locked with a password/ },
  ],
  refused: [
    { path: 'garden.xlsx', sheet: '' },
    { path: 'garden.xlsx', colours: 'red' },
  ],
})

toolContract({
  tool: table,
  context: async () => folder.context,
  works: [{ file: 'garden.xlsx', sql: 'SELECT sum("Weight (kg)") FROM harvest' }],
  fails: [
    { input: { file: 'garden.xlsx', sheet: 'Herbs' }, says: /its sheets are "Beds", "Harvest"/ },
    { input: { file: 'prices.csv', sheet: 'x' }, says: /prices\.csv is not a workbook/ },
    { input: { file: 'locked.xlsx', sql: 'SELECT 1' }, says: /locked with a password/ },
  ],
  refused: [{ file: 'garden.xlsx', sheet: '' }],
})

test.each([
  ['text.xlsx', /^text\.xlsx is not a workbook .* rename it/],
  ['empty.xlsx', /^empty\.xlsx is empty/],
  ['cut.xlsx', /^cut\.xlsx cannot be read as a workbook/],
  ['cut.xls', /^cut\.xls cannot be read as a workbook/],
  ['other.xlsx', /^other\.xlsx cannot be read as a workbook/],
  [
    'bomb.xlsx',
    /^bomb\.xlsx cannot be read as a workbook: it unpacks to 3\.0 GB, more than the 500 MB/,
  ],
])('%s is refused in one sentence', async (name, says) => {
  expect(await failure(parse(name))).toMatch(says)
})

describe.each(kinds)('a workbook saved as .%s', kind => {
  const name = `garden.${kind}`

  test('has its cells as text: dates as ISO, durations, percentages and codes as shown', async () => {
    const { sheets } = await parse(name)
    const harvest = sheets.find(sheet => sheet.name === 'Harvest')!
    expect(harvest.rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [1, 'Plant', 'Weight (kg)', 'Share', 'Picked', 'Lasted', 'Code'],
      [2, 'Bean', '3.25', '12.5%', '2024-08-01T09:30:00', '26:10:00', '00007'],
      [3, 'Pea', '1.5', '7%', '2024-06-11', '2:01:09', '00501'],
      [4, 'Tomato', '9', '50%', '2024-09-03T18:00:30', '1:00:00', '40215'],
    ])
  })

  test('has a table under a title, its merged labels on every row, no remark below', async () => {
    const [beds] = await tablesOf(await parse(name))
    expect(beds!.columns.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'Bed: text',
      'Plant: text',
      'Planted: date',
      'Plants: number',
      'Price (EUR): number',
      'Cost: number',
    ])
    const rows: unknown[][] = []
    for await (const row of readRows(beds!))
      rows.push(beds!.columns.map((column, at) => typed(row[at]!, column)))
    expect(rows).toEqual([
      ['North', 'Bean', '2024-04-12', 12, 0.45, 5.4],
      ['North', 'Pea', '2024-03-02', 30, 0.2, 6],
      ['South', 'Tomato', '2024-05-20', 8, 2.5, 20],
      ['South', 'Chard', '2024-04-01', 5, 1.1, 5.5],
    ])
  })

  test('keeps its formulas and merged ranges', async () => {
    const beds = (await parse(name, { formulas: true })).sheets[0]!
    expect(beds.formulas.get('F6')).toBe('=D6*E6')
    expect(beds.computed.F).toEqual({ count: 4, first: '=D4*E4', blank: 0 })
    expect(beds.merged.map(each => each.range)).toEqual(['A1:E1', 'A4:A5', 'A6:A7'])
  })
})

test.each(['xlsx', 'xls'])('fill colours are read from .%s, of empty cells too', async kind => {
  const beds = (await parse(`garden.${kind}`, { colours: true })).sheets[0]!
  expect(Object.fromEntries(beds.fills)).toEqual({
    B4: '#00B050',
    B5: '#C0504D',
    B6: '#FF0000',
    H4: '#FFFF00',
  })
})

test('a colour of a theme and one of the old palette are resolved', async () => {
  const beds = (await parse('uncalculated.xlsx', { colours: true })).sheets[0]!
  expect([beds.fills.get('B5'), beds.fills.get('B6')]).toEqual(['#C0504D', '#FF0000'])
})

test('formulas whose results were never stored are said to have none', async () => {
  expect(await describeFile('uncalculated.xlsx', [folder.path])).toContain(
    'Cost (F): empty, 4 empty, 4 formulas such as =D4*E4, 4 of them without a result in the file',
  )
})

describe('read_file', () => {
  test('lists the sheets, outlines the first and shows its rows by number and letter', async () => {
    const { content } = await run(readFile, { path: 'garden.xlsx' })
    expect(content).toContain('- "Beds": 4 rows, 6 columns\n- "Harvest": 3 rows, 6 columns')
    expect(content).toContain('header in row 3; data from row 4; 1 line below the table left out')
    expect(content).toContain('| row | A | B | C | D | E | F |')
    expect(content).toContain('| 5 |  | Pea | 2024-03-02 | 30 | 0.2 | 6 |')
  })

  test('shows formulas and colours beside the values when asked', async () => {
    const input = { path: 'garden.xlsx', sheet: 'Beds', formulas: true, colours: true }
    const { content } = await run(readFile, input)
    expect(content).toContain(
      'Bean [#00B050] | 2024-04-12 | 12 | 0.45 | 5.4 (=D4*E4) |  | [#FFFF00]',
    )
  })

  test('finds rows by their words, whatever the sheet is called', async () => {
    const { content } = await run(readFile, { path: 'garden.ods', sheet: 'harvest', find: 'pea' })
    expect(content).toContain('1 of 4 rows of sheet "Harvest" contains "pea".')
    expect(content).toContain('| 3 | Pea | 1.5 | 7% | 2024-06-11 | 2:01:09 | 00501 |')
  })

  test('goes on at the row of the sheet that its notice names', async () => {
    const { content } = await run(readFile, { path: 'garden.xlsx', offset: 4, limit: 4 })
    expect(content).toContain('Rows 4 to 7 of 9')
    const next = /use offset=(\d+)/.exec(content)?.[1]
    expect((await run(readFile, { path: 'garden.xlsx', offset: Number(next) })).content).toContain(
      '| 9 | Source: seed packets |',
    )
  })
})

describe('table', () => {
  test('computes over the first sheet unless another is named', async () => {
    const first = { file: 'garden.xlsx', sql: 'SELECT count(*) FROM t' }
    expect((await run(table, first)).value).toBe(4)
    const sql = 'SELECT avg("weight (kg)") FROM t'
    const result = await run(table, { file: 'garden.xlsx', sheet: 'harvest', sql })
    expect(result.value).toBe(4.58333333333333)
  })

  test('a filter on a merged label finds every row under it', async () => {
    const sql = "SELECT sum(Cost) FROM t WHERE Bed = 'North'"
    expect((await run(table, { file: 'garden.ods', sql })).value).toBe(11.4)
  })

  test('joins sheets and files, each a table of its own', async () => {
    const sql =
      'SELECT sum(Plants * "Weight (kg)" + Packet) FROM beds JOIN harvest USING (Plant) JOIN prices USING (Plant)'
    const result = await run(table, { file: ['garden.xlsx', 'prices.csv'], sql })
    expect(result.value).toBe(12 * 3.25 + 12 + (30 * 1.5 + 10))
    const main = { file: 'garden.xlsx', sheet: 'harvest', sql: 'SELECT count(*) FROM t, garden' }
    expect((await run(table, main)).value).toBe(9)
  })
})

test('the columns of all sheets are told apart for a reader that is no language model', async () => {
  const { tables, description } = await outlineFile('garden.xlsx', [folder.path])
  expect(description).toContain('Sheet "Notes" (hidden)')
  expect(tables.map(each => [each.sheet, each.columns.length])).toEqual([
    ['Beds', 6],
    ['Harvest', 6],
    ['Notes', 1],
  ])
})

test.each([
  [{ ms: 1, memory: 2_000_000_000 }, /^Reading garden\.xlsx took longer than 0 s/],
  [
    { ms: 60_000, memory: 1_000_000 },
    /^Reading garden\.xlsx (needed too much memory|ended without)/,
  ],
])('reading stops at %j', async (limits, says) => {
  const request = { path: join(folder.path, 'garden.xlsx'), name: 'garden.xlsx' }
  expect(await failure(parseIsolated('workbook', request, undefined, limits))).toMatch(says)
})

test('an aborted reading ends at once', async () => {
  const request = { path: join(folder.path, 'garden.xlsx'), name: 'garden.xlsx' }
  const abort = new AbortController()
  const reading = parseIsolated('workbook', request, abort.signal)
  abort.abort(new Error('enough'))
  await expect(reading).rejects.toThrow('enough')
})

test('columns are lettered as in a spreadsheet', () => {
  expect([1, 26, 27, 52, 702, 703].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA'])
})

const cell = fc.oneof(
  fc.integer({ min: -1e9, max: 1e9 }),
  fc.integer({ min: -1e9, max: 1e9 }).map(n => n / 1000),
  fc.constant(null),
)
const matrix = fc.array(fc.tuple(fc.constantFrom('ab', 'c d', 'é, "q"', 'x|y'), cell, cell), {
  minLength: 2,
  maxLength: 20,
})

test('what is written into a sheet, anywhere on it, is what its table holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      matrix,
      fc.nat({ max: 4 }),
      fc.nat({ max: 4 }),
      fc.constantFrom('xlsx', 'xls', 'ods', 'xlsb'),
      async (rows, right, down, kind) => {
        fc.pre(rows.some(([, a]) => a !== null) && rows.some(([, , b]) => b !== null))
        const sheet = library.utils.aoa_to_sheet([])
        const all = [['name', 'first', 'second'], ...rows]
        library.utils.sheet_add_aoa(sheet, all, { origin: { r: down, c: right } })
        const book = library.utils.book_new()
        library.utils.book_append_sheet(book, sheet, 'Data')
        const bytes = library.write(book, { type: 'buffer', bookType: kind }) as Buffer
        await folder.write(`random.${kind}`, bytes)
        const [found] = await tablesOf(await parse(`random.${kind}`))
        const held: unknown[][] = []
        for await (const row of readRows(found!))
          held.push(found!.columns.map((column, at) => typed(row[at]!, column)))
        expect(found!.columns.map(column => column.name)).toEqual(['name', 'first', 'second'])
        expect(held).toEqual(rows)
      },
    ),
    { numRuns: 20 },
  )
})

test('a workbook with the ending of another kind is read as one by both tools', async () => {
  await folder.write('garden.dat', await readBytes(join(files, 'garden.xlsx')))
  const [named, other] = await Promise.all(
    ['garden.xlsx', 'garden.dat'].map(name => readTables(name, [folder.path])),
  )
  const [first] = named!
  expect(other!.map(each => each.sheet)).toEqual(named!.map(each => each.sheet))
  const query = { sheet: first!.sheet, sql: `SELECT "${first!.columns[0]!.name}" FROM t` }
  const ask = async (file: string) =>
    (await table.execute(table.input.parse({ file, ...query }), folder.context)).details
  expect(await ask('garden.dat')).toEqual(await ask('garden.xlsx'))
  const { content } = await readFile.execute(
    readFile.input.parse({ path: 'garden.dat' }),
    folder.context,
  )
  expect(content).toContain(`Sheet "${first!.sheet}"`)
})
