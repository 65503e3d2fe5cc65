// How a text file spells a table: its delimiter, its quotes, what stands above it, whether it has a
// header; and its records read in that spelling.
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { isEmpty, isMissing, parseAmount, parseDate } from './cells.ts'
import { decoded, type Encoding } from './files.ts'

/** How a text file spells a table. */
export interface Dialect {
  readonly path: string
  readonly encoding: Encoding
  readonly delimiter: ',' | ';' | '\t' | '|'
  /** False when a quotation mark is never closed, so that quotes are read as ordinary characters. */
  readonly quotes: boolean
  /** Records above the table, such as a title. */
  readonly above: number
  /** True when the first record of the table names its columns. */
  readonly header: boolean
}

/** The records of a file as written, empty lines left out; ragged ones as they are. */
export async function* records(dialect: Dialect, signal?: AbortSignal): AsyncGenerator<string[]> {
  const source = Readable.from(decoded(dialect.path, dialect.encoding, signal))
  const parser = parse({
    delimiter: dialect.delimiter,
    quote: dialect.quotes ? '"' : false,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 2_000_000,
  })
  source.on('error', error => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const record of parser) yield record as string[]
  } finally {
    source.destroy()
  }
}

/** True when reading failed because a quotation mark is never closed. */
export function isQuoteError(error: unknown): boolean {
  const code = (error as { code?: string }).code
  return code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
}

/** The first records, fewer when a quotation mark is not closed. */
async function sample(dialect: Dialect, signal?: AbortSignal): Promise<string[][]> {
  const taken: string[][] = []
  try {
    for await (const record of records(dialect, signal)) if (taken.push(record) === 200) break
  } catch (error) {
    if (!isQuoteError(error)) throw error
  }
  return taken
}

/**
 * Finds delimiter, titles above the table and header from the first 200 records. Throws one sentence
 * when there is no record at all.
 */
export async function sniff(
  path: string,
  encoding: Encoding,
  name: string,
  signal?: AbortSignal,
): Promise<Dialect> {
  let best: { dialect: Dialect; taken: string[][]; score: number } | undefined
  // a tie goes to the delimiter that is rarer inside cells
  for (const delimiter of ['\t', ';', '|', ','] as const) {
    const dialect = { path, encoding, delimiter, quotes: true, above: 0, header: true }
    const taken = await sample(dialect, signal)
    const score = regularity(taken)
    if (!best || score > best.score || (score === best.score && delimiter === ',' && score === 0))
      best = { dialect, taken, score }
  }
  if (!best || best.taken.length === 0) throw new Error(`${name} is empty: it has no rows.`)
  return { ...best.dialect, ...layoutOf(best.taken) }
}

/** How many of the first records of a table are titles above it, and whether a header comes next. */
export function layoutOf(taken: readonly string[][]): Pick<Dialect, 'above' | 'header'> {
  const width = usualWidth(taken)
  const full = taken.map(filledCells).sort((a, b) => a - b)[taken.length >> 1] ?? 0
  const needed = Math.max(2, Math.ceil(full / 2))
  const start = taken.findIndex(record => record.length >= width && filledCells(record) >= needed)
  const titles = taken.slice(0, Math.max(0, start)).every(record => filledCells(record) < needed)
  const above = width > 1 && start > 0 && titles ? start : 0
  return { above, header: hasHeader(taken.slice(above)) }
}

/** Share of records as wide as the usual one, 0 when that is one cell; the header counts like ten. */
function regularity(taken: readonly string[][]): number {
  const width = usualWidth(taken)
  if (width < 2) return 0
  const same = taken.filter(record => record.length === width).length
  const first = taken.find(record => filledCells(record) > 1)?.length === width ? 10 : 0
  return (same + first) / (taken.length + 10)
}

function usualWidth(taken: readonly string[][]): number {
  const counts = new Map<number, number>()
  for (const record of taken) counts.set(record.length, (counts.get(record.length) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}

function filledCells(record: readonly string[]): number {
  return record.filter(cell => !isEmpty(cell)).length
}

/** A header differs in kind from what stands below it, or the whole table is text and it repeats nothing. */
function hasHeader(taken: readonly string[][]): boolean {
  const [first = [], ...rest] = taken
  let votes = 0
  let values = 0
  for (const [at, cell] of first.entries()) {
    const below = rest.map(record => record[at] ?? '').filter(each => !isMissing(each))
    const valued = below.filter(isValue).length > below.length / 2
    if (!isValue(cell)) votes += valued && !isMissing(cell) ? 1 : 0
    else if (/^(19|20)\d\d$/.test(cell.trim()) && !below.some(isYear)) votes += valued ? 1 : 0
    else {
      values += 1
      votes -= valued ? 1 : 0
    }
  }
  if (votes !== 0) return votes > 0
  return values === 0 && new Set(first).size === first.length
}

function isYear(cell: string): boolean {
  return /^(19|20)\d\d$/.test(cell.trim())
}

function isValue(cell: string): boolean {
  return (
    parseAmount(cell, '.') !== undefined ||
    parseAmount(cell, ',') !== undefined ||
    parseDate(cell, 'day-first') !== undefined ||
    parseDate(cell, 'month-first') !== undefined
  )
}
