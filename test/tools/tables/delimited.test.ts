import { afterAll, beforeAll, expect, test } from 'vitest'
import { typed } from '../../../tools/tables/columns.ts'
import { outlineOf } from '../../../tools/tables/outline.ts'
import { readRows } from '../../../tools/tables/table.ts'
import { readTable } from '../../../tools/tables/tables.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
})
afterAll(() => folder.remove())

async function read(name: string, content: string | Uint8Array) {
  await folder.write(name, content)
  const table = await readTable(name, [folder.path])
  const rows: unknown[][] = []
  for await (const row of readRows(table))
    rows.push(table.columns.map((column, at) => typed(row[at]!, column)))
  return { table, rows, types: table.columns.map(column => column.type) }
}

test('the delimiter is found: comma, semicolon, tab and bar', async () => {
  for (const [name, mark] of [
    ['a.csv', ','],
    ['b.csv', ';'],
    ['c.tsv', '\t'],
    ['d.txt', '|'],
  ] as const) {
    const text = [
      `name${mark}amount${mark}note`,
      `x${mark}1${mark}hello world`,
      `y${mark}2${mark}z`,
    ]
    const { table, rows } = await read(name, text.join('\n'))
    expect(table.source).toMatchObject({ delimiter: mark })
    expect(rows).toEqual([
      ['x', 1, 'hello world'],
      ['y', 2, 'z'],
    ])
  }
})

test('commas inside semicolon cells do not make them columns', async () => {
  const { table, rows } = await read('places.csv', 'place;size\nRome, Italy;1\nParis, France;2\n')
  expect(table.columns.map(column => column.name)).toEqual(['place', 'size'])
  expect(rows).toEqual([
    ['Rome, Italy', 1],
    ['Paris, France', 2],
  ])
})

test('a semicolon file whose numbers use a decimal comma is read so', async () => {
  const { rows, table } = await read('de.csv', 'Ware;Preis;Menge\nA;1,50;1.000\nB;1.234,00;2.500\n')
  expect(rows).toEqual([
    ['A', 1.5, 1000],
    ['B', 1234, 2500],
  ])
  expect(table.columns[1]!.decimal).toBe(',')
})

test('a semicolon file whose numbers use a decimal point is read so', async () => {
  const { rows } = await read('en.csv', 'item;price;stock\nA;1.50;1,000\nB;0.25;2,500\n')
  expect(rows).toEqual([
    ['A', 1.5, 1000],
    ['B', 0.25, 2500],
  ])
})

test('a decimal comma among decimal points is read, and told', async () => {
  const { table, rows, types } = await read(
    'odd.csv',
    'lot;brix\n1;17.8\n2;18,25\n3;20\n4;n/a\n5;19.5\n',
  )
  expect(rows.map(row => row[1])).toEqual([17.8, 18.25, 20, null, 19.5])
  expect(types).toEqual(['number', 'number'])
  expect(table.columns[1]).toMatchObject({ mixed: 1, odd: 1, digits: { after: 2 } })
  expect(outlineOf(table)).toContain('- brix: number, 1 with a decimal comma, 1 not a number')
})

test('whole numbers with a letter before some of them are names, and none of these is lost', async () => {
  const { table, types } = await read('lines.csv', 'line,n\n12,4\n27,N3\n9,5.5\n4,6\nN3,1\n8,2')
  expect(types).toEqual(['text', 'number'])
  expect(table.columns[0]!.distinct).toEqual(['12', '27', '9', '4', 'N3', '8'])
})

test('an outline shows cells that could not be read, and all values where they are short', async () => {
  const codes = Array.from({ length: 20 }, (_, n) => `P${n}`)
  const lines = codes.map((code, n) => `${code};${n === 3 ? '~18' : n === 5 ? 'n/a' : n}`)
  const { table } = await read('cells.csv', ['code;amount', ...lines].join('\n'))
  const said = outlineOf(table)
  expect(said).toContain(`- code: text; values: ${codes.join(', ')}`)
  expect(said).toContain('2 not a number and taken as empty (~18, n/a; kept in "amount_text")')
})

