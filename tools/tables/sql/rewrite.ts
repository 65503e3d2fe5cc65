// What other dialects (SQLite's above all) spell otherwise than DuckDB, or spell the same and mean otherwise.
import {
  ascending,
  call,
  cast,
  constant,
  constantOf,
  orderBy,
  simple,
  type Tree,
  text,
} from './tree.ts'

/** The statement as DuckDB is to run it; `moments` are columns (in lower case) that hold moments as text. */
export function rewritten(statement: Tree, moments: ReadonlySet<string>): Tree {
  return ordered(inside(statement, moments) as Tree)
}

/** Why a statement is not run although it can be read. */
export class Refused extends Error {}

// --- internal ---

function inside(value: unknown, moments: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map(each => inside(each, moments))
  if (typeof value !== 'object' || value === null || isRaw(value)) return value
  const tree: Tree = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, inside(each, moments)]),
  )
  switch (tree.class) {
    case 'FUNCTION':
      return { ...calling(tree, moments), alias: tree.alias }
    case 'WINDOW':
      return tree.function_name === 'mode' ? { ...tree, arg_orders: leastFirst(tree) } : tree
    case 'CAST':
      return { ...casting(tree), alias: tree.alias }
    case 'COMPARISON':
    case 'BETWEEN':
      return comparing(tree)
    default:
      return tree
  }
}

function isRaw(value: object): boolean {
  return (JSON as unknown as { isRawJSON: (value: object) => boolean }).isRawJSON(value)
}

const likes: Readonly<Record<string, string>> = {
  '~~': '~~*',
  '!~~': '!~~*',
  like_escape: 'ilike_escape',
  not_like_escape: 'not_ilike_escape',
}
const arithmetic = new Set(['+', '-', '*', '/', '%', '//'])
const numeric = new Set([...arithmetic, 'avg', 'total', 'stddev_samp', 'stddev_pop', 'quantile'])
const ofMoments =
  /^(?:year|month|day|hour|minute|second|quarter|week|dayofweek|dayofyear|isodow|weekday|dayname|monthname|date_trunc|date_part|datepart|date_diff|datediff|date_add|last_day|epoch|age|yearweek|isoyear|time_bucket)$/

function calling(tree: Tree, moments: ReadonlySet<string>): Tree {
  const name = String(tree.function_name).toLowerCase()
  const children = tree.children ?? []
  const like = likes[name]
  if (like !== undefined) return { ...tree, function_name: like }
  if ((name === 'max' || name === 'min') && children.length > 1)
    return { ...tree, function_name: name === 'max' ? 'greatest' : 'least' }
  const [first, ...rest] = children
  switch (name) {
    case 'mode':
      return { ...tree, order_bys: orderBy(tree.children ?? []) }
    case 'date_of':
      return cast(shifted(first!, rest), 'DATE')
    case 'datetime':
      return shifted(first!, rest)
    case 'julianday':
      return call('julian', [shifted(first!, rest)])
    case 'unixepoch':
      return call('seconds_of', [shifted(first!, rest)])
    case 'strftime': {
      const form = constant(first!)
      const [form2, moment] = form?.includes('%') ? [first!, rest[0]] : [rest[0]!, first!]
      if (moment === undefined) return tree
      const at = shifted(moment, rest.slice(1))
      if (form === '%s') return call('seconds_of', [at])
      return form === '%J' ? call('julian', [at]) : call('strftime', [at, form2])
    }
  }
  const read = ofMoments.test(name) || arithmetic.has(name)
  const operands = children.map(child =>
    read && isMoment(child, moments) ? cast(child, 'TIMESTAMP') : child,
  )
  if (!numeric.has(name)) return { ...tree, children: operands }
  return {
    ...tree,
    children: operands.map(child => (isTruth(child) ? cast(child, 'BIGINT') : asNumber(child))),
  }
}

/** Of equally common values the least is the mode. */
function leastFirst(tree: Tree): readonly Tree[] {
  return (tree.children ?? []).map(ascending)
}

