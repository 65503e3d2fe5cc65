// The part of read_file that shows a PDF: some of its pages, or those that hold a word, with the tables
// that lines are drawn around.
import { locate } from './files.ts'
import type { Pdf, PdfPage } from './pdf.ts'
import { mostCharacters } from './pick.ts'
import { readPdf } from './reader.ts'
import { renderTable } from './render-table.ts'
import type { ToolContext, ToolResult } from './tool.ts'

/** Which pages (`2-4, 9`), or which words; all pages from the first on when neither is given. */
export interface PdfPart {
  readonly path: string
  readonly pages?: string | undefined
  readonly find?: string | undefined
}

/** Reads pages of a PDF as far as they fit into one result. */
export async function readPdfFile(part: PdfPart, ctx: ToolContext): Promise<ToolResult> {
  const file = await locate(part.path, ctx.roots)
  const pages = part.pages === undefined ? undefined : pageNumbers(part.pages)
  const pdf = await readPdf(
    {
      ...file,
      characters: mostCharacters,
      tables: true,
      ...(pages && { pages }),
      ...(part.find !== undefined && { find: part.find }),
    },
    ctx.signal,
  )
  if (pages && part.find === undefined && pdf.pages.length === 0)
    throw new Error(
      `${file.name} has only ${counted(pdf.total)}; ask for pages up to ${pdf.total}.`,
    )
  return {
    content: [headlineOf(pdf, part), ...pdf.pages.map(pageText), ...goOn(pdf, part)].join('\n'),
    details: {
      file: file.name,
      pages: pdf.total,
      shown: pdf.pages.map(page => page.number),
    },
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

function counted(pages: number): string {
  return `${pages} page${pages === 1 ? '' : 's'}`
}

function headlineOf({ name, title, total, pages, found }: Pdf, { find }: PdfPart): string {
  if (find !== undefined) {
    const on = found.length === 0 ? '' : `: ${ranges(found)}`
    return `${found.length} of ${counted(total)} of ${name} contain${found.length === 1 ? 's' : ''} ${JSON.stringify(find)}${on}.`
  }
  const titled = title === undefined ? '' : `, titled "${title}"`
  return `${name}${titled}: ${counted(total)}; here ${pages.length === 1 ? 'is page' : 'are pages'} ${ranges(pages.map(page => page.number))}.`
}

function pageText({ number, text, tables }: PdfPage): string {
  const rest = text.length - 2 * mostCharacters
  const body = text.slice(0, 2 * mostCharacters)
  return [
    `--- page ${number} ---`,
    body === '' ? '(no text on this page; it may be a picture)' : body,
    ...(rest > 0 ? [`[${rest} more characters of this page left out: use find="..."]`] : []),
    ...tables.map(
      ([header = [], ...rows]) =>
        `Table on page ${number}, ${rows.length} rows:\n${renderTable(header, rows)}`,
    ),
  ].join('\n')
}

function goOn({ left, pages, found }: Pdf, { find }: PdfPart): string[] {
  const unseen = find === undefined ? left : found.slice(pages.length)
  if (unseen.length === 0) return []
  const next = unseen.slice(0, Math.max(1, pages.length))
  return [
    `[pages ${ranges(unseen)} are left: use pages="${ranges(next)}" to go on, find="..." to search]`,
  ]
}

/** Numbers in order as `1-3, 7`. */
function ranges(numbers: readonly number[]): string {
  const parts: [number, number][] = []
  for (const number of numbers) {
    const last = parts.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else parts.push([number, number])
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}
