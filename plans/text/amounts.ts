// Numbers as they stand in a text, with the unit and the scale that stand beside them.

import { parseQuantity } from '../expressions/quantity.ts'
import {
  dimension,
  factorOf,
  inMoneyOf,
  isCount,
  isKnownUnit,
  isSameUnit,
  parseUnit,
  type Unit,
  unitOf,
} from '../expressions/units.ts'
import { numberTokens } from './evidence.ts'
import { numbersAbroad } from './languages.ts'
import { foreignNumbers, scales, scaleWords, spokenNumbers } from './numerals.ts'
import type { Span } from './passages.ts'

/** A number of a text; `value` is the figure alone, `scale` what the word behind it makes of it. */
export interface Figure extends Span {
  readonly value: number
  readonly scale: number
  /** The known unit beside it. */
  readonly unit?: Unit | undefined
  /** Written in words. */
  readonly spoken?: boolean
}

/**
 * Every number of `text` that is no ordinal of a list, in any spelling; those in words last. Measures in
 * two units (`6 h 30 min`) are there a second time as one.
 */
export function figuresIn(text: string): readonly Figure[] {
  const digits = [...numberTokens(text), ...foreignNumbers(text)]
    .filter(({ start, end }) => !isOrdinal(text, start, end))
    .map(token => figureAt(text, token))
  const said = [...spokenNumbers(text), ...numbersAbroad(text)].map(token => ({
    ...figureAt(text, token),
    spoken: true,
  }))
  return [...digits, ...joined(text, digits), ...said]
}

function figureAt(text: string, token: Span & { readonly value: number }): Figure {
  const before = text.slice(Math.max(0, token.start - 5), token.start)
  // what the next line begins with belongs to that
  const [after = ''] = text.slice(token.end, token.end + 60).split('\n')
  const money = currencyBefore(before)
  const scaleWord =
    new RegExp(`^[\\s-]?(${scaleWords}|k|M|mn|bn)s?(?![\\p{L}\\d])`, 'u').exec(after) ??
    (money && /^\s?(m|b)(?![\p{L}\d])/u.exec(after))
  const rest = after.slice(scaleWord?.[0].length ?? 0)
  const unit = unitBehind(rest) ?? money
  return {
    ...token,
    scale: scales[scaleWord?.[1]?.toLowerCase() ?? ''] ?? 1,
    unit,
  }
}

/** Two figures of one dimension side by side, as the measure that they are together. */
function joined(text: string, figures: readonly Figure[]): readonly Figure[] {
  return figures.flatMap((figure, i) => {
    const next = figures[i + 1]
    // 5 km and 6 km are two measures
    if (!figure.unit || !next?.unit || !factorOf(next.unit).lt(factorOf(figure.unit))) return []
    const last = /^\s?\p{L}+/u.exec(text.slice(next.end, next.end + 20))?.[0] ?? ''
    const whole = parseQuantity(text.slice(figure.start, next.end + last.length))
    const unit = parseUnit(whole?.unit ?? '')
    return whole && unit
      ? [{ start: figure.start, end: next.end, value: Number(whole.value), scale: 1, unit }]
      : []
  })
}

/**
 * The one known unit that a column head or a role names: `wind (km/h)`, `length in m`, `mass [kg]`,
 * `power_kw`, `price_eur_per_kwh`.
 */
export function unitOfHead(head: string): Unit | undefined {
  const named = /[([]([^()[\]]+)[)\]]/.exec(head)?.[1] ?? /\bin (\S+)$/.exec(head)?.[1]
  return named === undefined ? unitOfName(head) : knownUnit(named)
}

/** Of words joined by underscores the last ones, one on either side of `per`; in lower case as names are. */
function unitOfName(name: string): Unit | undefined {
  const words = name.split('_')
  if (words.length < 2) return undefined
  // most single letters number things: team_a, grade_b
  if (/^[^ghlmsvw]$/.test(words.at(-1)!)) return undefined
  const rate = words.at(-2) === 'per' && words.length > 2
  const named = rate ? `${inCase(words.at(-3)!)}/${inCase(words.at(-1)!)}` : inCase(words.at(-1)!)
  return knownUnit(named)
}

/** A unit's own spelling of a word in lower case: `kwh` is `kWh`, `eur` is `EUR`. */
function inCase(word: string): string {
  const code = word.toUpperCase()
  if (currencies.has(code)) return code
  if (knownUnit(word)) return word
  return spellings.get(word) ?? word
}

