// The rows of a period: those whose dates lie in a year, a quarter, a month or a day, before it or after it.

import {
  type Comparison,
  dateParts,
  doubtful,
  type Filter,
  type Period,
  type Unclear,
} from '../query.ts'
import { type Column, onlyOf } from '../table.ts'
import { denialBefore, type Parse } from './parse.ts'
import { isDone, isMadeOf } from './vocabulary.ts'

/** `in 2023`, `between May and July 2024`, `after 2019`: of the only dates, or of those that are spoken of. */
export function inPeriods(parse: Parse): readonly Filter[] | Unclear {
  const { prev, next, isOperator } = parse
  const found: Filter[] = []
  for (const [at, { period }] of parse.all('period')) {
    if (!parse.isOpen(at)) continue
    const column = columnOf(parse, at, period)
    if ('unclear' in column) return column
    if (period.relative !== undefined) {
      const limit = limitAt(parse, at, period, column)
      if ('unclear' in limit) return limit
      if (limit.relation) return doubtful('it is not clear from which day on')
      parse.take(at)
      found.push({ column, is: 'relative', value: period.relative, at, unsure: true })
      continue
    }
    const range = isOperator(prev(at), 'between') || parse.wordBefore(at) === 'from'
    const hinge = range && isOperator(next(at), 'until') ? next(at) : -1
    const until = parse.tags[next(Math.max(at, hinge))]
    const end = range && until?.is === 'period' ? until.period : undefined
    const limit = end ? { relation: undefined, at: prev(at) } : limitAt(parse, at, period, column)
    if ('unclear' in limit) return limit
    const { relation } = limit
    const year = period.year ?? end?.year ?? onlyYearIn(column)
    const [first, after] = boundsOf({ ...period, year }, column)
    const [, latest] = end
      ? boundsOf({ ...end, year: end.year ?? year }, column)
      : [undefined, after]
    if (end)
      parse.take(
        ...(isOperator(prev(at), 'between') ? [prev(at)] : []),
        hinge,
        parse.tags.indexOf(until!),
      )
    parse.take(at, ...(relation ? [limit.at] : []))
    const filter = (is: Comparison, value: string | number | undefined) =>
      value !== undefined && found.push({ column, is, value, at, unsure: true })
    if (!end && !relation && period.quarter === undefined)
      filter(
        column.type === 'number' ? '=' : 'within',
        column.type === 'number' ? Number(period.year) : patternOf(period, column),
      )
    else if (first === undefined || latest === undefined)
      return { unclear: 'it is not said of which year' }
    else if (relation === 'after') filter('>=', latest)
    else if (relation === 'before') filter('<', first)
    else {
      if (relation !== 'until') filter('>=', first)
      if (relation !== 'since') filter('<', latest)
    }
  }
  return found
}

/** `in the last month`, `of the first three days`, `the latest price`: of the dates that the table holds. */
export function atEnds(parse: Parse): readonly Filter[] | Unclear {
  const { tags, table, next, prev, isOpen, isOperator, columnAt } = parse
  const found: Filter[] = []
  for (const at of tags.keys()) {
    if (!isOpen(at) || !isOperator(at, 'first', 'last')) continue
    const number = tags[next(at)]
    const of = number?.is === 'number' ? next(next(at)) : next(at)
    const named = columnAt(of)
    const part = dateParts.find(
      each => isOperator(of, each) || (named?.kind === 'date' && named.head === each),
    )
    const isAmount = number?.is !== 'number' && named?.kind === 'amount'
    const isAsked = prev(at) < 0 || isOperator(prev(at), 'which', 'when', 'list')
    const isWithin = /\b(?:in|of|during|for|over|from|within|on) (?:the )?$/i.test(
      parse.textBefore(at),
    )
    if (!isAmount && (!part || (isAsked && !isWithin))) continue
    const { date } = table
    if (!date)
      return { unclear: `it is not clear which dates tell what is the "${parse.said(at)}"` }
    const is = isOperator(at, 'last') ? 'latest' : 'earliest'
    if (number?.is === 'number' || part === 'quarter')
      return doubtful(`it is not clear which ${part}s are meant`)
    parse.take(at, ...(part ? [of] : []))
    found.push({ column: date, is, value: { year: 4, month: 7, day: 10 }[part ?? 'day'], at })
  }
  return found
}

/**
 * `in February and March 2024`: both are of the year that stands behind them; `May 2023 and 2024` are no two of one
 * sort, and it is not told of which year the first is in `December and January 2024`.
 */
