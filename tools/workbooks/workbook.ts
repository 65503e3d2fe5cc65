// Workbooks (.xlsx, .xlsm, .xlsb, .xls, .ods) as text by the cell. The parsing runs in a process of its own;
// what stands here is what it gives, and how.
import { readFile } from 'node:fs/promises'
import type { CellObject, Range, WorkBook, WorkSheet } from 'xlsx'
import { isLocked, lockedSentence, openPackage } from '../documents/office/office.ts'
import type { DocumentRequest } from '../documents/text-document.ts'
import { headOf } from '../head.ts'
import { cellValue, columnLetters } from './cell-value.ts'
import { layoutOf, refuseFar, type SheetLayout } from './layout.ts'

/** Which workbook, and what of it beside the values. */
interface WorkbookRequest extends DocumentRequest {
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
  /** Merged cells, from a row and column counted from 1 so many rows down; their value stands in the first. */
  readonly merged: readonly {
    readonly range: string
    readonly row: number
    readonly column: number
    readonly rows: number
  }[]
  /** Formulas by column letter. */
  readonly computed: Readonly<Record<string, Computed>>
  /** By address (`B7`), when asked for: formulas with `=`, fill colours as `#RRGGBB`, or in words. */
  readonly formulas: ReadonlyMap<string, string>
  readonly fills: ReadonlyMap<string, string>
  /** By address: what people wrote beside cells, with their names. */
  readonly comments: ReadonlyMap<string, string>
  /** Rows and columns, counted from 1, that are not shown in a spreadsheet program. */
  readonly hiddenRows: readonly number[]
  readonly hiddenColumns: readonly number[]
  /** Ranges whose colours follow from conditions, which are not evaluated. */
  readonly conditional: readonly string[]
}

/** A workbook that has been read: its sheets in their order. */
export interface Workbook {
  readonly name: string
  readonly sheets: readonly Sheet[]
}

/** How many cells a workbook may have, and how many rows and columns spreadsheet programs know. */
const mostCells = 5_000_000
const [mostRows, mostColumns] = [1_048_576, 16_384]

/**
 * Parses a workbook in this process. Throws one sentence when it is locked with a password, damaged,
 * not a workbook, or too large once unpacked.
 */
