// Questions about one workbook with several sheets of the same columns and one sheet of notes.
import * as xlsx from 'xlsx'
import { type Domain, domains } from './domains.ts'
import { decimalText, quotient, type Random } from './random.ts'
import { type Asked, amountOf, filterOf, tolerant } from './table-questions.ts'
import { type Row, randomTable, sumOf, type Table } from './tables.ts'

export interface Workbook {
  readonly domain: Domain
  readonly sheets: ReadonlyMap<string, Table>
  /** Says "on this sheet only", with `{}` for its name. */
  readonly phrases: readonly string[]
}

type Shape = (book: Workbook, random: Random) => Asked

/** Shapes of the family `workbook`, by name. */
export const workbookShapes: Readonly<Record<string, Shape>> = {
  sum,
  'sum-filter': sumFilter,
  mean,
  difference,
  ratio,
}

/** A workbook of two to four sheets. */
export function randomWorkbook(random: Random): Workbook {
  const domain = random.pick(domains)
  const { labels, phrases } = random.pick(labelings)
  const chosen = random.sample(labels, random.int(2, 4))
  const { columns, kindHeaders, amountHeaders } = randomTable(domain, random)
  const spelled = { columns, kindHeaders, amountHeaders }
  const sheets = chosen.map(label => {
    const { rows } = randomTable(domain, random)
    return [label, { domain, ...spelled, rows: rows.map(row => datedLike(label, row)) }] as const
  })
  return { domain, sheets: new Map(sheets), phrases }
}

/** The workbook as an XLSX file, without the sheet or column that is left out. */
export function workbookBytes(
  { sheets }: Workbook,
  leftOut: { readonly sheet?: string; readonly header?: string } = {},
): Buffer {
  const book = xlsx.utils.book_new()
  const notes = xlsx.utils.aoa_to_sheet([
    ['Notes'],
    ['Checked by the office.'],
    ['No cancelled entries.'],
  ])
  for (const [name, table] of sheets) {
    if (name === leftOut.sheet) continue
    const columns = table.columns.filter(column => column.header !== leftOut.header)
    const isAmount = (header: string) => table.amountHeaders.includes(header)
    const rows = table.rows.map(row =>
      columns.map(({ header, cell }) => (isAmount(header) ? Number(cell(row)) : cell(row))),
    )
    const cells = [columns.map(column => column.header), ...rows]
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(cells), name)
  }
  xlsx.utils.book_append_sheet(book, notes, 'Notes')
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

// --- internal ---

const named = ['on the sheet {}', 'on the {} sheet', 'according to the sheet {}']
const labelings = [
  { labels: ['2021', '2022', '2023', '2024', '2025'], phrases: ['in {}', 'on the sheet {}'] },
  { labels: ['Spring', 'Summer', 'Autumn', 'Winter'], phrases: named },
  { labels: ['Team A', 'Team B', 'Team C', 'Team D'], phrases: named },
  { labels: ['Plan', 'Budget', 'Forecast', 'Actual'], phrases: named },
]

/** On a sheet called after a year, the dates lie in that year. */
const datedLike = (label: string, row: Row): Row =>
  /^\d{4}$/.test(label) ? { ...row, date: label + row.date.slice(4) } : row

function sheetOf({ sheets, phrases }: Workbook, random: Random) {
  const [sheet, table] = random.pick([...sheets])
  return { sheet, table, on: random.pick(phrases).replace('{}', sheet) }
}

function sum(book: Workbook, random: Random): Asked {
  const { sheet, table, on } = sheetOf(book, random)
  const { at, amount, said, header } = amountOf(table, random)
  const question = random.pick([
    `What is the total ${said} ${on}?`,
    `Add up the ${said} ${on}.`,
    `What do the ${said} values ${on} add up to?`,
  ])
  const answer = decimalText(sumOf(table.rows, at), amount.decimals)
  return { question, answer, without: taken(random, sheet, header) }
}

function sumFilter(book: Workbook, random: Random): Asked {
  const { sheet, table, on } = sheetOf(book, random)
  const { at, amount, said, header } = amountOf(table, random)
  const filter = filterOf(table, random, 1)
  const question = random.pick([
    `What is the total ${said} ${filter.said} ${on}?`,
    `Add up the ${said} of the ${book.domain.rows} ${filter.said} ${on}.`,
  ])
  const answer = decimalText(sumOf(table.rows.filter(filter.fits), at), amount.decimals)
  return { question, answer, without: taken(random, sheet, header) }
}

function mean(book: Workbook, random: Random): Asked {
  const { sheet, table, on } = sheetOf(book, random)
  const { at, amount, said, header } = amountOf(table, random)
  const question = random.pick([
    `What is the average ${said} ${on}? Round to two decimals.`,
    `What's the mean ${said} of the ${book.domain.rows} ${on}, rounded to two decimal places?`,
  ])
  const value = quotient(sumOf(table.rows, at), table.rows.length * 10 ** amount.decimals, 2)
  const without = taken(random, sheet, header)
  return { question, answer: value.text, ...tolerant(value.tie, 2), without }
}

function difference(book: Workbook, random: Random): Asked {
  const [one, other] = random.sample([...book.sheets], 2)
  const { at, amount, said, header } = amountOf(one![1], random)
  const totals = [one!, other!].map(([sheet, table]) => ({ sheet, total: sumOf(table.rows, at) }))
  const [more, fewer] = totals.sort((a, b) => b.total - a.total)
  if (more!.total === fewer!.total) return difference(book, random)
  const phrase = random.pick(book.phrases)
  const [onMore, onFewer] = [more!, fewer!].map(({ sheet }) => phrase.replace('{}', sheet))
  const question = random.pick([
    `By how much does the total ${said} ${onMore} exceed the total ${said} ${onFewer}?`,
    `What is the difference between the total ${said} ${onMore} and the total ${said} ${onFewer}?`,
    `How much higher is the total ${said} ${onMore} than ${onFewer}?`,
  ])
  const answer = decimalText(more!.total - fewer!.total, amount.decimals)
  return { question, answer, without: taken(random, fewer!.sheet, header) }
}

function ratio(book: Workbook, random: Random): Asked {
  const [one, other] = random.sample([...book.sheets], 2)
  const { at, said, header } = amountOf(one![1], random)
  const phrase = random.pick(book.phrases)
  const [onOne, onOther] = [one!, other!].map(([sheet]) => phrase.replace('{}', sheet))
  const question = random.pick([
    `What is the ratio of the total ${said} ${onOne} to the total ${said} ${onOther}? Round to two decimals.`,
    `The total ${said} ${onOne} is how many times the total ${said} ${onOther}? Round to two decimal places.`,
  ])
  const value = quotient(sumOf(one![1].rows, at), sumOf(other![1].rows, at), 2)
  const without = taken(random, other![0], header)
  return { question, answer: value.text, ...tolerant(value.tie, 2), without }
}

function taken(random: Random, sheet: string, header: string): Asked['without'] {
  return random.pick([
    { what: 'sheet', sheet } as const,
    { what: 'sheet', sheet } as const,
    { what: 'column', header } as const,
    { what: 'file' } as const,
  ])
}