/** `moment` moved by SQLite's modifiers. */
function shifted(moment: Tree, ways: readonly Tree[]): Tree {
  const seconds = ways.some(way => constant(way) === 'unixepoch')
  if (constant(moment)?.toLowerCase() === 'now')
    throw new Refused('the current time is not allowed')
  return ways.reduce(
    (at, way) => {
      const said = constant(way)?.trim().toLowerCase()
      const start = /^start of (day|month|year)$/.exec(said ?? '')?.[1]
      const weekday = /^weekday ([0-6])$/.exec(said ?? '')?.[1]
      if (said === 'unixepoch' || said === 'utc' || said === 'auto') return at
      if (start !== undefined) return call('date_trunc', [text(start), at])
      if (weekday !== undefined) return call('next_weekday', [at, cast(text(weekday), 'INTEGER')])
      return call('moved', [at, way])
    },
    call(seconds ? 'moment_at' : 'moment_of', [moment]),
  )
}

/** Casts cut a number off, REAL and DECIMAL of no given size hold all digits. */
function casting(tree: Tree): Tree {
  const child = tree.child!
  const info = tree.cast_type?.type_info
  switch (tree.cast_type?.id) {
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      if (tree.try_cast) return tree
      return isTruth(child) ? cast(child, 'BIGINT') : call('whole', [child])
    case 'FLOAT':
      return { ...tree, cast_type: simple('DOUBLE') }
    case 'DECIMAL':
      return !info || (info.width === 18 && info.scale === 3)
        ? { ...tree, cast_type: simple('DOUBLE') }
        : tree
    default:
      return tree
  }
}

/** A year or a month compares with as much of each date as it has, as text does. */
function comparing(tree: Tree): Tree {
  const sides = (['left', 'right', 'input', 'lower', 'upper'] as const).filter(side => tree[side])
  const partial = sides.some(side => /^\d{4}(?:-\d{1,2})?$/.test(constant(tree[side]!) ?? ''))
  if (!partial) return tree
  const texts = sides.map(side => {
    const child = tree[side]!
    return [side, child.class === 'COLUMN_REF' ? cast(child, 'VARCHAR') : child]
  })
  return { ...tree, ...Object.fromEntries(texts) }
}

/** Groups and distinct rows come in their own order unless the statement says another. */
function ordered(node: Tree): Tree {
  const modifiers = node.modifiers ?? []
  if (modifiers.some(each => each.type === 'ORDER_MODIFIER')) return node
  const groups = node.group_expressions ?? []
  const list = node.select_list ?? []
  const distinct = modifiers.some(each => each.type === 'DISTINCT_MODIFIER')
  const all = distinct || node.aggregate_handling === 'FORCE_AGGREGATES'
  if (all ? list.some(each => each.class === 'STAR') : groups.length === 0) return node
  const keys = all ? list.map((_, at) => constantOf('INTEGER', at + 1)) : groups
  const order = orderBy(keys)
  const before = modifiers.filter(each => each.type === 'DISTINCT_MODIFIER')
  const after = modifiers.filter(each => each.type !== 'DISTINCT_MODIFIER')
  return { ...node, modifiers: [...before, order, ...after] }
}

function isTruth(tree: Tree): boolean {
  const kind = String(tree.type)
  const name = String(tree.function_name ?? '')
  return (
    /^(?:COMPARE_|CONJUNCTION_)/.test(kind) ||
    /^OPERATOR_(?:IS_NULL|IS_NOT_NULL|NOT)$/.test(kind) ||
    /^(?:!?~~\*?|(?:not_)?i?like_escape|~~~)$/.test(name)
  )
}

/** A text that is reckoned with is a number: `substr(day, 1, 4) + 1`. */
function asNumber(tree: Tree): Tree {
  const name = String(tree.function_name ?? '')
  return /^(?:strftime|substr|substring|replace|trim|ltrim|rtrim)$/.test(name)
    ? cast(tree, 'DOUBLE')
    : tree
}

function isMoment(tree: Tree, moments: ReadonlySet<string>): boolean {
  if (tree.class !== 'COLUMN_REF') return false
  return moments.has(tree.column_names!.at(-1)!.toLowerCase())
}
