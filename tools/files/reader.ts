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

/** Reads a workbook as `parseWorkbook` does, in another process. */
export function readWorkbook(
  request: WorkbookRequest,
  signal?: AbortSignal,
  limits = usualLimits,
): Promise<Workbook> {
  const wayOut = 'save the sheet that matters as CSV'
  return read({ ...request, kind: 'workbook' }, wayOut, limits, signal)
}

/** Reads pages of a PDF as `parsePdf` does, in another process. */
export function readPdf(
  request: PagedRequest,
  signal?: AbortSignal,
  limits = usualLimits,
): Promise<PagedDocument> {
  return read({ ...request, kind: 'pdf' }, 'ask for fewer pages', limits, signal)
}

/** Reads slides of a presentation as `parseSlides` does, in another process. */
export function readSlides(
  request: PagedRequest,
  signal?: AbortSignal,
  limits = usualLimits,
): Promise<PagedDocument> {
  return read({ ...request, kind: 'slides' }, 'save it as PDF', limits, signal)
}

/** Reads a Word document as `parseWord` does, in another process. */
export function readWord(
  request: DocumentRequest,
  signal?: AbortSignal,
  limits = usualLimits,
): Promise<TextDocument> {
  return read({ ...request, kind: 'word' }, 'save it as text', limits, signal)
}

/** Reads an HTML file as `parsePage` does, in another process. */
export function readHtml(
  request: DocumentRequest,
  signal?: AbortSignal,
  limits = usualLimits,
): Promise<TextDocument> {
  return read({ ...request, kind: 'page' }, 'save it as text', limits, signal)
}

/** Reads JSON or JSON lines as `parseJson` does, in another process. */
export function readJson(
  request: DocumentRequest,
  signal?: AbortSignal,
  limits = usualLimits,
): Promise<TextDocument> {
  return read({ ...request, kind: 'json' }, 'cut out the part that matters', limits, signal)
}

/** Lists an archive, or unpacks one member, as `parseArchive` does, in another process. */
export function readArchive(
  request: ArchiveRequest,
  signal?: AbortSignal,
  limits = usualLimits,
): Promise<TextDocument> {
  return read({ ...request, kind: 'archive' }, 'unpack it first', limits, signal)
}

// --- internal ---

const readIsolated = isolated<ReaderRequest, unknown>(new URL('reader-process.ts', import.meta.url))

function read<Result>(
  request: ReaderRequest,
  wayOut: string,
  { ms, memory }: ReaderLimits,
  signal?: AbortSignal,
): Promise<Result> {
  const { name } = request
  const slow = `Reading ${name} took longer than ${Math.round(ms / 100) / 10} s and was stopped; ${wayOut}.`
  const bounds: Bounds = {
    stages: [{ ms, slow }],
    memory,
    large: `Reading ${name} needed too much memory and was stopped; ${wayOut}.`,
    broken: `Reading ${name} ended without a result: the file is damaged or too large; ${wayOut}.`,
  }
  return readIsolated(request, bounds, signal) as Promise<Result>
}
