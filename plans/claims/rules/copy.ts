// What a derivation may do with the beliefs of its step: put together what the step reads, as the plan
// says where it says it.
import { readBy, textOf } from '../../expressions/derive.ts'
import { convertsTwice, evaluate, sameQuantity } from '../../expressions/expression.ts'
import { type Claim, type Ground, plannedBy } from '../claim.ts'

/** Why this derivation is not what the step is to do, in one sentence; `undefined` when nothing speaks against it. */
export function misread(
  claim: Claim & Required<Pick<Claim, 'derivation'>>,
  { step, beliefs }: Ground,
): string | undefined {
  const { name, derivation } = claim
  const planned = plannedBy(step)
  if (planned?.trim() === derivation.trim()) return undefined
  const used = readBy(derivation, Object.keys(beliefs))
  const own = step.writes.map(({ role }) => role)
  const strange = used.find(each => !step.reads.includes(each) && !own.includes(each))
  const idle = step.reads.filter(each => !used.includes(each))
  if (strange !== undefined && idle.length > 0)
    return `${name}: its derivation uses ${strange}, which this step does not read; derive it from ${step.reads.join(', ')}`
  if (planned === undefined || textOf(planned) !== undefined) return undefined
  if (convertsTwice(planned, beliefs, claim.unit) !== undefined) return undefined
  const inUnit = evaluate(planned, beliefs, claim.unit)
  const result = inUnit.ok ? inUnit : evaluate(planned, beliefs)
  // a plain number that does not fit the unit of the claim is compared as the number it is
  const said = result.ok && !inUnit.ok && result.unit === undefined ? { value: claim.value } : claim
  return result.ok && !sameQuantity(said, result)
    ? `${name}: the step's own expression "${planned}" gives ${result.text}, not ${claim.value}`
    : undefined
}

/** What speaks against a value that was found and is one that the step was told to begin with. */
export function foundAgain(claim: Claim, { step, beliefs }: Ground): string | undefined {
  const same = step.reads.find(role => beliefs[role] && sameQuantity(claim, beliefs[role]))
  return same && `${claim.name} is what ${same} is, which the step began with`
}

/** What speaks against giving the value of `copied` as it is to the role `name`, when that is one of several that the step reads. */
export function copyDoubt(
  name: string,
  copied: string,
  { step: { reads }, beliefs }: Ground,
): string | undefined {
  const kind = typeof beliefs[copied]?.value
  const idle = reads.filter(each => each !== copied && typeof beliefs[each]?.value === kind)
  return reads.includes(copied) && idle.length > 0
    ? `${name} repeats ${copied}, and nothing shows why not ${idle.join(' or ')}`
    : undefined
}
