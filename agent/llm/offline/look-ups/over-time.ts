// Why a value may be of another time than the one asked for: of what was, of what will be, of when it is so again,
// of before it was corrected further on.
import type { Quantity } from '../../../../plans/expressions/expression.ts'
import { anyMonth } from '../../../../plans/text/months.ts'
import { asPattern } from '../../../../plans/text/words.ts'
import { contentTerms, isName, isVerbForm, sameStem, stem, type Term } from '../stems.ts'
import { changed, changing, datesIn, type Found } from '../values.ts'
import { isAsked, now, type Want } from '../wanted.ts'
import type { Sentence } from './documents.ts'
import type { Scene } from './fit.ts'

/**
 * `9.60 instead of 8.90`, `up from 8.90`: what was before, unless the question says so; and what will be,
 * unless it says from when.
 */
export function isReplaced({ text, before, behind, fit, want }: Scene): boolean {
  const { said, turns } = want
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

/**
 * `Before the flood 430; today 310`: today is only what that clause says. A past act has no time of day that
 * a sentence tells of every day, and no day that is another thing's: `the flood of 12 June`.
 */
export function isOfAnotherTime({ text, found, before, clause, fit, want }: Scene): boolean {
  const { kind, past, question } = want
  const { from } = found
  if (now.test(question) && now.test(text)) return !now.test(clause.text)
  if (kind !== 'date') return false
  // `The deposit was paid on 2 March` does not say when it must be
  const isDone = ({ at, stem }: Term) =>
    /\b(?:was|were|been) $/.test(clause.text.slice(0, at)) &&
    want.said.some(term => sameStem(term.stem, stem))
  if (/\bmust\b/i.test(question) && contentTerms(clause.text).some(isDone)) return true
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
 * 12,500`, `we are 95 guests now, not 80`, `Lodge Fernhill has cancelled`. `valuesIn` are the values of the kind
 * that is asked for.
 */
export function revisionOf(
  { sentence, value, unit }: Stated,
  sentences: readonly Sentence[],
  want: Want,
  valuesIn: (sentence: Sentence) => readonly Pick<Found, 'value' | 'unit'>[],
): Sentence | undefined {
  const own = want.kind === 'truth' ? undefined : asPattern(String(value))
  const denied = new RegExp(
    `${denial}${own}(?![\\p{L}\\d]|[.,]\\d)|\\b${own}(?!\\p{L})${out}`,
    'iu',
  )
  return sentences.slice(sentences.indexOf(sentence) + 1).find(later => {
    const { text } = later
    if (later.within !== sentence.within || older.test(text)) return false
    if (own !== undefined && denied.test(text)) return true
    const isShared = contentTerms(text).some(term =>
      want.said.some(({ stem }) => sameStem(term.stem, stem)),
    )
    return (
      isShared &&
      corrected.test(text) &&
      valuesIn(later).some(
        other => (unit ?? other.unit) === other.unit && String(other.value) !== String(value),
      )
    )
  })
}

// --- internal ---

const isMonth = new RegExp(`^${anyMonth}$`, 'i')

const isDay = /^(?:\d{1,2}(?:st|nd|rd|th)? \p{Lu}|\p{Lu}\p{Ll}+ \d|\d{4}-)/u

/** Before a value that is not so: `not 80`, `instead of 80`. */
const denial = '\\b(?:not|instead of|rather than|no longer)\\s+(?:the\\s+)?\\p{Sc}?'

/** Behind what is not there any more: `Lodge Fernhill has cancelled`, `Dr Ruiz is ill`. */
const out =
  '(?:\\s+(?:has|have|is|was|had))?(?:\\s+(?:been|now|already))?\\s+(?:cancell?ed|withdrawn|ill|sick|unable|cannot|can’t|dropped out|resigned)\\b'

/** Says that something is otherwise, where another value stands beside it. */
const corrected =
  /\b(?:corrections?|corrected|mistaken|mistake|in error|(?:was|were|got it) wrong|typo|change of plan|supersedes?d?|instead(?! of)|after all|make (?:it|that)|rescheduled|revised|amended|updated|no longer|(?:extended|moved|postponed|brought forward|put (?:off|back)|changed) (?:it )?(?:from \S+ )?to)\b/i

/** Speaks of an older document, and takes back what that one said. */
const older =
  /\b(?:earlier|previous|former|older)\s+(?:letters?|editions?|issues?|versions?|notices?|drafts?|plans?|leaflets?|e?mails?)\b(?!.*\b(?:now|instead|should|correct|is|are|to)\b)/i
