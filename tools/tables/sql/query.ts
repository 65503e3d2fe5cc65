// A structured question translated into SQL over the columns there are.
import { foldName, foldText, nearest } from '../../nearest.ts'
import { parseDate, parseNumber } from '../cells.ts'
import type { Cell, Column } from '../tables.ts'
import type { TableQuery, Where } from './asked.ts'
import { quoteName } from './reading.ts'

/** A loaded column: `odd` is the column that keeps the cells a number or date column could not read. */
export interface Loaded {
  readonly column: Column
  /** Where it stands in a row, from 0. */
  readonly at: number
  readonly odd?: string
}

/** A structured question as SQL. */
export interface Compiled {
  readonly sql: string
  readonly counting: string
  readonly params: readonly Cell[]
  /** The same conditions one by one, to find the one no row meets. */
  readonly conditions: readonly { where: Where; column: Column; sql: string; params: Cell[] }[]
  /** Unit of the single value, when the aggregate keeps its column's unit. */
  readonly unit?: string
}

/**
 * Translates a query over the table `t`. Throws one sentence that names the nearest columns when a
 * column is unknown, and says what to do when a comparison or an aggregate does not fit its column.
 */
export function compileQuery(query: TableQuery, loaded: readonly Loaded[]): Compiled {
  const conditions = (query.where ?? []).map(where => {
    const found = findColumn(where.column, loaded)
    return { where, column: found.column, ...condition(where, found) }
  })
  const filter = conditions.length > 0 ? ` WHERE ${conditions.map(c => c.sql).join(' AND ')}` : ''
  const params = conditions.flatMap(c => c.params)
  const counting = `SELECT count(*) FROM t${filter}`
  const { body, unit } =
    query.groupBy !== undefined || query.aggregate !== undefined
      ? aggregated(query, loaded, filter)
      : plainRows(query, loaded, filter)
  const limit = query.limit === undefined ? '' : ` LIMIT ${query.limit}`
  return {
    sql: body + limit,
    counting,
    params,
    conditions,
    ...(unit !== undefined && { unit }),
  }
}

/** The column somebody means, without regard to case and punctuation. Throws with the nearest names. */
function findColumn(name: string, loaded: readonly Loaded[]): Loaded {
  const exact = loaded.find(each => each.column.name === name)
  if (exact) return exact
  const folded = loaded.filter(each => foldName(each.column.name) === foldName(name))
  if (folded.length === 1) return folded[0]!
  const names = loaded.map(each => each.column.name)
  if (folded.length > 1)
    throw new Error(
      `"${name}" may be ${folded.map(each => `"${each.column.name}"`).join(' or ')}; write the one that is meant.`,
    )
  throw new Error(`There is no column "${name}". ${suggestion(name, names)}`)
}

/** What to say about an unknown column: nearest names, then all of them (up to 60). */
export function suggestion(name: string, names: readonly string[]): string {
  const near = nearest(name, names)
  const shown = names.slice(0, 60).join(', ')
  const rest = names.length > 60 ? ` and ${names.length - 60} more` : ''
  return `${near.length > 0 ? `Did you mean ${near.map(each => `"${each}"`).join(' or ')}? ` : ''}The columns are: ${shown}${rest}.`
}

// --- internal ---

interface Condition {
  readonly sql: string
  readonly params: Cell[]
}

function condition(where: Where, { column, odd }: Loaded): Condition {
  const name = quoteName(column.name)
  const text = where.value === null ? '' : String(where.value)
  if (text.trim() === '') return emptiness(where, name)
  if (column.type === 'number') {
    const value = typeof where.value === 'number' ? where.value : amountOf(text, column)
    if (value !== undefined && where.is !== 'contains') return compared(name, where.is, value)
  } else if (column.type === 'date') {
    const value = /^\d{4}(-\d{2})?$/.test(text.trim()) ? text.trim() : parseDate(text, column.order)
    // a year or a month compares with as much of each date as it has
    if (value !== undefined && where.is !== 'contains')
      return compared(`substr(${name}, 1, ${value.length})`, where.is, value)
    if (where.is === 'contains') return contained(name, text)
  } else return textual(where, column, name, text)
  if (odd !== undefined && ['=', '!=', 'contains'].includes(where.is))
    return textual(where, column, quoteName(odd), text)
  throw new Error(misfit(where, column))
}

function emptiness(where: Where, name: string): Condition {
  if (where.is === '=') return { sql: `${name} IS NULL`, params: [] }
  if (where.is === '!=') return { sql: `${name} IS NOT NULL`, params: [] }
  throw new Error(
    `The condition on "${where.column}" compares ${where.is} with nothing; an empty cell is asked for with "=" or "!=".`,
  )
}

function compared(left: string, is: Exclude<Where['is'], 'contains'>, value: Cell): Condition {
  return { sql: `${left} ${is === '!=' ? 'IS DISTINCT FROM' : is} ?`, params: [value] }
}

