// What a sentence restricts its statement by, and the question does not name: a condition, an amount, a
// beginning, somebody's own share.
import { anyMonth } from '../../../../plans/text/months.ts'
import { numberWords } from '../../../../plans/text/numerals.ts'
import { isVerbForm, sameStem, stem } from '../stems.ts'
import { isAsked } from '../wanted.ts'
import type { Scene } from './fit.ts'

/** `a city tax of 2.40 euros` is the price of nothing else. */
export function isOfNamedAmount({ before, want: { kind, said } }: Scene): boolean {
  const [, noun] =
    /(\p{L}+)\s+of\s+(?:(?:up to|about|only|around|over)\s+)?\p{Sc}?$/u.exec(before) ?? []
  if (kind !== 'number' || noun === undefined || general.test(noun)) return false
  return !said.some(term => sameStem(term.stem, stem(noun)))
}

/** `Repairs below 75 pounds are paid by the tenants` says nothing of all repairs. */
export function isOfLimited({ text, found, fit: { terms }, want: { said } }: Scene): boolean {
  return terms.some(({ text: word, to }) => {
    if (isVerbForm(word)) return false
    const [limit, number = ''] = limited.exec(text.slice(to)) ?? []
    const at = to + (limit?.length ?? 0) - number.length
    return (
      limit !== undefined &&
      (at < found.from || at > found.to) &&
      !said.some(({ text }) => text === number)
    )
  })
}

/** `A door seal costs 52 euros without fitting`, where the price with fitting is asked for; `fitting included` costs nothing. */
export function isWithout({ text, fit: { terms }, want: { kind, turns } }: Scene): boolean {
  return terms.some(({ at, to }) => {
    const [, without] =
      /\b(without|excluding|except)\s+(?:the\s+|an?\s+)?$/i.exec(text.slice(0, at)) ?? []
    const isOver =
      kind === 'number' && /^\s+(?:is |are )?(?:included|excluded|extra)\b/i.test(text.slice(to))
    return isOver || (without !== undefined && !turns.includes(without.toLowerCase()))
  })
}

/** `The charge is 45 euros and is waived in the first year`: what comes behind another verb is not said of the value. */
export function isOfLaterVerb({ text, found: { to }, fit: { terms } }: Scene): boolean {
  return [...Map.groupBy(terms, ({ stem }) => stem).values()].some(each =>
    each.every(({ at }) => at > to && laterVerb.test(text.slice(to, at))),
  )
}

/** `It ends on 31 August unless it is renewed` does not say when it was renewed. */
export function isOfCondition({ text, found, fit: { terms }, want: { kind } }: Scene): boolean {
  if (kind === 'truth') return false
  return terms.some(term => {
    const from = text.slice(0, term.at).search(/\b(?:unless|if|whether|in case)\b[^.;,]*$/i)
    return isVerbForm(term.text) && from > found.to
  })
}

/** `1 tablet three times a day` is not what is taken a day. */
export function isOneOfTimes({ behind, want: { kind, said } }: Scene): boolean {
  const often = /^\s*(?:\p{L}+\s+){0,2}(?:once|twice|\p{L}+ times|\d+ times|every \d+ hours)\b/iu
  return (
    kind === 'number' &&
    often.test(behind) &&
    !said.some(({ stem }) => /^(?:time|dose|once|singl)$/.test(stem))
  )
}

/** `3,486 euros for all three travellers` is not the price for one. */
export function isOfMany({ behind, want: { kind, said } }: Scene): boolean {
  const [, noun] =
    /^\s*for (?:all|both)\s+(?:of\s+)?(?:the\s+)?(?:[\p{L}\d]+\s+)?(\p{L}+s)\b/iu.exec(behind) ?? []
  if (kind !== 'number' || noun === undefined) return false
  return said.some(term => sameStem(term.stem, stem(noun)) && !/s$/i.test(term.text))
}

/** `raised by Freddie Lomas of Class 2 (112 pounds)` is not what the class raised. */
export function isOfMember({ text, fit: { terms }, want }: Scene): boolean {
  return (
    want.kind === 'number' &&
    terms.some(({ at }) => {
      const [, name] =
        /(?<!^)\b(\p{Lu}\p{Ll}+)\s+(?:of|from)\s+(?:the\s+)?$/u.exec(text.slice(0, at)) ?? []
      return (
        name !== undefined &&
        !isAsked(stem(name), want) &&
        !want.said.some(term => sameStem(term.stem, stem(name)))
      )
    })
  )
}

/**
 * `will cost 2.65 (now 2.50)`, `0.33 from January`: what is so from a time that the question does not name, where
 * there is something that is so today.
 */
export function isOfLater({ text, before, behind, found, clause, want }: Scene): boolean {
  const { kind, said, isOfNow, isOfFuture } = want
  const isNamed = said.some(
    term => later.test(term.text) && (!/\d/.test(term.text) || text.includes(term.text)),
  )
  if (!/^(?:number|thing)$/.test(kind) || isNamed || isOfFuture) return false
  const lead = before.slice(clause.from)
  const isComing = /\b(?:will|shall|is to)\b/i.test(lead)
  const value = text.slice(found.from, found.to)
  const isFrom = begins.test(value + /^[^.;,]{0,20}/.exec(behind)![0])
  const isChange = begins.test(text) || /\b(?:rise|increase|go up|fall|drop|change)\b/i.test(text)
  const isToday = isOfNow === true || now.test(text)
  return isFrom || (isComing && (isChange || isToday))
}

// --- internal ---

/** Nouns that only tell that an amount follows. */
const general =
  /^(?:total|sum|amount|value|average|mean|maximum|minimum|rate|figure|number|price|cost|fee|charge|level|range|score|result|each|one|most|all|some|out|front|length|height|width|depth|weight|area|distance|speed|temperature|volume|capacity|population|age|duration|period|term|time|size)$/i

const amount = `(?:\\d[\\d.,]*|${[...numberWords.keys()].filter(word => /^\p{L}{3,}$/u.test(word)).join('|')})`
const limited = new RegExp(
  `^\\s+(?:(?:\\p{L}+ing|of|that cost|who are|which are)\\s+)?(?:(?:less|more|fewer|longer|older|younger|heavier) than|over|under|above|below|up to|at least|at most|exceeding)\\s+\\p{Sc}?(${amount})\\b`,
  'iu',
)

const later = new RegExp(`^(?:${anyMonth}|\\d{4}|new|next|future)$`, 'i')
const now = /\b(?:now|currently|so far|at present|today)\b/i
const begins = new RegExp(
  `\\b(?:from|as of|starting|since)\\s+(?:(?:the|next|\\d{1,2}(?:st|nd|rd|th)?)\\s+)?(?:${anyMonth}|\\d{4}|then)\\b`,
  'i',
)

const laterVerb =
  /\bthan\b|\b(?:and|but|or)\s+(?:(?:then|also|later|only)\s+)?(?:is|are|was|were|has|have|had|will|can|may|must|do|does|did|goes|becomes)\b/i
