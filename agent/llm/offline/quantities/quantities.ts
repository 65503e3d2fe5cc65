// The quantities a message states, rates included: `12 litres a minute`, `3 workers paint 12 m2 per
// hour each`, `boxes of 12`, `500 g bags`.
import { parseUnit } from '../../../../plans/expressions/units.ts'
import { functionWords, singular } from '../words.ts'
import {
  asUnit,
  isMeasuring,
  type Measure,
  measures,
  nounAt,
  type Prose,
  proseOf,
  unitAt,
} from './measures.ts'

/** A quantity as a message states it; `from` and `to` are character positions. */
export interface Stated extends Pick<Measure, 'value' | 'unit' | 'counted'> {
  readonly from: number
  readonly to: number
}

/**
 * All quantities of `text` in order. `asked` is the noun that is asked for, when there is one. A word
 * becomes part of a rate (`12 eggs` per `box`) only when it is counted elsewhere or asked for.
 */
export function quantities(text: string, asked: string | undefined): readonly Stated[] {
  const bare = proseOf(text, asked ? [singular(asked)] : [])
  const counted = measures(bare).flatMap(({ counted, unit }) => (counted && unit ? [unit] : []))
  const prose = { ...bare, nouns: new Set([...bare.nouns, ...counted.map(singular)]) }
  const found = measures(prose).map(measure =>
    // "turns 1500 times": so many of what is asked for
    measure.unit === 'times' && asked !== undefined ? { ...measure, unit: asUnit(asked) } : measure,
  )
  const rates = withItems(
    found.map((measure, index) => rateOf(prose, measure, found[index - 1])),
    prose,
  )
  // the 100 km of "6 litres per 100 km" is part of the rate before it
  const whole = rates.filter(({ first }) => !rates.some(r => r.first < first && first < r.end))
  return [...whole, ...singles(prose, rates)]
    .map(({ value, unit, counted, first, end }) => ({
      value,
      unit,
      counted,
      from: prose.tokens[first]!.from,
      to: prose.tokens[end - 1]!.to,
    }))
    .sort((a, b) => a.from - b.from)
}

export function isPercent(unit: string): boolean {
  return /^(%|percent|per cent|pct|percentage)$/i.test(unit)
}

/** The message in lower case with a mark for each quantity, so that rules speak of its words only. */
export function skeleton(text: string, stated: readonly Stated[]): string {
  let result = ''
  let at = 0
  for (const { unit, from, to } of stated) {
    result += `${text.slice(at, from)}${isPercent(unit) ? '<p>' : '<q>'}`
    at = to
  }
  return (result + text.slice(at)).toLowerCase().replace(/\s+/g, ' ')
}

// --- internal ---

function rateOf(prose: Prose, measure: Measure, before: Measure | undefined): Measure {
  const tailed = withTail(prose, measure, before)
  if (tailed.unit.includes('/') && tailed !== measure && !isPercent(measure.unit)) {
    const subject = subjectNoun(prose, measure, before)
    return subject && !tailed.unit.includes(subject)
      ? over(tailed, asUnit(subject), tailed.end)
      : tailed
  }
  // a percentage belongs to nothing unless it says so
  if (isPercent(measure.unit)) return tailed
  const noun =
    containerAfter(prose, measure) ??
    containerBefore(prose, measure, before) ??
    subjectNoun(prose, measure, before)
  return noun === undefined || singular(noun) === singular(measure.unit)
    ? measure
    : over(measure, asUnit(noun), measure.end)
}

function over(measure: Measure, unit: string, end: number): Measure {
  const below = /[/]| per /.test(unit) ? `(${unit})` : unit
  return { ...measure, unit: `${measure.unit}/${below}`, end, counted: false }
}

