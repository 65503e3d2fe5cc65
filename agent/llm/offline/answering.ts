// The sentence of a document that answers: it holds every word of the question that tells, itself or
// in what it stands under and refers back to; then the value that stands nearest to these words.
import { sameQuantity } from '../../../plans/expressions/expression.ts'
import type { Value } from '../../../plans/plan.ts'
import { anyMonth, anyWeekday } from '../../../plans/text/months.ts'
import { clauseAt, nearness, segmentAt } from './clauses.ts'
import type { Sentence } from './look-ups/documents.ts'
import { namesFor, thingsFor } from './phrases.ts'
import { contentTerms, isName, isVerbForm, sameStem, stem, type Term } from './stems.ts'
import { datesIn, type Found, numbersFor, numbersIn, partOf, timesIn } from './values.ts'
import type { Want } from './wanted.ts'

/** A value, and the sentence that states it. */
export interface Answering {
  readonly value: Value
  readonly unit?: string
  readonly quote: string
  /** How well the sentence fits; higher is better. */
  readonly score: number
  readonly sentence: Sentence
}

export type Outcome = { readonly found: Answering } | { readonly missing: string }

/** Another value whose sentence fits nearly as well leaves the answer in doubt. */
const margin = 0.15

/** The one value that the sentences give; or why there is none. */
export function answerFrom(sentences: readonly Sentence[], want: Want): Outcome {
  const all = sentences.flatMap(sentence => answering(sentence, want))
  const [best, ...others] = all.sort((a, b) => b.score - a.score)
  if (!best)
    return { missing: 'no sentence holds every word of the question and a value of its kind' }
  const rival = others.find(other => !alike(other, best) && other.score > best.score - margin)
  if (rival) return { missing: `two values fit equally well: ${shown(best)} and ${shown(rival)}` }
  return { found: best }
}

/** Whether a sentence speaks of what is asked: a score, or nothing when a word is missing. */
export function fitOf(
  sentence: Sentence,
  want: Pick<Want, 'core' | 'around' | 'names'>,
): Fit | undefined {
  const own = contentTerms(sentence.text)
  const before = contentTerms(sentence.before)
  const about = contentTerms(sentence.about)
  const refers =
    pronoun.test(sentence.text) || label.test(sentence.text) || isOfTitle(sentence, want)
  const found: Term[] = []
  let context = 0
  for (const [words, needsPronoun] of [
    [want.core, true],
    [want.around, false],
  ] as const)
    for (const word of words) {
      const here = own.filter(term => sameStem(term.stem, word))
      if (here.length > 0) {
        if (here.every(term => ofAnother(sentence.text, term, want))) return undefined
        found.push(...here)
        continue
      }
      const within = (terms: readonly Term[]) => terms.some(term => sameStem(term.stem, word))
      if (!within(before) && !within(about)) return undefined
      if ((needsPronoun || !within(about)) && !refers) return undefined
      if (want.names.includes(word) && speaksOfAnother(sentence.text, own, word, want))
        return undefined
      context += 1
    }
  return { terms: found, context, own }
}

export interface Fit {
  /** The words of the question that stand in the sentence itself. */
  readonly terms: readonly Term[]
  /** How many stand only in what it refers to. */
  readonly context: number
  /** All words of the sentence that carry meaning. */
  readonly own: readonly Term[]
}

/** How near the words of the question stand to a value. */
export function closeness(
  text: string,
  terms: readonly Term[],
  { from, to }: Pick<Found, 'from' | 'to'>,
): number {
  const best = new Map<string, number>()
  for (const { stem, at } of terms) {
    const near = at < from ? nearness(text, at, from) : nearness(text, to, at)
    best.set(stem, Math.max(best.get(stem) ?? 0, near))
  }
  return [...best.values()].reduce((sum, near) => sum + near, 0)
}

// --- internal ---

/**
 * Whether the sentence names something of the same kind as `word` that the question does not: another
 * place (`in Lyon`, `the Lyon plant`), another period.
 */
