// A question that goes on from the one before: `and how many of them are overdue?`, `and in May?`.
import type { PerceiveReads } from '../../../phases/perceive/contract.ts'

/** The belief of a talk that holds the questions asked so far. */
export const askedBefore = 'asked_before'

const begins = /^(?:(?:and|or|also|but|then)\s+)?(?:(?:what|how) about\s+)?/i

/** The questions that this one goes on from, the first of which stands by itself; then itself. */
export function questionsOf(question: string, session: PerceiveReads['session']) {
  const before = session.find(({ name }) => name === askedBefore)?.value
  const all = [...[before ?? []].flat().map(String), question]
  const start = all.findLastIndex(each => !goesOn(each))
  return goesOn(question) ? all.slice(Math.max(0, start)) : [question]
}

/** The words of a follow-up without those that join it to what was said before. */
export const withoutJoint = (question: string) => question.trim().replace(begins, '')

/** The question before with one phrase exchanged: `How long was it in Ulm?`, `And in Graz?`; itself where that is not so. */
export function exchanged(question: string, session: PerceiveReads['session']): string {
  const [first, ...others] = questionsOf(question, session)
  return others.reduce((before, next) => {
    const [, preposition, phrase] =
      /^(in|at|on|for|of|from|by|to|during)\s+([^?]+)\??$/i.exec(withoutJoint(next)) ?? []
    if (preposition === undefined || phrase === undefined) return next
    const place = new RegExp(
      `\\b${preposition} (?:(?!\\b(?:in|at|on|for|of|from|by|to)\\b)[^,?])+`,
      'gi',
    )
    const last = [...before.matchAll(place)].at(-1)
    if (!last) return next
    const rest = before.slice(last.index + last[0].length)
    return `${before.slice(0, last.index)}${preposition} ${phrase.trim()}${/^\w/.test(rest) ? ' ' : ''}${rest}`
  }, first!)
}

/** Words for somebody, a place or a time that was spoken of before. */
export const refersBack =
  /\b(?:his|her|hers|he|she|him)\b|(?<!\b(?:is|are|was|were|be|been) )\bthere\b(?! (?:is|are|was|were|have|has))|\bthen\b(?=\s*\??$)|(?<=^\s*(?:and\s+)?(?:what|which|how \w+)\s+(?:is|are|was|were)\s+)their\b/i

/** `How many?`, `How many are there?`: of what was spoken of before. */
export const onlyCounts = /^(?:and )?how many(?: (?:is|are|was|were) (?:it|there|they|that))?\W*$/i

// --- internal ---

const goesOn = (question: string) =>
  onlyCounts.test(question.trim()) ||
  /^(?:and|or|also|but|then)\b|^(?:what|how) about\b|\b(?:them|those|these|thereof)\b/i.test(
    question.trim(),
  ) ||
  refersBack.test(question)
