// Where a number stands in a text, in figures or in words.

import type { Figure } from './amounts.ts'
import { wordNumbers } from './numerals.ts'
import type { Span } from './passages.ts'
import type { Reading } from './reading.ts'

/**
 * The places where `value` stands in `spans` of `reading`: as it is, with the scale behind it ("384 thousand" holds 384000) or spelled out ("seven" holds 7).
 */
export function placesOf(
  value: number,
  spans: readonly Span[],
  reading: Reading,
): readonly Figure[] {
  const inside = (start: number, end: number) =>
    spans.some(span => span.start <= start && end <= span.end)
  const found = reading.figures.filter(
    figure =>
      (near(figure.value, value) || near(figure.value * figure.scale, value)) &&
      inside(figure.start, figure.end),
  )
  if (found.length > 0) return found
  const said = spans.slice(0, 20).filter(({ start, end }) => {
    const words = reading.text.slice(start, end)
    return [...wordNumbers(words, 0)].some(({ values }) => values.includes(value))
  })
  return said.map(span => ({ ...span, value, scale: 1 }))
}

// --- internal ---

const near = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
