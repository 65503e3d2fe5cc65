// Where a number stands in a text, in figures or in words.
import { type Quantity, sameQuantity } from '../expressions/quantity.ts'
import { isRatio, parseUnit, printUnit } from '../expressions/units.ts'
import type { Figure } from './amounts.ts'
import { sameNumber } from './evidence.ts'
import type { Span } from './passages.ts'
import type { Reading } from './reading.ts'

/**
 * The places where `value` stands in `spans` of `reading`: as it is, with the scale behind it ("384
 * thousand" holds 384000), in another unit than `unit` ("8.4 km" holds 8400 m) or, where no figures give
 * it, in words ("seven" holds 7).
 */
export function placesOf(
  value: number,
  spans: readonly Span[],
  reading: Reading,
  unit?: string,
): readonly Figure[] {
  const found = reading.figures.filter(
    figure =>
      spans.some(span => span.start <= figure.start && figure.end <= span.end) &&
      (sameNumber(figure.value, value) ||
        sameNumber(figure.value * figure.scale, value) ||
        isAmount({ value, unit }, figure)),
  )
  const figures = found.filter(({ spoken }) => !spoken)
  return figures.length > 0 ? figures : found
}

/** Whether a figure, with its scale and unit, is the same amount. */
export function isAmount(
  wanted: Quantity,
  { value, scale, unit }: Pick<Figure, 'value' | 'scale' | 'unit'>,
): boolean {
  const given = { value: value * scale, unit: unit && printUnit(unit) }
  // a bare 0.61 may be 61 %, a bare 7 is no 700 %
  const ratio = wanted.unit !== undefined && parseUnit(wanted.unit)
  if (!unit && ratio && isRatio(ratio) && Math.abs(given.value) >= 1) return false
  const bare = fractions.has(wanted.unit ?? '') ? { value: wanted.value } : wanted
  return sameQuantity(bare, given, rounding)
}

// --- internal ---

/** What a role may call its unit when it wants 0.18 for 18 %. */
const fractions = new Set(['fraction', 'ratio', 'proportion', 'share'])

/** What a binary fraction may be off by. */
const rounding = 1e-9
