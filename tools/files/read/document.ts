// The part of read_file that shows a document by the line: an outline first, then ranges or what holds a
// word, with the next move named.

import { counted, type TextDocument } from '../../documents/text-document.ts'
import type { ToolResult } from '../../tool.ts'
import { mentions } from '../lines.ts'
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
export async function showDocument(document: TextDocument, part: LinesPart): Promise<ToolResult> {
  const { name, lines, outline, places } = document
  const { find, offset, limit } = part
  const picked = await pick(
    lines,
    offset ?? 1,
    limit ?? usualLines,
    line => find === undefined || mentions(line, find),
    line => line.length + 1,
  )
  const first = offset === undefined && find === undefined
  const whole = picked.items.length === lines.length
  const shown = picked.items.map(({ number, item }) => {
    if (find === undefined) return item
    const place = places?.[number - 1] ?? ''
    return `${number}${place === '' ? '' : ` (${place})`}: ${item.trimStart()}`
  })
  return {
    content: [
      ...(first ? [aboutDocument(document), ...document.remarks] : []),
      ...(first && !whole ? outlineLines(outline, mostOutline) : []),
      headline(name, 'line', picked, part),
      ...shown,
      ...nextMove('line', picked, part),
    ].join('\n'),
    details: { file: name, lines: lines.length, shown: picked.items.length },
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
