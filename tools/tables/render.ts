// A small table as text for a model: one line per row, cells cut, nothing in a cell can break it.

/** Text of a whole rendered table is cut after about this many characters. */
export const mostInTable = 12_000
const mostInCell = 200

/**
 * Rows as a Markdown table; cells longer than 200 characters are cut with `…`, line breaks become
 * `⏎`, an empty cell stays empty. Says how many rows were left out when it grows too long.
 */
export function renderTable(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string {
  const lines = [line(columns), `|${columns.map(() => '---|').join('')}`]
  let size = lines.join().length
  for (const [at, row] of rows.entries()) {
    const next = line(columns.map((_, column) => row[column]))
    size += next.length + 1
    if (size > mostInTable && at > 0) {
      lines.push(`(${rows.length - at} more rows left out here)`)
      break
    }
    lines.push(next)
  }
  return lines.join('\n')
}

/** How long the line of a row is, about. */
export function lineSize(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + Math.min(cell.length, mostInCell) + 3, 10)
}

function line(cells: readonly (string | number | null | undefined)[]): string {
  return `| ${cells.map(cell => cellText(cell)).join(' | ')} |`
}

/** One cell on one line. */
export function cellText(cell: string | number | null | undefined, most = mostInCell): string {
  const text = String(cell ?? '').trim()
  const flat = text.replace(/\s*[\r\n]+\s*/g, ' ⏎ ').replaceAll('|', '\\|')
  return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat
}
