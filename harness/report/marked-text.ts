// A text with the places marked that beliefs rest on. Long texts are cut, and say by how much; what a
// belief rests on is never cut away.

import { once } from '../../plans/memo.ts'
import type { Value } from '../../plans/plan.ts'
import type { Span } from '../../plans/text/passages.ts'
import { type Reading, read } from '../../plans/text/reading.ts'
import { placesOf } from '../../plans/text/values.ts'
import { asPattern } from '../../plans/text/words.ts'

/** A part of a text: words, with the beliefs that rest on them, or how many characters are left out. */
export type Piece =
  | { readonly text: string; readonly beliefs?: readonly number[]; readonly value?: true }
  | { readonly cut: number }

export interface Rest {
  /** Names the belief: its place in a list. */
  readonly belief: number
  readonly value: Value
  readonly quote?: string
}

/**
 * Marks the words that each of `rests` quotes, and its value in them; without a quote, its value. A text
 * of more than `most` characters keeps its beginning and what surrounds the marks.
 */
export function markedText(text: string, rests: readonly Rest[], most = 4_000) {
  const reading = once(() => read(text))
  const marks = rests.flatMap(({ belief, value, quote }): readonly Mark[] => {
    const words = quote ?? (typeof value === 'string' ? value : undefined)
    const said = words === undefined ? undefined : placeOf(words, text, reading)
    const number = typeof value === 'number' ? numberIn(value, said, text, reading) : undefined
    return [
      ...(said ? [{ ...said, belief, value: false }] : []),
      ...(number ? [{ ...number, belief, value: true }] : []),
    ]
  })
  const kept = text.length <= most ? [{ start: 0, end: text.length }] : keptOf(text, marks, most)
  return { pieces: piecesOf(text, marks, kept), marked: new Set(marks.map(mark => mark.belief)) }
}

// --- internal ---

interface Mark extends Span {
  readonly belief: number
  /** True for the value itself, false for the words it was taken from. */
  readonly value: boolean
}

/** Where the words stand; they are read with more patience only when they do not stand there as they are. */
function placeOf(words: string, text: string, reading: () => Reading): Span | undefined {
  const parts = words.trim().split(/\s+/)
  if (parts[0] === '') return undefined
  const found = new RegExp(parts.map(asPattern).join('\\s+'), 'i').exec(text)
  if (found) return { start: found.index, end: found.index + found[0].length }
  return reading().find(words)[0]
}

/** Where the number stands in the words it was taken from; without them, in the whole text. */
function numberIn(
  value: number,
  said: Span | undefined,
  text: string,
  reading: () => Reading,
): Span | undefined {
  const within = said ? read(text.slice(said.start, said.end)) : reading()
  const [place] = placesOf(value, [{ start: 0, end: within.text.length }], within)
  const { start = 0 } = said ?? {}
  return place && { start: start + place.start, end: start + place.end }
}

/** Characters kept on either side of a mark. */
const around = 300

/** What is kept, in order and apart. */
function keptOf(text: string, marks: readonly Mark[], most: number): readonly Span[] {
  const wanted = [
    { start: 0, end: Math.ceil(most / 2) },
    ...marks.map(({ start, end }) => ({
      start: Math.max(0, start - around),
      end: Math.min(text.length, end + around),
    })),
  ].sort((a, b) => a.start - b.start)
  const kept: Span[] = []
  for (const span of wanted) {
    const last = kept.at(-1)
    // a gap that is shorter than the note about it is not worth one
    if (last && span.start <= last.end + 60)
      kept[kept.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else kept.push(span)
  }
  const last = kept.at(-1)!
  return text.length - last.end > 60
    ? kept
    : [...kept.slice(0, -1), { start: last.start, end: text.length }]
}

function piecesOf(text: string, marks: readonly Mark[], kept: readonly Span[]): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const span of kept) {
    if (span.start > end) pieces.push({ cut: span.start - end })
    const within = marks.filter(mark => mark.start < span.end && mark.end > span.start)
    const edges = within.flatMap(mark => [mark.start, mark.end])
    const stops = [...new Set([span.start, ...edges, span.end])].sort((a, b) => a - b)
    for (const [at, start] of stops.slice(0, -1).entries())
      pieces.push(pieceAt(text, { start, end: stops[at + 1]! }, within))
    end = span.end
  }
  return end < text.length ? [...pieces, { cut: text.length - end }] : pieces
}

function pieceAt(text: string, { start, end }: Span, marks: readonly Mark[]): Piece {
  const on = marks.filter(mark => mark.start <= start && mark.end >= end)
  const beliefs = [...new Set(on.map(mark => mark.belief))]
  return {
    text: text.slice(start, end),
    ...(beliefs.length > 0 && { beliefs }),
    ...(on.some(mark => mark.value) && { value: true }),
  }
}
