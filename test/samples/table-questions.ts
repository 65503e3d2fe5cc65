// Questions about one CSV file: filter and aggregate, group and extreme. Answers are plain arithmetic
// on the rows that were generated.
import type { Amount, Kind } from './domains.ts'
import { decimalText, quotient, type Random } from './random.ts'
import { type Row, sumOf, type Table } from './tables.ts'

/** A question about a table, its answer, and what to take away so that declining becomes right. */
export interface Asked {
  readonly question: string
  readonly answer: string
  readonly tolerance?: number
  readonly without: Removal
}

export type Removal =
  | { readonly what: 'rows'; readonly keep: (row: Row) => boolean }
  | { readonly what: 'column'; readonly header: string }
  | { readonly what: 'sheet'; readonly sheet: string }
  | { readonly what: 'file' }

type Shape = (table: Table, random: Random) => Asked

/** Shapes of the family `filter`, by name. */
export const filterShapes: Readonly<Record<string, Shape>> = {
  count: (table, random) => counted(table, random, 1),
  'count-two': (table, random) => counted(table, random, 2),
  'count-above': countAbove,
  sum: (table, random) => summed(table, random, 1),
  'sum-two': (table, random) => summed(table, random, 2),
  mean: (table, random) => averaged(table, random, 1),
  'mean-two': (table, random) => averaged(table, random, 2),
}

/** Shapes of the family `group`, by name. */
export const groupShapes: Readonly<Record<string, Shape>> = {
  largest: (table, random) => extreme(table, random, 1),
  smallest: (table, random) => extreme(table, random, -1),
  spread,
  share,
}

// --- internal ---

export interface Filter {
  readonly said: string
  readonly fits: (row: Row) => boolean
  /** Fits every row with the first of the names. */
  readonly first: (row: Row) => boolean
  readonly header: string
}

/** A filter by the names of one or both kinds of a random row, which therefore fits at least that row. */
export function filterOf(
  { domain, rows, kindHeaders }: Table,
  random: Random,
  count: 1 | 2,
): Filter {
  const { names } = random.pick(rows)
  const kinds = random.sample([0, 1] as const, count)
  const phrases = kinds.map(kind => phrase(domain.kinds[kind], names[kind], random))
  // a clause with `where` reads well in the last place only
  const said = phrases.sort((a, b) => Number(/^where/.test(a)) - Number(/^where/.test(b))).join(' ')
  const fitsKind = (row: Row, kind: 0 | 1) => row.names[kind] === names[kind]
  return {
    said,
    fits: row => kinds.every(kind => fitsKind(row, kind)),
    first: row => fitsKind(row, kinds[0]!),
    header: kindHeaders[kinds[0]!],
  }
}

const phrase = (kind: Kind, name: string, random: Random) =>
  random.pick(kind.phrases).replace('{}', name)

/** One of the two amounts, with its name in a question. */
export function amountOf({ domain, amountHeaders }: Table, random: Random) {
  const at = random.pick([0, 1] as const)
  const amount: Amount = domain.amounts[at]
  return { at, amount, said: random.pick(amount.said), header: amountHeaders[at] }
}

function counted(table: Table, random: Random, filters: 1 | 2): Asked {
  const { said, fits, header } = filterOf(table, random, filters)
  const { rows: many } = table.domain
  const question = random.pick([
    `How many ${many} ${said} are there?`,
    `How many ${many} ${said} does the file list?`,
    `Count the ${many} ${said}.`,
    `What is the number of ${many} ${said}?`,
  ])
  const answer = String(table.rows.filter(fits).length)
  // no rows of a name would be an honest 0
  return { question, answer, without: random.pick([{ what: 'file' }, { what: 'column', header }]) }
}

function countAbove(table: Table, random: Random): Asked {
  const { said, fits } = filterOf(table, random, 1)
  const { at, amount, said: amountSaid, header } = amountOf(table, random)
  const limit = Math.round(random.int(amount.low, amount.high) / 10) * 10
  const bound = decimalText(limit, amount.decimals).replace(/\.0+$/, '')
  const { rows: many } = table.domain
  const more = random.pick([true, false])
  const compared = more
    ? random.pick([`over ${bound}`, `above ${bound}`, `greater than ${bound}`])
    : random.pick([`of at least ${bound}`, `of ${bound} or more`])
  const article = amountSaid.startsWith('a') ? 'an' : 'a'
  const question = random.pick([
    `How many ${many} ${said} are there with ${article} ${amountSaid} ${compared}?`,
    `Count the ${many} ${said} with ${article} ${amountSaid} ${compared}.`,
    `How many of the ${many} ${said} have ${article} ${amountSaid} ${compared}?`,
  ])
  const inside = (row: Row) => (more ? row.amounts[at] > limit : row.amounts[at] >= limit)
  const answer = String(table.rows.filter(row => fits(row) && inside(row)).length)
  return { question, answer, without: random.pick([{ what: 'file' }, { what: 'column', header }]) }
}

