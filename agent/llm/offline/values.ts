// Values that a sentence states: numbers with their units, dates, times of day, names, places.
import { dimensionOf } from '../../../plans/expressions/expression.ts'
import { parseUnit } from '../../../plans/expressions/units.ts'
import type { Value } from '../../../plans/plan.ts'
import { anyMonth, anyWeekday, monthNames, weekdayNames } from '../../../plans/text/months.ts'
import { numberWords } from '../../../plans/text/numerals.ts'
import { isMeasuring, measures, type Prose, proseOf } from './quantities/measures.ts'
import { isCurrency, isMoney } from './roles.ts'
import { contentTerms, isAmong, sameStem, stem } from './stems.ts'
import type { Want } from './wanted.ts'
import { isParticiple, stopWords } from './words.ts'

/** A value as a sentence states it; `from` and `to` are its characters. */
export interface Found {
  readonly value: Value
  readonly unit?: string
  readonly from: number
  readonly to: number
}

/** The numbers of `text`, which stands behind `context`, that `want` may mean: of its dimension, or of what it counts. */
export function numbersFor(
  text: string,
  want: Pick<Want, 'dimensions' | 'noun' | 'which'>,
  context = '',
): readonly Found[] {
  const prose = proseOf(text)
  const taken = datesIn(text)
  /** Where the last of those ends that say what they count. */
  let named: number | undefined
  return measures(prose).flatMap(({ value, unit, first, end }): Found[] => {
    const { from } = prose.tokens[first]!
    const to = prose.tokens[end - 1]!.to
    if (overlaps(taken, { from, to })) return []
    if (isPartOfRange(text, from, to) || /\p{L}[-_]$/u.test(text.slice(0, from))) return []
    const found = { value, from, to }
    if (want.noun !== undefined) {
      // a time of day counts nothing
      if (String(value).includes(':')) return []
      const isLabelled = !isCurrency(unit) && isLabelOf(text.slice(0, from), want.noun)
      const said = countedBy(prose, first, end, want.noun) ?? (isLabelled ? to : undefined)
      const measured = isMeasuring(parseUnit(unit)) && { unit }
      if (said && !measured) named = said
      const goesOn = unit === '' && named !== undefined && leavesOut(text, named, { from, to })
      const counted =
        said ?? countedBefore(text, to, want.noun, context) ?? (goesOn ? to : undefined)
      if (counted && isOtherKind(text.slice(prose.tokens[first]!.to, counted), want)) return []
      return counted ? [{ ...found, ...measured, to: Math.max(to, counted) }] : []
    }
    const aged = unit === '' && /\b(?:age of|aged|age:)\s+$/i.test(text.slice(0, from))
    if (aged && want.dimensions.includes('time')) return [{ ...found, unit: 'years' }]
    const dimension = unit === '' ? undefined : dimensionOf(unit)
    if (dimension === undefined) return []
    const fits =
      want.dimensions.length === 0
        ? dimension !== '1'
        : want.dimensions.some(d =>
            d === 'money'
              ? // so is what is paid per day
                isMoney(dimension.split('/')[0]!) || isPounds(unit)
              : d === dimension || (d === 'temperature' && unit === 'degrees'),
          )
    return fits ? [{ ...found, unit }] : []
  })
}

/** Every number of `text` that is no date and no end of a range. */
export function numbersIn(text: string): readonly Found[] {
  const prose = proseOf(text)
  const dates = [...datesIn(text), ...timesIn(text)]
  return measures(prose).flatMap(({ value, unit, first, end }): Found[] => {
    const [from, to] = [prose.tokens[first]!.from, prose.tokens[end - 1]!.to]
    const dated = overlaps(dates, { from, to })
    // the 220 of `AQ-220` counts nothing
    const coded = /\p{L}[-_]?$/u.test(text.slice(0, from))
    return dated || coded || isPartOfRange(text, from, to) ? [] : [{ value, unit, from, to }]
  })
}

/** Pounds are weight or money, as the question says. */
const isPounds = (unit: string) => /^pounds?$/i.test(unit)

/** The days, months and years of a text, the longest spelling each. */
export function datesIn(text: string): readonly Found[] {
  // `Room 22 may become free`
  return matches(text, datePattern).filter(
    ({ value, to }) => !(/\d may$/.test(String(value)) && /^ \p{Ll}/u.test(text.slice(to))),
  )
}

