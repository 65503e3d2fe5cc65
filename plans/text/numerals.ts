// Numbers as people write them, with every value a spelling may stand for: "1,500" is 1500 to some
// and 1.5 to others. Used to find the numbers of a question again in a plan, where either is a leak.
import type { Span } from './passages.ts'

/** A number as a text spells it, and what it may stand for; signs are left out. */
export interface NumberToken {
  readonly text: string
  readonly values: readonly number[]
}

/**
 * Numbers written with digits: 17,000, 17 000, 17.5, 17e3, 15 %, 2 million, 17k. An exponent (m^2) is
 * no number, nor is a single digit at the end of a word (s1, h2o, value_1).
 */
export function* digitNumbers(text: string): Generator<NumberToken> {
  for (const match of text.matchAll(TOKEN)) {
    const [token, body = '', exponent = '0'] = match
    const before = text.slice(Math.max(0, match.index - 4), match.index)
    if (/(\^|\*\*)[({]?-?$/.test(before)) continue
    if (/[\p{L}_]$/u.test(before) && /^\d$/.test(token)) continue
    const plain = readings(body).map(value => Number(`${value}e${exponent}`))
    const scale = scaleOf(text.slice(match.index + token.length))
    yield { text: token, values: [...new Set([...plain, ...plain.map(value => value * scale)])] }
  }
}

/** Numbers above `above` written as English words, such as seventeen, two hundred and five or a dozen. */
export function* wordNumbers(text: string, above: number): Generator<NumberToken & Span> {
  for (const { 0: phrase, index: start } of text.matchAll(PHRASE)) {
    let total = 0
    let current = 0
    for (const word of phrase.toLowerCase().split(/[\s-]+/)) {
      const within = { hundred: 100, dozen: 12 }[word]
      if (within !== undefined) current = Math.max(1, current) * within
      else if (scales[word] === undefined) current += numberWords.get(word) ?? 0
      else {
        total += Math.max(1, current) * scales[word]
        current = 0
      }
    }
    const value = total + current
    const end = start + phrase.length
    if (value > above) yield { text: String(value), values: [value], start, end }
  }
}

/**
 * Numbers as they are said, with their places: in words, with parts (`two and a half`, `half a
 * million`, `one dollar and twelve cents`), as fractions (`three eighths`) and by rank (`third`, `21st`).
 */
export function* spokenNumbers(text: string): Generator<Span & { readonly value: number }> {
  const words = [...wordNumbers(text, 0)]
  for (const [at, { values, start, end }] of words.entries()) {
    const [value] = values as readonly [number]
    const part = AND_PART.exec(text.slice(end, end + 30))
    yield part
      ? { value: value + partOf(part[1], part[2]!), start, end: end + part[0].length }
      : { value, start, end }
    const next = words[at + 1]
    const between = next ? text.slice(end, next.start) : ''
    const isPrice =
      COINS.test(between) && (!/and/.test(between) || CENTS.test(text.slice(next!.end)))
    if (next && isPrice && next.values[0]! < 100)
      yield { value: value + next.values[0]! / 100, start, end: next.end }
  }
  for (const { 0: words, 1: size, index: start } of text.matchAll(HALF_A))
    for (const { values } of wordNumbers(size!, 0))
      yield { value: values[0]! / 2, start, end: start + words.length }
  for (const { 0: words, 1: count, 2: part, index: start } of text.matchAll(FRACTION)) {
    yield { value: partOf(count, part!), start, end: start + words.length }
  }
  for (const { 0: word, 1: digits, index: start } of text.matchAll(RANK)) {
    const value = digits === undefined ? RANKS.indexOf(word.toLowerCase()) + 1 : Number(digits)
    yield { value, start, end: start + word.length }
  }
}

/**
 * Numbers in digits that only one reading fits and that are not written the English way, with their
 * places: `1 204 500`, `1’204’500`, `3.600.000`, `1.234,5`, `38,50`, `2½`.
 */
export function* foreignNumbers(text: string): Generator<Span & { readonly value: number }> {
  for (const { 0: token, index: start } of text.matchAll(FOREIGN)) {
    const plain = /^[^.,]*\.\d+$/.test(token) ? token : token.replaceAll('.', '')
    const digits = plain
      .replaceAll(/[^\d.,−-]/gu, '')
      .replace(',', '.')
      .replace('−', '-')
    yield { value: Number(digits), start, end: start + token.length }
  }
  for (const { 0: token, 1: whole, 2: part, index: start } of text.matchAll(/(\d*)([½⅓⅔¼¾⅛])/gu)) {
    const [above, below] = part!.normalize('NFKC').split('\u2044').map(Number) as [number, number]
    yield { value: Number(whole) + above / below, start, end: start + token.length }
  }
}

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'

/** Without the numbers of a numbered list, `1.` and `2)` at the beginning of its lines. */
export const withoutNumbering = (text: string): string =>
  text.replace(/(?<=^["']?|\n|\\n)[^\S\n]*\d{1,2}[.)](?=\s)/g, ' ')

/** The values of the words from zero to nineteen and of the tens. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...ONES.split(' ').map((word, value) => [word, value] as const),
  ...TENS.split(' ').map((word, index) => [word, 10 * (index + 2)] as const),
])

/** What a word or a letter behind a number multiplies it by, in small letters. */
export const scales: Readonly<Record<string, number>> = {
  hundred: 1e2,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  k: 1e3,
  m: 1e6,
  mn: 1e6,
  b: 1e9,
  bn: 1e9,
}

/** The source of a pattern for the words among them. */
export const scaleWords = Object.keys(scales)
  .filter(word => word.length > 2)
  .join('|')

// --- internal ---

const TOKEN =
  /(?<![\d^])((?:\d{1,3}(?:[ _\u00a0\u202f]\d{3})+(?!\d)|\d+)(?:[.,'’]\d+)*)(?:e([+-]?\d{1,3}))?/giu

function readings(body: string): number[] {
  const found: number[] = []
  const digits = body.replace(/\D/g, '')
  if (/^\d+$/.test(body) || /^\d{1,3}([.,'’ _\u00a0\u202f])\d{3}(\1\d{3})*$/u.test(body))
    found.push(Number(digits))
  const decimal = /^(\d[\d.,'’ _\u00a0\u202f]*)[.,](\d+)$/u.exec(body)
  if (decimal && /^(\d+|\d{1,3}([.,'’ _\u00a0\u202f])\d{3}(\2\d{3})*)$/u.test(decimal[1]!))
    found.push(Number(`${decimal[1]!.replace(/\D/g, '')}.${decimal[2]}`))
  // neither one number nor the other: a list, a version, a date
  return found.length > 0 ? found : body.split(/\D/).map(Number)
}

const BLANKS = ' \\u00a0\\u2009\\u202f'
const FOREIGN = new RegExp(
  `(?<![\\p{L}\\d_.,'’:/-])[-−]?(?:\\d{1,3}(?:(['’${BLANKS}])\\d{3}(?:\\1\\d{3})*)(?:[.,]\\d+)?|\\d{1,3}(?:\\.\\d{3}){2,}(?:,\\d+)?|\\d{1,3}\\.\\d{3},\\d+|\\d+,(?:\\d{1,2}|\\d{4,}))(?![\\d_]|[.,:/-]\\d)`,
  'gu',
)

const FIRST_RANKS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  )
/** `first` to `thirty-first`, as far as days of a month go. */
const RANKS = [
  ...FIRST_RANKS,
  'twentieth',
  ...FIRST_RANKS.slice(0, 9).map(rank => `twenty-${rank}`),
  'thirtieth',
  'thirty-first',
]
const RANK = new RegExp(
  `(?<![\\p{L}\\d]|twenty-|thirty-)(?:${RANKS.join('|')}|(\\d+)(?:st|nd|rd|th))(?![\\p{L}\\d])`,
  'giu',
)
const PARTS = 'half third quarter fifth sixth seventh eighth ninth tenth'.split(' ')
const partsOf = (word: string) =>
  PARTS.findIndex(part => word.toLowerCase().startsWith(part.slice(0, 3))) + 2
const partOf = (count: string | undefined, part: string) =>
  (numberWords.get(count?.toLowerCase() ?? '') ?? 1) / partsOf(part)
const A_PART = `(?:(${[...numberWords.keys()].join('|')}|an?)[ -])?(hal(?:f|ves)|(?:${PARTS.slice(1).join('|')})s?)(?!\\p{L})`
const FRACTION = new RegExp(`(?<!\\p{L})${A_PART}`, 'giu')
/** `two and a quarter`, `two hours and a quarter`. */
const AND_PART = new RegExp(`^(?: \\p{L}+)? and ${A_PART}`, 'iu')
/** `one dollar and twelve cents`, `one pound twenty-five`. */
const [COINS, CENTS] = [
  /^ (?:dollar|euro|pound|franc)s?,? (?:and )?$/i,
  /^ (?:cents?|pence|penny|centimes?)(?!\p{L})/iu,
]
const HALF_A = new RegExp(`(?<!\\p{L})half an? (dozen|${scaleWords})(?!\\p{L})`, 'giu')

/** What the words after a number make of it: `%`, `million`, `k`. */
function scaleOf(after: string): number {
  if (/^\s?(%|per\s?cent)/i.test(after)) return 0.01
  if (/^k(?![\p{L}\p{N}])/iu.test(after)) return 1e3
  const word = new RegExp(`^\\s(${scaleWords})`, 'i').exec(after)?.[1]?.toLowerCase()
  return word === undefined ? 1 : scales[word]!
}

const anyWord = `(?:${[...numberWords.keys(), 'dozen', scaleWords].join('|')})(?![\\p{L}])`
const PHRASE = new RegExp(
  `(?<![\\p{L}])${anyWord}(?:(?:-|\\s+|(?<=hundred|thousand)\\s+and\\s+)${anyWord})*`,
  'giu',
)