export async function parseWorkbook(request: WorkbookRequest): Promise<Workbook> {
  const { name, path } = request
  const file = (await isZipped(request)) ? await openPackage(path, name, 'a workbook') : undefined
  const data = file?.data ?? (await readFile(path))
  if (isLocked(data)) throw new Error(lockedSentence(name))
  if (file) refuseFar(file, name)
  const { read, SSF } = await import('xlsx')
  const options = { dense: true, cellNF: true, cellText: false, cellHTML: false, sheetStubs: true }
  let book: WorkBook & { readonly Styles?: { readonly Fills?: readonly unknown[] } }
  try {
    book = read(data, { ...options, cellStyles: true })
  } catch (error) {
    const isAsked = /password|encrypt/i.test((error as Error).message)
    throw new Error(isAsked ? lockedSentence(name) : damaged(name))
  }
  const date1904 = book.Workbook?.WBProps?.date1904 === true
  const layout = file && layoutOf(file)
  const known = knownFills(book.Styles?.Fills ?? [], layout?.fills)
  const reading = {
    ...request,
    text: (cell: CellObject) => cellValue(cell, SSF, date1904),
    fill: (cell: CellObject) => fillOf(cell, known),
    budget: { cells: mostCells },
  }
  const sheets = book.SheetNames.flatMap((sheetName, at) => {
    const sheet = book.Sheets[sheetName]
    const hidden = (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0
    const read = sheet && sheetOf(sheet, reading, layout?.sheets.get(sheetName))
    return read ? [{ name: sheetName, hidden, ...read }] : []
  })
  return { name, sheets }
}

// --- internal ---

/** Only what begins like a workbook, zipped or old, reaches the library, which would read nearly anything as one. */
async function isZipped({ path, name }: WorkbookRequest): Promise<boolean> {
  const start = (await headOf(path, 8)).toString('hex')
  if (start === '') throw new Error(`${name} is empty: it has no bytes.`)
  if (!/^(?:504b0304|d0cf11e0a1b11ae1)/.test(start))
    throw new Error(
      `${name} is not a workbook in spite of its ending; if it holds text or a table in text, rename it to .txt or .csv.`,
    )
  return start.startsWith('504b')
}

function damaged(name: string): string {
  return `${name} cannot be read as a workbook: it is damaged or of another kind; open it in a spreadsheet program and save it again.`
}

interface Reading extends WorkbookRequest {
  readonly text: (cell: CellObject) => string
  readonly fill: (cell: CellObject) => string | undefined
  /** Cells that may still be read. */
  readonly budget: { cells: number }
}

/** `layout` is what the library leaves out. */
function sheetOf(
  sheet: WorkSheet,
  { name, formulas, colours, text, fill, budget }: Reading,
  layout?: SheetLayout,
): Omit<Sheet, 'name' | 'hidden'> {
  const rows: SheetRow[] = []
  const computed: Record<string, Computed> = {}
  const asked = { formulas: new Map<string, string>(), fills: new Map<string, string>() }
  const comments = new Map<string, string>()
  const note = (cell: CellObject, row: number, at: number, shown: string) => {
    if (!colours && cell.f === undefined && cell.c === undefined) return
    const letters = columnLetters(at + 1)
    const address = `${letters}${row + 1}`
    const colour = colours ? fill(cell) : undefined
    if (colour !== undefined) asked.fills.set(address, colour)
    const said = commentOf(cell)
    if (said !== '') comments.set(address, said)
    if (cell.f === undefined) return
    const { count, first, blank } = computed[letters] ?? { count: 0, first: `=${cell.f}`, blank: 0 }
    computed[letters] = { count: count + 1, first, blank: blank + (shown === '' ? 1 : 0) }
    if (formulas) asked.formulas.set(address, `=${cell.f}`)
  }
  const data: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? []
  // a hostile file has its only cell in the last row there could be: what lies between is not walked
  data.forEach((line, row) => {
    const cells: string[] = []
    line?.forEach((cell, at) => {
      if (!cell) return
      if (row >= mostRows || at >= mostColumns)
        throw new Error(`${name} has a cell beyond the last row or column that sheets have.`)
      const shown = text(cell)
      note(cell, row, at, shown)
      if (shown === '') return
      while (cells.length < at) cells.push('')
      cells.push(shown)
    })
    budget.cells -= cells.length
    if (budget.cells < 0)
      throw new Error(
        `${name} has more than the ${mostCells.toLocaleString('en')} cells that can be read; save the sheet that matters as CSV.`,
      )
    if (cells.length > 0) rows.push({ row: row + 1, cells })
  })
  const last = rows.at(-1)?.row ?? 0
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const { hiddenRows = [], hiddenColumns = [], conditional = [] } = layout ?? {}
  return {
    rows,
    width,
    merged: (sheet['!merges'] ?? []).map(each => mergedOf(each, last)),
    computed,
    formulas: asked.formulas,
    fills: colours ? new Map([...asked.fills, ...(layout?.fills ?? [])]) : asked.fills,
    comments,
    hiddenRows: hiddenIn(sheet['!rows'], hiddenRows).filter(row => row <= last),
    hiddenColumns: hiddenIn(sheet['!cols'], hiddenColumns).filter(at => at <= width),
    conditional,
  }
}

/** Those that the library calls hidden, and others. */
function hiddenIn(
  lines: readonly ({ hidden?: boolean } | undefined)[] = [],
  others: readonly number[],
): number[] {
  const found = new Set(others)
  lines.forEach((line, at) => {
    if (line?.hidden) found.add(at + 1)
  })
  return [...found].sort((a, b) => a - b)
}

function commentOf(cell: CellObject): string {
  const said = (cell.c ?? []).map(({ a, t }) => {
    const text = String(t ?? '').trim()
    return a && !text.startsWith(`${a}:`) ? `${a}: ${text}` : text
  })
  return said.filter(text => text !== '').join('; ')
}

/** A merge may reach far below the last row with something in it; only what is there counts. */
function mergedOf({ s, e }: Range, last: number): Sheet['merged'][number] {
  return {
    range: `${columnLetters(s.c + 1)}${s.r + 1}:${columnLetters(e.c + 1)}${e.r + 1}`,
    row: s.r + 1,
    column: s.c + 1,
    rows: Math.max(1, Math.min(e.r, last - 1) - s.r + 1),
  }
}

/** The fill that each style object of the library stands for; none where it is not certain. */
function knownFills(styles: readonly unknown[], fills: readonly (string | undefined)[] = []) {
  const once = (style: unknown, at: number) =>
    styles.indexOf(style) === at && styles.lastIndexOf(style) === at
  return new Map(
    styles.flatMap((style, at) =>
      once(style, at) && at < fills.length ? [[style, fills[at]]] : [],
    ),
  )
}

function fillOf(
  cell: CellObject,
  known: ReadonlyMap<unknown, string | undefined>,
): string | undefined {
  if (known.has(cell.s)) return known.get(cell.s)
  const style = cell.s as { patternType?: string; fgColor?: { rgb?: unknown } } | undefined
  if (!style?.fgColor || style.patternType === 'none') return undefined
  const { rgb } = style.fgColor
  if (typeof rgb === 'string' && /^[0-9a-f]{6,8}$/i.test(rgb))
    return `#${rgb.slice(-6).toUpperCase()}`
  return style.patternType === 'solid' ? 'filled' : undefined
}
