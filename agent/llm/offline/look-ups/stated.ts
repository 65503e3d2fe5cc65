// What a whole clause states: why something is so, how often, and whether it is so at all.
import { clauseAt } from '../clauses.ts'
import type { Term } from '../stems.ts'
import type { Found } from '../values.ts'

/** The reason a sentence gives for what it says of all these terms. */
export function reasonsIn(text: string, terms: readonly Term[]): readonly Found[] {
  const [opening] = /^(?:Because|As|Since|Due to|Owing to)\s[^,]+(?=,)/.exec(text) ?? []
  const marks = [...text.matchAll(reason)].filter(({ index }) => index > 0)
  const spans = [
    ...(opening === undefined ? [] : [{ from: 0, to: opening.length }]),
    ...marks.map(({ index, 0: mark }) => ({
      from: index + mark.length,
      to: index + (/^[^.;]*/.exec(text.slice(index))?.[0].length ?? 0),
    })),
  ]
  return spans.flatMap(({ from, to }) => {
    // what is explained stands outside of what explains it
    if (terms.some(({ at }) => from <= at && at < to)) return []
    return [{ value: text.slice(from, to).trim(), from, to }]
  })
}

/** `once a year`, `every two weeks`, `daily`. */
export function frequenciesIn(text: string): readonly Found[] {
  return [...text.matchAll(frequency)].map(({ 0: value, index }) => ({
    value,
    from: index,
    to: index + value.length,
  }))
}

/** What follows where that holds of which all these terms are said: `If it rains, we stay at home`. */
export function consequencesIn(text: string, terms: readonly Term[]): readonly Found[] {
  const forms = [
    /^(?:If|When|Should|In case|Unless|Where)\b(?<given>[^,]*),\s*(?<told>.+?)\.?$/u,
    /^(?<told>.+?),?\s+\b(?:if|when|in case|should)\s(?<given>[^,]*?)\.?$/u,
    /^(?:(?:Any(?:one|body)|Those|Whoever) (?:who )?)(?<given>.+?) (?<told>(?:must|will|has to|have to|pays?|loses?|gets?|is|are)\b.+?)\.?$/u,
  ]
  return forms.flatMap(form => {
    const { given, told } = form.exec(text)?.groups ?? {}
    if (given === undefined || told === undefined) return []
    const [at, from] = [text.indexOf(given), text.lastIndexOf(told)]
    const inside = terms.every(term => term.at >= at && term.at < at + given.length)
    return inside ? [{ value: told, from, to: from + told.length }] : []
  })
}

/**
 * Yes or no, where one clause says just this without a condition that the question does not name; one that
 * leaves out what the clause before it said (`electricity is not`) or refers back to it says it as well.
 */
export function truthIn(text: string, terms: readonly Term[]): readonly Found[] {
  const last = terms.reduce((end, { at }) => Math.max(end, at), 0)
  const { from, text: clause } = clauseAt(text, last)
  const before = from === 0 ? { from: 0, text: '' } : clauseAt(text, from - 2)
  const outside = terms.reduce(
    (rest, { at, text: word }) =>
      rest.slice(0, at) + ' '.repeat(word.length) + rest.slice(at + word.length),
    text,
  )
  const within = (start: number) => terms.every(({ at }) => at >= start)
  const leaves = /^\s*(?:the\s+)?\s*(?:is|are|was|were|do|does|has|have)(?:\s+not|n['’]t)?\W*$/i
  const own = outside.slice(from, from + clause.length)
  const joined = within(before.from) && (leaves.test(own) || /^\W*(?:it|they|this)\b/i.test(own))
  const denied = denial.test(clause)
  const rest = joined ? outside.slice(before.from, from + clause.length) : own
  const limited = condition.exec(rest)?.[0]
  if (terms.length === 0 || !(within(from) || joined)) return []
  if (limited !== undefined && !(denied && limited === 'except')) return []
  return [{ value: !denied, from, to: from + clause.length }]
}

// --- internal ---

const reason =
  /\b(?:because(?: of)?|due to|owing to|on account of|thanks to|so that|in order to|for fear of)\s+|,?\s(?:since|as)\s+(?=(?:the|its|his|her|their|it|he|she|they|we|there|this|no|\p{Ll}+ (?:was|were|is|are|had|has))\b)/gu

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
  /\b(?:only|except|unless|if|without|with|until|before|after|provided|as long as|from|since|some|most|partly|usually|may|might|could|should|would|hardly|almost)\b/i

const denial =
  /\b(?:not|no|never|nobody|none|neither|cannot|forbidden|prohibited|banned)\b|n['’]t\b/i
