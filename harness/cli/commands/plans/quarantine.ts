// Plans that are not used as things stand, why, and a person's release of one of them.
import { forgiven } from '../../../../plans/library/lift.ts'
import { contentOf } from '../../../../plans/library/merge.ts'
import { mayServe } from '../../../../plans/library/trust.ts'
import { type Worth, worthOf } from '../../../library/worth.ts'
import { harmless } from '../../../terminal/plain-text.ts'
import { exit, usage } from '../../command.ts'
import {
  type Action,
  type Asked,
  chosen,
  mergeInto,
  type Opened,
  opened,
  planNamed,
  print,
} from './action.ts'

/** Lists the plans that are never used; `release ID` forgives a plan every outcome so far. */
export const quarantine: Action = async (names, asked) => {
  const { library, others } = opened(names, asked)
  if (others[0] === 'release') return release(others.slice(1), library, asked)
  const wanted = chosen(library, others)
  const kept = worthOf(library.plans.values()).filter(
    ({ plan, unused }) => unused !== undefined && wanted.plans.has(plan.id),
  )
  const none = others.length > 0 ? 'the plan is in use' : 'every plan is in use'
  const lines = kept.map(({ plan, unused = '' }) => harmless(`${plan.id}: ${unused}`))
  const data = () => kept.map(({ plan, unused }) => ({ plan: plan.id, why: unused }))
  print(lines.length > 0 ? lines : [none], data, asked)
  return exit.satisfied
}

// --- internal ---

async function release(words: readonly string[], library: Opened, asked: Asked) {
  const [text, more] = words
  if (text === undefined || more !== undefined)
    throw usage('name one plan to release: intend plans quarantine release ID')
  const plan = planNamed(text, library)
  const other = mayServe(plan)
  if (other !== undefined) throw usage(other)
  const { unused } = worthOf(library.plans.values()).find((each: Worth) => each.plan === plan)!
  if (unused === undefined)
    throw usage(`${plan.id} is not in quarantine; there is nothing to release`)
  await mergeInto(library.file, contentOf([{ ...plan, released: forgiven(plan) }]), asked)
  const lines = [`${plan.id} is released: what it did so far counts no more`]
  print(lines, () => ({ released: plan.id, was: unused }), asked)
  return exit.satisfied
}
