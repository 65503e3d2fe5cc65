// The interfaces of an agent: what the loop needs of its phases, its policy and its surroundings.
// The loop knows phases only by these types; an agent (`agents/`) is a choice of one per phase.

import type { z } from 'zod'
import type { Prolog } from '../phases/symbolic/engine.ts'
import type { Awaitable } from '../plans/awaitable.ts'
import type { PlanLibrary } from '../plans/library/library.ts'
import type { Choice, Evidence } from '../plans/library/select.ts'
import type { Plan, Step } from '../plans/plan.ts'
import type { Entail } from '../plans/retrieval/entail.ts'
import type { Permission, PermissionQuestion } from '../tools/permission/question.ts'
import type { Rule } from '../tools/permission/rules.ts'
import type { Json, Tool } from '../tools/tool.ts'
import type {
  Ask,
  BeliefsPerceived,
  CallEvent,
  IntentionClosed,
  IntentionFormed,
  LibraryReviewed,
  PlanSelected,
  PlanSetAside,
  PlansAdded,
} from './event.ts'
import type { LLMProvider, ToolExecutor } from './llm/provider.ts'
import type {
  FailureMode,
  Intention,
  Observation,
  Received,
  State,
  StepResult,
  StoredCall,
  Verdict,
} from './state.ts'
import type { View } from './view.ts'

/** The seven phases. Each is a function of what it reads and returns what it decided, at once where it can. */
export interface Phases {
  perceive(received: Received, state: State, ctx: Ctx): Promise<BeliefsPerceived>
  /** Forms the intention `id`; called again after a `rethink`, it keeps it or replaces it. */
  formalize(id: string, state: State, ctx: Ctx): Promise<IntentionFormed>
  /** Called again after plans were added. */
  deliberate(
    id: string,
    state: State,
    ctx: Ctx,
  ): Awaitable<PlanSelected | PlansAdded | IntentionClosed>
  execute(id: string, step: Step, view: View, ctx: Ctx): Awaitable<StepResult>
  verify(id: string, step: Step, result: StepResult, view: View, ctx: Ctx): Awaitable<Verdict>
  satisfy(id: string, state: State, ctx: Ctx): Awaitable<IntentionClosed | PlanSetAside>
  /** Puts the answer of a closed root into the form of a JSON Schema, for a program; without it, text is all there is. */
  shape?(id: string, form: Json, state: State, ctx: Ctx): Promise<Shaped>
  review(state: State, ctx: Ctx): Promise<LibraryReviewed>
  /** The part of review that needs no model, after each finished root; `undefined` changes nothing. */
  automate?(root: string, state: State, ctx: Ctx): LibraryReviewed | undefined
}

/** An answer in the form that was asked for, or in one sentence why it could not be put into it. */
export type Shaped = { readonly value: unknown } | { readonly why: string }

/**
 * Plain functions that decide where an agent has a choice; those that are left out are the agent's own.
 * @example
 * ```ts
 * import { createAgent, type Policy } from 'intend'
 *
 * const careful: Partial<Policy> = { permission: async () => 'no', reviewIsDue: () => false }
 * const agent = await createAgent({ policy: careful })
 * console.log((await agent.ask('How many km are 3 h at 50 km/h?')).answer) // 150
 * agent.close()
 * ```
 */
export interface Policy {
  /** Picks among plans that fit, by what is known of them; without a plan, none of them. */
  readonly choosePlan: (
    fitting: readonly Plan[],
    intention: Intention,
    state: State,
    evidence: Evidence,
  ) => Choice
  /** The knob between bold and cautious. */
  readonly reconsider: (intention: Intention, step: Step, verdict: Verdict, state: State) => Ask
  /**
   * The plan to carry out when no other is left, or why none could be had, in one sentence; may ask a model or
   * look at what a world offers.
   */
  readonly fallback: (
    intention: Intention,
    state: State,
    ctx: Ctx,
  ) => Awaitable<Plan | string | undefined>
  readonly reviewIsDue: (state: State) => boolean
  /** What speaks against committing to a plan, or `undefined`. May ask a person. */
  readonly objection: (commitment: Commitment) => Awaitable<Objection | undefined>
  /** What a person answers to a call that needs permission, or that there is `nobody` to ask. */
  readonly permission: (question: PermissionQuestion) => Promise<Permission>
  /** What the person has decided before, for good or for the session. */
  readonly rules: () => readonly Rule[]
}

/**
 * What speaks against a plan: a reason to give up the goal, in one sentence; a plan to carry out in its
 * place, which reaches no library; or why another one is to be thought of.
 */
export type Objection = string | { readonly instead: Plan } | { readonly another: string }

