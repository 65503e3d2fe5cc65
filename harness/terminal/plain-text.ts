// Text from models, files and tools made fit for one line of a terminal: no escape sequences, no
// control characters, a bounded width.
import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'

/** Columns that a text takes on a terminal, by the library that ink goes by. */
export const columnsOf = (text: string): number =>
  narrow.test(text) ? text.length : wide().default(text)

/**
 * `text` on one line, without escape sequences, control characters and characters that change the
 * direction of the text around them.
 */
export function harmless(text: string): string {
  return stripVTControlCharacters(text.toWellFormed())
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(unseen, '')
    .trim()
}

/** The lines of a text, harmless, with the blanks in them: what a program printed stands as it stood. */
export const harmlessLines = (text: string): string =>
  stripVTControlCharacters(text.toWellFormed())
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n\t]|[^\P{Cc}\n\t]/gu, ' ')
    .replace(unseen, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '')

/** `text`, harmless and at most `width` columns wide; what is left out is marked by an ellipsis. */
export function shortened(text: string, width: number): string {
  const whole = harmless(text.length > 20 * width ? text.slice(0, 20 * width) : text)
  if (columnsOf(whole) <= width) return whole
  let columns = 0
  let kept = ''
  for (const { segment } of characters.segment(whole)) {
    columns += columnsOf(segment)
    if (columns >= width) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/**
 * `line` as lines of at most `width` columns, broken between words and `hang` columns further in than it
 * begins; a word that is longer than a line is broken where it must be.
 */
export function wrapped(line: string, width: number, hang = 2): readonly string[] {
  if (columnsOf(line) <= width) return [line]
  const indent = ' '.repeat(Math.min(/^ */.exec(line)![0].length + hang, Math.floor(width / 2)))
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
      if (used + columnsOf(segment) > width && segment !== ' ') next()
      now += segment
      used += columnsOf(segment)
    }
  }
  return [...lines, now.trimEnd()]
}

/** The same for sentences: only an item of a list is further in from its second line on. */
export const wrappedProse = (line: string, width: number): readonly string[] =>
  wrapped(line, width, /^ *(?=[-*•✗] )/.test(line) ? 2 : 0)

/** Writes the lines to the stream, broken between words where it is a terminal that is narrower. */
export function writeLines(stream: Output, lines: readonly string[]): void {
  const width = columnsIn(stream)
  stream.write(`${lines.flatMap(line => wrapped(line, width)).join('\n')}\n`)
}

/** A stream that hands each piece it is told to `take`. */
export const taking = (take: (piece: string) => void): Writable =>
  new Writable({
    write(piece, _encoding, done) {
      take(String(piece))
      done()
    },
  })

/** Columns that a line may have there; none is too long where it is no terminal. */
export const columnsIn = (stream: Output): number =>
  stream.isTTY ? stream.columns || 80 : Number.POSITIVE_INFINITY

/** What a command found. */
export interface Found {
  /** For `--json`. */
  readonly data: unknown
  /** For a person; where it is a function, as wide as the terminal is. */
  readonly lines: readonly string[] | ((width: number) => readonly string[])
}

/** Prints the data as one line of JSON when that is asked for, else the lines. */
export function printFound(stream: Output, json: unknown, { data, lines }: Found): void {
  if (json === true) stream.write(`${printJson(data)}\n`)
  else writeLines(stream, typeof lines === 'function' ? lines(columnsIn(stream)) : lines)
}

/** JSON on one line that a terminal shows and does not obey. */
export function printJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * Rows under their heads as lines of text, columns of numbers to the right. Where a line would be longer
 * than `width`, each row is its first cell with the others below it, by their heads.
 */
export function aligned(
  rows: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  const [heads = [], ...body] = rows
  const all = heads.map((_, at) => rows.map(row => row[at] ?? ''))
  const widths = all.map(cells => Math.max(...cells.map(columnsOf)))
  const toTheRight = all.map(
    (cells, at) => at > 0 && cells.slice(1).every(cell => /^(?:[-+–$]?\d.*|[-–]?)$/.test(cell)),
  )
  if (widths.reduce((sum, each) => sum + each + 2, -2) > width)
    return body.flatMap(([first = '', ...others]) => {
      const named = others.flatMap((cell, at) => (cell === '' ? [] : `${heads[at + 1]} ${cell}`))
      return [first, `  ${named.join(', ')}`]
    })
  const padded = (text: string, at: number) => {
    const room = ' '.repeat(widths[at]! - columnsOf(text))
    return toTheRight[at] ? room + text : text + room
  }
  return rows.map(row => row.map(padded).join('  ').trimEnd())
}

/** Blocks of lines with an empty line between them; empty blocks are left out. */
export const inBlocks = (blocks: readonly (readonly string[])[]): readonly string[] =>
  blocks
    .filter(block => block.length > 0)
    .flatMap((block, at) => (at === 0 ? block : ['', ...block]))

/** A table of `items`, a row each: `columns` gives the cells by the heads that stand above them. */
export function tableOf<Item>(
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item) => string | number>>,
  width?: number,
): readonly string[] {
  const cells = Object.values(columns)
  const rows = items.map(item => cells.map(cell => String(cell(item))))
  return aligned([Object.keys(columns), ...rows], width)
}

// --- internal ---

/** Letters of Latin and the marks that are printed here: each takes a column. */
const narrow = /^[ -~\u00a0-\u00ac\u00ae-\u02ff–—‘’“”…·→✓✗]*$/

/** It takes longer to load than all else that a line needs, and most lines do without. */
const wide = (): typeof import('string-width') => createRequire(import.meta.url)('string-width')

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** What no one sees, but for the joiner inside a picture of several. */
const unseen =
  /\p{Cf}(?<!(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic}))/gu

interface Output extends Writable {
  readonly isTTY?: boolean
  readonly columns?: number
}
