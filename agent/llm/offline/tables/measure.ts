// The numbers a question means: of the column it names, or of the one it speaks of without naming it; and
// what it counts.

import { isKnownUnit } from '../../../../plans/expressions/units.ts'
import { isCurrency } from '../roles.ts'
import { type Asked, doubtful, type Filter, type Unclear } from './query.ts'
import { type Column, distinctIn, isBelow, onlyOf, type Table } from './table.ts'
import { holding } from './words/lexicon.ts'
import { type Parse, sharedOf } from './words/parse.ts'
import {
  baseOf,
  flowing,
  incoming,
  neutral,
  outgoing,
  properties,
  quantities,
  totals,
} from './words/vocabulary.ts'

/** A column of numbers, and how it is spoken of. */
export interface Measure {
  readonly column: Column
  readonly times?: Column | undefined
  readonly by: 'name' | 'names' | 'property' | 'nothing'
}

export const isAmount = ({ kind }: Column) => kind === 'amount'

/** Each is what came of all rows before: the balance of an account, the stock behind its movements. */
export const isRunning = ({ name }: Column, { columns }: Table) => {
  const others = columns.filter(each => each.name !== name)
  const isSidedBy = others.some(({ values = [] }) => isSided(values))
  // of more than 40 amounts nothing is listed
  const isPaid = others.some(
    ({ isMoney, isSigned, flow }) => flow !== undefined || (isMoney && isSigned !== false),
  )
  const isMoved = others.some(each => isAmount(each) && !each.isMoney && each.isSigned)
  const isDated = columns.some(({ kind }) => kind === 'date')
  return (
    runs.test(name) ||
    (isDated && isBalance.test(name) && (isPaid || isMoved || isSidedBy)) ||
    (isDated && isStock.test(name) && (isMoved || isSidedBy))
  )
}

/** What may be meant, in words. */
export const either = (columns: readonly Column[]): Unclear => ({
  unclear: `${columns
    .slice(0, 3)
    .map(({ name }) => `"${name}"`)
    .join(' or ')} may be meant`,
})

/** The column that says how many of something each row holds. */
export const quantityOf = (table: Table): Column | undefined => onlyOf(countingIn(table))

function countingIn({ columns }: Table): readonly Column[] {
  const counts = ({ words }: Column) => words.some(each => quantities.has(each))
  return columns.filter(each => isAmount(each) && !each.isMoney && !each.isPerUnit && counts(each))
}

/** Whether its numbers are added up without a word for it. */
export const addsUp = ({ column, by }: Measure) =>
  column.isAdditive || (by === 'property' && isAmount(column) && !column.isPerUnit)

/** Whether it is money that flows, which is added up: `what was spent`, `the takings`. */
export const flowsAt = ({ tags, tokens }: Parse, at: number) =>
  tags[at]?.is === 'column' &&
  tokens.slice(tags[at].first, tags[at].end).some(({ base }) => flowing.has(base))

/** Whether rows or sheets are called after what they amount to: `sales`, `expenses`. */
export const isMoneyAt = ({ tags, tokens, table }: Parse, at: number) => {
  const { is, first, end } = tags[at]!
  const paid = properties
    .filter(({ dimension }) => dimension === 'money')
    .flatMap(({ said, columns }) => [...said, ...columns])
  const isCalled = tokens
    .slice(first, end)
    .some(({ base }) => paid.some(word => baseOf(word) === base))
  return (
    (is === 'rows' || is === 'sheet') && isCalled && table.columns.some(({ isMoney }) => isMoney)
  )
}

/** The only measure that can be meant, its words taken; `summed` where its numbers are added up. */
export function measureOf(parse: Parse, summed: boolean): Measure | Unclear {
  const { table, columnAt } = parse
  const [column, ...others] = parse.named().filter(isAmount)
  if (column && others.length > 0) return either([column, ...others])
  const quantity = quantityOf(table)
  const [worth] = parse.all('figure').filter(([at]) => /^values?$/i.test(parse.said(at)))
  // the value of a stock is not how many there are
  const isWorth = column === quantity && worth && /^value$/i.test(parse.said(worth[0]))
  if (column && !isWorth) {
    const isPlural = parse
      .all('column')
      .some(([at]) => columnAt(at) === column && parse.isPlural(at))
    parse.takeColumns(column)
    return { column, by: isPlural ? 'names' : 'name' }
  }
  // a price beside how many were sold may be that of one piece
  const isCounted = ({ words }: Column) =>
    table.columns.some(
      each =>
        isAmount(each) &&
        !each.isMoney &&
        (each.words.some(sense => words.includes(sense)) ||
          each.written.some(word => /^(?:sold|bought|ordered)$/.test(word))),
    )
  const isOfOne = (each: Column) =>
    each.isPerUnit || (each.written.includes('price') && (quantity || isCounted(each)))
  const spoken = parse.spoken()
  const shared = sharedOf(parse, each => isAmount(each) && !(summed && isOfOne(each)))
  // beside a stock a price is that of one piece
  const isStock = quantity?.written.includes('stock')
  const price = table.columns.find(
    each => each.isMoney && (each.isPerUnit || (isStock && each.written.includes('price'))),
  )
  const isPaid = price && spoken.every(([, { columns }]) => columns.includes(price))
  if (shared.length > 1) return either(shared)
  if (shared.length === 0 && spoken.length > 0 && !(summed && quantity && isPaid))
    return {
      unclear: `no column of amounts says ${spoken.map(([at]) => `"${parse.said(at)}"`).join(' and ')}`,
    }
  // a total value that no column holds is made of both
  const isHeld = table.columns.some(each => each.isMoney && !isOfOne(each))
  if (summed && worth && quantity && price && !isHeld) {
    parse.take(worth[0])
    parse.takeColumns(column)
    return { column: quantity, times: price, by: 'property' }
  }
  if (column) return { unclear: `no column says what the ${column.name} is worth` }
  parse.takeColumns(shared[0] ?? price)
  if (shared[0]) return { column: shared[0], by: 'property' }
  if (spoken.length > 0) return { column: quantity!, times: price, by: 'property' }
  const part = onlyOf([...new Set(parse.parts().filter(isAmount))])
  if (part) {
    parse.takeColumns(part)
    return { column: part, by: 'name' }
  }
  const amounts = table.columns.filter(isAmount)
  // of expenses the amount is what was paid, not the tax in it
  const isOfMoney = parse.all('rows').some(([at]) => isMoneyAt(parse, at))
  const paid = onlyOf(summed || isOfMoney ? holding(table, properties[2]!).filter(isAmount) : [])
  const isAll = paid !== undefined && (isOfMoney || totals.has(paid.head))
  const only = onlyOf(amounts) ?? (isAll ? paid : undefined)
  if (only) return { column: only, by: 'nothing' }
  return amounts.length === 0 ? { unclear: 'the table has no column of amounts' } : either(amounts)
}

