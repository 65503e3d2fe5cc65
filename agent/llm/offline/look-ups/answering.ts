// The sentence of a document that answers: it holds every word of the question that tells, itself or
// in what it stands under and refers back to; then the value that stands nearest to these words.
import { sameQuantity } from '../../../../plans/expressions/expression.ts'
import type { Value } from '../../../../plans/plan.ts'
import { asPattern } from '../../../../plans/text/words.ts'
import { clauseAt } from '../nearness.ts'
import {
  contentTerms,
  isAmong,
  isBeside,
  isVerbForm,
  sameStem,
  stems,
  type Term,
} from '../stems.ts'
import {
  changing,
  codesIn,
  contactsIn,
  datesIn,
  type Found,
  namesIn,
  numbersFor,
  numbersIn,
  partOf,
  timesIn,
  weekdaysIn,
} from '../values.ts'
import { asksItself, type Want } from '../wanted.ts'
import { kinds } from '../wanted-kind.ts'
import { singular } from '../words.ts'
import { isDoubted } from './doubts.ts'
import { closeness, type Fit, fitOf, isMeasure, isTime } from './fit.ts'
import { bare, blank } from './forms.ts'
import { contrastOf } from './one-of-two.ts'
import { revisionOf } from './over-time.ts'
import { namesFor, thingsFor } from './phrases.ts'
import { atEnd } from './spans.ts'
import { frequenciesIn, truthIn } from './stated.ts'
import type { Sentence } from './texts/documents.ts'

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
export const margin = 0.15

/** The one value that the sentences give; or why there is none. */
export function answerFrom(sentences: readonly Sentence[], want: Want): Outcome {
  const denied = sentences.find(each => denies(each, want) || forbids(each, want))
  if (denied) return { missing: `"${denied.quote}" says that there is none` }
  const told = sentences.flatMap(sentence => answering(sentence, want))
  // a day tells more of when than a time of day, in the same sentence or another
  const days = want.part === undefined ? told.filter(isDay) : []
  const all = want.kind === 'date' && days.length > 0 ? days : told
  const [best, ...others] = all.sort((a, b) => b.score - a.score)
  if (!best) return { missing: whyNone(sentences, want) }
  const other = contrastOf(best.sentence, sentences, want)
  if (other !== undefined) return { missing: `it may be of the one or the other: ${other}` }
  const open = /^(?:date|time)$/.test(want.kind) && openIn(best, sentences, want)
  if (open) return { missing: `"${open.text}" may be meant as well` }
  const later = revisionOf(best, sentences, want, other => {
    const own = contentTerms(other.text)
    if (want.kind === 'number') return numbersIn(other.text)
    return valuesFor(other, want, { terms: own, own, context: 0 })
  })
  if (later) return { missing: `"${later.quote}" may correct "${best.sentence.quote}"` }
  const none = sentences.find(each => blank.test(each.text) && isNearer(each, best.sentence, want))
  if (none) return { missing: `"${none.quote}" leaves it open` }
  const rival = others.find(
    other => !sameQuantity(other, best) && other.score > best.score - margin,
  )
  if (rival) return { missing: `two values fit equally well: ${shown(best)} and ${shown(rival)}` }
  return { found: best }
}

export const stating = (
  sentence: Sentence,
  { value, unit }: Pick<Answering, 'value' | 'unit'>,
  score: number,
): Answering => ({
  value,
  ...(unit !== undefined && { unit }),
  quote: sentence.quote,
  score,
  sentence,
})

export const shown = ({ value, unit }: Pick<Answering, 'value' | 'unit'>) =>
  `${value}${unit === undefined ? '' : ` ${unit}`}`

// --- internal ---

/** What a pronoun says of what was spoken of before: `It has 72 square metres.` */
const its = /^(?:It|They) (?:is|are|has|have|measures?|weighs?|costs?|lasts?|holds?|covers?)\b/

const isDay = ({ value }: Answering) => datesIn(String(value)).length > 0

