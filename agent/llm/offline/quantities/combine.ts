// Dimensional analysis: which product of the given quantities, each once, as it is or inverted, has
// the dimension that is asked for; and which two are one rate, as `5 kg cost 12 USD` is 12 USD per 5 kg.
import { dimensionOf } from '../../../../plans/expressions/expression.ts'
import { dimension, parseUnit, type Unit } from '../../../../plans/expressions/units.ts'
import { isCurrency } from '../roles.ts'
import { isAngle } from './measures.ts'
import type { Stated } from './quantities.ts'

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
export function combinations(units: readonly string[], accepts: (left: Unit) => boolean) {
  const parsed = units.map(parseUnit)
  if (units.length > most || parsed.some(unit => !unit?.parts.length)) return []
  const all = signsOf(units.length)
    .map(signs => combined(parsed as Unit[], signs))
    .filter(({ left, signs }) => accepts(left) && isPlausible(parsed as Unit[], signs))
  const clean = all.filter(each => each.clean)
  if (clean.length > 0) return clean
  if (units.length === 1 && isAngle(units[0]!)) return all.slice(0, 1)
  // a plain ratio such as percent may stand above or below without showing
  return parsed.some(unit => dimension(unit!) === '1') ? [] : all
}

/** The quantities with linked neighbours made one rate; `undefined` when none are linked. */
export function linked(stated: readonly Stated[], text: string) {
  const result: Pick<Stated, 'value' | 'unit'>[] = []
  for (let index = 0; index < stated.length; index++) {
    const [first, second] = [stated[index]!, stated[index + 1]]
    const rate = second && rateOf(first, second, text.slice(first.to, second.from).trim())
    if (rate) {
      result.push(rate)
      index += 1
    } else result.push(first)
  }
  return result.length < stated.length ? result : undefined
}

// --- internal ---

/** How the words between two quantities link them, and which of the two is per the other. */
const links: readonly (readonly [
  RegExp,
  'second per first' | 'first per second' | 'money per other',
])[] = [
  [
    /^(of( \w+){1,3} )?(costs?|weighs?|holds?|contains?|(is|are) worth|(is|are) sold (for|at)|sells? (for|at))( only| about| exactly)?$/i,
    'second per first',
  ],
  [
    /^(of( \w+){1,3} )?((are|is) (made|produced|printed|packed|pumped|bottled) )?in( only| about| exactly)?$/i,
    'first per second',
  ],
  [/^(of( \w+){1,3} )?(for|on|per)( every| only| about)?$/i, 'money per other'],
]

function rateOf(first: Stated, second: Stated, between: string) {
  const link = links.find(([words]) => words.test(between))?.[1]
  if (link === undefined) return undefined
  if (link === 'second per first') return per(second, first)
  if (link === 'first per second')
    return dimensionOf(second.unit) === 'time' ? per(first, second) : undefined
  if (isCurrency(first.unit)) return per(first, second)
  return isCurrency(second.unit) ? per(second, first) : undefined
}

/** A size in a unit is written with digits, so only plain numbers can be what something is per. */
function per(above: Stated, below: Stated) {
  if (typeof below.value !== 'number' || /[/]| per /.test(below.unit)) return undefined
  return { value: above.value, unit: `${above.unit}/${below.value} ${below.unit}` }
}

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
  return Map.groupBy(signs.keys(), index => dimension(units[index]!))
    .values()
    .every(group => group.length <= 2 || new Set(group.map(index => signs[index])).size === 1)
}
