// What a file holds, in a few lines: shown to the model before it reasons, so that it knows what there
// is to read. The same file always gives the same text, and no folder is named.

import { counted } from '../documents/text-document.ts'
import { firstRows, outlineOf, sheetName, sizeOf } from '../tables/outline.ts'
import { cellText } from '../tables/render.ts'
import { typedFormat } from '../tables/source.ts'
import type { Table } from '../tables/table.ts'
import { isList, readTables, tablesOf } from '../tables/tables.ts'
import { sheetNotes } from '../workbooks/notes.ts'
import type { Sheet } from '../workbooks/workbook.ts'
import { locateText, recognise } from './kinds.ts'
import { readLines } from './lines.ts'
import { type DocumentKind, loadDocument } from './load-document.ts'
import { bytes, type Located, locate } from './locate.ts'
import { describePicture } from './pictures.ts'
import { aboutDocument, outlineLines } from './read/document.ts'
import { parseIsolated } from './reader.ts'
import type { SaidOfFile } from './said-of-file.ts'

/** The description of `outlineFile`. */
export async function describeFile(
  path: string,
  roots: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  return (await outlineFile(path, roots, signal)).description
}

/**
 * Type, size and outline of the file at `path` inside `roots`: for a table rows, columns with type and
 * examples, and the first rows; for a workbook this for each sheet; for a PDF its pages, title and
 * first lines; for a presentation its slides; for a document its headings and tables; for JSON its
 * structure; for an archive what is in it; for text its lines. Throws one sentence when the file may not
 * be read; something that is none of these is described as what it looks like. Its tables: none, one, or those
 * of its sheets or its text.
 */
export async function outlineFile(
  path: string,
  roots: readonly string[],
  signal?: AbortSignal,
): Promise<SaidOfFile & { readonly tables: readonly Table[] }> {
  const file = await locate(path, roots)
  const title = `${file.name} (${bytes(file.size)})`
  const plain = ({ description, ...rest }: SaidOfFile) => ({
    ...rest,
    description: `${title}: ${description}`,
    tables: [],
  })
  if (file.size === 0) return plain({ description: 'empty.' })
  const { kind, looksLike, remark } = await recognise(file)
  const said = ({ description, ...rest }: SaidOfFile) =>
    plain({ ...rest, description: [remark ?? '', description].join(' ').trim() })
  const documented = async (kind: DocumentKind) => {
    const document = said(await describeDocument(file, kind, signal))
    return { ...document, tables: await readTables(path, roots, signal).catch(() => []) }
  }
  switch (kind) {
    case 'pdf':
      return said(await describePdf(file, signal))
    case 'slides':
      return said(await describeSlides(file, signal))
    case 'picture':
      return said({
        description: `${await describePicture(file)}; only a model that sees can look.`,
      })
    case 'table':
    case 'parquet':
    case 'json': {
      const tables = await tablesIn(file, kind, signal)
      if (!tables) return documented('json')
      return { ...said(await describeTables(tables, [], signal)), tables }
    }
    case 'workbook': {
      const book = await parseIsolated('workbook', file, signal)
      const tables = await tablesOf(book, signal)
      const { description, ...rest } = await describeTables(tables, book.sheets, signal)
      return { ...said({ ...rest, description: `${description}\n${aboutSheets}` }), tables }
    }
    case 'word':
    case 'page':
    case 'email':
    case 'markdown':
      return documented(kind)
    case 'archive':
      return said(await describeDocument(file, kind, signal))
    case 'text':
      return said(await describeText(file, signal))
    case 'other':
      return said({ description: `looks like ${looksLike}.`, ...(looksLike && { looksLike }) })
  }
}

// --- internal ---

const aboutSheets =
  'read_file also takes "sheet", "colours": true (fill colours) and "formulas": true.'

const aboutPages = 'read_file also takes "pages": "2-4, 9".'

/** Rows that are shown of any table. */
const shownRows = 3
/** A table of at most so many rows may be shown whole, when the others, of all sheets together, have at most so many characters. */
const mostRows = 60
const mostCharacters = 2500

/** Sheets of a workbook beyond this many are described by their size alone. */
const sheetsInFull = 6

async function describeTables(
  tables: readonly Table[],
  sheets: readonly Sheet[],
  signal?: AbortSignal,
): Promise<SaidOfFile> {
  const [only] = tables
  const notes = (table: Table) => {
    const sheet = sheets.find(each => each.name === table.sheet)
    return sheet === undefined ? [] : sheetNotes({ ...sheet, merged: [] })
  }
  if (tables.length === 1 && only) {
    const sheet = only.sheet === undefined ? '' : `workbook with one sheet, ${sheetName(only)}: `
    const description = [`${sheet}${await inFull(only, signal)}`, ...notes(only)].join('\n')
    const others = await otherRows(only, signal)
    return { description, ...(others !== undefined && { otherRows: others }) }
  }
  const parts = [`workbook with ${tables.length} sheets.`]
  let others = ''
  for (const [at, table] of tables.entries()) {
    const full = at < sheetsInFull
    parts.push(
      `Sheet ${sheetName(table)}: ${full ? await inFull(table, signal) : sizeOf(table)}`,
      ...notes(table),
    )
    const rows = full ? await otherRows(table, signal) : undefined
    const more = rows === undefined ? '' : `Sheet ${sheetName(table)}:\n${rows}\n`
    if (others.length + more.length <= mostCharacters) others += more
  }
  return { description: parts.join('\n'), ...(others !== '' && { otherRows: others.trimEnd() }) }
}

