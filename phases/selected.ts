// A plan taken up for an intention, and where a plan comes from.
import type { Ctx } from '../agent/contract.ts'
import type { PlanSelected } from '../agent/event.ts'
import type { Origin, Plan } from '../plans/plan.ts'

/** The plan taken up; `more` is what else there is to say of the choice. */
export const selected = (
  intention: string,
  plan: Plan,
  from: PlanSelected['from'],
  more: Partial<PlanSelected> = {},
): PlanSelected => ({
  type: 'plan-selected',
  intention,
  plan,
  from,
  bind: unbound,
  candidates: [],
  refused: [],
  ...more,
})

/** A plan that `model` has written now; `more` is why, from what, for which questions. */
export const originOf = (
  { agent, now }: Pick<Ctx, 'agent' | 'now'>,
  model: string,
  more: Partial<Origin> = {},
): Origin => ({
  agent,
  model,
  createdAt: new Date(now()).toISOString(),
  seenQuestions: [],
  ...more,
})

// --- internal ---

/** One for all: what is chosen without roles is kept with every intention. */
const unbound = {} as const
