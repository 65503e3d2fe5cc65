// A claimed belief, what it is judged by, and what can be found out about where it comes from.

import type { Quantity } from '../expressions/expression.ts'
import type { Step } from '../plan.ts'
import type { Span } from '../text/passages.ts'
import type { Reading } from '../text/reading.ts'
import type { RuleName } from './rules.ts'

/** A tool call, or a believed text, and the words of it that a value is taken from. */
export interface Quote {
  readonly call: string
  readonly quote?: string
}

/** A belief as a step claims it: the value, and what it is said to be taken from. */
export interface Claim extends Quantity {
  readonly name: string
  readonly evidence?: Quote
  /** Further quotes: one for the fact, one for the name it goes by. */
  readonly furtherEvidence?: readonly Quote[]
  /** The quotes do not say the value; it follows from them for who understands them. */
  readonly implied?: boolean
  readonly derivation?: string
}

/** A tool call as it was stored. `computes` says its result can be had again by running it again. */
export interface Call extends Partial<Quantity> {
  readonly content: string
  readonly computes: boolean
  readonly failed: boolean
  readonly tool?: string
  readonly input?: unknown
}

/** A belief that a claim may build on. */
export interface Known extends Quantity {
  readonly evidence?: Pick<Quote, 'call'>
}

/** The part of a step that says what it works with. */
export type Working = Pick<Step, 'kind' | 'description' | 'reads' | 'writes' | 'action'>

/** What a claim is judged by. */
export interface Ground {
  readonly call: (id: string) => Call | undefined
  /** Beliefs a derivation may use. */
  readonly beliefs: Readonly<Record<string, Known>>
  /** The question and what was handed over with it. */
  readonly question: string
  /** The step that makes the claim. */
  readonly step: Working
  /** What the step claims in all, several values of one role among it. */
  readonly claimed?: readonly (string | number | boolean)[]
  /** The ids of the calls made so far, in order: what an earlier one gave may have been replaced. */
  readonly calls: readonly string[]
  /** The ids of all calls whose results were in view, in order, also of those that the step does not rest on. */
  readonly inView?: () => readonly string[]
  /** Reads a text: many claims rest on the same ones. */
  readonly read: (text: string) => Reading
  /** Rules that are left out, to measure what they are worth. */
  readonly without?: ReadonlySet<RuleName>
}

/** A result that a claim names, and where in it the words quoted stand. */
export interface Named {
  readonly quote?: string
  readonly call: Call
  readonly id: string
  readonly reading: Reading
  /** Where the quote stands; all that was found, without one. */
  readonly spans: readonly Span[]
}

/**
 * How a claim came to be, as far as code can establish it, or what is wrong with it in one sentence. A
 * `doubt` is what code cannot decide: the claim may stand, and is not certain.
 */
export type Support =
  | {
      readonly provenance: 'given' | 'quoted' | 'computed' | 'derived' | 'implied' | 'assumed'
      readonly doubt?: string | undefined
    }
  | { readonly fault: 'unsupported_value' | 'incorrect_computation'; readonly why: string }

/** The expression by which the plan has a step carried out. */
export const plannedBy = ({ action }: Working): string | undefined =>
  action && 'expression' in action ? action.expression : undefined

/** The refusal of a value that nothing supports. */
export const unsupported = (why: string): Extract<Support, { readonly fault: string }> => ({
  fault: 'unsupported_value',
  why,
})

/** A value in a message. */
export const said = (value: Quantity['value']): string =>
  typeof value === 'string' ? JSON.stringify(value.slice(0, 160)) : [value].flat().join('; ')
