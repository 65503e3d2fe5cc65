// A long text in parts of bearable length, and the passages of it that hold some words.
import { foldText } from '../nearest.ts'

/** A stretch of a text, `to` not included. */
interface Range {
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

/** Characters of all passages together, of one, and of what follows it for words that are cut apart. */
const mostFound = 9_000
const longest = 1_000
const overlap = 200

/**
 * The passages of a text within a range that hold `wanted` (at most 200 characters), without regard to
 * case, accents and spacing: side by side, or else all of its words in one passage. `count` tells of
 * those that no longer fit too.
 */
export function findPassages(
  text: string,
  wanted: string,
  within: Range,
): { readonly passages: readonly Passage[]; readonly count: number; readonly exact: boolean } {
  const phrase = plain(wanted)
  const words = phrase.split(' ')
  const side: Passage[] = []
  const apart: Passage[] = []
  for (const passage of passagesOf(text, within)) {
    const folded = plain(passage.text)
    const at = folded.indexOf(phrase)
    // what begins in the overlap is found in the passage that follows
    if (at >= 0 && at <= plain(text.slice(passage.from, passage.to)).length) side.push(passage)
    else if (words.every(word => folded.includes(word))) apart.push(passage)
  }
  const holding = side.length > 0 ? side : apart
  const passages: Passage[] = []
  let size = 0
  for (const passage of holding) {
    size += passage.text.length
    if (passages.length > 0 && size > mostFound) break
    passages.push({ ...passage, text: tableHeadAt(text, passage.from) + passage.text })
  }
  return { passages, count: holding.length, exact: holding !== apart || apart.length === 0 }
}

/** Which part of a page this is, and how the others are had. */
export function partNote(number: number, parts: number): string {
  if (parts === 1) return 'This is all of it.'
  const next = number < parts ? `: ask with part: ${number + 1}` : ''
  return `This is part ${number} of ${parts}${next}, or with find: "words".`
}

/** How many passages hold what was looked for, and what to do about too few or too many. */
export function countOf(
  { find, part }: { readonly find?: string | undefined; readonly part?: number | undefined },
  found: ReturnType<typeof findPassages>,
  parts: number,
): string {
  const where = part === undefined ? 'it' : `part ${part}`
  const wanted = JSON.stringify(find)
  if (found.count === 0)
    return `Nothing in ${where} holds ${wanted}; find fewer or other words, or read its ${parts} part${parts === 1 ? '' : 's'}.`
  const how = found.exact ? wanted : `the words ${wanted}, though not side by side`
  const left =
    found.passages.length < found.count
      ? ` The first ${found.passages.length} are shown: find rarer words, or ask with part as well.`
      : ''
  return `${found.count} passage${found.count === 1 ? '' : 's'} of ${where} hold${found.count === 1 ? 's' : ''} ${how}.${left}`
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

/** Paragraphs and rows of tables with what they stand under, long ones in pieces. */
function* passagesOf(text: string, { from, to }: Range): Generator<Passage> {
  let heading = ''
  let start = 0
  for (const block of text.slice(0, to).split(/(?<=\n\n)|(?<=\n)(?=\|)|(?<=\|\n)/)) {
    const title = /^#{1,6} (.*)$/m.exec(block)?.[1]
    if (title !== undefined) heading = title.trim().slice(0, 120)
    if (start >= from && block.trim() !== '')
      for (const piece of partsOf(block, longest)) {
        const more = piece.to < block.length ? overlap : 0
        yield {
          from: start + piece.from,
          to: start + piece.to,
          text: block.slice(piece.from, piece.to + more).trim(),
          heading,
        }
      }
    start += block.length
  }
}
