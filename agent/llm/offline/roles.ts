// Role names of quantities: what a value does, told from its dimension, never from its topic.
import { dimensionOf } from '../../../plans/expressions/expression.ts'

const names: readonly (readonly [dimension: RegExp, role: string])[] = [
  [/^1$/, 'share'],
  [/^length$/, 'distance'],
  [/^time$/, 'duration'],
  [/^mass$/, 'mass'],
  [/^length\^2$/, 'area'],
  [/^length\^3$/, 'volume'],
  [/^length\/time$/, 'speed'],
  [/^data$/, 'size'],
  [/^[A-Z]{3}$/, 'cost'],
  [/^[A-Z]{3}\/time$/, 'wage'],
  [/^[A-Z]{3}\//, 'price'],
  [/\/time\b/, 'rate'],
  [/\//, 'portion'],
  [/^temperature$/, 'temperature'],
  [/^[a-z ]+$/, 'count'],
]

const ordinals = 'first second third fourth fifth sixth seventh eighth'.split(' ')

/** One role name for each unit, in order; alike ones are told apart by `first_`, `second_`. */
export const rolesOf = (units: readonly string[]) => distinct(units.map(roleOf))

/** Tells equal names apart by their order. */
export function distinct(names: readonly string[]): readonly string[] {
  return names.map((name, index) => {
    if (names.indexOf(name) === names.lastIndexOf(name)) return name
    const before = names.slice(0, index).filter(other => other === name).length
    return `${ordinals[before] ?? `number_${before + 1}`}_${name}`
  })
}

export function isMoney(dimension: string): boolean {
  return /^[A-Z]{3}$/.test(dimension)
}

export const isCurrency = (unit: string) => isMoney(dimensionOf(unit) ?? '')

function roleOf(unit: string): string {
  if (unit === '') return 'number'
  const dimension = dimensionOf(unit) ?? ''
  return names.find(([pattern]) => pattern.test(dimension))?.[1] ?? 'quantity'
}
