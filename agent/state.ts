// What an agent knows: plain readonly data in the paper's words (A Self-Aware BDI Agent, 2026, section 3). Growing
// collections are persistent maps, so that a long run costs what it changes and not what it holds.
import type { List, OrderedMap, Map as PersistentMap } from 'immutable'
import type { AnswerForm, Plan, RunStats, Step, Value } from '../plans/plan.ts'
import type { SaidOfFile } from '../tools/files/said-of-file.ts'
import type { CallError } from './llm/provider.ts'
import type { UsageTotals } from './runs/usage.ts'
import type { Versioned } from './versioned.ts'

/** Where a belief is believed: `world`, `session`, `memory`, or the id of an intention. */
export type Scope = string

/** How a belief came to be believed, as established by code (never as claimed by a model). */
export type Provenance = 'given' | 'quoted' | 'computed' | 'derived' | 'implied' | 'assumed'

/** The stored tool call a value was taken from, and the words it was taken from. */
export interface Evidence {
  readonly call: string
  readonly quote?: string
}

export interface Belief {
  readonly name: string
  readonly value: Value
  readonly unit?: string
  readonly scope: Scope
  /** Who said so: `user`, a tool's name, `world`, the step that derived it. */
  readonly source: string
  readonly provenance: Provenance
  readonly evidence?: Evidence
  /** Quotes beside the first, where one does not say it all. */
  readonly furtherEvidence?: readonly Evidence[]
  /** A person has said it as a belief, word for word. */
  readonly typed?: boolean
  /** The value follows from the quotes and does not stand in them. */
  readonly implied?: boolean
  /** An expression over other beliefs that yields this value. */
  readonly derivation?: string
  /** The step and cycle that established it; absent for what was perceived. */
  readonly by?: { readonly step: string; readonly cycle: number }
  readonly version: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** A belief before it enters the store: `apply` gives it scope, version and time. */
export type NewBelief = Omit<Belief, 'scope' | 'version' | 'at' | 'by'>

/** The form the question demands of its answer; read in perceive, checked in satisfy. */
export type AnswerContract = AnswerForm

export interface Desire {
  readonly intention: string
  readonly text: string
  readonly answerContract?: AnswerContract
}

/** Why something failed (A Self-Aware BDI Agent, 2026, section 7.3, and the harness's own). */
export type FailureMode =
  | 'bad_retrieval'
  | 'avoided_file'
  | 'incorrect_computation'
  | 'unsupported_value'
  | 'name_mismatch'
  | 'dag_deadlock'
  | 'answer_format'
  | 'tool_error'
  | 'budget'
  | 'model_error'
  | 'world_refused'
  /** The person wanted another plan. */
  | 'unwanted'
  /** The person did not permit what the plan is for. */
  | 'not_permitted'
  /** No plan is there for a goal, or none whose context holds. */
  | 'no_plan'
  /** A plan says itself that it has failed: a test or a comparison does not hold, or it gives up. */
  | 'plan_failed'
  /** What was waited for has not come in time. */
  | 'deadline'

/** Which check decided. `provenance` precedes the tiers; `world` is a world's own reply. */
export type Tier = 'structure' | 'provenance' | 'pattern' | 'symbolic' | 'judgement' | 'world'

export type Verdict = { readonly tier: Tier; readonly why: string } & (
  | {
      readonly passed: true
      /** How each belief the step wrote came to be, as far as code could establish it. */
      readonly provenance?: Readonly<Record<string, Provenance>>
    }
  | { readonly passed: false; readonly mode: FailureMode }
)

/** What is withdrawn, by name, and then what is learned. */
export interface BeliefChange {
  readonly removed: readonly string[]
  readonly added: readonly NewBelief[]
}

/** What carrying out a step gave. `lost` means: started before a crash, the outcome is not known. */
export interface StepResult {
  readonly summary: string
  readonly beliefs: readonly NewBelief[]
  /** The step's own claim; recorded, never believed. */
  readonly postconditionMet?: boolean
  /** Ids of the stored tool calls made for it. */
  readonly calls: readonly string[]
  readonly lost?: boolean
  /** Why the step's executable form did not do, when a model took over. */
  readonly attempted?: string
  /** The call that the executable form made then, where it came to one. */
  readonly attemptedCall?: string
  /** What further variables of the plan stand for now. */
  readonly values?: Readonly<Record<string, Value>>
  /** What is believed from now on in the session, and what no longer. */
  readonly change?: BeliefChange
  /** Goals and events, as triggers such as `+!tidy(hall)`, that begin roots of their own. */
  readonly begins?: readonly string[]
  /** Plans that somebody has handed over. */
  readonly plans?: readonly Plan[]
  readonly error?: { readonly mode: FailureMode; readonly message: string }
}

export type StepStatus = 'started' | 'done' | 'failed'

/** Names the carrying out of a step: the same however often it is asked for, another one in another cycle. */
export const stepKey = ({ id, cycle }: Pick<Intention, 'id' | 'cycle'>, step: string): string =>
  `${id}/${cycle}.${step}`

/** The id of the sub-goal that a step has asked for: its path from the root, unless it was given a shorter one. */
export function childId(
  intention: Pick<Intention, 'id' | 'cycle' | 'parts'>,
  step: string,
): string {
  for (let part = intention.parts; part; part = part.earlier)
    if (part.step === step && part.cycle === intention.cycle) return part.id
  return stepKey(intention, step)
}

/** The root that the intention `id` is pursued for: itself, where it is not formed yet. */
export const rootOf = ({ intentions }: Pick<State, 'intentions'>, id: string): string =>
  intentions.get(id)?.root ?? id

/** The steps of a plan that is carried out; none of no plan. */
export const stepsIn = (state: State, plan: string | undefined): readonly Step[] =>
  (plan !== undefined && state.planLibrary.plans.get(plan)?.steps) || []

/** The plan that an intention was carrying out in a cycle. */
export const planIn = (
  { planLibrary: { plans } }: State,
  { plan, cycle, tried }: Intention,
  then: number,
): Plan | undefined =>
  plans.get((then === cycle ? plan : tried.find(each => each.cycle === then)?.plan) ?? '')

/** The step of an intention that has established something, in its plan of that cycle. */
export const stepBy = (
  state: State,
  intention: Intention,
  { step, cycle }: NonNullable<Belief['by']>,
): Step | undefined => planIn(state, intention, cycle)?.steps.find(({ id }) => id === step)

/** The step that is so called in the plan that an intention is carrying out. */
export const stepOf = (state: State, intention: string, step: string): Step | undefined =>
  stepsIn(state, state.intentions.get(intention)?.plan).find(({ id }) => id === step)

/** What is believed in a scope: of each name the newest version. */
export const newestIn = ({ groundBeliefs }: State, scope: Scope): readonly Belief[] =>
  [...(groundBeliefs.get(scope)?.values() ?? [])].map(versions => versions.at(-1)!)

/** What is carried out for an intention. */
interface Carried {
  /** Id of the plan; the plan itself is in `planLibrary.plans`. */
  readonly plan?: string | undefined
  /** What slots of the plan stand for, where its choice bound them. */
  readonly values?: Readonly<Record<string, Value>> | undefined
  /** What was seen in the world when it was chosen, where that was told. */
  readonly seen?: readonly string[] | undefined
}

/** One plan that was tried for an intention, and what went wrong with it. */
export interface Tried extends Carried {
  /** Set when the person did not permit what it was to do: it says nothing of the plan. */
  readonly denied?: true | undefined
  /** How far the task had been brought by it, from 0 to 1, where the world tells. */
  readonly reached?: number
  readonly cycle: number
  readonly failures: readonly {
    readonly step?: string
    readonly mode: FailureMode
    readonly why: string
  }[]
}

/** Where a sub-goal belongs: the step that has asked for it, and the cycle. */
interface Part {
  /** Of the sub-goal itself. */
  readonly id: string
  readonly intention: string
  readonly step: string
  readonly cycle: number
  /** The sub-goal that the same intention has asked for before it. */
  readonly earlier: Part | undefined
}

/** A commitment (A Self-Aware BDI Agent, 2026, section 4.2). Sub-goals are intentions with a parent. */
export interface Intention extends Carried {
  readonly id: string
  readonly root: string
  readonly parent?: Part | undefined
  readonly type: string
  readonly goal: string
  readonly satisfactionCondition: string
  readonly openParameters: readonly string[]
  /** The plan's role names mapped to the names of beliefs in this intention's scope. */
  readonly bind: Readonly<Record<string, string>>
  readonly status: 'open' | 'satisfied' | 'failed' | 'dropped'
  /** Starts at 1; setting a plan aside starts the next. */
  readonly cycle: number
  readonly steps: Readonly<Record<string, StepStatus>>
  /** The latest of its sub-goals. */
  readonly parts?: Part | undefined
  /** When the latest of its steps was started, in milliseconds since the epoch. */
  readonly since?: number | undefined
  readonly failures: Tried['failures']
  /** Set when the person did not permit something that its plan was to do. */
  readonly denied?: true | undefined
  readonly tried: readonly Tried[]
  /** What reconsideration asked for and has not got yet; `rethink` is kept at the root. */
  readonly asked?: 'replan' | 'rethink'
  /** A plan of the library that formalize named, so that deliberate needs no call. */
  readonly named?: string
  /** Set when the plan was written with words of a tool or a file in view. */
  readonly tainted?: boolean | undefined
  /** Set when a step did not work as its plan has it, and a model did it otherwise. */
  readonly otherwise?: true
  /** Why nothing more is begun for it, of a root that is suspended. */
  readonly suspended?: string
  /** How many turns to begin a step a root has for each one of a root of priority 1; 1 unless given. */
  readonly priority?: number
  /** How often plans were written for it because none applied. */
  readonly generated?: number
  readonly answer?: string | undefined
  /**
   * How likely the answer is right, from 0 to 1, by what it rests on; of one that failed, why it is held back.
   * Absent where there was no answer.
   */
  readonly confidence?: number | undefined
  /** What a model says that the person should know beside the answer: its own words, of which only the numbers are checked. */
  readonly caveat?: string | undefined
  /** Set when what was looked at does not say what was asked for: no plan is at fault. */
  readonly declined?: true | undefined
  readonly reason?: string | undefined
}

/** What the review reads of a finished root intention. */
export interface IntentionRecord
  extends Pick<Intention, 'type' | 'goal' | 'answer' | 'reason' | 'plan' | 'tried' | 'declined'> {
  readonly intention: string
  readonly question: string
  readonly satisfied: boolean
  readonly cycles: number
  readonly beliefs: readonly Pick<Belief, 'name' | 'value' | 'unit' | 'provenance'>[]
  readonly usage: UsageTotals
  readonly seconds: number
}

/** A tool call that happened, kept as evidence. */
export interface StoredCall {
  readonly id: string
  readonly intention: string
  readonly step: string
  readonly tool: string
  readonly input: unknown
  readonly content: string
  readonly value?: Value
  readonly unit?: string
  /** The web addresses it gave as hits or links. */
  readonly links?: readonly string[]
  readonly computes: boolean
  readonly failed: boolean
  /** Who did not let it be made: then nothing was called, and its words are the agent's own. */
  readonly refusedBy?: 'policy' | 'person'
  /** What was called says that it did not succeed; its words can be quoted all the same. */
  readonly unsuccessful?: true
  /** What a person should know of the value, beside it. */
  readonly notes?: readonly string[]
  /** How the conversation about the question names it: c1, c2, ... */
  readonly label?: string
  /** The id of the model's own call that this is the result of. */
  readonly answers?: string
}

/** Whether something came of a call: words that are not the person's, be it a complaint. */
export const isHeard = ({ refusedBy }: Pick<StoredCall, 'refusedBy'>): boolean =>
  refusedBy === undefined

/** One turn of the conversation about a question: what the model was told, and what it said. */
export interface Turn {
  /** The sections asked for, by their addresses. */
  readonly wanted: readonly string[]
  /** What was told of the files handed over, before the rest. */
  readonly files?: string
  readonly told: string
  readonly said: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: string }[]
  /** Set when words of a tool or a file were in view: what is said then may be the work of a stranger. */
  readonly tainted?: boolean
  /** Set when the conversation began anew: it had outgrown what the model can hold, or its sections. */
  readonly fresh?: boolean
  /** The sections that a small conversation has room for; one without them is the whole. */
  readonly sections?: readonly string[]
}

