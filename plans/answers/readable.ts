// An answer as a person reads it: no more digits than say something, of a day hours and minutes, and a measure
// with its unit.
import { dimension, isCount, isSameUnit, parseUnit } from '../expressions/units.ts'

/**
 * `answer`, with each number that has all the digits a computer keeps rounded to four that count, and to no
 * fewer than two after the point, and each such fraction of a day, which is what two times of day differ by, as
 * hours, minutes and seconds. Left as it is where the question speaks of digits, or of days, itself.
 * `unit` is what an answer that is a number alone is measured in: it stands behind, unless the question names it. A
 * percentage always has its sign: how many of a hundred are meant is no count. Of money the cents are two digits, and
 * a sign of it stands in front. Between a day and a time stands a blank.
 */
export function readable(answer: string, question = '', unit?: string | null): string {
  const few = inFewDigits(answer, question).replace(/(\d{4}-\d\d-\d\d)T(?=\d\d:\d\d)/g, '$1 ')
  if (unit && /^-?\d+(?:\.\d+)?$/.test(few)) return measured(few, unit, question)
  return few.replace(/^(-?\d+\.\d) ([A-Z]{3})$/, (said, number: string, code: string) =>
    currency.test(dimension(parseUnit(code) ?? { parts: [] })) ? `${number}0 ${code}` : said,
  )
}

// --- internal ---

function inFewDigits(answer: string, question: string): string {
  if (/\b(?:decimals?|digits?|exact(?:ly)?|significant)\b/i.test(question)) return answer
  const timed = /\bdays?\b/i.test(question)
    ? answer
    : answer.replace(ofDay, (_, day) => timeOf(day))
  return timed.replace(/(?<![\d.,])-?\d+\.\d+(?![\d.,]*\d|e)/gi, (text, at) =>
    text.replace(/\D|^-?0+\.?0*/g, '').length < all || isTalkedOf(text, timed, at)
      ? text
      : rounded(Number(text)),
  )
}

/** Whether a sentence speaks of what floating-point numbers do: "0.1 + 0.2 gives 0.30000000000000004, not 0.3". */
function isTalkedOf(text: string, answer: string, at: number): boolean {
  const meant = String(Number(Number(text).toPrecision(15)))
  const before = answer.slice(0, at).split('\n').at(-1)!
  return meant.length < 8 && (before.match(/\p{L}{2,}/gu) ?? []).length > 4
}

function measured(number: string, unit: string, question: string): string {
  const meant = parseUnit(unit)
  if (!meant || isCount(meant)) return number
  const whole = parseUnit(dimension(meant))
  const isMoney = currency.test(dimension(meant)) && whole !== undefined && isSameUnit(meant, whole)
  const amount = isMoney && /\.\d$/.test(number) ? `${number}0` : number
  if (isMoney && /^(?:US)?\p{Sc}$/u.test(unit)) return amount.replace(/^-?/, sign => sign + unit)
  const words = question.match(/\p{L}+|[\p{Sc}%°]/gu) ?? []
  const named = words.map(parseUnit).some(each => each && isSameUnit(each, meant))
  return named && unit !== '%' ? amount : `${amount} ${unit}`
}

/** What the dimension of money is called: by its code. */
const currency = /^[A-Z]{3}$/

const ofDay = /(?<![\d.,-])(0\.\d{5,}) days\b/g

function timeOf(day: string): string {
  const seconds = Math.round(Number(day) * 86_400)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const said = parts.flatMap((count, at) =>
    count > 0 ? [`${count} ${['h', 'min', 's'][at]}`] : [],
  )
  return said.join(' ') || '0 s'
}

/** Digits that nobody wrote down: as many as a quotient that does not end has. */
const all = 13

const rounded = (value: number) =>
  String(Number(value.toFixed(Math.max(2, 3 - Math.floor(Math.log10(Math.abs(value)))))))
