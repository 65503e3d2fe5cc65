// The tables in a file: one of delimited text, JSON or Parquet, those of a workbook, of a document.

import { stat } from 'node:fs/promises'
import { tablesIn } from '../documents/text-document.ts'
import { kindByName, locateText, recognise } from '../files/kinds.ts'
import { type DocumentKind, loadDocument } from '../files/load-document.ts'
import { type Located, locate } from '../files/locate.ts'
import { parseIsolated, startDatabase } from '../files/reader.ts'
import { beginOf, type TextEncoding } from '../files/text.ts'
import { foldName, nearest } from '../nearest.ts'
import { isQuoteError, sniff } from './dialect.ts'
import { guess } from './guess.ts'
import { sheetSource, type TableSheet, typedFormat } from './source.ts'
import { profile, type Table } from './table.ts'

/**
 * Finds what all tables in the file at `path` hold, which must lie inside `roots`: one of delimited text, JSON or
 * Parquet, one for each sheet of a workbook with something in it, for each list of records within JSON, and for each
 * table of a Word document, an HTML page, an e-mail or Markdown. Throws one sentence when the file cannot be read, is not a table, or is empty.
 */
export async function readTables(
  path: string,
  roots: readonly string[],
  signal?: AbortSignal,
): Promise<readonly Table[]> {
  const file = await locate(path, roots)
  const { kind } = await recognise(file)
  const format = typedFormat(file.name) ?? (kind === 'json' ? 'json' : undefined)
  if (format === 'json' && !(await isList(file)))
    return tablesOf(await bookOfRecords(file, signal), signal)
  if (format !== undefined) return [await parseIsolated('typed', { ...file, format }, signal)]
  if (kind === 'workbook' || kindByName(file.name) === 'workbook')
    return tablesOf(await parseIsolated('workbook', file, signal), signal)
  if (kind === 'word' || kind === 'page' || kind === 'email' || kind === 'markdown')
    return tablesOf(await bookOf(file, kind, signal), signal)
  return [await readTable(path, roots, signal)]
}

/** True for JSON that begins as a list of objects. */
export async function isList(file: Located): Promise<boolean> {
  return /^\s*\[\s*\{/.test(await beginOf(file.path, 'utf-8'))
}

/** The tables of a workbook that has been read, or of what is like one. Throws when it holds none. */
export async function tablesOf(book: Book, signal?: AbortSignal): Promise<readonly Table[]> {
  const tables: Table[] = []
  for (const sheet of book.sheets) {
    const source = sheetSource(sheet)
    if (source) tables.push(await profile(book.name, source, signal))
  }
  if (tables.length === 0) throw new Error(`${book.name} is empty: no sheet has anything in it.`)
  return tables
}

/** The table of a file of delimited text; throws as `readTables` does. */
export async function readTable(
  path: string,
  roots: readonly string[],
  signal?: AbortSignal,
): Promise<Table> {
  const file = await locateText(path, roots)
  const { name, encoding } = file
  const found = file.size < large ? undefined : await profileLarge(file, signal)
  if (found) return found
  const dialect = await sniff(file.path, encoding, name, signal)
  const source = { ...dialect, kind: 'delimited' } as const
  return profile(name, source, signal).catch(error => {
    if (!isQuoteError(error)) throw error
    return profile(name, { ...source, quotes: false }, signal)
  })
}

/** The table of `sheet`. Throws one sentence that names the sheets there are when there is no such one. */
export function chooseTable(tables: readonly Table[], sheet: string): Table {
  const file = [...new Set(tables.map(table => table.name))].join(' or ')
  const names = tables.flatMap(table => table.sheet ?? [])
  if (names.length === 0) throw new Error(`${file} is not a workbook and has no sheets.`)
  const found =
    tables.find(table => table.sheet === sheet) ??
    tables.find(table => foldName(table.sheet ?? '') === foldName(sheet))
  if (found) return found
  const listed = (some: readonly string[]) => some.map(name => `"${name}"`).join(', ')
  const near = nearest(sheet, names)
  const help =
    near.length > 0 ? `did you mean ${listed(near)}?` : `its sheets are ${listed(names)}.`
  throw new Error(`${file} has no sheet "${sheet}"; ${help}`)
}

// --- internal ---

/** A name, and sheets as far as their tables need them. */
interface Book {
  readonly name: string
  readonly sheets: readonly TableSheet[]
}

/** The tables of a document as the sheets `table 1`, `table 2`, ...; a row stands in the line it has in the document. */
async function bookOf(file: Located, kind: DocumentKind, signal?: AbortSignal): Promise<Book> {
  const document = await loadDocument(file, kind, signal)
  if ('asText' in document) throw new Error(document.asText)
  const { name } = document
  const sheets = tablesIn(document.lines).map(({ line, rows }, index) =>
    // the rule below the head is no row
    sheetOf(`table ${index + 1}`, rows, at => line + at + (at > 0 ? 1 : 0)),
  )
  if (sheets.length === 0)
    throw new Error(`${name} is ${document.what} without a table; read it with read_file.`)
  return { name, sheets }
}

/** The lists of records in JSON as sheets. */
async function bookOfRecords(file: Located, signal?: AbortSignal): Promise<Book> {
  const { name } = file
  const lists = await parseIsolated('records', file, signal)
  if (lists.length === 0)
    throw new Error(`${name} is JSON without a list of records, so it is no table.`)
  return { name, sheets: lists.map(list => sheetOf(list.name, list.rows, at => at)) }
}

const sheetOf = (
  name: string,
  rows: readonly (readonly string[])[],
  rowOf: (at: number) => number,
): TableSheet => ({
  name,
  hidden: false,
  rows: rows.map((cells, at) => ({ row: rowOf(at), cells })),
  width: rows.reduce((most, { length }) => Math.max(most, length), 0),
  merged: [],
  computed: {},
  headed: true,
})

type ProfileLarge = (
  file: Located & TextEncoding,
  signal?: AbortSignal,
) => Promise<Table | undefined>

/** Smaller files are read here as fast as by the database. */
const large = 1_000_000

/** By the database in the other process, which starts while the first records are read; `undefined` where it cannot. */
const profileLarge = remembered(async (file, signal) => {
  try {
    const [guessed] = await Promise.all([guess(file, signal), startDatabase(signal)])
    return guessed && (await parseIsolated('large', guessed, signal))
  } catch {
    signal?.throwIfAborted()
    return undefined
  }
})

/** A file that has not changed since is not looked through again. */
function remembered(profile: ProfileLarge): ProfileLarge {
  const known = new Map<string, Table | undefined>()
  return async (file, signal) => {
    const { mtimeMs } = await stat(file.path)
    const key = JSON.stringify([file, mtimeMs])
    if (known.has(key)) return known.get(key)
    const found = await profile(file, signal)
    if (known.size > 100) known.clear()
    known.set(key, found)
    return found
  }
}
