// The texts in which the unit of a claim may be named.
import type { Call, Claim, Ground } from './claim.ts'

/** The texts that ask for the claim: its role, the step, the question. */
export function placesAsking({ name }: Claim, { step, question }: Ground): readonly string[] {
  const unit = step.writes.find(each => each.role === name)?.unit
  return [unit ?? '', name, step.description, question]
}

/** All texts that may name the unit of a claim, the nearest first. */
export function placesNaming(
  claim: Claim,
  call: Call | undefined,
  ground: Ground,
): readonly string[] {
  return [...placesAsking(claim, ground), ...further(call, ground)]
}

// --- internal ---

function* further(call: Call | undefined, { step, beliefs }: Ground): Generator<string> {
  for (const name of step.reads) {
    const belief = beliefs[name]
    if (!belief) continue
    if (belief.unit !== undefined) yield belief.unit
    yield `${name} ${[belief.value].flat().join(' ').slice(0, 2000)}`
  }
  if (call?.input !== undefined) yield JSON.stringify(call.input)
  if (call) yield call.content
}
