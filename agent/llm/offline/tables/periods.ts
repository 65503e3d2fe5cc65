// The rows of a period: those whose dates lie in a year, a quarter, a month or a day, before it or after it.
import type { Period } from './lexicon.ts'
import type { Parse } from './parse.ts'
import type { Comparison, Filter, Unclear } from './query.ts'
import type { Column } from './table.ts'
import { isMadeOf } from './vocabulary.ts'

/** `in 2023`, `between May and July 2024`, `after 2019`: of the only dates, or of those that are spoken of. */
export function inPeriods(parse: Parse): readonly Filter[] | Unclear {
  const { prev, next, isOperator } = parse
  const found: Filter[] = []
  for (const [at, { period }] of parse.all('period')) {
    if (!parse.isOpen(at)) continue
    const column = columnOf(parse, at, period)
    if ('unclear' in column) return column
    const until = parse.tags[next(at)]
    const range = isOperator(prev(at), 'between') || parse.wordBefore(at) === 'from'
    const end = range && until?.is === 'period' ? until.period : undefined
    const relation = (['after', 'before', 'since', 'until', 'between'] as const).find(each =>
      isOperator(prev(at), each),
    )
    const [first, last] = boundsOf({ ...period, year: period.year ?? end?.year }, column)
    const [, latest] = end ? boundsOf(end, column) : [undefined, last]
    parse.take(at, ...(relation ? [prev(at)] : []), ...(end ? [next(at)] : []))
    const filter = (is: Comparison, value: string | number | undefined) =>
      value !== undefined && found.push({ column, is, value, at, unsure: true })
    if (!end && !relation && period.quarter === undefined)
      filter(
        column.type === 'number' ? '=' : 'within',
        column.type === 'number' ? Number(period.year) : patternOf(period, column),
      )
    else if (first === undefined || latest === undefined)
      return { unclear: 'it is not said of which year' }
    else if (relation === 'after') filter('>', latest)
    else if (relation === 'before') filter('<', first)
    else {
      if (relation !== 'until') filter('>=', first)
      if (relation !== 'since') filter('<=', latest)
    }
  }
  return found
}

// --- internal ---

/** The column that dates the rows: the only one, the one that is spoken of, or the one called like the rows or just `date`. */
function columnOf(
  { table, all, take }: Parse,
  at: number,
  { month, day }: Period,
): Column | Unclear {
  const isAble = ({ kind, type }: Column) =>
    (kind === 'date' && (day === undefined || type === 'date')) ||
    (kind === 'year' && month === undefined)
  const named = all('column')
    .map(([spot, { columns }]) => [spot, columns.filter(isAble)] as const)
    .filter(([, columns]) => columns.length === 1)
  const [nearest] = named.toSorted(([a], [b]) => Math.abs(a - at) - Math.abs(b - at))
  if (nearest) {
    take(nearest[0])
    return nearest[1][0]!
  }
  const able = table.columns.filter(isAble)
  const dates = able.filter(({ kind }) => kind === 'date')
  const isOwn = (word: string) =>
    /^(?:dat|day|out)$/.test(word) ||
    table.nouns.some(noun => noun === word || isMadeOf(noun, word))
  const [own, years] = [
    dates.filter(({ words }) => words.every(isOwn)),
    able.filter(({ name }) => /^(?:year|yr)$/i.test(name)),
  ]
  const [only, another] = [own, dates, years].find(each => each.length > 0) ?? []
  if (!only) return { unclear: 'no column has dates' }
  return another
    ? { unclear: `the period may be that of ${dates.map(({ name }) => `"${name}"`).join(' or ')}` }
    : only
}

const pad = (month: number) => String(month).padStart(2, '0')

/** As dates are written: `2024%`, `2024-03-%`, `%-03-%` for a month of any year. */
function patternOf({ year, month, day }: Period, { type }: Column): string {
  if (month === undefined) return `${year}%`
  return `${year ?? '%'}-${pad(month)}${type === 'date' ? `-${day ?? ''}%` : ''}`
}

/** The first and the last day, month or year, where the year is known. */
function boundsOf(
  { year, quarter, month, day }: Period,
  { type }: Column,
): readonly [] | readonly [string | number, string | number] {
  if (year === undefined) return []
  if (type === 'number') return [Number(year), Number(year)]
  const [from, to] =
    quarter === undefined ? [month ?? 1, month ?? 12] : [3 * quarter - 2, 3 * quarter]
  const last = day ?? new Date(Date.UTC(Number(year), to, 0)).getUTCDate()
  const days = type === 'date' ? [`-${day ?? '01'}`, `-${last}`] : ['', '']
  return [`${year}-${pad(from)}${days[0]}`, `${year}-${pad(to)}${days[1]}`]
}
