// Why a value may be of another time than the one asked for: of what was, of what will be, of when it is so again,
// of before it was corrected further on.
import type { Quantity } from '../../../../plans/expressions/expression.ts'
import type { Value } from '../../../../plans/plan.ts'
import { anyMonth } from '../../../../plans/text/months.ts'
import { asPattern } from '../../../../plans/text/words.ts'
import { contentTerms, isName, isVerbForm, sameStem, stem, type Term } from '../stems.ts'
import { changed, changing, datesIn, type Found, namesIn } from '../values.ts'
import { isAsked, now, type Want } from '../wanted.ts'
import type { Scene } from './fit.ts'
import { moved } from './forms.ts'
import type { Sentence } from './texts/documents.ts'

/**
 * `9.60 instead of 8.90`, `up from 8.90`: what was before, unless the question says so; and what will be,
 * unless it says from when.
 */
export function isReplaced({ text, before, behind, fit, want }: Scene): boolean {
  const { said, turns } = want
  // `moved from 2 to 16 April` does not say on which day it was moved
  const change = want.kind === 'number' || want.end === 'last' ? null : moved.exec(before)
  if (change && fit.terms.some(({ at }) => at === change.index)) return true
  const isFormer = want.kind === 'number' && changing.test(before)
  const coming = /\b(?:will|shall|is to|are to|rises?|falls?|increases?|goes|go|changes?)\b/i
  if (want.kind === 'number' && changed.test(before) && coming.test(before))
    return !(fit.terms.some(isName) || said.some(term => term.stem === 'new'))
  const earlier = /^(?:plan|schedul|old|previous|former|original|earlier|before|instead|than|used)/i
  const isBefore = /\b(?:instead of|rather than|(?:up|down) from|previously|formerly)\s+\p{Sc}?$/iu
  const isMoved =
    /^[^.;]*\b(?:moved|postponed|changed|rescheduled|brought forward|put (?:off|back))\b[^.;]*\bto\b/i
  return (
    (isBefore.test(before) || isFormer || isMoved.test(behind) || older.test(text)) &&
    !(turns.length > 0 || said.some(term => earlier.test(term.text)))
  )
}

/** `closed until 5 May`: then it opens, and nothing ends. */
export function isReopening({ before, want: { kind, end, said } }: Scene): boolean {
  const isClosed =
    /\b(?:closed|shut|cancelled|suspended|out of order)\b(?:\s+\p{L}+){0,3}\s+(?:until|till)\s+(?:the\s+)?$/iu
  const asksWhen = /^(?:date|time)$/.test(kind) && end === 'last'
  return (
    asksWhen &&
    isClosed.test(before) &&
    !said.some(({ stem, text }) => stem === 'reopen' || text === 'closed')
  )
}

/**
 * `Before the flood 430; today 310`: today is only what that clause says. A past act has no time of day that
 * a sentence tells of every day, and no day that is another thing's: `the flood of 12 June`.
 */
export function isOfAnotherTime({ text, found, before, clause, fit, want }: Scene): boolean {
  const { kind, past, isOfNow } = want
  const { from } = found
  if (isOfNow && now.test(text)) return !now.test(clause.text)
  if (kind !== 'date') return false
  // `The deposit was paid on 2 March` does not say when it must be
  const isDone = ({ at, stem }: Term) =>
    /\b(?:was|were|been) $/.test(clause.text.slice(0, at)) &&
    want.said.some(term => sameStem(term.stem, stem))
  if (want.isOfDuty && contentTerms(clause.text).some(isDone)) return true
  const [, noun] = /(\p{L}+) of (?:\p{L}+day,? )?$/u.exec(before) ?? []
  // `The minutes of 18 June were approved`: the day is that of the minutes
  if (noun && isDay.test(text.slice(from)))
    return !isAsked(stem(noun), want) || want.said.some(term => isVerbForm(term.text))
  const isClock = !datesIn(text).some(date => date.from === from)
  return isClock && past === true && !fit.own.some(term => isVerbForm(term.text))
}

/** `The minutes of 12 May were approved: the income for April was 1,240` says nothing of May. */
export function isOfAnotherMonth({ clause, want: { said } }: Scene): boolean {
  const asked = said.filter(({ text }) => isMonth.test(text))
  const here = contentTerms(clause.text).filter(({ text }) => isMonth.test(text))
  const isHere = here.some(({ stem }) => asked.some(term => term.stem === stem))
  return asked.length > 0 && here.length > 0 && !isHere
}

/** A value, and the sentence that states it. */
interface Stated extends Quantity {
  readonly sentence: Sentence
}

