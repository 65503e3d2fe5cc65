// Which of several values of a sentence is meant: parts and their whole, what an aside says, one of two.
import { contentTerms, isAmong, sameStem, type Term } from '../stems.ts'
import type { Found } from '../values.ts'
import type { Scene } from './fit.ts'

/**
 * `90 minutes and then another 30`, `one for 9,200 pounds and one for 11,500`: neither is all of it; `Of the
 * 26 pickers 14 came` and `12 of the 40 jobs failed` one is of all.
 */
export function isPart({ text, found, before, rivals: { all, fitting }, want }: Scene): boolean {
  const said = want.said.map(({ stem }) => stem)
  // `seams for five years, and foam for three`
  const isOfThing = (between: string) =>
    contentTerms(between).some(({ stem }) => !isAmong(stem, said))
  const alsoOne = ({ unit, from, to }: Found) =>
    unit === '' &&
    !isOfThing(text.slice(found.to, from)) &&
    /^\s*(?:[.,;)]|$)/.test(text.slice(to)) &&
    /^[^.;]{0,30}\b(?:and|or)\b[^.;\d]{0,30}$/.test(text.slice(found.to, from)) &&
    /\b(?:and|or|for|at|to|is|was|costs?)\s+$/.test(text.slice(0, from))
  return (
    ofAll.test(before) ||
    fitting.some(({ from }) => /\b(?:another|a further)\s+$/.test(text.slice(0, from))) ||
    (found.unit !== undefined && all.some(alsoOne))
  )
}

/** `6,200 by one firm and 5,750 by another`, `a day ahead by members and ...`: whose is meant, the question must say. */
export function isOneOfTwo({ text, found, rivals: { all }, fit: { terms } }: Scene): boolean {
  return all.some(other => {
    if (other.from === found.from) return false
    const [first, second] = found.from < other.from ? [found, other] : [other, found]
    const between = text.slice(first.to, second.from)
    const [, lead = '', of] =
      /^(\s+(?:\p{Ll}+\s+){0,2}?)(by|for|in|at|on|from|to|with)\s[^.;]{1,40}\b(?:and|or|but)\s+\S?$/u.exec(
        between,
      ) ?? []
    const [after = ''] = /^[^.,;]*/.exec(text.slice(second.to)) ?? []
    const same = new RegExp(`^(\\s+(?:\\p{Ll}+\\s+){0,2}?)${of}\\s`, 'u').exec(after)
    if (of === undefined || !same) return false
    const [from, end] =
      found === first
        ? [first.to + lead.length, second.from]
        : [second.to + same[1]!.length, second.to + after.length]
    return !terms.some(({ at }) => from <= at && at < end)
  })
}

/** `87 employees (2023: 79)`: what an aside with a value of its own speaks of has that value and no other. */
export function isOfAside({ text, found, rivals: { all }, fit }: Scene): boolean {
  const { context, terms } = fit
  return [...text.matchAll(/\([^()]*\)/g)].some(({ 0: aside, index }) => {
    const isIn = (at: number) => index < at && at < index + aside.length
    const asked = terms.some(term => isIn(term.at) && isOnlyThere(term, terms, isIn))
    // of another year or of what stands before it, unless that is asked for
    return isIn(found.from)
      ? context > 0 || (/^\(\d{4}: /.test(aside) && !asked)
      : asked && all.some(({ from }) => isIn(from))
  })
}

/** `12 of the 40 jobs failed`: 12 is how many failed, and not how many were run. */
export function isOfSome({ text, found: { from, to }, fit, want }: Scene): boolean {
  const { own, terms } = fit
  // `number 44871 of 3 June`
  if (want.kind === 'code') return false
  const all = /^[\d.,]+ (?:out )?of (?:\p{L}+ )?[\d.,]+ /iu.exec(text.slice(from))
  // `19 people, seven of whom came for the first time`
  const part = /^\S*[^\s,] of (?:whom|which)\b[^.,;]*/.exec(text.slice(from))?.[0].length ?? 0
  const isSaid = (term: Term) => terms.includes(term) || sameStem(term.stem, want.noun ?? '')
  if (own.some(term => term.at > from && term.at < from + part && !isSaid(term))) return true
  return all !== null && !terms.some(({ at }) => at > Math.max(from + all[0].length, to))
}

/** `5,310 bikes, of which 2,120 were electric`: of the part only what comes after speaks, and of nothing else. */
export function isBeforeItsPart({ found, before, behind, fit: { terms } }: Scene): boolean {
  const part = behind.search(/,\s+(?:\S+\s+)?of (?:which|whom|these|them)\b/)
  const isBehind = (at: number) => part >= 0 && at > found.to + part
  const isOfPart = /,\s+of (?:which|whom|these|them)\s+\S?$/.test(before)
  if (isOfPart && !terms.some(({ at }) => at > found.to)) return true
  return terms.some(term => isBehind(term.at) && isOnlyThere(term, terms, isBehind))
}

/** `19 euros for all four`: of what only the title names, one sentence tells the whole and no part. */
export function isOfWhole({ behind, fit: { context }, want: { turns } }: Scene): boolean {
  const whole = /^\s*(?:for|in|of)\s+(?:all|both|everything|altogether|the whole|the lot)\b/i
  return context > 0 && turns.length === 0 && whole.test(behind)
}

// --- internal ---

const isOnlyThere = (
  { stem }: Term,
  terms: readonly Term[],
  isThere: (at: number) => boolean,
): boolean => terms.every(each => each.stem !== stem || isThere(each.at))

/** Before the number of all, of which a part was counted. */
const ofAll =
  /^Of (?:the|our|its|their)\s+$|(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|half|most|some|many|few|none|several|percent))\s+(?:out )?of (?:(?:the|our|its|their|these|those)\s+)?$/i
