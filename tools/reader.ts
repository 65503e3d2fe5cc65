// Workbooks and PDF files read in a process apart, under limits of time and memory: their parsers are
// large, and what they are given was made by strangers.
import { apart, type Bounds } from './apart.ts'
import type { Pdf, PdfRequest } from './pdf.ts'
import type { Workbook, WorkbookRequest } from './workbook.ts'

/** What the process can be asked for. */
export type ReaderRequest =
  | (WorkbookRequest & { readonly kind: 'workbook' })
  | (PdfRequest & { readonly kind: 'pdf' })

/** Milliseconds and bytes that reading one file may take. */
export interface ReaderLimits {
  readonly ms: number
  readonly memory: number
}

const usualLimits: ReaderLimits = { ms: 90_000, memory: 2_000_000_000 }

/** Reads a workbook as `parseWorkbook` does, apart. */
export function readWorkbook(
  request: WorkbookRequest,
  signal?: AbortSignal,
  limits = usualLimits,
): Promise<Workbook> {
  return read(
    { ...request, kind: 'workbook' },
    'save the sheet that matters as CSV',
    limits,
    signal,
  )
}

/** Reads pages of a PDF as `parsePdf` does, apart. */
export function readPdf(
  request: PdfRequest,
  signal?: AbortSignal,
  limits = usualLimits,
): Promise<Pdf> {
  return read({ ...request, kind: 'pdf' }, 'ask for fewer pages', limits, signal)
}

// --- internal ---

const script = new URL('reader-process.ts', import.meta.url)

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
  return apart(script, request, bounds, signal)
}
