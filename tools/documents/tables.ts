// Tables inside documents and pages: every cell in its place, merged ones repeated, and the whole as
// Markdown that nothing in a cell can break.
import TurndownService from 'turndown'

/** A cell that spans others, as it stands in its row. */
interface SpanningCell {
  readonly text: string
  readonly columns: number
  readonly rows: number
}

/** What is asked of an element of HTML. */
export interface Tag {
  readonly nodeName: string
  readonly parentNode: Tag | null
  readonly textContent: string | null
  getAttribute(name: string): string | null
}

/** A table of HTML: what stands before its rows, such as a caption, and the rows. */
export interface HtmlTable {
  readonly before: string
  readonly rows: readonly (readonly SpanningCell[])[]
  readonly node: Tag
}

/** How the tables of one kind of document are written. */
interface TableWriting {
  /** The text of a cell, of what is in it. */
  readonly cell: (content: string, node: Tag) => string
  /** The Markdown of a table that has rows. */
  readonly table: (table: HtmlTable) => string
}

/** Turns HTML into Markdown whose words stand as they are, to be quoted: nothing is escaped or emphasized. */
export function plainMarkdown(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
  })
  service.escape = text => text
  rulesOf(service)(['strong', 'b', 'em', 'i', 'code'], content => content)
  return service
}

/** Adds rules to the service, each for elements of some names. */
export const rulesOf =
  (service: TurndownService) =>
  (tags: string[], replacement: (content: string, node: Tag) => string): unknown =>
    service.addRule(tags.join(), {
      filter: node => tags.includes(node.nodeName.toLowerCase()),
      // the element of whatever DOM parsed the page
      replacement: (content, node) => replacement(content, node as unknown as Tag),
    })

/** Adds what turns tables into Markdown. HTML must be without `tableMarks` before it is converted. */
export function addTables(service: TurndownService, { cell, table }: TableWriting): void {
  const rule = rulesOf(service)
  rule(['td', 'th'], (content, node) => {
    const spans = [spanOf(node, 'colspan'), spanOf(node, 'rowspan')].join()
    return `${cellMark}${spans}${spanMark}${cell(content, node)}${cellEnd}`
  })
  rule(['tr'], content => `${rowMark}${content}`)
  rule(['thead', 'tbody', 'tfoot'], content => content)
  rule(['caption'], content => (content.trim() === '' ? '' : `\n\n${content.trim()}\n\n`))
  rule(['table'], (content, node) => {
    const [before = '', ...lines] = content.split(rowMark)
    if (lines.length === 0) return withoutTableMarks(content)
    return table({ before: before.trim(), rows: lines.map(cellsOf), node })
  })
}

/** Characters for private use that mark rows and cells on their way into a table. */
export const tableMarks = /[\ue000-\ue003]/g

/** A text without the marks of rows and cells, and what they say of a cell. */
export function withoutTableMarks(text: string): string {
  return text.replace(/\ue001[\d,]*\ue002|[\ue000-\ue003]/g, ' ')
}

/**
 * Rows in which a merged cell stands in every place it covers. A table of more than `most` places throws,
 * or, where it may be `cut`, stands without the rest.
 */
export function spread(
  rows: readonly (readonly SpanningCell[])[],
  { most = 1_000_000, cut = false } = {},
): string[][] {
  const grid: (string | undefined)[][] = rows.map(() => [])
  let budget = most
  for (const [row, cells] of rows.entries()) {
    let column = 0
    for (const cell of cells) {
      while (grid[row]![column] !== undefined) column += 1
      const columns = Math.min(Math.max(1, cell.columns), mostColumns)
      const below = Math.min(rows.length, row + Math.max(1, cell.rows))
      for (let y = row; y < below && budget > 0; y++)
        for (let x = column; x < column + columns && budget > 0; x++) {
          budget -= 1
          grid[y]![x] ??= cell.text
        }
      if (budget === 0 && !cut) throw new Error('a table of it has too many cells')
      column += columns
    }
  }
  return grid.map(line => Array.from(line, cell => cell ?? ''))
}

/** Rows of cells as a Markdown table; the first row is its head, `rule` stands below each cell of it. */
export function markdownTable(rows: readonly (readonly string[])[], rule = ' --- '): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => oneLine(row[at] ?? '')).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), `|${`${rule}|`.repeat(width)}`, ...body.map(line)].join('\n')
}

// --- internal ---

const [rowMark, cellMark, spanMark, cellEnd] = ['\ue000', '\ue001', '\ue002', '\ue003']

/** A cell that claims to be wider is this wide. */
const mostColumns = 1000

function spanOf(node: Tag, name: 'colspan' | 'rowspan'): number {
  const count = Number.parseInt(node.getAttribute(name) ?? '', 10)
  // 0 rows means all that follow
  if (count === 0 && name === 'rowspan') return Number.MAX_SAFE_INTEGER
  return Math.max(1, count || 1)
}

function cellsOf(line: string): SpanningCell[] {
  return [...line.matchAll(/\ue001(\d+),(\d+)\ue002([^\ue003]*)/g)].map(
    ([, columns, rows, text = '']) => ({
      text: text.trim(),
      columns: Number(columns),
      rows: Number(rows),
    }),
  )
}

function oneLine(text: string): string {
  return text
    .trim()
    .replace(/\s*\n\s*/g, ' ⏎ ')
    .replace(/(?<!\\)\|/g, '\\|')
}
