// A question about a table that goes on from the one before: the same of other rows, another figure of the same.
import { computed } from './asking.ts'
import { doubtful, type Filter, type Query, type Unclear } from './query.ts'
import type { Column } from './table.ts'
import type { Parse } from './words/parse.ts'

/** The question before, without what a follow-up takes back, and the words that do. */
export interface Widened {
  readonly query: Query
  readonly places: readonly number[]
  /** Beside other words `in total` may take back what was said, or just add up. */
  readonly isUnsure: boolean
}

export const isUnsure = doubtful('it is not clear whether what was said before still holds')

/** `and overall?` is of all rows, `and in all regions?` of those of any region. */
export function widenedBy(parse: Parse, query: Query): Widened {
  const { tags, is, isOperator, next, columnAt, said, text } = parse
  const none = { query, places: [], isUnsure: false }
  if (/\b(?:them|those|these)\b/i.test(text)) return none
  // `in all` is so of a column behind it, else of all there is
  const isSaid = (at: number, words: RegExp, isOfColumn: boolean) =>
    isOperator(at, 'sum', 'all') &&
    (words.test(said(at)) ||
      (/^in all$/i.test(said(at)) && isOfColumn === (columnAt(next(at)) !== undefined)))
  const whole = /^(?:in total|all told|altogether|all together|combined|overall)$/i
  const wide = [...tags.keys()].filter(at => isSaid(at, whole, false))
  const all = [...tags.keys()].filter(at => isSaid(at, /^(?:all|any)$/i, true))
  const columns = all.flatMap(at => columnAt(next(at)) ?? [])
  const isOfRows = all.some(at => next(at) < 0 || is(next(at), 'rows'))
  if (wide.length + columns.length === 0 && !isOfRows) return none
  const kept = query.where.filter(({ column }) => columns.length > 0 && !columns.includes(column))
  return {
    query: { ...query, where: kept },
    places: [...wide, ...all.flatMap(at => [at, next(at)])],
    isUnsure: wide.length > 0 && query.where.length > 0,
  }
}

/** `and in May?`: the same of other rows; `and the average?`: another figure of the same. */
export function followed(parse: Parse, where: readonly Filter[], widened: Widened | undefined) {
  const { tags, isOpen, isOperator, take, text } = parse
  if (!widened) return undefined
  const { query: before, places } = widened
  // which ones they are no number says
  const isNumber = /^(?:value|cell|entries|compared|typical)$/.test(before.want)
  if (isNumber && /^\s*(?:which|who)\b/i.test(text)) return undefined
  const left = [...tags.keys()].filter(
    at =>
      isOpen(at) && tags[at]!.is !== 'silent' && !isOperator(at, 'which') && !places.includes(at),
  )
  const [at = -1, more] = left
  if (at < 0) {
    const isSame = /^(?:sum|count)/.test(before.of) && /^(?:value|entries)$/.test(before.want)
    if (widened.isUnsure && !isSame) return undefined
    take(...places)
    return where.length + places.length > 0 ? { ...before, where } : undefined
  }
  const column = parse.columnAt(at)
  const other = column && more === undefined && ofOther(before, column)
  if (other && !widened.isUnsure) {
    take(at, ...places)
    return { ...other, where }
  }
  const figure = computed.find(each => isOperator(at, each))
  const isOfAmounts = before.column?.kind === 'amount' && /^(?:value|list)$/.test(before.want)
  if (more !== undefined || !figure || !isOfAmounts || widened.isUnsure) return undefined
  take(at, ...places)
  return { ...before, of: figure, where }
}

/** `and in June?` means the June of the year spoken of before. */
export function inYearOf(filter: Filter, before: Query | undefined): Filter {
  const old = before?.where.find(
    ({ column, is }) => column.name === filter.column.name && is === 'within',
  )
  const year = /^\d{4}/.exec(String(old?.value))?.[0]
  return year && filter.is === 'within'
    ? { ...filter, value: String(filter.value).replace(/^%(?=-)/, year) }
    : filter
}

/** `How many?` of those that were just spoken of: different labels where labels were told, else rows. */
export function countOf(before: Query): Query | Unclear {
  const { want, label, table, where } = before
  if (want === 'labels' && label)
    return { table, where, want: 'value', of: 'count_distinct', column: label }
  return want === 'value' || want === 'apart'
    ? { table, where, want: 'value', of: 'count' }
    : { unclear: 'it is not clear which of what was spoken of are to be counted' }
}

// --- internal ---

/** `and in English?`: the same of another column of its kind. */
function ofOther(before: Query, column: Column): Query | undefined {
  const isOfOne = /^(?:value|cell)$/.test(before.want) && before.of !== 'count'
  const isAlike = before.column?.kind === column.kind && !before.times && !before.contrast
  return isOfOne && isAlike ? { ...before, column } : undefined
}
