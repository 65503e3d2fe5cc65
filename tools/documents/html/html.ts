// HTML files as Markdown: headings, lists, links and tables. The parsing runs in a process of its own.
import { readFile } from 'node:fs/promises'
import { declaredEncoding, encodingOf } from '../../files/encodings.ts'
import { isTooDeep, markdownLines } from '../markdown.ts'
import { type DocumentRequest, markdownDocument, type TextDocument } from '../text-document.ts'
import { looksOf } from './looks.ts'
import { htmlText } from './text.ts'

/** Larger pages are read as bare text, without tables. */
const mostCharacters = 10_000_000

/** Parses an HTML file in this process; one that is nested too deeply or too large gives its bare text. */
export async function parsePage({ path, name }: DocumentRequest): Promise<TextDocument> {
  const data = await readFile(path)
  const encoding = encodingOf(data.subarray(0, 65_536), declaredEncoding(data))
  const html = new TextDecoder(encoding.name).decode(data)
  const { title, lines, isBare } = linesOfHtml(html)
  const about = {
    name,
    what: 'web page (HTML)',
    ...(title !== undefined && { title: title.slice(0, 300) }),
    facts: encoding.name === 'utf-8' ? [] : [`read as ${encoding.name}`],
    remarks: [
      ...(isBare ? ['It is too large or too deeply nested, so only its bare text is shown.'] : []),
      ...(/<script\b/i.test(html) ? ['Its scripts were not run.'] : []),
    ],
  }
  return markdownDocument(about, lines)
}

/** HTML as lines of Markdown, or as its bare text where it is too large or too deep for that. */
export function linesOfHtml(html: string) {
  const { title, text } = htmlText(html)
  const structured = html.length > mostCharacters || isTooDeep(html) ? undefined : linesOf(html)
  return { title, lines: structured ?? text.split('\n'), isBare: structured === undefined }
}

// --- internal ---

/** The page with its structure; none when that grows too large. */
function linesOf(html: string): string[] | undefined {
  const body = html.replace(/^[\s\S]{0,500000}?<\/head\s*>/i, '') // what stands before it is not for reading
  try {
    return markdownLines(body, looksOf(html))
  } catch {
    return undefined
  }
}