export function inSeveral(filter: Filter): Filter | undefined {
  const { is, value } = filter
  if (is !== 'within' || !Array.isArray(value)) return filter
  const said = value.map(String)
  const [year] = /^\d{4}(?=-)/.exec(said.at(-1)!) ?? []
  const months = said.map(each => Number(/-(\d\d)/.exec(each)?.[1]))
  const isInOrder = months.every((month, at) => at === 0 || months[at - 1]! < month)
  const isOwed = year !== undefined && said.some(each => each.startsWith('%'))
  if (isOwed && !isInOrder) return undefined
  const full = isOwed ? said.map(each => each.replace(/^%(?=-)/, year)) : said
  const isAlike = new Set(full.map(each => each.replace(/\d/g, '0'))).size === 1
  const pattern = full.map(each => each.replaceAll('%', '.*')).join('|')
  return isAlike ? { ...filter, is: 'periods', value: `^(?:${pattern})$` } : undefined
}

// --- internal ---

const contrary = { before: 'since', since: 'before', after: 'until', until: 'after' } as const
type Relation = keyof typeof contrary

/** On which side of a period the rows lie, and the place that says so; `not before` is `since`. */
function limitAt(
  parse: Parse,
  at: number,
  { day }: Period,
  column: Column,
): { readonly relation: Relation | undefined; readonly at: number } | Unclear {
  const { prev, next, isOperator } = parse
  if (/\b(?:as|end|start|beginning|middle|close) of (?:the )?$/i.test(parse.textBefore(at)))
    return doubtful('it is not clear which days of the period are meant')
  const isBehind = (relation: Relation) =>
    isOperator(next(at), relation) && /^or\b/i.test(parse.said(next(at)))
  const relations = Object.keys(contrary) as Relation[]
  const behind = relations.find(isBehind)
  const told = relations.find(each => isOperator(prev(at), each))
  const word = parse.wordBefore(at)
  const last = parse.tokens[parse.tags[at]!.end]?.word
  const bare = /^(?:by|through)$/.test(word)
    ? 'until'
    : word === 'from' && last === 'on'
      ? 'since'
      : undefined
  if (bare === 'until' && day === undefined)
    return doubtful('it is not clear whether all of the period is meant')
  const relation = behind ?? told ?? bare
  const spot = behind ? next(at) : told || isOperator(prev(at), 'by') ? prev(at) : at
  const denial = relation ? denialBefore(parse, spot, column) : -1
  if (denial < 0) return { relation, at: spot }
  // what was not closed before a day may not be closed at all
  if (parse.tags.some((_, each) => parse.columnAt(each) === column && isDone(parse.said(each))))
    return doubtful(`it is not clear whether rows without ${column.name} are meant`)
  parse.take(denial)
  return { relation: contrary[relation!], at: spot }
}

/** The column that dates the rows: the only one, the one that is spoken of, or the one called like the rows or just `date`. */
function columnOf(
  { table, all, take }: Parse,
  at: number,
  { month, day, relative }: Period,
): Column | Unclear {
  const isDay = day !== undefined || relative !== undefined
  const isAble = ({ kind, type }: Column) =>
    (kind === 'date' && (!isDay || type === 'date')) ||
    (kind === 'year' && month === undefined && relative === undefined)
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

/** The year of all dates, where they are few enough to be known and of one. */
const onlyYearIn = ({ values = [] }: Column): string | undefined =>
  onlyOf([...new Set(values.map(each => /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(each)?.[0]))])

/** As dates are written: `2024%`, `2024-03-%`, `%-03-%` for a month of any year. */
function patternOf({ year, month, day }: Period, { type }: Column): string {
  if (month === undefined) return `${year}%`
  return `${year ?? '%'}-${pad(month)}${type === 'date' ? `-${day ?? ''}%` : ''}`
}

/** The first day, month or year, and the first one after it, where the year is known. */
function boundsOf(
  { year, quarter, month, day }: Period,
  { type }: Column,
): readonly [] | readonly [first: string | number, after: string | number] {
  if (year === undefined) return []
  if (type === 'number') return [Number(year), Number(year) + 1]
  const [from, to] =
    quarter === undefined ? [month ?? 1, month ?? 12] : [3 * quarter - 2, 3 * quarter]
  const written = (months: number, days: number) =>
    new Date(Date.UTC(Number(year), months - 1, days))
      .toISOString()
      .slice(0, type === 'date' ? 10 : 7)
  return [
    written(from, Number(day ?? 1)),
    day === undefined ? written(to + 1, 1) : written(from, Number(day) + 1),
  ]
}
