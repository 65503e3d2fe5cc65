// The part of read_file that shows a workbook: its sheets, and the rows of one as they stand, by row
// number and column letter, with formulas and colours when asked for.

import { outlineOf, sheetName, sizeOf } from '../../tables/outline.ts'
import { cellText, lineSize, mostInTable, renderTable } from '../../tables/render.ts'
import type { Table } from '../../tables/table.ts'
import { chooseTable, tablesOf } from '../../tables/tables.ts'
import type { ToolContext, ToolResult } from '../../tool.ts'
import { columnLetters } from '../../workbooks/cell-value.ts'
import { sheetNotes } from '../../workbooks/notes.ts'
import type { Sheet, SheetRow } from '../../workbooks/workbook.ts'
import { mentions } from '../lines.ts'
import type { Located } from '../locate.ts'
import { pick } from '../pick.ts'
import { parseIsolated } from '../reader.ts'
import type { LinesPart } from './document.ts'

const usualRows = 40
const mostColumns = 100

/** Which part of which sheet; rows count as in the sheet, from 1. */
interface SheetPart extends LinesPart {
  readonly sheet?: string | undefined
  readonly formulas?: boolean | undefined
  readonly colours?: boolean | undefined
}

/** Reads a part of one sheet; the first, when none is named, after a list of all. */
export async function readSheetFile(
  file: Located,
  part: SheetPart,
  ctx: Pick<ToolContext, 'signal'>,
): Promise<ToolResult> {
  const { formulas = false, colours = false, find, offset } = part
  const book = await parseIsolated('workbook', { ...file, formulas, colours }, ctx.signal)
  const tables = await tablesOf(book, ctx.signal)
  const table = part.sheet === undefined ? tables[0]! : chooseTable(tables, part.sheet)
  const sheet = book.sheets.find(each => each.name === table.sheet)!
  const rows = gridOf(sheet)
  const picked = await pick(
    rows,
    1,
    part.limit ?? usualRows,
    ({ row, cells }) =>
      row >= (offset ?? 1) && (find === undefined || cells.some(cell => mentions(cell, find))),
    ({ cells }) => lineSize(cells),
    mostInTable,
  )
  const shown = picked.items.map(({ item }) => item)
  const width = Math.min(mostColumns, widest(rows))
  const letters = Array.from({ length: width }, (_, at) => columnLetters(at + 1))
  const columns = ['row', ...letters]
  const lines = shown.map(({ row, cells }) => [row, ...cells])
  const first = offset === undefined && find === undefined
  return {
    content: [
      ...(first && part.sheet === undefined && tables.length > 1
        ? [sheetList(book.name, tables)]
        : []),
      ...(first ? [`Sheet ${sheetName(table)} of ${book.name}: ${outlineOf(table)}`] : []),
      headlineOf(part, sheet, rows, shown, picked.fitting),
      ...(shown.length > 0 ? [renderTable(columns, lines)] : []),
      ...(colours && sheet.fills.size === 0 ? ['No cell has a fill colour of its own.'] : []),
      ...(shown.length > 0
        ? sheetNotes(sheet, { from: shown[0]!.row, to: shown.at(-1)!.row })
        : []),
      ...goOn(rows, shown, picked.fitting),
    ].join('\n'),
    details: {
      file: book.name,
      sheet: sheet.name,
      columns,
      rows: lines.map(line => line.map(cell => cellText(cell))),
    },
  }
}

// --- internal ---

/** The rows with something to show: values, and formulas and colours when they were asked for. */
function gridOf({ rows, formulas, fills }: Sheet): readonly SheetRow[] {
  if (formulas.size === 0 && fills.size === 0) return rows
  const grid = new Map(rows.map(({ row, cells }) => [row, [...cells]]))
  const add = (address: string, note: string) => {
    const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(address) ?? []
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
    const cells = grid.get(Number(row)) ?? []
    grid.set(Number(row), cells)
    while (cells.length < column) cells.push('')
    cells[column - 1] = `${cells[column - 1]} ${note}`.trim()
  }
  for (const [address, formula] of formulas) add(address, `(${formula})`)
  for (const [address, colour] of fills) add(address, `[${colour}]`)
  return [...grid].map(([row, cells]) => ({ row, cells })).sort((a, b) => a.row - b.row)
}

function widest(rows: readonly SheetRow[]): number {
  return rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
}

function sheetList(name: string, tables: readonly Table[]): string {
  const sheets = tables.map(table => `- ${sheetName(table)}: ${sizeOf(table)}`)
  return [`${name} has ${tables.length} sheets (say which with "sheet"):`, ...sheets].join('\n')
}

function headlineOf(
  { find, offset, formulas, colours }: SheetPart,
  sheet: Sheet,
  rows: readonly SheetRow[],
  shown: readonly SheetRow[],
  fitting: number,
): string {
  const place = `sheet "${sheet.name}"`
  const from = offset === undefined ? '' : ` from row ${offset} on`
  if (find !== undefined)
    return `${fitting} of ${rows.length} rows of ${place}${from} contain${fitting === 1 ? 's' : ''} ${JSON.stringify(find)}.`
  const [first, last] = [shown[0]?.row, shown.at(-1)?.row]
  if (first === undefined) return `The last row of ${place} is ${rows.at(-1)?.row}.`
  const notes = [formulas && 'formulas in ()', colours && 'fill colours in []'].filter(Boolean)
  const said = notes.length > 0 ? `; ${notes.join(', ')}` : ''
  return `Rows ${first} to ${last} of ${rows.at(-1)?.row} of ${place} as they stand${said}:`
}

function goOn(rows: readonly SheetRow[], shown: readonly SheetRow[], fitting: number): string[] {
  const left = fitting - shown.length
  const last = shown.at(-1)?.row ?? 0
  const next = rows.find(({ row }) => row > last)?.row
  if (left <= 0 || next === undefined) return []
  return [
    `[${left} more rows: use offset=${next} to go on, find="..." to search, or the table tool to compute]`,
  ]
}
