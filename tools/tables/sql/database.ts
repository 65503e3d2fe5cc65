// The database of a query: rows loaded into SQLite, and nothing allowed in it but reading them.
import { foldText } from '../../nearest.ts'
import { addAggregates } from './aggregates.ts'
import { keep, type Place, relationsAt } from './kept.ts'
import { addNames, load, narrowed, type Relation } from './relations.ts'
import { type Database, openSqlite } from './sqlite.ts'

/** A database with the rows of its relations in it. */
export interface Filled {
  readonly db: Database
  readonly sheets: readonly Relation[]
}

/** The database that an earlier query kept in `place`, when it is there. */
export async function openKept(place: Place): Promise<Filled | undefined> {
  const sheets = relationsAt(place)
  return sheets && { db: await openDatabase(place.path, true), sheets }
}

/**
 * A database with the rows of `sheets`, kept in `place` when there is one; of a table too wide for it only
 * the columns `used` (folded names). Throws one sentence when these are still too many.
 */
export async function fill(
  sheets: readonly Relation[],
  used: ReadonlySet<string> | undefined,
  place: Place | undefined,
  signal?: AbortSignal,
): Promise<Database> {
  const loaded = sheets.map(sheet => narrowed(sheet, used))
  const whole = loaded.every((sheet, at) => sheet === sheets[at])
  const kept = whole ? place : undefined
  // an empty name is a private file that SQLite removes: memory stays bounded for large tables
  const db = await openDatabase(kept?.part ?? '')
  try {
    for (const sheet of loaded) await load(db, sheet, signal)
    for (const sheet of loaded) addNames(db, sheet)
  } catch (error) {
    db.close()
    throw error
  }
  if (!kept) return db
  db.close()
  return openDatabase(await keep(kept, sheets), true)
}

/** Lets statements select, read, recurse and call harmless functions, and nothing else. */
export function allowOnlyReading(db: Database): void {
  db.allowOnly((action, named) => {
    switch (action) {
      case actions.select:
      case actions.read:
      case actions.recurse:
        return true
      case actions.call:
        return !forbidden.has(named?.toLowerCase() ?? '')
      default:
        return false
    }
  })
}

/** The names of all functions that a statement may call; afterwards the database allows everything. */
export function functionsOf(db: Database): string[] {
  db.allowOnly(() => true)
  const names = db.prepare('SELECT DISTINCT name FROM pragma_function_list').rows()
  return Array.from(names, ([name]) => textOf(name)).filter(name => !forbidden.has(name))
}

/** A value of the database as text. */
export function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)
}

// --- internal ---

/** SQLite's numbers for what a statement does. */
const actions = { read: 20, select: 21, call: 31, recurse: 33 }

const forbidden = new Set(
  'load_extension random randomblob zeroblob printf format fts3_tokenizer current_date current_time current_timestamp'.split(
    ' ',
  ),
)

async function openDatabase(path: string, readOnly = false): Promise<Database> {
  const db = await openSqlite(path, readOnly)
  db.exec('PRAGMA cache_size=-32768')
  if (!readOnly) db.exec('PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF')
  db.addFunction('fold', value => (value === null ? null : foldText(textOf(value))))
  addAggregates(db)
  return db
}
