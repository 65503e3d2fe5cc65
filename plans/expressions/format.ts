// How a number is written into a text: with fixed decimals, as science does, or in groups.
import type { Value } from '../plan.ts'
import { printExact, toDecimals, toScientific, toSignificant } from './exact.ts'
import { toAmount } from './quantity.ts'

/**
 * `value` in the form that a slot asks for: `2` or `.2f` fixes the decimals, `.2e` writes a power of ten,
 * `.3g` gives significant digits; a comma before groups thousands. What is no number stays as it is.
 */
export function printNumber(value: Value, format: string): string {
  const [, comma, digits = '0', form = 'f'] = /^(,?)\.?(\d{1,2})([efg]?)$/.exec(format) ?? []
  const number = toAmount({ value })?.number
  if (!number) return String(value)
  const places = Math.min(Number(digits), 40)
  const text =
    form === 'e'
      ? toScientific(number, places)
      : form === 'g'
        ? printExact(toSignificant(number, Math.max(1, places)))
        : toDecimals(number, places)
  return comma ? text.replace(/^-?\d+/, whole => whole.replace(/\B(?=(\d{3})+$)/g, ',')) : text
}
