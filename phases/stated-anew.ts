// A message that goes on from another states a value of it anew: "and at 27 km/h?"
import { type Quantity, sameQuantity } from '../plans/expressions/expression.ts'
import { type NamedQuantity, toAmount } from '../plans/expressions/quantity.ts'
import { dimension, isCount, printUnit } from '../plans/expressions/units.ts'
import { type Figure, figuresIn } from '../plans/text/amounts.ts'
import { valueOccurs } from '../plans/text/evidence.ts'
import { anyMonth } from '../plans/text/months.ts'

/** A value of the session, and what the message says of the same kind. */
interface Anew<Old> {
  readonly old: Old
  readonly said: Quantity
}

/**
 * The values among `used` that are of the session and not of the message, where that states another of the same
 * kind which nothing uses.
 */
export function statedAnew<Old extends NamedQuantity>(
  message: string,
  used: readonly Old[],
  session: readonly Quantity[],
): readonly Anew<Old>[] {
  if (session.length === 0) return []
  const taken = used.filter(
    old => !valueOccurs(old.value, message) && session.some(each => agree(each, old)),
  )
  // "half of that" takes nobody's place
  const figures = figuresIn(withoutDates(message)).filter(({ spoken }) => !spoken)
  return figures
    .map(quantityOf)
    .filter(said => !isSmall(said) && !used.some(each => agree(each, said) || holds(each, said)))
    .flatMap(said => {
      const old = taken.find(each => kindOf(each) === kindOf(said))
      return old ? [{ old, said }] : []
    })
}

/** A day that is named says no number. */
const withoutDates = (message: string) =>
  message.replaceAll(
    new RegExp(
      `\\b\\d{1,2}\\.? ${anyMonth},? \\d{4}\\b|\\b${anyMonth} \\d{1,2},? \\d{4}\\b|\\b\\d{4}-\\d\\d-\\d\\d\\b`,
      'gi',
    ),
    ' ',
  )

/** A fifth is a 5 that has nothing to do with another 5. */
export const isSmall = ({ value, unit }: Quantity) =>
  unit === undefined &&
  typeof value === 'number' &&
  Number.isInteger(value) &&
  Math.abs(value) <= 12

/** The numbers of a form, such as its decimals, which a message says as well. */
export const numbersIn = (form: object = {}): readonly NamedQuantity[] =>
  Object.entries(form).flatMap(([name, value]) =>
    typeof value === 'number' ? [{ name, value }] : [],
  )

// --- internal ---

const quantityOf = ({ value, scale, unit }: Figure): Quantity => ({
  value: value * scale,
  ...(unit && { unit: printUnit(unit) }),
})

/** Two are the same where one does not say its unit. */
const agree = (one: Quantity, other: Quantity) =>
  sameQuantity({ ...one, unit: one.unit ?? other.unit }, { ...other, unit: other.unit ?? one.unit })

/** A month such as 2031-05 says its year. */
const holds = ({ value: text }: Quantity, { value, unit }: Quantity) =>
  unit === undefined && typeof text === 'string' && valueOccurs(value, text.replaceAll('-', ' '))

/** What a number measures; what is counted is of one kind with a plain number. */
function kindOf(quantity: Quantity): string | undefined {
  const { unit } = toAmount(quantity) ?? {}
  return unit && (unit.parts.length === 0 || isCount(unit) ? '' : dimension(unit))
}