async function inFull(table: Table, signal?: AbortSignal): Promise<string> {
  const first = await firstRows(table, shownRows, signal)
  const rows = table.rows === 0 ? 'It has no rows.' : `The first rows:\n${first}`
  return `${outlineOf(table)}\n${rows}`
}

/** What follows the rows that a description shows, of a table so short that to ask for them costs more. */
async function otherRows(table: Table, signal?: AbortSignal): Promise<string | undefined> {
  if (table.rows <= shownRows || table.rows > mostRows) return undefined
  const lines = (await firstRows(table, mostRows, signal)).split('\n')
  const others = lines.slice(2 + shownRows).join('\n')
  return others.length > mostCharacters ? undefined : others
}

/** The tables of a file in text; none in JSON that is not a record a line. */
async function tablesIn(
  file: Located,
  kind: 'table' | 'parquet' | 'json',
  signal?: AbortSignal,
): Promise<readonly Table[] | undefined> {
  const read = () => readTables(file.path, [file.path], signal)
  if (kind !== 'json') return read()
  const format = typedFormat(file.name)
  if (format === undefined || (format === 'json' && !(await isList(file)))) return undefined
  const tables = await read().catch(() => {
    signal?.throwIfAborted()
    return []
  })
  // lines that are mostly no JSON are shown as what they are
  const isTable = tables.some(({ source, rows }) => source.kind !== 'typed' || source.broken < rows)
  return isTable ? tables : undefined
}

/** Pages of a document that is not long. */
const fewPages = Array.from({ length: 12 }, (_, at) => at + 1)

async function describePdf(file: Located, signal?: AbortSignal): Promise<SaidOfFile> {
  const request = { ...file, pages: fewPages, characters: 10_000 }
  const pdf = await parseIsolated('pdf', request, signal)
  const lines = (pdf.pages[0]?.text ?? '').split('\n').filter(line => line.trim() !== '')
  const begins =
    lines.length === 0 ? 'Its first page has no text; it may be a picture.' : 'It begins:'
  const title = pdf.title === undefined ? '' : `, titled "${cellText(pdf.title)}"`
  const description = [
    `PDF document, ${counted(pdf.total, 'page')}${title}. ${begins}`,
    ...lines.slice(0, 8).map(line => cellText(line)),
    ...(pdf.total > 3 ? [aboutPages] : []),
  ].join('\n')
  const whole = pdf.pages.length === pdf.total && pdf.pages.every(page => page.text.trim() !== '')
  return {
    description,
    ...(whole && { characters: pdf.pages.reduce((sum, page) => sum + page.text.length, 0) }),
  }
}

const mostTitles = 30

async function describeSlides(file: Located, signal?: AbortSignal): Promise<SaidOfFile> {
  const slides = await parseIsolated('slides', { ...file, pages: [], characters: 1 }, signal)
  const { total, title, headings = [] } = slides
  const titled = title === undefined ? '' : `, titled "${cellText(title)}"`
  const rest = headings.length - mostTitles
  const description = [
    `presentation, ${counted(total, 'slide')}${titled}. Their titles:`,
    ...headings.slice(0, mostTitles).map(each => cellText(each)),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    aboutPages,
  ].join('\n')
  return { description }
}

const mostLines = 30

async function describeDocument(
  file: Located,
  kind: DocumentKind,
  signal?: AbortSignal,
): Promise<SaidOfFile> {
  const document = await loadDocument(file, kind, signal)
  if ('asText' in document) {
    const text = await describeText(file, signal)
    return { ...text, description: `${document.asText} ${text.description}` }
  }
  const { lines, outline, remarks } = document
  const isList = kind === 'archive'
  const about = aboutDocument(document).slice(document.name.length + 2)
  const written = lines.filter(line => line.trim() !== '').map(line => cellText(line))
  const begins = written.slice(0, isList ? mostLines : 5)
  const rest = isList ? lines.length - begins.length : 0
  const description = [
    [about, ...remarks].join(' '),
    ...outlineLines(outline, mostLines),
    ...(outline.length > 0 ? [] : [isList ? 'It holds:' : 'It begins:', ...begins]),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ].join('\n')
  const characters = lines.reduce((sum, line) => sum + line.length + 1, 0)
  return isList ? { description } : { description, characters }
}

async function describeText(file: Located, signal?: AbortSignal): Promise<SaidOfFile> {
  const { encoding } = await locateText(file.path, [file.path])
  const first: string[] = []
  let [count, characters] = [0, 0]
  for await (const line of readLines(file.path, encoding, signal)) {
    count += 1
    characters += line.length + 1
    if (line.trim() !== '' && first.length < 5) first.push(cellText(line))
  }
  const description = [`text, ${counted(count, 'line')}. It begins:`, ...first].join('\n')
  return { description, characters }
}