/**
 * The conversation about a question: its turns, where what was said ahead of its turn was dropped, and what the
 * person has said in the middle of it.
 */
export type Exchange = Turn | { readonly dropped: string } | { readonly remark: string }

/** A file handed over with a question, described by code before any model reasons. */
export interface AttachedFile extends SaidOfFile {
  /** How the model and the tools name it. */
  readonly name: string
  /** Absolute path; never shown to a model. */
  readonly path: string
  /** Names what was in it when it was attached. */
  readonly edition?: string
  /** Columns of a table, or of all sheets of a workbook one after the other, for a reader that is not a language model. */
  readonly columns?: readonly AttachedColumn[]
  /** What of its columns a plan over a table like it may not have met: `do: empty`. */
  readonly surprises?: readonly string[]
  /** The same of the tables within a document that is read as text. */
  readonly within?: readonly AttachedColumn[]
}

/** A column of an attached table. */
interface AttachedColumn {
  readonly name: string
  readonly type: 'number' | 'text' | 'date' | 'empty'
  readonly unit?: string
  /** Distinct values as written, when there are few. */
  readonly values?: readonly string[]
  /** The sheet it is in, when the file is a workbook, or the table of a document. */
  readonly sheet?: string
}

/**
 * What comes to an agent from outside: a question, a goal, or an observation that it takes in.
 * @example
 * ```ts
 * import { createAgent, type Perception } from 'intend'
 *
 * const seen: Perception = { kind: 'observation', text: 'door(open)', source: 'world' }
 * const agent = await createAgent({ agent: 'agentspeak' })
 * for await (const _ of agent.handle(seen));
 * console.log(agent.state().groundBeliefs.get('world')?.has('door(open)')) // true
 * agent.close()
 * ```
 */
