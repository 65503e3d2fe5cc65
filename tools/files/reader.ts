// Files that have to be parsed are read in another process, under limits of time and memory: the parsers
// are large, and what they are given was made by strangers.

import type { JsonDocument } from '../documents/json/json.ts'
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
export interface ReaderLimits {
  readonly ms: number
  readonly memory: number
}

const readIsolated = isolated<ReaderRequest, unknown>(new URL('reader-process.ts', import.meta.url))

/** Reads a workbook as `parseWorkbook` does. */
export const readWorkbook = reader<WorkbookRequest, Workbook>(
  'workbook',
  'save the sheet that matters as CSV',
)

/** Reads pages of a PDF as `parsePdf` does. */
export const readPdf = reader<PagedRequest, PagedDocument>('pdf', 'ask for fewer pages')

/** Reads slides of a presentation as `parseSlides` does. */
export const readSlides = reader<PagedRequest, PagedDocument>('slides', 'save it as PDF')

/** Reads a Word document as `parseWord` does. */
export const readWord = reader<DocumentRequest, TextDocument>('word', 'save it as text')

/** Reads an HTML file as `parsePage` does. */
export const readHtml = reader<DocumentRequest, TextDocument>('page', 'save it as text')

/** Reads JSON or JSON lines as `parseJson` does. */
export const readJson = reader<DocumentRequest, JsonDocument>(
  'json',
  'cut out the part that matters',
)

/** Lists an archive, or unpacks one member, as `parseArchive` does. */
export const readArchive = reader<ArchiveRequest, TextDocument>('archive', 'unpack it first')

// --- internal ---

/** Has files of a kind read in another process; `wayOut` is said when that takes too much. */
function reader<Request extends { readonly name: string }, Result>(
  kind: ReaderRequest['kind'],
  wayOut: string,
) {
  return (
    request: Request,
    signal?: AbortSignal,
    { ms, memory }: ReaderLimits = { ms: 90_000, memory: 2_000_000_000 },
  ): Promise<Result> => {
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
}
