// What of a statement is refused, and what it names.
import { constant, type Tree } from './tree.ts'

/** Why a statement is not run although it can be read. */
export class Refused extends Error {}

/** The tables that a statement names, and those there are: it may define more. */
export interface Seen {
  readonly tables: Set<string>
  readonly defined: Set<string>
}

/** Throws `Refused` for a node that reads or changes anything else, or gives something else each time. */
export function check(tree: Tree, seen: Seen): void {
  const name = tree.function_name?.toLowerCase() ?? ''
  if (changing.test(name))
    throw new Refused(`${name} is not allowed${clock.test(name) ? readToday : ''}`)
  const [unsaid] = /^(?:stddev|var)(?=iance$|$)/.exec(name) ?? []
  if (unsaid !== undefined)
    throw new Error(
      `${name} is of a sample or of a population: say ${unsaid}_samp or ${unsaid}_pop`,
    )
  const { children = [] } = tree
  const isNow = children.length === 0 || children.some(each => /^now$/i.test(constant(each) ?? ''))
  if (ofDates.test(name) && isNow) throw new Refused(`the current time is not allowed${readToday}`)
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
      if (more.length === 0 && clock.test(only ?? ''))
        throw new Refused(`${only} is not allowed${readToday}`)
    }
  }
  if (tree.sample) throw new Refused('a random sample is not allowed')
  for (const { key } of tree.cte_map?.map ?? []) seen.defined.add(key)
}

// --- internal ---

const changing =
  /^(?:random|setseed|uuid|uuidv\d|gen_random_uuid|now|today|get_current_\w+|current_\w+|transaction_timestamp|localtime|localtimestamp|txid_current|nextval|currval|write_log|sleep_ms|version|pg_\w+|duckdb_\w+|pragma_\w+|json_execute_serialized_sql|getvariable|getenv)$/
const clock = /^(?:now|today|(?:get_)?current_(?:date|time|timestamp)|localtime|localtimestamp)$/i
const readToday = ': it gives something else each time; write {today}, a belief that is read'
const ofDates = /^(?:date_of|datetime|julianday|unixepoch|strftime)$/
const harmlessTables = new Set(['range', 'generate_series', 'unnest', 'json_each', 'json_tree'])
