// Where a question speaks of a table's columns and of values that stand in them.
import type { PerceiveReads } from '../../../../phases/perceive/contract.ts'
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import { parseUnit } from '../../../../plans/expressions/units.ts'
import { isMeasuring } from '../quantities/measures.ts'
import { sameWord, singular, type Token, tokens } from '../words.ts'

export type Column = NonNullable<PerceiveReads['files'][number]['columns']>[number]

/** Tokens `first` up to `end` name a column. */
export interface Mention {
  readonly column: Column
  readonly first: number
  readonly end: number
}

/** Tokens `first` up to `end` are a value of a column. */
export interface Found extends Mention {
  /** As the table spells it. */
  readonly value: string
}

/** The words of a column's name, without a unit in parentheses, each as its stem. */
export function nameOf(column: Column): readonly string[] {
  const bare = column.name.replace(/[([][^)\]]*[)\]]\s*$/u, '').trim()
  // `kWh` is one word, `salesRegion` are two
  const apart = isMeasuring(parseUnit(bare)) ? bare : bare.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return tokens(apart.replaceAll('_', ' '))
    .filter(token => token.kind !== 'mark')
    .map(token => singular(token.word))
}

/** The unit of a column: the table's own, or the last word of a name such as `salary_eur` or `hours`. */
export function unitOf(column: Column): string | undefined {
  if (column.unit !== undefined || column.type !== 'number') return column.unit
  const last = column.name.split(/[\s_]+/).at(-1)!
  return isMeasuring(parseUnit(last)) && dimensionOf(last) !== '1' ? last : undefined
}

/** Whether a column's numbers name rows or years: they are counted and compared, never added. */
export function isName(column: Column): boolean {
  const words = nameOf(column)
  if (words.some(word => /^(id|no|nr|number|code|key|year|yr)$/.test(word)))
    return !words.some(word => word === 'of')
  const values = (column.values ?? []).map(Number)
  const step = values[1]! - values[0]!
  const isRow = values.length > 4 && step > 0 && values[0]! >= 0 && values.every(Number.isInteger)
  return isRow && values.every((value, index) => index === 0 || value - values[index - 1]! === step)
}

/** The columns that say how many of something each row holds. */
export function quantityColumns(columns: readonly Column[]): readonly Column[] {
  return columns.filter(column => {
    if (column.type !== 'number' || isName(column)) return false
    const words = nameOf(column)
    return words.some(word => quantityNames.has(word)) && !words.some(word => priceNames.has(word))
  })
}

/** The columns with one of `names` in their name. */
export function columnsNamed(
  columns: readonly Column[],
  names: readonly string[],
): readonly Column[] {
  return columns.filter(column => nameOf(column).some(word => names.includes(word)))
}

/**
 * Where columns are named: all words of the name, or, for a name of several words, one that no other
 * column shares: the last that says something (`price` of `unit_price_usd`). Longer names come first; no two mentions overlap.
 */
export function mentions(all: readonly Token[], columns: readonly Column[]): readonly Mention[] {
  const stems = all.map(token => singular(token.word))
  const names = columns.map(column => ({ column, words: nameOf(column) }))
  const found: Mention[] = []
  const free = (at: number) => !found.some(m => m.first <= at && at < m.end)
  for (const { column, words } of names.toSorted((a, b) => b.words.length - a.words.length))
    for (let at = 0; words.length > 0 && at + words.length <= all.length; at++) {
      const spots = words.map((_, index) => at + index)
      if (spots.every((spot, index) => free(spot) && stems[spot] === words[index]))
        found.push({ column, first: at, end: at + words.length })
    }
  all.forEach((token, at) => {
    if (token.kind !== 'word' || !free(at)) return
    const [only, ...others] = columns.filter(column => headOf(column) === stems[at])
    if (only && others.length === 0) found.push({ column: only, first: at, end: at + 1 })
  })
  return found.toSorted((a, b) => a.first - b.first)
}

/** Where values of the columns of few values stand in the question; longer ones first, none overlap. */
export function valuesIn(all: readonly Token[], columns: readonly Column[]): readonly Found[] {
  const known = columns
    .filter(({ type }) => type !== 'number')
    .flatMap(column =>
      (column.values ?? []).map(value => ({ column, value, words: tokens(value) })),
    )
    .filter(({ words }) => words.length > 0)
    .toSorted((a, b) => b.words.length - a.words.length)
  const found: Found[] = []
  for (const { column, value, words } of known)
    for (let at = 0; at + words.length <= all.length; at++) {
      const end = at + words.length
      const same = words.every((word, index) => sameWord(all[at + index]!, word))
      const inside = found.some(
        f => f.first <= at && end <= f.end && f.end - f.first > words.length,
      )
      // a one-letter value such as "A" is a word of any sentence unless it is written alike
      const strict = value.length > 2 || all[at]!.text === value
      if (same && strict && !inside && !(value === 'A' && at === 0))
        found.push({ column, value, first: at, end })
    }
  return found.toSorted((a, b) => a.first - b.first)
}

// --- internal ---

/** The last word of a name that says something: it can stand for all of it. */
export function headOf(column: Column): string | undefined {
  const unit = singular(unitOf(column) ?? '')
  return nameOf(column).findLast(word => !weak.has(word) && word !== unit)
}

const quantityNames = new Set(
  'quantity qty unit piece amount count number sold copy stock item passenger visitor'.split(' '),
)
const priceNames = new Set(
  'price cost value rate fee revenue income turnover total weight eur usd gbp chf'.split(' '),
)

/** Parts of column names that say too little by themselves. */
const weak = new Set(
  'name title number id code value amount count total sum type of in per the date time no nr sold taught ordered booked paid made used shipped produced driven rented'.split(
    ' ',
  ),
)
