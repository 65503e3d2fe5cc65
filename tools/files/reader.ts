// Files that have to be parsed are read in another process, under limits of time and memory: the parsers
// are large, and what they are given was made by strangers.

import type { ArchiveRequest } from '../documents/office/archive.ts'
import type { PagedDocument, PagedRequest } from '../documents/paged.ts'
import type { DocumentRequest, TextDocument } from '../documents/text-document.ts'
import { type Bounds, isolated } from '../isolated.ts'
import type { Workbook, WorkbookRequest } from '../workbooks/workbook.ts'

/** What the process can be asked for. */
export type ReaderRequest =
  | (WorkbookRequest & { readonly kind: 'workbook' })
  | (PagedRequest & { readonly kind: 'pdf' | 'slides' })
  | (DocumentRequest & { readonly kind: 'word' | 'page' | 'json' })
  | (ArchiveRequest & { readonly kind: 'archive' })

/** Milliseconds and bytes that reading one file may take. */
interface ReaderLimits {
  readonly ms: number
  readonly memory: number
}

const usualLimits: ReaderLimits = { ms: 90_000, memory: 2_000_000_000 }

const readIsolated = isolated<ReaderRequest, unknown>(new URL('reader-process.ts', import.meta.url))

/** A reader of files of the kind; `wayOut` is what to do about a file that it cannot manage. */
const reader =
  <Request extends { readonly name: string }, Result>(
    kind: ReaderRequest['kind'],
    wayOut: string,
  ) =>
  (request: Request, signal?: AbortSignal, { ms, memory } = usualLimits): Promise<Result> => {
    const { name } = request
    const slow = `Reading ${name} took longer than ${Math.round(ms / 100) / 10} s and was stopped; ${wayOut}.`
    const bounds: Bounds = {
      stages: [{ ms, slow }],
      memory,
      large: `Reading ${name} needed too much memory and was stopped; ${wayOut}.`,
      broken: `Reading ${name} ended without a result: the file is damaged or too large; ${wayOut}.`,
    }
    const asked = { ...request, kind } as unknown as ReaderRequest
    return readIsolated(asked, bounds, signal) as Promise<Result>
  }

/** Reads a workbook as `parseWorkbook` does, in another process. */
export const readWorkbook = reader<WorkbookRequest, Workbook>(
  'workbook',
  'save the sheet that matters as CSV',
)

/** Reads pages of a PDF as `parsePdf` does, in another process. */
export const readPdf = reader<PagedRequest, PagedDocument>('pdf', 'ask for fewer pages')

/** Reads slides of a presentation as `parseSlides` does, in another process. */
export const readSlides = reader<PagedRequest, PagedDocument>('slides', 'save it as PDF')

/** Reads a Word document as `parseWord` does, in another process. */
export const readWord = reader<DocumentRequest, TextDocument>('word', 'save it as text')

/** Reads an HTML file as `parsePage` does, in another process. */
export const readHtml = reader<DocumentRequest, TextDocument>('page', 'save it as text')

/** Reads JSON or JSON lines as `parseJson` does, in another process. */
export const readJson = reader<DocumentRequest, TextDocument>(
  'json',
  'cut out the part that matters',
)

/** Lists an archive, or unpacks one member, as `parseArchive` does, in another process. */
export const readArchive = reader<ArchiveRequest, TextDocument>('archive', 'unpack it first')
