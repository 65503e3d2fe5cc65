// A text looked at once for all claims that rest on it: its passages, their words, its figures.

import { firstPlace } from '../bisect.ts'
import { memo, once } from '../memo.ts'
import { figuresIn } from './amounts.ts'
import { passagesOf, type Span } from './passages.ts'
import { plainMarks } from './quotes.ts'

/** A tool result, or another text, with what has been read of it so far. */
export type Reading = ReturnType<typeof read>

/** Reads `text`; each part of the work is done when it is first asked for, in time linear in the text. */
export function read(text: string) {
  const passages = once(() => passagesOf(text))
  const figures = once(() => figuresIn(text))
  const flat = once(() => flatten(text))
  const loose = once(() => flatten(text, true))
  /** The passage that a place lies in. */
  const passageAt = (place: number) => {
    const next = firstPlace(passages().length, at => passages()[at]!.start > place)
    const found = passages()[next - 1]
    return found && place <= found.end ? found : undefined
  }
  const whole = [{ start: 0, end: text.length }]
  const stretch = (words: string, spans: readonly Span[], fits?: Fits) => {
    const found = placesOf(flatten(words).text, flat(), spans, fits)
    return found.length > 0 ? found : placesOf(flatten(words, true).text, loose(), spans, fits)
  }
  /** The pieces of a quote, each behind the last one in the same paragraph. */
  const pieces = (words: readonly string[]): readonly Span[] => {
    const [first, ...rest] = words.map(piece => stretch(piece, whole))
    for (const start of first ?? []) {
      const found = [start]
      const paragraph = passageAt(start.start)?.group
      for (const places of rest) {
        const next = places.find(place => place.start >= found.at(-1)!.end)
        if (next && passageAt(next.start)?.group === paragraph) found.push(next)
      }
      if (found.length === words.length) return found
    }
    return []
  }
  /**
   * Where the words stand in the text, white space, case and typographic marks aside, and where they stand
   * nowhere so, emphasis, footnote marks, links and hyphens too; 200 places at most. What three dots
   * leave out may be anything in the same paragraph.
   */
  const find = memo(mostQuotes, (wanted: string) => {
    const plain = stretch(wanted, whole)
    const parts = wanted.split(leftOut).filter(part => /[\p{L}\p{N}]/u.test(part))
    return plain.length === 0 ? pieces(parts) : plain
  })
  return {
    text,
    get passages() {
      return passages()
    },
    get figures() {
      return figures()
    },
    passageAt,
    find,
    /** Where the words stand as whole words in one of `spans`; a plural of the last one counts. */
    findWords: (wanted: string, spans: readonly Span[]) => stretch(wanted, spans, isWhole),
  }
}

// --- internal ---

/** Quotes of which it is remembered where they stand in a text. */
const mostQuotes = 10_000

interface Flat {
  readonly text: string
  /** The place in the text of each character. */
  readonly places: readonly number[]
}

/** The text in one spelling, white space as single blanks, and where each character of it stood. */
function flatten(text: string, loose = false): Flat {
  let flat = ''
  const places: number[] = []
  const marks = loose ? [...text.matchAll(markup)] : []
  let at = 0
  let next = 0
  for (const character of text) {
    while (marks[next] && marks[next]!.index + marks[next]![0].length <= at) next += 1
    const dropped = marks[next] !== undefined && marks[next]!.index <= at
    const plain = dropped ? '' : spelling(character)
    if (plain !== ' ' || (flat !== '' && !flat.endsWith(' '))) {
      flat += plain
      for (let i = 0; i < plain.length; i++) places.push(at)
    }
    at += character.length
  }
  return { text: flat, places }
}

/** What a quote may leave out without a sign: emphasis, footnote marks, links, tags, hyphens inside words. */
const markup =
  /[*`]+|\[\d{1,3}\]|\[(?=[^\]\n]{1,200}\]\()|\]\([^)\s]{0,300}\)|<\/?\w[^<>\n]{0,80}>|(?<=\p{L})-\s*(?=\p{L})/gu

/** How a quote says that it leaves something out. */
const leftOut = /\s*(?:\[\s*(?:\.{3}|…)\s*\]|\.{3,}|…)\s*/u

function spelling(character: string): string {
  if (character >= '!' && character <= '~') return character.toLowerCase()
  if (/\s/u.test(character)) return ' '
  return plainMarks(character.normalize('NFKC')).replace(/\s+/g, ' ').toLowerCase()
}

type Fits = (text: string, start: number, end: number) => boolean

function placesOf(
  wanted: string,
  { text, places }: Flat,
  spans: readonly Span[],
  fits: Fits = () => true,
): readonly Span[] {
  const words = wanted.trim()
  const found: Span[] = []
  if (words === '') return found
  const standing = (place: number) => firstPlace(places.length, at => places[at]! >= place)
  for (const span of spans) {
    const last = standing(span.end) - words.length
    let at = text.indexOf(words, standing(span.start))
    for (; at >= 0 && at <= last && found.length < most; at = text.indexOf(words, at + 1))
      if (fits(text, at, at + words.length))
        found.push({ start: places[at]!, end: places[at + words.length - 1]! + 1 })
  }
  return found
}

const most = 200

/** Neither end lies inside a word; scripts that write without blanks have no such ends. */
function isWhole(text: string, start: number, end: number): boolean {
  const letter = /[\p{L}\p{N}]/u
  const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
  const inside = (a: string, b: string) =>
    letter.test(a) && letter.test(b) && !spaceless.test(a) && !spaceless.test(b)
  if (start > 0 && inside(text[start - 1]!, text[start]!)) return false
  const rest = text.slice(end, end + 4)
  return (
    rest === '' || !inside(text[end - 1]!, rest[0]!) || /^(?:s|es|'s)(?![\p{L}\p{N}])/u.test(rest)
  )
}
