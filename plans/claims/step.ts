// What all the claims of one step rest on, taken together: none may rest on another that rests on
// nothing, and no two of them may stand in each other's place.
import { readBy } from '../expressions/derive.ts'
import type { Quantity } from '../expressions/expression.ts'
import { type Reading, read } from '../text/reading.ts'
import { type Claim, type Ground, type Support, unsupported, type Working } from './claim.ts'
import { swapDoubt, swapped } from './rules/swap.ts'
import { byRule } from './rules.ts'
import { support } from './support.ts'

/**
 * How each of `claims`, made by `step`, came to be, by its name. `seen` is what the step may use: its
 * stored calls (`calls` are the ids of its own, in order), its beliefs, and the question with the
 * names of the files handed over. A claim may derive from others of the step once these stand; claims
 * that derive from one another stand on nothing.
 */
export function supportStep(
  step: Working,
  claims: readonly Claim[],
  seen: Pick<Ground, 'call' | 'calls' | 'beliefs' | 'question' | 'without'>,
): ReadonlyMap<string, Support> {
  const ground: Ground = { ...seen, step, read: readOnce() }
  const judged = (claim: Claim, beliefs: Ground['beliefs']): Support => {
    const why = byRule('swap', ground, () => swapped(claim, claims))
    if (why !== undefined) return unsupported(why)
    const found = support(claim, { ...ground, beliefs })
    if ('fault' in found || found.doubt !== undefined) return found
    return { ...found, doubt: byRule('swap', ground, () => swapDoubt(claim, claims)) }
  }
  const supports = new Map<string, Support>()
  // what the step says anew is not what was believed before, unless a claim goes on from its own name
  const before = (name: string) => (seen.beliefs[name] ? { [name]: seen.beliefs[name] } : {})
  const standing: Record<string, Quantity> = { ...seen.beliefs }
  for (const { name } of claims) delete standing[name]
  let open = claims
  for (;;) {
    const names = open.map(({ name }) => name)
    const ready = open.filter(claim => !restsOn(claim, names, seen.beliefs))
    if (ready.length === 0) {
      for (const { name } of open) supports.set(name, circular(name, names))
      return supports
    }
    for (const claim of ready)
      supports.set(claim.name, judged(claim, { ...before(claim.name), ...standing }))
    for (const claim of ready)
      if (!('fault' in supports.get(claim.name)!)) standing[claim.name] = claim
    open = open.filter(claim => !ready.includes(claim))
  }
}

// --- internal ---

function readOnce(): (text: string) => Reading {
  const readings = new Map<string, Reading>()
  return text => {
    const known = readings.get(text) ?? read(text)
    readings.set(text, known)
    return known
  }
}

/** Whether a claim derives from another of `names`, which are not established yet. */
function restsOn(
  { name, derivation }: Claim,
  names: readonly string[],
  beliefs: Readonly<Record<string, Quantity>>,
): boolean {
  if (derivation === undefined || names.every(each => each === name)) return false
  const used = readBy(derivation, [...Object.keys(beliefs), ...names])
  return used.some(each => each !== name && names.includes(each))
}

const circular = (name: string, names: readonly string[]): Support => ({
  fault: 'unsupported_value',
  why: `${name}: ${names.join(' and ')} are derived from one another; derive one of them from what the step reads`,
})
