// The answer contract (DESIGN 6): the form a question demands of its answer, checked and applied by
// code. Formatting changes the form of an answer and never its value.

import { toNumber } from './evidence.ts'
import { evaluate, type Quantity } from './expression.ts'
import type { Value } from './plan.ts'

export interface AnswerForm {
  readonly kind: 'number' | 'text' | 'list' | 'date' | 'boolean'
  readonly unit?: string
  /** Digits after the decimal point, when the question names them. */
  readonly decimals?: number
  /** The answer is to be rounded to a multiple of this. */
  readonly roundTo?: number
  readonly order?: 'ascending' | 'descending' | 'alphabetical' | 'as-found'
}

export type Formed = { readonly text: string } | { readonly fault: string }

/**
 * The answer as it is to be printed: a number converted to the unit the question asks for (printed
 * without it), rounded as asked; a list in order, comma separated. `fault` says what does not fit.
 */
export function formAnswer(answer: Quantity, form: AnswerForm | undefined): Formed {
  if (!form) return { text: plainly(answer) }
  switch (form.kind) {
    case 'number':
      return formNumber(answer, form)
    case 'list':
      return { text: ordered(items(answer.value), form.order).join(', ') }
    case 'boolean':
      return typeof answer.value === 'boolean'
        ? { text: answer.value ? 'yes' : 'no' }
        : { text: plainly(answer) }
    case 'date':
    case 'text':
      return { text: plainly(answer) }
  }
}

function formNumber(answer: Quantity, { unit, decimals, roundTo }: AnswerForm): Formed {
  const { value } = answer
  if (Array.isArray(value) || typeof value === 'boolean')
    return { fault: `the question asks for a number, and ${String(value)} is none` }
  const from = answer.unit ?? unit
  const converted = evaluate(
    'answer',
    { answer: { value, ...(from !== undefined && { unit: from }) } },
    unit,
  )
  if (!converted.ok)
    return { fault: `the question asks for ${unit ?? 'a number'}: ${converted.error}` }
  const number =
    typeof converted.value === 'number' ? converted.value : toNumber(String(converted.value))
  if (number === undefined)
    return { fault: `the question asks for a number, and "${String(value)}" is none` }
  const multiple = roundTo === undefined ? number : exactly(`roundTo(value, ${roundTo})`, number)
  const text =
    decimals === undefined
      ? digits(multiple)
      : exactly(`round(value, ${decimals})`, multiple).toFixed(decimals)
  return { text: unit === undefined && converted.unit ? `${text} ${converted.unit}` : text }
}

/** Arithmetic on decimal digits, where 1.005 is halfway and not below. */
function exactly(expression: string, value: number): number {
  const result = evaluate(expression, { value: { value } })
  return result.ok && typeof result.value === 'number' ? result.value : value
}

/** Every digit that carries information and no exponent, up to 15 significant digits. */
function digits(value: number): string {
  const short = Number(value.toPrecision(15))
  return Math.abs(short) >= 1e21 || (short !== 0 && Math.abs(short) < 1e-6)
    ? String(short)
    : short.toLocaleString('en-US', {
        useGrouping: false,
        maximumFractionDigits: 20,
        maximumSignificantDigits: 15,
      })
}

function plainly({ value, unit }: Quantity): string {
  const text = Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'number'
      ? digits(value)
      : String(value)
  return unit === undefined ? text : `${text} ${unit}`
}

function items(value: Value): readonly string[] {
  if (Array.isArray(value)) return value.map(String)
  return String(value)
    .split(/[,;]/)
    .map(item => item.trim())
    .filter(item => item !== '')
}

function ordered(list: readonly string[], order: AnswerForm['order']): readonly string[] {
  const byNumber = (a: string, b: string) =>
    (toNumber(a) ?? 0) - (toNumber(b) ?? 0) || a.localeCompare(b, 'en')
  switch (order) {
    case 'ascending':
      return [...list].sort(byNumber)
    case 'descending':
      return [...list].sort((a, b) => byNumber(b, a))
    case 'alphabetical':
      return [...list].sort((a, b) => a.localeCompare(b, 'en'))
    case 'as-found':
    case undefined:
      return list
  }
}
