// What all the claims of one step rest on, taken together: none may rest on another that rests on
// nothing, and no two of them may stand in each other's place.
import type { Quantity } from '../expression.ts'
import type { Step } from '../plan.ts'
import { type Claim, type Ground, type Support, support } from '../support.ts'
import { readBy } from './copies.ts'
import { exchanged } from './exchanged.ts'
import { type Reading, read } from './reading.ts'

/** How each claim came to be, or the first fault found among them. */
export type StepSupport =
  | { readonly found: Readonly<Record<string, (Support & { provenance: string })['provenance']>> }
  | Extract<Support, { readonly fault: string }>

/**
 * Judges every claim of `result` by what the step `seen` may use: its stored calls, its beliefs and
 * the question (with the names of the files handed over). Claims that derive from one another are
 * judged in the order in which they do.
 */
export function supportStep(
  step: Step,
  result: { readonly beliefs: readonly Claim[]; readonly calls: readonly string[] },
  seen: Pick<Ground, 'call' | 'beliefs' | 'question'>,
): StepSupport {
  const readings = new Map<string, Reading>()
  const ground: Ground = {
    ...seen,
    step,
    calls: result.calls,
    read: text => {
      const known = readings.get(text) ?? read(text)
      readings.set(text, known)
      return known
    },
  }
  const found: Record<string, (Support & { provenance: string })['provenance']> = {}
  const beliefs: Record<string, Quantity> = { ...seen.beliefs }
  let open = result.beliefs
  while (open.length > 0) {
    const names = open.map(({ name }) => name)
    const ready = open.filter(claim => !restsOn(claim, names, beliefs))
    if (ready.length === 0)
      return {
        fault: 'unsupported_value',
        why: `${names.join(' and ')} are derived from one another; derive one of them from what the step reads`,
      }
    for (const claim of ready) {
      const { [claim.name]: _, ...others } = beliefs
      const outcome = support(claim, { ...ground, beliefs: others })
      if ('fault' in outcome) return outcome
      found[claim.name] = outcome.provenance
    }
    for (const claim of ready) beliefs[claim.name] = claim
    open = open.filter(claim => !ready.includes(claim))
  }
  return exchanged(result.beliefs, ground) ?? { found }
}

// --- internal ---

/** Whether a claim derives from one of `names`, which are not established yet. */
function restsOn(
  { name, derivation }: Claim,
  names: readonly string[],
  beliefs: Readonly<Record<string, Quantity>>,
): boolean {
  if (derivation === undefined) return false
  const placeholders = Object.fromEntries(names.map(each => [each, { value: 0 }]))
  return readBy(derivation, { ...beliefs, ...placeholders }).some(
    each => each !== name && names.includes(each),
  )
}
