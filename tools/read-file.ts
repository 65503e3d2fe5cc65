// The tool that reads files, a range or a search at a time, inside the allowed folders.

import { z } from 'zod'
import { describeFile } from './files/describe.ts'
import { encodingNamed } from './files/encodings.ts'
import { locateText, recognise } from './files/kinds.ts'
import { mentions, readLines } from './files/lines.ts'
import { loadDocument } from './files/load-document.ts'
import type { Located } from './files/locate.ts'
import { openPath } from './files/members.ts'
import { headline, nextMove, pick } from './files/pick.ts'
import { readPicture } from './files/pictures.ts'
import { type LinesPart, showDocument, showLines } from './files/read/document.ts'
import { readPages } from './files/read/pages.ts'
import { readSheetFile } from './files/read/sheet.ts'
import type { TextEncoding } from './files/text.ts'
import { outlineOf } from './tables/outline.ts'
import { cellText, lineSize, mostInTable, renderTable } from './tables/render.ts'
import { readRows } from './tables/table.ts'
import { readTable } from './tables/tables.ts'
import { defineTool, type ToolContext, type ToolResult } from './tool.ts'

/** A field that only some kinds of file have: their previews and results tell of it. */
const ofSomeKinds = { unadvertised: true }

/** Which file, and which part of it. Lines and rows count from 1. */
const ReadFileInput = z.object({
  path: z.string().min(1).describe('as it was given; in an archive "data.zip/prices.csv"'),
  offset: z.number().int().positive().optional().describe('first line or row'),
  limit: z.number().int().positive().max(2000).optional(),
  find: z.string().min(1).optional().describe('only lines, rows or pages that hold these words'),
  sheet: z.string().min(1).optional(),
  formulas: z.boolean().optional().meta(ofSomeKinds),
  colours: z.boolean().optional().describe('fill colours of cells').meta(ofSomeKinds),
  pages: z
    .string()
    .regex(/^\s*\d{1,5}(?:\s*-\s*\d{1,5})?(?:\s*,\s*\d{1,5}(?:\s*-\s*\d{1,5})?)*\s*$/)
    .optional()
    .describe('of a PDF, or slides: "2-4, 9"'),
  encoding: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe('of a text whose letters look wrong')
    .meta(ofSomeKinds),
})
type ReadFileInput = z.infer<typeof ReadFileInput>

/**
 * The `read_file` tool.
 * @example
 * ```ts
 * import { writeFileSync } from 'node:fs'
 * import { readFile } from 'intend/tools'
 *
 * writeFileSync('stock.csv', 'item,pieces\nbolt,1200\nnut,950\n')
 * const ctx = { roots: [process.cwd()], signal: AbortSignal.timeout(60_000) }
 * const { content } = await readFile.execute({ path: 'stock.csv', find: 'nut' }, ctx)
 * console.log(content.includes('950'), content.includes('1200')) // true false
 * ```
 */
export const readFile = defineTool({
  name: 'read_file',
  needs: 'files',
  opening: path => ({ path }),
  description:
    'Reads a file: text, tables, workbooks, PDF, DOCX, ODT, PPTX, HTML, JSON, ZIP archives, pictures. Long ones are cut, and the result says how to go on.',
  guidance:
    'A table gives its columns with types and its first rows; a workbook its sheets, and the rows of one as they stand; a PDF its pages, a presentation its slides with notes; a document its outline and lines; JSON its structure. Go on with offset, pages or find.',
  input: ReadFileInput,
  execute: async (input, ctx) => {
    await using opened = await openPath(input.path, ctx)
    const result = await readOpened(opened.file, input, { ...ctx, roots: opened.roots })
    if (opened.kept === undefined) return result
    const note = `(Other tools find this file as "${opened.kept}".)`
    return { ...result, content: `${result.content}\n${note}` }
  },
})