export interface Perception {
  /** `question` and `goal` form an intention; `observation` only changes what is believed. */
  readonly kind: 'question' | 'goal' | 'observation'
  readonly text: string
  readonly files?: readonly AttachedFile[]
  /** Anything a world hands over beside the text: facts, readings, a goal's arguments. */
  readonly data?: unknown
  readonly source: string
  /** Tells it from all others, where it may come twice and is to be taken in once. */
  readonly key?: string
  /** How many turns what is done for it has for each one of a goal of priority 1; 1 unless given. */
  readonly priority?: number
}

/** A plan that has answered such questions before, and what its roles are called here. */
export interface KnownPlan {
  readonly plan: string
  readonly bind: Readonly<Record<string, string>>
  /** Who says so: the wording alone, or a model that was shown the plan. */
  readonly by: 'wording' | 'model'
}

export interface Received {
  readonly id: string
  readonly intention: string
  readonly perception: Perception
  readonly perceived: boolean
  readonly known?: KnownPlan
  /** Why it could not be read. */
  readonly failure?: string
  /** Of a goal that a program begins with: the perception that brought the program. */
  readonly from?: string | undefined
}

/** What a world shows without being asked: text, and whatever the world hands over beside it. */
export type Observation = Pick<Perception, 'text' | 'data'>

