// HTML as Markdown whose words stand as on the page, so that they can be quoted: no emphasis, no escapes,
// links apart from the words. Tables are kept, with cells that span rows repeated in each.
import TurndownService from 'turndown'

/** A link: where in the text it stands, its words and its absolute address. */
export interface PageLink {
  readonly at: number
  readonly words: string
  readonly address: string
}

/** Markdown, and the links that stand in it in order. */
export interface LinkedText {
  readonly text: string
  readonly links: readonly PageLink[]
}

/** Text without the characters that nobody sees: they can carry words that only a model reads. */
export function visible(text: string): string {
  return text
    .replace(/[\u00AD\u200B\u2060-\u2064\uFEFF\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\u{E0000}-\u{E007F}\uE000-\uE003\0]/gu, '')
}

/** The Markdown of HTML in which links are absolute already. */
export function toMarkdown(html: string): LinkedText {
  const targets: Pick<PageLink, 'words' | 'address'>[] = []
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    hr: '---',
  })
  service.escape = text => text
  service.remove(node => unread.has(node.nodeName.toLowerCase()))
  service.addRule('words', {
    filter: ['strong', 'b', 'em', 'i', 'code'],
    replacement: words => words,
  })
  service.addRule('link', {
    filter: 'a',
    replacement: (content, node) => {
      const address = attribute(node, 'href')
      const words = content.replace(marks, '').replace(/\s+/g, ' ').trim()
      if (!/^https?:/.test(address) || words === '') return content
      return `${content}${mark.link}${targets.push({ words, address }) - 1}${mark.end}`
    },
  })
  service.addRule('image', {
    filter: 'img',
    replacement: (_, node) => {
      const alt = attribute(node, 'alt').replace(/\s+/g, ' ').trim()
      return alt === '' ? '' : `[image: ${alt}]`
    },
  })
  service.addRule('raised', {
    filter: 'sup',
    // 10⁸ is not 108, while a footnote or an ordinal is no exponent
    replacement: words => (/^\s*[-−+]?(\d+|[a-z])\s*$/i.test(words) ? `^${words.trim()}` : words),
  })
  service.addRule('formula', {
    filter: node => node.nodeName.toLowerCase() === 'math',
    replacement: (_, node) => attribute(node, 'alttext') || (node.textContent ?? ''),
  })
  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content, node) =>
      `${mark.cell}${span(node, 'rowspan')},${span(node, 'colspan')}${mark.end}${content}`,
  })
  service.addRule('row', { filter: 'tr', replacement: content => `${mark.row}${content}` })
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: rows => rows })
  service.addRule('table', { filter: 'table', replacement: tableText })
  const marked = service.turndown(html).replace(/^(#+|-)?[ \t]*$/gm, '')
  return withoutMarks(marked.replace(/\n{3,}/g, '\n\n'), targets)
}

/** The links that stand in some ranges of a text, each address once. */
export function linksIn(
  links: readonly PageLink[],
  ranges: readonly { readonly from: number; readonly to: number }[],
): PageLink[] {
  const seen = new Map<string, PageLink>()
  for (const link of links)
    if (!seen.has(link.address) && ranges.some(({ from, to }) => from <= link.at && link.at < to))
      seen.set(link.address, link)
  return [...seen.values()]
}

// --- internal ---

/** Elements that hold no words of the page. */
const unread = new Set(
  'title head script style noscript template iframe object canvas svg nav footer button select textarea input dialog'.split(
    ' ',
  ),
)

// characters of the private use area, which `visible` has taken out of the page
const mark = { cell: '\uE000', row: '\uE001', link: '\uE002', end: '\uE003' }
const marks = /[\uE000-\uE002][\d,]*\uE003?/g

interface Attributes {
  getAttribute(name: string): string | null
}

function attribute(node: unknown, name: string): string {
  return (node as Attributes).getAttribute(name) ?? ''
}

function span(node: unknown, name: string): number {
  const count = Number.parseInt(attribute(node, name), 10)
  // 0 rows means all that follow
  if (count === 0 && name === 'rowspan') return mostSpan
  return Math.min(Math.max(count || 1, 1), mostSpan)
}

const mostSpan = 1000
const mostCells = 200_000

interface Cell {
  readonly rows: number
  readonly columns: number
  readonly text: string
}

function tableText(content: string): string {
  const [before = '', ...rows] = content.split(mark.row)
  const cells = rows.map(row => row.split(mark.cell).slice(1).map(toCell))
  const grid = spread(cells).filter(row => row.some(text => text !== ''))
  const width = Math.max(0, ...grid.map(row => row.length))
  // a table within a table, or a single column, is there for the layout
  const layout = width < 2 || cells.some(row => row.some(({ text }) => /^\|---/m.test(text)))
  if (layout) return `\n\n${[before, ...cells.flat().map(({ text }) => text)].join('\n\n')}\n\n`
  const lines = grid.map(
    row => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`,
  )
  lines.splice(1, 0, `|${'---|'.repeat(width)}`)
  return `\n\n${before.trim()}\n\n${lines.join('\n')}\n\n`
}

function toCell(text: string): Cell {
  const [, rows, columns, content] = /^(\d+),(\d+)\uE003([\s\S]*)$/.exec(text) ?? []
  return { rows: Number(rows ?? 1), columns: Number(columns ?? 1), text: (content ?? text).trim() }
}

/** Cells at their places: one that spans rows stands in each of them, one that spans columns as well. */
function spread(rows: readonly (readonly Cell[])[]): string[][] {
  const grid: string[][] = rows.map(() => [])
  let filled = 0
  for (const [at, row] of rows.entries()) {
    let column = 0
    for (const cell of row) {
      while (grid[at]![column] !== undefined) column += 1
      const text = cell.text
        .replace(/\s*\n\s*/g, ' ⏎ ')
        .replace(/ +/g, ' ')
        .replaceAll('|', '\\|')
      // a cell as wide as its row is a heading, and said once
      const columns = row.length === 1 ? 1 : cell.columns
      for (let down = 0; down < Math.min(cell.rows, rows.length - at); down++)
        for (let right = 0; right < columns && filled < mostCells; right++, filled++)
          grid[at + down]![column + right] = text
      column += columns
    }
  }
  return grid.map(row => Array.from(row, text => text ?? ''))
}

/** Takes the marks of links out of the text and notes where they stood. */
function withoutMarks(
  marked: string,
  targets: readonly Pick<PageLink, 'words' | 'address'>[],
): LinkedText {
  const links: PageLink[] = []
  let text = ''
  let from = 0
  for (const found of marked.matchAll(/\uE002(\d+)\uE003/g)) {
    text += marked.slice(from, found.index)
    from = found.index + found[0].length
    const target = targets[Number(found[1])]
    // the link of a cell that spans rows stands in each
    if (target) links.push({ at: Math.max(0, text.length - 1), ...target })
  }
  return { text: text + marked.slice(from), links }
}
