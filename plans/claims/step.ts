// What all the claims of one step rest on, taken together: none may rest on another that rests on
// nothing, and no two of them may stand in each other's place. No model, no trust.
import { readBy } from '../expressions/derive.ts'
import { sameQuantity } from '../expressions/expression.ts'
import { memo } from '../memo.ts'
import { valueOccurs } from '../text/evidence.ts'
import { read } from '../text/reading.ts'
import {
  type Claim,
  type Ground,
  type Known,
  type Support,
  unsupported,
  type Working,
} from './claim.ts'
import { fromBeliefs } from './from-beliefs.ts'
import { fromCalls } from './from-call.ts'
import { copyDoubt } from './rules/copy.ts'
import { ofAnother, rivalled } from './rules/rival.ts'
import { swapDoubt, swapped } from './rules/swap.ts'
import { byRule } from './rules.ts'

/**
 * How each of `claims`, made by `step`, came to be, by its name. `seen` is what the step may use: its
 * stored calls (`calls` are the ids of its own, in order), its beliefs, and the question with the
 * names of the files handed over. A claim may derive from others of the step once these stand; claims
 * that derive from one another stand on nothing.
 */
export function supportStep(
  step: Working,
  claims: readonly Claim[],
  seen: Omit<Ground, 'step' | 'read'>,
): ReadonlyMap<string, Support> {
  const ground: Ground = { ...seen, step, read: memo(100, read) }
  const judged = (claim: Claim, beliefs: Ground['beliefs']): Support => {
    const why =
      byRule('swap', ground, () => swapped(claim, claims)) ??
      byRule('rival', ground, () => ofAnother(claim, ground) ?? rivalled(claim, ground))
    if (why !== undefined) return unsupported(why)
    const found = support(claim, { ...ground, beliefs })
    if ('fault' in found || found.doubt !== undefined) return found
    return { ...found, doubt: byRule('swap', ground, () => swapDoubt(claim, claims)) }
  }
  const supports = new Map<string, Support>()
  // what the step says anew is not what was believed before, unless a claim goes on from its own name
  const before = (name: string) => (seen.beliefs[name] ? { [name]: seen.beliefs[name] } : {})
  const standing: Record<string, Known> = { ...seen.beliefs }
  for (const { name } of claims) delete standing[name]
  for (let open = claims; open.length > 0; ) {
    const names = open.map(({ name }) => name)
    const ready = open.filter(claim => !restsOn(claim, names, seen.beliefs))
    for (const { name } of ready.length === 0 ? open : [])
      supports.set(
        name,
        unsupported(
          `${name}: ${names.join(' and ')} are derived from one another; derive one of them from what the step reads`,
        ),
      )
    for (const claim of ready)
      supports.set(claim.name, judged(claim, { ...before(claim.name), ...standing }))
    for (const claim of ready)
      if (!('fault' in supports.get(claim.name)!)) standing[claim.name] = claim
    open = ready.length === 0 ? [] : open.filter(claim => !ready.includes(claim))
  }
  return supports
}

// --- internal ---

/** Whether a claim derives from another of `names`, which are not established yet. */
function restsOn(
  { name, derivation }: Claim,
  names: readonly string[],
  beliefs: Ground['beliefs'],
): boolean {
  if (derivation === undefined) return false
  const used = readBy(derivation, [...Object.keys(beliefs), ...names])
  return used.some(each => each !== name && names.includes(each))
}

/**
 * Looks up what the claim names and compares; a claim with evidence and a derivation has to stand by
 * both. One that names nothing may still be given; else it is `assumed`, which no step may end with.
 */
function support(claim: Claim, ground: Ground): Support {
  const { evidence, furtherEvidence = [], derivation } = claim
  if (evidence) {
    const found = fromCalls(claim, [evidence, ...furtherEvidence], ground)
    if ('fault' in found || derivation === undefined) return found
  }
  return derivation === undefined
    ? restated(claim, ground)
    : fromBeliefs({ ...claim, derivation }, ground)
}

function restated(claim: Claim, ground: Ground): Support {
  const { beliefs, question, step } = ground
  const same = Object.keys(beliefs).filter(name => sameQuantity(claim, beliefs[name]!))
  const copied = same.find(name => step.reads.length === 0 || step.reads.includes(name))
  if (copied !== undefined)
    return {
      provenance: 'given',
      doubt: byRule('copy', ground, () => copyDoubt(claim.name, copied, ground)),
    }
  if (same.length > 0)
    return unsupported(
      `${claim.name} only repeats ${same[0]}, which this step does not read; derive it from ${step.reads.join(', ')}`,
    )
  const computed = step.kind === 'compute' && typeof claim.value === 'number'
  return { provenance: !computed && valueOccurs(claim.value, question) ? 'given' : 'assumed' }
}