async function readOpened(
  file: Located,
  input: ReadFileInput,
  ctx: ToolContext,
): Promise<ToolResult> {
  const { kind, looksLike = '', remark } = await recognise(file)
  const remarks = remark === undefined ? [] : [remark]
  if (file.size === 0 && kind !== 'text' && kind !== 'markdown')
    throw new Error(`${file.name} is empty: it has no bytes.`)
  if (input.pages !== undefined && kind !== 'pdf' && kind !== 'slides')
    throw new Error(
      `${input.path} has no pages: "pages" is for PDF files and presentations; use offset and limit.`,
    )
  if (kind !== 'workbook' && (input.sheet !== undefined || input.colours || input.formulas))
    throw new Error(`${input.path} is not a workbook: it has no sheets, formulas or colours.`)
  switch (kind) {
    case 'pdf':
      return before(remarks, await readPages(file, 'page', input, ctx))
    case 'slides':
      return before(remarks, await readPages({ ...file, asked: input.path }, 'slide', input, ctx))
    case 'workbook':
      return before(remarks, await readSheetFile(file, input, ctx))
    case 'picture':
      return before(remarks, await readPicture(file))
    case 'table':
      return readTableFile(file, input, ctx)
    case 'parquet':
      return readDescribed(file, ctx)
    case 'word':
    case 'page':
    case 'email':
    case 'json':
    case 'archive':
    case 'markdown': {
      const document = await loadDocument(file, kind, ctx.signal, input.path)
      if ('asText' in document)
        return readText(file, input, [...remarks, document.asText], ctx.signal)
      return showDocument({ ...document, remarks: [...remarks, ...document.remarks] }, input)
    }
    case 'text':
      return readText(file, input, remarks, ctx.signal)
    case 'other':
      throw new Error(`${file.name} looks like ${looksLike}, ${wayOut(looksLike)}`)
  }
}

function before(remarks: readonly string[], result: ToolResult): ToolResult {
  return { ...result, content: [...remarks, result.content].join('\n') }
}

/** What is to be done about a file that cannot be read, by what it looks like. */
function wayOut(looksLike: string): string {
  if (looksLike.includes('picture')) return 'which cannot be looked at; save it as PNG or JPEG.'
  if (looksLike.includes('password')) return 'and cannot be read; save a copy without one.'
  if (looksLike.includes('old')) return 'which cannot be read; save it in the newer format.'
  return 'which cannot be read; text, tables, PDF, Office documents, pictures and ZIP archives can.'
}

/** A table that only the database reads: its outline and first rows, and who computes with it. */
async function readDescribed(file: Located, ctx: ToolContext): Promise<ToolResult> {
  const content = await describeFile(file.path, [file.path], ctx.signal)
  return {
    content: `${content}\nFor its other rows use the table tool.`,
    details: { file: file.name },
  }
}

const usualRows = 20
/** Bytes of a table that is shown whole, as a text of that size is. */
const shortTable = 8_000

async function readTableFile(
  file: Located,
  input: ReadFileInput,
  ctx: ToolContext,
): Promise<ToolResult> {
  const table = await readTable(file.path, [file.path], ctx.signal)
  const { find } = input
  // a row of sums is shown like the others
  const rowsShown = table.rows + (table.total === undefined ? 0 : 1)
  const picked = await pick(
    readRows({ ...table, rows: rowsShown }, ctx.signal),
    input.offset ?? 1,
    input.limit ?? (file.size > shortTable ? usualRows : Number.POSITIVE_INFINITY),
    row => find === undefined || row.some(cell => mentions(cell, find)),
    lineSize,
    mostInTable,
  )
  const outline = input.offset === undefined && find === undefined
  const columns = ['row', ...table.columns.map(column => column.name)]
  const rows = picked.items.map(({ number, item }) => [number, ...item])
  return {
    content: [
      ...(outline ? [`${table.name}: ${outlineOf(table)}`] : []),
      headline(table.name, 'row', picked, input),
      ...(rows.length > 0 ? [renderTable(columns, rows)] : []),
      ...nextMove('row', picked, input),
    ].join('\n'),
    details: { file: table.name, columns, rows: rows.map(row => row.map(cell => cellText(cell))) },
  }
}

// --- internal ---

/**
 * Reads lines of a text file. `remarks` come first, when the file is read from its beginning. Throws one
 * sentence when the file is not text, or when there is no such encoding.
 */
async function readText(
  file: Located,
  part: LinesPart & { readonly encoding?: string | undefined },
  remarks: readonly string[],
  signal: AbortSignal,
): Promise<ToolResult> {
  const { encoding, guessed } = await encodingFor(file, part.encoding)
  const guess = `(Read as ${encoding}; if letters look wrong, say the "encoding".)`
  return showLines(part, {
    name: file.name,
    lines: readLines(file.path, encoding, signal),
    found: (number, line) => `${number}: ${line}`,
    before: isFirst => [...(isFirst ? remarks : []), ...(guessed ? [guess] : [])],
  })
}

/** The encoding that is wanted, when it is given, else as the bytes show. */
async function encodingFor(file: Located, wanted: string | undefined): Promise<TextEncoding> {
  if (wanted === undefined) return locateText(file.path, [file.path])
  const encoding = encodingNamed(wanted)
  if (encoding === undefined)
    throw new Error(
      `There is no encoding ${wanted}; say one such as utf-8, windows-1252, gb18030 or shift_jis.`,
    )
  return { encoding, guessed: false }
}
