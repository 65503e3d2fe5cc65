// A planning task over numbered facts, as search takes it.

import type { Step } from '../syntax/syntax.ts'

/** One effect of an operator; it happens when its condition holds before the step. */
export interface OperatorEffect {
  readonly condition: readonly number[]
  readonly add: readonly number[]
  readonly delete: readonly number[]
}

/** A ground action; an action with a disjunctive precondition has several operators. */
export interface Operator {
  readonly step: Step
  readonly precondition: readonly number[]
  readonly effects: readonly OperatorEffect[]
  readonly cost: number
}

/** A derived fact: `head` holds whenever all of `body` does. Later axioms may use earlier heads. */
export interface Axiom {
  readonly head: number
  readonly body: readonly number[]
}

/** A propositional planning task. Facts are numbers; all lists are in a fixed order. */
export interface GroundTask {
  /** Each fact printed, negative and derived ones included. */
  readonly facts: readonly string[]
  readonly init: readonly number[]
  readonly goal: readonly number[]
  readonly operators: readonly Operator[]
  readonly axioms: readonly Axiom[]
  /** Pairs of a fact and its complement. */
  readonly complements: readonly (readonly [number, number])[]
  /** Goals that delete relaxation does not reach: when there is one, no plan exists. */
  readonly unreachable: readonly string[]
}
