// A claimed belief, what it is judged by, and what can be found out about where it comes from.

import type { Quantity } from '../expressions/expression.ts'
import type { Reading } from '../text/reading.ts'
import type { Working } from './copies.ts'

/** A belief as a step claims it: the value, and what it is said to be taken from. */
export interface Claim extends Quantity {
  readonly name: string
  readonly evidence?: { readonly call: string; readonly quote?: string }
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
  readonly evidence?: { readonly call: string }
}

/** What a claim is judged by. Without the step, only whether it stands where it is said to stand. */
export interface Ground {
  readonly call: (id: string) => Call | undefined
  /** Beliefs a derivation may use. */
  readonly beliefs: Readonly<Record<string, Known>>
  /** The question and what was handed over with it. */
  readonly question: string
  /** The step that makes the claim. */
  readonly step?: Working
  /** The ids of the calls made for the step, in order; a claim may name no other. */
  readonly calls?: readonly string[]
  /** Reads a text; given where many claims rest on the same ones, so that each is read once. */
  readonly read?: (text: string) => Reading
}

/** A claim that names a stored call, and what such a claim is judged by. */
export type Quoted = Claim & Required<Pick<Claim, 'evidence'>>
export type Grounded = Ground & Required<Pick<Ground, 'read'>>

/** How a claim came to be, as far as code can establish it, or what is wrong with it in one sentence. */
export type Support =
  | { readonly provenance: 'given' | 'quoted' | 'computed' | 'derived' | 'assumed' }
  | { readonly fault: 'unsupported_value' | 'incorrect_computation'; readonly why: string }
