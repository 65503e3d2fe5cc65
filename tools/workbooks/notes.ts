// What is said of a sheet beside its values: merged cells, what is hidden, conditional colours, comments.

import { listed, rangesOf } from '../ranges.ts'
import { cellText } from '../tables/render.ts'
import { columnLetters } from './cell-value.ts'
import type { Sheet } from './workbook.ts'

const mostComments = 30

/** Sentences about a sheet; with `rows`, comments only of those rows and as they are written. */
export function sheetNotes(
  { merged, hiddenRows, hiddenColumns, conditional, comments }: Sheet,
  rows?: { readonly from: number; readonly to: number },
): string[] {
  const near = merged.filter(
    each => !rows || (each.row <= rows.to && each.row + each.rows > rows.from),
  )
  const ranges = near.map(each => each.range)
  const said = (about: string, items: readonly string[]) =>
    items.length > 0 ? [`${about} ${listed(items)}.`] : []
  return [
    ...said('Merged cells, whose value stands in the first and holds for all of them:', ranges),
    ...said('Hidden in the sheet, though shown here: rows', rangesOf(hiddenRows)),
    ...said(
      'Hidden in the sheet, though shown here: columns',
      rangesOf(hiddenColumns, columnLetters),
    ),
    ...said('Conditional formatting, which is not evaluated, may colour', conditional),
    ...commentLines(comments, rows),
  ]
}

// --- internal ---

function commentLines(comments: Sheet['comments'], rows?: { from: number; to: number }): string[] {
  if (!rows)
    return comments.size === 0
      ? []
      : [`Comments beside cells: ${comments.size}; read_file shows them.`]
  const near = [...comments].filter(([address]) => {
    const row = Number(address.replace(/^[A-Z]+/, ''))
    return row >= rows.from && row <= rows.to
  })
  if (near.length === 0) return []
  const rest = near.length - mostComments
  return [
    'Comments beside cells:',
    ...near.slice(0, mostComments).map(([address, text]) => `- ${address}: ${cellText(text, 500)}`),
    ...(rest > 0 ? [`- and ${rest} more; narrow the rows to see them`] : []),
  ]
}