/**
 * Of an account that holds what comes in and what goes out below 0 the one that is asked for. Where the rows
 * themselves have to show whether it is one, an extreme of it is not told.
 */
export function ofFlow<Of extends Asked>(
  { tokens, table }: Parse,
  asked: Of,
): { readonly asked: Of; readonly where: readonly Filter[] } | Unclear {
  const column =
    asked.column ??
    onlyOf(table.columns.filter(({ isSigned, isAdditive }) => isSigned && isAdditive))
  // `takings` of a column that is called so are all of it
  const [out, into] = [outgoing, incoming].map(bases =>
    tokens.some(({ base, sense }) => bases.has(base) && !column?.words.includes(sense)),
  )
  if (!column?.isMoney || out === into || column.isSigned === false) return { asked, where: [] }
  const { of, end } = asked
  const isExtreme = /^(?:max|min)$/.test(of) || end !== undefined
  const { values = [], isSigned } = column
  // of orders with a refund or two what is spent are the others
  if (out && isSigned && values.filter(isBelow).length * 2 < values.length)
    return doubtful(`it is not clear which of the ${column.name} were spent`)
  const is = isExtreme && isSigned === undefined ? 'onesided' : out ? 'outgoing' : 'incoming'
  return { asked, where: [{ column, is, at: tokens.length }] }
}

export type Counted = Pick<Asked, 'want' | 'of' | 'column' | 'label' | 'times'>

export const summed = (measure: Measure | Unclear): Counted | Unclear =>
  'unclear' in measure
    ? measure
    : { want: 'value', of: 'sum', column: measure.column, times: measure.times }

const runs = /\b(?:running|cumulative|cumulated|kontostand)\b/i
const isBalance = /\b(?:balance|saldo|solde)\b/i
const isStock = /\b(?:stock|level)\b/i

/** `credit` and `debit`, `in` and `out`: each row goes the one way or the other. */
const isSided = (values: readonly string[]) =>
  values.length === 2 &&
  values.every(value => /^(?:debit|credit|in|out|deposit|withdrawal|issue|receipt)$/i.test(value))

/** What exists is counted once, whatever was done with it. */
const exists =
  /\b(?:are|were) there\b|\bdo(?:es)?\b.*\bhave\b|\b(?:are|were) (?:listed|included)\b/i

const rowsOr = ({ name }: Column): Unclear => ({
  unclear: `rows may be counted, or their ${name} added up`,
})

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
  const rows = { want: 'value', of: 'count' } as const
  const different = (column: Column) => ({ want: 'value', of: 'count_distinct', column }) as const
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
  if (column) {
    parse.take(at, once)
    // `how many items`, where each row is one
    const isNeutral = neutral.test(parse.said(at))
    if (isNeutral && quantity && once < 0 && tag?.is === 'column' && tag.by === 'part')
      return rowsOr(quantity)
    const isAny = isNeutral && table.key !== undefined && !quantity
    if ((column === table.key || isAny) && once < 0) return rows
    // of a table of cars with numbers of their own, two of a name are two
    const isRow = table.key !== undefined && table.nouns.includes(column.head)
    if (isRow && once < 0 && distinctIn(column) < distinctIn(table.key)) return rowsOr(column)
    if (once >= 0 || column === table.persons || exists.test(parse.text)) return different(column)
    return { want: 'entries', of: 'count', label: column }
  }
  const [date, another] = table.columns.filter(({ type }) => type === 'date')
  if (isOperator(at, 'day') && (!date || another))
    return { unclear: 'it is not clear which days are counted' }
  if (isOperator(at, 'day')) {
    parse.take(at, once)
    return different(date!)
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

/** What counts where several columns do: `Units sold` and `Units returned`, of which one is spoken of. */
function countedOf({ table, tokens }: Parse): Counted | Unclear | undefined {
  const counting = countingIn(table)
  const senses = tokens.map(({ sense }) => sense)
  const spoken = onlyOf(counting.filter(({ words }) => words.some(each => senses.includes(each))))
  if (spoken) return summed({ column: spoken, by: 'nothing' })
  return counting.length > 0 ? either(counting) : undefined
}
