// Workbooks (.xlsx, .xlsm, .xlsb, .xls, .ods) as text by the cell. The parsing runs in a process apart;
// what stands here is what it gives, and how.
import { open, readFile } from 'node:fs/promises'
import type { CellObject, Range, WorkBook, WorkSheet } from 'xlsx'
import { bytes } from './files.ts'
import { declaredSize } from './zip.ts'

/** Which workbook, and what of it beside the values. `path` is absolute, `name` is for messages. */
export interface WorkbookRequest {
  readonly path: string
  readonly name: string
  readonly formulas?: boolean
  readonly colours?: boolean
}

/** A row with something in it: its number in the sheet, and its cells from column A on. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** The formulas of one column: how many, the first, and how many whose results the file does not store. */
export interface Computed {
  readonly count: number
  readonly first: string
  readonly blank: number
}

/**
 * A sheet as text: numbers with at most 15 digits and a decimal point, percentages with their sign
 * (`12%`), dates as ISO text, durations as `26:10:00`, `TRUE`, `#DIV/0!`.
 */
export interface Sheet {
  readonly name: string
  readonly hidden: boolean
  readonly rows: readonly SheetRow[]
  /** The widest row, counted from column A. */
  readonly width: number
  /** Merged cells, rows and columns counted from 1; their value stands in the first of them. */
  readonly merged: readonly {
    readonly range: string
    readonly row: number
    readonly column: number
    readonly rows: number
    readonly columns: number
  }[]
  /** Formulas by column letter. */
  readonly computed: Readonly<Record<string, Computed>>
  /** By address (`B7`), when asked for: formulas with `=`, fill colours as `#RRGGBB`, or `filled` when a
   * cell is filled with a colour of the old palette, which is not told. */
  readonly formulas: ReadonlyMap<string, string>
  readonly fills: ReadonlyMap<string, string>
}

export interface Workbook {
  readonly name: string
  readonly sheets: readonly Sheet[]
}

/** What a workbook may unpack to, and how many cells it may have. */
const mostBytes = 500_000_000
const mostCells = 5_000_000

const endings = /\.(?:xlsx|xlsm|xltx|xlsb|xls|ods)$/i

/** True for the endings of workbooks: `.xlsx`, `.xlsm`, `.xltx`, `.xlsb`, `.xls`, `.ods`. */
export function isWorkbookName(name: string): boolean {
  return endings.test(name)
}

/** The letters of a column counted from 1: `A`, `Z`, `AA`. */
export function columnLetters(column: number): string {
  const rest = (column - 1) % 26
  const before = (column - 1 - rest) / 26
  return (before > 0 ? columnLetters(before) : '') + String.fromCharCode(65 + rest)
}

/**
 * Parses a workbook in this process. Throws one sentence when it is locked with a password, damaged,
 * not a workbook, or too large once unpacked.
 */
export async function parseWorkbook(request: WorkbookRequest): Promise<Workbook> {
  const { name } = request
  await refuseForeign(request)
  const data = await readFile(request.path)
  if (data.includes(lockMark)) throw new Error(lockedSentence(name))
  const unpacked = declaredSize(data)
  if (unpacked === undefined && data.subarray(0, 2).toString('latin1') === 'PK')
    throw new Error(damaged(name))
  if (unpacked !== undefined && unpacked > mostBytes)
    throw new Error(
      `${name} unpacks to ${bytes(unpacked)}, more than the ${bytes(mostBytes)} that can be read; save the sheet that matters as CSV.`,
    )
  const library = await import('xlsx')
  const options = { dense: true, cellNF: true, cellText: false, cellHTML: false, sheetStubs: true }
  let book: WorkBook
  try {
    book = library.read(data, { ...options, cellStyles: request.colours ?? false })
  } catch (error) {
    throw new Error(explained(name, error as Error))
  }
  const date1904 = book.Workbook?.WBProps?.date1904 === true
  const budget = { cells: mostCells, name }
  const sheets = book.SheetNames.flatMap((sheetName, at) => {
    const sheet = book.Sheets[sheetName]
    const hidden = (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0
    const text = (cell: CellObject) => textOf(cell, library.SSF, date1904)
    return sheet ? [{ name: sheetName, hidden, ...sheetOf(sheet, request, text, budget) }] : []
  })
  return { name, sheets }
}

// --- internal ---

/** Only what begins like a workbook reaches the library, which would read nearly anything as one. */
async function refuseForeign({ path, name }: WorkbookRequest): Promise<void> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    const start = buffer.subarray(0, bytesRead).toString('hex')
    if (bytesRead === 0) throw new Error(`${name} is empty: it has no bytes.`)
    if (!/^(?:504b0304|d0cf11e0a1b11ae1)/.test(start))
      throw new Error(
        `${name} is not a workbook in spite of its ending; if it holds text or a table in text, rename it to .txt or .csv.`,
      )
  } finally {
    await file.close()
  }
}

function explained(name: string, error: Error): string {
  return /password|encrypt/i.test(error.message) ? lockedSentence(name) : damaged(name)
}

/** The part in which an .xlsx with a password keeps what it holds. */
const lockMark = Buffer.from('EncryptedPackage', 'utf16le')

function lockedSentence(name: string): string {
  return `${name} is locked with a password and cannot be read; save a copy without one.`
}

