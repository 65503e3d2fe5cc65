// A table in words: its size, what is odd about it, its columns with their types and examples.

import { counted } from '../documents/text-document.ts'
import { listed } from '../ranges.ts'
import { columnLetters } from '../workbooks/cell-value.ts'
import type { Computed } from '../workbooks/workbook.ts'
import type { DecimalMark } from './cells.ts'
import type { Column } from './columns.ts'
import { titleIn } from './dialect.ts'
import { cellText, renderTable } from './render.ts'
import type { Source } from './source.ts'
import { averageLabel, readRows, type Table } from './table.ts'

/** Rows and columns of a table in words: one line per column, with its type and examples. */
export function outlineOf(table: Table): string {
  const { source, rows, columns, total, sums, short, long } = table
  const [spelling, ...odd] = spellingOf(source)
  const have = (count: number) => `${counted(count, 'row')} ${count === 1 ? 'has' : 'have'}`
  const remarks = [
    ...(source.header ? [] : ['no header, so columns are named by position']),
    ...odd,
    ...(total === undefined
      ? []
      : [
          `the last row, "${total}", holds ${averageLabel([total]) ? 'averages' : 'sums'} and is not among the rows`,
        ]),
    ...(sums ? [`${counted(sums.count, 'row')} such as "${sums.label}" may hold sums`] : []),
    ...(short > 0 ? [`${have(short)} fewer cells than there are columns`] : []),
    ...(long > 0 ? [`${have(long)} more cells than the header`] : []),
  ]
  const said = remarks.length > 0 ? ` (${remarks.join('; ')})` : ''
  return [
    `table, ${sizeOf(table)}${spelling}${said}. Columns:`,
    ...columns.slice(0, 100).map((column, at) => `- ${columnLine(column, rows, source, at)}`),
    ...(columns.length > 100 ? [`- and ${columns.length - 100} more columns`] : []),
  ].join('\n')
}

/** The first `count` data rows as text. */
export async function firstRows(
  table: Table,
  count: number,
  signal?: AbortSignal,
): Promise<string> {
  const rows: (readonly string[])[] = []
  for await (const row of readRows(table, signal)) {
    rows.push(row)
    if (rows.length >= count) break
  }
  const shown = table.columns.slice(0, 40).map(column => column.name)
  return renderTable(shown, rows)
}

/** Name, and whether the sheet is hidden. */
export function sheetName({ sheet, source }: Table): string {
  return `"${sheet}"${source.kind === 'sheet' && source.hidden ? ' (hidden)' : ''}`
}

/** Rows and columns in a few words. */
export function sizeOf({ rows, columns }: Table): string {
  return `${counted(rows, 'row')}, ${counted(columns.length, 'column')}`
}

// --- internal ---

const delimiters = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const

const records = {
  json: 'records in JSON',
  lines: 'one JSON record a line',
  parquet: 'Parquet',
} as const

/** How a file spells its table, and what is odd about that. */
function spellingOf(source: Source): readonly [spelling: string, ...remarks: string[]] {
  switch (source.kind) {
    case 'delimited':
      return [
        `, separated by ${delimiters[source.delimiter]}`,
        ...skipped(source.above, source.title),
        ...(source.quotes ? [] : ['a quotation mark is never closed, so quotes are ordinary text']),
        ...(/^(?:utf-|windows-1252$)/.test(source.encoding) ? [] : [`read as ${source.encoding}`]),
      ]
    case 'typed': {
      const { format, broken } = source
      const left = `${counted(broken, 'line')} ${broken === 1 ? 'is' : 'are'} not JSON and left out`
      return [`, ${records[format]}`, ...(broken > 0 ? [left] : [])]
    }
    case 'sheet': {
      const { below, merged, rowNumbers, above, header, records: rows } = source
      const first = rowNumbers[above + (header ? 1 : 0)]
      return [
        '',
        ...skipped(above, titleIn(rows.slice(0, above))),
        ...(header ? [`header in row ${rowNumbers[above]}`] : []),
        ...(first === undefined ? [] : [`data from row ${first}`]),
        ...(below > 0 ? [`${counted(below, 'line')} below the table left out`] : []),
        ...(merged.length > 0 ? [`merged cells: ${listed(merged, 10)}`] : []),
      ]
    }
  }
}

