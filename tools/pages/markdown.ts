// HTML as Markdown whose words stand as on the page, so that they can be quoted: no emphasis, no escapes,
// links apart from the words. Tables are kept.
import {
  addTables,
  type HtmlTable,
  markdownTable,
  plainMarkdown,
  rulesOf,
  spread,
  withoutTableMarks,
} from '../documents/tables.ts'

/** A link: where in the text it stands, its words and its absolute address. */
interface PageLink {
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
    .replace(/[\u{E0000}-\u{E007F}\uE000-\uE005\0]/gu, '')
}

/** The Markdown of HTML in which links are absolute already. */
export function toMarkdown(html: string): LinkedText {
  const targets: Pick<PageLink, 'words' | 'address'>[] = []
  const service = plainMarkdown()
  service.remove(node => unread.has(node.nodeName.toLowerCase()))
  const rule = rulesOf(service)
  rule(['a'], (content, node) => {
    const address = node.getAttribute('href') ?? ''
    const words = withoutTableMarks(content.replace(linkMarks, '')).replace(/\s+/g, ' ').trim()
    if (!/^https?:/.test(address) || words === '') return content
    return `${content}${mark.link}${targets.push({ words, address }) - 1}${mark.end}`
  })
  rule(['img'], (_, node) => {
    const alt = (node.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim()
    return alt === '' ? '' : `[image: ${alt}]`
  })
  // 10⁸ is not 108, while a footnote or an ordinal is no exponent
  rule(['sup'], words => (/^\s*[-−+]?(\d+|[a-z])\s*$/i.test(words) ? `^${words.trim()}` : words))
  rule(['math'], (_, node) => node.getAttribute('alttext') || (node.textContent ?? ''))
  addTables(service, { cell: content => content.replace(/ +/g, ' '), table: tableText })
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
const mark = { link: '\uE004', end: '\uE005' }
const linkMarks = /\uE004(\d+)\uE005/g

const mostCells = 200_000

function tableText({ before, rows }: HtmlTable): string {
  // a cell as wide as its row is a heading, and said once
  const cells = rows.map(row => (row.length === 1 ? [{ ...row[0]!, columns: 1 }] : row))
  const grid = spread(cells, { most: mostCells, cut: true }).filter(row =>
    row.some(text => text !== ''),
  )
  const width = Math.max(0, ...grid.map(row => row.length))
  // a table within a table, or a single column, is there for the layout
  const layout = width < 2 || cells.some(row => row.some(({ text }) => /^\|---/m.test(text)))
  if (layout) return `\n\n${[before, ...cells.flat().map(({ text }) => text)].join('\n\n')}\n\n`
  return `\n\n${before}\n\n${markdownTable(grid, '---')}\n\n`
}

/** Takes the marks of links out of the text and notes where they stood. */
function withoutMarks(
  marked: string,
  targets: readonly Pick<PageLink, 'words' | 'address'>[],
): LinkedText {
  const links: PageLink[] = []
  let text = ''
  let from = 0
  for (const found of marked.matchAll(linkMarks)) {
    text += marked.slice(from, found.index)
    from = found.index + found[0].length
    const target = targets[Number(found[1])]
    // the link of a cell that spans rows stands in each
    if (target) links.push({ at: Math.max(0, text.length - 1), ...target })
  }
  return { text: text + marked.slice(from), links }
}