function speaksOfAnother(
  text: string,
  own: readonly Term[],
  word: string,
  { core, around }: Pick<Want, 'core' | 'around'>,
): boolean {
  const asked = [...core, ...around]
  const placed = /(?:\b(?:in|at|of|for|from|near|to)\s+(?:the\s+)?|\bthe\s+)$/i
  return own.some(
    term =>
      isName(term) &&
      !asked.some(each => sameStem(each, term.stem)) &&
      kindOf(term.stem) === kindOf(word) &&
      (kindOf(word) !== 'name' || placed.test(text.slice(0, term.at))),
  )
}

/** Of which kind something named is. */
function kindOf(stem: string): 'period' | 'number' | 'month' | 'weekday' | 'name' {
  if (/^[qh][1-4]$/.test(stem)) return 'period'
  if (/^\d/.test(stem)) return 'number'
  if (new RegExp(`^${anyMonth}$`, 'i').test(stem)) return 'month'
  return new RegExp(`^${anyWeekday}$`, 'i').test(stem) ? 'weekday' : 'name'
}

const pronoun =
  /(?<!\b(?:of|in|on|around|at|to|for|from|by|with|under|over|near|behind|before|after|beside|above|below)\s)\b(?:it|itself|he|him|she|they|them|there|this|these|those)\b|\b(?:its|his|her|their)\b/i
/** `The power consumption is ...` under a title speaks of what the title names. */
function isOfTitle({ text }: Sentence, { core }: Pick<Want, 'core'>): boolean {
  const head = /^The (?:[\p{Ll}-]+ )?([\p{Ll}-]+) (?:is|was|are|were|amounts?|will be)\b/u.exec(
    text,
  )?.[1]
  return head !== undefined && core.some(word => sameStem(stem(head), word))
}

const label = /^[^.:]{1,40}:\s+\S/

function answering(sentence: Sentence, want: Want): readonly Answering[] {
  const fits = fitOf(sentence, want)
  if (!fits) return []
  const { text } = sentence
  const { property } = want
  const properties =
    property === undefined ? [] : fits.own.filter(({ stem }) => sameStem(stem, property))
  const soft = fits.own.filter(({ stem }) => want.soft.some(word => sameStem(word, stem)))
  const values = valuesFor(sentence, want, fits)
  const rivals = want.kind === 'number' ? numbersIn(text) : values
  return values.flatMap((found): Answering[] => {
    const { value, unit, from, to } = found
    const needsProperty =
      property !== undefined && !(unit !== undefined && want.dimensions.length > 1 && isTime(unit))
    if (needsProperty && properties.length === 0) return []
    const anchored =
      fits.terms.length > 0 || properties.length > 0 || soft.length > 0 || want.noun !== undefined
    if (!anchored || isOfAnotherProperty(text.slice(to), want)) return []
    if (isOtherExtreme(segmentAt(text, from, to), want)) return []
    if (!isDecided(text, found, { all: rivals, fitting: values }, fits.terms, want)) return []
    if (isOfAnotherClause(text, from, fits, want)) return []
    if (comesAfterAnother(from, fits, want)) return []
    if (unit !== undefined && isTime(unit) && isOfAnotherAct(text, from, fits, want)) return []
    const score =
      closeness(text, fits.terms, { from, to }) +
      closeness(text, properties, { from, to }) +
      0.3 * closeness(text, soft, { from, to }) +
      0.3 * fits.context
    return [{ value, ...(unit !== undefined && { unit }), quote: text, score, sentence }]
  })
}

/** Words that tell two values of one sentence apart. */
const extremes = new Set(
  'closest nearest minimum perigee perihelion farthest furthest maximum apogee aphelion'
    .split(' ')
    .map(stem),
)
const directions = new Set(
  'north south east west northern southern eastern western'.split(' ').map(stem),
)

