// Whether the unit of a claim is the one its value has where it was taken from.
import { type Quantity, sameQuantity } from '../../expressions/expression.ts'
import {
  dimension,
  isCount,
  isRatio,
  isSameUnit,
  parseUnit,
  printUnit,
  type Unit,
} from '../../expressions/units.ts'
import {
  type Figure,
  otherUnitStands,
  scaleIn,
  unitOfHead,
  unitStands,
} from '../../text/amounts.ts'
import { isAmount, placesOf } from '../../text/values.ts'
import type { Claim, Ground, Named } from '../claim.ts'
import { placesAsking, placesNaming } from '../naming.ts'

/** What the source says of the unit, when that is another one than claimed. */
export function unitMisread(
  claim: Claim,
  { call, reading, spans }: Named,
  ground: Ground,
): string | undefined {
  const { name, value, unit } = claim
  const [first] = [value].flat()
  if (typeof first !== 'number') return undefined
  const figures = placesOf(first, spans, reading, unit).map(figure => {
    const row = reading.passageAt(figure.start)
    const cell = row?.isRow ? row.parts.find(part => part.end >= figure.start) : undefined
    return { ...figure, head: cell?.head }
  })
  if (figures.length === 0) return undefined
  return unitFault({ name, value: first, unit }, figures, {
    asked: placesAsking(claim, ground),
    all: placesNaming(claim, call, ground),
  })
}

/** A number with its unit, claimed of one of the figures of a text. */
interface Measured {
  readonly name: string
  readonly value: number
  readonly unit: string | undefined
}

/** The texts that may name a unit: those that ask for the value, and all, the nearest first. */
interface Places {
  readonly asked: readonly string[]
  readonly all: readonly string[]
}

/**
 * What speaks against the unit, in one sentence. `figures` are the places where the number stands,
 * each with the head of its column; one that agrees is enough.
 */
function unitFault(
  { name, value, unit }: Measured,
  figures: readonly (Pick<Figure, 'value' | 'scale' | 'unit'> & {
    readonly head?: string | undefined
  })[],
  places: Places,
): string | undefined {
  const claimed = unit === undefined ? undefined : parseUnit(unit)
  if (unit !== undefined && figures.some(each => each.unit && isAmount({ value, unit }, each)))
    return undefined
  const faults = figures.map(figure => {
    const scaled = figure.scale !== 1 && value === figure.value
    if (scaled && scaleIn(unit ?? '') !== figure.scale)
      return `${name}: there it says ${figure.value} ${wordOf(figure.scale)}; write the whole number, or the scale with the unit`
    const there = figure.unit ?? unitOfHead(figure.head ?? '')
    if (!there || (claimed && isSameUnit(there, claimed))) return undefined
    // without a unit a number is reckoned with as it stands, which is wrong where it stands in another one
    if (!claimed)
      return figure.unit && otherUnitStands(there, places.asked)
        ? `${name}: there it says ${figure.value} ${printUnit(there)}; give the unit too`
        : undefined
    // "165 litres a day" is a rate, and the first of its units stands there
    if (
      dimension(there) !== dimension(claimed) &&
      ((isCount(claimed) && !isRatio(there)) || sharesPart(there, claimed))
    )
      return undefined
    return `${name}: there it says ${printUnit(there)}, not ${unit}; take the unit that stands there, or derive the conversion`
  })
  if (figures.length > 0 && faults.every(fault => fault !== undefined)) return faults[0]
  const named = figures.some(({ unit: own, head }) => {
    const there = own ?? unitOfHead(head ?? '')
    return there && claimed && isSameUnit(there, claimed)
  })
  if (!claimed || named || unitStands(claimed, places.all)) return undefined
  // a word for what is counted says nothing that could be wrong
  if (isCount(claimed)) return undefined
  return `${name}: nothing says that it is in ${unit}; leave the unit out, or take the one that the source or the question names`
}

/** The same for a value that was computed or derived: `given` is what the computation gave. */
export function computedUnitFault(
  { name, value, unit }: Claim,
  given: Quantity,
  places: readonly string[],
): string | undefined {
  if (typeof value !== 'number' || unit === undefined || given.unit !== undefined) return undefined
  return sameQuantity({ value }, { value: given.value })
    ? unitFault({ name, value, unit }, [], { asked: [], all: places })
    : undefined
}

// --- internal ---

const sharesPart = (a: Unit, b: Unit) =>
  a.parts.some(one =>
    b.parts.some(two =>
      isSameUnit({ parts: [{ ...one, power: 1 }] }, { parts: [{ ...two, power: 1 }] }),
    ),
  )

const wordOf = (scale: number) =>
  ({ 1e2: 'hundred', 1e3: 'thousand', 1e6: 'million', 1e9: 'billion', 1e12: 'trillion' })[scale]!
