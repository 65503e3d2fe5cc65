// Plans that are not used as things stand, why, and a person's release of one of them.
import { forgiven } from '../../../../plans/library/lift.ts'
import { contentOf } from '../../../../plans/library/merge.ts'
import { mayServe } from '../../../../plans/library/trust.ts'
import { worthOf } from '../../../library/worth.ts'
import { harmless } from '../../../terminal/plain-text.ts'
import { usage } from '../../command.ts'
import { type Action, mergeInto, opened, planNamed, wanted } from './action.ts'

/** Lists the plans that are never used; `release ID` forgives a plan every outcome so far. */
export const quarantine: Action = (names, asked) => {
  if (opened(names, asked).words[0] === 'release') return release(names, asked)
  const { library, plans, one } = wanted(names, asked)
  const kept = worthOf(library.plans.values()).flatMap(({ plan, unused }) =>
    unused !== undefined && plans.includes(plan) ? [{ plan: plan.id, why: unused }] : [],
  )
  const none = one ? 'the plan is not in quarantine' : 'no plan is in quarantine'
  const lines = kept.map(({ plan, why }) => harmless(`${plan}: ${why}`))
  return { lines: lines.length > 0 ? lines : [none], data: kept }
}

// --- internal ---

const release: Action = async (names, asked) => {
  const { library, words } = opened(names, asked)
  const [, text, more] = words
  if (text === undefined || more !== undefined)
    throw usage('name one plan to release: intend plans quarantine release ID')
  const plan = planNamed(text, library)
  const other = mayServe(plan)
  if (other !== undefined) throw usage(other)
  const was = worthOf(library.plans.values()).find(each => each.plan === plan)?.unused
  if (was === undefined) throw usage(`${plan.id} is not in quarantine; there is nothing to release`)
  await mergeInto(library.file, contentOf([{ ...plan, released: forgiven(plan) }]), asked)
  return {
    lines: [`${plan.id} is released: what it did so far no longer counts`],
    data: { released: plan.id, was },
  }
}
