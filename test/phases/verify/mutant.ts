// A wrong claim made from a right one, and what is still right after all.
import type { NewBelief } from '../../../agent/state.ts'
import { sameQuantity } from '../../../plans/expressions/expression.ts'
import { kindOf, plain } from './parts.ts'
import type { Right } from './rights.ts'

/** The same with one claim, or two, made wrong. */
export interface Mutant extends Right {
  readonly how: string
}

export type Mutator = (right: Right) => Mutant | undefined

/** The right result with `claim` in the place of its namesake; nothing when it is still right. */
export function claiming(right: Right, claim: NewBelief, how: string): Mutant | undefined {
  const { belief, result } = right
  const backed =
    claim.evidence?.quote !== belief.evidence?.quote || claim.derivation !== belief.derivation
  const kept =
    JSON.stringify(claim.value) === JSON.stringify(belief.value) && claim.unit === belief.unit
  if (kept ? !backed : same(claim, belief)) return undefined
  const beliefs = result.beliefs.map(each => (each.name === claim.name ? claim : each))
  return { ...right, belief: claim, result: { ...result, beliefs }, how }
}

/** Still right: the same quantity, or words of which one is part of the other. */
export function same(
  a: Pick<NewBelief, 'value' | 'unit'>,
  b: Pick<NewBelief, 'value' | 'unit'>,
): boolean {
  if (sameQuantity(a, b)) return true
  const [one, two] = [plain(String(a.value)), plain(String(b.value))]
  return kindOf(a.value) === 'text' && (one.includes(two) || two.includes(one))
}

export const callOf = ({ belief, seen }: Right) =>
  belief.evidence && seen.call(belief.evidence.call)
