// Text from models, files and tools made fit for one line of a terminal: no escape sequences, no
// control characters, a bounded width.
import type { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'

/**
 * `text` on one line, without escape sequences, control characters and characters that change the
 * direction of the text around them.
 */
export function harmless(text: string): string {
  return stripVTControlCharacters(text.toWellFormed())
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim()
}

/** `text`, harmless and at most `width` columns wide; what is left out is marked by an ellipsis. */
export function shortened(text: string, width: number): string {
  const whole = harmless(text.length > 20 * width ? text.slice(0, 20 * width) : text)
  let columns = 0
  let kept = ''
  for (const { segment } of characters.segment(whole)) {
    const next = columns + widthOf(segment)
    if (next > width - 1 && kept.length + segment.length < whole.length) return `${kept.trimEnd()}…`
    if (next > width) return `${kept.trimEnd()}…`
    columns = next
    kept += segment
  }
  return kept
}

/**
 * `line` as lines of at most `width` columns, broken between words and as far in as it begins; a word
 * that is longer than a line is broken where it must be.
 */
export function wrapped(line: string, width: number): readonly string[] {
  if (line.length * 2 <= width || columnsOf(line) <= width) return [line]
  const indent = ' '.repeat(Math.min(/^ */.exec(line)![0].length + 2, Math.floor(width / 2)))
  const lines: string[] = []
  let now = ''
  let used = 0
  const next = () => {
    lines.push(now.trimEnd())
    now = indent
    used = indent.length
  }
  for (const word of line.split(/(?<=\s)(?=\S)/)) {
    const fits = columnsOf(word.trimEnd())
    if (used + fits > width && now.trim() !== '') next()
    for (const { segment } of characters.segment(word)) {
      if (used + widthOf(segment) > width && segment !== ' ') next()
      now += segment
      used += widthOf(segment)
    }
  }
  return [...lines, now.trimEnd()]
}

/** Writes the lines to the stream, broken between words where it is a terminal that is narrower. */
export function writeLines(stream: Output, lines: readonly string[]): void {
  const width = stream.isTTY ? stream.columns || 80 : Number.POSITIVE_INFINITY
  stream.write(`${lines.flatMap(line => wrapped(line, width)).join('\n')}\n`)
}

/** Prints what a command found: `data` as one line of JSON when that is asked for, else the lines. */
export function printFound(
  stream: Output,
  json: unknown,
  { data, lines }: { readonly data: () => unknown; readonly lines: () => readonly string[] },
): void {
  if (json === true) stream.write(`${printJson(data())}\n`)
  else writeLines(stream, lines())
}

/** JSON on one line that a terminal shows and does not obey. */
export function printJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Rows as lines of text: the first column to the left, the others to the right below their heads. */
export function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map(row => (row[at] ?? '').length)),
  )
  return rows.map(row =>
    row
      .map((text, at) => (at === 0 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!)))
      .join('  '),
  )
}

// --- internal ---

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

interface Output extends Writable {
  readonly isTTY?: boolean
  readonly columns?: number
}

function columnsOf(text: string): number {
  let columns = 0
  for (const { segment } of characters.segment(text)) columns += widthOf(segment)
  return columns
}

/** Columns of one character: two for the wide ones of East Asia and for pictures. */
function widthOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return (code >= 0x1100 && code <= 0x115f) || code >= 0x2e80 || picture.test(character) ? 2 : 1
}

const picture = /^\p{Emoji_Presentation}/u