/** The times of day: `19:30`, `7 pm`, `noon`. */
export function timesIn(text: string): readonly Found[] {
  return matches(text, clock)
}

/** The days of the week, several in a row as one: `Mondays and Fridays`, `Tuesday to Sunday`. */
export function weekdaysIn(text: string): readonly Found[] {
  return matches(text, weekdays)
}

/** Numbers to call, addresses of mail, pages on the web. */
export function contactsIn(text: string, by: NonNullable<Want['by']>): readonly Found[] {
  const dated = datesIn(text)
  return matches(text, contacts[by]).filter(each => !overlaps(dated, each))
}

/** What things are known by: `7710-C`, `FP7-044`, `20457781`. */
export function codesIn(text: string): readonly Found[] {
  const phones = contactsIn(text, 'phone').filter(({ value }) => /^[0+(]/.test(String(value)))
  const others = [...datesIn(text), ...timesIn(text), ...phones]
  return matches(text, code).filter(each => !overlaps(others, each))
}

/** The part of a date that is asked for. */
export function partOf(date: string, part: Want['part']): string | undefined {
  if (part === 'year') return /\b\d{4}\b/.exec(date)?.[0]
  return part === 'month' ? new RegExp(anyMonth, 'i').exec(date)?.[0] : date
}

/** Proper names: capitalised words in a row, titles and particles included. */
export function namesIn(text: string): readonly (Found & { readonly value: string })[] {
  return [...text.matchAll(properName)].flatMap(match => {
    let [name] = match
    let from = match.index
    name = name.replace(opening, '')
    from += match[0].length - name.length
    // `on Friday Matthias Cole`
    const dated = calendar.exec(name)?.[0].concat(' ') ?? ''
    if (dated !== '' && name.startsWith(dated)) {
      from += dated.length
      name = name.slice(dated.length)
    }
    name = name.replace(/\s+(?:of|the|de|von|van|and)$/iu, '')
    const titled =
      /^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Captain|Capt|Cllr|President|Major|General)\.?\s+(?=\S+\s+\S)/u.exec(
        name,
      )
    if (titled) {
      from += titled[0].length
      name = name.slice(titled[0].length)
    }
    const alone = !name.includes(' ')
    if (name.length < 2 || calendar.test(name) || (alone && isOrdinary(name))) return []
    return [{ value: name, from, to: from + name.length }]
  })
}

/** What says that something becomes what it was not: `rises from 8`. */
const change =
  '\\b(?:r(?:ises?|ose|aised?)|f(?:alls?|ell)|increase[sd]?|(?:goes|go|went) (?:up|down)|reduced?|changed?|cut|widened|grew|grows?|dropp?(?:s|ed))\\b[^.;]{0,40}?\\bfrom\\s+'
/** `rises from 8 to 9`. */
export const changes = new RegExp(`${change}[^.;]{0,20}?\\bto\\s`, 'iu')
/** What stands before the value that was, and before the one that is from then on. */
export const changing = new RegExp(`${change}\\p{Sc}?$`, 'iu')
export const changed = new RegExp(`${change}[^.;]{0,20}?\\bto\\s+\\p{Sc}?$`, 'iu')

export function matches(text: string, pattern: RegExp): readonly Found[] {
  return [...text.matchAll(pattern)].map(({ 0: value, index }) => ({
    value: value.trim(),
    from: index,
    to: index + value.length,
  }))
}

// --- internal ---

type Span = Pick<Found, 'from' | 'to'>

const overlaps = (all: readonly Span[], { from, to }: Span) =>
  all.some(each => each.from < to && from < each.to)

const datePattern = new RegExp(
  `\\d{4}-\\d{2}-\\d{2}|\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${anyMonth}(?:,? \\d{4})?\\b|\\b${anyMonth} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?\\b|\\b${anyMonth} \\d{4}\\b|\\b\\d{1,2}[./]\\d{1,2}[./]\\d{4}\\b|(?<=\\b(?:in|since|until|by) )${anyMonth}\\b(?! \\d)|(?<=\\b(?:in|since|until|by|of|from|to|year|and|before|after|around|about|summer|spring|autumn|winter|during|,|\\()\\s?)(?:1[0-9]\\d\\d|20\\d\\d)\\b(?!\\s?(?:km|m|kg|%|euros?|pounds?|people|members))`,
  'gi',
)

