// Whatever is written as delimited text is read back, in every spelling and encoding.
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dialect, recordsIn } from '../../../tools/tables/dialect.ts'
import { readRows } from '../../../tools/tables/table.ts'
import { readTable } from '../../../tools/tables/tables.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
})
afterAll(() => folder.remove())

const delimiters = fc.constantFrom(',', ';', '\t', '|')
const lineEnds = fc.constantFrom('\n', '\r\n', '\r')
const awkward = fc.constantFrom(
  'a',
  'é',
  '"',
  '\\',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r',
  ' ',
  '0',
  '\0',
)
const cells = fc.array(awkward, { maxLength: 6 }).map(parts => parts.join(''))

function print(
  rows: readonly (readonly string[])[],
  spelling: Pick<Dialect, 'delimiter' | 'escape'>,
  lineEnd: string,
  always: boolean,
): string {
  const needed = new RegExp(`["\\r\\n${spelling.delimiter === '|' ? '\\|' : spelling.delimiter}]`)
  const cell = (text: string) => {
    if (!always && text !== '' && !needed.test(text)) return text
    const inner = spelling.escape === '"' ? text : text.replaceAll('\\', '\\\\')
    return `"${inner.replaceAll('"', `${spelling.escape}"`)}"`
  }
  return rows.map(row => row.map(cell).join(spelling.delimiter)).join(lineEnd)
}

test('every table is cut into the cells it was written from, however it is quoted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cells, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      delimiters,
      fc.constantFrom('"' as const, '\\' as const),
      lineEnds,
      fc.boolean(),
      async (rows, delimiter, escaping, lineEnd, always) => {
        const spelling = { delimiter, quotes: true, escape: escaping } as const
        await folder.write('cut.csv', print(rows, spelling, lineEnd, always))
        const file = { path: join(folder.path, 'cut.csv'), encoding: 'utf-8', above: 0 } as const
        const end = lineEnd === '\r' ? '\r' : '\n'
        const read: string[][] = []
        for await (const each of recordsIn({ ...file, ...spelling, end, header: true }))
          read.push(each)
        const isEmpty = (row: string[]) => row.length > 1 && row.every(cell => cell === '')
        expect(read).toEqual(rows.filter(row => !isEmpty(row)))
      },
    ),
    { numRuns: 300 },
  )
})

const encodings = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-8 with a mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'windows-1252': (text: string) => Buffer.from(text, 'latin1'),
} as const

test('a file in any dialect and encoding gives back its header and its cells', async () => {
  const word = fc.constantFrom(
    'über',
    'naïve',
    'Oslo',
    'a "b"',
    'x;y',
    'x,y',
    'p|q',
    'two\nlines',
    '',
  )
  const row = fc.tuple(word, fc.integer({ min: 1, max: 9999 }).map(String), word)
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 3, maxLength: 12 }),
      delimiters,
      fc.constantFrom('"' as const, '\\' as const),
      lineEnds,
      fc.constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[])),
      async (rows, delimiter, escaping, lineEnd, encoding) => {
        const spelling = { delimiter, quotes: true, escape: escaping } as const
        const header = ['Stadt', 'n', 'Straße']
        const text = print([header, ...rows], spelling, lineEnd, true)
        await folder.write('any.csv', encodings[encoding](text))
        const table = await readTable('any.csv', [folder.path])
        expect(table.source).toMatchObject({ delimiter, header: true })
        const read: (readonly string[])[] = []
        for await (const each of readRows(table)) read.push(each)
        expect(table.columns.map(column => column.name)).toEqual(header)
        expect(read).toEqual(rows)
        expect([table.rows, table.short, table.long]).toEqual([rows.length, 0, 0])
      },
    ),
    { numRuns: 60 },
  )
})
