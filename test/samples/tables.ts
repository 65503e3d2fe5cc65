// Random tables over a domain: rows, column order, spelling of the header, and the CSV text.
import type { Amount, Domain, Kind } from './domains.ts'
import { decimalText, type Random } from './random.ts'

/** A column as it stands in a file: its header, and how to write a row's cell. */
export interface Column {
  readonly header: string
  readonly cell: (row: Row) => string
}

/** Names by kind, and amounts as whole numbers scaled by the column's decimals. */
export interface Row {
  readonly names: readonly [string, string]
  readonly amounts: readonly [number, number]
  readonly date: string
  readonly number: number
}

export interface Table {
  readonly domain: Domain
  readonly rows: readonly Row[]
  readonly columns: readonly Column[]
  /** Headers of the two kinds and the two amounts. */
  readonly kindHeaders: readonly [string, string]
  readonly amountHeaders: readonly [string, string]
}

/** A table with 24 to 60 rows. Each name of a kind stands in at least one row. */
export function randomTable(domain: Domain, random: Random): Table {
  const names = domain.kinds.map(kind => random.sample(kind.names, random.int(3, 5)))
  const year = random.int(2019, 2026)
  const rows = Array.from({ length: random.int(24, 60) }, (_, at): Row => {
    const nameOf = (kind: 0 | 1) => names[kind]![at] ?? random.pick(names[kind]!)
    const amountOf = ({ low, high }: Amount) => random.int(low, high)
    const [month, day] = [random.int(1, 12), random.int(1, 28)]
    return {
      names: [nameOf(0), nameOf(1)],
      amounts: [amountOf(domain.amounts[0]), amountOf(domain.amounts[1])],
      date: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
      number: random.int(10_000, 99_999),
    }
  })
  const headerOf = ({ headers }: Kind | Amount) => random.pick(headers)
  const kindHeaders = domain.kinds.map(headerOf) as [string, string]
  const amountHeaders = domain.amounts.map(headerOf) as [string, string]
  const decimalsOf = (at: 0 | 1) => domain.amounts[at].decimals
  const columns: readonly Column[] = [
    { header: 'date', cell: row => row.date },
    { header: 'id', cell: row => String(row.number) },
    { header: kindHeaders[0], cell: row => row.names[0] },
    { header: kindHeaders[1], cell: row => row.names[1] },
    { header: amountHeaders[0], cell: row => decimalText(row.amounts[0], decimalsOf(0)) },
    { header: amountHeaders[1], cell: row => decimalText(row.amounts[1], decimalsOf(1)) },
  ]
  const shuffled = random.sample(rows, rows.length)
  return { domain, rows: shuffled, columns: random.sample(columns, 6), kindHeaders, amountHeaders }
}

/** The table as CSV. */
export function csvOf({ columns, rows }: Pick<Table, 'columns' | 'rows'>, delimiter = ','): string {
  const lines = rows.map(row => columns.map(column => column.cell(row)).join(delimiter))
  return `${[columns.map(column => column.header).join(delimiter), ...lines].join('\n')}\n`
}

/** Sum of an amount over rows, scaled by its decimals. */
export function sumOf(rows: readonly Row[], amount: 0 | 1): number {
  return rows.reduce((sum, row) => sum + row.amounts[amount], 0)
}
