// What a claimed belief rests on (DESIGN 3): the words of a stored tool call, a computation, an
// expression over other beliefs, the question itself, or nothing. No model, no trust.

import { type Quantity, sameQuantity } from '../expressions/expression.ts'
import { valueOccurs } from '../text/evidence.ts'
import { type Reading, read } from '../text/reading.ts'
import { miscopied, type Working } from './copies.ts'
import { fromBeliefs } from './from-beliefs.ts'
import { fromCall } from './from-call.ts'

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

/**
 * Looks up what the claim names and compares; a claim with evidence and a derivation has to stand by
 * both. One that names nothing may still be given; else it is `assumed`.
 */
export function support(claim: Claim, ground: Ground): Support {
  const { evidence, derivation } = claim
  if (evidence) {
    const found = fromCall({ ...claim, evidence }, { read, ...ground })
    if ('fault' in found || derivation === undefined) return found
  }
  if (derivation !== undefined) return fromBeliefs({ ...claim, derivation }, ground)
  return restated(claim, ground)
}

// --- internal ---

function restated(claim: Claim, { beliefs, question, step }: Ground): Support {
  const same = Object.keys(beliefs).filter(name => sameQuantity(claim, beliefs[name]!))
  if (same.length > 0) {
    const objections = same.map(name => step && miscopied(claim.name, name, step, beliefs))
    const [why] = objections
    if (why !== undefined && objections.every(each => each !== undefined))
      return { fault: 'unsupported_value', why }
    return { provenance: 'given' }
  }
  const computed = step?.kind === 'compute' && typeof claim.value === 'number'
  if (!computed && valueOccurs(claim.value, question)) return { provenance: 'given' }
  return { provenance: 'assumed' }
}
