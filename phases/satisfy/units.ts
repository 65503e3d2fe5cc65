// Whether an answer without a unit is in the unit that is asked for, by the heads of the columns it came from.
import type { Belief } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import { columnTaken } from '../../plans/claims/rules/unit.ts'
import { readBy } from '../../plans/expressions/derive.ts'
import { evaluate, type Quantity } from '../../plans/expressions/expression.ts'
import { isCount, isRatio, parseUnit } from '../../plans/expressions/units.ts'

/**
 * What is amiss with a bare number that was taken from columns which name their units, or worked out of such: in
 * these units it is another number of the unit that is asked for. Nothing where they do not lead to that unit.
 */
export function inOtherUnit(answer: Belief, seen: View): string | undefined {
  const { name, value, unit } = answer
  const { kind, unit: asked = '' } = seen.answerContract ?? {}
  const wanted = parseUnit(asked)
  if (kind !== 'number' || unit !== undefined || typeof value !== 'number' || value === 0)
    return undefined
  if (!wanted || isCount(wanted) || isRatio(wanted)) return undefined
  const units = new Map<string, string>()
  const measured = measuredIn(answer, seen, { units, known: new Map() })
  if (measured.unit === undefined) return undefined
  const converted = evaluate(name, { [name]: measured }, asked)
  if (!converted.ok || typeof converted.value !== 'number') return undefined
  if (Math.abs(converted.value / value - 1) < rounding) return undefined
  const told = [...units].map(([name, unit]) => `${name} in ${unit}`).join(', ')
  return `${name}: ${value} is not in ${asked}: by the columns it is ${converted.text}; give the unit of what a step writes (${told})`
}

// --- internal ---

/** What rounding may make of a value, as a share of it. */
const rounding = 0.05

/** What has been found out so far. */
interface Noted {
  /** Of values that were taken from columns, by their names. */
  readonly units: Map<string, string>
  /** Each belief is worked out once; one that rests on itself has its value alone. */
  readonly known: Map<Belief, Quantity>
}

/** The value with its unit, worked out again where it was derived. */
function measuredIn(belief: Belief, seen: View, noted: Noted): Quantity {
  const { name, value, unit, derivation, evidence } = belief
  if (unit !== undefined) return { value, unit }
  const before = noted.known.get(belief)
  if (before) return before
  const keep = (found: Quantity) => {
    noted.known.set(belief, found)
    return found
  }
  keep({ value })
  if (derivation !== undefined) {
    const read = readBy(derivation, Object.keys(seen.beliefs)).filter(each => each !== name)
    const scope = read.map(each => [each, measuredIn(seen.beliefs[each]!, seen, noted)] as const)
    const again = evaluate(derivation, Object.fromEntries(scope))
    // `mass / 1000` converts by itself
    const numbers = derivation.match(/(?<![\p{L}\d_.])\d[\d.]*(?:e-?\d+)?/gu) ?? []
    const converts = numbers.map(Number).some(each => each >= 10 || (each > 0 && each < 1))
    return again.ok && !converts ? keep(again) : { value }
  }
  const column = evidence && columnTaken(name, seen.call(evidence.call)?.input)
  const head = column === undefined || typeof value !== 'number' ? undefined : unitIn(column)
  if (head === undefined) return { value }
  noted.units.set(name, head)
  return keep({ value, unit: head })
}

/** `mass_g`, `length (mm)`, `conc mg/L`, `density_kg_m3`: the unit at the end of a head, be it any that is one. */
function unitIn(head: string): string | undefined {
  // the first word says what is measured
  const [, ...words] = head.split(/[\s_()[\],]+/).filter(Boolean)
  const [over, last] = [words.at(-2), words.at(-1)]
  if (!isUnit(last)) return undefined
  return isUnit(over) ? `${over}/${last}` : last
}

function isUnit(text: string | undefined): boolean {
  const unit = text === undefined ? undefined : parseUnit(text)
  return unit !== undefined && !unit.parts.some(({ atom }) => atom.opaque)
}
