// What "how many ..." counts: rows, the numbers of a column, or entries that a label names.
import { singular } from '../words.ts'
import {
  type Column,
  columnsNamed,
  headOf,
  isAmount,
  isName,
  isOfMoney,
  type Mention,
  nameOf,
  quantityColumns,
} from './columns.ts'
import type { Filter, Unclear } from './query.ts'
import { mayBeRow, type Reader } from './reader.ts'
import { countedWithin, happening, rowNouns } from './words.ts'

/** What is counted, or added up of each row. */
interface Counted {
  readonly want: 'value' | 'entries'
  readonly of: 'count' | 'sum' | 'count_distinct'
  readonly column?: Column
  readonly label?: Column
}

/** What the words behind `how many` or `number of` (or those from `at` on) count; `undefined` when nothing is. */
export function countOf(
  reader: Reader,
  open: readonly Mention[],
  where: readonly Filter[],
  at?: number,
): Counted | Unclear | undefined {
  const { tokens: all, word } = reader
  const cue = all.findIndex((_, at) =>
    /^(how many|number of|count (the|all|of))$/.test(`${word(at)} ${word(at + 1)}`),
  )
  let spot = at ?? (cue < 0 ? -1 : cue + 2)
  if (spot < 0) return undefined
  while (skipped.test(word(spot))) spot += 1
  return counted(reader, open, where, spot)
}

// --- internal ---

const skipped =
  /^(the|of|all|different|more|fewer|less|times|as|many|single|these|those|them|our|such|total)$/

/** What the noun at token `spot` counts. */
function counted(
  { columns, take, mentions, values, text, word, taken, ...reader }: Reader,
  open: readonly Mention[],
  where: readonly Filter[],
  spot: number,
): Counted | Unclear {
  const mention = open.find(({ first }) => first === spot)
  const [amount, ...more] = quantityColumns(columns)
  const either = { unclear: 'rows may be counted, or how many each of them holds' }
  const ofAmount = (): Counted | Unclear =>
    amount && more.length === 0 ? { want: 'value', of: 'sum', column: amount } : either
  const existing = exists.test(text)
  if (mention && isOfMoney(mention.column)) {
    // `how many fines`: each row is one, whatever it costs
    take(mention.first, mention.end)
    return rows
  }
  if (mention && isAmount(mention.column))
    return { want: 'value', of: 'sum', column: mention.column }
  if (mention) {
    const { column, first, end } = mention
    const stem = singular(word(first))
    if (amount && moved(text) && (countedWithin.has(stem) || !rowNouns.has(stem))) return either
    take(first, end)
    // every row has a number or a code of its own
    if (isName(column) && !nameOf(column).includes('year')) return rows
    if (existing) return { want: 'value', of: 'count_distinct', column }
    return column.type === 'number'
      ? { unclear: 'years may be counted once or in every row' }
      : { want: 'entries', of: 'count', label: column }
  }
  const noun = singular(word(spot))
  const value = values.find(v => v.first <= spot && spot < v.end)
  const whole = { columns, take, mentions, values, text, word, taken, ...reader }
  if (value && mayBeRow(whole, singular(word(value.end)))) return rows
  // "sold the most": of what is not said
  const unsaid = !/\p{L}/u.test(noun)
  if (value || pieces.has(noun) || unsaid) {
    if (pieces.has(noun)) take(spot, spot + 1)
    if (amount && (!unsaid || moved(text))) return ofAmount()
    return value && !moved(text) ? rows : { unclear: 'no column says how many' }
  }
  // "of the Leeds tickets": what is counted stands behind the value
  if (rowNouns.has(noun) && !mayBeRow(whole, noun))
    return { unclear: `the rows may not be ${word(spot)}` }
  if (countedWithin.has(noun) && amount && !shared(columns, noun)) return ofAmount()
  if (
    /^days?$/.test(word(spot)) &&
    columns.some(({ type }) => type === 'date') &&
    columnsNamed(columns, ['day']).length === 0 &&
    where.length > 0
  ) {
    take(spot, spot + 1)
    return {
      want: 'value',
      of: 'count_distinct',
      column: columns.find(({ type }) => type === 'date')!,
    }
  }
  if (shared(columns, noun) && !mentions.some(m => m.first === spot)) take(spot, spot + 1)
  return rows
}

const rows: Counted = { want: 'value', of: 'count' }

/** Nouns for what a quantity counts. */
const pieces = new Set('unit piece copy good'.split(' '))

const moved = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .some(word => happening.has(word))

/** `orders` names the rows of a table with `order_id` and `order_date`. */
const shared = (columns: readonly Column[], stem: string) =>
  columns.some(column => nameOf(column).length > 1 && headOf(column) === stem)

/** What there is, not what was done with it: each is counted once. */
const exists =
  /\b(are|were) there\b|\b(does|do) .*\b(have|contain|include|list|appear)\b|\b(are|were) (listed|included|represented|mentioned|in the (table|file|data|list))\b/i