/** A plan chosen for an intention, before any step of it runs. */
export interface Commitment {
  readonly intention: Intention
  readonly plan: Plan
  readonly state: State
  /** What models may use and have used; absent where nobody keeps account. */
  readonly budget?: LLMProvider['budget'] | undefined
}

/**
 * What an agent may do at most, and how sure it has to be of an answer.
 * @example
 * ```ts
 * import { createAgent, type Limits } from 'intend'
 *
 * const limits: Partial<Limits> = { cycles: 2, parallel: 4, minConfidence: 0.6 }
 * const agent = await createAgent({ limits })
 * console.log((await agent.ask('How many km are 3 h at 50 km/h?')).answer) // 150
 * agent.close()
 * ```
 */
export interface Limits {
  /** Plans tried per intention. */
  readonly cycles: number
  /** Steps of one plan that run at the same time. */
  readonly parallel: number
  /** An answer less likely to be right than this, from 0 to 1, is not given: the question is declined. */
  readonly minConfidence?: number
  /** Seconds one search of a planner may take, for agents that have one. */
  readonly searchSeconds?: number
}

/** An agent is a choice: one way for each phase, a policy and limits. Agents live in `agents/`. */
export interface Agent {
  readonly name: string
  readonly phases: Phases
  readonly policy: Policy
  readonly limits: Limits
  /** What a model may say in one conversation about a question; without it each phase asks by itself. */
  readonly sections?: readonly Section[]
}

/** What a world answers to an action. */
export interface ActResult {
  readonly text: string
  /** False when the world refused the action. */
  readonly accepted: boolean
  readonly data?: unknown
}

/**
 * A world the agent acts in. `act` receives a key that is the same when the same step is carried out again
 * after a crash, so that nothing happens twice.
 * @example
 * ```ts
 * import type { World } from 'intend'
 *
 * const lamp: World = {
 *   name: 'lamp',
 *   act: async action => ({ text: `the lamp is ${action}`, accepted: /^(on|off)$/.test(action) }),
 *   observations: async () => [],
 * }
 * console.log((await lamp.act('on', [], 'first')).text) // the lamp is on
 * ```
 */
export interface World {
  readonly name: string
  act(action: string, args: readonly string[], key: string): Promise<ActResult>
  /** Everything observed after the first `after` observations; asking again gives the same ones. */
  observations(after: number): Promise<readonly Observation[]>
  /** Worlds of its kind to try plans in, none of them this one; what is done there counts nowhere. */
  practice?(): readonly World[]
  /** Actions that would do something now, in the world's words; left out where the world does not tell. */
  offers?(): Promise<readonly string[]>
}

/** How one agent speaks to another in the same process. */
export type Performative = 'tell' | 'untell' | 'achieve' | 'askHow'

export interface Message {
  /** The same when it is sent again after a crash: it is taken in once. */
  readonly key: string
  readonly from: string
  readonly performative: Performative
  /** A belief, a goal, or the trigger that plans are asked for. */
  readonly content: string
}

/** Takes messages to the agent of a name; resolves with the plans that were asked for, or why nobody took it. */
export type Post = (
  to: string,
  message: Omit<Message, 'from'>,
) => Promise<{ readonly plans: readonly Plan[] } | { readonly refused: string }>

/** What a step may do to goals: each deed is an event, and a second time changes nothing. */
export interface Goals {
  /** The open roots: their ids, and their goals in the words of the agent. */
  open(): readonly { readonly id: string; readonly goal: string }[]
  suspend(root: string, reason: string): void
  goOnWith(root: string): void
  drop(root: string, reason: string): void
}

/** Where an agent is put: its tools, what it may read, and, in a world, the world. */
export interface Environment {
  readonly tools: readonly Tool[]
  readonly roots: readonly string[]
  /** Folder in which each question may have a folder of its own for what tools write. */
  readonly workspace?: string
  readonly world?: World
  /** The other agents; without it there are none. */
  readonly post?: Post
}

/** The library beyond this run: a file, a snapshot, or nothing. */
export type Library = Omit<PlanLibrary, 'setAside'>

/**
 * How a contract is put to the model: with the machines
 * that consume each field, without them, or as free prose that is parsed as well as can be.
 */
export type PromptStyle = 'aware' | 'plain' | 'free'

