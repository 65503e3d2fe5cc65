// Whatever is written as delimited text is read back, in every spelling and encoding.
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSplitter, type Spelling } from '../../../tools/tables/records.ts'
import { readRows } from '../../../tools/tables/table.ts'
import { readTable } from '../../../tools/tables/tables.ts'
import { type Folder, openFolder } from '../../support/folder.ts'

let folder: Folder
beforeAll(async () => {
  folder = await openFolder()
})
afterAll(() => folder.remove())

function split(text: string, spelling: Spelling, sizes: readonly number[] = []): string[][] {
  const splitter = createSplitter(spelling)
  const records: string[][] = []
  let at = 0
  for (let n = 0; at < text.length; n++) {
    const size = sizes.length === 0 ? text.length : sizes[n % sizes.length]!
    records.push(...splitter.push(text.slice(at, at + size)))
    at += size
  }
  return [...records, ...splitter.end()]
}

const delimiters = fc.constantFrom(',', ';', '\t', '|')
const lineEnds = fc.constantFrom('\n', '\r\n', '\r')
const pieces = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
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
  spelling: Spelling,
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

test('every table is cut into the cells it was written from, however it is quoted and chunked', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cells, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      delimiters,
      fc.constantFrom('"' as const, '\\' as const),
      lineEnds,
      fc.boolean(),
      pieces,
      (rows, delimiter, escaping, lineEnd, always, sizes) => {
        const spelling = { delimiter, quotes: true, escape: escaping } as const
        const text = print(rows, spelling, lineEnd, always)
        expect(split(text, spelling, sizes)).toEqual(rows)
      },
    ),
    { numRuns: 300 },
  )
})

test('what a well-known parser reads of any text, well quoted or not, is read', () => {
  const loose = fc.array(fc.constantFrom('a', '"', ',', '\n', ' ', 'bc', '","', '"\n"'), {
    maxLength: 14,
  })
  fc.assert(
    fc.property(loose, pieces, (parts, sizes) => {
      const text = parts.join('')
      const known = orUnclosed(() =>
        parse(text, { relax_quotes: true, relax_column_count: true, skip_empty_lines: true }),
      )
      const spelling = { delimiter: ',', quotes: true, escape: '"' } as const
      expect(orUnclosed(() => split(text, spelling, sizes))).toEqual(known)
    }),
    { numRuns: 600 },
  )
})

function orUnclosed(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return /quote/i.test((error as { code?: string }).code ?? '') ? 'unclosed' : error
  }
}

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
        const read: string[][] = []
        for await (const each of readRows(table)) read.push(each)
        expect(table.columns.map(column => column.name)).toEqual(header)
        expect(read).toEqual(rows)
        expect([table.rows, table.short, table.long]).toEqual([rows.length, 0, 0])
      },
    ),
    { numRuns: 60 },
  )
})
