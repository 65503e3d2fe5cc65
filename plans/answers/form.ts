// The answer contract: the form a question demands of its answer, checked and applied by
// code. Formatting changes the form of an answer and never its value.

import { dimensionOf, evaluate, parseQuantity, type Quantity } from '../expressions/expression.ts'
import { isCount, parseUnit } from '../expressions/units.ts'
import type { AnswerForm } from '../plan.ts'
import { readDate } from '../text/dates.ts'
import { toNumber } from '../text/evidence.ts'
import { plainMarks } from '../text/quotes.ts'
import { datePattern, isVagueDate, printDate } from './date.ts'
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
  return form ? formers[form.kind](answer, form) : { text: plainly(answer) }
}

/** The number as the form asks for it. */
export function roundedAs(value: number, { decimals, roundTo }: Partial<AnswerForm>): number {
  const multiple = roundTo === undefined ? value : exactly(`roundTo(value, ${roundTo})`, value)
  return decimals === undefined ? multiple : exactly(`round(value, ${decimals})`, multiple)
}

/** A quantity as it is, with the digits that carry information. */
export function plainly({ value, unit }: Quantity): string {
  const text = [value]
    .flat()
    .map(item => (typeof item === 'number' ? digits(item) : item))
    .join(', ')
  return unit === undefined ? text : `${text} ${unit}`
}

// --- internal ---

const formers: Readonly<
  Record<AnswerForm['kind'], (answer: Quantity, form: AnswerForm) => Formed>
> = { number: formNumber, list: formList, boolean: formTruth, date: formDate, text: formText }

function formNumber(answer: Quantity, form: AnswerForm): Formed {
  const { unit, decimals } = form
  const none = { fault: `the question asks for a number, and ${quoted(answer)} is none` }
  const read = numeric(answer)
  if (!read) return none
  const converted = evaluate('answer', { answer: { ...read, unit: read.unit ?? unit } }, unit)
  if (!converted.ok)
    return { fault: `the question asks for ${unit ?? 'a number'}: ${converted.error}` }
  const number =
    typeof converted.value === 'number' ? converted.value : toNumber(String(converted.value))
  if (number === undefined || !Number.isFinite(number)) return none
  const rounded = roundedAs(number, form)
  const text = decimals === undefined ? digits(rounded) : rounded.toFixed(decimals)
  // a count of things is a plain number to whoever asked how many
  const measured = converted.unit !== undefined && !isCount(parseUnit(converted.unit)!)
  return { text: unit === undefined && measured ? `${text} ${converted.unit}` : text }
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
  return { value: read, unit }
}

/** Items that are measures are in the unit asked for, numbers in digits; words stay words. */
function formList({ value, unit }: Quantity, form: AnswerForm): Formed {
  if (typeof value === 'boolean')
    return { fault: `the question asks for a list, and ${value} is none` }
  const items = itemsOf(value)
  if (items.length === 0)
    return Array.isArray(value)
      ? { text: 'none' }
      : { fault: 'the question asks for a list, and the one believed is empty' }
  const texts: string[] = []
  for (const item of ordered(items, form.order)) {
    const isMeasure =
      typeof item === 'number' || (form.unit !== undefined && parseQuantity(item)?.unit)
    const formed = isMeasure ? formNumber({ value: item, unit }, form) : { text: String(item) }
    if ('fault' in formed) return formed
    texts.push(formed.text)
  }
  return { text: joined(texts) }
}

/** In one line, as far as that can be read: not sentences, and not rows that fill more than a line. */
function joined(items: readonly string[]): string {
  const [line, divided] = [items.join('; '), items.some(item => item.includes(','))]
  const inRows = divided || items.every(item => item.includes(': '))
  const isLong = items.some(item => item.length > 60) || (inRows && line.length > 100)
  if (items.length > 1 && isLong) return items.map(item => `- ${item}`).join('\n')
  return divided ? line : items.join(', ')
}

function formTruth(answer: Quantity, { note = '' }: AnswerForm): Formed {
  const { value } = answer
  const [, word] = /^\W*(yes|no|true|false)\b(?!\s+\w)/i.exec(String(value)) ?? []
  if (word === undefined || Array.isArray(value))
    return { fault: `the question asks for yes or no, and ${quoted(answer)} is neither` }
  const inLogic = /\b(?:true|false)\b/i
  const logical = inLogic.test(note) || (typeof value === 'string' && inLogic.test(value))
  const truth = /^(?:yes|true)$/i.test(word)
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
  // a text of several lines stands as it was put together
  const said = plainly(answer)
  const text = said.trim().includes('\n') ? said.replace(/^\s*\n|\s+$/g, '') : tidy(said)
  return text === '' ? { fault: 'the question asks for words, and there are none' } : { text }
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

function quoted({ value }: Quantity): string {
  const text = plainly({ value })
  return `"${text.length > 120 ? `${text.slice(0, 119)}…` : text}"`
}
