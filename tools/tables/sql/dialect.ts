// The SQL that is taken: one SELECT over the tables there are, whose result is the same each time. It is
// read into DuckDB's own tree of a statement, checked there, and rewritten there (`rewrite.ts`).
import type { Database } from './duckdb.ts'
import { Refused, rewritten } from './rewrite.ts'
import type { Tree } from './tree.ts'

/** What a statement may name. */
export interface Known {
  readonly tables: readonly string[]
  /** In lower case. */
  readonly columns: ReadonlySet<string>
  /** Those columns that hold moments as text. */
  readonly moments: ReadonlySet<string>
}

/**
 * Checks `sql` and gives it as it may be run. Throws DuckDB's words about what it cannot read, and `Refused` for what is
 * not allowed.
 */
export async function accept(db: Database, sql: string, known: Known): Promise<string> {
  if (!/^[\s(]*(?:select|with|from|values)\b/i.test(sql.replace(comments, ' ')))
    throw new Refused('it is no SELECT')
  const parsed = await parse(db, respelled(sql), known.columns)
  const { statements } = parsed
  if (statements.length !== 1) throw new Error('Only one SELECT can be run at a time.')
  const seen: Seen = { tables: new Set(), defined: new Set() }
  inspect(statements[0]!.node, seen)
  const tables = new Set([...known.tables, ...seen.defined].map(name => name.toLowerCase()))
  const unknown = [...seen.tables].find(name => !tables.has(name.toLowerCase()))
  if (unknown !== undefined) throw new Error(`no such table: ${unknown}`)
  const node = rewritten(statements[0]!.node, known.moments)
  return writtenOut(db, { ...parsed, statements: [{ ...statements[0]!, node }] })
}

/** Statements as DuckDB writes them in a tree. */
export interface Statements {
  readonly error: false
  readonly statements: readonly { readonly node: Tree }[]
}

/** The tree of SQL that was accepted. */
export async function treeOf(db: Database, accepted: string): Promise<Statements> {
  return JSON.parse(await textOf(db, serializing, accepted), exactNumbers) as Statements
}

/** The SQL of a tree. */
export function writtenOut(db: Database, tree: Statements): Promise<string> {
  return textOf(db, 'SELECT json_deserialize_sql(CAST($1 AS JSON))', JSON.stringify(tree))
}

// --- internal ---

type Parsed =
  | Statements
  | { readonly error: true; readonly error_type: string; readonly error_message: string }

interface Seen {
  readonly tables: Set<string>
  readonly defined: Set<string>
}

/** A column may be called by a word that DuckDB keeps for itself: such are put in quotes where they are in the way. */
async function parse(db: Database, sql: string, columns: ReadonlySet<string>): Promise<Statements> {
  const read = async (text: string) =>
    JSON.parse(await textOf(db, serializing, text), exactNumbers) as Parsed
  const parsed = await read(sql)
  if (!parsed.error) return parsed
  if (parsed.error_type === 'not implemented') throw new Refused('it is no SELECT')
  const words = (await db.rows('SELECT keyword_name FROM duckdb_keywords()')).rows.flat()
  const kept = words.filter(word => columns.has(String(word)))
  const bare = new RegExp(`\\b(?:${kept.join('|')})\\b`, 'gi')
  const again = kept.length > 0 ? await read(outsideQuotes(sql, bare, '"$&"')) : parsed
  if (again.error) throw new Error(parsed.error_message)
  return again
}

const serializing = 'SELECT json_serialize_sql(CAST($1 AS VARCHAR))'

async function textOf(db: Database, sql: string, param: string): Promise<string> {
  return String((await db.rows(sql, [param])).rows[0]?.[0])
}

/** A number of more digits than a double holds is kept as it is written. */
function exactNumbers(_key: string, value: unknown, context?: { readonly source?: string }) {
  const source = context?.source
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value
  return (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(source)
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

const changing =
  /^(?:random|setseed|uuid|uuidv\d|gen_random_uuid|now|today|get_current_\w+|current_\w+|transaction_timestamp|localtime|localtimestamp|txid_current|nextval|currval|write_log|sleep_ms|version|pg_\w+|duckdb_\w+|pragma_\w+|json_execute_serialized_sql|getvariable|getenv)$/
const unsaid = new Set(['stddev', 'variance', 'var'])
const harmlessTables = new Set(['range', 'generate_series', 'unnest', 'json_each', 'json_tree'])

function inspect(value: unknown, seen: Seen): void {
  if (Array.isArray(value)) for (const each of value) inspect(each, seen)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const tree: Tree = value
  const name = String(tree.function_name ?? '').toLowerCase()
  if (name !== '') {
    if (changing.test(name)) throw new Refused(`${name} is not allowed`)
    if (unsaid.has(name))
      throw new Error(
        `${name} is of a sample or of a population: say ${name === 'stddev' ? 'stddev' : 'var'}_samp or ${name === 'stddev' ? 'stddev' : 'var'}_pop`,
      )
  }
  switch (tree.type) {
    case 'BASE_TABLE':
      if (tree.schema_name !== '' || tree.catalog_name !== '')
        throw new Refused('only the tables of the files can be read')
      seen.tables.add(String(tree.table_name))
      break
    case 'TABLE_FUNCTION': {
      const called = String(tree.function?.function_name).toLowerCase()
      if (!harmlessTables.has(called)) throw new Refused(`${called} is not allowed`)
      break
    }
    case 'SHOW_REF':
      throw new Refused('it is no SELECT')
    case 'COLUMN_REF': {
      const [only, ...more] = tree.column_names ?? []
      const clock = /^(?:current_(?:date|time|timestamp)|localtime|localtimestamp)$/i
      if (more.length === 0 && clock.test(only ?? '')) throw new Refused(`${only} is not allowed`)
    }
  }
  if (tree.sample) throw new Refused('a random sample is not allowed')
  for (const { key } of tree.cte_map?.map ?? []) seen.defined.add(key)
  for (const each of Object.values(tree)) inspect(each, seen)
}
