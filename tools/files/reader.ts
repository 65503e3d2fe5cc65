// What is done in another process, under limits of time and memory: files are parsed and tables asked there.
// The parsers are large, and what they are given was made by strangers.

import type { ArchiveRequest } from '../documents/office/archive.ts'
import type { PagedDocument, PagedRequest } from '../documents/paged.ts'
import type { DocumentRequest, TextDocument } from '../documents/text-document.ts'
import { type Bounds, isolated } from '../isolated.ts'
import type { TableAnswer, TableRequest } from '../tables/sql/engine.ts'
import type { LargeRequest } from '../tables/sql/large.ts'
import type { TypedRequest } from '../tables/sql/typed.ts'
import type { Table } from '../tables/table.ts'
import type { Workbook, WorkbookRequest } from '../workbooks/workbook.ts'

/** What the process can be asked for. */
export type ReaderRequest =
  | (WorkbookRequest & { readonly kind: 'workbook' })
  | (PagedRequest & { readonly kind: 'pdf' | 'slides' })
  | (DocumentRequest & { readonly kind: 'word' | 'page' | 'json' })
  | (ArchiveRequest & { readonly kind: 'archive' })
  | (TypedRequest & { readonly kind: 'typed' })
  | (LargeRequest & { readonly kind: 'large' })
  | (TableRequest & { readonly kind: 'query' })

/** Milliseconds and bytes that reading one file may take. */
interface ReaderLimits {
  readonly ms: number
  readonly memory: number
}

const usualLimits: ReaderLimits = { ms: 90_000, memory: 2_000_000_000 }
/** The memory is that of a query, which the same process then answers. */
const databaseLimits: ReaderLimits = { ms: 120_000, memory: 1_500_000_000 }

const readIsolated = isolated<ReaderRequest, unknown>(new URL('reader-process.ts', import.meta.url))

/** A reader of files of the kind; `wayOut` is what to do about a file that it cannot manage. */
const reader =
  <Request extends { readonly name: string }, Result>(
    kind: ReaderRequest['kind'],
    wayOut: string,
    limits = usualLimits,
  ) =>
  (request: Request, signal?: AbortSignal, { ms, memory } = limits): Promise<Result> => {
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

/** Finds what is in a file of JSON or Parquet as `profileTyped` does, in another process. */
export const readTyped = reader<TypedRequest, Table>('typed', 'use a smaller file', databaseLimits)

/** Looks through a large file as `profileLarge` does, in another process. */
export const readLarge = reader<LargeRequest, Table | undefined>(
  'large',
  'use a smaller file',
  databaseLimits,
)

/** Asks tables as `runTable` does, in another process. */
export const askTables = (request: TableRequest, bounds: Bounds, signal?: AbortSignal) =>
  readIsolated({ ...request, kind: 'query' }, bounds, signal) as Promise<TableAnswer>

/** Lists an archive, or unpacks one member, as `parseArchive` does, in another process. */
export const readArchive = reader<ArchiveRequest, TextDocument>('archive', 'unpack it first')
