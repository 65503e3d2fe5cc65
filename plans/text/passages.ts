// What a tool result is made of: rows of tables with their column heads, and sentences, each cut into
// clauses. A value is judged by the passage it stands in.

/** A part of a text: where it begins and ends. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** One record of a text: a row of a table, or a sentence (or a line that is none). */
export interface Passage extends Span {
  /** The cells of a row with the heads of their columns, or the clauses of a sentence. */
  readonly parts: readonly (Span & { readonly head?: string | undefined })[]
  readonly isRow: boolean
  /** Which table or paragraph it belongs to; passages of one number stand together. */
  readonly group: number
}

/** The passages of `text` in order; in time linear in its length. */
export function passagesOf(text: string): readonly Passage[] {
  const found: Passage[] = []
  let group = 0
  let heads: readonly string[] = []
  let open: Span | undefined // what may go on in the next line
  const close = () => {
    if (!open) return
    found.push(...sentences(text, open, group))
    open = undefined
  }
  let next = 0
  for (const words of text.split('\n')) {
    const line = { start: next, end: next + words.length }
    next = line.end + 1
    if (isRow(words)) {
      close()
      const before = found.at(-1)
      if (isRule(words)) {
        // the row above the rule holds the heads of a table that begins here
        if (before?.isRow && before.end === line.start - 1) {
          found.pop()
          heads = before.parts.map(part => text.slice(part.start, part.end))
        }
        group += 1
        continue
      }
      if (!before?.isRow && heads.length === 0) group += 1
      const cells = cellsOf(words, line.start)
      const parts = cells.map((cell, i) => ({ ...cell, head: heads[i] || undefined }))
      found.push({ ...line, parts, isRow: true, group })
      continue
    }
    heads = []
    const blank = words.trim() === ''
    if (open && !blank && goesOn(text.slice(open.start, open.end)))
      open = { ...open, end: line.end }
    else {
      close()
      if (blank) group += 1
      else open = line
    }
  }
  close()
  return found
}

// --- internal ---

const isRow = (line: string) => /^\s*\|.*\|\s*$/.test(line)
const isRule = (line: string) => /^[\s|:-]+$/.test(line) && line.includes('-')

/** Whether a line was broken for its length alone. */
function goesOn(paragraph: string): boolean {
  const last = paragraph.slice(paragraph.lastIndexOf('\n') + 1)
  return last.length >= 70 && !/[.!?:;|]\s*$|\S\s{3,}\S/.test(last)
}

function cellsOf(line: string, offset: number): Span[] {
  const cells: Span[] = []
  let start = line.indexOf('|') + 1
  for (let bar = line.indexOf('|', start); bar >= 0; bar = line.indexOf('|', start)) {
    const cell = line.slice(start, bar)
    const lead = cell.length - cell.trimStart().length
    cells.push({ start: offset + start + lead, end: offset + start + lead + cell.trim().length })
    start = bar + 1
  }
  return cells
}

const sentenceEnd = /[.!?](?:["”’)\]]*)\s+(?=[\p{Lu}\d"“(])/gu
const clauseEnd = /[,;:]\s+|\s(?:and|or|but|while|whereas)\s/g

function sentences(text: string, span: Span, group: number): Passage[] {
  return split(text, span, sentenceEnd)
    .filter(part => text.slice(part.start, part.end).trim() !== '')
    .map(part => ({ ...part, parts: split(text, part, clauseEnd), isRow: false, group }))
}

function split(text: string, { start, end }: Span, boundary: RegExp): Span[] {
  const parts: Span[] = []
  let from = start
  for (const match of text.slice(start, end).matchAll(boundary)) {
    // "Dr. Smith", "1. Hourly pay": a full stop after a short word ends nothing, but after 420 kW
    if (
      match[0].startsWith('.') &&
      /(?:^|(?<!\d)\s)(?:\d{1,2}|\p{L}{1,2})$/u.test(text.slice(from, start + match.index))
    )
      continue
    parts.push({ start: from, end: start + match.index + match[0].trimEnd().length })
    from = start + match.index + match[0].length
  }
  return [...parts, { start: from, end }]
}
