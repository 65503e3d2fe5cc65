// What any document becomes that is read by the line: Word documents, web pages, Markdown, JSON.

/** A document as lines of Markdown or JSON. */
export interface TextDocument {
  readonly name: string
  /** What it is, in words: `Word document`. */
  readonly what: string
  readonly title?: string
  /** What its lines are, when they are not lines of text: `file`. */
  readonly unit?: string
  /** What is said of it beside its size: `3 tables`, `2 footnotes`. */
  readonly facts: readonly string[]
  /** What is to be kept in mind when reading it, a sentence each. */
  readonly remarks: readonly string[]
  /** Headings, tables or keys, each with the line it stands in, counted from 1. */
  readonly outline: readonly { readonly line: number; readonly text: string }[]
  readonly lines: readonly string[]
  /** Where each line belongs (`items[3].name`), where that can be said. */
  readonly places?: readonly string[]
}

/** Which document; `path` is absolute, `name` is for messages. */
export interface DocumentRequest {
  readonly path: string
  readonly name: string
  /** The path by which it was asked for, to name what lies in it; the name when left out. */
  readonly asked?: string
}

/** A document of Markdown lines, with its outline; how many tables it has is the first of its `facts`. */
export function markdownDocument(
  about: Omit<TextDocument, 'outline' | 'lines' | 'places'>,
  written: readonly string[],
): TextDocument {
  const lines = cutLines(written)
  const { outline, tables } = markdownOutline(lines)
  const facts = [...(tables > 0 ? [counted(tables, 'table')] : []), ...about.facts]
  return { ...about, facts, outline, lines }
}

/** The tables in Markdown lines: the line of the head, counted from 1, and the cells of head and rows. */
export function tablesIn(
  lines: readonly string[],
): readonly { readonly line: number; readonly rows: readonly (readonly string[])[] }[] {
  const tables: { line: number; rows: (readonly string[])[] }[] = []
  let end = 0
  for (const { at, line } of outsideFences(lines)) {
    if (at < end || !isRule(line) || !lines[at - 1]?.includes('|')) continue
    end = at + 1
    while (lines[end]?.includes('|')) end++
    tables.push({ line: at, rows: [lines[at - 1]!, ...lines.slice(at + 1, end)].map(cellsOf) })
  }
  return tables
}

/** Lines of which none is longer than is shown at once: a longer one becomes several. */
export function cutLines(lines: readonly string[]): string[] {
  return lines.flatMap(line =>
    line.length <= longest
      ? [line]
      : (line.match(new RegExp(`[\\s\\S]{1,${longest}}`, 'gu')) ?? []),
  )
}

/** `1 table`, `3 tables`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

// --- internal ---

const longest = 2000

/** Headings and tables of Markdown lines, and how many tables there are. */
function markdownOutline(lines: readonly string[]) {
  const tables = tablesIn(lines)
  const headings = [...outsideFences(lines)].filter(({ line }) => /^#{1,6}\s+\S/.test(line))
  const outline: TextDocument['outline'] = [
    ...headings.map(({ at, line }) => ({ line: at + 1, text: line.trim() })),
    ...tables.map(({ line }, index) => ({
      line,
      text: `table ${index + 1}: ${lines[line - 1]!.trim()}`,
    })),
  ]
  return { outline: outline.toSorted((a, b) => a.line - b.line), tables: tables.length }
}

function* outsideFences(lines: readonly string[]) {
  let fence: string | undefined
  for (const [at, line] of lines.entries()) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
    if (fence === undefined && mark === undefined) yield { at, line }
    else if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence)) fence = undefined
  }
}

/** The cells of a row, without what only says how they look. */
function cellsOf(line: string): readonly string[] {
  const inner = line.trim().replace(/^\||(?<!\\)\|$/g, '')
  return inner.split(/(?<!\\)\|/).map(cell =>
    cell
      .trim()
      .replace(/\[([^\]]*)\]\([^()]*\)/g, '$1')
      .replace(/^(\*\*|__|[*_`])(.+)\1$/, '$2')
      .replace(/\\(?=[\p{P}\p{S}])/gu, ''),
  )
}

/** The line between the head of a table and its rows. */
function isRule(line: string): boolean {
  return line.includes('|') && /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-*:?\s*)*$/.test(line)
}
