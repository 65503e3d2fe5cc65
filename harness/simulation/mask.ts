// A question as somebody may know it who is not to learn its names and numbers: each literal as the
// role it is the value of, or as an ellipsis.
import { type Literal, literals, numbersOf, type Question } from '../../plans/literals.ts'
import { asPattern } from '../../plans/text/words.ts'

/** Rewrites texts about one question. */
export type Mask = (text: string) => string

/** The mask of a question: its literals by the linter's own table, the longest first. */
export function maskOf(question: Question): Mask {
  const found = literals(question).toSorted((a, b) => b.text.length - a.text.length)
  return text => found.reduce(withoutLiteral, text)
}

/** `value` with every text in it masked. */
export function maskedJson(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value)
  if (typeof value === 'number') {
    const text = mask(String(value))
    return text === String(value) ? value : text
  }
  if (Array.isArray(value)) return value.map(each => maskedJson(each, mask))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, maskedJson(inner, mask)]),
  )
}

// --- internal ---

function withoutLiteral(text: string, { text: spelled, values, role }: Literal): string {
  const shown = role === undefined ? '…' : `{${role}}`
  if (!values) {
    const pattern = `(?<![\\p{L}\\p{N}])${asPattern(spelled)}(?![\\p{L}\\p{N}])`
    return text.replace(new RegExp(pattern, 'giu'), shown)
  }
  return numbersOf(text)
    .filter(token => token.values.some(value => values.includes(value)))
    .reduce((rest, token) => rest.replace(wholeNumber(token.text), shown), text)
}

/** A number that is no part of a longer one. */
const wholeNumber = (text: string) =>
  new RegExp(`(?<![\\p{L}\\d_{]|\\d[.,])${asPattern(text)}(?!\\d|[.,]\\d)`, 'u')