/** The library as this run knows it: a version and the plans touched, not a copy. */
export interface PlanLibraryState {
  readonly plans: Versioned<Plan>
  readonly stats: Versioned<RunStats>
  readonly removed: Versioned<string>
  /** By type, the ids of plans that were handed over or written for goals to come, the earliest first. */
  readonly offered: Versioned<readonly string[]>
  readonly version: string
}

/**
 * What an agent believes, wants and does at one moment.
 * @example
 * ```ts
 * import { createAgent, type State } from 'intend'
 *
 * const open = ({ intentions }: State) =>
 *   [...intentions.values()].filter(intention => intention.status === 'open').length
 * const agent = await createAgent({ model: 'offline' })
 * console.log(open(agent.state())) // 0
 * agent.close()
 * ```
 */
export interface State {
  readonly perceptions: Versioned<Received>
  readonly schemaBeliefs: PersistentMap<string, readonly string[]>
  /** scope, then name, then the versions currently believed, newest last. */
  readonly groundBeliefs: PersistentMap<Scope, PersistentMap<string, readonly Belief[]>>
  readonly desires: PersistentMap<string, Desire>
  /** Id of the latest open root. */
  readonly currentIntention: string | undefined
  readonly intentions: Versioned<Intention>
  readonly planLibrary: PlanLibraryState
  readonly intentionHistory: List<IntentionRecord>
  /** How many of the records the last review had read. */
  readonly reviewed: number
  readonly toolCalls: PersistentMap<string, StoredCall>
  /** By root intention. */
  readonly conversations: PersistentMap<string, List<Exchange>>
  /** By root intention, the ids of the tool calls that its conversation has labels for. */
  readonly labels: PersistentMap<string, List<string>>
  /** Usage by root intention. */
  readonly usage: PersistentMap<string, UsageTotals>
  /** By root intention, why the latest call of a model brought no reply; none where it brought one. */
  readonly unanswered: PersistentMap<string, CallError['kind']>
  /** By root intention, the latest replies in a row of which nothing could be read. */
  readonly unread: PersistentMap<string, number>
  /** By root intention, the models that gave no reply although there is another one: they are asked no more. */
  readonly unreachable: PersistentMap<string, readonly string[]>
  /** How many observations of the world have been received. */
  readonly observed: number
  /** Root intentions begun. */
  readonly roots: number
  /** Roots begun and not yet recorded, with when they began: what a resumed run has left to do. */
  readonly begun: OrderedMap<string, number>
  /** Events folded in. */
  readonly seq: number
}
