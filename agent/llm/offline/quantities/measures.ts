// Numbers with their units as prose writes them: `240 km`, `$2.40`, `2:01:09`, `3 h 20 min`,
// `three workers`, `2.5 million people`.
import { dimensionOf, parseQuantity } from '../../../../plans/expressions/expression.ts'
import {
  dimension,
  factorOf,
  offsetOf,
  parseUnit,
  plain,
  type Unit,
} from '../../../../plans/expressions/units.ts'
import type { Value } from '../../../../plans/plan.ts'
import { numberWords } from '../../../../plans/text/numerals.ts'
import { functionWords, isParticiple, isPlural, singular, type Token, tokens } from '../words.ts'

/** A text with its tokens, and the nouns that other quantities are counted in. */
export interface Prose {
  readonly text: string
  readonly tokens: readonly Token[]
  /** Singular nouns that may be cancelled: what is counted, and what is asked for. */
  readonly nouns: ReadonlySet<string>
}

/** A text as it is read, where these nouns are counted in it. */
export const proseOf = (text: string, nouns: readonly string[] = []): Prose => ({
  text,
  tokens: tokens(text),
  nouns: new Set(nouns),
})

/** A number and its unit; `first` and `end` are token positions. */
export interface Measure {
  /** A number; or the text as it stands, where it is more than digits (`2:01:09`, `2.5 million`). */
  readonly value: Value
  /** Empty for a bare number. */
  readonly unit: string
  readonly first: number
  readonly end: number
  /** The unit is a noun the table of units does not know. */
  readonly counted: boolean
}

/** Whether every word of a unit is in the table of units. */
export function isMeasuring(unit: Unit | undefined): unit is Unit {
  return unit !== undefined && unit.parts.length > 0 && unit.parts.every(part => !part.atom.opaque)
}

/** Whether temperatures are given on another scale than `wanted`; a difference does not convert as they do. */
export function changesScale(given: readonly Pick<Measure, 'unit'>[], wanted: string): boolean {
  const scale = offsetOf(parseUnit(wanted) ?? plain)
  const parts = given.flatMap(({ unit }) => parseUnit(unit)?.parts ?? [])
  return scale !== undefined && parts.some(({ atom }) => atom.offset && !atom.offset.equals(scale))
}

/** `9:30`, which may be a time of day. */
export const isClock = (value: Value) => /^\d+:\d\d$/.test(String(value))

export const unclearClock = (value: Value) =>
  `it is not clear whether ${value} is a time of day or how long something takes`

export const isAngle = (unit: string) => /^(?:deg(?:ree)?s?|°|rad(?:ian)?s?)$/i.test(unit)

/** The longest known unit that begins at token `at`: its text and where it ends. */
export function unitAt({ text, tokens }: Prose, at: number) {
  for (let end = Math.min(tokens.length, at + 6); end > at; end--) {
    const span = tokens.slice(at, end)
    if (span.some((token, i) => functionWords.has(token.word) && (i === 0 || token.word !== 'per')))
      continue
    if (span.some((token, i) => token.kind === 'number' && span[i - 1]?.text !== '^')) continue
    const unit = text.slice(span[0]!.from, span.at(-1)!.to)
    const parsed = parseUnit(unit)
    if (isMeasuring(parsed)) return { unit, end }
  }
  return undefined
}

/** The noun that the words from token `at` on name: one of `nouns`, else the first plural, else the first. */
export function nounAt({ tokens, nouns }: Prose, at: number, most = 4) {
  let end = at
  const names = (word: string) => !functionWords.has(word) && (end > at || !isParticiple(word))
  while (end < at + most && tokens[end]?.kind === 'word' && names(tokens[end]!.word)) end += 1
  const words = tokens.slice(at, end).map(token => token.word)
  const known = words.findIndex(word => nouns.has(singular(word)))
  const plural = words.findIndex(isPlural)
  const index = known >= 0 ? known : Math.max(plural, 0)
  const noun = words[index]
  return noun === undefined ? undefined : { noun: asUnit(noun), end: at + index + 1 }
}

