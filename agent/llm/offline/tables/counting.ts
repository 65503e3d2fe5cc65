// What a question counts: rows, the different things that a column names, or what a column says of each row.
import { isKnownUnit } from '../../../../plans/expressions/units.ts'
import { isCurrency } from '../roles.ts'
import { idAt } from './groups.ts'
import { countingIn, either, isAmount, type Measure, measureOf, quantityOf } from './measure.ts'
import type { Asked, Unclear } from './query.ts'
import { type Column, distinctIn, isId, onlyOf, type Table } from './table.ts'
import { comes } from './words/dates.ts'
import type { Parse } from './words/parse.ts'
import { neutral, papers } from './words/vocabulary.ts'

export type Counted = Pick<Asked, 'want' | 'of' | 'column' | 'label' | 'times'>

export const summed = (measure: Measure | Unclear): Counted | Unclear =>
  'unclear' in measure
    ? measure
    : { want: 'value', of: 'sum', column: measure.column, times: measure.times }

/** What is counted, or added up of each row, of what stands at a place: `how many tents`. */
export function countedAt(parse: Parse, at: number): Counted | Unclear {
  const counted = countingAt(parse, at)
  if (!('of' in counted) || counted.of !== 'sum' || !counted.column) return counted
  const { name, unit, isMoney } = counted.column
  const said = parse.said(at)
  const isPaid = isMoney || (unit !== undefined && isCurrency(unit))
  const isMeasured = isPaid || (name.includes('(') && parse.columnAt(at) !== undefined)
  // neither are `members who have paid` so many euros, nor `penalties` so many seconds
  return isMeasured && !isMeasure(said) && said.toLowerCase() !== unit?.toLowerCase()
    ? rowsOr(counted.column)
    : counted
}

/** What the rows there are counted by: the ids of just what they are called, which may repeat, else themselves. */
export function rowsAt(parse: Parse, at: number): Counted {
  const column = idAt(parse, at)
  return column ? { want: 'value', of: 'count_distinct', column } : { want: 'value', of: 'count' }
}

/** Two rows of one name, each with an id, are two. */
export const isNameOfRow = (column: Column, table: Table) =>
  column === table.label &&
  table.key !== undefined &&
  table.key !== column &&
  isId(table.key.name) &&
  !isOfEvents(table)

/** An order has several lines, but is made once; who borrows a book twice has borrowed two. */
export const isPaper = ({ name, written }: Column) => isId(name) && papers.has(written[0]!)

/** Where it is not said which of both is meant. */
export const rowsOr = ({ name }: Column): Unclear => ({
  unclear: `rows may be counted, or their ${name} added up`,
})

/** The total orders are so many, but the total of orders is what they come to. */
export function totalOf({ tags, tokens, isOperator, table }: Parse): Counted | Unclear | undefined {
  const isOfThem = tags.some(({ end }, at) => isOperator(at, 'sum') && tokens[end]?.word === 'of')
  if (!isOfThem || !table.columns.some(isAmount)) return undefined
  const paid = onlyOf(table.columns.filter(({ isMoney, isAdditive }) => isMoney && isAdditive))
  return paid && !quantityOf(table)
    ? { want: 'value', of: 'sum', column: paid }
    : { unclear: 'rows may be counted, or what they hold added up' }
}

// --- internal ---

const differentIn = (column: Column) => ({ want: 'value', of: 'count_distinct', column }) as const

/** Rows tell of something that persons did, or of what is theirs: of such there may be several for one, who is born once. */
const isOfEvents = (table: Table) =>
  table.columns.some(
    ({ kind, name, words }) =>
      (kind === 'date' && !comes.test(name)) || kind === 'year' || (isId(name) && words.length > 1),
  ) || quantityOf(table) !== undefined

/** What exists is counted once, whatever was done with it. */
const exists =
  /\b(?:are|were) there\b|\bdo(?:es)?\b.*\bhave\b|\b(?:are|were) (?:listed|included)\b/i

/** What an amount is told in. */
const isMeasure = (said: string) => isKnownUnit(said.toLowerCase()) || measuring.test(said)
const measuring = /^(?:kilos?|\p{L}*calories|points?|pieces?|units?|money)$/iu

/** `lavender plants` are lavender. */
const isKind = ({ tags, prev, columnAt }: Parse, at: number) => {
  const kind = tags[prev(at)]
  return kind?.is === 'value' && kind.end === tags[at]?.first && columnAt(at) === kind.column
}

