// The places of a text where a value of the same kind stands: the row above, the next column, the
// other year. One of them that fits what is asked clearly better shows that the claim slipped.

import { dimension } from '../expressions/units.ts'
import type { Figure } from '../text/amounts.ts'
import { anyMonth } from '../text/months.ts'
import type { Passage, Span } from '../text/passages.ts'
import type { Reading } from '../text/reading.ts'
import { folded, stem } from '../text/words.ts'
import { type Asked, fitOf, keyWeight, sharesOf } from './fitting.ts'

/** A place that fits better than the ones the claim stands on. */
export interface Rival extends Span {
  /** What the words asked for say for it and not for the claim's own place, and the other way round. */
  readonly gain: number
  readonly loss: number
  /** Whether it is a cell of a table, where little is left to the reader. */
  readonly isRow: boolean
}

/**
 * The place of `reading` that holds another value of the kind of `value` and fits `asked` best, when
 * it fits better than each of `own`, the places where the claimed value stands. `taken` says which
 * values the step knows already or claims beside this one; they are no rivals.
 */
export function rivalOf(
  value: string | number,
  own: readonly Span[],
  {
    reading,
    asked,
    taken,
  }: {
    readonly reading: Reading
    readonly asked: Asked
    readonly taken: (text: string, place: Span) => boolean
  },
): Rival | undefined {
  if (own.length === 0 || own.length > 20) return undefined
  const best = own.reduce((a, b) => (fitOf(b, asked, reading) > fitOf(a, asked, reading) ? b : a))
  const here = sharesOf(best, asked, reading)
  const isRow = reading.passageAt(best.start)?.isRow ?? false
  const weights = [...asked.values()]
  let found: Rival | undefined
  for (const place of kin(value, own, reading)) {
    const text = reading.text.slice(place.start, place.end)
    if (taken(text, place)) continue
    const differences = sharesOf(place, asked, reading).map((share, i) => share - (here[i] ?? 0))
    // in prose words of the plan alone do not say which place is meant: a value the step reads has to
    if (!isRow && !differences.some((each, i) => each > 0 && weights[i]! >= keyWeight)) continue
    const gain = differences.reduce((sum, each) => sum + Math.max(0, each), 0)
    const loss = differences.reduce((sum, each) => sum + Math.max(0, -each), 0)
    if (gain - loss > (found ? found.gain - found.loss : 0))
      found = { start: place.start, end: place.end, gain, loss, isRow }
  }
  return found
}

// --- internal ---

/** The places of other values of the same kind. */
function* kin(value: string | number, own: readonly Span[], reading: Reading): Generator<Span> {
  const homes = own.map(place => ({ place, passage: reading.passageAt(place.start) }))
  const [home] = homes
  if (!home?.passage) return
  if (typeof value === 'number') {
    const figure = reading.figures.find(each => own.some(place => place.start === each.start))
    for (const other of reading.figures) {
      const passage = reading.passageAt(other.start)
      if (!figure || !passage || other.value * other.scale === value || other.value === value)
        continue
      if (
        homes.some(each => each.passage && alike(each.place, each.passage, other, passage)) &&
        sameKind(figure, other, passage.isRow)
      )
        yield other
    }
    return
  }
  if (home.passage.isRow) {
    for (const passage of reading.passages)
      for (const part of passage.parts)
        if (
          passage.isRow &&
          part.end > part.start &&
          alike(home.place, home.passage, part, passage)
        ) {
          const text = reading.text.slice(part.start, part.end)
          if (folded(text) !== folded(value) && !folded(text).includes(folded(value))) yield part
        }
    return
  }
  const shape = shapeOf(value)
  if (shape)
    for (const match of reading.text.matchAll(shape)) {
      const text = folded(match[0])
      if (!text.includes(folded(value)) && !folded(value).includes(text))
        yield { start: match.index, end: match.index + match[0].length }
    }
}

/** In one table: the same column or the same row. In prose: anywhere in prose. */
function alike(place: Span, passage: Passage, other: Span, its: Passage): boolean {
  if (passage.isRow !== its.isRow) return false
  if (!passage.isRow) return true
  if (passage === its) return true
  const column = (span: Span, row: Passage) => row.parts.findIndex(part => part.end >= span.start)
  return (
    passage.parts.length === its.parts.length &&
    (passage.group === its.group || head(place, passage) === head(other, its)) &&
    column(place, passage) === column(other, its)
  )
}

const head = (span: Span, row: Passage) => row.parts.find(part => part.end >= span.start)?.head

/** Bare figures of a table are told apart by their heads, others by how they look. */
function sameKind(a: Figure, b: Figure, inTable: boolean): boolean {
  if (a.unit || b.unit)
    return a.unit !== undefined && b.unit !== undefined && dimension(a.unit) === dimension(b.unit)
  if (a.counted === undefined && b.counted === undefined) return inTable || looksLike(a, b)
  if (a.counted === undefined || b.counted === undefined) return looksLike(a, b)
  return stem(folded(a.counted)) === stem(folded(b.counted)) || looksLike(a, b)
}

/** Figures with nothing known beside them: of as many digits, give or take one. */
function looksLike(a: Figure, b: Figure): boolean {
  const digits = ({ value }: Figure) => Math.log10(1 + Math.abs(value))
  const years = [a, b].filter(
    ({ value }) => value >= 1500 && value <= 2100 && Number.isInteger(value),
  )
  return years.length !== 1 && Math.abs(digits(a) - digits(b)) <= 1.2
}

/** The days that stand in `text`, in figures or with the month as a word. */
export function daysIn(text: string): readonly Span[] {
  return [...text.matchAll(days)].map(({ 0: day, index }) => ({
    start: index,
    end: index + day.length,
  }))
}

const days = new RegExp(
  String.raw`\b(?:\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th)? (?:of )?${anyMonth}(?:,? \d{4})?|${anyMonth} \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?)\b`,
  'giu',
)
const names =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}'’-]+(?: (?:of |the |van |de |von )?\p{Lu}[\p{L}'’-]+)+/gu

/** What values that look like `value` look like. */
function shapeOf(value: string): RegExp | undefined {
  const whole = (shape: RegExp) =>
    new RegExp(`^(?:${shape.source})$`, shape.flags.replace('g', '')).test(value.trim())
  return whole(days) ? days : whole(names) ? names : undefined
}
