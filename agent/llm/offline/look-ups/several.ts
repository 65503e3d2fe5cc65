// Which of several values of a sentence is meant: parts and their whole, what an aside says, one of two.
import type { Term } from '../stems.ts'
import type { Scene } from './fit.ts'

/** `90 minutes and then another 30`: neither is all of it; `12 of the 40 jobs failed` one is of all. */
export const isPart = ({ text, before, rivals: { fitting } }: Scene): boolean =>
  ofAll.test(before) ||
  fitting.some(({ from }) => /\b(?:another|a further)\s+$/.test(text.slice(0, from)))

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
  return [...text.matchAll(/\([^()]*\)/g)].some(({ 0: aside, index }) => {
    const isIn = (at: number) => index < at && at < index + aside.length
    if (isIn(found.from)) return fit.context > 0
    return fit.terms.some(({ at }) => isIn(at)) && all.some(({ from }) => isIn(from))
  })
}

/** `12 of the 40 jobs failed`: 12 is how many failed, and not how many were run. */
export function isOfSome({ text, found: { from, to }, fit: { own, terms } }: Scene): boolean {
  const all = /^[\d.,]+ (?:out )?of (?:\p{L}+ )?[\d.,]+ /iu.exec(text.slice(from))
  // `19 people, seven of whom came for the first time`
  const part = /^\S*[^\s,] of (?:whom|which)\b[^.,;]*/.exec(text.slice(from))?.[0].length ?? 0
  const isUnasked = (term: Term) => term.at > from && term.at < from + part && !terms.includes(term)
  if (own.some(isUnasked)) return true
  return all !== null && !terms.some(({ at }) => at > Math.max(from + all[0].length, to))
}

/** `5,310 bikes, of which 2,120 were electric`: of the part only what comes after speaks, and of nothing else. */
export function isBeforeItsPart({ found, behind, fit: { terms } }: Scene): boolean {
  const part = behind.search(/,\s+(?:\S+\s+)?of (?:which|whom|these|them)\b/)
  return part >= 0 && terms.some(({ at }) => at > found.to + part)
}

// --- internal ---

/** Before the number of all, of which a part was counted. */
const ofAll =
  /^Of (?:the|our|its|their)\s+$|(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|half|most|some|many|few|none|several|percent))\s+(?:out )?of (?:(?:the|our|its|their|these|those)\s+)?$/i
