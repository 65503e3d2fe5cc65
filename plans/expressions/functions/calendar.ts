// Weekdays, working days, times of day and time zones in expressions.
import { type Amount, amount, convert } from '../amount.ts'
import { type Datum, isList, numberIn, printDatum } from '../datum.ts'
import { ExpressionError, fromNumber, shorten, toNumber } from '../exact.ts'
import { dimension, parseUnit, type Unit } from '../units.ts'
import { dateOf } from './dates.ts'
import { type Functions, integer, whole } from './operation.ts'

/** What takes days and times as a calendar and a clock have them; working days as spreadsheets count them. */
export const calendarFunctions: Functions = {
  weekday: whole(1, (date: Datum) => amount(fromNumber(weekdayOf(dayOf(date))))),
  networkdays: whole([2, 3], workingDays),
  workday: whole([2, 3], workingDay),
  clock: whole(1, clock),
  at_zone: whole(3, atZone),
}

/** How they are used, as a model is told. */
export const calendarUsage = [
  'weekday is 1 for Monday to 7 for Sunday',
  'networkdays(FROM, TO, [HOLIDAY, ...]) counts both ends, workday(FROM, N, [HOLIDAY, ...]) is the N-th working day after FROM, as in spreadsheets',
  'clock("18:25") is the time since midnight, clock(7.5 h) is "07:30"',
  'at_zone(2026-03-12T18:25, "New York", "Berlin") is that local time of the one in the other',
].join('; ')

// --- internal ---

const msPerDay = 86_400_000
const [hour, minute] = ['h', 'min'].map(name => parseUnit(name)!) as [Unit, Unit]
const longestWalk = 40_000 // days, more than a century

/** Days since 1970, a time of day left aside. */
function dayOf(value: Datum): number {
  const { date, hasDay } = dateOf(value)
  if (!hasDay) throw new ExpressionError(`${printDatum(value)} is a month and has no day`)
  return Math.floor(date.getTime() / msPerDay)
}

/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1

function isWorking(holidays: Datum): (day: number) => boolean {
  const free = new Set((isList(holidays) ? holidays : [holidays]).map(dayOf))
  return day => weekdayOf(day) <= 5 && !free.has(day)
}

function workingDays(from: Datum, to: Datum, holidays: Datum = []): Amount {
  const [begin, end] = [dayOf(from), dayOf(to)]
  const isBack = begin > end
  const [first, last] = isBack ? [end, begin] : [begin, end]
  if (last - first > longestWalk) throw new ExpressionError('networkdays counts a century at most')
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const count = days.filter(isWorking(holidays)).length
  return amount(fromNumber(isBack ? -count : count))
}

function workingDay(from: Datum, steps: Datum, holidays: Datum = []): string {
  const { number } = numberIn(steps)
  const count = toNumber(integer(amount(number), 'workday'))
  if (Math.abs(count) > longestWalk / 2)
    throw new ExpressionError('workday goes on for half a century at most')
  const works = isWorking(holidays)
  let day = dayOf(from)
  for (let left = Math.abs(count); left > 0; ) {
    day += Math.sign(count)
    if (works(day)) left -= 1
  }
  return new Date(day * msPerDay).toISOString().slice(0, 10)
}

/** A time of day as what has passed since midnight; what has passed as a time of day. */
function clock(value: Datum): Amount | string {
  const text = typeof value === 'object' && 'said' in value ? value.said : value
  const [, hours = '', minutes = '00', half] =
    (typeof text === 'string' &&
      /(?:^|[T ])(\d{1,2})(?:[:.](\d\d))?(?::\d\d)?\s*([ap])?(?:\.?m\.?)?$/i.exec(text)) ||
    []
  const read = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours)
  if (typeof text === 'string' && hours !== '') {
    if (read > 23 || Number(minutes) > 59) throw new ExpressionError(`"${text}" is no time of day`)
    return convert(amount(fromNumber(read * 60 + Number(minutes)), minute), hour)
  }
  const passed = numberIn(value)
  if (dimension(passed.unit) !== dimension(hour))
    throw new ExpressionError(`clock takes a time of day or a duration, not ${printDatum(value)}`)
  const at = Math.round(toNumber(convert(passed, minute).number) * 60_000)
  return new Date(at % msPerDay).toISOString().slice(11, 16)
}

/** The local time of one zone in another. */
function atZone(value: Datum, from: Datum, to: Datum): string {
  const { date, hasTime, text } = dateOf(value)
  if (!hasTime) throw new ExpressionError(`${text} has no time of day`)
  const [own, other] = [localTimeIn(from), localTimeIn(to)]
  const local = date.getTime()
  // what the zone is ahead is not known before the instant is
  const near = local - (own(local) - local)
  const instant = near - (own(near) - local)
  return new Date(other(instant)).toISOString().slice(0, 16)
}

const regions = 'Europe America Asia Africa Australia Pacific Atlantic Indian'.split(' ')

/** The local time at an instant, of a zone of the tz database or the city that names one. */
function localTimeIn(zone: Datum): (instant: number) => number {
  const city = String(zone).trim().replaceAll(' ', '_')
  for (const timeZone of [city, ...regions.map(region => `${region}/${city}`)]) {
    if (!timeZone.includes('/') && timeZone !== 'UTC') continue
    try {
      const format = new Intl.DateTimeFormat('sv-SE', {
        timeZone,
        dateStyle: 'short',
        timeStyle: 'medium',
      })
      return instant => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  }
  throw new ExpressionError(
    `"${shorten(printDatum(zone))}" names no time zone; name one such as America/Los_Angeles`,
  )
}