/** A noun as it may stand in a unit: in the singular where units would not know its plural again. */
export function asUnit(hyphened: string): string {
  // a unit with a hyphen would be a product: T-shirts are shirts
  const noun = hyphened.split('-').at(-1)!
  const one = singular(noun)
  return dimensionOf(noun) === dimensionOf(one) ? noun : one
}

/** Every measure of the prose in order; rates are made of them in quantities.ts. */
export function measures(prose: Prose): readonly Measure[] {
  const found: Measure[] = []
  for (let at = 0; at < prose.tokens.length; ) {
    const measure =
      moneyAt(prose, at) ?? negativeAt(prose, at, found.at(-1)) ?? measureAt(prose, at)
    if (measure) found.push(measure)
    at = measure?.end ?? at + 1
  }
  return found
}

/** `3 h 20 min` is one measure: parts of one dimension, from large to small. */
export function joined(prose: Prose, measure: Measure): Measure {
  const { text, tokens } = prose
  const next = tokens[measure.end]?.word === 'and' ? measure.end + 1 : measure.end
  if (tokens[next]?.kind !== 'number') return measure
  const following = unitAt(prose, next + 1)
  const [large, small] = [parseUnit(measure.unit), parseUnit(following?.unit ?? '')]
  if (!following || !isMeasuring(large) || !isMeasuring(small)) return measure
  if (dimension(large) !== dimension(small)) return measure
  // "5 km and 3200 m" are two, since 3200 m are more than a kilometre
  const part = factorOf(small).mul(Number(tokens[next]!.text.replaceAll(',', '')))
  if (part.compare(factorOf(large)) >= 0) return measure
  const value = text.slice(tokens[measure.first]!.from, tokens[following.end - 1]!.to)
  if (!parseQuantity(value)) return measure
  return joined(prose, { ...measure, value, unit: following.unit, end: following.end })
}

// --- internal ---

const symbols = new Set(['$', '€', '£', '¥', '₹', 'usd', 'eur', 'gbp', 'chf'])
const sizes: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 100,
  thousand: 1000,
  million: 1e6,
}
const scales = new Set(['thousand', 'million', 'billion', 'trillion'])

function moneyAt(prose: Prose, at: number): Measure | undefined {
  const { text, tokens } = prose
  const [symbol, number, scale] = tokens.slice(at, at + 3)
  if (!symbol || !symbols.has(symbol.word) || number?.kind !== 'number') return undefined
  const end = scale && scales.has(scale.word) ? at + 3 : at + 2
  const read = parseQuantity(text.slice(symbol.from, tokens[end - 1]!.to))
  const unit = read?.unit ?? symbol.text
  const value = toValue(text.slice(number.from, tokens[end - 1]!.to))
  return isMeasuring(parseUnit(unit)) ? { value, unit, first: at, end, counted: false } : undefined
}

