// What other dialects spell otherwise than DuckDB, or spell the same and mean otherwise, where it depends on
// the arguments; the rest are `macros`.
import { isNested } from '../../documents/json/format.ts'
import { check, type Seen } from './allowed.ts'
import { ascending, call, cast, constant, integer, orderBy, simple, type Tree } from './tree.ts'

/**
 * The statement as DuckDB is to run it; `moments` are columns (in lower case) that hold moments as text. Throws
 * `Refused` for what is not allowed, and adds to `seen` what it names.
 */
export function rewritten(statement: Tree, moments: ReadonlySet<string>, seen: Seen): Tree {
  const isMoment = ({ class: kind, column_names: names = [] }: Tree) =>
    kind === 'COLUMN_REF' && moments.has(names.at(-1)!.toLowerCase())
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside)
    if (!isNested(value)) return value
    check(value, seen)
    const members = Object.entries(value).map(([key, each]) => [key, inside(each)])
    const tree: Tree = Object.fromEntries(members)
    switch (tree.class ?? tree.type) {
      case 'FUNCTION':
        return { ...calling(tree, isMoment), alias: tree.alias }
      case 'WINDOW':
        return counting(tree)
      case 'CAST':
        return { ...casting(tree), alias: tree.alias }
      case 'COMPARISON':
      case 'BETWEEN':
        return comparing(tree)
      case 'JOIN':
        return joining(tree)
      default:
        return tree
    }
  }
  return ordered(inside(statement) as Tree)
}

// --- internal ---

const arithmetic = new Set(['+', '-', '*', '/', '%', '//'])
const numeric = new Set([...arithmetic, 'avg', 'total', 'stddev_samp', 'stddev_pop'])
const ofMoments =
  /^(?:year|month|day|hour|minute|second|quarter|week|dayofweek|dayofyear|isodow|weekday|dayname|monthname|date_trunc|date_part|datepart|date_diff|datediff|date_add|last_day|epoch|age|yearweek|isoyear|time_bucket)$/

function calling(tree: Tree, isMoment: (tree: Tree) => boolean): Tree {
  const name = String(tree.function_name).toLowerCase()
  const children = tree.children ?? []
  if ((name === 'max' || name === 'min') && children.length > 1)
    return { ...tree, function_name: name === 'max' ? 'greatest' : 'least' }
  const [first, ...rest] = children
  switch (name) {
    case 'date_of':
      return cast(moved(first!, rest), 'DATE')
    case 'datetime':
      return moved(first!, rest)
    case 'julianday':
      return call('julian', [moved(first!, rest)])
    case 'unixepoch':
      return call('seconds_of', [moved(first!, rest)])
    case 'strftime':
      return rest.length > 0 ? formatting(children) : tree
  }
  const read = ofMoments.test(name) || arithmetic.has(name)
  const operands = children
    .map(child => (read && isMoment(child) ? cast(child, 'TIMESTAMP') : child))
    .map(child => (numeric.has(name) ? asNumber(child) : child))
  return counting({ ...tree, children: operands })
}

/** A moment as SQLite's modifiers move it. */
function moved(moment: Tree, ways: readonly Tree[]): Tree {
  const isSeconds = ways.some(way => constant(way) === 'unixepoch')
  const begun = call(isSeconds ? 'moment_at' : 'moment_of', [moment])
  return ways.reduce((at, way) => call('moved', [at, way]), begun)
}

/** SQLite's format comes before the moment and its modifiers, DuckDB's behind. */
function formatting([first, second, ...ways]: readonly Tree[]): Tree {
  const isFormat = constant(first!)?.includes('%')
  const [form, moment] = isFormat ? [first!, second!] : [second!, first!]
  const at = moved(moment, ways)
  const named = { '%s': 'seconds_of', '%J': 'julian' }[constant(form) ?? '']
  return named === undefined ? call('strftime', [at, form]) : call(named, [at])
}

/** Quantiles are of doubles: between two decimals lies one of more digits. Of equally common values the least is the mode. */
function counting(tree: Tree): Tree {
  const [first, ...rest] = tree.children ?? []
  switch (tree.function_name) {
    case 'median':
      return { ...tree, children: [cast(first!, 'DOUBLE')] }
    case 'quantile':
      return {
        ...tree,
        function_name: 'quantile_cont',
        children: [cast(first!, 'DOUBLE'), ...rest],
      }
    case 'mode':
      return tree.class === 'WINDOW'
        ? { ...tree, arg_orders: [ascending(first!)] }
        : { ...tree, order_bys: orderBy([first!]) }
    default:
      return tree
  }
}

/** Casts cut a number off, REAL and DECIMAL of no given size hold all digits. */
function casting(tree: Tree): Tree {
  const { id = '', type_info: info } = tree.cast_type ?? {}
  if (/^(?:TINYINT|SMALLINT|INTEGER|BIGINT)$/.test(id))
    return tree.try_cast ? tree : call('whole', [tree.child!])
  const isUsual = !info || (info.width === 18 && info.scale === 3)
  return id === 'FLOAT' || (id === 'DECIMAL' && isUsual)
    ? { ...tree, cast_type: simple('DOUBLE') }
    : tree
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

/** DuckDB writes a cross join as a comma, which binds less than the joins beside it: as a join on what is true it keeps its place. */
function joining(tree: Tree): Tree {
  return tree.ref_type === 'CROSS'
    ? { ...tree, ref_type: 'REGULAR', condition: cast(integer(1), 'BOOLEAN') }
    : tree
}

/** Groups and distinct rows come in their own order unless the statement says another. */
function ordered(node: Tree): Tree {
  const modifiers = node.modifiers ?? []
  if (modifiers.some(each => each.type === 'ORDER_MODIFIER')) return node
  const groups = node.group_expressions ?? []
  const list = node.select_list ?? []
  const distinct = modifiers.filter(each => each.type === 'DISTINCT_MODIFIER')
  const others = modifiers.filter(each => each.type !== 'DISTINCT_MODIFIER')
  const all = distinct.length > 0 || node.aggregate_handling === 'FORCE_AGGREGATES'
  if (all ? list.some(each => each.class === 'STAR') : groups.length === 0) return node
  const order = orderBy(all ? list.map((_, at) => integer(at + 1)) : groups)
  return { ...node, modifiers: [...distinct, order, ...others] }
}

/** What is true counts as 1, and a text that is reckoned with is a number: `substr(day, 1, 4) + 1`. */
function asNumber(tree: Tree): Tree {
  const name = tree.function_name ?? ''
  const isTruth =
    /^(?:COMPARE_|CONJUNCTION_|OPERATOR_(?:IS_NULL|IS_NOT_NULL|NOT)$)/.test(tree.type ?? '') ||
    /^(?:!?~~\*?|(?:not_)?i?like_escape|~~~)$/.test(name)
  if (isTruth) return cast(tree, 'BIGINT')
  const isText = /^(?:strftime|substr|substring|replace|trim|ltrim|rtrim)$/.test(name)
  return isText ? cast(tree, 'DOUBLE') : tree
}
