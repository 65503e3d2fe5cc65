// The numbers a question means: of the column it names, or of the one it speaks of without naming it.

import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import { type Asked, doubtful, type Filter, type Query, type Unclear } from './query.ts'
import { type Column, isBelow, onlyOf, type Table } from './table.ts'
import { begins, comes } from './words/dates.ts'
import { holding } from './words/lexicon.ts'
import { type Parse, sharedOf } from './words/parse.ts'
import {
  baseOf,
  flowing,
  incoming,
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

/** So much of a hundred, or of one of what it is a rate of. */
export const isRate = ({ unit, written }: Column) =>
  unit === '%' || written.some(each => /^(?:rate|ratio|percent|percentage|pct)$/.test(each))

/** What one piece may weigh or measure, beside how many pieces there are. */
export const isSizeOfOne = ({ unit = '', written }: Column) =>
  /^(?:mass|length|volume|area)$/.test(dimensionOf(unit) ?? '') ||
  written.some(each => /^(?:weight|length|width|height|volume|size|area)$/.test(each))

/** Money, what is counted or done, and what is measured in a unit that flows: nobody adds up states. */
export const isAddedUp = ({ isMoney, words, written, per }: Column) =>
  isMoney ||
  per === 'ratio' ||
  words.some(each => quantities.has(each)) ||
  written.includes('total')

/** What may be meant, in words. */
export const either = (columns: readonly Column[]): Unclear => ({
  unclear: `${columns
    .slice(0, 3)
    .map(({ name }) => `"${name}"`)
    .join(' or ')} may be meant`,
})

/** The column that says how many of something each row holds. */
export const quantityOf = (table: Table): Column | undefined => onlyOf(countingIn(table))

export function countingIn({ columns }: Table): readonly Column[] {
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

/** The date when somebody came or was born, where it would date what is paid or reached since, and is not spoken of; or several periods. */
export function doubtOfTime({ tags }: Parse, query: Query): string | undefined {
  const { column, of, label, by, where, table, want } = query
  // who came in May and June may have come in both
  if (/^(?:labels|each|entries)$/.test(want) || of === 'count_distinct')
    return where.some(({ is }) => is === 'periods')
      ? 'it is not clear whether each of the periods is meant'
      : undefined
  if (!column || !isAmount(column) || of === 'only') return undefined
  const isMeant = (date: Column) =>
    tags.some(tag => tag.is === 'column' && tag.columns.includes(date))
  const isOfSomebody = table.isOfPeople || !column.isAdditive
  const dates = [...(by && label ? [label] : []), ...where.map(filter => filter.column)]
  const date = dates.find(
    each =>
      /^(?:date|year)$/.test(each.kind) &&
      (comes.test(each.name) || (isOfSomebody && begins.test(each.name))) &&
      !isMeant(each),
  )
  return date && `${date.name} is not the time of ${column.name}`
}

// --- internal ---

const runs = /\b(?:running|cumulative|cumulated|kontostand)\b/i
const isBalance = /\b(?:balance|saldo|solde)\b/i
const isStock = /\b(?:stock|level)\b/i

/** `credit` and `debit`, `in` and `out`: each row goes the one way or the other. */
const isSided = (values: readonly string[]) =>
  values.length === 2 &&
  values.every(value => /^(?:debit|credit|in|out|deposit|withdrawal|issue|receipt)$/i.test(value))
