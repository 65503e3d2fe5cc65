// What a claimed belief rests on: the words of a stored tool call, a computation, an
// expression over other beliefs, the question itself, or nothing. No model, no trust.

import { sameQuantity } from '../expressions/expression.ts'
import { valueOccurs } from '../text/evidence.ts'
import { read } from '../text/reading.ts'
import type { Claim, Ground, Support } from './claim.ts'
import { miscopied } from './copies.ts'
import { fromBeliefs } from './from-beliefs.ts'
import { fromCall } from './from-call.ts'

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
