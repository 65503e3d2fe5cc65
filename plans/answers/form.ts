// The answer contract: the form a question demands of its answer, checked and applied by
// code. Formatting changes the form of an answer and never its value.

import { dimensionOf, evaluate, parseQuantity, type Quantity } from '../expressions/expression.ts'
import { isCount, parseUnit } from '../expressions/units.ts'
import type { AnswerForm } from '../plan.ts'
import { toNumber } from '../text/evidence.ts'
import { plainMarks } from '../text/quotes.ts'
import { datePattern, isVagueDate, printDate, readDate } from './date.ts'
import { itemsOf, ordered } from './list.ts'
import { numeralIn, tidy, turning } from './tidy.ts'

/** The answer in its form, or one sentence that says why it has not the kind that was asked for. */
export type Formed = { readonly text: string } | { readonly fault: string }

/**
 * The answer as it is to be printed. A number is converted to the unit the question asks for and
 * printed without it, rounded as asked, without thousands separators; where the question names no unit
 * a measure keeps its own and a count loses it. A list is in order and separated by commas, or by
 * semicolons where an item holds a comma. A date is written as the note spells it, else as ISO does
 * when it is in digits and as it is when it is in words. A truth value is `yes` or `no` (`true` or
 * `false` when the note or the answer says so). Words lose typographic marks, quotation marks around
 * them and a leading `the` or `an`. Without a form the answer is printed as it is. Never throws.
 */
export function formAnswer(answer: Quantity, form: AnswerForm | undefined): Formed {
  if (!form) return { text: plainly(answer) }
  switch (form.kind) {
    case 'number':
      return formNumber(answer, form)
    case 'list':
      return formList(answer, form)
    case 'boolean':
      return formTruth(answer, form)
    case 'date':
      return formDate(answer, form)
    case 'text':
      return formText(answer, form)
  }
}

/** The number as the form asks for it. */
export function roundedAs(value: number, { decimals, roundTo }: Partial<AnswerForm>): number {
  const multiple = roundTo === undefined ? value : exactly(`roundTo(value, ${roundTo})`, value)
  return decimals === undefined ? multiple : exactly(`round(value, ${decimals})`, multiple)
}

/** The truth a word stands for, such as `Yes`, `false`, `no, it was closed`; `undefined` for other texts. */
function truthOf(text: string): boolean | undefined {
  const [, word] = /^\W*(yes|no|true|false)\b(?!\s+\w)/i.exec(text) ?? []
  return word === undefined ? undefined : /^(?:yes|true)$/i.test(word)
}

// --- internal ---

function formNumber(answer: Quantity, form: AnswerForm): Formed {
  const { unit, decimals } = form
  const none = { fault: `the question asks for a number, and ${quoted(answer)} is none` }
  const read = numeric(answer)
  if (!read) return none
  const from = read.unit ?? unit
  const given = { value: read.value, ...(from !== undefined && { unit: from }) }
  const converted = evaluate('answer', { answer: given }, unit)
  if (!converted.ok)
    return { fault: `the question asks for ${unit ?? 'a number'}: ${converted.error}` }
  const number =
    typeof converted.value === 'number' ? converted.value : toNumber(String(converted.value))
  if (number === undefined || !Number.isFinite(number)) return none
  const rounded = roundedAs(number, form)
  const text = decimals === undefined ? digits(rounded) : rounded.toFixed(decimals)
  const keeps = unit === undefined && converted.unit !== undefined && !counts(converted.unit)
  return { text: keeps ? `${text} ${converted.unit}` : text }
}

/** The one number of an answer: also the only item of a list, and a text that spells it in words. */
function numeric({ value, unit }: Quantity): Quantity | undefined {
  const [only, ...more] = Array.isArray(value) ? value : [value]
  if (only === undefined || more.length > 0 || typeof only === 'boolean') return undefined
  if (typeof only === 'number' && !Number.isFinite(only)) return undefined
  const words = String(only)
    .toLowerCase()
    .split(/[^\p{L}]+/u)
  if (words.some(word => turning.has(word))) return undefined // "17 or more" is not 17
  const read = typeof only === 'string' ? (numeralIn(only) ?? plainMarks(only)) : only
  return { value: read, ...(unit !== undefined && { unit }) }
}