function countingAt(parse: Parse, at: number): Counted | Unclear {
  const { table, tags, isOperator } = parse
  const tag = tags[at]
  const column = parse.isOpen(at) ? parse.columnAt(at) : undefined
  if (isKind(parse, at) && !exists.test(parse.text)) return countingAt(parse, parse.prev(at))
  const amounts = parse.named().filter(isAmount)
  const quantity = quantityOf(table)
  const rows = rowsAt(parse, at)
  const once = parse.operator('distinct')
  if (tag?.is === 'about')
    return { unclear: `it is not clear whether each row is one of the "${parse.said(at)}"` }
  if (column?.isMoney) return { unclear: `it is not clear how ${column.name} is to be counted` }
  // an `Invoice` is one, and no number of them
  if (column?.kind === 'amount' && column.per === 'groups' && parse.isPlural(at))
    return rowsOr(column)
  if (column && isAmount(column)) {
    if (!/\bdoes\b.*\bhave\b/i.test(parse.text)) return summed(measureOf(parse, true))
    parse.takeColumns(column)
    return { want: 'cell', of: 'only', column }
  }
  const isOfAmount =
    isOperator(at, 'day') ||
    !tag ||
    parse.is(at, 'value', 'thing', 'figure') ||
    (tag.is === 'column' && !column)
  if (amounts.length === 1 && isOfAmount) return summed(measureOf(parse, true))
  if (column) return namedAt(parse, at, column)
  const [date, another] = table.columns.filter(({ type }) => type === 'date')
  if (isOperator(at, 'day') && (!date || another))
    return { unclear: 'it is not clear which days are counted' }
  if (isOperator(at, 'day')) {
    parse.take(at, once)
    return differentIn(date!)
  }
  const isFlow =
    tag?.is === 'column' && tag.by === 'property' && tag.columns.every(each => each.isMoney)
  if (isFlow && !quantity) {
    parse.take(at)
    return rows
  }
  if (tag?.is === 'column' && tag.by !== 'part' && parse.isOpen(at))
    return isFlow ? rowsOr(quantity!) : summed(measureOf(parse, true))
  // how many tents were sold is told by a quantity, not by the rows that tents have
  if (!quantity && tag?.is === 'value') return countedOf(parse) ?? rows
  if (!quantity || (tag?.is !== 'thing' && (tag?.is !== 'value' || tags[at + 1]?.is === 'rows')))
    return rows
  const between = parse.tokens.slice(tags[parse.prev(at)]?.end, tag.first)
  if (tag.is === 'value' && between.some(({ word }) => /^(?:is|are|was|were)$/.test(word)))
    return rows
  if (tag.is === 'thing' && !neutral.test(parse.said(at))) return rows
  const isDealt = parse.all('rows').length > 0 || parse.mayMean(quantity)
  return isDealt || tag.is === 'thing'
    ? summed({ column: quantity, by: 'nothing' })
    : rowsOr(quantity)
}

/** What is counted where a column is named that holds no amounts. */
function namedAt(parse: Parse, at: number, column: Column): Counted | Unclear {
  const { table, tags } = parse
  const tag = tags[at]
  const counted = rowsAt(parse, at)
  const isPart = tag?.is === 'column' && tag.by === 'part'
  const quantity = quantityOf(table)
  const once = parse.operator('distinct')
  parse.take(at, once)
  // `how many items`, where each row is one
  const isNeutral = neutral.test(parse.said(at))
  if (isNeutral && quantity && once < 0 && isPart) return rowsOr(quantity)
  const isAny = isNeutral && table.key !== undefined && !quantity
  if ((column === table.key || isAny) && once < 0) return counted
  // of a table of cars with numbers of their own, two of a name are two
  const isRow = table.key !== undefined && table.nouns.includes(column.head)
  if (isRow && once < 0 && distinctIn(column) < distinctIn(table.key)) return rowsOr(column)
  const entries = { want: 'entries', of: 'count', label: column } as const
  if (once < 0 && isNameOfRow(column, table) && column === table.persons) return counted
  if (once < 0 && column === table.persons && !isOfEvents(table)) return entries
  const isTold = once >= 0 || column === table.persons || isPaper(column)
  return isTold || exists.test(parse.text) ? differentIn(column) : entries
}

/** What counts where several columns do: `Units sold` and `Units returned`, of which one is spoken of. */
function countedOf({ table, tokens }: Parse): Counted | Unclear | undefined {
  const counting = countingIn(table)
  const senses = tokens.map(({ sense }) => sense)
  const spoken = onlyOf(counting.filter(({ words }) => words.some(each => senses.includes(each))))
  if (spoken) return summed({ column: spoken, by: 'nothing' })
  return counting.length > 0 ? either(counting) : undefined
}
