// What the columns of a large file of delimited text hold: a guess from its first records, which the
// database checks against every cell, either at once or as the cells are read.
import { open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { isCode, isEmpty, isMissing, parseDate, parseNumber } from '../cells.ts'
import {
  type Column,
  concludeColumns,
  newTally,
  rangeOf,
  type Tally,
  tallyCell,
} from '../columns.ts'
import { type Dialect, recordBatches } from '../dialect.ts'
import { type Database, openDuckDB } from './duckdb.ts'
import { cellReading, exactDigits, readingOf } from './reading.ts'

/** A file, and how it is spelled. */
export interface LargeRequest {
  readonly dialect: Dialect
  readonly size: number
  /** The records from which it is guessed what the columns hold. */
  readonly first?: number
}

/** What a file holds. */
export interface Profiled {
  readonly columns: readonly Column[]
  readonly rows: number
  /** Whether every cell was looked at, or the first records: then `rows` is about their number. */
  readonly seen: NonNullable<Dialect['seen']>
  /** The last record as it stands in the file. */
  readonly last: readonly string[]
}

/** Finds what a file holds as `profileLarge` does. */
export type ProfileLarge = (
  request: LargeRequest,
  signal?: AbortSignal,
) => Promise<Profiled | undefined>

/** What the first records show, when they leave nothing open; else as `profileLarge`. Of a small file all are read. */
export async function guessLarge(
  request: LargeRequest,
  signal?: AbortSignal,
): Promise<Profiled | undefined> {
  if (request.size < worthGuessing) return undefined
  const guessed = await guess(request, signal)
  if (!guessed) return undefined
  const { columns, tallies, rows } = guessed
  const open = columns.some((column, at) => column.odd > 0 || !isSure(column, tallies[at]!))
  if (open) return profileLarge(request, signal)
  const last = await lastRecord(request.dialect)
  return { columns: columns.map(bare), rows, seen: 'first', last }
}

/** The columns and the number of rows; `undefined` when the file is spelled in a way that needs reading by other means. */
export async function profileLarge(
  request: LargeRequest,
  signal?: AbortSignal,
): Promise<Profiled | undefined> {
  const guessed = await guess(request, signal)
  if (!guessed?.columns.every((column, at) => isSure(column, guessed.tallies[at]!)))
    return undefined
  const db = await openDuckDB({ threads: availableParallelism() })
  try {
    const counted = await counts(db, guessed)
    const columns: Column[] = []
    for (const [at, each] of guessed.columns.entries()) {
      const column = await concluded(db, guessed, counted, each, at)
      if (!column) return undefined
      columns.push(column)
    }
    const last = await lastRecord(request.dialect)
    return { columns, rows: counted('rows'), seen: 'whole', last }
  } catch (error) {
    // the database takes nothing that is spelled in an unusual way
    if (/Error: /.test((error as Error).message)) return undefined
    throw error
  } finally {
    db.close()
  }
}

// --- internal ---

/** Bytes; the first records are about as many. */
const worthGuessing = 500_000

interface Guess {
  readonly columns: readonly Column[]
  readonly tallies: readonly Tally[]
  /** About how many there are. */
  readonly rows: number
  /** The file as a table of texts `c0`, `c1`, ... */
  readonly from: string
}

/** What the first records hold; `undefined` when they are not what the database can read. */
async function guess(
  { dialect, size, first = 5000 }: LargeRequest,
  signal?: AbortSignal,
): Promise<Guess | undefined> {
  const { encoding, quotes, above, header, path, delimiter } = dialect
  if (encoding !== 'utf-8' || !quotes || dialect.escape !== '"' || above > 0 || !header)
    return undefined
  let names: readonly string[] | undefined
  const tallies: Tally[] = []
  let [rows, characters] = [0, 0]
  for await (const records of recordBatches(dialect, signal)) {
    for (const record of records) {
      if (!names) {
        names = record
        for (const _ of record) tallies.push(newTally())
        continue
      }
      if (rows === first) break
      if (record.length !== names.length) return undefined
      for (const [at, cell] of record.entries()) {
        tallyCell(tallies[at]!, cell)
        characters += cell.length + 1
      }
      rows += 1
    }
    if (rows === first) break
  }
  if (!names || names.length < 2 || names.some(name => /[\r\n]/.test(name))) return undefined
  const columns = concludeColumns(names, tallies, delimiter === ';' ? ',' : '.')
  const texts = names.map((_, at) => ({ name: `c${at}`, type: 'VARCHAR' }))
  return {
    columns: columns.map(roomy),
    tallies,
    rows: Math.round((size / characters) * rows),
    from: readingOf({ path, delimiter, header: true, columns: texts }),
  }
}

/** Later numbers may be longer than the first, as far as they stay exact. */
function roomy(column: Column): Column {
  const { digits } = column
  if (!digits) return column
  const after = digits.after === 0 ? 0 : Math.min(digits.after + 2, exactDigits - digits.before)
  if (after < digits.after) return column
  return { ...column, digits: { before: Math.min(15, exactDigits - after), after } }
}

/** Without what other records may add to. */
function bare({ distinct: _distinct, range: _range, tied: _tied, ...column }: Column): Column {
  return column
}

/** False for text that other records may show to be numbers, dates or codes. */
function isSure({ type }: Column, tally: Tally): boolean {
  if (type !== 'text' || tally.codes > 0) return true
  return tally.filled >= 2000 && tally.point + tally.comma + tally.dates + tally.slashDates === 0
}

interface Counts {
  (key: string): number
  /** The least and the largest value of a column. */
  readonly range: (c: string) => Pick<Column, 'range'>
}

/** One pass over the file. */
async function counts(db: Database, { columns, from }: Guess): Promise<Counts> {
  const asked = columns.flatMap((column, at) => countsOf(column, `c${at}`))
  const list = [['rows', 'count(*)'], ...asked].map(([key, sql]) => `${sql} AS "${key}"`)
  const result = await db.rows(`SELECT ${list.join(', ')} FROM ${from}`)
  const row = new Map(result.columns.map((key, at) => [key, result.rows[0]![at] ?? null]))
  const range = (c: string) => rangeOf(row.get(`min ${c}`), row.get(`max ${c}`))
  return Object.assign((key: string) => Number(row.get(key) ?? 0), { range })
}

function countsOf(column: Column, c: string): string[][] {
  const { type, distinct } = column
  // a comparison spares most cells the trimming
  const blank = `CASE WHEN ${c} < '!' AND trim(${c}) = '' THEN 1 END`
  const cell = `CASE WHEN ${c} < '!' THEN nullif(trim(${c}), '') ELSE ${c} END`
  const { fits, value } = cellReading(column, c)
  const read = `CASE WHEN ${fits} THEN ${value} END`
  return [
    [`filled ${c}`, `count(${c})`],
    // to look each cell up among those known takes longer than to read it
    ...(distinct ? [[`kinds ${c}`, `count(DISTINCT ${cell})`]] : []),
    ...(type === 'text'
      ? [[`blank ${c}`, `count(${blank})`]]
      : ['count', 'min', 'max'].map(of => [`${of} ${c}`, `${of}(${read})`])),
  ]
}

/** The column as the whole file shows it; `undefined` when it is not spelled as the first cells are. */
async function concluded(
  db: Database,
  { from }: Guess,
  count: Counts,
  column: Column,
  at: number,
): Promise<Column | undefined> {
  const c = `c${at}`
  const filled = count(`filled ${c}`)
  const { distinct } = column
  const rest = { ...bare(column), ...(distinct?.length === count(`kinds ${c}`) && { distinct }) }
  switch (column.type) {
    case 'empty':
      return filled === 0 ? column : undefined
    case 'text':
      return { ...rest, filled: filled - count(`blank ${c}`), odd: 0 }
    case 'number':
    case 'date': {
      const odd = filled - count(`count ${c}`)
      if (odd > filled * 0.2 || (odd > 0 && !(await areOdd(db, from, column, c)))) return undefined
      return { ...rest, ...count.range(c), filled, odd }
    }
  }
}

const mostOdd = 1000

/** True when the cells of a column that are spelled otherwise are no such values in any spelling. */
async function areOdd(db: Database, from: string, column: Column, c: string): Promise<boolean> {
  const { fits } = cellReading(column, c)
  const unread = `SELECT DISTINCT ${c} FROM ${from} WHERE ${c} IS NOT NULL AND NOT (${fits})`
  const { rows, more } = await db.rows(unread, [], mostOdd)
  const isValue = (cell: string) =>
    isCode(cell) ||
    (parseNumber(cell, column.decimal) ?? parseNumber(cell) ?? parseDate(cell, 'day-first')) !==
      undefined
  const isOdd = (cell: string) => !isEmpty(cell) && (isMissing(cell) || !isValue(cell))
  return !more && rows.every(([cell]) => isOdd(String(cell)))
}

const tail = 65_536

async function lastRecord({ path, delimiter }: Dialect): Promise<readonly string[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - tail)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(tail), 0, tail, from)
    const text = buffer.toString('utf8', 0, bytesRead).trimEnd()
    const line = text.slice(text.lastIndexOf('\n') + 1)
    return line.split(delimiter).map(cell => cell.replace(/^"|"$/g, ''))
  } finally {
    await file.close()
  }
}
