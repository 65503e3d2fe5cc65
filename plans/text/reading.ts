// A text looked at once for all claims that rest on it: its passages, their words, its figures.
import { type Figure, figuresIn } from './amounts.ts'
import { type Passage, passagesOf, type Span } from './passages.ts'
import { plainMarks } from './quotes.ts'
import { stemsOf } from './words.ts'

/** A tool result, or another text, with what has been read of it so far. */
export interface Reading {
  readonly text: string
  readonly passages: readonly Passage[]
  readonly figures: readonly Figure[]
  /** The passage that a place lies in. */
  readonly passageAt: (place: number) => Passage | undefined
  /** The passage before it in the same paragraph or table. */
  readonly before: (passage: Passage) => Passage | undefined
  /** In how many passages a word occurs. */
  readonly spread: (stem: string) => number
  /** The words of the caption or heading of a passage, and of the sentence before. */
  readonly above: (passage: Passage) => ReadonlySet<string>
  /** The words of the head of a column. */
  readonly stemsOfHead: (head: string) => ReadonlySet<string>
  /** The words of a span. */
  readonly stems: (span: Span) => ReadonlySet<string>
  /** Where `words` stand in the text, white space, case and typographic marks aside; 200 places at most. */
  readonly find: (words: string) => readonly Span[]
  /** Where they stand as whole words in one of `spans`; a plural of the last one counts. */
  readonly findWords: (words: string, spans: readonly Span[]) => readonly Span[]
}

/** Reads `text`; each part of the work is done when it is first asked for, in time linear in the text. */
export function read(text: string): Reading {
  const passages = once(() => passagesOf(text))
  const figures = once(() => figuresIn(text))
  const words = new Map<Span, ReadonlySet<string>>()
  const stems = (span: Span) => {
    const known = words.get(span) ?? stemsOf(text.slice(span.start, span.end))
    words.set(span, known)
    return known
  }
  const spread = once(() => {
    const counts = new Map<string, number>()
    for (const passage of passages())
      for (const stem of stems(passage)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    return counts
  })
  const order = once(() => new Map(passages().map((passage, index) => [passage, index])))
  const before = (passage: Passage) => {
    const previous = passages()[(order().get(passage) ?? 0) - 1]
    return previous?.group === passage.group ? previous : undefined
  }
  const headings = new Map<string, ReadonlySet<string>>()
  const stemsOfHead = (head: string) => {
    const known = headings.get(head) ?? stemsOf(head)
    headings.set(head, known)
    return known
  }
  const quotes = new Map<string, readonly Span[]>()
  const find = (wanted: string) => {
    const known = quotes.get(wanted) ?? placesOf(wanted, flat(), [{ start: 0, end: text.length }])
    quotes.set(wanted, known)
    return known
  }
  const flat = once(() => flatten(text))
  return {
    text,
    stems,
    get passages() {
      return passages()
    },
    get figures() {
      return figures()
    },
    passageAt: place => lastBefore(passages(), place),
    before,
    above: passage => {
      const previous = before(passage)
      const heading = stemsOfHead(passage.above)
      return previous && !passage.isRow ? new Set([...heading, ...stems(previous)]) : heading
    },
    spread: stem => spread().get(stem) ?? 0,
    find,
    stemsOfHead,
    findWords: (wanted, spans) => placesOf(wanted, flat(), spans, isWhole),
  }
}

// --- internal ---

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function lastBefore(passages: readonly Passage[], place: number): Passage | undefined {
  let low = 0
  let high = passages.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (passages[middle]!.start <= place) low = middle + 1
    else high = middle
  }
  const found = passages[low - 1]
  return found && place <= found.end ? found : undefined
}

interface Flat {
  readonly text: string
  /** The place in the text of each character. */
  readonly places: readonly number[]
}

/** The text in one spelling, white space as single blanks, and where each character of it stood. */
function flatten(text: string): Flat {
  let flat = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const plain = spelling(character)
    if (plain !== ' ' || (flat !== '' && !flat.endsWith(' '))) {
      flat += plain
      for (let i = 0; i < plain.length; i++) places.push(at)
    }
    at += character.length
  }
  return { text: flat, places }
}

function spelling(character: string): string {
  if (character >= '!' && character <= '~') return character.toLowerCase()
  if (/\s/u.test(character)) return ' '
  return plainMarks(character.normalize('NFKC')).replace(/\s+/g, ' ').toLowerCase()
}

function placesOf(
  wanted: string,
  { text, places }: Flat,
  spans: readonly Span[],
  fits: (text: string, start: number, end: number) => boolean = () => true,
): readonly Span[] {
  const words = flatten(wanted).text.trim()
  const found: Span[] = []
  if (words === '') return found
  for (const span of spans) {
    const last = firstFrom(places, span.end) - words.length
    let at = text.indexOf(words, firstFrom(places, span.start))
    for (; at >= 0 && at <= last && found.length < most; at = text.indexOf(words, at + 1))
      if (fits(text, at, at + words.length))
        found.push({ start: places[at]!, end: places[at + words.length - 1]! + 1 })
  }
  return found
}

const most = 200

/** The first place in the flat text that stood at `place` or later. */
function firstFrom(places: readonly number[], place: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! < place) low = middle + 1
    else high = middle
  }
  return low
}

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
