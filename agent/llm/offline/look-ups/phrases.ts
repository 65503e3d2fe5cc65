// Names and noun phrases in the position that the question asks about: who does it, whom it is done
// to, who or what something is, where it is.

import { anyMonth, anyWeekday } from '../../../../plans/text/months.ts'
import { asPattern } from '../../../../plans/text/words.ts'
import { contentTerms, isAmong, isVerbForm, sameStem, stem, type Term } from '../stems.ts'
import { datesIn, type Found, namesIn, weekdaysIn } from '../values.ts'
import type { Want } from '../wanted.ts'
import { singular } from '../words.ts'
import type { Fit } from './fit.ts'

/** The names of `text` that stand where the want says. */
export function namesFor(text: string, want: Want, { terms }: Fit): readonly Found[] {
  const asked = [...want.core, ...want.around]
  const sorted = want.sort === undefined ? [] : sortIn(text, want.sort, asked)
  if (sorted.length > 0 || /^(?:week)?days?$/.test(want.sort ?? '')) return sorted
  const isAsked = (word: string) => isAmong(simple(word), asked)
  // `Referee Ann Lee` begins a sentence
  const bare = namesIn(text).map(name => {
    // `Responsible: Facilities (Ann Lee)`
    const [more = ''] = text.startsWith(': ', name.from - 2)
      ? (/^ \(\p{Lu}[^()]*\)$/u.exec(text.slice(name.to)) ?? [])
      : []
    if (more !== '') return { ...name, value: name.value + more, to: name.to + more.length }
    const [first = '', ...rest] = name.value.split(' ')
    const from = name.from + first.length + 1
    return rest.length > 0 && isAsked(first) ? { ...name, value: rest.join(' '), from } : name
  })
  const names = bare.filter(
    name =>
      !isOrigin(text, name) &&
      !/^ \d/.test(text.slice(name.to)) &&
      !name.value.split(/\s+/).every(isAsked),
  )
  const listed = listedAs(text, asked)
  if (listed) return [listed]
  const { verb } = want
  const named = want.core.length > 0 ? want.core : want.around
  const wanted = verb === undefined ? named : [verb]
  const positions = terms.filter(term => isAmong(term.stem, wanted))
  return names.filter(name => positions.some(term => stands(text, name, term, want.role)))
}

/** The noun phrases of `text` that say what or where the thing asked about is. */
export function thingsFor(text: string, want: Want, { own }: Fit): readonly Found[] {
  // `Code E4, meaning: no water`
  const asked = [...want.core, ...want.around, ...want.soft, ...(want.act ? [want.act] : [])]
  const last = own.findLast(term => isAmong(term.stem, asked))
  if (!last) return []
  const act = own.find(term => want.act !== undefined && sameStem(want.act, term.stem))
  const object = want.kind === 'thing' && act ? objectOf(text, act) : []
  if (object.length > 0) return object
  if (want.kind === 'thing') return predicate(text, last)
  return want.noun === undefined ? placeAfter(text, last) : placeNamed(text, want.noun)
}

// --- internal ---

/** All who stand behind a label that is asked for: `Apologies: Ann Lee, Ben Roy`. */
function listedAs(text: string, asked: readonly string[]): Found | undefined {
  const [, label = '', list = ''] = /^(\p{Lu}\p{Ll}+):\s+([^.;:()]+?)\.?$/u.exec(text) ?? []
  const people = list.split(/,\s+(?:and\s+)?|\s+and\s+/)
  const isNamed = (name: string) => namesIn(name).some(({ value }) => name.endsWith(value))
  if (!people.every(isNamed)) return undefined
  if (!isAmong(stem(label), asked)) return undefined
  const from = text.indexOf(list, label.length)
  return { value: list, from, to: from + list.length }
}

