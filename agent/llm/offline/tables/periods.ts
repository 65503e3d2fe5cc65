// The rows of a period: those whose dates lie in a year, a month or a day, before it or after it.
import type { Value } from '../../../../plans/plan.ts'
import { monthNumber } from '../../../../plans/text/months.ts'
import { sameStem, stem } from '../stems.ts'
import { type Column, nameOf } from './columns.ts'
import type { Filter, Unclear } from './query.ts'
import type { Reader } from './reader.ts'
import type { Comparison } from './words.ts'

/** `in 2023`, `in March 2024`, `in May`, `after 2019`: of the only date column, or of the one a verb names. */
export function periods(reader: Reader): readonly Filter[] | Unclear {
  const { tokens, take, taken, word } = reader
  const found: Filter[] = []
  for (let at = 0; at < tokens.length; at++) {
    const period = taken(at) ? undefined : periodAt(reader, at)
    if (!period) continue
    const before = word(at - 1)
    const column = columnOfPeriod(reader, period)
    if (!column) continue
    if ('unclear' in column) return column
    take(relations.test(before) ? at - 1 : at, period.end)
    const [first, last] = boundsOf(period)
    const filter = (is: Comparison, value: Value): Filter => ({
      column,
      is,
      value,
      at,
      unsure: true,
    })
    if (column.type === 'number')
      found.push({ ...filter(ofYear(before), Number(period.year)), unsure: true })
    else if (/^(after|before|since|from|until|till)$/.test(before) && first && last) {
      if (before === 'after') found.push(filter('>', last))
      else if (before === 'before') found.push(filter('<', first))
      else
        found.push(
          filter(
            /^(since|from)$/.test(before) ? '>=' : '<=',
            before === 'since' || before === 'from' ? first : last,
          ),
        )
    } else found.push(filter('within', patternOf(period)))
    at = period.end - 1
  }
  return found
}

// --- internal ---

interface Period {
  readonly year?: string
  readonly month?: number
  readonly day?: string
  readonly end: number
}

const relations = /^(in|of|during|for|after|before|since|from|until|till|on)$/

const ofYear = (before: string): Comparison =>
  before === 'after'
    ? '>'
    : before === 'before'
      ? '<'
      : /^(since|from)$/.test(before)
        ? '>='
        : /^(until|till)$/.test(before)
          ? '<='
          : '='

/** A year, a month with or without one, or a day. */
function periodAt({ tokens, word }: Reader, at: number): Period | undefined {
  const { text, kind } = tokens[at]!
  const iso = /^(\d{4})-(\d\d)(?:-(\d\d))?/.exec(
    tokens
      .slice(at, at + 5)
      .map(each => each.text)
      .join(''),
  )
  if (iso && kind === 'number' && word(at + 1) === '-')
    return {
      year: iso[1]!,
      month: Number(iso[2]),
      ...(iso[3] && { day: iso[3] }),
      end: at + (iso[3] ? 5 : 3),
    }
  const isYear = (spot: number) => /^(19|20)\d\d$/.test(tokens[spot]?.text ?? '')
  const day = kind === 'number' && /^\d{1,2}$/.test(text) ? text.padStart(2, '0') : undefined
  const named = day === undefined ? at : at + 1
  const month = /^\p{Lu}/u.test(tokens[named]?.text ?? '') ? monthNumber(word(named)) : undefined
  if (month !== undefined) {
    const comma = word(named + 1) === ',' ? named + 2 : named + 1
    const year = isYear(comma) ? { year: word(comma), end: comma + 1 } : { end: named + 1 }
    return { month, ...(day !== undefined && { day }), ...year }
  }
  return isYear(at) && relations.test(word(at - 1)) ? { year: text, end: at + 1 } : undefined
}

/** The column that dates the rows; nothing where there is none, so that the words stay open. */
function columnOfPeriod(
  { columns, tokens }: Reader,
  { month, year }: Period,
): Column | Unclear | undefined {
  // `Yield 2024` has its year in its name
  if (columns.some(column => year !== undefined && nameOf(column).includes(year))) return undefined
  const years = columns.filter(({ type, name }) => type === 'number' && /^(year|yr)$/i.test(name))
  const dates = columns.filter(({ type }) => type === 'date')
  const all = month === undefined ? [...dates, ...years] : dates
  if (all.length < 2) return all[0]
  const named = all.filter(column =>
    nameOf(column).some(
      own =>
        !/^(date|on|at)$/.test(own) && tokens.some(({ word }) => sameStem(stem(own), stem(word))),
    ),
  )
  if (named.length === 1) return named[0]
  return { unclear: `the period may be that of ${all.map(({ name }) => `"${name}"`).join(' or ')}` }
}

const pad = (month: number) => String(month).padStart(2, '0')

/** As dates are written: `2024%`, `2024-03%`, `%-03-%` for a month of any year. */
function patternOf({ year, month, day }: Period): string {
  if (month === undefined) return `${year}%`
  const inYear = `${year ?? '%'}-${pad(month)}-`
  return `${inYear}${day ?? ''}%`
}

/** The first and the last day, where the year is known. */
function boundsOf({ year, month, day }: Period): readonly [string?, string?] {
  if (year === undefined) return []
  if (month === undefined) return [`${year}-01-01`, `${year}-12-31`]
  const last = day ?? new Date(Date.UTC(Number(year), month, 0)).getUTCDate()
  return [`${year}-${pad(month)}-${day ?? '01'}`, `${year}-${pad(month)}-${last}`]
}