/** What makes a rate of a measure, in so many words, and of which nouns; the first that fits decides. */
const tails: readonly (readonly [form: RegExp, words: number, nouns: 'any' | 'known'])[] = [
  [/^(per|\/) (each|every)$/, 2, 'any'],
  [/^(per|\/) /, 1, 'any'],
  [/^(an?|each|every) /, 1, 'known'],
  [/^(for|in|to) (each|every|per|one|an?)$/, 2, 'known'],
]

/** `... per hour`, `a minute`, `for every 100 km`, `each`. */
function withTail(prose: Prose, measure: Measure, before: Measure | undefined): Measure {
  if (measure.unit === '') return measure
  const { tokens: all } = prose
  const word = (at: number) => all[at]?.word ?? ''
  for (const at of [measure.end, ...substanceEnds(prose, measure.end)]) {
    const said = `${word(at)} ${word(at + 1)}`
    const [, words, nouns] = tails.find(([form]) => form.test(said)) ?? []
    const below = words && nouns && denominator(prose, at + words, nouns)
    if (below) return withTail(prose, over(measure, below.unit, below.end), before)
    if (/^(each|apiece)$/.test(word(at))) {
      const noun = nearestNoun(prose, measure.first)
      if (noun && singular(noun) !== singular(measure.unit))
        return over(measure, asUnit(noun), at + 1)
    }
  }
  return measure
}

/** Where the tail may begin when a substance stands between: `12 litres of water per minute`. */
function substanceEnds({ tokens: all }: Prose, at: number): readonly number[] {
  const start = all[at]?.word === 'of' ? at + 1 : at
  const ends: number[] = []
  for (let end = start; end < start + 3 && all[end]?.kind === 'word'; end++) {
    if (functionWords.has(all[end]!.word)) break
    if (/^(per|each|every|an?|apiece)$/.test(all[end + 1]?.word ?? '')) ends.push(end + 1)
  }
  return ends
}

/** What a rate is per: a unit, a noun, or so many of one. */
function denominator(prose: Prose, at: number, nouns: 'any' | 'known') {
  const number = prose.tokens[at]?.kind === 'number' ? prose.tokens[at]!.text : undefined
  const start = number === undefined ? at : at + 1
  if (number === undefined && prose.tokens[at]?.word === 'of') return eachOf(prose, at)
  const size = number === undefined ? '' : `${number.replaceAll(',', '')} `
  const known = unitAt(prose, start)
  if (known) return isPercent(known.unit) ? undefined : { unit: size + known.unit, end: known.end }
  const noun = nounAt(prose, start, 3)
  if (!noun || (nouns === 'known' && !prose.nouns.has(singular(noun.noun)))) return undefined
  return { unit: size + noun.noun, end: noun.end }
}

/** `to each of 26 children`: per child; the 26 children are a quantity of their own. */
function eachOf({ tokens: all, nouns }: Prose, at: number) {
  const noun = all.slice(at + 1, at + 6).find(({ word }) => nouns.has(singular(word)))
  return noun && { unit: asUnit(noun.word), end: at }
}

/** `500 g bags`: the noun that follows the unit, when it is counted or asked for. */
function containerAfter({ tokens: all, nouns }: Prose, { counted, end }: Measure) {
  if (counted) return undefined
  const start = all[end]?.text === '-' ? end + 1 : end
  const near = all.slice(start, start + 2)
  const index = near.findIndex(token => nouns.has(singular(token.word)))
  return index === 1 && functionWords.has(near[0]!.word) ? undefined : near[index]?.word
}

const joiners = /^(of|with|at|holding|containing|weighing|costing|contain|hold|holds|contains)$/

/** `boxes of 12`, `tickets at 8 EUR`, `bags that hold 5 kg`. */
function containerBefore(prose: Prose, { first }: Measure, before: Measure | undefined) {
  const { tokens: all, nouns } = prose
  if (!joiners.test(all[first - 1]?.word ?? '')) return undefined
  const relative = /^(that|which|each|who)$/.test(all[first - 2]?.word ?? '')
  const word = all[relative ? first - 3 : first - 2]?.word ?? ''
  const free = before === undefined || before.counted || before.end <= first - 3
  return free && nouns.has(singular(word)) ? word : undefined
}

