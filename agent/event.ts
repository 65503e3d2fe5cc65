// What happens to an agent: a closed union of plain events. Folding them with `apply` gives the
// state; the terminal, the trace, the report and a resumed run all read the same events.
import type { Plan, Value } from '../plans/plan.ts'
import type { CallError } from './llm/provider.ts'
import type { UsageTotals } from './runs/usage.ts'
import type {
  AnswerContract,
  Intention,
  IntentionRecord,
  KnownPlan,
  NewBelief,
  Perception,
  StepResult,
  StoredCall,
  Turn,
  Verdict,
} from './state.ts'

/** What to do after a step: go on, choose another plan, or think about the goal again. */
export type Ask = 'continue' | 'replan' | 'rethink'

/** What all events have in common. */
interface Told<Type> {
  readonly type: Type
  /** The one it happens to, a root where the whole question is meant. */
  readonly intention: string
}

/** Something arrived and has not been understood yet. Its id is also what a resumed run looks for. */
export interface PerceptionReceived extends Told<'perception-received'> {
  readonly perception: Perception
  readonly id: string
}

/** The person has said more about a question that is being worked on: it is perceived anew with it. */
export interface QuestionAmended extends Told<'question-amended'> {
  readonly text: string
}

/** Perceive has spoken: what is now believed and, for a question or a goal, what is desired. */
export interface BeliefsPerceived extends Told<'beliefs-perceived'> {
  /** The perception this is the reading of. */
  readonly perception: string
  readonly schemaBeliefs: readonly string[]
  readonly scope: string
  readonly beliefs: readonly NewBelief[]
  readonly withdrawn: readonly string[]
  readonly desire?: string
  readonly answerContract?: AnswerContract
  /** The plan that has answered such questions before. */
  readonly known?: KnownPlan
  /** Plans that came with it. */
  readonly plans?: readonly Plan[]
  /** Goals and events, as triggers such as `+free(north)`, that begin roots of their own. */
  readonly begins?: readonly string[]
  /** Why the message could not be read; then no intention can be pursued for it. */
  readonly failure?: string
}

/** What an intention is about, at its beginning. */
export interface Aim extends Pick<Intention, 'goal' | 'satisfactionCondition' | 'openParameters'> {
  readonly intentionType: string
}

/** Formalize has spoken: an intention is open. `replaces` names one dropped for it. */
export interface IntentionFormed
  extends Told<'intention-formed'>,
    Aim,
    Pick<Intention, 'bind' | 'named' | 'priority'> {
  readonly replaces?: string
  /** Why nothing can be done about it: the intention is formed and failed at once. */
  readonly failure?: string
  /** With `failure`: somebody has given it up before anything was done about it. */
  readonly dropped?: boolean
}

/** An intention whose parent is the step that asks for it. */
export interface SubGoal extends Aim {
  readonly id: string
  readonly beliefs: readonly NewBelief[]
  /** What kind of task it is; that of the whole question where it is left out. */
  readonly schemaBeliefs?: readonly string[]
}

/** Why a plan of the shortlist was not taken. */
export interface Candidate {
  readonly plan: string
  readonly score: number
  readonly reason: string
}

/** Deliberate has spoken: this plan is to be carried out. */
export interface PlanSelected extends Told<'plan-selected'> {
  readonly plan: Plan
  /** `person`: somebody has changed the plan that was chosen. */
  readonly from: 'library' | 'generated' | 'fallback' | 'person'
  readonly bind: Readonly<Record<string, string>>
  /** What the plan's slots stand for this time, where choosing it bound them. */
  readonly values?: Readonly<Record<string, Value>>
  /** What was seen in the world then, sentence by sentence, where the fallback chose. */
  readonly seen?: readonly string[]
  readonly candidates: readonly Candidate[]
  /** Set when the plan was written with words of a tool or a file in view. */
  readonly tainted?: boolean
  /** Plans the model wrote that were refused, with what was wrong. */
  readonly refused: readonly string[]
}

/** Plans have been written, for the intention or for goals to come, and are chosen from from now on. */
export interface PlansAdded extends Told<'plans-added'> {
  readonly plans: readonly Plan[]
  /** What could not be read or was refused of them. */
  readonly refused: readonly string[]
  /** The text that they were read from. */
  readonly written?: string
  /** Plans that were written before and have failed: they are chosen no more. */
  readonly removed?: readonly string[]
  /** Goals that begin roots of their own, as triggers. */
  readonly begins?: readonly string[]
}

export interface StepStarted extends Told<'step-started'> {
  readonly step: string
  /** The sub-goal that it asks for, where it needs one; one that is there already stays as it is. */
  readonly goal?: SubGoal | undefined
}

