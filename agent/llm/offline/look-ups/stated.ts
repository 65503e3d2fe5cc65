// What a whole clause states: how often something is so, and whether it is so at all.
import { clauseAt } from '../nearness.ts'
import type { Term } from '../stems.ts'
import { type Found, matches } from '../values.ts'

/** `once a year`, `every two weeks`, `daily`. */
export const frequenciesIn = (text: string) => matches(text, frequency)

/**
 * Yes or no, where one clause says just this without a condition that the question does not name; one that
 * leaves out what the clause before it said (`electricity is not`) or refers back to it says it as well.
 */
export function truthIn(text: string, terms: readonly Term[]): readonly Found[] {
  const last = terms.reduce((end, { at }) => Math.max(end, at), 0)
  const { from, to, text: clause } = clauseAt(text, last)
  // `Changes files?: no`
  const [, said] = /^[^\s:;]*\s*:\s*(yes|no)\b/i.exec(text.slice(last)) ?? []
  if (said !== undefined) return [{ value: /^yes$/i.test(said), from, to: text.length }]
  const before = from === 0 ? { from: 0, text: '' } : clauseAt(text, from - 2)
  const outside = terms.reduce(
    (rest, { at, to }) => rest.slice(0, at) + ' '.repeat(to - at) + rest.slice(to),
    text,
  )
  const within = (start: number) => terms.every(({ at }) => at >= start)
  const leaves = /^\s*(?:the\s+)?\s*(?:is|are|was|were|do|does|has|have)(?:\s+not|n['’]t)?\W*$/i
  const own = outside.slice(from, to)
  const denied = denial.test(clause)
  const goesOn = /^\W*(?:it|they|this)\b/i.test(own)
  // `not permitted inside; it is allowed on the balcony`
  if (goesOn && denial.test(before.text) !== denied) return []
  const joined = within(before.from) && (leaves.test(own) || goesOn)
  const rest = joined ? outside.slice(before.from, to) : own
  const limited = condition.exec(rest)?.[0]
  if (terms.length === 0 || !(within(from) || joined)) return []
  if (limited !== undefined && !(denied && limited === 'except')) return []
  return [{ value: !denied, from, to }]
}

// --- internal ---

const unit = '(?:hour|day|night|week|fortnight|month|quarter|year|season|term|morning|evening)s?'
const number = '(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|several|\\d+)'
const frequency = new RegExp(
  [
    `\\b(?:once|twice|${number} times)(?: (?:a|an|per|every|each|in)(?: ${number})? ${unit})`,
    `\\b(?:every|each)(?: (?:other|second|third|${number}))? (?:${unit}|minutes|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)`,
    '\\b(?:hourly|daily|weekly|monthly|quarterly|yearly|annually)\\b',
  ].join('|'),
  'gi',
)

const condition =
  /\b(?:only|except|unless|if|without|with|plus|until|before|after|provided|as long as|on (?:the )?\d+(?:st|nd|rd|th)?|from|since|some|most|partly|usually|may|might|could|should|would|hardly|almost)\b/i

const denial =
  /\b(?:not|no|never|nobody|none|neither|cannot|forbidden|prohibited|banned)\b|n['’]t\b/i
