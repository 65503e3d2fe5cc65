// The steps that carry a query out, in SQL with slots for its columns and values.
import { computed, fetched, type Step } from '../method.ts'
import {
  type Aggregate,
  type Asked,
  aggregates,
  type Comparison,
  comparisons,
  type DatePart,
  type Operation,
  operations,
  type Side,
} from './query.ts'

/** A condition on rows: the slots of its column and its value. */
export interface Condition {
  readonly role: string
  readonly is: Comparison
  /** Only the rows show whether it ever holds. */
  readonly unsure: boolean
}

/** A query as far as its beliefs tell it, without columns and values. */
export interface Shape extends Pick<Asked, 'want' | 'of'> {
  readonly by: DatePart | undefined
  readonly side: Side | undefined
  readonly operation: Operation | undefined
  readonly end: 'max' | 'min'
  readonly where: readonly Condition[]
  readonly part: readonly Condition[]
  readonly sheet: boolean
  /** Each number is multiplied by another column. */
  readonly times: boolean
  /** Spellings of one name are one. */
  readonly alike: boolean
}

/** Calls of the table tool in SQL with slots, then arithmetic. */
export function stepsOf(shape: Shape): readonly Step[] {
  const { want, of, end, by, where, alike } = shape
  const column = amountOf(shape)
  const number = numberOf(of, alike && of === 'count_distinct' ? folded(column) : column)
  const groups = grouped(number, shape)
  const label = '"{label_column}"'
  const named = `${label} IS NOT NULL`
  const once = `(SELECT count(${label}) - count(DISTINCT ${label}) ${from(where)}) = 0`
  const unmistaken = want === 'row' ? [named, mostlyOne(label, where)] : [named]
  const firstRows = `${column} = (SELECT ${end}(${column}) ${from(where)})`
  const firstGroup = `x = (SELECT ${end}(x) FROM ${groups})`
  const one = (sql: string, type?: 'number') => [reading('result', sql, shape, { type })]
  switch (want) {
    case 'apart':
      return one(`SELECT ${number} ${from(where, [once])}`, 'number')
    case 'value':
    case 'cell':
      return one(single(number, where), want === 'value' ? 'number' : undefined)
    case 'entries':
      return one(`SELECT count(${label}) ${from(where, [once])} HAVING count(*) > 0`, 'number')
    case 'labels':
      return one(
        `SELECT g FROM ${grouped('min("the row")', shape, inOrder)} ORDER BY ${by ? 'g' : 'x'}`,
      )
    case 'each':
      return one(`SELECT ${label} ${from(where, [named, once], inOrder)} ORDER BY "the row"`)
    case 'list':
      return one(
        `${lined} FROM (${rounded} FROM ${groups}) WHERE x IS NOT NULL ORDER BY ${by ? 'g' : 'x DESC, g'}`,
      )
    case 'top':
      return one(placed(groups, end))
    case 'firsts':
      return one(placed(rowsWith(column, where), end))
    case 'records':
      return one(`${wholeRows(where)} WHERE (SELECT count(*) ${from(where)}) <= ${mostRecords}`)
    case 'shares':
      return one(
        `SELECT g || ': ' || round(100.0 * x / (SELECT ${number} ${from(where)}), 1) || ' %' FROM ${groups} ORDER BY x DESC, g`,
      )
    case 'chart': {
      const named = of === 'count' ? 'rows' : `${of} of {column}`
      const sql = `SELECT g AS "${by ?? '{label_column}'}", x AS "${named}" FROM ${groups} WHERE x IS NOT NULL ORDER BY g`
      return [reading('result', sql, shape, { chart: by ? 'line' : 'bar' })]
    }
    case 'group':
      return one(`SELECT g FROM ${groups} WHERE ${firstGroup}`)
    case 'row':
    case 'dated':
      return one(`SELECT DISTINCT ${label} ${from(where, [...unmistaken, firstRows])}`)
    case 'leader':
      return one(
        `SELECT g FROM ${groups} WHERE ${firstGroup} AND g IN (SELECT ${groupBy(by)} ${from(where, [firstRows])})`,
      )
    case 'typical':
      return one(`SELECT avg(x) FROM ${groups}`, 'number')
    case 'range':
      return spread(shape, end => single(numberOf(end, column), where))
    case 'spread':
      return spread(shape, end => `SELECT ${end}(x) FROM ${groups}`)
    case 'compared':
      return both(shape, column)
  }
}

/** More rows are not listed. */
export const mostRecords = 40

// --- internal ---

/** A row that stands twice does not make a label of it that is shared. */
const mostlyOne = (label: string, where: readonly Condition[]) =>
  `(SELECT 6 * count(DISTINCT ${label}) - 5 * count(${label}) ${from(where)}) >= 0`

const wholeRows = (where: readonly Condition[]) =>
  `SELECT concat_ws(' | ', *COLUMNS(* EXCLUDE row_at)) FROM (SELECT row_number() OVER () AS row_at, coalesce(CAST(COLUMNS(*) AS VARCHAR), '') ${from(where)})`

const lined = `SELECT g || ': ' || ${asText('x')}`
const rounded = 'SELECT g, round(x, {decimals}) AS x'

const rowsWith = (column: string, where: readonly Condition[]) =>
  `(SELECT coalesce(CAST("{label_column}" AS TEXT), '-') AS g, ${column} AS x ${from(where)})`