/** Codes of currencies, without those that names spell as a word: `price_all`, `first_try`. */
const currencies: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf('currency').filter(
    code => !/^(?:ALL|COP|CUP|GEL|MAD|PEN|RON|TOP|TRY)$/.test(code),
  ),
)

/** Units with capitals inside, which names write small. */
const spellings: ReadonlyMap<string, string> = new Map(
  'kW kWh MW MWh GW GWh W Wh V A J kJ MJ N kN Pa kPa hPa MPa Hz kHz MHz GHz KB MB GB TB'
    .split(' ')
    .map(unit => [unit.toLowerCase(), unit]),
)

/**
 * Whether every part of `unit` stands somewhere in `places`, in any spelling: `km/h` in "kilometres
 * per hour", `EUR` in "costs 3 €".
 */
export function unitStands(unit: Unit, places: Iterable<string>): boolean {
  const open = new Set(
    unit.parts.filter(({ atom }) => !/^\d/.test(atom.name)).map(({ atom }) => atom),
  )
  for (const word of unitsIn(places)) {
    const said = inMoneyOf(word, unit)
    if (!isCount(said) && isSameUnit(said, unit)) return true
    const [{ atom }] = said.parts as [Unit['parts'][number]]
    for (const wanted of open)
      if (isSameUnit({ parts: [{ atom, power: 1 }] }, { parts: [{ atom: wanted, power: 1 }] }))
        open.delete(wanted)
    if (open.size === 0) return true
  }
  return false
}

/** Whether `places` speak of what `unit` measures in another unit alone: of miles where it is km. */
export function otherUnitStands(unit: Unit, places: readonly string[]): boolean {
  const alike = [...unitsIn(places)].some(
    said => !isCount(said) && dimension(said) === dimension(unit) && !isSameUnit(said, unit),
  )
  return alike && !unitStands(unit, places)
}

/** The number that a scale inside a unit stands for: `million m^3` has 1e6, `k€` and `kEUR` 1000. */
export function scaleIn(text: string): number {
  const word = new RegExp(`\\b(${scaleWords})s?\\b`, 'i').exec(text)?.[1]
  const [, letters = '', money = ''] = /^([km]|mn|bn)\s*([€$£¥]|[A-Z]{3})$/i.exec(text) ?? []
  return scales[(word ?? (isKnownUnit(money) ? letters : '')).toLowerCase()] ?? 1
}

// --- internal ---

/** The words of some texts that may be units, as units. */
function* unitsIn(places: Iterable<string>): Generator<Unit> {
  for (const place of places) {
    const words = place.match(/[\p{L}°%‰$€£¥₹µ]+/gu) ?? []
    for (const word of new Set(pairs(words))) if (!ordinary.has(word)) yield unitOf(word)
  }
}

/** Words that spell a unit and hardly ever mean one. */
const ordinary = new Set(
  'a an in as at am are be do no so to it is on of or and mi pa ma per'.split(' '),
)

/** `3.` at the beginning of a line numbers it. */
function isOrdinal(text: string, start: number, end: number): boolean {
  const lineBegins = /(?<=^[^\S\n]*)/my
  lineBegins.lastIndex = start
  return /^[.)]\s/.test(text.slice(end, end + 2)) && lineBegins.test(text)
}

/** The longest run of words that is a known unit. */
function unitBehind(text: string): Unit | undefined {
  const run =
    /^[\s-]?([\p{L}°%‰$€£¥₹µ²³]+(?:\^?[23])?(?:(?:\s?[/*·]\s?|\sper\s|\s)[\p{L}°%µ²³]+(?:\^?[23])?){0,3})/u.exec(
      text,
    )?.[1]
  if (run === undefined) return undefined
  const words = run.split(/(\s+)/)
  for (let length = words.length; length > 0; length -= 2) {
    const unit = knownUnit(words.slice(0, length).join(''))
    if (unit) return unit
  }
  return undefined
}

function currencyBefore(text: string): Unit | undefined {
  const sign = /(?:^|[^\p{L}])(\p{Lu}{3}|[$€£¥₹])\s?$/u.exec(text)?.[1]
  return sign === undefined ? undefined : knownUnit(sign)
}

function knownUnit(text: string): Unit | undefined {
  if (text.split(/[\s/]+/).some(word => word !== 'per' && ordinary.has(word))) return undefined
  const unit = parseUnit(text)
  return unit && unit.parts.length > 0 && !isCount(unit) ? unit : undefined
}

function* pairs(words: readonly string[]): Generator<string> {
  for (const [i, word] of words.entries()) {
    yield word
    const next = words[i + 1]
    if (next !== undefined) yield `${word} ${next}`
  }
}
