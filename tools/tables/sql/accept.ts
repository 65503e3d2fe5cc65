// The SQL that is taken: one SELECT over the tables there are, whose result is the same each time. It is
// read into DuckDB's own tree of a statement, checked and rewritten there (`rewrite.ts`).
import { parseExactly } from '../../documents/json/format.ts'
import { Refused } from './allowed.ts'
import type { Database } from './duckdb.ts'
import { rewritten } from './rewrite.ts'
import type { Tree } from './tree.ts'

/** What a statement may name. */
export interface Known {
  readonly tables: readonly string[]
  /** In lower case. */
  readonly columns: ReadonlySet<string>
  /** Those columns that hold moments as text. */
  readonly moments: ReadonlySet<string>
}

/** Statements as DuckDB writes them in a tree. */
interface Statements {
  readonly statements: readonly { readonly node: Tree }[]
}

/**
 * Checks `sql` and gives it as it may be run. Throws DuckDB's words about what it cannot read, and `Refused` for what is
 * not allowed.
 */
export async function accept(db: Database, sql: string, known: Known): Promise<string> {
  if (!/^[\s(]*(?:select|with|from|values)\b/i.test(sql.replace(comments, ' ')))
    throw new Refused('it is no SELECT')
  const parsed = await parse(db, respelled(sql), known.columns)
  const [statement, ...others] = parsed.statements
  if (!statement || others.length > 0) throw new Error('Only one SELECT can be run at a time.')
  const seen = { tables: new Set<string>(), defined: new Set(known.tables) }
  const node = rewritten(statement.node, known.moments, seen)
  const tables = new Set([...seen.defined].map(name => name.toLowerCase()))
  const unknown = [...seen.tables].find(name => !tables.has(name.toLowerCase()))
  if (unknown !== undefined) throw new Error(`no such table: ${unknown}`)
  return writtenOut(db, { ...parsed, statements: [{ ...statement, node }] })
}

/** The tree of SQL, or why there is none. */
export async function treeOf(db: Database, sql: string): Promise<Parsed> {
  const text = await textOf(db, 'SELECT json_serialize_sql(CAST($1 AS VARCHAR))', sql)
  return parseExactly(text) as Parsed
}

/** The SQL of a tree. */
export function writtenOut(db: Database, tree: Statements): Promise<string> {
  return textOf(db, 'SELECT json_deserialize_sql(CAST($1 AS JSON))', JSON.stringify(tree))
}

// --- internal ---

interface Parsed extends Statements {
  readonly error: boolean
  readonly error_type?: string
  readonly error_message?: string
  /** Where in the SQL. */
  readonly position?: string
}

/** What is called by a word that DuckDB keeps for itself, a column or what follows AS, is put in quotes where it is in the way. */
async function parse(db: Database, sql: string, columns: ReadonlySet<string>): Promise<Parsed> {
  const parsed = await treeOf(db, sql)
  if (!parsed.error) return parsed
  if (parsed.error_type === 'not implemented') throw new Refused('it is no SELECT')
  const words = (await db.rows('SELECT keyword_name FROM duckdb_keywords()')).rows.flat()
  const given = new Set([...sql.matchAll(/\bas\s+(\w+)/gi)].map(([, name]) => name!.toLowerCase()))
  const kept = words.map(String).filter(word => columns.has(word) || given.has(word))
  const bare = new RegExp(`\\b(?:${kept.join('|')})\\b`, 'gi')
  const again = kept.length > 0 ? await treeOf(db, outsideQuotes(sql, bare, '"$&"')) : parsed
  if (again.error) {
    const before = sql
      .slice(0, Number(parsed.position ?? 0))
      .trimEnd()
      .replace(/\s+/g, ' ')
    throw new Error(`${parsed.error_message}, behind "${before.slice(-60)}"`)
  }
  return again
}

async function textOf(db: Database, sql: string, param: string): Promise<string> {
  return String((await db.rows(sql, [param])).rows[0]?.[0])
}

/** What DuckDB's parser cannot read: names in backticks, and `date(day, '+1 day')`, for it a type. */
function respelled(sql: string): string {
  const named = sql.replace(pieces, piece =>
    piece.startsWith('`') ? `"${piece.slice(1, -1).replaceAll('"', '""')}"` : piece,
  )
  return outsideQuotes(named, /\bdate\s*(?=\()/gi, 'date_of')
}

const comments = /--.*$|\/\*[\s\S]*?\*\//gm

/** Texts, names in quotes, comments. */
const pieces = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--.*$|\/\*[\s\S]*?\*\//gm

function outsideQuotes(sql: string, word: RegExp, instead: string): string {
  const kept: string[] = sql.match(pieces) ?? []
  const between = sql.split(pieces).map(part => part.replace(word, instead))
  return between.map((part, at) => part + (kept[at] ?? '')).join('')
}
