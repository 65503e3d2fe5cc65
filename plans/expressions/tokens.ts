// The words of an expression, and the place reached among them.
import { ExpressionError, shorten } from './exact.ts'

/** A place among the tokens of an expression. */
export interface Cursor {
  readonly tokens: readonly string[]
  at: number
  depth: number
  /** How many filters the place lies in. */
  filters: number
  readonly isRole: (name: string) => boolean
}

/** Deepest nesting that is read. */
export const deepest = 100
const token =
  /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(US\$|[\p{L}_°‰][\p{L}\p{Nd}_°]*)|(\*\*|[!=]==|<>|[<>=!:]=|≤|≥|≠|&&|\|\||[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|[-+*/^%()[\],<>!=?:×÷·−$€£¥₹¢]))/uy
const spelled = new Map(
  Object.entries({
    '**': '^',
    '×': '*',
    '·': '*',
    '÷': '/',
    '−': '-',
    '≤': '<=',
    '≥': '>=',
    '≠': '!=',
    '<>': '!=',
    '!==': '!=',
    '===': '==',
    '&&': 'and',
    '||': 'or',
  }),
)
/** Signs of currencies. */
export const money = new Map(
  Object.entries({
    $: 'USD',
    US$: 'USD',
    '€': 'EUR',
    '£': 'GBP',
    '¥': 'JPY',
    '₹': 'INR',
  }),
)
/** Words that are never a unit or a name. */
export const reserved = new Set(['to', 'and', 'or', 'not', 'of', 'mod', 'per', 'as'])

/** Small digits as digits: `⁻²` is `-2`. */
export function plainDigits(small: string): string {
  return [...small].map(digit => '-0123456789'['⁻⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)]).join('')
}

/** The tokens of `text`, operators in one spelling; refuses a character that no expression has. */
export function tokenize(text: string): readonly string[] {
  const tokens: string[] = []
  const end = text.trimEnd().length
  token.lastIndex = 0
  while (token.lastIndex < end) {
    const from = token.lastIndex
    const found = token.exec(text)
    if (!found) {
      const part = text.slice(from).trim().slice(0, 20)
      throw new ExpressionError(`the expression is not understood at "${part}"`)
    }
    const read = found[0].trim()
    tokens.push(spelled.get(read) ?? read)
  }
  return tokens
}

/** The token so many places ahead, empty at the end. */
export function peek(cursor: Cursor, ahead = 0): string {
  return cursor.tokens[cursor.at + ahead] ?? ''
}

/** Steps over the next token when it is one of `tokens`. */
export function accept(cursor: Cursor, ...tokens: readonly string[]): string | undefined {
  const next = peek(cursor)
  if (next === '' || !tokens.includes(next)) return undefined
  cursor.at += 1
  return next
}

/** Steps over `wanted`, or refuses. */
export function expect(cursor: Cursor, wanted: string): void {
  if (!accept(cursor, wanted)) throw unexpected(cursor, wanted)
}

/** The refusal of the token that comes next. */
export function unexpected(cursor: Cursor, wanted?: string): ExpressionError {
  const found = peek(cursor)
  const where = found === '' ? 'at the end' : `at "${shorten(found)}"`
  return new ExpressionError(
    `the expression is not understood ${where}${wanted ? `; expected "${wanted}"` : ''}`,
  )
}

/** Names that always mean a number. */
export const constants = new Set(['pi', 'e', 'tau', 'π'])