/** What stands above a table may be what its numbers are measured in. */
function skipped(above: number, title = ''): string[] {
  const said = title === '' ? '' : `: "${cellText(title, 200)}"`
  return above > 0 ? [`${counted(above, 'line')} above the table skipped${said}`] : []
}

function columnLine(column: Column, rows: number, source: Source, at: number): string {
  const { name, type, distinct, examples } = column
  const letters = source.kind === 'sheet' ? columnLetters(source.column + at) : ''
  const computed = source.kind === 'sheet' ? source.computed[letters] : undefined
  const notes = [
    type + (column.unit === undefined ? '' : ` in ${column.unit}`),
    ...(type === 'number' && column.decimal === ',' && column.digits?.after !== 0
      ? ['decimal comma']
      : []),
    ...(column.mixed === undefined ? [] : [otherMarks(column.mixed, column.decimal)]),
    ...(column.order ? [column.order.replace('-', ' ')] : []),
    ...inQueries(column),
    ...(rows < fewRows ? [] : extentOf(column)),
    ...(column.tied && column.range ? [`the largest, ${column.range[1]}, more than once`] : []),
    ...(column.filled < rows ? [`${rows - column.filled} empty`] : []),
    ...(computed ? [formulasIn(computed)] : []),
    ...(column.shapes ? [shapesIn(column.shapes)] : []),
    ...(column.odd > 0 ? [oddOnes(column)] : []),
  ]
  const few = type === 'text' && distinct !== undefined && areFew(distinct, rows)
  const shown = (few ? distinct : examples).map(cell => cellText(cell, 60))
  const cells = shown.join(shown.some(cell => cell.includes(',')) ? '; ' : ', ')
  const values = cells === '' ? '' : few ? `; values: ${cells}` : `; such as ${cells}`
  const place = letters === '' ? '' : ` (${letters})`
  return `${cellText(name, 100)}${place}: ${notes.join(', ')}${values}`
}

/** As what a query finds dates that are not written so. */
function inQueries({ type, timed, examples }: Column): readonly string[] {
  if (type !== 'date') return []
  if (timed) return ['text in SQL']
  return examples.every(cell => /^\d{4}-\d\d-\d\d$/.test(cell)) ? [] : ['YYYY-MM-DD in SQL']
}

function otherMarks(count: number, decimal: DecimalMark): string {
  return `${count} with a decimal ${decimal === '.' ? 'comma' : 'point'}`
}

function oddOnes({ name, type, odd, oddities = [] }: Column): string {
  const cells = oddities.map(cell => cellText(cell, 30)).join(', ')
  const such = cells === '' ? '' : `${cells}; `
  return `${odd} not a ${type} and taken as empty (${such}kept in "${cellText(name, 100)}_text")`
}

/** Codes may be more than words, and of what comes again the spellings matter. */
function areFew(values: readonly string[], rows: number): boolean {
  const room = values.length <= (rows * 2) / 3 ? 500 : 200
  return values.length <= 12 || values.join(', ').length <= room
}

/** The rows of a smaller table are soon read. */
const fewRows = 1000

/** What it is asked for first when its rows are too many to be read. */
function extentOf({ type, range, distinct }: Column): string[] {
  if (range) return [`from ${range[0]} to ${range[1]}`]
  return type === 'text' && distinct && distinct.length > 12 ? [`${distinct.length} different`] : []
}

/** Such as dates in several spellings; 9 stands for digits, a for letters. */
function shapesIn(shapes: NonNullable<Column['shapes']>): string {
  const usual = shapes.slice(0, 5).map(([shape, count]) => `${cellText(shape, 30)} (${count})`)
  return `${shapes.length} patterns: ${usual.join(', ')}${shapes.length > 5 ? ', …' : ''}`
}

function formulasIn({ count, first, blank }: Computed): string {
  const said = `${count} formulas such as ${cellText(first, 60)}`
  return blank === 0 ? said : `${said}, ${blank} of them without a result in the file`
}
