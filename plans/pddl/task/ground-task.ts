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

/** A derived fact: `head` holds whenever all of `body` does. */
export interface GroundAxiom {
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
  readonly axioms: readonly GroundAxiom[]
  /**
   * Stratum by stratum, pairs of a derived fact and its complement, which holds when the axioms do not
   * give the fact once all earlier strata are decided.
   */
  readonly absences: readonly (readonly (readonly [number, number])[])[]
  /** Pairs of a fact that actions change and its complement. */
  readonly complements: readonly (readonly [number, number])[]
  /** Goals that delete relaxation does not reach: when there is one, no plan exists. */
  readonly unreachable: readonly string[]
}
