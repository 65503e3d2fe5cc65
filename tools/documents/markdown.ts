// HTML of documents as Markdown: headings, lists, links, notes and tables.
import type TurndownService from 'turndown'
import { type LookOf, withLook } from './html/looks.ts'
import {
  addTables,
  type HtmlTable,
  markdownTable,
  plainMarkdown,
  rulesOf,
  spread,
  type Tag,
  tableMarks,
} from './tables.ts'

/** Deepest nesting of HTML that is turned into Markdown. */
const deepest = 500

/** True when a page is nested so deeply that a parser would choke on it. */
export function isTooDeep(html: string): boolean {
  let depth = 0
  for (const [, ending, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
    if (withoutEnd.has(name.toLowerCase())) continue
    depth = Math.max(0, depth + (ending === '/' ? -1 : 1))
    if (depth > deepest) return true
  }
  return false
}

/** The Markdown of an HTML text, as lines without line ends, at most one of them empty in a row. */
export function markdownLines(html: string, lookOf: LookOf = () => undefined): string[] {
  const text = converter(lookOf)
    .turndown(html.replace(tableMarks, ''))
    .replace(/[ \t\u00a0]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return text === '' ? [] : text.split('\n')
}

// --- internal ---

/** Tags that need no end, so that they do not nest. */
const withoutEnd = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd td th tr thead tbody tfoot option optgroup'.split(
    ' ',
  ),
)

/** Elements whose words are given with their look; cells have theirs, too. */
const inline = new Set('span b strong i em u small mark font label code a p div li'.split(' '))

function converter(lookOf: LookOf): TurndownService {
  const service = plainMarkdown()
  const numbers = new WeakMap<object, number>()
  service.remove(['script', 'style', 'noscript', 'template', 'title'])
  const rule = rulesOf(service)
  rule(['li'], (content, node) => item(content, node, numbers))
  rule(['img'], (_, node) => picture(node))
  rule(['a'], link)
  rule(['sup'], content => (/^\[(?:\^|comment )|^$/.test(content) ? content : `^${content}`))
  rule(['sub'], content => (content === '' ? '' : `_${content}`))
  rule(['del', 's', 'strike'], content => withLook(content, 'struck'))
  service.addRule('look', {
    filter: node => inline.has(node.nodeName.toLowerCase()) && lookOf(node) !== undefined,
    replacement: (content, node) => withLook(content, lookOf(node as Tag)),
  })
  addTables(service, {
    cell: (content, node) => withLook(content, lookOf(node)),
    table: tableText,
  })
  return service
}

function item(content: string, node: Tag, numbers: WeakMap<object, number>): string {
  const body = content.trim().replace(/\n/g, '\n  ')
  const list = node.parentNode
  if (list?.nodeName !== 'OL') return `- ${body}\n`
  const number = numbers.get(list) ?? (Number(list.getAttribute('start') ?? 1) || 1)
  numbers.set(list, number + 1)
  const isNote = /^(?:foot|end)note-/.test(node.getAttribute('id') ?? '')
  return isNote ? `\n[^${number}]: ${body}\n` : `${number}. ${body}\n`
}

function picture(node: Tag): string {
  const words = (node.getAttribute('alt') ?? '').trim()
  const source = node.getAttribute('src') ?? ''
  const from = source === '' || source.startsWith('data:') ? '' : ` (${source})`
  return `[picture${words === '' ? '' : `: ${words}`}${from}]`
}

function link(content: string, node: Tag): string {
  const target = node.getAttribute('href') ?? ''
  const note = /^#(?:(?:foot|end)note|(comment))-(?!ref-)(.+)$/.exec(target)
  if (note)
    return note[1] === undefined ? `[^${content.replace(/\D/g, '')}]` : `[comment ${note[2]}]`
  if (/^#(?:footnote|endnote|comment)-ref-/.test(target)) return ''
  const words = content.trim()
  // an address inside the page or a program is of no use to a reader
  if (words === '' || target === '' || /^(?:#|javascript:|data:)/i.test(target)) return content
  return words === target ? words : `[${words.replace(/\s*\n\s*/g, ' ')}](${target})`
}

function tableText({ before, rows, node }: HtmlTable): string {
  const grid = spread(rows)
  // a table within a cell has one line of it, and one of a single column is a frame
  if (isWithin(node, 'TABLE')) return ` ${before} ${grid.map(row => row.join(', ')).join('; ')} `
  const body = grid.every(row => row.length <= 1)
    ? grid.map(row => row[0] ?? '').join('\n\n')
    : markdownTable(grid)
  return `\n\n${before}\n\n${body}\n\n`
}

function isWithin(node: Tag, name: string): boolean {
  for (let at = node.parentNode; at; at = at.parentNode) if (at.nodeName === name) return true
  return false
}
