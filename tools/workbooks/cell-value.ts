// A cell of a workbook as text, by its type and number format.
import type { CellObject } from 'xlsx'

/** The formatting half of the library. */
type Formats = typeof import('xlsx').SSF

/**
 * The text of a cell: a date as ISO text, a duration as `26:10:00`, a percentage with its sign, a code
 * with its zeros. `formats` is the library's; `date1904` says from which day the file counts.
 */
export function cellValue(cell: CellObject, formats: Formats, date1904: boolean): string {
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

/** The letters of a column counted from 1: `A`, `Z`, `AA`. */
export function columnLetters(column: number): string {
  const rest = (column - 1) % 26
  const before = (column - 1 - rest) / 26
  return (before > 0 ? columnLetters(before) : '') + String.fromCharCode(65 + rest)
}

// --- internal ---

const errorNames: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
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
