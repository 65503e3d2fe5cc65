// Numbers and months in the words of other languages than English: what is quoted from a French contract or
// a German letter stands there too.
import * as danish from 'n2words/da-DK'
import * as german from 'n2words/de-DE'
import * as spanish from 'n2words/es-ES'
import * as french from 'n2words/fr-FR'
import * as italian from 'n2words/it-IT'
import * as norwegian from 'n2words/nb-NO'
import * as dutch from 'n2words/nl-NL'
import * as polish from 'n2words/pl-PL'
import * as portuguese from 'n2words/pt-PT'
import * as swedish from 'n2words/sv-SE'
import { once } from '../memo.ts'
import type { Span } from './passages.ts'

/**
 * Numbers in words of other languages, with their places: `hundertfünfzig`, `deux tiers`, `le trentième` (30, or a
 * part in 30), `vingt-cinq centimes` (25, and 0.25), `zwölf Euro fünfzig`, `nove euro e cinquanta`. Lines in English hold none.
 */
export function* numbersAbroad(text: string): Generator<Span & { readonly value: number }> {
  for (const words of linesAbroad(text, word => wordsOfNumbers().firsts.has(word))) {
    const found = phrasesIn(words)
    for (const [at, { from, to, values }] of found.entries()) {
      const place = (first: number) => ({ start: words[first]!.start, end: words[to - 1]!.end })
      for (const value of values) yield { value, ...place(from) }
      if (cents.test(words[to]?.word ?? '')) yield { value: values[0]! / 100, ...place(from) }
      const before = found[at - 1]
      if (!before) continue
      // `zwei Fünftel`, `zwölf Euro fünfzig`
      const isBeside = before.to === from
      const between = words.slice(before.to, from).map(({ word }) => word)
      const isPrice = values[0]! < 100 && coins.test(between.join(' '))
      const part = values.find(value => value < 1)
      if (isBeside && part) yield { value: before.values[0]! * part, ...place(before.from) }
      if (isPrice) yield { value: before.values[0]! + values[0]! / 100, ...place(before.from) }
    }
  }
}

/** The numbers, 1 to 12, of the months that are named in full in other languages; lines in English name none. */
export function monthsAbroad(text: string): readonly number[] {
  const numberOf = (word: string) => monthNames().numbers.get(word)
  const lines = linesAbroad(text, word => numberOf(word) !== undefined)
  return [...lines].flat().flatMap(({ word }) => numberOf(word) ?? [])
}

/** The number, 1 to 12, of the month that a word names in full in another language. */
export const monthAbroad = (word: string): number | undefined =>
  monthNames().numbers.get(plainLetters(word))

/** Whether a text is German, which writes every noun with a capital. */
export const capitalsNouns = (text: string): boolean =>
  !english.test(text) && (text.match(germanWords)?.length ?? 0) > 1

/** The source of a pattern for the names of a month, 1 to 12, in other languages; for text in small letters. */
export function monthPatternAbroad(month: number): string {
  return monthNames().patterns[month - 1]!
}

// --- internal ---

/** How each language says a number. */
const languages = {
  da: danish,
  de: german,
  es: spanish,
  fr: french,
  it: italian,
  nb: norwegian,
  nl: dutch,
  pl: polish,
  pt: portuguese,
  sv: swedish,
}

/** Small letters without accents, each in its place. */
function plainLetters(text: string): string {
  return text.replace(/\p{L}/gu, letter => {
    const [base = letter] = letter.normalize('NFD')
    return base.length === letter.length ? base.toLowerCase() : letter
  })
}

/** Words without which hardly a line of English is written, and which the other languages do not have. */
const english =
  /(?<!\p{L})(?:the|and|with|from|this|that|which|you|your|their|its|were|been)(?!\p{L})/iu

const germanWords =
  /(?<!\p{L})(?:der|das|dem|den|des|und|ist|sind|nicht|ein|eine|einen|einem|mit|für|von|vom|zum|zur|im|wie|wer|welche\p{L}?)(?!\p{L})/giu

/** `eine Stunde` is one hour: what is an article elsewhere is the number as well. */
const ones = 'ein eins eine einen einem einer eines un une uno una um uma een ett'.split(' ')

/** Parts that are not called as the place in a row is. */
const parts: readonly (readonly [number, string])[] = [
  [
    1 / 2,
    'halb halbe halben halbes halfte demi demie moitie mitad medio meta mezzo mezza metade meio meia helft halv halva halve halvdel polowa',
  ],
  [3 / 2, 'anderthalb anderthalbe anderthalben anderhalf anderhalve halvannen halvanden'],
  [1 / 3, 'drittel tiers tercio tercios terco tercos'],
  [1 / 4, 'viertel quart quarts kwart kwartier kvart cuarto cuartos'],
]

const coins =
  /^(?:euros?|franken|francs?|franchi|dollars?|dolares|pesos?|kronen?|kronor|kroner|pfund|zloty\p{L}*)(?: (?:et|y|e|und|en|og|och|i))?$/u
