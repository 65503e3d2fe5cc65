// What a derivation may do with the beliefs of its step: put together what the step reads. A bare copy
// of one of several is a conclusion only where the step is to choose.
import { readBy } from '../expressions/derive.ts'
import { evaluate, type Quantity, sameQuantity } from '../expressions/expression.ts'
import { slots } from '../template.ts'
import type { Working } from './claim.ts'

/** Why this derivation is not what the step is to do, in one sentence; `undefined` when nothing speaks against it. */
export function misread(
  claim: Quantity & { readonly name: string; readonly derivation: string },
  step: Working,
  beliefs: Readonly<Record<string, Quantity>>,
): string | undefined {
  const { name, derivation } = claim
  const planned = step.action && 'expression' in step.action ? step.action.expression : undefined
  if (planned?.trim() === derivation.trim()) return undefined
  const used = readBy(derivation, Object.keys(beliefs))
  const own = step.writes.map(({ role }) => role)
  const strange = used.find(each => !step.reads.includes(each) && !own.includes(each))
  const idle = step.reads.filter(each => !used.includes(each))
  if (strange !== undefined && idle.length > 0)
    return `${name}: its derivation uses ${strange}, which this step does not read; derive it from ${step.reads.join(', ')}`
  if (planned !== undefined && slots(planned).length === 0) {
    const inUnit = evaluate(planned, beliefs, claim.unit)
    const result = inUnit.ok ? inUnit : evaluate(planned, beliefs)
    if (result.ok && !sameQuantity(claim, result))
      return `${name}: the step's own expression "${planned}" gives ${result.text}, not ${claim.value}`
  }
  const [only] = used
  const copied = used.length === 1 && only !== undefined ? beliefs[only] : undefined
  return copied && sameQuantity(claim, copied) ? miscopied(name, only!, step, beliefs) : undefined
}

/** Why the value of `copied` cannot simply be given the role `name`. */
export function miscopied(
  name: string,
  copied: string,
  step: Working,
  beliefs: Readonly<Record<string, Quantity>>,
): string | undefined {
  const own = step.writes.map(({ role }) => role)
  if (step.reads.length > 0 && !step.reads.includes(copied) && !own.includes(copied))
    return `${name} only repeats ${copied}, which this step does not read; derive it from ${step.reads.join(', ')}`
  const words = step.description.replaceAll(/\b[a-z0-9]+(?:_[a-z0-9]+)+\b/g, ' ')
  if (choice.test(words)) return undefined
  const kind = typeof beliefs[copied]?.value
  const left = step.reads.find(
    each =>
      each !== copied && typeof beliefs[each]?.value === kind && mentions(step.description, each),
  )
  return left === undefined
    ? undefined
    : `${name} only repeats ${copied}, but the step is to use ${left} too; give as derivation how it follows from both`
}

// --- internal ---

const choice =
  /\b(?:which|whichever|choose|pick|select|compare|either|if|when|unless|rank|larg|great|small|least|most|fewe|more|less|max|min|first|last|earl|late|high|low|long|short|cheap|near|close|best|worst|win)/i

const mentions = (description: string, role: string) =>
  new RegExp(`(?<![a-z0-9_])${role}(?![a-z0-9_])`).test(description)
