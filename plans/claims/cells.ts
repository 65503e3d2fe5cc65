// Cells of the rows that a quote holds, and texts made of them.
import type { Span } from '../text/passages.ts'
import type { Reading } from '../text/reading.ts'

/** The cells of each row that stand in these words. */
export const rowsIn = ({ passages, text }: Reading, { start, end }: Span) =>
  passages
    .filter(row => row.isRow && row.start < end && start < row.end)
    .map(({ parts }) =>
      parts
        .filter(cell => start <= cell.start && cell.end <= end)
        .map(cell => text.slice(cell.start, cell.end)),
    )

/** Whether the text is two or more of the cells in their order, with marks between: "rope: 382". */
export function joins(text: string, cells: readonly string[]): boolean {
  let [rest, taken] = [text.trim().toLowerCase(), 0]
  for (const cell of cells) {
    if (cell === '' || !rest.startsWith(cell.toLowerCase())) continue
    const after = rest.slice(cell.length)
    const [marks = ''] = after.match(/^(?:[\s:;,()=–]|-(?!\d))+/) ?? []
    if (marks.trim() === '' && after !== '') continue
    rest = after.slice(marks.length)
    taken += 1
  }
  return taken > 1 && rest === ''
}
