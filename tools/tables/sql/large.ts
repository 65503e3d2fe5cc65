// What the columns of a large file of delimited text hold: a guess from its first records, which the
// database checks against every cell.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import type { Encoding } from '../../files/encodings.ts'
import { isCode, isMissing, parseDate, parseNumber } from '../cells.ts'
import { type Cell, type Column, concludeColumns, rangeOf } from '../columns.ts'
import { type Dialect, sniff } from '../dialect.ts'
import { countRows, lastLabel, type Table, usualMark } from '../table.ts'
import { isLongText, type Tally } from '../tally.ts'
import { type Database, openDuckDB } from './duckdb.ts'
import { cellReading, exactDigits, quoteText, textsOf } from './reading.ts'

/** A file. Plain data. */
export interface LargeRequest {
  readonly name: string
  readonly path: string
  readonly encoding: Encoding
}

/**
 * The table of a file whose cells are all spelled as the first ones are; `undefined` when they are not, or the
 * last row may hold sums. Throws where the database cannot read the file.
 */
export async function profileLarge({
  name,
  path,
  encoding,
}: LargeRequest): Promise<Table | undefined> {
  const dialect = await sniff(path, encoding, name)
  const guessed = await guess(dialect)
  if (!guessed || lastLabel(await lastRecord(dialect)) !== undefined) return undefined
  const texts = textsOf(dialect, guessed.length)
  using db = await openDuckDB(availableParallelism())
  const asked = guessed.flatMap((column, at) => countsOf(column, `c${at}`))
  const counts = await db.rows(`SELECT count(*), ${asked.join(', ')} FROM ${texts}`)
  const [rows, ...facts] = counts.rows[0]!
  const columns: Column[] = []
  for (const [at, column] of guessed.entries()) {
    const found = concluded(column, facts.slice(at * counted, (at + 1) * counted))
    const { fits } = cellReading(column, `c${at}`)
    if (!found) return undefined
    const unread = `SELECT DISTINCT c${at} FROM ${texts} WHERE NOT (${fits})`
    const odd = found.odd > 0 ? await oddIn(db, unread, column) : []
    if (!odd) return undefined
    columns.push({ ...found, ...(odd.length > 0 && { oddities: odd.slice(0, 3) }) })
  }
  const source = { ...dialect, kind: 'delimited', plain: true } as const
  return { name, source, columns, rows: Number(rows), short: 0, long: 0 }
}

// --- internal ---

/** The columns by the first records; `undefined` when they are not what the database reads as it is meant, or leave open what a column is. */
async function guess(dialect: Dialect): Promise<Column[] | undefined> {
  const { encoding, quotes, above, header } = dialect
  if (encoding !== 'utf-8' || !quotes || dialect.escape !== '"' || above > 0 || !header)
    return undefined
  const source = { ...dialect, kind: 'delimited' } as const
  const { names = [], tallies, widths, sums } = await countRows(source, guessedFrom)
  const isRagged = [...widths.keys()].some(width => width !== names.length)
  if (isRagged || sums || names.length < 2 || names.some(name => /[\r\n]/.test(name)))
    return undefined
  const columns = concludeColumns(names, tallies, usualMark(source)).map(roomy)
  return columns.every((column, at) => isSure(column, tallies[at])) ? columns : undefined
}

/** More than it takes to be sure of text. */
const guessedFrom = 2500

/** Later numbers may be longer than the first, as far as they stay exact. */
function roomy(column: Column): Column {
  const { digits } = column
  if (!digits) return column
  const after = digits.after === 0 ? 0 : Math.min(digits.after + 2, exactDigits - digits.before)
  if (after < digits.after) return column
  return { ...column, digits: { before: Math.min(15, exactDigits - after), after } }
}

/** False for text that other records may show to be numbers, dates or codes. */
function isSure({ type }: Column, tally: Tally | undefined): boolean {
  return type !== 'text' || !tally || tally.counts.code > 0 || isLongText(tally)
}

/** So many facts are asked of each column. */
const counted = 6

/** Cells, those spelled as the column is, those unlike the first ones; the least, the largest, whether several are. */
function countsOf(column: Column, c: string): string[] {
  // a comparison spares most cells the trimming
  const cell = `CASE WHEN ${c} < '!' THEN nullif(trim(${c}), '') ELSE ${c} END`
  const { fits, value } = cellReading(column, c)
  const isText = column.type === 'text'
  const read = isText ? cell : `CASE WHEN ${fits} THEN ${value} END`
  return [
    `count(${cell})`,
    `count(${read})`,
    column.distinct
      ? `count(CASE WHEN NOT list_contains([${column.distinct.map(quoteText)}], ${cell}) THEN 1 END)`
      : 'NULL',
    ...(isText
      ? ['NULL', 'NULL', 'NULL']
      : [`min(${read})`, `max(${read})`, `max(${read}, 2)[2] = max(${read})`]),
  ]
}

/** The column as the whole file shows it; `undefined` when it is not spelled as the first cells are. */
function concluded(column: Column, [filled, read, others, least, most, again]: readonly Cell[]) {
  const { distinct, range: _range, tied: _tied, oddities: _odd, ...rest } = column
  const odd = Number(filled) - Number(read)
  if (odd > Number(filled) * 0.2) return undefined
  const isAll = others === 0
  return {
    ...rest,
    ...rangeOf(least, most),
    ...(isAll && { distinct }),
    ...(!isAll && column.type === 'number' && again === 1 && { tied: true as const }),
    filled: Number(filled),
    odd,
  }
}

const mostOdd = 1000

/** The cells that `unread` gives; `undefined` when they are too many, or some are numbers or dates in another spelling. */
async function oddIn(
  db: Database,
  unread: string,
  column: Column,
): Promise<readonly string[] | undefined> {
  const { rows, more } = await db.rows(unread, [], mostOdd)
  const isValue = (cell: string) =>
    isCode(cell) ||
    (parseNumber(cell, column.decimal) ?? parseDate(cell, 'day-first')) !== undefined
  const cells = rows.map(String)
  return !more && cells.every(cell => isMissing(cell) || !isValue(cell)) ? cells : undefined
}

async function lastRecord({ path, delimiter }: Dialect): Promise<readonly string[]> {
  const { size } = await stat(path)
  const end = createReadStream(path, { start: Math.max(0, size - 65_536) })
  const line = (await text(end)).trimEnd().split('\n').at(-1)!
  return line.split(delimiter).map(cell => cell.replace(/^"|"$/g, ''))
}
