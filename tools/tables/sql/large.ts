// What the columns of a large file of delimited text hold: what its first records show, checked against every cell.
import { availableParallelism } from 'node:os'
import { isCode, isCodeOfLetter, isMissing, parseDate, parseNumber } from '../cells.ts'
import { type Cell, type Column, rangeOf } from '../columns.ts'
import type { Guess } from '../guess.ts'
import type { Table } from '../table.ts'
import { type Database, openDuckDB } from './duckdb.ts'
import { cellReading, quoteText, textsOf } from './reading.ts'

/**
 * The table of a file whose cells are all spelled as the first ones are; `undefined` when they are not. Throws where
 * the database cannot read the file.
 */
export async function profileLarge({
  name,
  dialect,
  columns: guessed,
}: Guess): Promise<Table | undefined> {
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

/** So many facts are asked of each column. */
const counted = 6

/** Cells, those spelled as the column is, those unlike the first ones; the least, the largest, whether several are. */
function countsOf(column: Column, c: string): string[] {
  // a comparison spares most cells the trimming
  const cell = `CASE WHEN ${c} < '!' THEN nullif(trim(${c}), '') ELSE ${c} END`
  const isText = column.type === 'text'
  const isKnown = column.distinct && `list_contains([${column.distinct.map(quoteText)}], ${cell})`
  const read = isText ? cell : readingAs(column, c, isKnown)
  const again = column.type === 'number' ? `max(${read}, 2)[2] = max(${read})` : 'NULL'
  return [
    `count(${cell})`,
    `count(${read})`,
    isKnown ? `count(CASE WHEN NOT ${isKnown} THEN 1 END)` : 'NULL',
    ...(isText ? ['NULL', 'NULL', 'NULL'] : [`min(${read})`, `max(${read})`, again]),
  ]
}

/** A bare value that the first records hold is spelled as they are: of most cells no pattern is asked then. */
function readingAs(column: Column, c: string, isKnown: string | undefined): string {
  const { value, read } = cellReading(column, c)
  const isBare = column.odd === 0 && !column.marked
  return isKnown && isBare ? `CASE WHEN ${isKnown} THEN ${value} ELSE ${read} END` : read
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
    ...(!isAll && again === 1 && { tied: true as const }),
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
    isCodeOfLetter(cell) ||
    (parseNumber(cell, column.decimal) ?? parseDate(cell, 'day-first')) !== undefined
  const cells = rows.map(String)
  return !more && cells.every(cell => isMissing(cell) || !isValue(cell)) ? cells : undefined
}
