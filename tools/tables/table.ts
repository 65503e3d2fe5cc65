// A table, in delimited text, a sheet or a file with types of its own: what its columns hold, and its rows.
import { type Column, concludeColumns, typed } from './columns.ts'
import { recordsOf, type Source } from './source.ts'
import { newTally, type Tally, tallyCell } from './tally.ts'

/** What a table holds; see `readRows` for the rows themselves. Plain data. */
export interface Table {
  /** Name of the file, without folders. */
  readonly name: string
  /** Name of the sheet, when the file is a workbook. */
  readonly sheet?: string
  readonly source: Source
  readonly columns: readonly Column[]
  /** Data rows, without the header. */
  readonly rows: number
  /** The label of a last row that holds the sums of the others (`Total`); it is not among the rows. */
  readonly total?: string
  /** Rows that call themselves sums of others (`Subtotal`): the first such label, and how many there are. */
  readonly sums?: { readonly label: string; readonly count: number }
  /** Rows with fewer and with more cells than there are columns. */
  readonly short: number
  readonly long: number
}

/** The data rows as written, one array of cells each; at least as many cells as the header has. */
export async function* readRows(
  { source, columns, rows }: Table,
  signal?: AbortSignal,
): AsyncGenerator<readonly string[]> {
  let at = source.kind === 'typed' ? 0 : -source.above - (source.header ? 1 : 0)
  for await (const record of recordsOf(source, signal)) {
    if (at === rows) return
    at += 1
    if (at <= 0) continue
    const missing = columns.length - record.length
    yield missing > 0 ? [...record, ...Array<string>(missing).fill('')] : record
  }
}

/** Finds what the columns of a table hold from all of its cells. `name` is that of its file. */
export async function profile(name: string, source: Source, signal?: AbortSignal): Promise<Table> {
  const count = await countRows(source, Number.POSITIVE_INFINITY, signal)
  const { last } = count
  if (last === undefined) return concluded(name, source, count)
  const total = lastLabel(last)
  if (total !== undefined && count.rows > 0) {
    const table = concluded(name, source, count)
    if (await holdsSums(last, table, signal)) return { ...table, total }
  }
  add(count, last)
  return concluded(name, source, count)
}

/** What is known of rows that have passed by. */
export interface Count {
  /** The header; none where a table has no header. */
  names: readonly string[] | undefined
  readonly tallies: Tally[]
  /** How many rows have how many cells. */
  readonly widths: Map<number, number>
  rows: number
  sums?: Table['sums']
  /** The last row, which is not among them: it may hold the sums of the others. */
  last?: readonly string[]
}

/** Counts the first rows of a table, at most `most`. */
export async function countRows(
  source: Source,
  most: number,
  signal?: AbortSignal,
): Promise<Count> {
  const count: Count = { names: undefined, tallies: [], widths: new Map(), rows: 0 }
  let skip = source.above
  for await (const record of recordsOf(source, signal)) {
    if (skip > 0) skip -= 1
    else if (source.header && count.names === undefined) count.names = record
    else {
      if (count.last) add(count, count.last)
      if (count.rows === most) return count
      count.last = record
    }
  }
  return count
}

/** What a row calls itself, when that is a word for a sum. */
const totalLabel = (record: readonly string[]) =>
  labelAs(
    /^(?:(?:grand|overall|sub)[ -]?)?(?:total|sum)s?:?$|^(?:gesamt|(?:gesamt|zwischen)?summe):?$/i,
    record,
  )

/** What a last row calls itself, when that is a word for a sum or an average. */
export const lastLabel = (record: readonly string[]) => totalLabel(record) ?? averageLabel(record)

/** The same, when that is a word for an average. */
export const averageLabel = (record: readonly string[]) =>
  labelAs(/^(?:(?:overall )?(?:average|mean)s?|avg\.?|durchschnitt|mittelwert|ø):?$/i, record)

/** The mark of decimals where numbers do not tell. */
export function usualMark(source: Source): '.' | ',' {
  return source.kind === 'delimited' && source.delimiter === ';' ? ',' : '.'
}

// --- internal ---

function labelAs(known: RegExp, record: readonly string[]): string | undefined {
  const label = record.find(cell => cell.trim() !== '')?.trim()
  return label !== undefined && known.test(label) ? label : undefined
}

function add(count: Count, record: readonly string[]): void {
  const { tallies, widths } = count
  const label = totalLabel(record)
  const isSum = label !== undefined
  if (isSum) count.sums = { label, ...count.sums, count: (count.sums?.count ?? 0) + 1 }
  count.rows += 1
  widths.set(record.length, (widths.get(record.length) ?? 0) + 1)
  while (tallies.length < record.length) tallies.push(newTally())
  for (const [at, tally] of tallies.entries())
    if (at < record.length) tallyCell(tally, record[at]!, isSum)
}

function concluded(
  name: string,
  source: Source,
  { names = [], tallies, widths, rows, sums }: Count,
): Table {
  const width = Math.max(names.length, tallies.length)
  const usual = names.length || width
  const rowsWhere = (test: (cells: number) => boolean) =>
    [...widths].reduce((sum, [cells, count]) => (test(cells) ? sum + count : sum), 0)
  const isSheet = source.kind === 'sheet'
  return {
    name,
    ...(isSheet && { sheet: source.sheet }),
    source,
    columns: concludeColumns(names, tallies, usualMark(source), isSheet ? '.' : undefined),
    rows,
    ...(sums && { sums }),
    short: rowsWhere(cells => cells < usual),
    long: rowsWhere(cells => cells > usual),
  }
}

/**
 * True when a number in `record` is the sum of its column, or, where it calls itself that, the mean as far as it is
 * written; beside sums a last row may hold means.
 */
async function holdsSums(
  record: readonly string[],
  table: Table,
  signal?: AbortSignal,
): Promise<boolean> {
  const claimed = table.columns.map((column, at) =>
    column.type === 'number' ? (typed(record[at] ?? '', column) as number | null) : null,
  )
  const sums = table.columns.map(() => 0)
  const counts = table.columns.map(() => 0)
  const isMean = averageLabel(record) !== undefined
  for await (const row of readRows(table, signal)) {
    if (totalLabel(row) !== undefined) continue
    for (const [at, column] of table.columns.entries()) {
      const cell = claimed[at] === null ? null : typed(row[at]!, column)
      if (cell !== null) counts[at]! += 1
      sums[at]! += Number(cell)
    }
  }
  return claimed.some((claim, at) => {
    if (!claim) return false
    const meant = isMean ? sums[at]! / counts[at]! : sums[at]!
    const [, decimals = ''] = record[at]!.split(/[.,](?=\d*\D*$)/)
    const written = isMean ? 0.5 * 10 ** -decimals.replace(/\D/g, '').length : 0
    return Math.abs(meant - claim) <= written + 1e-9 * Math.abs(meant)
  })
}
