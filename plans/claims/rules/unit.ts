// Whether the unit of a claim is the one its value has where it was taken from.
import { type Quantity, sameQuantity } from '../../expressions/expression.ts'
import {
  dimension,
  inMoneyOf,
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
import { asPattern } from '../../text/words.ts'
import type { Call, Claim, Ground, Named } from '../claim.ts'
import { placesAsking, placesNaming } from '../naming.ts'
import { countedElsewhere } from './counted.ts'

/** What the source says of the unit, when that is another one than claimed; one place that agrees is enough. */
export function unitMisread(
  claim: Claim,
  { call, reading, spans }: Named,
  ground: Ground,
): string | undefined {
  const { unit } = claim
  const [value] = [claim.value].flat()
  if (typeof value !== 'number') return undefined
  const claimed = unit === undefined ? undefined : parseUnit(unit)
  const figures = placesOf(value, spans, reading, unit).map(figure => {
    const row = reading.passageAt(figure.start)
    const cell = row?.parts.find(part => part.end >= figure.start)
    const there = figure.unit ?? unitOfHead(cell?.head ?? '')
    return { ...figure, there: there && claimed ? inMoneyOf(there, claimed) : there }
  })
  const counted = countedElsewhere(claim, figures, { reading, spans })
  if (counted !== undefined) return counted
  const agrees = (each: Figure) => each.unit && isAmount({ value, unit }, each)
  if (claimed && figures.some(agrees)) return undefined
  const asked = placesAsking(claim, ground)
  const faults = figures.map(each => faultOf({ ...claim, value }, claimed, each, asked))
  if (faults.every(fault => fault !== undefined)) return faults[0]
  const named = figures.some(({ there }) => there && claimed && isSameUnit(there, claimed))
  return named ? undefined : unnamed(claim, placesNaming(claim, call, ground))
}

/** The same for a value that a query took from one column without reckoning with it: a cell, a sum, a mean. */
export function columnUnitFault({ name, value, unit }: Claim, { input }: Call): string | undefined {
  const column = columnTaken(name, input)
  const there = unitOfHead(column ?? '')
  const claimed = unit === undefined ? undefined : parseUnit(unit)
  if (typeof [value].flat()[0] !== 'number' || !there || !claimed) return undefined
  if (isSameUnit(there, claimed) || isCount(claimed) || mayBe(there, claimed)) return undefined
  return `${name}: the column is ${column}, in ${printUnit(there)}, not ${unit}; take the unit of the column, or convert in the query`
}

/** The same for a value that was computed or derived: `given` is what the computation gave. */
export function computedUnitFault(
  claim: Claim,
  given: Quantity,
  places: readonly string[],
): string | undefined {
  const { value } = claim
  const isBare = typeof value === 'number' && given.unit === undefined
  return isBare && sameQuantity({ value }, { value: given.value })
    ? unnamed(claim, places)
    : undefined
}

/**
 * The column whose cells a query gives as they are, or their sum, mean, median, least or greatest: its only one,
 * or the one that it calls `name`.
 */
export function columnTaken(name: string, input: unknown): string | undefined {
  const sql = input && typeof input === 'object' && 'sql' in input ? String(input.sql) : ''
  const called = new RegExp(
    String.raw`(?:^\s*select|,)\s*${plainColumn}\s+as\s+"?${asPattern(name)}"?\s*(?:,|from\b)`,
    'iu',
  )
  const { quoted, bare } = (plainQuery.exec(sql) ?? called.exec(sql))?.groups ?? {}
  return quoted ?? bare
}

// --- internal ---

/** What speaks against the unit where one figure stands, in one sentence. */
function faultOf(
  { name, value, unit }: Claim,
  claimed: Unit | undefined,
  figure: Figure & { readonly there: Unit | undefined },
  asked: readonly string[],
): string | undefined {
  const { scale, there } = figure
  if (scale !== 1 && value === figure.value && scaleIn(unit ?? '') !== scale)
    return `${name}: there it says ${figure.value} ${wordOf(scale)}; write the whole number, or the scale with the unit`
  if (!there || (claimed && isSameUnit(there, claimed))) return undefined
  // without a unit a number is reckoned with as it stands, which is wrong where it stands in another one
  if (!claimed)
    return figure.unit && otherUnitStands(there, asked)
      ? `${name}: there it says ${figure.value} ${printUnit(there)}; give the unit too`
      : undefined
  // "165 litres a day" is a rate, and the first of its units stands there
  const counted = isCount(claimed) && !isRatio(there)
  const sparing = figure.unit ? sharesPart : mayBe
  if (dimension(there) !== dimension(claimed) && (counted || sparing(there, claimed)))
    return undefined
  return `${name}: there it says ${printUnit(there)}, not ${unit}; take the unit that stands there, or derive the conversion`
}

/** That a unit is named nowhere; a word for what is counted says nothing that could be wrong. */
function unnamed({ name, unit = '' }: Claim, places: readonly string[]): string | undefined {
  const claimed = unit === '' ? undefined : parseUnit(unit)
  if (!claimed || isCount(claimed) || unitStands(claimed, places)) return undefined
  return `${name}: nothing says that it is in ${unit}; leave the unit out, or take the one that the source or the question names`
}

/** `ROUND(SUM(t."weight_kg"), 2)`, and less. */
const plainColumn = [
  String.raw`(?:round\s*\(\s*)?(?:(?:sum|avg|mean|median|min|max)\s*\(\s*)?`,
  String.raw`(?:\w+\.)?(?:"(?<quoted>[^"]+)"|(?<bare>[\p{L}_][\p{L}\d_]*))`,
  String.raw`\s*\)?(?:\s*,\s*\d+)?\s*\)?`,
].join('')
const plainQuery = new RegExp(
  String.raw`^\s*select\s+${plainColumn}(?:\s+as\s+\S+)?\s+from\b`,
  'iu',
)

/**
 * Whether the unit that a head names may be none, or in part the claimed one, where they measure different things:
 * `temp_min` is no time, `team_m` no length, and what a `price` is in nobody says.
 */
const mayBe = (there: Unit, claimed: Unit) =>
  dimension(there) !== dimension(claimed) &&
  (/^(?:min|\p{L})$/u.test(printUnit(there)) ||
    there.parts.some(({ atom }) => atom.opaque) ||
    sharesPart(there, claimed))

const sharesPart = (a: Unit, b: Unit) =>
  a.parts.some(one =>
    b.parts.some(two =>
      isSameUnit({ parts: [{ ...one, power: 1 }] }, { parts: [{ ...two, power: 1 }] }),
    ),
  )

const wordOf = (scale: number) =>
  ({ 1e2: 'hundred', 1e3: 'thousand', 1e6: 'million', 1e9: 'billion', 1e12: 'trillion' })[scale]!
