// Dimensional analysis: which product of the given quantities, each once, as it is or inverted, has
// the dimension that is asked for.
import { dimension, parseUnit, type Unit } from '../../../../plans/expressions/units.ts'

/** One way to combine: the sign of each quantity's power, and the unit that is left. */
export interface Combination {
  readonly signs: readonly (1 | -1)[]
  /** What is left when equal units cancel, letter by letter. */
  readonly left: Unit
  /** Nothing is left that only a conversion would cancel. */
  readonly clean: boolean
}

/** Most quantities that are tried. */
const most = 7

/**
 * The combinations of `units` (one entry per quantity) whose result `accepts`. When some cancel
 * without conversion, only those. Quantities of one dimension may divide each other in pairs only:
 * a plausible product of three speeds is never a sensible one.
 */
export function combinations(
  units: readonly string[],
  accepts: (left: Unit) => boolean,
): readonly Combination[] {
  const parsed = units.map(parseUnit)
  if (units.length > most || parsed.some(unit => !unit?.parts.length)) return []
  const all = signsOf(units.length)
    .map(signs => combined(parsed as Unit[], signs))
    .filter(({ left, signs }) => accepts(left) && isPlausible(parsed as Unit[], signs))
  const clean = all.filter(each => each.clean)
  if (clean.length > 0) return clean
  // a plain ratio such as percent may stand above or below without showing
  return parsed.some(unit => dimension(unit!) === '1') ? [] : all
}

// --- internal ---

function signsOf(count: number): readonly (readonly (1 | -1)[])[] {
  if (count === 0) return [[]]
  return signsOf(count - 1).flatMap(rest => [[...rest, 1] as const, [...rest, -1] as const])
}

function combined(units: readonly Unit[], signs: readonly (1 | -1)[]): Combination {
  const left = new Map<string, { atom: Unit['parts'][number]['atom']; power: number }>()
  units.forEach((unit, index) => {
    for (const { atom, power } of unit.parts) {
      const key = `${JSON.stringify(atom.dimension)} ${atom.factor.toFraction()}`
      const before = left.get(key)?.power ?? 0
      left.set(key, { atom, power: before + power * signs[index]! })
    }
  })
  const parts = [...left.values()].filter(
    ({ atom, power }) => power !== 0 && Object.keys(atom.dimension).length > 0,
  )
  const clean = parts.every(
    a => !parts.some(b => a.power > 0 && b.power < 0 && sharesBase(a.atom, b.atom)),
  )
  const ratios = [...left.values()].some(
    ({ atom, power }) => power !== 0 && Object.keys(atom.dimension).length === 0 && !isSize(atom),
  )
  return { signs, left: { parts }, clean: clean && !ratios }
}

type Atom = Unit['parts'][number]['atom']

const sharesBase = (a: Atom, b: Atom) =>
  Object.keys(a.dimension).some(base => b.dimension[base] !== undefined)

/** The 5 of `USD/5 kg`, or the dozen of `3 dozen eggs`: part of the unit, not a share. */
const isSize = ({ name }: Atom) => /^\d/.test(name) || name === 'dozen'

function isPlausible(units: readonly Unit[], signs: readonly (1 | -1)[]): boolean {
  const byDimension = new Map<string, (1 | -1)[]>()
  units.forEach((unit, index) => {
    const key = dimension(unit)
    byDimension.set(key, [...(byDimension.get(key) ?? []), signs[index]!])
  })
  return [...byDimension.values()].every(
    group => group.length <= 2 || group.every(sign => sign === group[0]),
  )
}