/** `at its farthest` where nobody asks for the farthest. */
function isOtherExtreme(segment: string, { core, around, soft }: Want): boolean {
  const asked = [...core, ...around, ...soft]
  return contentTerms(segment).some(
    term => extremes.has(term.stem) && !asked.some(word => sameStem(word, term.stem)),
  )
}

/**
 * A name, an act, an extreme, a direction of the question belongs to the value it stands nearest to, and
 * so does what is first spoken of behind a value: `the regatta raised 2,300 and the dinner 1,150`.
 */
function isDecided(
  text: string,
  found: Found,
  { all, fitting }: { readonly all: readonly Found[]; readonly fitting: readonly Found[] },
  terms: readonly Term[],
  { kind, names, act }: Want,
): boolean {
  const deciding = act === undefined ? names : [...names, act]
  const isTelling = ({ stem, text }: Term) =>
    extremes.has(stem) ||
    directions.has(stem) ||
    (kind !== 'name' && isVerbForm(text)) ||
    deciding.some(word => sameStem(word, stem))
  const nearest = (value: Found, each: readonly Term[]) =>
    Math.max(...each.map(term => belonging(text, term, value)))
  return [...Map.groupBy(terms, ({ stem }) => stem).values()].every(each => {
    const behind = each.every(({ at }) => at > found.to)
    const rivals = each.some(isTelling) ? all : behind ? fitting : []
    return rivals.every(other => nearest(found, each) >= nearest(other, each))
  })
}

/** Nearness by clauses, then by characters. */
function belonging(text: string, { at, text: word }: Term, { from, to }: Found): number {
  const near = at < from ? nearness(text, at, from) : nearness(text, to, at)
  const gap = at < from ? from - at - word.length : at - to
  return near - gap / 100_000
}

/** `The tree is 17 m tall; the hedge was cut` says nothing of how tall the hedge is. */
function isOfAnotherClause(
  text: string,
  at: number,
  { terms }: Fit,
  { core, names, verb }: Want,
): boolean {
  if (label.test(text)) return false
  if (terms.some(term => goesWithLaterVerb(text, term, at, terms))) return true
  const clause = clauseAt(text, at)
  const inside = (term: Term) =>
    term.at >= clause.from && term.at < clause.from + clause.text.length
  // a name, a year or another number goes with its own clause, unless that one refers back
  const named = Map.groupBy(
    terms.filter(({ stem }) => names.some(name => sameStem(name, stem))),
    ({ stem }) => stem,
  )
  const back = refersBack.test(clause.text)
  for (const [stem, each] of named)
    if (!each.some(inside) && (/^\d/.test(stem) || !back)) return true
  const subjects = terms.filter(({ stem }) =>
    core.some(word => sameStem(word, stem) && (verb === undefined || !sameStem(word, verb))),
  )
  if (subjects.length === 0 || subjects.some(inside)) return false
  return !back
}

/** `bought by A and inspected by B on 14 April`: the day is that of the second. */
function goesWithLaterVerb(text: string, verb: Term, at: number, asked: readonly Term[]): boolean {
  if (!isVerbForm(verb.text)) return false
  const between = text.slice(verb.at + verb.text.length, Math.max(at, verb.at))
  const later = /^\s+\p{L}.*\band\s+(?:\p{L}+ly\s+)?(\p{L}+)/u.exec(between)?.[1]
  return (
    later !== undefined &&
    isVerbForm(later) &&
    !asked.some(({ stem: one }) => sameStem(one, stem(later)))
  )
}

/** A clause whose subject is a pronoun. */
const refersBack =
  /^\W*(?:(?:and|but|then|in|on|at|by|since|from|over|along|measured)\s+(?:[^,]{0,40}?[\s,])?)?(?:it|he|she|they|its|his|her|their|this|these|there)\b/i

