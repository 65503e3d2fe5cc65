// Text from models, files and tools made fit for one line of a terminal: no escape sequences, no
// control characters, a bounded width.
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

/** Columns of one character: two for the wide ones of East Asia and for pictures. */
function widthOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return (code >= 0x1100 && code <= 0x115f) || code >= 0x2e80 || picture.test(character) ? 2 : 1
}

const picture = /^\p{Emoji_Presentation}/u