/** Everything from outside that a phase may use. */
export interface Ctx {
  readonly llm: LLMProvider
  readonly environment: Environment
  readonly library: Library
  readonly policy: Policy
  readonly limits: Limits
  readonly signal: AbortSignal
  readonly agent: string
  /** `aware` unless given. */
  readonly prompts?: PromptStyle
  /** How plans that fit but for their wording are told: by words alone (the default), by the model, or another way. */
  readonly entailment?: 'lexical' | 'model' | Entail
  /** A warm engine for conditions in logic, closed by whoever opened it; without one, each starts its own. */
  readonly prolog?: Prolog
  /** Holds one conversation about each question; without it every contract is put by itself. */
  readonly talk?: Talk
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** The day that a recording was made on, `2026-11-27`, where it is replayed; else the day is that of `now`. */
  readonly today?: string
  /** The latest replies in a row, about the question, of which nothing could be read; without it nobody counts. */
  readonly unread?: (intention: string) => number
  /** Models that gave no reply about the question, where there is another one; without it nobody counts. */
  readonly unreachable?: (intention: string) => readonly string[]
  readonly goals: Goals
  /** Resolves with the state as soon as something else is believed than in `since`, or a root begins or is over. */
  readonly changed: (since?: State) => Promise<State>
  /** Commits what a call cost or returned; the only event a phase may report besides the one it returns. */
  readonly report: (event: CallEvent) => void
}

/** What a loop is given of it: the rest is the loop's own. */
export type Surroundings = Omit<Ctx, 'report' | 'goals' | 'changed' | 'unread' | 'unreachable'>

/**
 * What a phase asks of a model. A field of `output` says what it is with `description`, and which
 * machine consumes it, and how, with `consumer`, both in the schema's `.meta`.
 */
export interface Contract<Reads, Out> {
  /** The contract's name; providers that do not read prompts key on it. */
  readonly purpose: string
  /** Which part of which whole the model is, in one sentence. */
  readonly part: string
  /** What the model is to do, and how it is done well. Never varies, like all but `render`. */
  readonly task: string
  /** Who reads the reply: which machine consumes what of it, and what it does with it. */
  readonly consumers: string
  readonly output: z.ZodType<Out>
  /**
   * What code finds wrong with a reply of the right form. It goes back once; a reply that comes with
   * faults again is for the asker to judge.
   */
  readonly faults?: (value: Out) => readonly string[]
  /** Whether something is left out that calls made in the same breath may bring. */
  readonly isPartial?: (value: Out) => boolean
  /** The varying part. An example of a reply is shown as `written` writes it. */
  readonly render: (reads: Reads, written: (reply: Json) => string) => string
  /**
   * What a conversation about the question must still be told, block by block, when it holds the question
   * and all that was said and returned since. A contract without it is put outside the conversation.
   */
  readonly news?: (reads: Reads) => readonly string[]
  /**
   * The sections of a smaller conversation that is enough when nothing was said before; whatever else is
   * asked for then begins the whole one.
   */
  readonly begins?: readonly string[]
  /** What no prompt tells, for a provider that reads none. */
  readonly aside?: unknown
  /** Set where the reply is a text in a form of its own: how that is asked for, and asked for again. */
  readonly text?: { readonly demand: string; readonly again: string }
}

export interface Asking {
  readonly ctx: Ctx
  readonly intention: string
  readonly step?: string
  /** Present for a step: the model may call these before it replies. */
  readonly tools?: readonly Tool[]
  readonly executor?: ToolExecutor
  /** Whether the step may change things. */
  readonly effect?: boolean
  /** The steps whose results this one rests on. */
  readonly above?: Iterable<string>
}

export type Asked<Out> =
  | {
      readonly ok: true
      readonly value: Out
      /** The name of the model that gave it. */
      readonly model: string
    }
  | {
      readonly ok: false
      readonly mode: FailureMode
      readonly why: string
      /** True when there was no reply at all: asking again, here or in another phase, is of no use. */
      readonly unanswered: boolean
    }

/** What a model may say in a conversation: the reply to one contract. */
export interface Section {
  /** The contract's name, which is the section's. */
  readonly purpose: string
  /** What to say and which machine consumes it, as short as it can be understood. */
  readonly brief: string
  readonly output: z.ZodType
  /** Set when the whole conversation has no room for it: it is said where it `begins` one. */
  readonly apart?: true
}

/** How phases speak in conversations; an agent has one for all its questions. */
export interface Talk {
  /** Answers as `askSeparately` does. Rejects when the run is cancelled. */
  ask<Reads, Out>(contract: Contract<Reads, Out>, reads: Reads, asking: Asking): Promise<Asked<Out>>
  /** Runs the work of a step: no turn begins before all such work has ended or asks itself. */
  during<T>(intention: string, work: () => Promise<T>): Promise<T>
  /** The next free label for a tool call. */
  label(intention: string): string
  /** The labelled calls of the conversation. */
  calls(intention: string): readonly StoredCall[]
  /** What the model has said that the person should know beside the answer. */
  caveat(intention: string): string | undefined
}
