// What a question asks for: the unit or the dimension of the answer, its rounding, and whether only
// whole ones count.
import { dimension, parseUnit } from '../../../plans/expressions/units.ts'
import { numberWords } from '../../../plans/text/numerals.ts'
import { isMeasuring, nounAt, type Prose, proseOf, unitAt } from './quantities/measures.ts'
import { isPercent } from './quantities/quantities.ts'

export interface Asked {
  /** As the message writes it; empty when it names none. */
  readonly unit: string
  /** Dimensions the answer may have, when only its kind is named ("how long"); `money` is any currency. */
  readonly kinds: readonly string[]
  /** The noun of a counted answer ("how many boxes"). */
  readonly noun?: string
  readonly whole?: 'floor' | 'ceil'
  /** The share of each one is asked for. */
  readonly each: boolean
  readonly decimals?: number
  readonly roundTo?: number
  /** The message with the words about the form of the answer blanked out, so that their numbers are not read. */
  readonly rest: string
}

export function readAsked(message: string): Asked {
  const { rest, ...rounding } = readRounding(message)
  const prose = proseOf(rest)
  const many = howMany(prose)
  const named = inUnit(prose)
  const kinds = many || named ? [] : (kindsAsked.find(([cue]) => cue.test(rest))?.[1] ?? [])
  const counted = many?.noun !== undefined && !named
  const whole = [...wholeCues, ...(counted ? countCues : [])].find(([cue]) => cue.test(rest))?.[1]
  const said = sterling(named ?? many?.unit, rest)
  const unit = isPercent(said ?? (percentCue.test(rest) ? '%' : '')) ? '%' : (said ?? '')
  const scale = sizes[unit.split(' ')[0]!.toLowerCase()] ?? 1
  return {
    unit,
    kinds,
    ...(counted && { noun: many.noun! }),
    ...(whole && { whole }),
    each: eachCue.test(rest),
    ...rounding,
    // "how many thousand hours, to the nearest thousand": ones of the unit asked for
    ...(rounding.roundTo !== undefined && scale > 1 && { roundTo: rounding.roundTo / scale }),
    rest,
  }
}

// --- internal ---

/** Pounds are money where pounds are paid. */
function sterling(unit: string | undefined, text: string): string | undefined {
  return /^pounds?$/i.test(unit ?? '') && /£|\bGBP\b|\bpence\b/.test(text) ? 'GBP' : unit
}

const percentCue =
  /\b(what|which|how many)\s+(percent|per cent|percentage|%)|\bas a percentage\b|\b(percentage|percent|per cent) (increase|decrease|change|rise|drop|growth|reduction)\b/i

const eachCue =
  /\bhow (much|many)( \p{L}+)? (do|does|did|will|would|can|must|should|has|have) (each|every)\b|\bhow (much|many)( \p{L}+)? per (person|head|capita)\b|\bhow (much|many)( \p{L}+)? (does|will|would|can|must|should) (each|every)( one)? of\b/iu

type WholeCue = readonly [cue: RegExp, whole: 'floor' | 'ceil']
const wholeCues: readonly WholeCue[] = [
  [/\bround(ed)? up\b/i, 'ceil'],
  [/\bround(ed)? down\b/i, 'floor'],
  [
    /\bhow many (full|complete|whole|entire) \p{L}+ (are|is|will be|would be|do|does) .*\b(need|required|necessary)/iu,
    'ceil',
  ],
  [/\bhow many (full|complete|whole|entire)\b/i, 'floor'],
]

/** A counted thing is never needed or had in part. */
const countCues: readonly WholeCue[] = [
  [/\b(needs?|needed|required?|requires|necessary|takes?|must|ha(ve|s) to)\b/i, 'ceil'],
  [/\b(can|could|able to|at most|possible)\b/i, 'floor'],
]

/** The first cue that fits decides. */
const kindsAsked: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bhow (long|much time)\b|\bwhat (is the )?(time|duration)\b/i, ['time', 'length']],
  [
    /\bhow (far|high|tall|deep|wide)\b|\b(what|which|the) (total )?(distance|length|width|height|depth)\b/i,
    ['length'],
  ],
  [
    /\bhow fast\b|\b(what|which|the) ((is|was) )?((its|his|her|their|the) )?((average|mean) )?(speed|velocity|pace)\b/i,
    ['length/time'],
  ],
  [
    /\bhow heavy\b|\b(what|which) (is|does|do) .*\b(weight|mass|weigh)\b|\bhow much .*\bweighs?\b/i,
    ['mass'],
  ],
  [
    /\b(how much|what) .*\b(cost|costs|pay|pays|paid|price|earn|earns|earned|spend|spends|charge|charged|bill|money|wage|wages|salary|fare|owe|owes)\b|\bhow (expensive|costly)\b/i,
    ['money'],
  ],
  [/\b(what|how (large|big)) .*\barea\b/i, ['length^2']],
  [/\b(what|how (large|big)) .*\bvolume\b/i, ['length^3']],
]

