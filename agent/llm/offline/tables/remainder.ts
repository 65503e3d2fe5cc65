// What is left of an amount of which another column tells what has been used up: `leave days left`; and words
// that speak of that other column.
import { either, isAmount } from './measure.ts'
import { type Asked, doubtful, type Filter, type Query, type Unclear } from './query.ts'
import type { Column } from './table.ts'
import type { Parse } from './words/parse.ts'

/** The one less the other: of one row, or of all rows added up; `undefined` where nothing is said to be left. */
export function remainderOf(
  parse: Parse,
  where: readonly Filter[],
): (Asked & { readonly where: readonly Filter[] }) | Unclear | undefined {
  const { tags, table, said, take } = parse
  const at = tags.findIndex(
    (tag, spot) => /^(?:left|remaining)$/i.test(said(spot)) && tag.is !== 'value',
  )
  const whole = parse.all('column').flatMap(([spot]) => {
    const column = spot === at ? undefined : parse.columnAt(spot)
    return column && isAmount(column) ? [column] : []
  })
  const [column, another] = new Set(whole)
  if (at < 0 || !column || another || isLeft.test(column.name)) return undefined
  const [used, more] = table.columns.filter(each => each !== column && isUsedOf(each, column))
  if (!used && tags[at]!.is !== 'column') return undefined
  const isNumber =
    parse.operator('many', 'much') >= 0 &&
    parse.operator('max', 'min', 'most', 'least', 'per', 'mean') < 0
  if (!used || more || !isNumber || !column.isAdditive)
    return doubtful(`no column says how much of ${column.name} is left`)
  const isOne = where.some(
    each => each.is === '=' && [table.label, table.key, table.persons].includes(each.column),
  )
  take(at, parse.operator('many', 'much'), parse.operator('sum'))
  parse.takeColumns(column)
  const contrast = { side: 'columns', operation: 'excess', pair: [column.name, used.name] } as const
  return { where, want: 'compared', of: isOne ? 'only' : 'sum', contrast }
}

/** Of `Leave days` and `Leave taken` the other one, where a word of the question speaks of it: `did they take`. */
export function otherSpokenOf(
  { tags, tokens, table }: Parse,
  { column, contrast }: Query,
): Unclear | undefined {
  if (!column || contrast || !isAmount(column)) return undefined
  const senses = tags
    .filter(({ is }) => is === 'silent' || is === 'open')
    .flatMap(({ first, end }) => tokens.slice(first, end).map(({ sense }) => sense))
  const other = table.columns.find(
    each =>
      each !== column &&
      isUsedOf(each, column) &&
      each.words.some(word => !column.words.includes(word) && senses.includes(word)),
  )
  return other && { ...either([column, other]), isDoubtful: true }
}

// --- internal ---

const isLeft = /\b(?:left|remain\w*|balance|available|free|rest|unused)\b/i
const isUsed =
  /^(?:taken|used|spent|sold|booked|consumed|drawn|issued|claimed|reserved|let|redeemed)$/

/** `Leave taken` of `Leave days`, `Sold` of `Tickets`. */
const isUsedOf = (each: Column, whole: Column) =>
  isAmount(each) &&
  [undefined, whole.unit].includes(each.unit) &&
  !whole.written.some(word => isUsed.test(word)) &&
  each.written.some(word => isUsed.test(word)) &&
  (each.words.length === 1 || each.words.some(word => whole.words.includes(word)))