/** Items that are measures are in the unit asked for, numbers in digits; words stay words. */
function formList({ value, unit }: Quantity, form: AnswerForm): Formed {
  if (typeof value === 'boolean')
    return { fault: `the question asks for a list, and ${value} is none` }
  const items = itemsOf(value)
  if (items.length === 0)
    return { fault: 'the question asks for a list, and the one believed is empty' }
  const texts: string[] = []
  for (const item of ordered(items, form.order)) {
    const measured = { value: item, ...(unit !== undefined && { unit }) }
    const isMeasure =
      typeof item === 'number' || (form.unit !== undefined && parseQuantity(item)?.unit)
    const formed: Formed = isMeasure ? formNumber(measured, form) : { text: String(item) }
    if ('fault' in formed) return formed
    texts.push(formed.text)
  }
  return { text: texts.join(texts.some(text => text.includes(',')) ? '; ' : ', ') }
}

function formTruth(answer: Quantity, { note = '' }: AnswerForm): Formed {
  const text = String(answer.value)
  const said = typeof answer.value === 'string' ? truthOf(text) : undefined
  const truth = typeof answer.value === 'boolean' ? answer.value : said
  if (truth === undefined)
    return { fault: `the question asks for yes or no, and ${quoted(answer)} is neither` }
  const inLogic = /\b(?:true|false)\b/i
  const logical = inLogic.test(note) || (said !== undefined && inLogic.test(text))
  return { text: logical ? String(truth) : truth ? 'yes' : 'no' }
}

/** A date in words is as good as another: it stays, unless the note shows how dates are to be written. */
function formDate(answer: Quantity, { note }: AnswerForm): Formed {
  const text = tidy(plainly(answer))
  const date = readDate(text)
  if (!date && !isVagueDate(text))
    return { fault: `the question asks for a date, and ${quoted(answer)} is none` }
  const spelling = datePattern(note ?? '')
  const inWords = /\p{L}{3}/u.test(text)
  if (!date || (!spelling && (inWords || note !== undefined))) return { text }
  const printed = printDate(date, spelling)
  if (printed !== undefined) return { text: printed }
  return { fault: `the question asks for a date as ${spelling}, and ${text} says less` }
}

function formText(answer: Quantity, form: AnswerForm): Formed {
  const { value } = answer
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no' }
  if (typeof value === 'object') return formList(answer, form)
  const read = typeof value === 'number' ? answer : parseQuantity(value)
  if (read?.unit !== undefined && form.unit !== undefined && dimensionOf(form.unit) !== undefined) {
    const formed = formNumber(read, form)
    return 'text' in formed ? { text: `${formed.text} ${form.unit}` } : formed
  }
  const text = tidy(plainly(answer))
  return text === '' ? { fault: 'the question asks for words, and there are none' } : { text }
}

/** A count of things is a plain number to whoever asked how many. */
function counts(unit: string): boolean {
  const parsed = parseUnit(unit)
  return parsed !== undefined && isCount(parsed)
}

/** Arithmetic on decimal digits, where 1.005 is halfway and not below. */
function exactly(expression: string, value: number): number {
  const result = evaluate(expression, { value: { value } })
  return result.ok && typeof result.value === 'number' ? result.value : value
}

/** Every digit that carries information, up to 15 significant digits. */
function digits(value: number): string {
  const near = Number(value.toPrecision(15))
  return String(Number.isFinite(near) ? near : value)
}

function plainly({ value, unit }: Quantity): string {
  const text = Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'number'
      ? digits(value)
      : String(value)
  return unit === undefined ? text : `${text} ${unit}`
}

function quoted({ value }: Quantity): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return `"${text.length > 120 ? `${text.slice(0, 119)}…` : text}"`
}
