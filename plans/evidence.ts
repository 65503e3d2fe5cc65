// Whether words and values stand where somebody says they stand: the part of provenance that needs
// no model (DESIGN 3). Numbers are compared as numbers, words without regard to case and spacing.
import type { Value } from './plan.ts'

/** True when `quote` occurs in `text`, white space and typographic marks aside. Empty quotes do not. */
export function quoteOccurs(quote: string, text: string): boolean {
  const wanted = plain(quote)
  return wanted !== '' && plain(text).includes(wanted)
}

/**
 * True when `value` stands in `text`: a number as a whole number token in any spelling (1,234.50 or
 * 1234.5), a list when each of its items does, anything else as words.
 */
export function valueOccurs(value: Value, text: string): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(item => valueOccurs(item, text))
  if (typeof value === 'boolean') return false
  const number = typeof value === 'number' ? value : toNumber(String(value))
  if (number === undefined) return quoteOccurs(String(value), text)
  return numbersIn(text).some(found => sameNumber(found, number))
}

/** The number that a text is, thousands separators and spaces aside; `undefined` when it is more than a number. */
export function toNumber(text: string): number | undefined {
  const token = text.trim()
  if (!/^[-+]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?(e[-+]?\d+)?$/i.test(token) || !/\d/.test(token))
    return undefined
  return Number(token.replaceAll(',', ''))
}

/** Every number token of a text, in order. `S1` and `2026-05-15` hold none; `(1,234)` holds one. */
export function numbersIn(text: string): readonly number[] {
  const tokens = text.matchAll(
    /(?<![\p{L}\d_.,-]|\d[:/])[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?(?![\d_]|[:/-]\d|[.,]\d)/giu,
  )
  return [...tokens].map(([token]) => Number(token.replaceAll(',', '').replace('−', '-')))
}

function sameNumber(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
