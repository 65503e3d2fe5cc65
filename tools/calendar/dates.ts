// Dates and durations written into an expression: `2026-03-01 - 2025-12-24`, `2:01:09 * 2`. They enter
// the arithmetic as quantities of time; whether the result is a date again is found out by moving all
// dates by a day.
import { type Evaluated, evaluate, type Quantity } from '../../plans/expressions/expression.ts'
import { parseDate } from '../tables/cells.ts'
import { workOut } from './workdays.ts'

/**
 * Evaluates an expression as `evaluate` does, with dates (`2026-03-01`, `"March 1, 2026"`,
 * `2026-03-01T10:30`) and durations (`h:mm:ss`) in it. The difference of dates is in days; a date and
 * days, months or hours give a date, as ISO text without a unit; weekdays and working days are functions
 * of dates (`workdays.ts`). Anything else done to a date is an error that says so.
 */
export function evaluateWithDates(expression: string, unit?: string): Evaluated {
  // these functions take a date as it is written
  if (/\b(?:date|year|month|day|(?:day|month|year)s_between)\s*\(/.test(expression))
    return asWritten(expression, unit)
  const worked = workOut(expression, argument => {
    const result = evaluateWithDates(argument)
    return result.ok ? { value: result.value as string | number } : { error: result.error }
  })
  if ('error' in worked) return failed(worked.error)
  const read = literals(worked.expression)
  if ('error' in read) return { ok: false, error: read.error }
  const { dates, durations } = read
  const run = (moved: number, wanted?: string) => {
    const scope: Record<string, Quantity> = { ...durations }
    for (const [name, days] of Object.entries(dates))
      scope[name] = { value: days + moved, unit: 'days' }
    return evaluate(read.expression, scope, wanted)
  }
  const result = run(0, unit)
  if (Object.keys(dates).length === 0 || !result.ok) return result
  // they differ in length
  if (/\b(?:months?|years?)\b/i.test(read.expression)) return asWritten(expression, unit)
  const moved = run(1, unit)
  if (moved.ok && same(result.value, moved.value)) return result
  const [here, next] = [run(0, 'days'), run(1, 'days')]
  const isDate =
    here.ok &&
    next.ok &&
    same(Number(next.value) - Number(here.value), 1) &&
    !Array.isArray(here.value)
  if (!isDate)
    return failed('dates can be subtracted from each other, compared, or moved by a duration')
  if (unit !== undefined)
    return failed(`the result is a date, so it cannot be given in "${unit}"; leave the unit out`)
  const date = isoOf(Number(here.value))
  return { ok: true, value: date, text: date }
}

// --- internal ---

/** Dates as texts, of which an expression makes what a calendar says. */
const asWritten = (expression: string, unit: string | undefined) =>
  evaluate(expression.replaceAll(bareDate, '"$&"'), {}, unit)

const bareDate = /(?<!["'\d-])\d{4}-\d\d(?:-\d\d)?(?![\d"'-])/g

type Literals =
  | {
      readonly expression: string
      /** Days since 1970 by the name that stands for the date. */
      readonly dates: Readonly<Record<string, number>>
      readonly durations: Readonly<Record<string, Quantity>>
    }
  | { readonly error: string }

const shapes =
  /"([^"]{8,40})"|(?<![\w.:-])(\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?)(?![\w:-])|(?<![\w.:])(\d{1,4}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?![\w:])/g

function literals(text: string): Literals {
  const dates: Record<string, number> = {}
  const durations: Record<string, Quantity> = {}
  let error: string | undefined
  const expression = text.replace(shapes, (whole, quoted, iso, hours, minutes, seconds) => {
    if (hours !== undefined) {
      // `x ? 1:20` is a choice and no time
      if (seconds === undefined && text.includes('?')) return whole
      if (seconds === undefined)
        error ??= `${whole} can be hours and minutes or minutes and seconds: write ${whole}:00 or 0:${whole}`
      else if (Number(minutes) > 59 || Number(seconds) >= 60)
        error ??= `${whole} is no duration: minutes and seconds go up to 59`
      const name = `duration_${Object.keys(durations).length + 1}`
      const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
      durations[name] = { value, unit: 's' }
      return ` ${name} `
    }
    const day = parseDate(quoted ?? iso)
    if (day === undefined && quoted !== undefined) return whole
    const name = `date_${Object.keys(dates).length + 1}`
    const at = day === undefined ? Number.NaN : Date.parse(day.includes('T') ? `${day}Z` : day)
    if (Number.isNaN(at)) error ??= `there is no day ${iso ?? quoted}`
    dates[name] = at / 86_400_000
    return ` ${name} `
  })
  return error === undefined ? { expression, dates, durations } : { error }
}

function isoOf(days: number): string {
  const date = new Date(Math.round(days * 86_400) * 1000)
  return Number.isNaN(date.getTime())
    ? 'a date too far away'
    : date.toISOString().replace(/(T00:00:00)?\.000Z$/, '')
}

function failed(error: string): Evaluated {
  return { ok: false, error }
}

type Value = Extract<Evaluated, { ok: true }>['value']

function same(a: Value, b: Value): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, at) => same(each, b[at]))
  if (typeof a !== 'number' || typeof b !== 'number') return a === b
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a))
}
