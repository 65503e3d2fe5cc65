// A long text in parts of bearable length, and the passages of it that hold some words.
import { foldText } from './nearest.ts'

/** A stretch of a text, `to` not included. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A stretch of a text that holds what was looked for, and the heading it stands under. */
export interface Passage extends Range {
  readonly text: string
  readonly heading: string
}

/** Characters of a part, about. */
const usual = 12_000

/** The parts of a text, cut before a heading or between paragraphs, lines or words, whatever comes late enough. */
export function partsOf(text: string, size = usual): readonly Range[] {
  const parts: Range[] = []
  let from = 0
  while (text.length - from > size * 1.15) {
    const window = text.slice(from, from + size)
    const late = size * 0.6
    const at = [/\n(?=#{1,3} |--- page )/g, /\n\n/g, /\n/g, / /g]
      .map(border => (window.search(border) < 0 ? 0 : lastEnd(window, border)))
      .find(end => end >= late)
    const to = from + (at ?? whole(window))
    parts.push({ from, to })
    from = to
  }
  return [...parts, { from, to: text.length }]
}

/** The number, from 1, of the part that a place is in. */
export function partAt(parts: readonly Range[], at: number): number {
  return parts.findIndex(({ to }) => at < to) + 1 || parts.length
}

/** The head of the table that goes on at a place in the text; nothing where none does. */
export function tableHeadAt(text: string, at: number): string {
  if (text[at] !== '|' || text[at - 1] !== '\n' || text[at - 2] === '\n') return ''
  const before = text.slice(text.lastIndexOf('\n\n', at) + 1, at).trimStart()
  const head = /^\|.*\n\|(?:---\|)+\n/.exec(before)?.[0]
  // the rule itself may be what the part begins with
  return head === undefined || text.startsWith('|---|', at) ? '' : head
}

const mostFound = 9_000
const longest = 1_200

/**
 * The passages of a text within a range that hold `wanted`, without regard to case, accents and spacing:
 * side by side, or else all of its words in one paragraph. `count` tells of those that no longer fit too.
 */
export function findPassages(
  text: string,
  wanted: string,
  within: Range,
): { readonly passages: readonly Passage[]; readonly count: number; readonly exact: boolean } {
  const phrase = plain(wanted)
  const words = phrase.split(' ').filter(word => word !== '')
  const blocks = [...blocksOf(text, within)].map(block => ({ ...block, folded: plain(block.text) }))
  const exact = blocks.filter(({ folded }) => folded.includes(phrase))
  const holding =
    exact.length > 0 || words.length < 2
      ? exact
      : blocks.filter(({ folded }) => words.every(word => folded.includes(word)))
  const passages: Passage[] = []
  let size = 0
  for (const { folded, ...block } of holding) {
    const passage = shortened(
      text,
      block,
      folded.indexOf(exact.length > 0 ? phrase : words[0]!) / folded.length,
    )
    size += passage.text.length
    if (passages.length > 0 && size > mostFound) break
    passages.push(passage)
  }
  return { passages, count: holding.length, exact: exact.length > 0 || holding.length === 0 }
}

// --- internal ---

/** Behind the last match of a border; a window begins behind one. */
function lastEnd(window: string, border: RegExp): number {
  let end = 0
  for (const found of window.matchAll(border)) end = found.index + found[0].length
  return end
}

/** The length of a text without half a character at its end. */
function whole(text: string): number {
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
}

function plain(text: string): string {
  return foldText(text.normalize('NFKD').replace(/\p{M}/gu, ''))
}

/** Paragraphs and rows of tables with what they stand under. */
function* blocksOf(text: string, { from, to }: Range): Generator<Passage> {
  let heading = ''
  let start = 0
  for (const line of text.slice(0, to).split(/(?<=\n\n)|(?<=\n)(?=\|)|(?<=\|\n)/)) {
    const title = /^#{1,6} (.*)$/m.exec(line)?.[1]
    if (title !== undefined) heading = title.trim().slice(0, 120)
    if (start >= from && line.trim() !== '')
      yield { from: start, to: start + line.length, text: line.trim(), heading }
    start += line.length
  }
}

/** A passage with the head of its table, or cut to the surroundings of what was found. */
function shortened(text: string, block: Passage, share: number): Passage {
  const { text: words, from } = block
  if (words.length <= longest) return { ...block, text: tableHeadAt(text, from) + words }
  const middle = Math.round(share * words.length)
  const begin = Math.max(0, Math.min(middle - longest / 2, words.length - longest))
  const space = words.indexOf(' ', begin)
  const start = begin === 0 || space < 0 || space > begin + 50 ? begin : space + 1
  const piece = words.slice(start, start + longest)
  return {
    ...block,
    from: from + start,
    to: from + start + longest,
    text: `${start > 0 ? '… ' : ''}${piece}${start + longest < words.length ? ' …' : ''}`,
  }
}
