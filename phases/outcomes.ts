// What phases return, each kind written out once.
import type { Ctx } from '../agent/contract.ts'
import type {
  BeliefsPerceived,
  IntentionClosed,
  IntentionFormed,
  PlanSelected,
  PlanSetAside,
} from '../agent/event.ts'
import type { FailureMode, NewBelief, Received, StepResult, Tier, Verdict } from '../agent/state.ts'
import type { Origin, Plan } from '../plans/plan.ts'

/** A perception that leaves what is believed in `scope` as it is. */
export const nothingNew = (
  { id, intention }: Pick<Received, 'id' | 'intention'>,
  scope = 'world',
): BeliefsPerceived => ({
  type: 'beliefs-perceived',
  intention,
  perception: id,
  schemaBeliefs: [],
  scope,
  beliefs: [],
  withdrawn: [],
})

/** A sentence, fact or rule as it is believed: named by itself. */
export const stated = (name: string, source = 'world'): NewBelief => ({
  name,
  value: true,
  source,
  provenance: 'given',
})

/** Why an agent that `does` something else leaves a question in words alone, and who answers it. */
export const notAnswered = ({ agent }: Pick<Ctx, 'agent'>, does: string): string =>
  `the agent ${agent} ${does} and answers no question; self-aware does, the agent where none is named`

/** An intention in its plainest form, without parameters. */
export const formed = (
  intention: string,
  intentionType: string,
  goal: string,
  satisfactionCondition = '',
): IntentionFormed => ({
  type: 'intention-formed',
  intention,
  intentionType,
  goal,
  satisfactionCondition,
  openParameters: [],
  bind: {},
})

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

/** One for all: what is chosen without roles is kept with every intention. */
const unbound = {} as const

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

/** A step that was carried out. */
export const done = (summary: string): StepResult => ({ summary, beliefs: [], calls: [] })

/** A step that could not be carried out. */
export const failed = (mode: FailureMode, message: string): StepResult => ({
  ...done(message),
  error: { mode, message },
})

/** What a verdict says against a step or an answer. */
export const refused = (
  tier: Tier,
  why: string,
  mode: FailureMode,
): Extract<Verdict, { passed: false }> => ({ passed: false, tier, why, mode })

/** The verdict of a tier that has decided. */
export const judged = (holds: boolean, tier: Tier, why: string, mode: FailureMode): Verdict =>
  holds ? { passed: true, tier, why } : refused(tier, why, mode)

/** The plan set aside for what the verdict says. */
export const setAside = (intention: string, verdict: Verdict): PlanSetAside => ({
  type: 'plan-set-aside',
  intention,
  reason: verdict.why,
  verdict,
})

/** The intention closed, and why. */
export const closed = (
  intention: string,
  status: IntentionClosed['status'],
  reason: string,
): IntentionClosed => ({ type: 'intention-closed', intention, status, reason })
