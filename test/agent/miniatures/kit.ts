// What the five miniature agents share: short spellings of events, plans and steps, and the part of
// acting that every world has in common.
import type { Ctx, Limits, Phases, Policy, World } from '../../../agent/contract.ts'
import type {
  BeliefsPerceived,
  IntentionClosed,
  IntentionFormed,
  LibraryReviewed,
  PlanSelected,
  PlanSetAside,
} from '../../../agent/event.ts'
import type {
  FailureMode,
  Intention,
  NewBelief,
  Perception,
  Received,
  StepResult,
  Verdict,
} from '../../../agent/state.ts'
import { stepKey } from '../../../agent/state.ts'
import type { View } from '../../../agent/view.ts'
import { fingerprint } from '../../../plans/canonical.ts'
import type { Plan, Step, Value } from '../../../plans/plan.ts'
import type { Tool } from '../../../tools/tool.ts'
import type { WorldOptions } from './world.ts'

/** One of the five: a choice of phases and policy, where it is put, and what it is given to do. */
export interface Miniature {
  readonly phases: Phases
  readonly policy?: Partial<Policy>
  readonly limits: Limits
  readonly tools?: readonly Tool[]
  readonly world?: WorldOptions
  readonly perceptions: readonly Perception[]
  /** True when all perceptions are handed over at once. */
  readonly concurrent?: boolean
}

export const believe = (name: string, value: Value, source: string): NewBelief => ({
  name,
  value,
  source,
  provenance: 'given',
})

export const perceived = (
  { id, intention }: Received,
  reading: Partial<BeliefsPerceived>,
): BeliefsPerceived => ({
  type: 'beliefs-perceived',
  intention,
  perception: id,
  schemaBeliefs: [],
  scope: intention,
  beliefs: [],
  withdrawn: [],
  ...reading,
})

export const formed = (
  intention: string,
  intentionType: string,
  satisfactionCondition: string,
  replaces?: string,
): IntentionFormed => ({
  type: 'intention-formed',
  intention,
  intentionType,
  goal: intentionType,
  satisfactionCondition,
  openParameters: [],
  bind: {},
  ...(replaces !== undefined && { replaces }),
})

export const selected = (
  intention: string,
  plan: Plan,
  from: PlanSelected['from'] = 'library',
  refused: readonly string[] = [],
): PlanSelected => ({
  type: 'plan-selected',
  intention,
  plan,
  from,
  bind: {},
  candidates: [],
  refused,
})

export const closed = (
  intention: string,
  status: IntentionClosed['status'],
  reason: string,
  answer?: string,
): IntentionClosed => ({
  type: 'intention-closed',
  intention,
  status,
  reason,
  ...(answer !== undefined && { answer }),
})

export const setAside = (intention: string, reason: string): PlanSetAside => ({
  type: 'plan-set-aside',
  intention,
  reason,
})

export const step = (id: string, kind: Step['kind'], parts: Partial<Step> = {}): Step => ({
  id,
  kind,
  description: id,
  deps: [],
  reads: [],
  writes: [],
  postcondition: '',
  ...parts,
})

export const plan = (intentionType: string, steps: readonly Step[]): Plan => ({
  id: fingerprint([intentionType, steps]),
  intentionType,
  goal: intentionType,
  contextConditions: [],
  parameters: [],
  steps: [...steps],
  stats: {},
  origin: { agent: 'miniature', model: 'none', createdAt: '2026-01-01', seenQuestions: [] },
})

/** The steps one after another. */
export const inSequence = (steps: readonly Step[]): readonly Step[] =>
  steps.map((each, index) => ({ ...each, deps: steps.slice(index - 1, index).map(s => s.id) }))

export const passed = (why: string, tier: Verdict['tier'] = 'pattern'): Verdict => ({
  passed: true,
  tier,
  why,
})

export const failed = (
  why: string,
  mode: FailureMode,
  tier: Verdict['tier'] = 'pattern',
): Verdict => ({ passed: false, tier, why, mode })

export const result = (summary: string, beliefs: readonly NewBelief[] = []): StepResult => ({
  summary,
  beliefs,
  calls: [],
})

/** Names one carrying out of a step: the same after a crash, another one in another cycle. */
export const keyOf = (intention: Intention, { id }: Step): string => stepKey(intention, id)

/** Carries out a step of kind `act`. */
export async function act(_id: string, each: Step, { intention }: View, ctx: Ctx) {
  const world: World = ctx.environment.world!
  const { act: action, args } = each.action as { act: string; args: string[] }
  return result((await world.act(action, args, keyOf(intention, each))).text)
}

/** The verdict on an act is the world's: what the step was to bring about is now observed there. */
export async function seenInWorld(
  _id: string,
  each: Step,
  done: StepResult,
  { beliefs }: View,
): Promise<Verdict> {
  if (done.error) return failed(done.error.message, done.error.mode)
  return each.postcondition === '' || beliefs[each.postcondition]?.scope === 'world'
    ? passed(done.summary, 'world')
    : failed(done.summary, 'world_refused', 'world')
}

/** For agents that never review. */
export const noReview = async (): Promise<LibraryReviewed> => {
  throw new Error('this agent never reviews')
}
