// What a file holds, in a few lines: shown to the model before it reasons, so that it knows what there
// is to read. The same file always gives the same text, and no folder is named.
import { extname } from 'node:path'
import { type Column, readRows, readTable, type Table } from './delimited.ts'
import { bytes, type Encoding, type Located, locate, natureOf } from './files.ts'
import { readLines } from './lines.ts'
import { cellText, renderTable } from './render-table.ts'

const tableEndings = new Set(['.csv', '.tsv', '.tab', '.psv'])

/** True for the endings of delimited text: `.csv`, `.tsv`, `.tab`, `.psv`. */
export function isTableName(name: string): boolean {
  return tableEndings.has(extname(name).toLowerCase())
}

/**
 * Type, size and outline of the file at `path` inside `roots`: for a table rows, columns with type and
 * examples, and the first rows; for text its lines and headings. Throws one sentence when the file may
 * not be read; something that is not text is described as what it looks like.
 */
export async function describeFile(
  path: string,
  roots: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const file = await locate(path, roots)
  const title = `${file.name} (${bytes(file.size)})`
  if (file.size === 0) return `${title}: empty.`
  const nature = await natureOf(file)
  if (!nature.text) return `${title}: looks like ${nature.looksLike}.`
  if (!isTableName(file.name))
    return `${title}: ${await describeText(file, nature.encoding, signal)}`
  const table = await readTable(file.path, roots, signal)
  const first = await firstRows(table, 3, signal)
  const rows = table.rows === 0 ? 'It has no rows.' : `The first rows:\n${first}`
  return `${title}: ${outlineOf(table)}\n${rows}`
}

/** Rows and columns of a table in words: one line per column, with its type and examples. */
export function outlineOf(table: Table): string {
  const { dialect, rows, columns } = table
  const between = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }[dialect.delimiter]
  const remarks = [
    ...(dialect.header ? [] : ['no header, so columns are named by position']),
    ...(dialect.above > 0 ? [`${dialect.above} lines above the table skipped`] : []),
    ...(dialect.quotes ? [] : ['a quotation mark is never closed, so quotes are ordinary text']),
    ...(table.short > 0 ? [`${table.short} rows have fewer cells than there are columns`] : []),
    ...(table.long > 0 ? [`${table.long} rows have more cells than the header`] : []),
  ]
  const said = remarks.length > 0 ? ` (${remarks.join('; ')})` : ''
  return [
    `table, ${rows} rows, ${columns.length} columns, separated by ${between}${said}. Columns:`,
    ...columns.slice(0, 100).map(column => `- ${columnLine(column, rows)}`),
    ...(columns.length > 100 ? [`- and ${columns.length - 100} more columns`] : []),
  ].join('\n')
}

/** The first `count` data rows as text. */
export async function firstRows(
  table: Table,
  count: number,
  signal?: AbortSignal,
): Promise<string> {
  const rows: string[][] = []
  for await (const row of readRows(table, signal)) {
    rows.push(row)
    if (rows.length >= count) break
  }
  const shown = table.columns.slice(0, 40).map(column => column.name)
  return renderTable(shown, rows)
}

// --- internal ---

function columnLine(column: Column, rows: number): string {
  const { name, type, distinct, examples } = column
  const notes = [
    type + (column.unit === undefined ? '' : ` in ${column.unit}`),
    ...(type === 'number' && column.decimal === ',' ? ['decimal comma'] : []),
    ...(column.order ? [column.order.replace('-', ' ')] : []),
    ...(column.filled < rows ? [`${rows - column.filled} empty`] : []),
    ...(column.odd > 0 ? [`${column.odd} not a ${type} and taken as empty`] : []),
  ]
  const few = type === 'text' && distinct !== undefined && distinct.length <= 12
  const cells = (few ? distinct : examples).map(cell => cellText(cell, 60)).join(', ')
  const values = cells === '' ? '' : few ? `; values: ${cells}` : `; such as ${cells}`
  return `${cellText(name, 100)}: ${notes.join(', ')}${values}`
}

async function describeText(
  file: Located,
  encoding: Encoding,
  signal?: AbortSignal,
): Promise<string> {
  const markdown = /^\.(md|markdown)$/i.test(extname(file.name))
  const headings: string[] = []
  const first: string[] = []
  let count = 0
  for await (const line of readLines(file.path, encoding, signal)) {
    count += 1
    if (line.trim() !== '' && first.length < 5) first.push(cellText(line))
    if (markdown && /^#{1,6} /.test(line) && headings.length < 30) headings.push(cellText(line))
  }
  const kind = markdown ? 'Markdown text' : 'text'
  const outline = headings.length > 0 ? ['Headings:', ...headings] : ['It begins:', ...first]
  return [`${kind}, ${count} lines. ${outline[0]}`, ...outline.slice(1)].join('\n')
}