function damaged(name: string): string {
  return `${name} cannot be read as a workbook: it is damaged or of another kind; open it in a spreadsheet program and save it again.`
}

type CellText = (cell: CellObject) => string

function sheetOf(
  sheet: WorkSheet,
  { formulas, colours }: WorkbookRequest,
  text: CellText,
  budget: { cells: number; readonly name: string },
): Omit<Sheet, 'name' | 'hidden'> {
  const rows: SheetRow[] = []
  const computed: Record<string, Computed> = {}
  const asked = { formulas: new Map<string, string>(), fills: new Map<string, string>() }
  let width = 0
  const data: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? []
  for (const [row, line] of data.entries()) {
    const cells: string[] = []
    for (const [at, cell] of (line ?? []).entries()) {
      if (!cell) continue
      const shown = text(cell)
      const letters = columnLetters(at + 1)
      const fill = colours ? fillOf(cell) : undefined
      if (fill !== undefined) asked.fills.set(`${letters}${row + 1}`, fill)
      if (cell.f !== undefined) {
        const { count, first, blank } = computed[letters] ?? {
          count: 0,
          first: `=${cell.f}`,
          blank: 0,
        }
        computed[letters] = { count: count + 1, first, blank: blank + (shown === '' ? 1 : 0) }
        if (formulas) asked.formulas.set(`${letters}${row + 1}`, `=${cell.f}`)
      }
      if (shown === '') continue
      while (cells.length < at) cells.push('')
      cells.push(shown)
    }
    budget.cells -= cells.length
    if (budget.cells < 0)
      throw new Error(
        `${budget.name} has more than the ${mostCells.toLocaleString('en')} cells that can be read; save the sheet that matters as CSV.`,
      )
    if (cells.length > 0) rows.push({ row: row + 1, cells })
    width = Math.max(width, cells.length)
  }
  return { rows, width, merged: (sheet['!merges'] ?? []).map(mergedOf), computed, ...asked }
}

function mergedOf({ s, e }: Range): Sheet['merged'][number] {
  return {
    range: `${columnLetters(s.c + 1)}${s.r + 1}:${columnLetters(e.c + 1)}${e.r + 1}`,
    row: s.r + 1,
    column: s.c + 1,
    rows: e.r - s.r + 1,
    columns: e.c - s.c + 1,
  }
}

/** The library resolves theme colours into `rgb`, and leaves out those of the palette of old programs. */
function fillOf(cell: CellObject): string | undefined {
  const style = cell.s as { patternType?: string; fgColor?: { rgb?: unknown } } | undefined
  if (!style?.fgColor || style.patternType === 'none') return undefined
  const { rgb } = style.fgColor
  if (typeof rgb === 'string' && /^[0-9a-f]{6,8}$/i.test(rgb))
    return `#${rgb.slice(-6).toUpperCase()}`
  return style.patternType === 'solid' ? 'filled' : undefined
}

type Formats = typeof import('xlsx').SSF

const errorNames: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

function textOf(cell: CellObject, formats: Formats, date1904: boolean): string {
  switch (cell.t) {
    case 's':
      return String(cell.v ?? '')
    case 'b':
      return cell.v ? 'TRUE' : 'FALSE'
    case 'e':
      return errorNames[Number(cell.v)] ?? '#ERROR!'
    case 'n':
      return numberText(Number(cell.v), String(cell.z ?? ''), formats, date1904)
    case 'd':
      return cell.v instanceof Date ? cell.v.toISOString().replace(/(T00:00:00)?\.000Z$/, '') : ''
    default:
      return ''
  }
}

function numberText(value: number, format: string, formats: Formats, date1904: boolean): string {
  if (format !== '' && formats.is_date(format))
    return dateText(value, format, formats, date1904) ?? digits(value)
  const bare = format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
  if (bare.includes('%')) return `${digits(value * 100)}%`
  // a postcode or an article number shown with its leading zeros
  if (/^0{2,}$/.test(bare) && Number.isInteger(value) && value >= 0)
    return String(value).padStart(bare.length, '0')
  return digits(value)
}

/** As many digits as a spreadsheet keeps. */
function digits(value: number): string {
  return String(Number(value.toPrecision(15)))
}

function dateText(
  value: number,
  format: string,
  formats: Formats,
  date1904: boolean,
): string | undefined {
  const bare = format.replace(/"[^"]*"|\\./g, '')
  const pad = (part: number) => String(part).padStart(2, '0')
  if (/\[(?:h+|m+|s+)\]/i.test(bare) || (value < 1 && !/[yd]/i.test(bare))) {
    const seconds = Math.round(Math.abs(value) * 86_400)
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
    return `${value < 0 ? '-' : ''}${hours}:${pad(minutes)}:${pad(seconds % 60)}`
  }
  const parts = formats.parse_date_code(value, { date1904 })
  if (!parts || parts.y === 0) return undefined
  const day = `${String(parts.y).padStart(4, '0')}-${pad(parts.m)}-${pad(parts.d)}`
  const timed = /h/i.test(bare) && (parts.H > 0 || parts.M > 0 || parts.S > 0)
  return timed ? `${day}T${pad(parts.H)}:${pad(parts.M)}:${pad(Math.floor(parts.S))}` : day
}
