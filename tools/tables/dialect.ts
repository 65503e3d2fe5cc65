// How a text file spells a table: its delimiter, its quotes, what stands above it, whether it has a
// header; and its records read in that spelling.

import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import type { Encoding } from '../files/encodings.ts'
import { beginOf, decoded } from '../files/text.ts'
import { isEmpty, isMissing, parseDate, parseNumber } from './cells.ts'

/** How a text file spells a table. */
export interface Dialect {
  readonly path: string
  readonly encoding: Encoding
  readonly delimiter: ',' | ';' | '\t' | '|'
  /** False when quotation marks are ordinary characters. */
  readonly quotes: boolean
  /** What stands before a quotation mark that belongs to a quoted cell: another one, or a backslash. */
  readonly escape: '"' | '\\'
  /** What ends a record: CR alone, or LF with or without CR before it. */
  readonly end: '\r' | '\n'
  /** Records above the table, such as a title. */
  readonly above: number
  /** What these say. */
  readonly title?: string
  /** True when the first record of the table names its columns. */
  readonly header: boolean
  /** True when the database has read all of it: in UTF-8, each record as wide as the header, quotes in their place. */
  readonly plain?: true
}

/** A record may have this many bytes, and this many cells. */
const [longest, widest] = [16_000_000, 20_000]

/**
 * The records of a file as written; empty lines left out, ragged ones as they are. A quotation mark opens a
 * cell only as its first character; when more text follows the one that should close it, all of them are
 * ordinary characters. Throws when a record is too long, `isQuoteError` when that may be for a quotation mark.
 */
export async function* recordsIn(dialect: Dialect, signal?: AbortSignal): AsyncGenerator<string[]> {
  const { delimiter, quotes, escape: escaping, end } = dialect
  const parser = parse({
    delimiter,
    quote: quotes ? '"' : null,
    escape: escaping,
    record_delimiter: end === '\r' ? ['\r\n', '\r'] : ['\r\n', '\n'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longest,
  })
  // what goes wrong there is thrown by the parser
  pipeline(pieces(dialect, signal), parser).catch(() => undefined)
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (record.length > widest)
        throw new Error(`A row has more than ${widest} cells, which cannot be read as a table.`)
      // `;;;;` is an empty line of a spreadsheet
      if (record.length === 1 || record.some(cell => cell !== '')) yield record
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'CSV_MAX_RECORD_SIZE')
      (error as Error).message =
        `A row has more than ${longest} bytes, which cannot be read as a table.`
    throw error
  }
}

/** True when reading failed because a quotation mark is never closed, or closed too far away. */
export function isQuoteError(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
}

/**
 * Finds delimiter, quotes, line ends, titles above the table and header from the first 200 records. Throws
 * one sentence when there is no record at all.
 */
export async function sniff(
  path: string,
  encoding: Encoding,
  name: string,
  signal?: AbortSignal,
): Promise<Dialect> {
  const file = { path, encoding, quotes: true, escape: '"', above: 0, header: true } as const
  const begin = await beginOf(path, encoding, signal)
  const end = endIn(begin)
  let best = await sample({ ...file, end, delimiter: ',' }, signal)
  // a tie goes to the delimiter that is rarer inside cells, a table of one column to the comma
  for (const delimiter of ['|', ';', '\t'] as const) {
    if (!begin.includes(delimiter)) continue
    const found = await sample({ ...file, end, delimiter }, signal)
    if (found.regularity > 0 && found.regularity >= best.regularity) best = found
  }
  if (best.taken.length === 0)
    throw new Error(
      best.error ? `${name}: ${best.error.message}` : `${name} is empty: it has no rows.`,
    )
  const isEscaped = best.taken.some(record => record.some(cell => cell.includes('\\')))
  const escaping = isEscaped && (await sample({ ...best.dialect, escape: '\\' }, signal))
  const { dialect, taken } = escaping && isBetter(escaping, best) ? escaping : best
  const layout = layoutBelow(taken)
  const title = titleIn(taken.slice(0, layout.above))
  return { ...dialect, ...layout, ...(title !== '' && { title }) }
}

/** The words of the records above a table. */
export function titleIn(above: readonly (readonly string[])[]): string {
  return above.map(record => record.filter(cell => !isEmpty(cell)).join(' ')).join(' / ')
}

// --- internal ---

/** The text in pieces so small that who wants the first records alone does not wait for many more. */
async function* pieces(
  { path, encoding }: Pick<Dialect, 'path' | 'encoding'>,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  for await (const text of decoded(path, encoding, signal))
    for (let at = 0; at < text.length; at += piece) yield text.slice(at, at + piece)
}

