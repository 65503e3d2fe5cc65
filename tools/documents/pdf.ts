// PDF files as text by the page, with their ruled tables. The parsing runs in a process of its own; what
// stands here is what it gives, and how.
import { readFile } from 'node:fs/promises'
import type { PDFParse } from 'pdf-parse'
import { headOf } from '../head.ts'
import { type Page, type PagedDocument, type PagedRequest, pagesFor } from './paged.ts'

/** Parses pages of a PDF file in this process. Throws one sentence when it is locked, cut off or no PDF. */
export async function parsePdf(request: PagedRequest): Promise<PagedDocument> {
  await refuseForeign(request)
  // the worker half brings the drawing classes that the parser expects
  await import('pdf-parse/worker')
  const { PDFParse } = await import('pdf-parse')
  const data = new Uint8Array(await readFile(request.path))
  const parser = new PDFParse({ data, verbosity: 0, isEvalSupported: false })
  try {
    return await pagesOf(parser, request)
  } catch (error) {
    const { name } = request
    throw new Error(
      (error as Error).name === 'PasswordException'
        ? `${name} is locked with a password and cannot be read; save a copy without one.`
        : `${name} cannot be read as a PDF: it is damaged or cut off; get it again or print it to PDF anew.`,
    )
  } finally {
    await parser.destroy()
  }
}

// --- internal ---

async function refuseForeign({ path, name }: PagedRequest): Promise<void> {
  const head = await headOf(path, 1024)
  if (head.length === 0) throw new Error(`${name} is empty: it has no bytes.`)
  if (!head.includes('%PDF-'))
    throw new Error(
      `${name} is not a PDF in spite of its ending; if it holds text, rename it to .txt.`,
    )
}

async function pagesOf(parser: PDFParse, request: PagedRequest): Promise<PagedDocument> {
  const { total, info } = await parser.getInfo()
  const title = String((info as { Title?: unknown } | undefined)?.Title ?? '').trim()
  const tables = request.tables ? (number: number) => tablesOf(parser, number) : undefined
  return {
    name: request.name,
    ...(title !== '' && { title: title.slice(0, 200) }),
    ...(await pagesFor(request, total, number => textOf(parser, number), tables)),
  }
}

async function textOf(parser: PDFParse, number: number): Promise<string> {
  const { pages } = await parser.getText({ partial: [number] })
  return (pages[0]?.text ?? '').trim()
}

async function tablesOf(parser: PDFParse, number: number): Promise<Page['tables']> {
  const { pages } = await parser.getTable({ partial: [number] })
  // a frame around text is a table of one cell
  return (pages[0]?.tables ?? []).filter(rows => rows.length > 1 && (rows[0]?.length ?? 0) > 1)
}
