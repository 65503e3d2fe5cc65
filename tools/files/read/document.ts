// The part of read_file that shows a document by the line: an outline first, then ranges or what holds a
// word, with the next move named.

import { counted, type TextDocument } from '../../documents/text-document.ts'
import type { ToolResult } from '../../tool.ts'
import { longestLine, mentions } from '../lines.ts'
import { headline, nextMove, pick } from '../pick.ts'

const usualLines = 400
const mostOutline = 80

/** Which lines, counted from 1; all from the first on when nothing is given. */
export interface LinesPart {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly find?: string | undefined
}

/** Shows lines of a document. The first look at one that does not fit gives its outline as well. */
export function showDocument(document: TextDocument, part: LinesPart): Promise<ToolResult> {
  const { name, lines, outline, places, remarks } = document
  return showLines(part, {
    name,
    lines,
    found: (number, line) => {
      const place = places?.[number - 1] ?? ''
      return `${number}${place === '' ? '' : ` (${place})`}: ${line.trimStart()}`
    },
    before: (isFirst, isWhole) => [
      ...(isFirst ? [aboutDocument(document), ...remarks] : []),
      ...(isFirst && !isWhole ? outlineLines(outline, mostOutline) : []),
    ],
  })
}

/** Lines to show, and how. */
interface Shown {
  readonly name: string
  readonly lines: AsyncIterable<string> | Iterable<string>
  /** A line that holds what was looked for. */
  readonly found: (number: number, line: string) => string
  /** What is said first; `isFirst` at the first look, `isWhole` when all lines are shown. */
  readonly before: (isFirst: boolean, isWhole: boolean) => readonly string[]
}

/** Shows lines, those that hold a word when one is looked for. */
export async function showLines(
  part: LinesPart,
  { name, lines, found, before }: Shown,
): Promise<ToolResult> {
  const { find, offset, limit } = part
  // a long line arrives in pieces: the end of the one before is searched with the next
  let end = ''
  const fits = (line: string) => {
    if (find === undefined) return true
    const isFound = mentions(end + line, find)
    end = line.length === longestLine ? line.slice(-find.length) : ''
    return isFound
  }
  const size = (line: string) => line.length + 1
  const picked = await pick(lines, offset ?? 1, limit ?? usualLines, fits, size)
  const { items, count } = picked
  return {
    content: [
      ...before(offset === undefined && find === undefined, items.length === count),
      headline(name, 'line', picked, part),
      ...items.map(({ number, item }) => (find === undefined ? item : found(number, item))),
      ...nextMove('line', picked, part),
    ].join('\n'),
    details: { file: name, lines: count, shown: items.length },
  }
}

/** What a document is, in one line: `report.docx: Word document, 120 lines, 3 tables.` */
export function aboutDocument({
  name,
  what,
  title,
  facts,
  lines,
  unit = 'line',
}: TextDocument): string {
  const titled = title === undefined ? '' : `, titled "${title}"`
  return `${name}: ${[`${what}${titled}`, counted(lines.length, unit), ...facts].join(', ')}.`
}

/** The outline with its line numbers, cut after `most` entries. */
export function outlineLines(outline: TextDocument['outline'], most: number): string[] {
  if (outline.length === 0) return []
  const rest = outline.length - most
  return [
    'Outline, with the number of the line:',
    ...outline.slice(0, most).map(({ line, text }) => `${line}: ${text.slice(0, 160)}`),
    ...(rest > 0 ? [`and ${rest} more; find="..." searches`] : []),
  ]
}