test('an outline says as what a query finds dates that are not written as days of ISO 8601', async () => {
  const days = 'plain,worded,moment\n2026-05-03,3 May 2026,2026-05-03T10:00\n'
  const said = outlineOf((await read('days.csv', days)).table)
  expect(said).toContain('- plain: date; such as')
  expect(said).toContain('- worded: date, YYYY-MM-DD in SQL; such as')
  expect(said).toContain('- moment: date, text in SQL; such as')
})

test('an outline tells what stands above the table, and the spellings of what comes again', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `Works no. ${n}, hall ${n % 3}`)
  const lines = [...names, ...names].map((name, n) => `"${name}",${n}`)
  const text = ['Output by works,', '"£ thousands, year to March",', 'works,output', ...lines]
  const { table } = await read('titled.csv', text.join('\n'))
  const said = outlineOf(table)
  expect(said).toContain(
    '2 lines above the table skipped: "Output by works / £ thousands, year to March"',
  )
  expect(said).toContain(`- works: text; values: ${names.join('; ')}`)
})

test('quoted line breaks, quotes and delimiters stay inside their cell', async () => {
  const { rows } = await read(
    'quoted.csv',
    'id,text\r\n1,"line one\nline ""two"", end"\r\n2,plain\r\n',
  )
  expect(rows).toEqual([
    [1, 'line one\nline "two", end'],
    [2, 'plain'],
  ])
})

test('ragged rows are read and counted', async () => {
  const { table, rows } = await read('ragged.csv', 'a,b,c\n1,2,3\n4,5\n6,7,8,9\n10,11,12\n')
  expect([table.rows, table.short, table.long]).toEqual([4, 1, 1])
  expect(table.columns.map(column => column.name)).toEqual(['a', 'b', 'c', 'column_4'])
  expect(rows[1]).toEqual([4, 5, null, null])
  expect(rows[2]).toEqual([6, 7, 8, 9])
  expect(outlineOf(table)).toContain(
    '(1 row has fewer cells than there are columns; 1 row has more cells than the header)',
  )
})

test('a quotation mark that is never closed does not swallow the file', async () => {
  const { table, rows } = await read('inch.csv', 'size,count\n"5,1\n6,2\n7,3\n')
  expect(table.source).toMatchObject({ quotes: false })
  expect(rows).toHaveLength(3)
})

test('a file without a header has its first row as data', async () => {
  const { table, rows } = await read('bare.csv', 'x,1,2024-01-01\ny,2,2024-01-02\nz,3,2024-01-03\n')
  expect(table.source.header).toBe(false)
  expect(table.columns.map(column => column.name)).toEqual(['column_1', 'column_2', 'column_3'])
  expect(rows).toHaveLength(3)
})

test('years may be column names', async () => {
  const { table } = await read('years.csv', 'country,2019,2020\nA,11.5,12\nB,13,14.25\n')
  expect(table.columns.map(column => column.name)).toEqual(['country', '2019', '2020'])
})

test('a title above the table is skipped', async () => {
  const { table, rows } = await read('title.csv', 'Report 2024\n\nname,n\na,1\nb,2\nc,3\n')
  expect(table.source.above).toBe(1)
  expect(rows).toHaveLength(3)
})

test('columns without a name or with the same name become distinct', async () => {
  const { table } = await read('names.csv', 'a,,A,a\nx,1,2,y\nz,3,4,w\n')
  expect(table.columns.map(column => column.name)).toEqual(['a', 'column_2', 'A_2', 'a_3'])
})

test('codes stay text with their zeros', async () => {
  const { rows, types } = await read(
    'codes.csv',
    'zip,n\n01234,1\n56789,2\n99999,3\n88888,4\n77777,5\n',
  )
  expect(types).toEqual(['text', 'number'])
  expect(rows[0]).toEqual(['01234', 1])
})

test('a column of slash dates is read when its cells prove the order, else left as text', async () => {
  const day = await read('dmy.csv', 'd,n\n03/04/2024,1\n25/04/2024,2\n')
  expect(day.rows[0]).toEqual(['2024-04-03', 1])
  const unclear = await read('unclear.csv', 'd,n\n03/04/2024,1\n05/04/2024,2\n')
  expect(unclear.types[0]).toBe('text')
  expect(unclear.rows[0]).toEqual(['03/04/2024', 1])
})

