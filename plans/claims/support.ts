// What a claimed belief rests on: the words of a stored tool call, a computation, an
// expression over other beliefs, the question itself, or nothing. No model, no trust.

import { sameQuantity } from '../expressions/expression.ts'
import { valueOccurs } from '../text/evidence.ts'
import { read } from '../text/reading.ts'
import { type Claim, type Ground, type Support, unsupported } from './claim.ts'
import { fromBeliefs } from './from-beliefs.ts'
import { fromCalls } from './from-call.ts'
import { copyDoubt } from './rules/copy.ts'
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
  const read = same.filter(name => !step || step.reads.length === 0 || step.reads.includes(name))
  if (read.length > 0)
    return {
      provenance: 'given',
      doubt: step && byRule('copy', ground, () => copyDoubt(claim.name, read[0]!, step, beliefs)),
    }
  if (step && same.length > 0)
    return unsupported(
      `${claim.name} only repeats ${same[0]}, which this step does not read; derive it from ${step.reads.join(', ')}`,
    )
  const computed = step?.kind === 'compute' && typeof claim.value === 'number'
  if (!computed && valueOccurs(claim.value, question)) return { provenance: 'given' }
  return { provenance: 'assumed' }
}