const code =
  /(?<![\p{L}\p{Sc}\d.,/-])(?=[\p{Lu}/-]*\d)(?:[\p{Lu}\d]+(?:[-/][\p{Lu}\d]+)+|\p{Lu}{2}\d{2}(?: [\p{Lu}\d]{4}){3,7}(?: [\p{Lu}\d]{1,3})?|\p{Lu}{1,4}\d{2,}[\p{Lu}\d]*|\d{4,})(?![\p{L}\d/-]|[.,]\d|\s?(?:%|euros?|pounds?|dollars?|EUR|GBP))/gu

const weekdays = new RegExp(
  `\\b${anyWeekday}s?\\b(?:(?:,| and|, and| to|–|-) ?${anyWeekday}s?\\b)*`,
  'g',
)

/** What may stand behind `7.50` where it is no amount. */
const ending =
  '\\s*(?:[,;)]|\\.(?!\\d)|$|(?:and|to|until|till|on|in|from|daily|every|or|local|sharp|hrs?)\\b|[–-])'
const clock = new RegExp(
  [
    '(?<![\\d:])\\d{1,2}:\\d{2}(?:\\s?(?:[ap]m\\b|[ap]\\.m\\.))?(?![\\d:])',
    '\\b(?:\\d{1,2}\\.)?\\d{1,2}\\s?(?:[ap]m\\b|[ap]\\.m\\.)',
    '\\b(?:12 )?(?:noon|midnight)\\b',
    "\\b\\d{1,2} o['’]clock",
    `(?<=\\b(?:at|from|until|till|to|by|between|before|after|about|around)\\s)(?:[01]?\\d|2[0-3])\\.[0-5]\\d(?=${ending})`,
  ].join('|'),
  'gi',
)

const contacts = {
  phone:
    /(?<![\p{L}\d.,/-])(?:\(\+?\d{2,6}\) ?|\+?\d)(?:[ ()/-]{0,2}\d){5,13}(?![\p{L}\d]|[.,]\d)/gu,
  email: /[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu,
  web: /\bhttps?:\/\/[^\s<>"')]*[^\s<>"').,;:!?]|(?<![@\p{L}\d.-])(?:www\.)?[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.(?:com|org|net|eu|info|co\.uk|org\.uk|uk|de|fr|io)\b(?:\/[^\s<>"').,;]*)?/giu,
} as const

const calendar = new RegExp(
  `^(?:${[...monthNames, ...weekdayNames].join('|')}|Christmas|Easter)s?\\b`,
)

const word = "\\p{Lu}[\\p{L}\\p{M}'’.-]*(?<!\\.)"
const initial = '\\p{Lu}\\.'
const title = '(?:Mr|Mrs|Ms|Dr|Prof|St|Capt|Cllr)\\.?'
const properName = new RegExp(
  `(?:${title}\\s+)?(?:${initial}\\s+)*${word}(?:\\s+(?:(?:de|del|della|van|von|der|den|da|di|la|le|of|of the|von der|van der|&)\\s+)?(?:${initial}|${word}))*`,
  'gu',
)

/** What begins a sentence and is no part of the name behind it. */
const opening =
  /^(?:Between|With(?:out)?|For|From|To|Since|Under|Over|After|Before|During|Until|In|On|At|By|Of|Near|Like|Unlike|Against|Behind|Beside|Through|About|As|Is|Are|Was|Were|When|Where|While|Although|Because|If|And|But|Or|So|Both|Then|Later|Today|Yesterday|Now|Also|Only|Dear|Hello|Hi|(?:Our|My|His|Her|Their|Its)(?! (?:Lady|Majesty)))\s+/u

const isOrdinary = (name: string) =>
  stopWords.has(name.toLowerCase()) ||
  /^(During|After|Before|Today|Since|Until|When|While|Although|Because|Only|Also|Each|Every|Some|Most|Then|Later|Present|Apologies|Its|Their|Electric|First|Last|Next)$/.test(
    name,
  )

