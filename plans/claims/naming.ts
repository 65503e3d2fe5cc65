// The texts in which the unit of a claim may be named.
import type { Call, Claim, Ground } from '../support.ts'

/** The texts that may name the unit of a claim, the nearest first. */
export function placesNaming(
  claim: Claim,
  call: Call | undefined,
  ground: Ground,
): readonly string[] {
  return [...naming(claim, call, ground)]
}

// --- internal ---

function* naming(
  claim: Claim,
  call: Call | undefined,
  { step, question, beliefs }: Ground,
): Generator<string> {
  const role = step?.writes.find(each => each.role === claim.name)
  if (role?.unit !== undefined) yield role.unit
  yield claim.name.replaceAll('_', ' ')
  if (step) yield step.description
  yield question
  for (const name of step?.reads ?? []) {
    const belief = beliefs[name]
    if (!belief) continue
    if (belief.unit !== undefined) yield belief.unit
    yield `${name.replaceAll('_', ' ')} ${[belief.value].flat().join(' ').slice(0, 2000)}`
  }
  if (call?.input !== undefined) yield JSON.stringify(call.input)
  if (call) yield call.content
}
