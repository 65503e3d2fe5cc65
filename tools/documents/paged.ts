// What any document becomes that is read by the page: PDF files and presentations.

import { mentions } from '../files/lines.ts'
import type { DocumentRequest } from './text-document.ts'

/** Which pages of which document. */
export interface PagedRequest extends DocumentRequest {
  /** Page or slide numbers from 1; none means all. Numbers behind the end are left out. */
  readonly pages?: readonly number[]
  /** Only pages that contain these words. */
  readonly find?: string
  /** Reading ends with the page on which this many characters are reached. */
  readonly characters: number
  /** Whether the ruled tables of a PDF are looked for. */
  readonly tables?: boolean
}

/** A page as text, lines separated by `\n`, and tables that are not in the text, as rows of cells. */
export interface Page {
  readonly number: number
  readonly text: string
  readonly tables: readonly (readonly (readonly string[])[])[]
}

/** The pages asked for, and how many there are. */
export interface PagedDocument {
  readonly name: string
  readonly title?: string
  /** The titles of all slides, where there are slides. */
  readonly headings?: readonly string[]
  /** Pages in the file. */
  readonly total: number
  readonly pages: readonly Page[]
  /** Numbers of the pages that were asked for and not reached. */
  readonly left: readonly number[]
  /** Numbers of the pages that contain the words looked for, of those that were reached. */
  readonly found: readonly number[]
}

/** The pages asked for of `total`, as far as they fit; `textOf` and `tablesOf` give those of one page. */
export async function pagesFor(
  { pages: wanted, find, characters }: PagedRequest,
  total: number,
  textOf: (number: number) => string | Promise<string>,
  tablesOf: (number: number) => Promise<Page['tables']> = async () => [],
): Promise<Pick<PagedDocument, 'total' | 'pages' | 'left' | 'found'>> {
  const all = wanted ?? Array.from({ length: total }, (_, at) => at + 1)
  const numbers = all.filter(number => number <= total)
  const pages: Page[] = []
  const found: number[] = []
  let [size, reached] = [0, 0]
  for (const number of numbers) {
    const text = await textOf(number)
    reached += 1
    if (find !== undefined && !mentions(text, find)) continue
    found.push(number)
    if (size >= characters) continue
    size += text.length
    pages.push({ number, text, tables: await tablesOf(number) })
    // a search goes on to say on which pages more is to be found
    if (find === undefined && size >= characters) break
  }
  return { total, pages, left: numbers.slice(reached), found }
}