/** What is missing: a word that the document never uses, or a sentence that says it of just this. */
function whyNone(sentences: readonly Sentence[], want: Want): string {
  const all = contentTerms(sentences.map(({ text, about }) => `${text} ${about}`).join(' '))
  const asked = [...want.core, ...want.around, ...(want.noun === undefined ? [] : [want.noun])]
  const unsaid = want.said.find(
    ({ stem }) => asked.includes(stem) && !all.some(term => sameStem(term.stem, stem)),
  )
  if (unsaid) return `nothing in it speaks of "${unsaid.text}"`
  const fitting = sentences.flatMap(sentence => {
    const fit = fitOf(sentence, want)
    return fit ? { ...sentence, fit, values: valuesFor(sentence, want, fit) } : []
  })
  const near = fitting.find(({ values }) => values.length > 0)
  if (near) return `"${near.quote}" may be said of something else`
  const [told, other] = fitting.filter(({ fit }) => fit.context === 0)
  const isBare = /^[^|\d]+$/.test(told?.quote ?? '')
  return told && !other && isBare && /^(?:number|date|time)$/.test(want.kind)
    ? `"${told.quote}" gives no ${kinds[want.kind].replace(/^a /, '')}`
    : 'no one sentence in it answers this'
}

/** `No spirits will be served`, where it is asked which. */
function denies(sentence: Sentence, want: Want): boolean {
  if (want.sort === undefined) return false
  const none = new RegExp(`\\bno (?:\\p{L}+ )?${asPattern(singular(want.sort))}`, 'iu')
  return none.test(sentence.text) && fitOf(sentence, want) !== undefined
}

/** `No smoking in the flat`, where it is asked whether one may. */
function forbids({ text }: Sentence, { kind, said: [first, ...others] }: Want): boolean {
  if (kind !== 'truth' || !first) return false
  const own = contentTerms(text)
  const isNone = ({ at, stem }: Term) =>
    sameStem(stem, first.stem) && /\bno (?:\p{L}+ )?$/iu.test(text.slice(0, at))
  return (
    own.some(isNone) &&
    others.every(({ stem }) => allowing.has(stem) || own.some(term => sameStem(term.stem, stem)))
  )
}

const allowing = stems('allow permit possible')

/** Whether one sentence says itself more of what is asked than another does. */
function isNearer(one: Sentence, other: Sentence, want: Want): boolean {
  const [fit, least] = [fitOf(one, want), fitOf(other, want)]
  return fit !== undefined && fit.context < (least?.context ?? 0)
}

function answering(sentence: Sentence, want: Want): readonly Answering[] {
  const { text } = sentence
  const fits = blank.test(text) ? undefined : fitOf(sentence, want)
  if (!fits) return []
  const { property } = want
  const properties =
    property === undefined ? [] : fits.own.filter(({ stem }) => sameStem(stem, property))
  const soft = fits.own.filter(({ stem }) => isAmong(stem, want.soft))
  const values = valuesFor(sentence, want, fits)
  // what something was before is no rival of what it became
  const isCurrent = ({ from }: Found) => !changing.test(text.slice(0, from))
  const rivals = {
    all: rivalsOf(text, values, fits, want).filter(isCurrent),
    fitting: values.filter(isCurrent),
  }
  return values.flatMap((found): Answering[] => {
    const { unit, from, to } = found
    const needsProperty =
      property !== undefined && !(unit !== undefined && want.dimensions.length > 1 && isTime(unit))
    // `a cable of 1.5 m` is as long, a `pass at 1,052 m` as high
    const plainlyOf =
      /^(?:long|weigh|high)$/.test(property ?? '') &&
      fits.terms.some(({ to }) => /^ (?:of|at) $/.test(text.slice(to, from)))
    if (needsProperty && properties.length === 0 && !plainlyOf) return []
    const anchored =
      fits.terms.length > 0 ||
      (fits.context > 0 && bare.test(text)) ||
      properties.length > 0 ||
      (fits.context > 0 && (want.end === undefined ? its : /^(?:It|They) /).test(text)) ||
      soft.length > 0 ||
      fits.own.some(term => isMeasure(term, want.dimensions)) ||
      want.noun !== undefined ||
      (want.kind === 'contact' && want.core.length + want.around.length === 0)
    const around = {
      before: text.slice(0, from),
      behind: text.slice(to),
      clause: clauseAt(text, from),
    }
    if (!anchored || isDoubted({ text, found, ...around, rivals, fit: fits, want })) return []
    const score =
      closeness(text, fits.terms, found) +
      closeness(text, properties, found) +
      0.3 * closeness(text, soft, found) +
      0.3 * fits.context
    return [stating(sentence, found, score)]
  })
}