export interface StepFinished extends Told<'step-finished'> {
  readonly step: string
  readonly result: StepResult
  readonly verdict: Verdict
  readonly ask: Ask
}

/** The plan is given up and the next cycle begins with what has been learned. */
export interface PlanSetAside extends Told<'plan-set-aside'> {
  readonly reason: string
  /** How far the task had been brought then, from 0 to 1, where the world tells. */
  readonly reached?: number
  /** Set when the plan is not at fault: it may be chosen again, for what is known now. */
  readonly blameless?: true
  /** Set when every step was carried out and the goal still was not reached. */
  readonly verdict?: Verdict
}

/** Nothing more is begun for a root until it is resumed; what is under way comes to its end. */
export interface IntentionSuspended extends Told<'intention-suspended'> {
  readonly reason: string
}

export type IntentionResumed = Told<'intention-resumed'>

/** A root has another share of the turns. */
export interface IntentionPrioritised extends Told<'intention-prioritised'> {
  readonly priority: number
}

export interface IntentionClosed
  extends Told<'intention-closed'>,
    Pick<Intention, 'answer' | 'confidence' | 'caveat' | 'declined'> {
  readonly status: Exclude<Intention['status'], 'open'>
  readonly reason: string
  readonly verdict?: Verdict
  /** What variables of the goal stand for, where it was reached without a plan. */
  readonly values?: Readonly<Record<string, Value>>
}

/** The paper's IntentionRecord enters the history. */
export interface IntentionRecorded extends Told<'intention-recorded'> {
  readonly record: IntentionRecord
}

export type PlanDecision = { readonly plan: string; readonly reason: string } & (
  | {
      /** A plan of one action, kept with how often it led on and how often it did not. */
      readonly decision: 'learn'
      readonly refined: Plan
      readonly led: number
      readonly missed: number
    }
  | { readonly decision: 'keep' | 'remove' }
  | {
      /** `refine`: the new version stands in for the plan; `automate`: it is used before it. Both are kept. */
      readonly decision: 'refine' | 'automate'
      readonly refined: Plan
    }
)

/** Review has spoken. `records` is how many records of the history it has now read. */
export interface LibraryReviewed extends Told<'library-reviewed'> {
  readonly decisions: readonly PlanDecision[]
  readonly records: number
}

/** Everything is forgotten but the library. */
export type MindCleared = Told<'mind-cleared'>

/** One completion of the model, with what it cost and how its reply fared. */
export interface ModelCalled extends Told<'model-called'> {
  readonly step?: string
  readonly purpose: string
  /** The model that was asked: the one chosen, or one that was turned to when it failed. */
  readonly model: string
  /** 2 when this model was asked once more, with the issues of its first reply; absent in old journals. */
  readonly attempt?: 1 | 2
  readonly usage: UsageTotals
  readonly ms: number
  /** `prose`: read from free prose. `failed`: no value came of it, for want of a reply or of its form. */
  readonly parsed: 'as-is' | 'repaired' | 'prose' | 'failed'
  readonly issues: readonly string[]
  /** Set when nothing at all could be read of the reply. */
  readonly unread?: true
  /** Set when there was no reply to use; `unavailable` only when there is no other model to turn to. */
  readonly error?: CallError
  /** Set when the model gave no reply however often it was asked, and there is another one to turn to. */
  readonly unreachable?: true
  /** Set when it was a turn of the conversation about the question. */
  readonly turn?: Turn
}

/** One tool call with its result, kept as evidence. */
export interface ToolCalled extends StoredCall {
  readonly type: 'tool-called'
  readonly ms: number
}

/** What a phase may report while it works, through `ctx.report`. */
export type CallEvent = ModelCalled | ToolCalled

export type EventBody =
  | PerceptionReceived
  | QuestionAmended
  | BeliefsPerceived
  | IntentionFormed
  | PlanSelected
  | PlansAdded
  | StepStarted
  | StepFinished
  | PlanSetAside
  | IntentionSuspended
  | IntentionResumed
  | IntentionPrioritised
  | IntentionClosed
  | IntentionRecorded
  | LibraryReviewed
  | MindCleared
  | CallEvent

/**
 * Something that has happened to an agent: all that it knows and does is made of these, in order. `seq` counts
 * from 1 in a run, `at` is milliseconds since the epoch.
 * @example
 * ```ts
 * import { createAgent, type Event } from 'intend'
 *
 * const seen: Event['type'][] = []
 * const agent = await createAgent({ model: 'offline', onEvent: event => seen.push(event.type) })
 * await agent.ask('How many km are 3 h at 50 km/h?')
 * console.log(seen.includes('plan-selected')) // true
 * agent.close()
 * ```
 */
export type Event = EventBody & {
  readonly seq: number
  readonly at: number
  /** The name of the run, in its first event. */
  readonly run?: string
}
