// The tables in a file: one of delimited text, JSON or Parquet, and one for each sheet of a workbook.

import { isWorkbook } from '../files/kinds.ts'
import { locate } from '../files/locate.ts'
import { readWorkbook } from '../files/reader.ts'
import { locateText } from '../files/text.ts'
import { foldName, nearest } from '../nearest.ts'
import type { Workbook } from '../workbooks/workbook.ts'
import { isQuoteError, sniff } from './dialect.ts'
import { sheetSource } from './source.ts'
import { profileApart, profileTypedApart } from './sql/apart.ts'
import { type AnyTable, profile, type Table, totalLabel } from './table.ts'
import { typedFormat } from './typed.ts'

/**
 * Reads the outlines of all tables in the file at `path`, which must lie inside `roots`: one for
 * delimited text, one for each sheet of a workbook with something in it. Throws one sentence when the
 * file cannot be read, is not a table, or is empty.
 */
export async function readTables(
  path: string,
  roots: readonly string[],
  signal?: AbortSignal,
): Promise<readonly Table[]> {
  const file = await locate(path, roots)
  if (!(await isWorkbook(file))) return [await readTable(path, roots, signal)]
  return tablesOf(await readWorkbook(file, signal), signal)
}

/** As `readTables`, and the one table of a file of JSON, JSON lines or Parquet as well. */
export async function readAnyTables(
  path: string,
  roots: readonly string[],
  signal?: AbortSignal,
): Promise<readonly AnyTable[]> {
  const format = typedFormat(path)
  if (format === undefined) return readTables(path, roots, signal)
  const { path: real, name } = await locate(path, roots)
  const found = await profileTypedApart({ path: real, name, format }, signal)
  return [{ name, ...found, short: 0, long: 0 }]
}

/** The tables of a workbook that has been read. Throws when it holds none. */
export async function tablesOf(book: Workbook, signal?: AbortSignal): Promise<readonly Table[]> {
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
  const { name } = file
  const dialect = await sniff(file.path, file.encoding, name, signal)
  const found = await profileApart({ dialect, size: file.size }, signal)
  if (found && totalLabel(found.last) === undefined) {
    const { columns, rows } = found
    const source = { ...dialect, kind: 'delimited', plain: true } as const
    return { name, source, columns, rows, short: 0, long: 0 }
  }
  const source = { ...dialect, kind: 'delimited' } as const
  return profile(name, source, signal).catch(error => {
    if (!isQuoteError(error)) throw error
    return profile(name, { ...source, quotes: false }, signal)
  })
}

/** The table of `sheet`. Throws one sentence that names the sheets there are when there is no such one. */
export function chooseTable<Found extends AnyTable>(
  tables: readonly Found[],
  sheet: string,
): Found {
  const file = tables[0]!.name
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