const cents = /^(?:cents?|centimes?|centimos?|centesimi|centavos?|rappen|ore|groszy?)$/

/** `achtjährig`, `dreimal`: what German and Dutch write behind a number in one word. */
const behindNumber =
  /(?<=\p{L}{3})(?:jahrig|monatig|wochig|tagig|stundig|fach|mal|maal)(?:e[rsnm]?)?$/u

interface Word extends Span {
  readonly word: string
}

/** The words of each line that holds such a word and is not English; without accents, with their places. */
function* linesAbroad(text: string, isSign: (word: string) => boolean): Generator<readonly Word[]> {
  for (const { 0: line, index: begins } of text.matchAll(/[^\n]+/g)) {
    if (english.test(line) || !/\p{L}/u.test(line)) continue
    const words = [...plainLetters(line).matchAll(/\p{L}+/gu)].map(({ 0: word, index }) => ({
      word: word.replace(behindNumber, ''),
      start: begins + index,
      end: begins + index + word.length,
    }))
    if (words.some(({ word }) => isSign(word))) yield words
  }
}

interface Phrase {
  /** The first word, and the one behind the last. */
  readonly from: number
  readonly to: number
  readonly values: readonly number[]
}

/** The longest phrases of numbers in a line, in order; `mille duecento` is one. */
function phrasesIn(words: readonly Word[]): readonly Phrase[] {
  const { values, longest } = wordsOfNumbers()
  const found: Phrase[] = []
  for (let from = 0; from < words.length; )
    for (let to = Math.min(words.length, from + longest); ; to--) {
      const phrase = words.slice(from, to).map(({ word }) => word)
      const meant = values.get(phrase.join(' '))
      if (!meant && to > from + 1) continue
      const before = found.at(-1)
      const [thousands = 1] = before?.values ?? []
      if (meant && before?.to === from && thousands % 1000 === 0 && meant[0]! < 1000)
        found.splice(-1, 1, { from: before.from, to, values: [thousands + meant[0]!] })
      else if (meant) found.push({ from, to, values: meant })
      from = to
      break
    }
  return found
}

/** What phrases such as `vingt et un` may be worth, what they begin with, and the words of the longest. */
const wordsOfNumbers = once(() => {
  const values = new Map<string, readonly number[]>()
  const add = (phrase: string, ...more: readonly number[]) => {
    const key = /^[a-z ]+$/.test(phrase) ? phrase : plainLetters(phrase).replaceAll('-', ' ')
    const before = values.get(key) ?? []
    if (more.every(value => before.includes(value))) return
    // a French hundred is an English coin
    if (key !== 'cent') values.set(key, [...new Set([...before, ...more])])
  }
  for (const one of ones) add(one, 1)
  for (const [value, words] of parts) for (const word of words.split(' ')) add(word, value)
  const whole = [
    ...count(2, 999),
    ...count(10, 100).map(n => n * 100),
    ...count(11, 100).map(n => n * 1000),
    1e6,
  ]
  for (const { toCardinal, toOrdinal } of Object.values(languages)) {
    for (const number of whole) {
      const spelled = toCardinal(number)
      add(spelled, number)
      add(spelled.replace(/^(?:ein|ett?)(?=h|t)/, ''), number)
      add(spelled.replace('cientos', 'cientas'), number)
    }
    for (const place of count(1, 31)) {
      const spelled = toOrdinal(place)
      for (const ending of ['', 's', 'r', 'n', 'm', 'l', 'ln', 'del', 'delar', 'dele'])
        add(`${spelled}${ending}`, place, 1 / place)
      add(spelled.replace(/[oy]$/, 'a'), place, 1 / place)
    }
  }
  const phrases = [...values.keys()].map(phrase => phrase.split(' '))
  const firsts: ReadonlySet<string> = new Set(phrases.map(([first]) => first!))
  return { values, firsts, longest: Math.max(...phrases.map(({ length }) => length)) }
})

const count = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** The months as they stand in a date: whole and shortened in a pattern for each, and the numbers of the whole names. */
const monthNames = once(() => {
  const spelled = (form: 'long' | 'short') =>
    Object.keys(languages).flatMap(language => {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: form })
      return Array.from({ length: 12 }, (_, month) => {
        const parts = format.formatToParts(new Date(2024, month, 5))
        const { value } = parts.find(({ type }) => type === 'month')!
        return { month, name: value.toLowerCase().replace(/\.$/, '') }
      })
    })
  const [whole, shortened] = [spelled('long'), spelled('short')]
  const patterns = Array.from({ length: 12 }, (_, at) => {
    const names = [...whole, ...shortened].filter(({ month }) => month === at)
    return [...new Set(names.map(({ name }) => name))].join('|')
  })
  const numbers: ReadonlyMap<string, number> = new Map(
    whole.map(({ name, month }) => [plainLetters(name), month + 1]),
  )
  return { patterns, numbers }
})
