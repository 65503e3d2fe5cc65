// How a text file spells a table: its delimiter, its quotes, what stands above it, whether it has a
// header; and its records read in that spelling.

import type { Encoding } from '../files/encodings.ts'
import { decoded } from '../files/text.ts'
import { isEmpty, isMissing, parseAmount, parseDate } from './cells.ts'
import { createSplitter, type Spelling } from './records.ts'

/** How a text file spells a table. */
export interface Dialect extends Spelling {
  readonly path: string
  readonly encoding: Encoding
  /** Records above the table, such as a title. */
  readonly above: number
  /** True when the first record of the table names its columns. */
  readonly header: boolean
  /** True when the database has read all of it: in UTF-8, each record as wide as the header, quotes in their place. */
  readonly plain?: true
}

/**
 * The records of a file as written, many at a time; empty lines left out, ragged ones as they are.
 */
export async function* recordBatches(
  dialect: Dialect,
  signal?: AbortSignal,
): AsyncGenerator<string[][]> {
  const splitter = createSplitter(dialect)
  for await (const text of pieces(dialect, signal)) {
    const batch = splitter.push(text).filter(isFilled)
    if (batch.length > 0) yield batch
  }
  yield splitter.end().filter(isFilled)
}

/** `;;;;` is an empty line of a spreadsheet. */
const isFilled = (record: readonly string[]) =>
  record.length === 1 || record.some(cell => cell !== '')

/** The text in pieces so small that who wants the first records alone does not wait for many more. */
async function* pieces({ path, encoding }: Dialect, signal?: AbortSignal): AsyncGenerator<string> {
  for await (const text of decoded(path, encoding, signal))
    for (let at = 0; at < text.length; at += piece) yield text.slice(at, at + piece)
}

const piece = 32_768

/**
 * Finds delimiter, quotes, titles above the table and header from the first 200 records. Throws one
 * sentence when there is no record at all.
 */
export async function sniff(
  path: string,
  encoding: Encoding,
  name: string,
  signal?: AbortSignal,
): Promise<Dialect> {
  const file = { path, encoding, above: 0, header: true } as const
  let best: { dialect: Dialect; found: Sample; score: number } | undefined
  // a tie goes to the delimiter that is rarer inside cells
  for (const delimiter of ['\t', ';', '|', ','] as const) {
    const dialect = { ...file, delimiter, quotes: true, escape: '"' } as const
    const found = await sample(dialect, signal)
    const score = regularity(found.taken)
    if (!best || score > best.score || (score === best.score && delimiter === ',' && score === 0))
      best = { dialect, found, score }
  }
  if (!best || best.found.taken.length === 0) {
    if (best?.found.error) throw new Error(`${name}: ${best.found.error.message}`)
    throw new Error(`${name} is empty: it has no rows.`)
  }
  const { dialect, found } = best
  const escaping = { ...dialect, escape: '\\' } as const
  const other = found.escaped > 0 ? await sample(escaping, signal) : undefined
  return other && isBetter(other, found)
    ? { ...escaping, ...layoutBelow(other.taken) }
    : { ...dialect, ...layoutBelow(found.taken) }
}

interface Sample {
  readonly taken: readonly string[][]
  /** Quotation marks where none belongs, and behind a backslash. */
  readonly wrong: number
  readonly escaped: number
  /** Why it could not be read to its end. */
  readonly error?: Error
}

const sampled = 200
const sampledCharacters = 4_000_000

/** The first records, fewer when they are long or a quotation mark is not closed. */
async function sample(dialect: Dialect, signal?: AbortSignal): Promise<Sample> {
  const splitter = createSplitter(dialect)
  const taken: string[][] = []
  let error: Error | undefined
  let [size, ended] = [0, true]
  for await (const text of pieces(dialect, signal)) {
    size += text.length
    error = collect(taken, () => splitter.push(text))
    ended = false
    if (error || taken.length >= sampled || (size > sampledCharacters && taken.length > 1)) break
    ended = true
  }
  if (ended) error = collect(taken, splitter.end)
  const counts = splitter.misplaced()
  return { taken: taken.slice(0, sampled), ...counts, ...(error && { error }) }
}

function collect(taken: string[][], more: () => string[][]): Error | undefined {
  try {
    for (const record of more()) if (isFilled(record)) taken.push(record)
  } catch (error) {
    return error as Error
  }
  return undefined
}

/** True when a sample read with backslashes in quotes is read with fewer faults. */
function isBetter(escaping: Sample, doubling: Sample): boolean {
  if (escaping.error || doubling.error) return !escaping.error
  if (escaping.wrong !== doubling.wrong) return escaping.wrong < doubling.wrong
  return regularity(escaping.taken) > regularity(doubling.taken)
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
    else if (/^(19|20)\d\d$/.test(cell.trim()) && !below.some(isYear)) votes += valued ? 1 : 0
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
    parseAmount(cell, '.') !== undefined ||
    parseAmount(cell, ',') !== undefined ||
    parseDate(cell, 'day-first') !== undefined ||
    parseDate(cell, 'month-first') !== undefined
  )
}