/** What tells one of a sort from another: `pier 4`, `the Hotel Miramar`, `on the second floor`. */
function sortIn(text: string, sort: string, asked: readonly string[]): readonly Found[] {
  if (/^(?:week)?days?$/.test(sort)) return weekdaysIn(text)
  const noun = `${asPattern(singular(sort))}s?`
  const forms = [
    `(?<![\\p{L}])(?i:${noun})\\s+(?<told>\\d+\\p{Lu}?(?:(?:, | and |, and )\\d+\\p{Lu}?)*|\\p{Lu}\\d*|\\p{L}{1,4}-\\d+)(?![\\p{L}\\d])`,
    `(?<![\\p{L}])(?<told>(?i:${noun})(?:\\s+\\p{Lu}\\p{L}+)+)`,
    `(?<![\\p{L}])(?<told>(?:\\p{Lu}[\\p{L}'’.-]*\\s+)+(?i:${noun}))(?![\\p{L}])`,
    `\\b(?:the|an?|its|his|her|their|our|in|on|at|by)\\s+(?<told>(?:\\p{Ll}[\\p{Ll}-]+\\s+){1,2}${noun})(?![\\p{L}])`,
  ]
  for (const form of forms) {
    const found = [...text.matchAll(new RegExp(form, 'gu'))].flatMap(
      ({ index, 0: all, groups }) => {
        const told = groups?.told ?? ''
        const from = index + all.indexOf(told)
        const own = contentTerms(told).filter(term => !sameStem(term.stem, stem(sort)))
        if (own.length === 0 || own.some(term => isAmong(term.stem, asked))) return []
        return [{ value: told, from, to: from + told.length }]
      },
    )
    if (found.length > 0) return found
  }
  return []
}