/** What else stands in a sentence and may be meant. */
function rivalsOf(text: string, values: readonly Found[], { terms }: Fit, { kind }: Want) {
  if (kind !== 'number' && kind !== 'name') return values
  const all = kind === 'number' ? numbersIn(text) : namesIn(text)
  return all.filter(({ from, to }) => !terms.some(({ at }) => from <= at && at < to))
}

function valuesFor({ text, before, about }: Sentence, want: Want, fits: Fit): readonly Found[] {
  switch (want.kind) {
    case 'number':
      // what the question gives is not what it asks for
      return perOne(
        text,
        numbersFor(text, want, `${about} ${before}`).filter(
          ({ from, to }) =>
            !fits.terms.some(({ stem, at }) => /^\d/.test(stem) && from <= at && at < to),
        ),
        want,
      )
    case 'date': {
      const dates = datesIn(text).flatMap(date => {
        // `Jun Takeda`
        if (/^\p{L}+$/u.test(String(date.value)) && /^ \p{Lu}\p{Ll}/u.test(text.slice(date.to)))
          return []
        const part = partOf(String(date.value), want.part)
        return part === undefined ? [] : [{ ...date, value: part }]
      })
      if (want.part === 'day' && dates.length === 0) return weekdaysIn(text)
      return atEnd(text, dates.length > 0 || want.part !== undefined ? dates : timesIn(text), want)
    }
    case 'time':
      return atEnd(text, timesIn(text), want)
    case 'name':
      return namesFor(text, want, fits)
    case 'contact':
      return contactsIn(text, want.by!)
    case 'code':
      return codesIn(text)
    case 'frequency':
      return frequenciesIn(text)
    case 'truth':
      return truthIn(text, fits.terms)
    case 'items':
      return []
    case 'place':
    case 'thing':
      return thingsFor(text, want, fits)
  }
}

/** Of values of all and of each, `46,000 is shared, which makes 1,150 per flat`, those of each where they are asked for. */
function perOne(text: string, all: readonly Found[], { isOfEach }: Want): readonly Found[] {
  const each = all.filter(({ to }) => /^\s*(?:per|each|every|apiece|a)\b/.test(text.slice(to)))
  return isOfEach && each.length > 0 ? each : all
}

/** Where nothing tells one `coach` from another, each that has a time of its own may be meant. */
function openIn({ sentence, value }: Answering, sentences: readonly Sentence[], want: Want) {
  const [thing] = want.core
  if (thing === undefined || want.core.length > 2 || want.around.length > 0 || want.end)
    return undefined
  // `Due date: 14 May` under `Invoice`: the label says what else is asked, and only that
  const [, label = ''] = /^([^.:]{1,60}):\s/.exec(sentence.text) ?? []
  const labels = contentTerms(label).filter(({ stem }) => !asksItself.has(stem))
  // an `open afternoon` is nothing that is open
  const [first, second] = contentTerms(sentence.text).filter(term => isAmong(term.stem, want.core))
  const isOne = !!first && !!second && isBeside(first, second)
  const tells = ({ stem: said }: Term) => said !== thing && isAmong(said, want.core)
  if (labels.length > 0 && labels.every(tells)) return undefined
  return sentences.find(other => {
    const own = contentTerms(other.text)
    const holds = (word: string) => own.some(term => sameStem(term.stem, word))
    if (other === sentence || !(isOne ? want.core.every(holds) : holds(thing))) return false
    // what was done there another sentence does not tell the time of
    const isDone = ({ text, stem }: Term) =>
      isVerbForm(text) && !own.some(each => sameStem(each.stem, stem))
    if (want.said.some(isDone)) return false
    const values = valuesFor(other, want, { terms: own, own, context: 0 })
    return values.length > 0 && values.every(each => String(each.value) !== String(value))
  })
}
