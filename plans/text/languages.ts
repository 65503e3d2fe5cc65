// Numbers and months in the words of other languages than English: what is quoted from a French contract or
// a German letter stands there too.
import { toCardinal as danish } from 'n2words/da-DK'
import { toCardinal as german } from 'n2words/de-DE'
import { toCardinal as spanish } from 'n2words/es-ES'
import { toCardinal as french } from 'n2words/fr-FR'
import { toCardinal as italian } from 'n2words/it-IT'
import { toCardinal as norwegian } from 'n2words/nb-NO'
import { toCardinal as dutch } from 'n2words/nl-NL'
import { toCardinal as polish } from 'n2words/pl-PL'
import { toCardinal as portuguese } from 'n2words/pt-PT'
import { toCardinal as swedish } from 'n2words/sv-SE'
import { once } from '../memo.ts'
import type { Span } from './passages.ts'

/** Whole numbers below a hundred, and a thousand, in words of other languages, with their places; lines in English hold none. */
export function* numbersAbroad(text: string): Generator<Span & { readonly value: number }> {
  const { values, firsts, longest } = countingWords()
  const worth = (words: readonly Word[]) => values.get(words.map(({ word }) => word).join(' '))
  for (const words of linesAbroad(text, firsts))
    for (let at = 0; at < words.length; at++)
      for (let count = Math.min(longest, words.length - at); count > 0; count--) {
        const phrase = words.slice(at, at + count)
        const value = worth(phrase)
        if (value === undefined) continue
        yield { value, start: phrase[0]!.start, end: phrase.at(-1)!.end }
        at += count - 1
        break
      }
}

/** The numbers, 1 to 12, of the months that are named in full in other languages; lines in English name none. */
export function monthsAbroad(text: string): readonly number[] {
  const { numbers } = monthNames()
  return [...linesAbroad(text, numbers)].flat().flatMap(({ word }) => numbers.get(word) ?? [])
}

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
const cardinals = Object.values(languages)

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

/** `eine Stunde` is one hour: what is an article elsewhere is the number as well. */
const ones = 'ein eins eine einen einem einer eines un une uno una um uma een ett'.split(' ')

/** `achtjährig`, `dreimal`: what German and Dutch write behind a number in one word. */
const behindNumber =
  /(?<=\p{L}{3})(?:jahrig|monatig|wochig|tagig|stundig|fach|mal|maal)(?:e[rsnm]?)?$/u

interface Word extends Span {
  readonly word: string
}

/** The words of each line that holds one of `signs` and is not English; without accents, with their places. */
function* linesAbroad(
  text: string,
  signs: { readonly has: (word: string) => boolean },
): Generator<readonly Word[]> {
  for (const { 0: line, index: begins } of text.matchAll(/[^\n]+/g)) {
    const words = [...plainLetters(line).matchAll(/\p{L}+/gu)].map(({ 0: word, index }) => ({
      word: word.replace(behindNumber, ''),
      start: begins + index,
      end: begins + index + word.length,
    }))
    if (words.some(({ word }) => signs.has(word)) && !english.test(line)) yield words
  }
}

/** What phrases of several words, such as `vingt et un`, are worth, what they begin with, and how long the longest is. */
const countingWords = once(() => {
  // not a hundred: a French one is an English coin
  const above = [...Array.from({ length: 98 }, (_, at) => at + 2), 1000]
  const values: ReadonlyMap<string, number> = new Map([
    ...ones.map(word => [word, 1] as const),
    ...cardinals.flatMap(cardinal =>
      above.map(value => [plainLetters(cardinal(value)).replaceAll('-', ' '), value] as const),
    ),
  ])
  const phrases = [...values.keys()].map(phrase => phrase.split(' '))
  const firsts: ReadonlySet<string> = new Set(phrases.map(([first]) => first!))
  return { values, firsts, longest: Math.max(...phrases.map(({ length }) => length)) }
})

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