test('the unit in a header belongs to its numbers', async () => {
  const { table } = await read(
    'units.csv',
    'Distance (km),Share,Name (first)\n5,10 %,x\n6,20 %,y\n',
  )
  expect(table.columns.map(column => column.unit)).toEqual(['km', '%', undefined])
})

const accents = 'Stadt;Straße\nKöln;Große Allee\nNîmes;Rue\n'
test.each([
  ['utf-8', Buffer.from(accents)],
  ['utf-8 with a byte order mark', Buffer.from(`\ufeff${accents}`)],
  ['utf-16le', Buffer.from(`\ufeff${accents}`, 'utf16le')],
  ['utf-16be', Buffer.from(`\ufeff${accents}`, 'utf16le').swap16()],
  ['utf-16le without a byte order mark', Buffer.from(accents, 'utf16le')],
  ['latin-1', Buffer.from(accents, 'latin1')],
])('%s is read with its accents', async (_, content) => {
  const { table, rows } = await read('accents.csv', content)
  expect(table.columns.map(column => column.name)).toEqual(['Stadt', 'Straße'])
  expect(rows).toEqual([
    ['Köln', 'Große Allee'],
    ['Nîmes', 'Rue'],
  ])
})

test('accents are found even where they first stand far into a long file', async () => {
  const many = `n,word\n${'1,plain\n'.repeat(40_000)}2,café\n`
  for (const encoding of ['utf8', 'latin1'] as const) {
    const { rows } = await read('late.csv', Buffer.from(many, encoding))
    expect(rows.at(-1)).toEqual([2, 'café'])
  }
})

test('a character cut by the border of two chunks stays whole', async () => {
  const { rows } = await read('border.csv', `n,word\n${`1,${'é'.repeat(99)}\n`.repeat(3000)}`)
  expect(new Set(rows.map(row => row[1]))).toEqual(new Set(['é'.repeat(99)]))
})

test('an empty file says so', async () => {
  await folder.write('nothing.csv', '')
  await expect(readTable('nothing.csv', [folder.path])).rejects.toThrow('nothing.csv is empty')
})

test('a last row that holds the sums of the others is not a row of its own', async () => {
  const { table, rows } = await read(
    'sums.csv',
    'city,sold,price\nOslo,1,"1,000.50"\nRome,2,0.1\nTotal,3,"1,000.60"\n',
  )
  expect(table.total).toBe('Total')
  expect(rows).toEqual([
    ['Oslo', 1, 1000.5],
    ['Rome', 2, 0.1],
  ])
  expect(table.columns[0]!.distinct).toEqual(['Oslo', 'Rome'])
})

test('a last row that only calls itself a total, or claims another number, stays', async () => {
  const wrong = await read('wrong.csv', 'city,sold\nOslo,1\nRome,2\nTotal,4\n')
  expect([wrong.table.total, wrong.table.rows]).toEqual([undefined, 3])
  const words = await read('words.csv', 'word,kind\nother,noun\nsum,noun\nTotal,verb\n')
  expect(words.table.rows).toBe(3)
})

test('backslashes before quotes are followed where that makes a table, and are letters elsewhere', async () => {
  const escaped = await read('escaped.csv', 'a,b\n1,"say \\"hi, you\\" now"\n2,"plain"\n')
  expect(escaped.rows[0]).toEqual([1, 'say "hi, you" now'])
  const folders = await read('folders.csv', 'dir,n\n"C:\\a\\",1\n"D:\\",2\n"E:\\x",3\n')
  expect(folders.rows.map(row => row[0])).toEqual(['C:\\a\\', 'D:\\', 'E:\\x'])
})

test('lines of comment above a table are skipped; one that is the header names the columns', async () => {
  const above = await read('above.csv', '# by hand, v2\n# 2024\nname,age\nAna,3\nBo,4\n')
  expect([above.table.source.above, above.rows]).toEqual([
    2,
    [
      ['Ana', 3],
      ['Bo', 4],
    ],
  ])
  const header = await read('hash.tsv', '## v1\n# id\tn\nx\t1\ny\t2\n')
  expect(header.table.columns.map(column => column.name)).toEqual(['# id', 'n'])
  const tags = await read('tags.csv', '#tag,n\n#a,1\n#b,2\n')
  expect(tags.rows).toHaveLength(2)
})

