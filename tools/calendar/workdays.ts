// Weekdays and working days inside an expression, worked out before the rest of it: a calendar is no
// arithmetic.
import { parseDate } from '../tables/cells.ts'

/** The functions, as a model is told of them. */
export const calendarFunctions = [
  'weekday(DATE), 1 for Monday to 7 for Sunday',
  'workdays(FROM, TO, [HOLIDAY, ...]), the working days after FROM up to and including TO',
  'workday(FROM, N, [HOLIDAY, ...]), the N-th working day after FROM',
]

type Argument = string | number | readonly (string | number)[]
/** An expression whose calendar functions are worked out, or why that cannot be. */
type Worked = { readonly expression: string } | { readonly error: string }

/**
 * Replaces every call of a calendar function by its result. `evaluate` gives the value of an argument: a
 * date as ISO text, a number, or a list; or an error. Working days are Monday to Friday without the
 * holidays. Innermost calls are worked out first.
 */
export function workOut(
  expression: string,
  evaluate: (argument: string) => { readonly value: Argument } | { readonly error: string },
): Worked {
  let text = expression
  for (let call = innermost.exec(text); call; call = innermost.exec(text)) {
    const [whole, name = '', inner = ''] = call
    const values: Argument[] = []
    for (const argument of splitArguments(inner)) {
      const read = listOf(argument, evaluate)
      if ('error' in read) return read
      values.push(read.value)
    }
    const result = functions[name.toLowerCase() as keyof typeof functions](values)
    if (result === undefined)
      return { error: `${name} is written ${usageOf(name)}, and holidays are dates` }
    text = text.slice(0, call.index) + result + text.slice(call.index + whole.length)
  }
  return { expression: text }
}

// --- internal ---

const innermost = /\b(weekday|workdays|workday)\s*\(([^()]*)\)/i
const longestWalk = 40_000 // days, more than a century

const functions = {
  weekday: ([date, ...rest]: readonly Argument[]) => {
    const day = dayOf(date)
    return day === undefined || rest.length > 0 ? undefined : String(weekdayOf(day))
  },
  workdays: ([from, to, holidays = [], ...rest]: readonly Argument[]) => {
    const [begin, end, free] = [dayOf(from), dayOf(to), daysOf(holidays)]
    if (begin === undefined || end === undefined || !free || rest.length > 0) return undefined
    if (Math.abs(end - begin) > longestWalk) return undefined
    let count = 0
    for (let day = Math.min(begin, end) + 1; day <= Math.max(begin, end); day++)
      if (isWorking(day, free)) count += 1
    return String(end < begin ? -count : count)
  },
  workday: ([from, number, holidays = [], ...rest]: readonly Argument[]) => {
    const [begin, free] = [dayOf(from), daysOf(holidays)]
    const count = typeof number === 'number' && Number.isInteger(number) ? number : 0
    if (begin === undefined || !free || rest.length > 0 || count < 1 || count > longestWalk / 2)
      return undefined
    let day = begin
    for (let left = count; left > 0; ) {
      day += 1
      if (isWorking(day, free)) left -= 1
    }
    return new Date(day * msPerDay).toISOString().slice(0, 10)
  },
}

const msPerDay = 86_400_000

const usageOf = (name: string) =>
  `${calendarFunctions.find(each => each.startsWith(`${name.toLowerCase()}(`))!.split('), ')[0]})`

/** Days since 1970, a time of day left aside. */
function dayOf(value: Argument | undefined): number | undefined {
  if (typeof value !== 'string') return undefined
  const iso = parseDate(value)?.slice(0, 10)
  return iso === undefined ? undefined : Date.parse(iso) / msPerDay
}

function daysOf(holidays: Argument): ReadonlySet<number> | undefined {
  const days = [holidays].flat().map(dayOf)
  return days.includes(undefined) ? undefined : new Set(days as readonly number[])
}

/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1

const isWorking = (day: number, free: ReadonlySet<number>) => weekdayOf(day) <= 5 && !free.has(day)

/** What stands between the commas that are in no brackets and no quotation. */
function splitArguments(text: string): readonly string[] {
  const parts: string[] = ['']
  let depth = 0
  let quoted = false
  for (const sign of text) {
    if (sign === '"') quoted = !quoted
    if (!quoted && sign === '[') depth += 1
    if (!quoted && sign === ']') depth -= 1
    if (sign === ',' && depth === 0 && !quoted) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map(part => part.trim()).filter(part => part !== '')
}

/** A list of dates is no list of quantities, so its items are evaluated one by one. */
function listOf(
  argument: string,
  evaluate: Parameters<typeof workOut>[1],
): ReturnType<Parameters<typeof workOut>[1]> {
  const [, items] = /^\[(.*)\]$/s.exec(argument) ?? []
  if (items === undefined) return evaluate(argument)
  const values: (string | number)[] = []
  for (const item of splitArguments(items)) {
    const read = evaluate(item)
    if ('error' in read) return read
    values.push(...[read.value].flat())
  }
  return { value: values }
}
