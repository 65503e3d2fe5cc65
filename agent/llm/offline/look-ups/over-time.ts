// Why a value may be of another time than the one asked for: of what was, of what will be, of when it is so again.

import { anyMonth } from '../../../../plans/text/months.ts'
import { contentTerms, isName, isVerbForm, stem } from '../stems.ts'
import { changed, changing, datesIn } from '../values.ts'
import { isAsked, now } from '../wanted.ts'
import type { Scene } from './fit.ts'

/**
 * `9.60 instead of 8.90`, `up from 8.90`: what was before, unless the question says so; and what will be,
 * unless it says from when.
 */
export function isReplaced({ before, behind, fit, want }: Scene): boolean {
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
    (isBefore.test(before) || isFormer || isMoved.test(behind)) &&
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
  const [, noun] = /(\p{L}+) of (?:\p{L}+day,? )?$/u.exec(before) ?? []
  // `The minutes of 18 June were approved`: the day is that of the minutes
  if (noun && isDay.test(text.slice(from)))
    return !isAsked(stem(noun), want) || want.said.some(term => isVerbForm(term.text))
  const isClock = !datesIn(text).some(date => date.from === from)
  return isClock && past === true && !fit.own.some(term => isVerbForm(term.text))
}

/** `The minutes of 12 May were approved: the income for April was 1,240` says nothing of May. */
export function isOfAnotherMonth({ clause, want: { said } }: Scene): boolean {
  const isMonth = new RegExp(`^${anyMonth}$`, 'i')
  const asked = said.filter(({ text }) => isMonth.test(text))
  const here = contentTerms(clause.text).filter(({ text }) => isMonth.test(text))
  const isHere = here.some(({ stem }) => asked.some(term => term.stem === stem))
  return asked.length > 0 && here.length > 0 && !isHere
}

// --- internal ---

const isDay = /^(?:\d{1,2}(?:st|nd|rd|th)? \p{Lu}|\p{Lu}\p{Ll}+ \d|\d{4}-)/u
