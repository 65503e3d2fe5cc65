// Single words of near-JSON: numbers as they are written, names of constants, text without quotes.
import {
  afterBlanks,
  type Budget,
  matchAt,
  type Place,
  stands,
  startsNextMember,
  unfinished,
} from './strings.ts'

/** A number as it was written, when writing it back would give other characters, such as `1.10`. */
interface Numeral {
  readonly [written]: string
  readonly value: number
}
export const written: unique symbol = Symbol('written')
export const isNumeral = (value: unknown): value is Numeral =>
  typeof value === 'object' && value !== null && written in value

/** A reviver for `JSON.parse` that keeps numbers as they were written. */
export function withNumerals(_: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? numeral(context?.source ?? String(value), value) : value
}

const numeral = (digits: string, value: number): number | Numeral =>
  String(value) === digits ? value : { [written]: digits, value }

const number =
  /[-+]?(?:0x[\da-f]+|0b[01]+|0o[0-7]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[-+]?\d+)?)n?/iy

const grouped = /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?=\s*[}\n])/y
const word = /[\p{L}_$]+/uy
const strayText = /[\p{L}\p{N}][^"“”\n{}[\]]{0,300}(?=["”]\s*(?:[,}\]]|\n))/uy
const strayQuote = /["”](?=\s*(?:[,}\]]|\n))/y

interface Token {
  readonly value: unknown
  readonly end: number
}

/**
 * The number, constant or text without quotes that starts at `at`; its value is `unfinished` when the
 * text ends before it is sure to be whole, and it is `undefined` when none of them stands there.
 */
export function tokenAt(text: string, at: number, place: Place, budget: Budget): Token | undefined {
  const token =
    numberAt(text, at, place, budget) ??
    constantAt(text, at, budget) ??
    plainAt(text, at, place, budget)
  // a closing quote whose opening one is missing
  return token && place === 'member' && stands(strayQuote, text, token.end)
    ? { ...token, end: token.end + 1 }
    : token
}

function numberAt(text: string, at: number, place: Place, budget: Budget): Token | undefined {
  const digits = matchAt(number, text, at)
  if (digits === undefined) return undefined
  // `1,234`: what the comma means is left to whoever knows the schema
  const group = place === 'member' ? matchAt(grouped, text, at) : undefined
  const end = at + (group ?? digits).length
  if (isDelimited(text, end, false, budget)) return { value: group ?? worth(digits), end }
  return end >= text.length ? { value: unfinished, end } : undefined
}

function constantAt(text: string, at: number, budget: Budget): Token | undefined {
  const name = matchAt(word, text, at)
  if (name === undefined || !Object.hasOwn(constants, name)) return undefined
  const end = at + name.length
  return isDelimited(text, end, true, budget) ? { value: constants[name], end } : undefined
}

function plainAt(text: string, at: number, place: Place, budget: Budget): Token | undefined {
  const end = plainEnd(text, at, place, budget) ?? at + (matchAt(strayText, text, at)?.length ?? 0)
  if (end === at) return undefined
  if (end >= text.length) return { value: unfinished, end }
  const value = text.slice(at, end).replace(/\s+(?:\/\/|#).*$/, '')
  return { value: value.trim(), end }
}

/** What `digits` is worth; zeros in front make it a label, such as a postal code. */
function worth(digits: string): number | Numeral | string {
  if (/^[-+]?0\d/.test(digits)) return digits
  const plain = digits.replace(/^[-+]|_|n$/g, '')
  return numeral(digits, digits.startsWith('-') ? -Number(plain) : Number(plain))
}

/** The names other languages have for JSON's constants; what is not a number has no value. */
const constants: Readonly<Record<string, true | false | null>> = {
  true: true,
  True: true,
  TRUE: true,
  false: false,
  False: false,
  FALSE: false,
  null: null,
  Null: null,
  NULL: null,
  None: null,
  nil: null,
  undefined: null,
  NaN: null,
  nan: null,
}

/** Whether a word that ends before `at` is delimited there; `mayEnd`: also by the end of the text. */
export function isDelimited(text: string, at: number, mayEnd: boolean, budget: Budget): boolean {
  if (at >= text.length) return mayEnd
  const next = afterBlanks(text, at, budget)
  if (next >= text.length || ',，;}])｝］'.includes(text[next]!)) return true
  const line = /[\n#/]/.test(text.slice(at, next))
  return line || /^(?:```|<[/|]|["'])/.test(text.slice(next, next + 3))
}

/**
 * The place where text without quotes that begins at `start` ends: the end of the line, the bracket
 * around it, or a comma, which in an object needs the next member behind it. `undefined` when what
 * stands there is not such a text.
 */
function plainEnd(text: string, start: number, place: Place, budget: Budget): number | undefined {
  if (!/[\p{L}\p{N}$_@%+.<>/*-]/u.test(text[start] ?? '')) return undefined
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (--budget.left < 0) return undefined
    const char = text[at]!
    if (char === '\n') return at
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char) && --depth < 0) return at
    else if (depth > 0) {
      // a structure was swallowed
      if (char === '"') return undefined
    } else if (char === ';' || (char === ',' && place !== 'member')) return at
    else if (char === ',' && startsNextMember(text, at + 1, budget)) return at
    else if (/["“”]/.test(char)) return startsNextMember(text, at, budget) ? at : undefined
  }
  return text.length
}
