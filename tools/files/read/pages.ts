// The part of read_file that shows a PDF or a presentation: some of its pages or slides, or those that
// hold a word, with their tables.

import type { Page, PagedDocument } from '../../documents/paged.ts'
import { counted } from '../../documents/text-document.ts'
import { rangesOf } from '../../ranges.ts'
import { renderTable } from '../../tables/render.ts'
import type { ToolContext, ToolResult } from '../../tool.ts'
import type { Located } from '../locate.ts'
import { mostCharacters } from '../pick.ts'
import { parseIsolated } from '../reader.ts'

/** Which pages (`2-4, 9`), or which words; all pages from the first on when neither is given. */
interface PagesPart {
  readonly pages?: string | undefined
  readonly find?: string | undefined
}

/** Reads pages of a PDF (`page`) or slides of a presentation (`slide`) as far as they fit into one result. */
export async function readPages(
  file: Located & { readonly asked?: string },
  what: 'page' | 'slide',
  part: PagesPart,
  ctx: Pick<ToolContext, 'signal'>,
): Promise<ToolResult> {
  const pages = part.pages === undefined ? undefined : pageNumbers(part.pages)
  const request = {
    ...file,
    characters: mostCharacters,
    tables: true,
    ...(pages && { pages }),
    ...(part.find !== undefined && { find: part.find }),
  }
  const kind = what === 'page' ? 'pdf' : 'slides'
  const document = await parseIsolated(kind, request, ctx.signal)
  const { total } = document
  if (pages && part.find === undefined && document.pages.length === 0)
    throw new Error(
      `${file.name} has only ${counted(total, what)}; ask for ${what}s up to ${total} with "pages".`,
    )
  return {
    content: [
      headlineOf(document, what, part),
      ...(part.pages === undefined && part.find === undefined ? contentsOf(document) : []),
      ...document.pages.map(page => pageText(page, what)),
      ...goOn(document, what, part),
    ].join('\n'),
    details: { file: file.name, [`${what}s`]: total, shown: document.pages.map(p => p.number) },
  }
}

// --- internal ---

const mostPages = 10_000

/** `2-4, 9` as numbers, each once and in order. */
function pageNumbers(text: string): number[] {
  const numbers = new Set<number>()
  for (const part of text.split(',')) {
    const [from = 0, to = from] = part.split('-').map(Number)
    for (let page = Math.max(1, from); page <= Math.min(to, mostPages); page++) numbers.add(page)
  }
  return [...numbers].sort((a, b) => a - b)
}

function headlineOf(
  { name, title, total, pages, found }: PagedDocument,
  what: 'page' | 'slide',
  { find }: PagesPart,
): string {
  const all = counted(total, what)
  if (find !== undefined) {
    const on = found.length === 0 ? '' : `: ${ranges(found)}`
    return `${found.length} of ${all} of ${name} contain${found.length === 1 ? 's' : ''} ${JSON.stringify(find)}${on}.`
  }
  const titled = title === undefined ? '' : `, titled "${title}"`
  return `${name}${titled}: ${all}; here ${pages.length === 1 ? `is ${what}` : `are ${what}s`} ${ranges(pages.map(page => page.number))}.`
}

const mostHeadings = 100

/** The titles of the slides, when not all slides are shown at once. */
function contentsOf({ headings = [], left }: PagedDocument): string[] {
  if (headings.length === 0 || left.length === 0) return []
  const rest = headings.length - mostHeadings
  return [
    'Titles of the slides:',
    ...headings.slice(0, mostHeadings).map(each => each.slice(0, 120)),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ]
}

function pageText({ number, text, tables }: Page, what: 'page' | 'slide'): string {
  const rest = text.length - 2 * mostCharacters
  const body = text.slice(0, 2 * mostCharacters)
  const empty =
    what === 'page' ? '(no text on this page; it may be a picture)' : '(no text on this slide)'
  return [
    `--- ${what} ${number} ---`,
    body === '' ? empty : body,
    ...(rest > 0 ? [`[${rest} more characters of this ${what} left out: use find="..."]`] : []),
    ...tables.map(
      ([header = [], ...rows]) =>
        `Table on ${what} ${number}, ${rows.length} rows:\n${renderTable(header, rows)}`,
    ),
  ].join('\n')
}

function goOn(
  { left, pages, found }: PagedDocument,
  what: 'page' | 'slide',
  { find }: PagesPart,
): string[] {
  const unseen = find === undefined ? left : found.slice(pages.length)
  if (unseen.length === 0) return []
  const next = unseen.slice(0, Math.max(1, pages.length))
  return [
    `[${what}s ${ranges(unseen)} are left: use pages="${ranges(next)}" to go on, find="..." to search]`,
  ]
}

const ranges = (numbers: readonly number[]) => rangesOf(numbers).join(', ')
