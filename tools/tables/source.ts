// Where the records of a table come from: delimited text, read as it passes by, or a sheet of a
// workbook. Everything above this file sees records of cells as written.

import type { Sheet, SheetRow } from '../workbooks/workbook.ts'
import { type Dialect, layoutOf, recordsIn } from './dialect.ts'

/** The table in a sheet. */
interface SheetSource
  extends Pick<Sheet, 'hidden' | 'computed'>,
    Pick<Dialect, 'above' | 'header'> {
  readonly kind: 'sheet'
  readonly sheet: string
  /** Rows with something in them, from the table's first column to its last; all equally wide. */
  readonly records: readonly string[][]
  /** The first column of the table, 1 for A, and the row of the sheet each record stands in. */
  readonly column: number
  readonly rowNumbers: readonly number[]
  /** Rows below the table, after an empty one, such as a remark on where it comes from; left out. */
  readonly below: number
  /** Ranges, for people who ask. */
  readonly merged: readonly string[]
}

/** Records that the database reads itself, with names and types of their own. */
export interface TypedSource {
  readonly kind: 'typed'
  readonly path: string
  readonly format: 'json' | 'lines' | 'parquet'
  /** The SELECT that gives the columns. */
  readonly sql: string
  /** Lines that are not JSON. */
  readonly broken: number
  /** The first rows as text. */
  readonly shown: readonly (readonly string[])[]
  /** There is nothing above the first record, and names are not a row. */
  readonly above: 0
  readonly header: true
}

/** The format that the ending of a name promises. */
export function typedFormat(name: string): TypedSource['format'] | undefined {
  if (/\.(?:jsonl|ndjson)$/i.test(name)) return 'lines'
  if (/\.json$/i.test(name)) return 'json'
  return /\.(?:parquet|pq)$/i.test(name) ? 'parquet' : undefined
}

/** Where the records of a table come from, and how they stand there. */
export type Source = (Dialect & { readonly kind: 'delimited' }) | SheetSource | TypedSource

/** The records of a table as written: what stands above it, its header, its rows; of a typed file the first. */
export function recordsOf(source: Source, signal?: AbortSignal) {
  switch (source.kind) {
    case 'delimited':
      return recordsIn(source, signal)
    case 'sheet':
      return source.records
    case 'typed':
      return source.shown
  }
}

/** What of a sheet its table is made from. */
export interface TableSheet
  extends Pick<Sheet, 'name' | 'hidden' | 'rows' | 'width' | 'merged' | 'computed'> {
  /** The first row is its head for certain. */
  readonly headed?: true
}

/** The table of a sheet; `undefined` when nothing is in it. */
export function sheetSource(sheet: TableSheet): SheetSource | undefined {
  if (sheet.rows.length === 0) return undefined
  const rows = withMerged(sheet)
  const first = rows.reduce((least, { cells }) => {
    const at = cells.findIndex(cell => cell !== '')
    return at === -1 ? least : Math.min(least, at)
  }, sheet.width)
  const whole = rows.map(({ cells }) =>
    Array.from({ length: sheet.width - first }, (_, at) => cells[first + at] ?? ''),
  )
  const below = remarksBelow(rows, sheet.width - first)
  const records = whole.slice(0, whole.length - below)
  const { name, hidden, computed, merged } = sheet
  return {
    kind: 'sheet',
    sheet: name,
    hidden,
    records,
    column: first + 1,
    rowNumbers: rows.map(each => each.row),
    ...(sheet.headed ? { above: 0, header: true } : layoutOf(records.slice(0, 200))),
    below,
    computed,
    merged: merged.map(each => each.range),
  }
}

// --- internal ---

/** A text merged over several rows stands for each of them; a number stands once, or sums would be wrong. */
function withMerged(sheet: TableSheet): readonly SheetRow[] {
  const downward = sheet.merged.filter(each => each.rows > 1)
  if (downward.length === 0) return sheet.rows
  const copied = sheet.rows.map(({ row, cells }) => ({ row, cells: [...cells] }))
  const at = new Map(copied.map(each => [each.row, each]))
  for (const { row, column, rows } of downward) {
    const text = at.get(row)?.cells[column - 1] ?? ''
    if (text === '' || Number.isFinite(Number(text))) continue
    for (let below = row + 1; below < row + rows; below++) {
      const cells = at.get(below)?.cells
      if (!cells) continue
      while (cells.length < column) cells.push('')
      cells[column - 1] = text
    }
  }
  return copied
}

function remarksBelow(rows: readonly SheetRow[], width: number): number {
  if (width < 3) return 0
  for (let at = rows.length - 1; at > 2; at--) {
    const row = rows[at]!
    if (row.cells.filter(cell => cell !== '').length > 1) return 0
    if (row.row - rows[at - 1]!.row > 1) return rows.length - at
  }
  return 0
}