/** `The leak stopped production for 90 minutes` does not say how long the leak was. */
function isOfAnotherAct(text: string, at: number, { terms }: Fit, { property }: Want): boolean {
  if (property !== stem('long')) return false
  const ends = terms.map(term => term.at + term.text.length).filter(end => end <= at)
  const between = contentTerms(text.slice(Math.max(0, ...ends), at))
  return between.some(({ text: word, stem }) => /[^e]ed$/.test(word) && !lasting.has(stem))
}

const lasting = new Set(
  'last end take continue need require go run spread extend'.split(' ').map(stem),
)

/** `Tom succeeds Ivy, who had the office for nine years` does not say how long Tom had it. */
function comesAfterAnother(at: number, { terms, own }: Fit, { kind, names }: Want): boolean {
  const named = (term: Term) => isName(term) && kindOf(term.stem) === 'name'
  const asked = terms.filter(term => named(term) && names.includes(term.stem) && term.at < at)
  const last = asked.at(-1)
  if (!last || (kind !== 'number' && kind !== 'date')) return false
  // right before a number stands its currency
  const between = own.filter(
    term => term.at > last.at && term.at + term.text.length < at - 1 && named(term),
  )
  return between.some(term => !names.some(name => sameStem(name, term.stem)))
}

/** `11 metres long` is no answer to how wide something is. */
function isOfAnotherProperty(after: string, { property, core, around, soft }: Want): boolean {
  const said =
    /^[\s-]*(?:in )?(long|wide|broad|high|tall|deep|thick|length|width|height|depth)\b/i.exec(
      after,
    )?.[1]
  if (said === undefined) return false
  const asked = [...core, ...around, ...soft, ...(property === undefined ? [] : [property])]
  const unspecific = property === undefined && stem(said) === 'long'
  return !unspecific && !asked.some(word => sameStem(word, stem(said)))
}

const isTime = (unit: string) =>
  /^(s|sec|min|h|d|seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/i.test(unit)

function valuesFor({ text, before, about }: Sentence, want: Want, fits: Fit): readonly Found[] {
  switch (want.kind) {
    case 'number': {
      const found = numbersFor(text, want)
      if (found.length > 0 || want.noun === undefined) return found
      // "There are 280 of them"
      const { noun } = want
      const meant = contentTerms(`${before} ${about}`).some(term => sameStem(term.stem, noun))
      return meant
        ? numbersFor(text.replaceAll(/\bof them\b/g, 'ofthem'), { dimensions: [], noun: 'ofthem' })
        : []
    }
    case 'date': {
      const dates = datesIn(text).flatMap(date => {
        const part = partOf(String(date.value), want.part)
        return part === undefined ? [] : [{ ...date, value: part }]
      })
      return dates.length > 0 || want.part !== undefined ? dates : timesIn(text)
    }
    case 'time':
      return timesIn(text)
    case 'name':
      return namesFor(text, want, fits)
    case 'place':
    case 'thing':
      return thingsFor(text, want, fits)
  }
}

/** `the tower of the church`, where the question speaks of no church. */
function ofAnother(
  text: string,
  { at, text: word }: Term,
  { core, around }: Pick<Want, 'core' | 'around'>,
): boolean {
  const after =
    /^\s+of\s+(?:the\s+|an?\s+|its\s+|this\s+)?([\p{L}\s-]{1,60}?)(?=\s+(?:is|are|was|were|has|have|had|will|can|in|on|at|for|from|to|with|by|and|of|that|which|stands|measures|\w+s|\w+ed)\b|[.,;:()\d]|$)/u.exec(
      text.slice(at + word.length),
    )
  if (!after) return false
  const named = contentTerms(after[1]!)
  const asked = [...core, ...around]
  return named.length > 0 && !named.some(term => asked.some(word => sameStem(word, term.stem)))
}

const alike = (a: Answering, b: Answering) => sameQuantity(quantity(a), quantity(b))

const quantity = ({ value, unit }: Answering) => ({ value, ...(unit !== undefined && { unit }) })

const shown = ({ value, unit }: Answering) => `${value}${unit === undefined ? '' : ` ${unit}`}`