/** `-5 °C`, `minus 5 °C`, where nothing stands before it from which it would be taken. */
function negativeAt(prose: Prose, at: number, before: Measure | undefined): Measure | undefined {
  const { text, tokens } = prose
  const [sign, number] = tokens.slice(at, at + 2)
  if (!sign || number?.kind !== 'number' || before?.end === at) return undefined
  const said = text.slice(0, number.from)
  if (!(sign.kind === 'mark' ? /(?:^|[\s(])[-−–]$/ : negation).test(said)) return undefined
  const measure = measureAt(prose, at + 1)
  const value = measure?.value
  return (
    measure && { ...measure, first: at, value: typeof value === 'number' ? -value : `-${value}` }
  )
}

const negation =
  /(?:^|[.,;:?!(]|\b(?:is|was|be|it|at|of|from|to|and|or|between|than|about|only|in|convert))\s*minus\s+$/i

function measureAt(prose: Prose, at: number): Measure | undefined {
  const number = numberAt(prose, at)
  if (!number) return undefined
  const { tokens } = prose
  const { value } = number
  if (isYear(prose, at, number.end)) return undefined
  const after = tokens[number.end]?.text === '-' ? number.end + 1 : number.end
  const known = unitAt(prose, after)
  if (known) {
    const { unit, end } = known
    return joined(prose, { value, unit, first: at, end, counted: false })
  }
  if (typeof value === 'string' && value.includes(':')) {
    const unit = clockUnit(prose, value, number.end)
    return { value, unit, first: at, end: number.end, counted: unit === '' }
  }
  const noun = nounAt(prose, after)
  if (!noun) return { value, unit: '', first: at, end: number.end, counted: true }
  return { value, unit: noun.noun, first: at, end: noun.end, counted: true }
}

/** A clock time of three places says its unit itself, one of two only where it is said beside it. */
function clockUnit({ text, tokens }: Prose, value: string, end: number): string {
  if (value.split(':').length === 3) return 's'
  const aside = /^\s*\(?(min(ute)?s?|h(our)?s?)\s*(and|:)\s*(s(ec(ond)?)?s?|min(ute)?s?)\)?/i
  const said = aside.exec(text.slice(tokens[end - 1]!.to))?.[1]
  return said === undefined ? '' : /^m/i.test(said) ? 'min' : 'h'
}

/** `in 2024`, `March 2025`, `the sheet 2023`: a date or a name is no quantity. */
function isYear({ tokens }: Prose, at: number, end: number): boolean {
  const [number, next] = [tokens[at]!, tokens[end]]
  if (!/^(19|20)\d\d$/.test(number.text) || (next && !ends.test(next.word))) return false
  return at > 0 && !amounts.test(tokens[at - 1]!.word)
}

const ends = /^([.,;:?!)]|and|than|to|the|was|were|is|did|in|it|there|they|he|she|how|what)$/
/** What may stand before a number of that size that is none. */
const amounts =
  /^([-+*×/=(:]|of|and|plus|minus|times|is|are|equals?|add|subtract|multiply|divide|sum|number|what)$/

function numberAt({ text, tokens }: Prose, at: number): { value: Value; end: number } | undefined {
  const token = tokens[at]!
  const word = (ahead: number) => tokens[at + ahead]?.word ?? ''
  if (token.kind === 'number') {
    if (word(1) === '/' && tokens[at + 2]?.kind === 'number')
      return { value: text.slice(token.from, tokens[at + 2]!.to), end: at + 3 }
    if (word(1) === 'dozen')
      return { value: Number(token.text.replaceAll(',', '')) * 12, end: at + 2 }
    const end = scales.has(word(1)) ? at + 2 : at + 1
    return { value: toValue(text.slice(token.from, tokens[end - 1]!.to)), end }
  }
  const large = /^an?$/.test(word(0)) ? sizes[word(1)] : undefined
  if (large !== undefined) return { value: large, end: at + 2 }
  if (word(0) === 'half' && /^an?$/.test(word(1))) return { value: 0.5, end: at + 2 }
  // "one" is more often a pronoun; `ones` below reads it where a unit follows
  if (word(0) === 'one') return undefined
  const spelled = readNumberWords(tokens.slice(at, at + 6).map(each => each.word))
  if (!spelled) return undefined
  if (word(spelled.length) === 'dozen')
    return { value: spelled.value * 12, end: at + spelled.length + 1 }
  const end = at + spelled.length
  const half =
    tokens
      .slice(end, end + 3)
      .map(each => each.word)
      .join(' ') === 'and a half'
  return half ? { value: spelled.value + 0.5, end: end + 3 } : { value: spelled.value, end }
}

/** The number that begins at `words[0]`, and how many words it takes; hyphens count as words. */
function readNumberWords(words: readonly string[]) {
  const first = numberWords.get(words[0] ?? '')
  if (first === undefined) return undefined
  let value = first
  let length = 1
  const hyphen = words[1] === '-' ? 2 : 1
  const second = numberWords.get(words[hyphen] ?? '')
  if (first >= 20 && second !== undefined && second > 0 && second < 10) {
    value += second
    length = hyphen + 1
  }
  for (const [name, size] of Object.entries({ hundred: 100, thousand: 1000 }))
    if (words[length] === name) {
      value *= size
      length += 1
    }
  return { value, length }
}

function toValue(text: string): Value {
  const plain = text.replaceAll(',', '')
  return /^\d*\.?\d+$/.test(plain) ? Number(plain) : text
}
