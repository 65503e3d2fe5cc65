// Which of several values of a sentence is meant: a part or the whole, the one before or the one after, one of two.
import { sameStem, type Term } from '../stems.ts'
import type { Scene } from './fit.ts'
import { isOfFormer } from './over-time.ts'

/**
 * `another 30 minutes`, `19 euros for all four`, `50 g less`, `instead of 8.90`, the 96 of `12 of the 96 jobs`: what
 * stands beside the value makes it another one, unless the question says so too.
 */
export function isQualified({ text, found: { from, to }, want }: Scene): boolean {
  const { said = [], past, isOfChange } = want
  const before = text.slice(0, from)
  const after = text.slice(to)
  if (/\b(?:another|a further) \d/.test(text) || ofAll.test(before)) return true
  if (past && atMost.test(before)) return true
  const [, compared] = comparative.exec(after) ?? []
  if (compared !== undefined) return !said.some(term => comparative.test(` ${term.text}`))
  if (isOfChange === true) return !/\bby\s+(?:\p{L}+\s+)?\p{Sc}?$/iu.test(before)
  const isOther = former.test(before) || moved.test(after) || whole.test(after)
  return isOther && !isOfFormer(want)
}

/** `6,200 by one firm and 5,750 by another`: whose is meant, the question must say. */
export function isOneOfTwo({ text, found, rivals: { all }, fit: { terms } }: Scene): boolean {
  return all.some(other => {
    if (other.from === found.from) return false
    const [first, second] = found.from < other.from ? [found, other] : [other, found]
    const [, of] =
      /^\s+(by|for|in|at|on|from|to|with)\s[^.;]{1,40}\b(?:and|or|but)\s+\S?$/.exec(
        text.slice(first.to, second.from),
      ) ?? []
    const [after = ''] = /^[^.,;]*/.exec(text.slice(second.to)) ?? []
    if (of === undefined || !after.startsWith(` ${of} `)) return false
    const end = found === first ? second.from : second.to + after.length
    return !terms.some(({ at }) => found.to <= at && at < end)
  })
}

/**
 * `5,310 bikes, of which 2,120 were electric`, `19 people, seven of whom came first`, `87 employees (2023: 79)`: what
 * is said of a part is said of nothing else, and all that is said of it must be asked for.
 */
export function isOfPart({ text, found: { from, to }, fit, want }: Scene): boolean {
  const { terms, own } = fit
  if (want.kind !== 'number') return false
  const all = /^[\d.,]+ (?:out )?of (?:\p{L}+ )?[\d.,]+ /iu.exec(text.slice(from))
  if (all && !terms.some(({ at }) => at > from + all[0].length)) return true
  const asked = [...terms.map(({ stem }) => stem), want.noun ?? '']
  return [...text.matchAll(part)].some(({ 0: aside, index }) => {
    const isIn = ({ at }: Term) => index <= at && at < index + aside.length
    if (from < index) return terms.some(({ stem }) => terms.every(t => t.stem !== stem || isIn(t)))
    const isAside = from < index + aside.length
    const isOther = (term: Term) =>
      isIn(term) &&
      (term.at < from || term.at > to) &&
      !asked.some(word => sameStem(word, term.stem))
    return isAside && own.some(isOther)
  })
}

// --- internal ---

const former =
  /\b(?:instead of|rather than|(?:up|down) from|previously|formerly|until now)\s+\p{Sc}?$/iu
const moved =
  /^[^.;]*\b(?:moved|postponed|changed|rescheduled|brought forward|put (?:off|back))\b[^.;]*\bto\b/i
const whole = /^\s*(?:for|in|of)\s+(?:all|both|everything|altogether|the whole|the lot)\b/i
const atMost = /\b(?:up to|(?:at|no|not) (?:most|least|more than|less than|fewer than))\s+\S?\s*$/i
const comparative = /^\s+(more|less|fewer|longer|shorter|higher|lower|dearer|cheaper|extra)\b/i

/** Before the number of all, of which a part was counted. */
const ofAll =
  /^Of (?:the|our|its|their)\s+$|(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|half|most|some|many|few|none|several|percent))\s+(?:out )?of (?:(?:the|our|its|their|these|those)\s+)?$/i

/** What is said of a part. */
const part = /\([^()]*\d[^()]*\)|,\s+(?:\S+\s+)?of (?:which|whom|them)\b(?:[^.,;]|[.,](?=\d))*/g
