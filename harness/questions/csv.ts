// A question set as CSV: rows under a header become the records that a line of JSON would be.
import { CsvError, parse } from 'csv-parse/sync'

/** A row by the names of its columns, or what is wrong with it; and the line it begins in, from 1. */
export type Row = { readonly line: number } & (
  | { readonly record: Readonly<Record<string, unknown>> }
  | { readonly wrong: string }
)

/**
 * The rows of `text` under its first one, which names the columns `id`, `question`, `answer` and, where
 * there are such, `files` (separated by semicolons), `level`, `family` and `tolerance`; or the columns of
 * GAIA's metadata. Case does not matter there, and other columns are passed over. Cells are separated
 * by commas, semicolons or tabs, whichever comes first in the header; quoted ones may hold line breaks.
 * An empty `level`, `family` or `tolerance` is none; rows of empty cells are left out. A header that
 * cannot be used is the only row, and one whose quotation mark is never closed is the last.
 */
export function rowsOf(text: string): readonly Row[] {
  const [head, ...rows] = recordsOf(text)
  if (!head || 'wrong' in head) return head ? [head] : []
  const asked = head.cells.map(cell => cell.trim().toLowerCase())
  const own = asked.includes('task_id') ? ofGaia : ofOurs
  const columns = asked.map(cell => own.all.find(name => name.toLowerCase() === cell) ?? cell)
  const wrong = faultOf(columns, own)
  return wrong === undefined ? rows.map(row => toRow(row, columns)) : [{ line: head.line, wrong }]
}

// --- internal ---

/** The cells of a row, or why it has none. */
type Cells = { readonly line: number } & (
  | { readonly cells: readonly string[] }
  | { readonly wrong: string }
)

interface Columns {
  readonly all: readonly string[]
  readonly required: readonly string[]
}

const ofOurs: Columns = {
  all: ['id', 'question', 'answer', 'files', 'level', 'family', 'tolerance'],
  required: ['id', 'question', 'answer'],
}
const ofGaia: Columns = {
  all: ['task_id', 'Question', 'Final answer', 'Level', 'file_name'],
  required: ['task_id', 'Question', 'Level'],
}

function faultOf(columns: readonly string[], { all, required }: Columns): string | undefined {
  const missing = required.find(name => !columns.includes(name))
  if (missing !== undefined)
    return `there is no column "${missing}"; the first line names the columns, of ${all.join(', ')}`
  const twice = all.find(name => columns.indexOf(name) !== columns.lastIndexOf(name))
  return twice === undefined ? undefined : `two columns are named "${twice}"`
}

function toRow(row: Cells, columns: readonly string[]): Row {
  if ('wrong' in row) return row
  const { line, cells } = row
  // spreadsheets write empty cells behind the last column
  const filled = cells.findLastIndex(cell => cell.trim() !== '') + 1
  if (cells.length < columns.length || filled > columns.length) {
    const count = `${cells.length} cells under ${columns.length} columns`
    const wayOut = 'a cell that holds the separator goes between quotation marks'
    return { line, wrong: `there are ${count}; ${wayOut}` }
  }
  const entries = columns.map(
    (name, at) => [name, cellAs(name, cells[at]!.replaceAll('\r\n', '\n').trim())] as const,
  )
  return { line, record: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) }
}

function cellAs(column: string, cell: string): unknown {
  switch (column) {
    case 'files':
      return cell.split(';').flatMap(name => name.trim() || [])
    case 'tolerance':
      return cell === '' ? undefined : Number.isNaN(Number(cell)) ? cell : Number(cell)
    case 'level':
    case 'family':
      return cell === '' ? undefined : cell
    default:
      return cell
  }
}

/** The records with something in them, and the lines they begin in. */
function recordsOf(text: string): readonly Cells[] {
  const records: Cells[] = []
  try {
    parse(text.replace(/\r\n?/g, '\n'), {
      delimiter: /[,;\t]/.exec(text)?.[0] ?? ',',
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: readonly string[], { lines }) => {
        const line = lines + 1 - cells.join('').split('\n').length
        if (cells.some(cell => cell.trim() !== '')) records.push({ line, cells })
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED'
    const wrong = isOpen ? 'a quotation mark is never closed' : error.message
    records.push({ line: Number(error.lines), wrong })
  }
  return records
}
