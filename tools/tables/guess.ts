// What the columns of a large file of delimited text hold, guessed from its first records: the database then checks
// the guess against every cell.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Located } from '../files/locate.ts'
import type { TextEncoding } from '../files/text.ts'
import { type Column, concludeColumns } from './columns.ts'
import { type Dialect, sniff } from './dialect.ts'
import { exactDigits } from './sql/reading.ts'
import { countRows, lastLabel, usualMark } from './table.ts'
import { isLongText, type Tally } from './tally.ts'

/** What the first records of a file show. Plain data. */
export interface Guess {
  readonly name: string
  readonly dialect: Dialect
  readonly columns: readonly Column[]
}

/**
 * The columns of a file by its first records; `undefined` when they are not what the database reads as it is meant,
 * leave open what a column is, or the last row may hold sums.
 */
export async function guess(
  { name, path, encoding }: Pick<Located & TextEncoding, 'name' | 'path' | 'encoding'>,
  signal?: AbortSignal,
): Promise<Guess | undefined> {
  const dialect = await sniff(path, encoding, name, signal)
  const { quotes, above, header } = dialect
  if (encoding !== 'utf-8' || !quotes || dialect.escape !== '"' || above > 0 || !header)
    return undefined
  const source = { ...dialect, kind: 'delimited' } as const
  const { names = [], tallies, widths, sums } = await countRows(source, guessedFrom, signal)
  const isRagged = [...widths.keys()].some(width => width !== names.length)
  if (isRagged || sums || names.length < 2 || names.some(name => /[\r\n]/.test(name)))
    return undefined
  const columns = concludeColumns(names, tallies, usualMark(source)).map(roomy)
  if (!columns.every((column, at) => isSure(column, tallies[at]))) return undefined
  return lastLabel(await lastRecord(dialect)) === undefined ? { name, dialect, columns } : undefined
}

// --- internal ---

/** More than it takes to be sure of text of which a fifth is missing. */
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

async function lastRecord({ path, delimiter }: Dialect): Promise<readonly string[]> {
  const { size } = await stat(path)
  const end = createReadStream(path, { start: Math.max(0, size - 65_536) })
  const line = (await text(end)).trimEnd().split('\n').at(-1)!
  return line.split(delimiter).map(cell => cell.replace(/^"|"$/g, ''))
}