const simple = (word: string) =>
  word
    .toLowerCase()
    .replace(/['’]s?$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?<=...)e$/, '')

/** `the Hungarian astronomer`: where somebody comes from. */
const isOrigin = (text: string, { value, to }: Found) =>
  /^\p{Lu}\p{Ll}+(?:an|ish|ese|ch|ic|i)$/u.test(String(value)) && /^ \p{Ll}/u.test(text.slice(to))

const filler = '(?:\\s*,)?(?:\\s+[a-z][\\p{L}-]*)*?'
const byAgent =
  /^[^.;:]{0,60}?\bby:?(?:\s+(?:[\p{Ll}’'-]+|\p{Lu}\p{Ll}+(?:ian|ish|ese|ch|an)))*,?\s+$/u
const auxiliaries =
  '(?:\\s+(?:has|have|had|will|would|can|could|also|then|first|later|finally|again|once|himself|herself|often|always|still|who|now))*\\s+'
/** `Ann did the most shifts`. */
const did =
  /^\s+(?:(?:will|would|can|should|must|always|also)\s+)*(?:do|does|did|has|had|have)\s+(?:(?:the|an?)\s+)?(?:[\p{Ll}-]+\s+)?$/u
const passiveAuxiliaries =
  '(?:\\s+(?:has|have|had|will|would|also|then|first|later|finally|again|once|now|not))*\\s+(?:is|are|was|were|be|been|being)(?:\\s+(?:also|then|first|later|finally|again|once|being))*\\s+'
/** `the captain is NAME`, `captain NAME`, `The doctor on board was NAME`. */
const linked =
  /^(?:(?:\s*,)?(?:\s+(?:is|was|are|were|will be|named|called|remains|became|becomes))?(?:\s+(?:the|a|an|our|its))?\s*[:,–-]?\s*|\s+(?:of|in|at|on|for)\s+[^.;:,]{1,60}\s+(?:is|was|are|were|will be)\s+)$/u
/** `NAME is the captain`, `NAME, the captain`, `NAME (captain)`, `NAME as the landlady`. */
const linking =
  /^(?:,?\s+(?:is|was|are|were|will be|becomes?|became|remains|has been|had been|as)\s+|\s*[,(]\s*)(?:the\s+|an?\s+|its\s+|their\s+|our\s+)?(?:(?!(?:wh\p{Ll}+|that|and|but)\b)[\p{Ll}-]+\s+){0,2}$/u

/** `The daughter of Ann Lee won`: not she did. */
const behindPreposition =
  /\b(?:of|in|at|on|for|from|with|without|to|near|around|under|over|after|before|against|like|unlike|between|behind|beside)\s+(?:the\s+)?$/i

/** Whether a name stands to a word of the question as the role asks. */
function stands(text: string, name: Found, term: Term, role: Want['role']): boolean {
  const end = term.to
  const bare = (between: string) =>
    between.replace(
      /\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Captain|Capt|Cllr|President)\.?\s+$/u,
      '',
    )
  const after = name.from >= end ? bare(text.slice(end, name.from)) : undefined
  const before = name.to <= term.at ? text.slice(name.to, term.at) : undefined
  const doer = /(?:e?r|or|ist|man)$/.test(term.text) && !isVerbForm(term.text)
  const labelled = text.slice(end).startsWith(':')
  switch (role === 'agent' && (doer || labelled) ? 'is' : role) {
    case 'agent':
      // `one person with a nut allergy (Callum)`
      if (after === ' (') return text[name.to] === ')'
      if (after !== undefined)
        return byAgent.test(after) && !/\b(?:which|who|that)\b|,(?!\s*$)/.test(after)
      return (
        before !== undefined &&
        (/\bwho\b/.test(before) || !behindPreposition.test(text.slice(0, name.from))) &&
        (did.test(before) ||
          new RegExp(`^(?:,(?:[^,]*,)?|\\s+\\((?:[^()]*,)?)?${auxiliaries}$`, 'u').test(before)) &&
        !/^\s+by\b/.test(text.slice(end))
      )
    case 'patient':
      if (before !== undefined) return new RegExp(`^${passiveAuxiliaries}$`, 'u').test(before)
      return (
        after !== undefined &&
        new RegExp(`^${filler}\\s+$`, 'u').test(after) &&
        !/\bby\b/.test(after)
      )
    case 'is':
      if (after !== undefined)
        return linked.test(after) || (isVerbForm(term.text) && byAgent.test(after))
      return before !== undefined && linking.test(before)
  }
}

const endOfPhrase =
  /[.,;:()]|\s+(?:and|or|but|which|that|who|where|when|while|because|since|so|is|are|was|were|has|have|had|will|can|by)\b/u

/** `is`, `was`, `:` after the last word asked about, and the noun phrase behind it. */
function predicate(text: string, last: Term): readonly Found[] {
  const copula =
    /^(?:\s+(?:of|on|in|for|at)\s+[^,.;:]{1,40}?)?\s*(?:\b(?:is|are|was|were|will be|reads|remains)\b(?:\s+(?:called|named|known as|painted))?|:|=)\s+/u.exec(
      text.slice(last.to),
    )
  if (!copula) return []
  const from = last.to + copula[0].length
  // all that stands behind a label is of it
  const all = /^[^:]*$/.test(text.slice(0, from - copula[0].length)) && /^:/.test(copula[0].trim())
  const told = text.slice(from).replace(/\.$/, '')
  // `was raised` says what was done, not what it is
  if (!all) return isVerbForm(/^\p{L}*/u.exec(told)![0]) ? [] : phraseAt(text, from)
  return /^not\b/i.test(told) ? [] : [{ value: told, from, to: text.length }]
}

/** What is done something to: `she ran the map room of the library`. */
function objectOf(text: string, { at, to: end }: Term): readonly Found[] {
  const isPassive = /\b(?:is|are|was|were|be|been)\s+(?:\p{L}+ly\s+)?$/u.test(text.slice(0, at))
  const object = /^\s+(?=(?:the|an?|his|her|its|their|our|some)\s|\p{L}{3})/u.exec(text.slice(end))
  if (!object || isPassive) return []
  const found = phraseAt(text, end + object[0].length)
  // `bought a lamp and a desk`: the lamp is not all of it
  return found.filter(({ to }) => !/^(?:,|\s+and\b)/.test(text.slice(to)))
}

function phraseAt(text: string, from: number): readonly Found[] {
  const rest = text.slice(from)
  const end = endOfPhrase.exec(rest.replace(/(?<=\d)[.,](?=\d)/g, '_'))?.index ?? rest.length
  const phrase = rest.slice(0, end).trim()
  const value = withoutArticle(phrase)
  if (
    value === '' ||
    value.split(/\s+/).length > 8 ||
    /^(?:not|no|never|to|also|still|very|only|on|in|at|under|behind|from|with)\b/i.test(value)
  )
    return []
  return [{ value, from, to: from + phrase.length }]
}

const withoutArticle = (phrase: string) => phrase.replace(/^(?:the|an?)\s+/i, '').trim()

/** The name behind a preposition of place; the one that says itself that it is a `street`, if any does. */
function placeNamed(text: string, noun: string): readonly Found[] {
  const names = namesIn(text).filter(({ from }) =>
    /\b(?:in|at|on|to|from|near)\s+(?:the\s+)?$/i.test(text.slice(0, from)),
  )
  const saying = names.filter(({ value }) =>
    value.split(/\s+/).some(word => sameStem(stem(word), noun)),
  )
  if (saying.length > 0) return saying
  return names.map(({ value, from, to }) => {
    // `the Methodist hall`
    const [more = ''] = building.exec(text.slice(to)) ?? []
    return { value: value + more, from, to: to + more.length }
  })
}

const building =
  /^ (?:hall|church|chapel|school|centre|center|room|house|hotel|library|museum|theatre|park|station|club|inn|farm|mill|barn)\b/

const placePreposition =
  /\b(in|at|on|under|beneath|behind|near|above|below|beside|inside|outside|between|opposite|along)\s+(?=\S)/giu

/** `on 19 July`, `at 4 pm`. */
const timeOfDay = new RegExp(
  `\\s+(?:on|at|in|since|until|from|every|each)\\s+(?:\\d|noon|midnight|${anyWeekday})|\\s+(?:on|in|since)\\s+${anyMonth}\\b`,
)

/** `, 2nd floor, 80335 Munich` behind a street with its number, to the end of the sentence. */
const address =
  /(?<=\d\p{L}?)(?:, (?:\d+(?:st|nd|rd|th) floor|(?:\d{4,6} )?\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?))+(?=\.?$)/gu

/** The first phrase of place after the last word asked about. */
function placeAfter(text: string, last: Term): readonly Found[] {
  const dates = datesIn(text)
  // `in Setúbal, where she was born`
  const where = /\b(?:in|at|near) ([^,;]{2,40}),? where\b/u.exec(text)
  if (where && last.at > where.index) {
    const from = where.index + where[0].indexOf(where[1]!)
    return [{ value: withoutArticle(where[1]!), from, to: from + where[1]!.length }]
  }
  for (const { index, 0: found, 1: preposition = '' } of text.matchAll(placePreposition)) {
    if (index < last.to) continue
    const from = index + found.length
    if (weekdaysIn(text).some(day => day.from === from)) continue
    if (dates.some(date => date.from < from + 12 && date.from >= from - 1)) continue
    // a long one ends where the next begins
    const next = text.slice(from).search(placePreposition)
    const [phrase] = [phraseAt(text, from), phraseAt(text.slice(0, from + next), from)].flat()
    if (!phrase) return []
    if (/^[\p{Sc}\d]/u.test(String(phrase.value))) continue
    const time = text.slice(phrase.from, phrase.to).search(timeOfDay)
    const [rest = ''] = [...text.matchAll(address)].find(({ index }) => index === phrase.to) ?? []
    const end = time < 0 ? phrase.to + rest.length : phrase.from + time
    const value = text.slice(/^(in|at)$/i.test(preposition) ? phrase.from : index, end)
    return [{ value: withoutArticle(value), from: index, to: end }]
  }
  return []
}
