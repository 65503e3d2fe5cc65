// What a sentence restricts its statement by, and the question does not name: a condition, an amount, a
// beginning, somebody's own share.
import { anyMonth } from '../../../../plans/text/months.ts'
import { numberWords } from '../../../../plans/text/numerals.ts'
import { contentTerms, isVerbForm, sameStem, stem, type Term } from '../stems.ts'
import type { Scene } from './fit.ts'

/** Why a value may hold only under a restriction. */
export const restrictions: readonly ((scene: Scene) => boolean)[] = [
  isOfLimited,
  isWithout,
  isOfLaterVerb,
  isOfCondition,
  isOneOfTimes,
  isOfWhole,
  isOfMember,
  isOfLater,
]

// --- internal ---

/** `Repairs below 75 pounds are paid by the tenants` says nothing of all repairs. */
function isOfLimited({ text, found: { from }, fit: { terms } }: Scene): boolean {
  return terms.some(({ text: word, to }) => {
    const [limit] = limited.exec(text.slice(to)) ?? []
    const isLimit = limit !== undefined && to <= from && from < to + limit.length
    return limit !== undefined && !isLimit && !isVerbForm(word)
  })
}

/** `A door seal costs 52 euros without fitting`, where the price with fitting is asked for; `fitting included` costs nothing. */
function isWithout({ text, fit: { terms }, want: { kind, turns } }: Scene): boolean {
  return terms.some(({ at, to }) => {
    const [, without] =
      /\b(without|excluding|except)\s+(?:the\s+|an?\s+)?$/i.exec(text.slice(0, at)) ?? []
    const isOver =
      kind === 'number' && /^\s+(?:is |are )?(?:included|excluded|extra)\b/i.test(text.slice(to))
    return isOver || (without !== undefined && !turns.includes(without.toLowerCase()))
  })
}

/** `The charge is 45 euros and is waived in the first year`: what comes behind another verb is not said of the value. */
function isOfLaterVerb({ text, found: { to }, fit: { terms } }: Scene): boolean {
  return [...Map.groupBy(terms, ({ stem }) => stem).values()].some(each =>
    each.every(({ at }) => at > to && laterVerb.test(text.slice(to, at))),
  )
}

/** `It ends on 31 August unless it is renewed` does not say when it was renewed. */
function isOfCondition({ text, found, fit: { terms } }: Scene): boolean {
  return terms.some(term => {
    const from = text.slice(0, term.at).search(/\b(?:unless|if|whether|in case)\b[^.;,]*$/i)
    return isVerbForm(term.text) && from > found.to
  })
}

/** `1 tablet three times a day` is not what is taken a day. */
function isOneOfTimes({ behind, want: { kind } }: Scene): boolean {
  const often = /^\s*(?:\p{L}+\s+){0,2}(?:once|twice|\p{L}+ times|\d+ times|every \d+ hours)\b/iu
  return kind === 'number' && often.test(behind)
}

/**
 * `19 euros for all four`: of what only the title names, one sentence tells the whole and no part; and what is
 * said of all travellers is not said of one.
 */
function isOfWhole({ behind, fit: { context }, want: { turns, said } }: Scene): boolean {
  const [all] =
    /^\s*(?:for|in|of)\s+(?:all|both|everything|altogether|the whole|the lot)\b[^.,;]*/i.exec(
      behind,
    ) ?? []
  if (all === undefined) return false
  const isOne = ({ stem, text }: Term) =>
    !/s$/i.test(text) &&
    contentTerms(all).some(term => /s$/i.test(term.text) && sameStem(term.stem, stem))
  return (context > 0 && turns.length === 0) || said.some(isOne)
}

/** `raised by Freddie Lomas of Class 2 (112 pounds)` is not what the class raised. */
function isOfMember({ text, fit: { terms }, want }: Scene): boolean {
  return terms.some(({ at }) => {
    const [, name] =
      /(?<!^)\b(\p{Lu}\p{Ll}+)\s+(?:of|from)\s+(?:the\s+)?$/u.exec(text.slice(0, at)) ?? []
    return (
      want.kind === 'number' &&
      name !== undefined &&
      !want.said.some(term => sameStem(term.stem, stem(name)))
    )
  })
}

/**
 * `will cost 2.65 (now 2.50)`, `0.33 from January`: what is so from a time that the question does not name, where
 * something changes.
 */
function isOfLater({ text, before, behind, found, clause, want }: Scene): boolean {
  const { kind, said, question } = want
  const isNamed = said.some(
    term => later.test(term.text) && (!/\d/.test(term.text) || text.includes(term.text)),
  )
  if (!/^(?:number|thing)$/.test(kind) || isNamed || coming.test(question)) return false
  const isComing = coming.test(before.slice(clause.from))
  const isFrom = begins.test(text.slice(found.from, found.to) + /^[^.;,]{0,20}/.exec(behind)![0])
  const isChange = begins.test(text) || /\b(?:rise|increase|go up|fall|drop|change)\b/i.test(text)
  return isFrom || (isComing && isChange)
}

const amount = `(?:\\d[\\d.,]*|${[...numberWords.keys()].filter(word => /^\p{L}{3,}$/u.test(word)).join('|')})`
const limited = new RegExp(
  `^\\s+(?:(?:\\p{L}+ing|of|that cost|who are|which are)\\s+)?(?:(?:less|more|fewer|longer|older|younger|heavier) than|over|under|above|below|up to|at least|at most|exceeding)\\s+\\p{Sc}?${amount}\\b`,
  'iu',
)

const coming = /\b(?:will|shall|is to|going to)\b/i
const later = new RegExp(`^(?:${anyMonth}|\\d{4}|new|next|future)$`, 'i')
const begins = new RegExp(
  `\\b(?:from|as of|starting|since)\\s+(?:(?:the|next|\\d{1,2}(?:st|nd|rd|th)?)\\s+)?(?:${anyMonth}|\\d{4}|then)\\b`,
  'i',
)

const laterVerb =
  /\bthan\b|\b(?:and|but|or)\s+(?:(?:then|also|later|only)\s+)?(?:is|are|was|were|has|have|had|will|can|may|must|do|does|did|goes|becomes)\b/i