/**
 * The sentence behind the one that answers which may take it back: `Correction to the budget: it was cut to
 * 12,500`, `we are 95 guests now, not 80`, `Lodge Fernhill has cancelled`; of a yes, one that says the same of
 * another person. `valuesIn` are the values of the kind that is asked for.
 */
export function revisionOf(
  best: Stated,
  sentences: readonly Sentence[],
  want: Want,
  valuesIn: (sentence: Sentence) => readonly Pick<Found, 'value' | 'unit'>[],
): Sentence | undefined {
  const { sentence, value, unit } = best
  const from = sentences.indexOf(sentence) + 1
  return sentences.slice(from).find(later => {
    if (later.call !== sentence.call || later.within !== sentence.within) return false
    const { text } = later
    const own = contentTerms(text)
    const isShared = want.said.some(({ stem }) => own.some(term => sameStem(term.stem, stem)))
    if (isShared && strong.test(text)) return true
    if (older.test(text)) return false
    if (want.kind === 'truth')
      return (
        isOfAnother(text, want) || want.said.some(each => isName(each) && isOut(text, each.text))
      )
    if (isDenied(text, value) || (typeof value === 'string' && isOut(text, value))) return true
    return (
      isShared &&
      (weak.test(text) || (want.kind === 'number' ? resized : postponed).test(text)) &&
      valuesIn(later).some(
        other => (unit ?? other.unit) === other.unit && String(other.value) !== String(value),
      )
    )
  })
}

// --- internal ---

const isMonth = new RegExp(`^${anyMonth}$`, 'i')

const isDay = /^(?:\d{1,2}(?:st|nd|rd|th)? \p{Lu}|\p{Lu}\p{Ll}+ \d|\d{4}-)/u

/** `not 80`, `instead of 80`. */
function isDenied(text: string, value: Value): boolean {
  const denial = '\\b(?:not|instead of|rather than|no longer)\\s+(?:the\\s+)?\\p{Sc}?'
  return new RegExp(`${denial}${asPattern(String(value))}(?![\\p{L}\\d]|[.,]\\d)`, 'iu').test(text)
}

/** `Lodge Fernhill has cancelled`, `Dr Ruiz is ill`. */
function isOut(text: string, name: string): boolean {
  if (!/^\p{L}/u.test(name)) return false
  const out = 'cancelled|canceled|withdrawn|ill|sick|unable|cannot|can’t|dropped out|resigned'
  const auxiliary = '(?:\\s+(?:has|have|is|was|had))?(?:\\s+(?:been|now|already))?'
  return new RegExp(`\\b${asPattern(name)}(?!\\p{L})${auxiliary}\\s+(?:${out})\\b`, 'iu').test(text)
}

/** Says all that a question asks but its names, of somebody whom it does not name. */
function isOfAnother(text: string, { said }: Want): boolean {
  const own = contentTerms(text)
  const holds = (stem: string) => own.some(term => sameStem(term.stem, stem))
  const [named, rest] = [said.filter(isName), said.filter(term => !isName(term))]
  if (named.length === 0 || rest.length < 2 || !rest.every(({ stem }) => holds(stem))) return false
  const isAsked = (name: string) =>
    contentTerms(name).some(({ stem }) => named.some(term => sameStem(term.stem, stem)))
  const names = namesIn(text)
  return names.length > 0 && !names.some(({ value }) => isAsked(String(value)))
}

/** Takes back what was said, whatever it is. */
const strong = /\b(?:ignore (?:what|the|my)|disregard|scrap (?:that|the)|forget (?:what|the))\b/i

/** Says that something is otherwise, where another value stands beside it. */
const weak =
  /\b(?:corrections?|corrected|mistaken|mistake|in error|(?:was|were|got it) wrong|typo|change of plan|supersedes?d?|instead(?! of)|after all|make (?:it|that)|rescheduled|revised|amended|updated|no longer)\b/i

/** Speaks of an older document, and takes back what that one said. */
const older =
  /\b(?:earlier|previous|former|older)\s+(?:letters?|editions?|issues?|versions?|notices?|drafts?|plans?|leaflets?|e?mails?)\b(?!.*\b(?:now|instead|should|correct|is|are|to)\b)/i

/** The same of what grows or shrinks, and of what has a day. */
const resized = /\b(?:cut|raised|lowered|reduced|increased|changed) (?:it )?(?:from \S+ )?to\b/i
const postponed =
  /\b(?:extended|moved|postponed|brought forward|put (?:off|back)|changed) (?:it )?(?:from \S+ )?to\b/i