function contained(name: string, text: string): Condition {
  return { sql: `instr(fold(${name}), ?) > 0`, params: [foldText(text)] }
}

function textual(where: Where, column: Column, name: string, text: string): Condition {
  if (where.is === 'contains') return contained(name, text)
  const ordering = where.is !== '=' && where.is !== '!='
  if (ordering && parseNumber(text) !== undefined) throw new Error(misfit(where, column))
  return compared(`fold(${name})`, where.is, foldText(text))
}

function amountOf(text: string, column: Column): number | undefined {
  return parseNumber(text, '.') ?? parseNumber(text, column.decimal)
}

const holds = { number: 'numbers', date: 'dates', text: 'text', empty: 'nothing' } as const

function misfit(where: Where, column: Column): string {
  const such = column.examples.length > 0 ? ` (such as ${column.examples.join(', ')})` : ''
  return `Column "${column.name}" holds ${holds[column.type]}${such}, so it cannot be asked whether it ${where.is === 'contains' ? 'contains' : `is ${where.is}`} ${JSON.stringify(where.value)}.`
}

function plainRows(query: TableQuery, loaded: readonly Loaded[], filter: string) {
  const chosen = query.select?.map(name => findColumn(name, loaded)) ?? loaded
  const list = chosen.map(each => quoteName(each.column.name)).join(', ')
  const by = query.orderBy === undefined ? undefined : findColumn(query.orderBy, loaded).column.name
  // rows that are equal in it stay in the order of the file
  const order =
    by === undefined ? '' : ` ORDER BY ${quoteName(by)}${direction(query)}, row_number() OVER ()`
  return { body: `SELECT ${list} FROM t${filter}${order}`, unit: undefined }
}

/** Empty cells come last in either direction. */
function direction(query: TableQuery): string {
  return query.descending ? ' DESC NULLS LAST' : ' NULLS LAST'
}

interface Measure {
  readonly label: string
  readonly sql: string
  readonly unit?: string
}

function measure(query: TableQuery, loaded: readonly Loaded[]): Measure {
  const { of, column: asked } = query.aggregate ?? { of: 'count' as const }
  if (asked === undefined) {
    if (of === 'count') return { label: 'count', sql: 'count(*)' }
    throw new Error(`${of} needs a column: aggregate { of: "${of}", column: ... }.`)
  }
  const { column } = findColumn(asked, loaded)
  const name = quoteName(column.name)
  const label = `${of}(${column.name})`
  const unit = column.unit === undefined ? {} : { unit: column.unit }
  switch (of) {
    case 'count':
      return { label, sql: `count(${name})` }
    case 'count_distinct':
      return { label, sql: `count(DISTINCT ${name})` }
    case 'min':
    case 'max':
      return { label, sql: `${of}(${name})`, ...unit }
    case 'sum':
    case 'mean':
    case 'median':
      if (column.type === 'text' || column.type === 'date')
        throw new Error(
          `Column "${column.name}" holds ${holds[column.type]} (such as ${column.examples.join(', ')}), which has no ${of}; use count, count_distinct, min or max, or another column.`,
        )
      return { label, sql: `${of === 'mean' ? 'avg' : of}(${name})`, ...unit }
  }
}

function aggregated(query: TableQuery, loaded: readonly Loaded[], filter: string) {
  const made = measure(query, loaded)
  const group = query.groupBy === undefined ? undefined : findColumn(query.groupBy, loaded).column
  const outputs = [
    ...(group ? [{ label: group.name, sql: quoteName(group.name) }] : []),
    { label: made.label, sql: made.sql },
  ]
  const output = (name: string) => {
    const wanted = foldName(name)
    const found =
      outputs.find(each => foldName(each.label) === wanted) ??
      (['value', 'aggregate', query.aggregate?.of ?? 'count'].some(w => foldName(w) === wanted) ||
      foldName(query.aggregate?.column ?? '') === wanted
        ? outputs.at(-1)
        : undefined)
    if (found) return found
    throw new Error(
      `After grouping there is no "${name}"; there ${outputs.length > 1 ? 'are' : 'is'} ${outputs.map(each => `"${each.label}"`).join(' and ')}.`,
    )
  }
  const chosen = query.select?.map(output) ?? outputs
  const list = chosen.map(each => `${each.sql} AS ${quoteName(each.label)}`).join(', ')
  const by = group ? ` GROUP BY ${quoteName(group.name)}` : ''
  const first = query.orderBy === undefined ? outputs[0]! : output(query.orderBy)
  const order = group ? ` ORDER BY ${first.sql}${direction(query)}, ${outputs[0]!.sql}` : ''
  // a label carries no unit, and nothing does beside other columns
  const only = chosen.length === 1 && chosen[0] === outputs.at(-1)
  return {
    body: `SELECT ${list} FROM t${filter}${by}${order}`,
    unit: only ? made.unit : undefined,
  }
}