/** `between 6 and 7 m`, `25 to 40 mm`, `from €3 to €5`, `1 or 2` and `1 in 10` state no one value. */
function isPartOfRange(text: string, from: number, to: number): boolean {
  if (changing.test(text.slice(0, from)) && /^[^.;]*\bto\s/.test(text.slice(to))) return false
  if (changed.test(text.slice(0, from))) return false
  const before = text.slice(Math.max(0, from - 40), from)
  const after = text.slice(to, to + 30)
  return (
    /\d\s*(?:\p{L}{1,3}\s*)?(?:to|–|-)\s*\p{Sc}?$/u.test(before) ||
    /\d or $|\b(?:1|one) in $/i.test(before) ||
    /\bbetween\s+\p{Sc}?$/iu.test(before) ||
    /\bbetween\s+\p{Sc}?[\d.,]+\s*(?:\p{L}+\s+)?and\s+\p{Sc}?$/iu.test(before) ||
    /^\s*(?:to|–|-)\s*\p{Sc}?\d/u.test(after) ||
    (/\d$/.test(text.slice(0, to)) && /^ or \d/.test(after))
  )
}

/** Where the noun counted ends, when the number counts it: `280 wooden boxes`, `the stars number 48,212`. */
function countedBy(
  { tokens: all }: Pick<Prose, 'tokens'>,
  first: number,
  end: number,
  noun: string,
): number | undefined {
  const start = first + 1
  // `12 of the 96 jobs`
  const isOf = end === start && all[end]?.word === 'of'
  const whole = /^(?:the|our|its|their)$/.test(all[end + 1]?.word ?? '') ? end + 2 : end + 1
  if (isOf && (all[whole]?.kind === 'number' || numberWords.has(all[whole]?.word ?? '')))
    return countedBy({ tokens: all }, whole, whole + 1, noun)
  for (let at = start; at < Math.min(all.length, end + 3); at++) {
    const { word, kind, to } = all[at]!
    if (kind === 'mark' && word !== '-') return undefined
    if (kind === 'number' || /^(?:percent|%|more|fewer|less)$/.test(word)) return undefined
    // `120 g rolled oats` are no rolls
    if (sameStem(stem(word), noun) && !isParticiple(word)) return to
    if (at >= end && stopWords.has(word) && !/^(?:of|them|which|whom|these)$/.test(word))
      return undefined
  }
  return undefined
}

/** Where `of them` ends, when the noun counted was spoken of before: `112 plots, 9 of which are let`. */
function countedBefore(text: string, to: number, noun: string, context: string) {
  const there = /\bthere (?:are|were|was)\s+$/.test(text.slice(0, to).replace(/\S+$/, ''))
  const back =
    /^\s+of (?:them|which|whom)\b/.exec(text.slice(to))?.[0] ??
    (there && /^\s*(?:[.,;)]|$)/.test(text.slice(to)) ? '' : undefined)
  const spoken = contentTerms(`${context} ${text.slice(0, to)}`)
  return back !== undefined && spoken.some(term => sameStem(term.stem, noun))
    ? to + back.length
    : undefined
}

/** `six hens on a full plot, three on a half plot`: the second counts what the first does. */
const leavesOut = (text: string, named: number, { from, to }: Span) =>
  /^[^.;:]*(?:,|\b(?:and|but))\s+(?:(?:and|but|up to|only)\s+)*$/.test(text.slice(named, from)) &&
  /^\s+(?:on|in|at|for|from|by|to)\s/.test(text.slice(to))

/** `Place settings: 13`: the label says what is counted or measured. */
function isLabelOf(before: string, noun: string): boolean {
  const [, label] = /([^:]{1,60}):\s+$/.exec(before) ?? []
  return label !== undefined && contentTerms(label).some(term => sameStem(term.stem, noun))
}

/** `310 pear trees` are no apple trees. */
function isOtherKind(phrase: string, { noun, which = [] }: Pick<Want, 'noun' | 'which'>): boolean {
  const said = contentTerms(phrase).filter(({ stem }) => !/^\d/.test(stem) && stem !== noun)
  return which.length > 0 && said.length > 0 && !said.some(term => isAmong(term.stem, which))
}
