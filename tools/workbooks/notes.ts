// What is said of a sheet beside its values: merged cells, what is hidden, conditional colours, comments.

import { rangesOf } from '../ranges.ts'
import { cellText } from '../tables/render.ts'
import { columnLetters } from './cell-value.ts'
import type { Sheet } from './workbook.ts'

const mostRanges = 20
const mostComments = 30

/** Sentences about a sheet; with `rows`, comments only of those rows and as they are written. */
export function sheetNotes(
  sheet: Sheet,
  rows?: { readonly from: number; readonly to: number },
): string[] {
  const { merged, hiddenRows, hiddenColumns, conditional, comments } = sheet
  const near = merged.filter(
    each => !rows || (each.row <= rows.to && each.row + each.rows > rows.from),
  )
  return [
    ...(near.length > 0
      ? [
          `Merged cells, whose value stands in the first and holds for all of them: ${listed(near.map(each => each.range))}.`,
        ]
      : []),
    ...(hiddenRows.length > 0
      ? [`Hidden in the sheet, though shown here: rows ${listed(rangesOf(hiddenRows))}.`]
      : []),
    ...(hiddenColumns.length > 0
      ? [
          `Hidden in the sheet, though shown here: columns ${listed(rangesOf(hiddenColumns, columnLetters))}.`,
        ]
      : []),
    ...(conditional.length > 0
      ? [`Conditional formatting, which is not evaluated, may colour ${listed(conditional)}.`]
      : []),
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

function listed(items: readonly string[]): string {
  const rest = items.length - mostRanges
  return items.slice(0, mostRanges).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
