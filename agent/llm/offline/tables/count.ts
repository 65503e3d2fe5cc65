// What "how many ..." counts: rows, the numbers of a column, or entries that a label names.

import { singular } from '../words.ts'
import {
  type Column,
  columnsNamed,
  headOf,
  isName,
  type Mention,
  nameOf,
  quantityColumns,
} from './columns.ts'
import type { Measured } from './measured.ts'
import { mayBeRow, type Reader } from './reader.ts'
import { countedWithin, impliedMeasures, rowNouns } from './words.ts'

/** What the words behind `how many` or `number of` count; `undefined` when nothing is counted. */
export function countOf(reader: Reader, open: readonly Mention[]): Measured | undefined {
  const { tokens: all } = reader
  for (let at = 0; at + 1 < all.length; at++) {
    const pair = `${all[at]!.word} ${all[at + 1]!.word}`
    if (!/^(how many|number of|count (the|all|of))$/.test(pair)) continue
    let spot = at + 2
    while (
      /^(the|of|all|different|more|fewer|single|these|those|our|such)$/.test(all[spot]?.word ?? '')
    )
      spot += 1
    return counted(reader, open, spot)
  }
  return undefined
}

/** What the noun at token `spot` counts. */
export function counted(
  reader: Reader,
  open: readonly Mention[],
  spot: number,
): Measured | undefined {
  const { tokens: all, columns, take, mentions: named, values, text } = reader
  const mention = open.find(({ first }) => first === spot)
  const amounts = quantityColumns(columns)
  const [amount, ...amountsMore] = amounts
  const ofAmount = (): Measured =>
    amount && amountsMore.length === 0
      ? { kind: 'aggregate', of: 'sum', column: amount }
      : { unclear: 'rows may be counted, or how many each of them holds' }
  if (mention && isName(mention.column)) {
    take(mention.first, mention.end)
    // every row has a year, and many have the same
    if (!nameOf(mention.column).includes('year')) return rows
    return existing.test(text)
      ? { kind: 'aggregate', of: 'count_distinct', column: mention.column }
      : { unclear: 'years may be counted once or in every row' }
  }
  if (mention?.column.type === 'number')
    return { kind: 'aggregate', of: 'sum', column: mention.column }
  if (mention) {
    const stem = singular(all[spot]!.word)
    if (amount && moved.test(text) && (countedWithin.has(stem) || !rowNouns.has(stem)))
      return { unclear: 'rows may be counted, or how many each of them holds' }
    take(mention.first, mention.end)
    return existing.test(text)
      ? { kind: 'aggregate', of: 'count_distinct', column: mention.column }
      : { kind: 'entries', label: mention.column }
  }
  const noun = singular(all[spot]?.word ?? '')
  const value = values.find(v => v.first <= spot && spot < v.end)
  if (value || pieces.has(noun)) {
    if (pieces.has(noun)) take(spot, spot + 1)
    return amount ? ofAmount() : value ? rows : { unclear: 'no column says how many' }
  }
  // "of the Leeds tickets": what is counted stands behind the value
  if (rowNouns.has(noun) && !mayBeRow(reader, noun))
    return { unclear: `the rows may not be ${all[spot]!.text}` }
  if (countedWithin.has(noun) && amount && !shared(columns, noun)) return ofAmount()
  if (shared(columns, noun) && !named.some(m => m.first === spot)) take(spot, spot + 1)
  return rows
}

/** The column of numbers a verb speaks of: `earn` of a salary. */
export function implied({ text, columns }: Reader, open: readonly Mention[]): Column | undefined {
  if (open.some(({ column }) => column.type === 'number' && !isName(column))) return undefined
  const names = impliedMeasures.flatMap(([cue, names]) => (cue.test(text) ? names : []))
  const found = columnsNamed(columns, names).filter(({ type }) => type === 'number')
  return found.length === 1 ? found[0] : undefined
}

/** `orders` names the rows of a table with `order_id` and `order_date`. */
export const shared = (columns: readonly Column[], stem: string) =>
  columns.some(column => nameOf(column).length > 1 && headOf(column) === stem)

// --- internal ---

const rows: Measured = { kind: 'aggregate', of: 'count' }

/** Nouns for what a quantity counts. */
const pieces = new Set('unit piece copy good'.split(' '))

/** What things are done with in numbers. */
const moved =
  /\b(sold|sell|bought|buy|ordered|shipped|delivered|produced|made|rented|borrowed|used|stocked)\b/i

/** What there is, not what was done with it: each is counted once. */
const existing =
  /\b(are|were) there\b|\b(does|do) .*\b(have|contain|include|list|appear)\b|\b(are|were) (listed|included|represented|mentioned|in the (table|file|data|list))\b/i