/** `how many thousand hours`, `how many boxes`, `how many km per hour`. */
function howMany(prose: Prose): { unit: string; noun?: string } | undefined {
  const { tokens: all } = prose
  for (let at = 0; at < all.length; at++) {
    const pair = `${all[at]!.word} ${all[at + 1]?.word ?? ''}`
    if (pair !== 'how many' && pair !== 'number of') continue
    const skip = /^(full|complete|whole|entire|more|such)$/.test(all[at + 2]?.word ?? '') ? 3 : 2
    const known = unitAt(prose, at + skip)
    const named = known ?? containerUnit(prose, at + skip)
    if (named && !('noun' in named)) {
      const tail = perTail(prose, named.end)
      return { unit: named.unit + tail }
    }
    const noun = named ?? nounAt(prose, at + skip)
    if (!noun) continue
    return { unit: noun.noun + perTail(prose, noun.end), noun: noun.noun }
  }
  return undefined
}

/** `how many 500 g bags`: the noun after the size. */
function containerUnit(prose: Prose, at: number): { noun: string; end: number } | undefined {
  if (prose.tokens[at]?.kind !== 'number') return undefined
  const hyphen = prose.tokens[at + 1]?.text === '-' ? 2 : 1
  const size = unitAt(prose, at + hyphen)
  const start = size && prose.tokens[size.end]?.text === '-' ? size.end + 1 : size?.end
  return start === undefined ? undefined : nounAt(prose, start)
}

/** `a day`, `per person` behind what is asked for. */
function perTail(prose: Prose, at: number): string {
  const word = prose.tokens[at]?.word ?? ''
  if (!/^(per|an?|each|every|\/)$/.test(word)) return ''
  const unit = unitAt(prose, at + 1)
  if (unit) return `/${unit.unit}`
  const noun = word === 'per' || word === '/' ? nounAt(prose, at + 1) : undefined
  return noun ? `/${noun.noun}` : ''
}

/** `in minutes`, `to km/h`, `(in EUR)`: a unit without a number before it; the last one counts. */
function inUnit(prose: Prose): string | undefined {
  const { tokens: all } = prose
  let found: string | undefined
  for (let at = 0; at < all.length; at++) {
    if (!/^(in|into|to|as)$/.test(all[at]!.word)) continue
    const known = unitAt(prose, at + 1)
    // "from 5 to 8 kg" has a number, "in hours" has none, "in week 5" is that week
    if (!known || all[known.end]?.kind === 'number') continue
    found = known.unit
  }
  return found
}

const decimalPlaces =
  /,?\s*\b(?:(?:round(?:ed|ing)?|correct|exact|accurate|precise|give[n]?|answer|express(?:ed)?)\b[^.?!]{0,40}?)?\b(?:(?:to|with|at|give[n]?)\s+)?(\d+|zero|no|one|two|three|four|five|six)\s+(?:decimals?(?:\s+(?:places?|digits?))?|digits? after the (?:decimal )?point|places? after the (?:decimal )?point|d\.?p\.?)/i
const nearest =
  /,?\s*\b(?:round(?:ed|ing)?\b[^.?!]{0,40}?)?\b(?:to|up to|as) (?:the )?(?:nearest|closest|next)\s+([\d.,]+|\p{L}+)(?:\s+(hundred|thousand|million))?/iu
const integer =
  /,?\s*\b(?:round(?:ed|ing)?\b[^.?!]{0,40}?)?\b(?:as|to) an? (?:integer|whole number)\b/i

const sizes: Readonly<Record<string, number>> = {
  tenth: 0.1,
  hundredth: 0.01,
  thousandth: 0.001,
  ten: 10,
  hundred: 100,
  thousand: 1000,
  million: 1e6,
  integer: 1,
  whole: 1,
  unit: 1,
}

type Rounding = Pick<Asked, 'decimals' | 'roundTo' | 'rest'>

function readRounding(message: string): Rounding {
  const blank = (text: string, found: RegExpExecArray) =>
    text.slice(0, found.index) +
    ' '.repeat(found[0].length) +
    text.slice(found.index + found[0].length)
  const places = decimalPlaces.exec(message)
  if (places) {
    const digits = /^\d+$/.test(places[1]!)
      ? Number(places[1])
      : numberWords.get(places[1]!.toLowerCase())
    if (digits !== undefined && digits <= 12)
      return { decimals: digits, rest: blank(message, places) }
  }
  const whole = integer.exec(message)
  if (whole) return { decimals: 0, rest: blank(message, whole) }
  const near = nearest.exec(message)
  if (!near) return { rest: message }
  const [, first = '', second] = near
  const number = /\d/.test(first) ? Number(first.replaceAll(',', '')) : sizes[first.toLowerCase()]
  if (number !== undefined) {
    const roundTo = number * (second ? sizes[second.toLowerCase()]! : 1)
    const form = roundTo > 1 ? { roundTo } : { decimals: Math.round(Math.log10(1 / roundTo)) }
    return { ...form, rest: blank(message, near) }
  }
  // "to the nearest minute" rounds to ones of the unit it names; cents are decimals of what they are part of
  if (/^cents?$|^penny$/i.test(first)) return { decimals: 2, rest: blank(message, near) }
  const unit = parseUnit(first)
  if (!isMeasuring(unit) || dimension(unit) === '1') return { rest: message }
  return { decimals: 0, rest: `${blank(message, near)} (in ${first})` }
}