/** Those that come first; all that tie with the last are shown. */
function placed(rows: string, end: 'max' | 'min'): string {
  // sums of floating point that are the same differ behind the ninth decimal
  const rank = `rank() OVER (ORDER BY round(x, 9)${end === 'max' ? ' DESC' : ''})`
  return `${lined} FROM (${rounded}, ${rank} AS place FROM ${rows} WHERE x IS NOT NULL) WHERE place <= {how_many} ORDER BY place, g`
}

/** What goes out is told without its sign. */
function amountOf({ times, where }: Shape): string {
  const amount = times ? '"{column}" * "{times_column}"' : '"{column}"'
  return where.some(({ is }) => is === 'outgoing') ? `abs(${amount})` : amount
}

function reading(
  role: string,
  sql: string,
  { sheet }: Pick<Shape, 'sheet'>,
  { type, chart, of }: { type?: 'number' | undefined; chart?: 'bar' | 'line'; of?: string },
): Step {
  const input = {
    file: '{file}',
    ...(of !== undefined || sheet ? { sheet: of ?? '{sheet}' } : {}),
    sql,
    ...(chart !== undefined && { chart }),
  }
  return {
    ...fetched(role, role, [], `Take {${role}} from {file} with the table tool.`, {
      kind: 'read',
      type,
    }),
    tool: { name: 'table', input },
  }
}

function spread(shape: Shape, sql: (end: 'max' | 'min') => string): readonly Step[] {
  const roles = ['largest', 'smallest']
  return [
    reading('largest', sql('max'), shape, { type: 'number' }),
    reading('smallest', sql('min'), shape, { type: 'number' }),
    computed('s3', 'result', 'largest - smallest', { reads: roles, deps: roles }),
  ]
}

/** The same number twice, then arithmetic. */
function both(shape: Shape, column: string): readonly Step[] {
  const { of, side, operation, where, part } = shape
  const told = { values: 'IN', periods: 'LIKE' } as const
  const step = (role: 'first' | 'second') => {
    const number = numberOf(of, side === 'columns' ? `"{${role}_column}"` : column)
    const own = side === 'part' && role === 'first' ? [...where, ...part] : where
    const sheet = side === 'sheets' ? { of: `{${role}_sheet}` } : {}
    if (side !== 'values' && side !== 'periods')
      return reading(role, `SELECT ${number} ${from(own)}`, shape, { type: 'number', ...sheet })
    const is = `CAST("{compared_column}" AS TEXT) ${told[side]} ('{${role}_compared}')`
    return reading(role, `SELECT ${number} ${from(own, [is])} HAVING count(*) > 0`, shape, {
      type: 'number',
    })
  }
  const roles = ['first', 'second']
  const unit = operation === 'share' ? { unit: '%' } : {}
  const result = computed('s3', 'result', operations[operation!].expression, {
    reads: roles,
    deps: roles,
    ...unit,
  })
  // "by how much more" asks nothing where it is less
  const postcondition =
    operation === 'excess' ? 'ground_belief(first) >= ground_belief(second)' : result.postcondition
  return [step('first'), step('second'), { ...result, postcondition }]
}

const numberOf = (of: Aggregate, x: string) => aggregates[of].sql.replaceAll('@column', x)

/** `FROM t`, with the conditions that rows must meet. */
function from(conditions: readonly Condition[], more: readonly string[] = [], rows = 't'): string {
  const all = [...conditions.map(condition), ...more]
  return `FROM ${rows}${all.length > 0 ? ` WHERE ${all.join(' AND ')}` : ''}`
}

const condition = ({ role, is }: Condition) =>
  comparisons[is].sql
    .replaceAll('@column', `"{${role}_column}"`)
    .replaceAll('@value', `{${role}_value}`)

/** The number of the rows that meet the conditions; nothing where a condition that is unsure never holds. */
function single(number: string, conditions: readonly Condition[]): string {
  const holds = conditions
    .filter(each => each.unsure)
    .map(each => `(SELECT count(*) ${from([each])}) > 0`)
  const value = holds.length > 0 ? `CASE WHEN ${holds.join(' AND ')} THEN ${number} END` : number
  return `SELECT ${value} ${from(conditions)}`
}

/** The label of a row, or the part of its date. */
function groupBy(by: DatePart | undefined): string {
  if (by === undefined) return '"{label_column}"'
  const date = 'CAST("{label_column}" AS TEXT)'
  if (by !== 'quarter') return `substr(${date}, 1, ${{ year: 4, month: 7, day: 10 }[by]})`
  const month = `CAST(substr(${date}, 6, 2) AS INTEGER)`
  return `substr(${date}, 1, 4) || ' Q' || CAST((${month} + 2 - (${month} + 2) % 3) / 3 AS INTEGER)`
}

/** Names in one spelling: `E-Bike` and `e bike` are one. */
const folded = (x: string) => `upper(replace(replace(${x}, '-', ''), ' ', ''))`

const inOrder = '(SELECT *, row_number() OVER () AS "the row" FROM t)'

/** The groups, each `g` with its number `x`. */
function grouped(number: string, { by, alike, where }: Shape, rows?: string): string {
  const label = groupBy(by)
  const [shown, key] = alike ? [`max(${label})`, folded(label)] : [label, label]
  const labelled = from(where, ['"{label_column}" IS NOT NULL'], rows)
  return `(SELECT ${shown} AS g, ${number} AS x ${labelled} GROUP BY ${key})`
}

/** A number as text: a whole one without a point. */
function asText(x: string): string {
  return `CASE WHEN ${x} = CAST(${x} AS BIGINT) THEN CAST(CAST(${x} AS BIGINT) AS TEXT) ELSE CAST(${x} AS TEXT) END`
}
