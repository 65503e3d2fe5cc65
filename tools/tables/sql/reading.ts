// How DuckDB is told to read a file of delimited text, and the cells of its columns.
import type { Column } from '../columns.ts'
import type { Dialect } from '../dialect.ts'

/** How a file of delimited text is read, each record of which has a cell for each of the columns. */
interface Reading {
  readonly path: string
  readonly delimiter: string
  /** Lines above the first row. */
  readonly skip: number
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** Characters of the longest line, where that is known. */
  readonly longest?: number
}

/** The rows of a file as a table function. Strict: what is spelled otherwise makes the statement fail. */
export function readingOf({ path, delimiter, skip, columns, longest = 0 }: Reading): string {
  const named = columns.map(each => `${quoteText(each.name)}: ${quoteText(each.type)}`)
  const options = [
    `auto_detect = false, header = false, skip = ${skip}, nullstr = ''`,
    `delim = ${quoteText(delimiter)}, quote = '"', escape = '"'`,
    // the engine's usual limit is the least
    `max_line_size = ${Math.max(2_000_000, longest * 4)}`,
  ]
  return `read_csv(${quoteText(path)}, ${options.join(', ')}, columns = {${named.join(', ')}})`
}

/** The cells of a file as they are written, as columns `c0`, `c1`, ... */
export function textsOf({ path, delimiter }: Dialect, width: number): string {
  const columns = Array.from({ length: width }, (_, at) => ({ name: `c${at}`, type: 'VARCHAR' }))
  return readingOf({ path, delimiter, skip: 1, columns })
}

/** Quotes a text for SQL. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Quotes a name for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Decimals are exact as far as this many digits. */
export const exactDigits = 18

/** The type in the database of what a column holds: whole numbers and decimals exactly as written. */
export function typeOf({ type, digits, timed }: Column): string {
  switch (type) {
    case 'number': {
      if (digits === undefined) return 'DOUBLE'
      if (digits.after === 0) return 'BIGINT'
      const all = digits.before + digits.after
      return all > exactDigits ? 'DOUBLE' : `DECIMAL(${all}, ${digits.after})`
    }
    case 'date':
      return timed ? 'VARCHAR' : 'DATE'
    case 'text':
    case 'empty':
      return 'VARCHAR'
  }
}

/** How the cells of a column are read from their text `c`, a name. */
export function cellReading(column: Column, c: string): CellReading {
  switch (column.type) {
    case 'number':
      return numberReading(column, c)
    case 'date':
      return dateReading(column, c)
    case 'text':
      return reading('true', `nullif(trim(${c}), '')`)
    case 'empty':
      return reading(`${c} IS NULL`, c)
  }
}

// --- internal ---

type CellReading = ReturnType<typeof reading>

/**
 * How the text of a cell is read: `fits` is true when it is spelled as its column is, `value` is what it then means,
 * and `read` the same where it fits, else NULL.
 */
const reading = (fits: string, value: string, read = `CASE WHEN ${fits} THEN ${value} END`) => ({
  fits,
  value,
  read,
})

const money = '([$€£¥₹]|USD|EUR|GBP|CHF|JPY)?'

/** A number of more digits than its column's does not fit: it would be rounded. */
function numberReading(column: Column, c: string): CellReading {
  const { decimal, digits, marked } = column
  const mark = decimal === '.' ? '\\.' : ','
  const whole = digits ? digits.before : 15
  const grouped =
    decimal === '.' ? '[1-9][0-9]{0,2}(,[0-9]{3})+|' : '[1-9][0-9]{0,2}(\\.[0-9]{3})+|'
  const part = `(${marked ? grouped : ''}0|[1-9][0-9]{0,${whole - 1}})`
  const rest = digits?.after === 0 ? '' : `(${mark}[0-9]{1,${digits?.after ?? 30}})?`
  const power = digits ? '' : '([eE][-+]?[0-9]{1,2})?'
  const around = marked ? [`${money} ?`, ` ?(%|${money})`] : ['', '']
  const form = ` *-?${around[0]}${part}${rest}${power}${around[1]} *`
  const bare = marked ? `regexp_replace(${c}, '[^-0-9eE${decimal}]', '', 'g')` : c
  const point = decimal === '.' ? bare : `replace(${bare}, ',', '.')`
  return reading(matches(c, form), `CAST(${point} AS ${typeOf(column)})`)
}

function dateReading({ order, timed }: Column, c: string): CellReading {
  if (timed) {
    const form = ' *[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]+)?)?)? *'
    const fits = `${matches(c, form)} AND TRY_CAST(${c} AS TIMESTAMP) IS NOT NULL`
    return reading(fits, `replace(trim(${c}), ' ', 'T')`)
  }
  if (order === undefined)
    return reading(
      `strlen(${c}) <= 10 AND TRY_CAST(${c} AS DATE) IS NOT NULL`,
      `CAST(${c} AS DATE)`,
      `CASE WHEN strlen(${c}) <= 10 THEN TRY_CAST(${c} AS DATE) END`,
    )
  const parts = order === 'day-first' ? ['%d', '%m', '%Y'] : ['%m', '%d', '%Y']
  const forms = ['/', '-'].map(between => quoteText(parts.join(between)))
  const read = `try_strptime(trim(${c}), [${forms.join(', ')}])`
  return reading(`${read} IS NOT NULL`, `CAST(${read} AS DATE)`)
}

function matches(c: string, form: string): string {
  return `regexp_full_match(${c}, ${quoteText(form)})`
}
