// The tool that reads files, a range or a search at a time, inside the allowed folders.
import { z } from 'zod'
import { isTableName, outlineOf } from './describe-file.ts'
import { locateText } from './files.ts'
import { longestLine, mentions, readLines } from './lines.ts'
import { isPdfName } from './pdf.ts'
import { headline, nextMove, pick } from './pick.ts'
import { readPdfFile } from './read-pdf.ts'
import { readSheetFile } from './read-sheet.ts'
import { cellText, renderTable } from './render-table.ts'
import { readRows, readTable, withTotal } from './tables.ts'
import { defineTool, type ToolContext, type ToolResult } from './tool.ts'
import { isWorkbookName } from './workbook.ts'

/** Which file, and which part of it. Lines and rows count from 1. */
export const ReadFileInput = z.object({
  path: z.string().min(1).describe('file name or path, as it was given'),
  offset: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('first line, or first row of a table, to read; 1 is the first'),
  limit: z.number().int().positive().max(2000).optional().describe('how many lines or rows'),
  find: z
    .string()
    .min(1)
    .optional()
    .describe('only lines, rows or pages that contain these words, case aside, with their numbers'),
  sheet: z.string().min(1).optional().describe('which sheet of a workbook; the first if not given'),
  formulas: z.boolean().optional().describe('in a workbook, show formulas beside their values'),
  colours: z.boolean().optional().describe('in a workbook, show the fill colours of cells'),
  pages: z
    .string()
    .regex(/^\s*\d{1,5}(?:\s*-\s*\d{1,5})?(?:\s*,\s*\d{1,5}(?:\s*-\s*\d{1,5})?)*\s*$/)
    .optional()
    .describe('which pages of a PDF, such as "3" or "2-4, 9"'),
})
export type ReadFileInput = z.infer<typeof ReadFileInput>

/** The `read_file` tool. */
export const readFile = defineTool<ReadFileInput>({
  name: 'read_file',
  description: [
    'Reads a file: text, Markdown, JSON, code, CSV, TSV, a workbook (XLSX, XLS, ODS) or a PDF.',
    'A table gives its columns with types and its first rows; a workbook its sheets, and the rows of one as they stand, by row number and column letter; a PDF its pages and their ruled tables; text its lines.',
    'Long files are cut, and the result says how to go on (offset, pages, find). To compute over a table use the table tool.',
  ].join(' '),
  input: ReadFileInput,
  execute: async (input, ctx) => {
    const { path } = input
    if (isPdfName(path)) return readPdfFile(input, ctx)
    if (input.pages !== undefined)
      throw new Error(`${path} has no pages: "pages" is for PDF files; use offset and limit.`)
    if (isWorkbookName(path)) return readSheetFile(input, ctx)
    if (input.sheet !== undefined || input.colours || input.formulas)
      throw new Error(`${path} is not a workbook: it has no sheets, formulas or colours.`)
    return isTableName(path) ? readTableFile(input, ctx) : readTextFile(input, ctx)
  },
})

const usualLines = 400
const usualRows = 20

async function readTextFile(input: ReadFileInput, ctx: ToolContext): Promise<ToolResult> {
  const file = await locateText(input.path, ctx.roots)
  const { find } = input
  // a long line arrives in pieces: the end of the one before is searched with the next
  let before = ''
  const fits = (line: string) => {
    if (find === undefined) return true
    const found = mentions(before + line, find)
    before = line.length === longestLine ? line.slice(-find.length) : ''
    return found
  }
  const picked = await pick(
    readLines(file.path, file.encoding, ctx.signal),
    input.offset ?? 1,
    input.limit ?? usualLines,
    fits,
    line => line.length + 1,
  )
  const lines = picked.items.map(({ number, item }) =>
    find === undefined ? item : `${number}: ${item}`,
  )
  return {
    content: [
      headline(file.name, 'line', picked, input),
      ...lines,
      ...nextMove('line', picked, input),
    ].join('\n'),
    details: { file: file.name, lines: picked.count, shown: picked.items.length },
  }
}

async function readTableFile(input: ReadFileInput, ctx: ToolContext): Promise<ToolResult> {
  const table = await readTable(input.path, ctx.roots, ctx.signal)
  const { find } = input
  const picked = await pick(
    readRows(withTotal(table), ctx.signal),
    input.offset ?? 1,
    input.limit ?? usualRows,
    row => find === undefined || row.some(cell => mentions(cell, find)),
    row => row.reduce((sum, cell) => sum + Math.min(cell.length, 200) + 3, 0),
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