const piece = 16_384

/** How the first line ends. */
function endIn(begin: string): Dialect['end'] {
  const [end] = /\r?\n|\r/.exec(begin.slice(0, piece).replace(/"[^"]*"/g, '')) ?? []
  return end === '\r' ? '\r' : '\n'
}

type Sample = Awaited<ReturnType<typeof sample>>

const sampled = 200
const sampledCharacters = 4_000_000

/** The first records of a file spelled in a dialect; fewer when they are long or a quotation mark is not closed. */
async function sample(dialect: Dialect, signal?: AbortSignal) {
  const taken: string[][] = []
  const read = async () => {
    let size = 0
    for await (const record of recordsIn(dialect, signal)) {
      taken.push(record)
      for (const cell of record) size += cell.length
      if (taken.length === sampled || size > sampledCharacters) break
    }
  }
  const error: Error | undefined = await read().then(
    () => undefined,
    wrong => wrong,
  )
  signal?.throwIfAborted()
  return { dialect, taken, regularity: regularityOf(taken), error }
}

/** True when a sample read with backslashes in quotes is read with fewer faults. */
function isBetter(escaping: Sample, doubling: Sample): boolean {
  if (escaping.error || doubling.error) return !escaping.error
  const misplaced = ({ taken }: Sample) => taken.flat().filter(cell => cell.startsWith('"')).length
  const fewer = misplaced(doubling) - misplaced(escaping)
  return fewer === 0 ? escaping.regularity > doubling.regularity : fewer > 0
}

/** The layout below lines of comment such as `# made on Monday, by hand`, which count as above it. */
function layoutBelow(taken: readonly string[][]): Pick<Dialect, 'above' | 'header'> {
  const comments = commentsAbove(taken)
  const { above, header } = layoutOf(taken.slice(comments))
  return { above: comments + above, header }
}

/** The last of them may be the header itself, `# id,name`, unless one stands below it. */
function commentsAbove(taken: readonly string[][]): number {
  const width = usualWidth(taken)
  const isComment = (record: readonly string[]) =>
    /^#[\s#!]/.test(record[0]!) || (record[0]!.startsWith('#') && record.length !== width)
  const count = taken.findIndex(record => !isComment(record))
  if (count < 1) return 0
  const named = taken[count - 1]!.length === width && headerVotes(taken.slice(count)).votes <= 0
  return named ? count - 1 : count
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
function regularityOf(taken: readonly string[][]): number {
  const width = usualWidth(taken)
  if (width < 2) return 0
  const same = taken.filter(record => record.length === width).length
  const first = taken.find(record => filledCells(record) > 1)?.length === width ? 10 : 0
  return (same + first) / (taken.length + 10)
}

function usualWidth(taken: readonly string[][]): number {
  const widths = [...Map.groupBy(taken, ({ length }) => length)]
  return widths.sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || b - a)[0]?.[0] ?? 0
}

function filledCells(record: readonly string[]): number {
  return record.filter(cell => !isEmpty(cell)).length
}

/** A header differs in kind from what stands below it, or the whole table is text and it repeats nothing. */
function hasHeader(taken: readonly string[][]): boolean {
  const { votes, values } = headerVotes(taken)
  if (votes !== 0) return votes > 0
  const first = taken[0] ?? []
  return values === 0 && new Set(first).size === first.length
}

/** Cells of the first record that differ in kind from those below, less those that do not; its values. */
function headerVotes(taken: readonly string[][]): { votes: number; values: number } {
  const [first = [], ...rest] = taken
  let votes = 0
  let values = 0
  for (const [at, cell] of first.entries()) {
    const below = rest.map(record => record[at] ?? '').filter(each => !isMissing(each))
    const valued = below.filter(isValue).length > below.length / 2
    if (!isValue(cell)) votes += valued && !isMissing(cell) ? 1 : 0
    else if (isYear(cell) && !below.some(isYear)) votes += valued ? 1 : 0
    else {
      values += 1
      votes -= valued ? 1 : 0
    }
  }
  return { votes, values }
}

function isYear(cell: string): boolean {
  return /^(19|20)\d\d$/.test(cell.trim())
}

function isValue(cell: string): boolean {
  return (
    parseNumber(cell) !== undefined ||
    parseDate(cell, 'day-first') !== undefined ||
    parseDate(cell, 'month-first') !== undefined
  )
}