function summed(table: Table, random: Random, filters: 1 | 2): Asked {
  const { said, fits, first } = filterOf(table, random, filters)
  const { at, amount, said: amountSaid, header } = amountOf(table, random)
  const question = random.pick([
    `What is the total ${amountSaid} ${said}?`,
    `What is the sum of the ${amountSaid} of all ${table.domain.rows} ${said}?`,
    `Add up the ${amountSaid} of the ${table.domain.rows} ${said}.`,
    `Taking all ${table.domain.rows} ${said} together, what's the total ${amountSaid}?`,
  ])
  const answer = decimalText(sumOf(table.rows.filter(fits), at), amount.decimals)
  return { question, answer, without: taken(random, row => !first(row), header) }
}

function averaged(table: Table, random: Random, filters: 1 | 2): Asked {
  const { said, fits } = filterOf(table, random, filters)
  const { at, amount, said: amountSaid, header } = amountOf(table, random)
  const decimals = random.pick([1, 2])
  const rounding = decimals === 1 ? 'one decimal place' : 'two decimal places'
  const { rows: many } = table.domain
  const question = random.pick([
    `What is the average ${amountSaid} of the ${many} ${said}? Round to ${rounding}.`,
    `What's the mean ${amountSaid} ${said}, rounded to ${rounding}?`,
    `What is the ${amountSaid} of the ${many} ${said} on average? Give the answer with ${rounding}.`,
  ])
  const rows = table.rows.filter(fits)
  const mean = quotient(sumOf(rows, at), rows.length * 10 ** amount.decimals, decimals)
  const without = taken(random, row => !fits(row), header)
  return { question, answer: mean.text, ...tolerant(mean.tie, decimals), without }
}

function extreme(table: Table, random: Random, sign: 1 | -1): Asked {
  const { kind, groups, at, amountSaid, headers } = grouped(table, random)
  const question = random.pick(
    sign === 1
      ? [
          `Which ${kind.one} has the highest total ${amountSaid}?`,
          `Which ${kind.one} comes first by total ${amountSaid}?`,
          `Summing the ${amountSaid} for each ${kind.one}, which one has the most?`,
        ]
      : [
          `Which ${kind.one} has the lowest total ${amountSaid}?`,
          `Which ${kind.one} comes last by total ${amountSaid}?`,
          `Summing the ${amountSaid} for each ${kind.one}, which one has the least?`,
        ],
  )
  const ranked = [...groups].sort((a, b) => sign * (sumOf(b[1], at) - sumOf(a[1], at)))
  const [best, next] = ranked
  if (sumOf(best![1], at) === sumOf(next![1], at)) return extreme(table, random, sign)
  const header = random.pick(headers)
  return {
    question,
    answer: best![0],
    without: random.pick([{ what: 'file' }, { what: 'column', header }]),
  }
}

function spread(table: Table, random: Random): Asked {
  const { kind, groups, at, amount, amountSaid, headers } = grouped(table, random)
  const question = random.pick([
    `By how much does the ${kind.one} with the highest total ${amountSaid} exceed the ${kind.one} with the lowest?`,
    `What is the difference between the highest and the lowest total ${amountSaid} of any ${kind.one}?`,
    `How far apart are the largest and the smallest total ${amountSaid} per ${kind.one}?`,
  ])
  const sums = [...groups.values()].map(rows => sumOf(rows, at))
  const answer = decimalText(Math.max(...sums) - Math.min(...sums), amount.decimals)
  const header = random.pick(headers)
  return { question, answer, without: random.pick([{ what: 'file' }, { what: 'column', header }]) }
}

function share(table: Table, random: Random): Asked {
  const { kind, groups, at, amountSaid, kindAt, headers } = grouped(table, random)
  const name = random.pick([...groups.keys()])
  const said = phrase(kind, name, random)
  const { rows: many } = table.domain
  const question = random.pick([
    `What percentage of the total ${amountSaid} is due to the ${many} ${said}? Round to one decimal place.`,
    `What share of the total ${amountSaid} do the ${many} ${said} make up, in percent, to one decimal place?`,
    `How many percent of the ${amountSaid} of all ${many} fall to those ${said}? Give one decimal place.`,
  ])
  const [part, whole] = [sumOf(groups.get(name)!, at), sumOf(table.rows, at)]
  const percent = quotient(100 * part, whole, 1)
  const without = taken(random, row => row.names[kindAt] !== name, headers[1])
  return { question, answer: percent.text, ...tolerant(percent.tie, 1), without }
}

function grouped(table: Table, random: Random) {
  const { at, amount, said, header } = amountOf(table, random)
  const kindAt = random.pick([0, 1] as const)
  const groups = Map.groupBy(table.rows, row => row.names[kindAt])
  const headers = [table.kindHeaders[kindAt], header] as const
  return { kind: table.domain.kinds[kindAt], kindAt, groups, at, amount, amountSaid: said, headers }
}

function taken(random: Random, keep: (row: Row) => boolean, header: string): Removal {
  return random.pick<Removal>([
    { what: 'rows', keep },
    { what: 'rows', keep },
    { what: 'column', header },
    { what: 'file' },
  ])
}

/** A value exactly half-way may be rounded either way. */
export const tolerant = (tie: boolean, decimals: number) =>
  tie ? { tolerance: 10 ** -decimals } : {}