test('lines may end with CR, LF or both, and CR inside a line is a letter where LF ends it', async () => {
  for (const end of ['\r', '\n', '\r\n'])
    expect((await read('ends.csv', ['a,b', '1,x', '2,y', ''].join(end))).rows).toEqual([
      [1, 'x'],
      [2, 'y'],
    ])
  expect((await read('mixed.csv', 'a,b\r\n1,x\ry\n2,z\r\n')).rows).toEqual([
    [1, 'x\ry'],
    [2, 'z'],
  ])
})

test('a stray NUL byte in text does not make it binary', async () => {
  const { rows } = await read('nul.csv', `a,b\n${'1,x\n'.repeat(20)}1,y\0z\n`)
  expect(rows.at(-1)).toEqual([1, 'y\0z'])
})

test('a table of one column, and one of nothing but a header', async () => {
  const one = await read('one.csv', 'name\nAna\n"Bo, jr"\n""\n')
  expect(one.rows).toEqual([['Ana'], ['Bo, jr'], [null]])
  const none = await read('header.csv', 'name,age\n')
  expect([none.table.rows, none.table.columns.map(column => column.name)]).toEqual([
    0,
    ['name', 'age'],
  ])
})

test('an outline says in how many ways a column is spelled', async () => {
  const days = ['3/4/2024', 'May 5, 2024', '2024-06-01', '5/6/2024', 'spring 24', '7/8/2024']
  await folder.write('spelled.csv', ['day,n', ...days.map((day, n) => `"${day}",${n}`)].join('\n'))
  expect(outlineOf(await readTable('spelled.csv', [folder.path]))).toContain(
    '- day: text, 4 patterns: 9/9/9 (3), a 9, 9 (1), 9-9-9 (1), a 9 (1)',
  )
})

test('rows that call themselves sums are told, and are neither the largest nor part of the total', async () => {
  const half = Array.from({ length: 25 }, (_, n) => `b${n},${n}`)
  const rest = [...half.map((_, n) => `c${n},${n + 25}`), 'd,99', 'e,99']
  const rows = [...half, 'Subtotal,300', ...rest, 'Subtotal,1123']
  const outline = async (last: string) => {
    await folder.write('sums.csv', ['id,sold', ...rows, last].join('\n'))
    return outlineOf(await readTable('sums.csv', [folder.path]))
  }
  const told = '2 rows such as "Subtotal" may hold sums). Columns:'
  const largest = '- sold: number, the largest, 99, more than once'
  const whole = await outline('Total,1423')
  expect(whole).toContain(`(the last row, "Total", holds sums and is not among the rows; ${told}`)
  expect(whole).toContain(largest)
  expect(await outline('f,7')).toContain(`(${told}`)
  expect(await outline('f,7')).toContain(largest)
  expect(await outline('f,100')).not.toContain('more than once')
})

test('an outline says when the largest number stands in several rows of many', async () => {
  const outline = async (numbers: readonly number[]) => {
    await folder.write('sold.csv', ['id,sold', ...numbers.map((n, at) => `a${at},${n}`)].join('\n'))
    return outlineOf(await readTable('sold.csv', [folder.path]))
  }
  const many = Array.from({ length: 50 }, (_, n) => n)
  expect(await outline([...many, 99, 7, 99])).toContain(
    '- sold: number, the largest, 99, more than once',
  )
  expect(await outline([99, ...many, 99, 100])).not.toContain('more than once')
  expect(await outline([1, 2, 3, 3])).not.toContain('more than once')
})

test('a last row of averages is none of those that it is the average of', async () => {
  const rows = ['Ann,1.3,7', 'Bo,2.7,absent', 'Cy,4,9', 'Di,2.3,2']
  const last = async (row: string) =>
    (await read('marks.csv', ['name,mark,days', ...rows, row].join('\n'))).table
  const averaged = await last('Average,2.6,6')
  expect(averaged).toMatchObject({ rows: 4, total: 'Average' })
  expect(outlineOf(averaged)).toContain(
    'the last row, "Average", holds averages and is not among the rows',
  )
  expect(await last('Average,3.1,3')).toMatchObject({ rows: 5 })
  expect((await last('Average,3.1,3')).total).toBeUndefined()
})
