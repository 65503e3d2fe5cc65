// What a claimed belief rests on: the words of a stored tool call, a computation, an
// expression over other beliefs, the question itself, or nothing. No model, no trust.

import { sameQuantity } from '../expressions/expression.ts'
import { valueOccurs } from '../text/evidence.ts'
import { read } from '../text/reading.ts'
import { type Claim, type Ground, type Support, unsupported } from './claim.ts'
import { miscopied } from './copies.ts'
import { fromBeliefs } from './from-beliefs.ts'
import { fromCalls } from './from-call.ts'
import { byRule } from './rules.ts'

/**
 * Looks up what the claim names and compares; a claim with evidence and a derivation has to stand by
 * both. One that names nothing may still be given; else it is `assumed`, which no step may end with.
 */
export function support(claim: Claim, ground: Ground): Support {
  const { evidence, furtherEvidence = [], derivation } = claim
  if (evidence) {
    const found = fromCalls(claim, [evidence, ...furtherEvidence], { read, ...ground })
    if ('fault' in found || derivation === undefined) return found
  }
  if (derivation !== undefined) return fromBeliefs({ ...claim, derivation }, ground)
  return restated(claim, ground)
}

// --- internal ---

function restated(claim: Claim, ground: Ground): Support {
  const { beliefs, question, step } = ground
  const same = Object.keys(beliefs).filter(name => sameQuantity(claim, beliefs[name]!))
  if (same.length > 0) {
    const why = byRule('copy', ground, () => {
      const objections = same.map(name => step && miscopied(claim.name, name, step, beliefs))
      return objections.includes(undefined) ? undefined : objections[0]
    })
    return why === undefined ? { provenance: 'given' } : unsupported(why)
  }
  const computed = step?.kind === 'compute' && typeof claim.value === 'number'
  if (!computed && valueOccurs(claim.value, question)) return { provenance: 'given' }
  return { provenance: 'assumed' }
}
