// Words for what is computed, and the columns that a question speaks of without naming them.
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import { type Column, columnsNamed, isAmount, isOfMoney, nameOf, unitOf } from './columns.ts'
import { isNamedByUnit, openMentions, type Reader } from './reader.ts'
import { type Aggregate, adjectives, aggregates, impliedColumns, paying } from './words.ts'

/** A word for a computation; `column` is there when the word (`heaviest`) speaks of one. */
export interface Cue {
  readonly is: Aggregate
  readonly at: number
  readonly end: number
  readonly column?: Column
}

export const isExtreme = ({ is }: Cue) => is === 'max' || is === 'min'

/** The words for computations that are not yet understood, which are taken; alike ones count once, except extremes. */
export function cuesOf({ tokens: all, taken, take, word, ...reader }: Reader): readonly Cue[] {
  const found: Cue[] = []
  for (let at = 0; at < all.length; at++) {
    if (taken(at)) continue
    const phrase = aggregates.find(([words]) =>
      words.split(' ').every((each, index) => word(at + index) === each),
    )
    const end = at + (phrase ? phrase[0].split(' ').length : 1)
    // `the highest total` of a column `Total`
    const ranks = /^(?:highest|lowest|largest|smallest|biggest|average|mean)$/.test(word(at - 1))
    const named = reader.mentions.some(
      m => m.first <= at && at < m.end && (m.end - m.first > 1 || ranks),
    )
    const cue =
      phrase && !named
        ? { is: phrase[1], at, end }
        : (placedAt(word, at) ?? adjectiveAt({ tokens: all, taken, take, word, ...reader }, at))
    if (cue) {
      found.push(cue)
      take(at, cue.end)
    }
    at = (cue?.end ?? at + 1) - 1
  }
  // "on average" and "in total" behind a computation that is named already say it once more
  const once = found.filter(
    (cue, index) => isExtreme(cue) || found.findIndex(other => other.is === cue.is) === index,
  )
  const telling = once.filter(({ is }) => is !== 'sum')
  const sum = once.some(({ is }) => is === 'sum')
  return sum &&
    telling.length > 0 &&
    telling.every(({ is }) => /^(mean|median|count_distinct|missing)$/.test(is))
    ? telling
    : once
}

/** The column of amounts that an adjective or a verb speaks of: `earn` of a salary. */
export function implied(reader: Reader): Column | undefined {
  const { text, columns } = reader
  if (openMentions(reader).some(({ column }) => isAmount(column))) return undefined
  const names = impliedColumns.flatMap(([cue, names]) => (cue.test(text) ? names : []))
  const found = columnsNamed(columns.filter(isAmount), names)
  const [only, ...others] =
    found.length === 0 && paying.test(text) ? columns.filter(isOfMoney) : found
  return others.length === 0 ? only : undefined
}

/** The only column of amounts, where nothing speaks of a property that another one would hold. */
export function impliedAmount(reader: Reader): Column | undefined {
  const spoken = implied(reader)
  if (spoken) return spoken
  const [only, ...others] = reader.columns.filter(isAmount)
  const property = impliedColumns.slice(2).some(([cue]) => cue.test(reader.text))
  return others.length > 0 || property ? undefined : only
}

// --- internal ---

const measures = (column: Column, what: string) =>
  nameOf(column).includes(what) || dimensionOf(unitOf(column) ?? '') === what

/** `comes first by total sales`, `ranks last`. */
function placedAt(word: Reader['word'], at: number): Cue | undefined {
  const placed = /^(?:comes?|came|ranks?|ranked|is) (?:first|last) (?:by|in|for|when|with)$/.test(
    [at - 1, at, at + 1].map(word).join(' '),
  )
  return placed ? { is: word(at) === 'first' ? 'max' : 'min', at, end: at + 2 } : undefined
}

/** `most expensive`, `heaviest`: the column the adjective speaks of, when there is exactly one. */
function adjectiveAt({ columns, mentions, word }: Reader, at: number): Cue | undefined {
  const meaning = Object.hasOwn(adjectives, word(at)) ? adjectives[word(at)] : undefined
  if (!meaning || word(at - 1) === 'least') return undefined
  const numbers = columns.filter(isAmount)
  // "the longest delay" says itself of what
  const behind = mentions.find(({ first, column }) => first === at + 1 && numbers.includes(column))
  if (behind) {
    // the fastest takes the least time
    const turned = meaning.dimension === 'length/time' && measures(behind.column, 'time')
    const is = turned ? (meaning.is === 'max' ? 'min' : 'max') : meaning.is
    return { is, at, end: at + 1, column: behind.column }
  }
  const called = columnsNamed(numbers, meaning.columns)
  const { dimension } = meaning
  const measured = numbers.filter(
    column =>
      (dimension && isNamedByUnit(column, dimension)) ||
      (meaning.columns.includes('price') && isOfMoney(column)),
  )
  const [column, ...others] = called.length > 0 ? called : measured
  return column && others.length === 0 ? { is: meaning.is, at, end: at + 1, column } : undefined
}
