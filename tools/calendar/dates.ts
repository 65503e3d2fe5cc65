// Dates and durations written into an expression: `2026-03-01 - 2025-12-24`, `2:01:09 * 2`. Dates enter it as
// texts, which expressions take for dates, and durations as quantities of time.
import { type Evaluated, evaluate, type Quantity } from '../../plans/expressions/expression.ts'
import { parseDate } from '../tables/cells.ts'

/**
 * Evaluates an expression as `evaluate` does, with dates (`2026-03-01`, `"March 1, 2026"`,
 * `2026-03-01T10:30`) and durations (`h:mm:ss`) in it. The difference of dates is in days; a date and
 * days, months or hours give a date, as ISO text without a unit. Anything else done to a date is an error
 * that says so.
 */
export function evaluateWithDates(expression: string, unit?: string): Evaluated {
  const read = literals(expression.replace(dateCall, call => call.replace(month, '"$&"')))
  if (read.error !== undefined) return { ok: false, error: read.error }
  return evaluate(read.expression, read.durations, unit)
}

// --- internal ---

/** Where `2024-05` is a month; elsewhere it is a difference. */
const dateCall = /\b(?:date|year|month|(?:day|month|year)s_between)\s*\([^()]*\)/g
const month = /(?<!["'\d-])\d{4}-\d\d(?![\d"'-])/g

const shapes =
  /"([^"]*)"|(?<![\w.:-])(\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?)(?![\w:-])|(?<![\w.:])(\d{1,4}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?![\w:])/g

function literals(text: string) {
  const durations: Record<string, Quantity> = {}
  let error: string | undefined
  const expression = text.replace(shapes, (whole, quoted, iso, hours, minutes, seconds) => {
    if (hours !== undefined) {
      // `x ? 1:20` is a choice and no time
      if (seconds === undefined && text.includes('?')) return whole
      if (seconds === undefined)
        error ??= `${whole} can be hours and minutes or minutes and seconds: write ${whole}:00 or 0:${whole}, or clock("${whole}") for a time of day`
      else if (Number(minutes) > 59 || Number(seconds) >= 60)
        error ??= `${whole} is no duration: minutes and seconds go up to 59`
      const name = `duration_${Object.keys(durations).length + 1}`
      const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
      durations[name] = { value, unit: 's' }
      return ` ${name} `
    }
    const day = parseDate(quoted ?? iso)
    if (day !== undefined) return ` "${day}" `
    if (iso !== undefined) error ??= `there is no day ${iso}`
    return whole
  })
  return { expression, durations, error }
}