/** `a box holds 12 eggs`, `each worker paints 12 m2`, `3 workers each paint 12 m2`. */
function subjectNoun(prose: Prose, { first }: Measure, before: Measure | undefined) {
  const { tokens: all, nouns } = prose
  const isNoun = (at: number) => nouns.has(singular(all[at]?.word ?? ''))
  // "in 1 hour" says when, not what a subject holds
  if (/^(in|for|within|after|during|over|until)$/.test(all[first - 1]?.word ?? '')) return undefined
  for (let at = first - 1; at >= Math.max(0, first - 9); at--) {
    const { word, kind } = all[at]!
    if (kind === 'mark' && /[.;:?!,]/.test(word)) return undefined
    const after = [at + 1, at + 2, at + 3, at + 4, at + 5].find(isNoun)
    if (/^(each|every)$/.test(word)) {
      // "to each of 26 children" counts the children; "each other" counts nothing
      const next = all[at + 1]?.word
      if (next === 'other' || (next === 'of' && at >= first - 3)) return undefined
      const noun =
        after !== undefined && after < first ? after : isNoun(at - 1) ? at - 1 : undefined
      return noun === undefined
        ? (unitAt(prose, at + 1)?.unit ?? nearestNoun(prose, at))
        : all[noun]!.word
    }
    const inside = before !== undefined && at < before.end
    if (inside) {
      // "each of the 3 workers": the count itself stands between
      if (before.counted) continue
      return undefined
    }
    if (!/^(an?|one|single)$/.test(word)) continue
    if (after !== undefined && after <= at + 2 && after < first) return all[after]!.word
    // "a kilogram of cherries is 6.50 euros"; "in an hour" is an amount of its own
    const known = /^(in|within|during|over|for|half)$/.test(all[at - 1]?.word ?? '')
      ? undefined
      : unitAt(prose, at + 1)
    // "a second pump" is no time
    if (known && known.end < first && known.unit !== 'second' && /^[a-z]/.test(known.unit))
      return known.unit
  }
  return undefined
}

/** What `each` speaks of: the nearest counted noun before it, else the one asked for. */
function nearestNoun({ tokens: all, nouns }: Prose, before: number): string | undefined {
  for (let at = before - 1; at >= 0; at--)
    if (nouns.has(singular(all[at]!.word))) return all[at]!.word
  return nouns.size === 1 ? [...nouns][0] : undefined
}

/** `boxes of 12` holds twelve of the only other thing that is counted. */
function withItems(found: readonly Measure[], { nouns }: Prose): readonly Measure[] {
  return found.map(measure => {
    if (!measure.unit.startsWith('/')) return measure
    const container = singular(measure.unit.slice(1))
    const others = [...nouns].filter(noun => noun !== container)
    return others.length === 1 ? { ...measure, unit: others[0] + measure.unit } : measure
  })
}

/** `in an hour` is one hour, where it is not the tail of a rate. */
function singles(prose: Prose, found: readonly Measure[]): readonly Measure[] {
  const { tokens: all } = prose
  return all.flatMap(({ word }, at): Measure[] => {
    if (!/^(an?|one)$/.test(word) || !/^(in|within|during|over|for)$/.test(all[at - 1]?.word ?? ''))
      return []
    if (found.some(measure => measure.first <= at && at < measure.end)) return []
    const known = unitAt(prose, at + 1)
    if (!known || !isMeasuring(parseUnit(known.unit))) return []
    // "for a second owner" is no time
    const after = all[known.end]
    const counts = after?.kind === 'word' && !functionWords.has(after.word)
    if (known.unit === 'second' && counts) return []
    return [{ value: 1, unit: known.unit, first: at, end: known.end, counted: false }]
  })
}
