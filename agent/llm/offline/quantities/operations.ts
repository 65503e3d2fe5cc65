// What is done with quantities that are given, each operation with the roles it takes, and the plan for it.
import { type Believed, computed, designWith, heldIn } from '../method.ts'

/** What is done with the picked quantities. */
export interface Operation {
  readonly name: string
  readonly requires: string
  /** Role names in the order `pick` gives the quantities; without them, roles by dimension. */
  readonly roles?: readonly string[]
  readonly expression: (roles: readonly string[]) => string
}

/** An operation whose roles have names of their own, given in order. */
const named = (name: string, requires: string, roles: string, expression: string): Operation => ({
  name,
  requires,
  roles: roles.split(' '),
  expression: () => expression,
})

const onAlike = (
  name: string,
  requires: string,
  expression: Operation['expression'],
): Operation => ({ name, requires: `${requires} quantities of one kind`, expression })

const increased = 'a quantity increased by a share of itself'
const decreased = 'a quantity decreased by a share of itself'
const beforeOff = 'what a quantity was before a share of it was taken off'
const beforeOn = 'what a quantity was before a share of it was added'
const wholeOf = 'the whole that a quantity is a given share of'
const changeFrom = 'the relative change from one quantity to another'
const atPace = 'what a known pace gives for another amount'
const movedTo = 'how far one quantity moved to another, as a share'

/** Every operation; `requires` is the schema belief that stands for it. */
export const operations = {
  share: named('share_of_whole', 'a share of a whole', 'share whole', 'whole * share'),
  more: named('increase_by_share', increased, 'share base', 'base + base * share'),
  less: named('decrease_by_share', decreased, 'share base', 'base - base * share'),
  undiscounted: named('base_before_decrease', beforeOff, 'share outcome', 'outcome / (1 - share)'),
  unraised: named('base_before_increase', beforeOn, 'share outcome', 'outcome / (1 + share)'),
  whole: named('whole_of_part', wholeOf, 'share part', 'part / share'),
  part: named(
    'part_as_share_of_whole',
    'one quantity as a share of another',
    'part whole',
    'part / whole',
  ),
  change: named('relative_change', changeFrom, 'earlier later', '(later - earlier) / earlier'),
  apart: named('relative_difference', movedTo, 'earlier later', 'abs(later - earlier) / earlier'),
  rest: named(
    'remainder_after_taking',
    'what is left of a quantity',
    'stock taken',
    'stock - taken',
  ),
  ratio: named(
    'ratio_of_two',
    'how many times one quantity is another',
    'numerator denominator',
    'numerator / denominator',
  ),
  gap: onAlike('difference_of_two', 'the difference of two', ([a, b]) => `abs(${a} - ${b})`),
  sum: onAlike('sum_of_quantities', 'the sum of', roles => roles.join(' + ')),
  going: named(
    'proportion_at_a_known_pace',
    atPace,
    'measured known_amount wanted_amount',
    'measured / known_amount * wanted_amount',
  ),
  mean: onAlike('mean_of_quantities', 'the mean of', roles => `mean(${roles.join(', ')})`),
} as const satisfies Record<string, Operation>

export type Kind = keyof typeof operations

/** Those whose result is a percentage. */
export const portions: ReadonlySet<Kind> = new Set(['part', 'change', 'apart'])

export const required = (kind: Kind) => `task requires ${operations[kind].requires}`

/** The plan for the operation that the beliefs call for; the quantities may stand in any order where it has roles. */
export function operationDesign({ schemaBeliefs, groundBeliefs }: Believed) {
  const kind = heldIn(schemaBeliefs, operations, required)
  if (!kind) return undefined
  const operation: Operation = operations[kind]
  const roles = operation.roles ?? groundBeliefs.map(({ name }) => name)
  if (roles.some(role => !groundBeliefs.some(({ name }) => name === role))) return undefined
  // a share is written in percent: a bare 0.15 would be taken for 0.15 %
  const unit = portions.has(kind) ? { unit: '%' } : {}
  return designWith({
    type: operation.roles ? operation.name : `${operation.name}_${roles.join('_and_')}`,
    goal: operation.requires,
    contextConditions: [required(kind)],
    parameters: roles,
    steps: [computed('s1', 'result', operation.expression(roles), { reads: roles, ...unit })],
  })
}
