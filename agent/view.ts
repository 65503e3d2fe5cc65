// What a step may see: the paper's snapshot, made independent of timing.

import { ancestors } from '../plans/dag.ts'
import { sameQuantity } from '../plans/expressions/expression.ts'
import { textOrder } from '../plans/given.ts'
import type { Plan, Step } from '../plans/plan.ts'
import { show } from '../plans/show.ts'
import { inPlanOrder } from './beliefs/beliefs.ts'
import { type Literals, literals } from './beliefs/literals.ts'
import {
  type AnswerContract,
  type AttachedFile,
  type Belief,
  type Intention,
  newestIn,
  type PlanLibraryState,
  type State,
  type StoredCall,
} from './state.ts'

export { type Literals, literals, toBelief } from './beliefs/literals.ts'

/** Contract: holds nothing a sibling step happens to have written. */
export interface View {
  readonly intention: Intention
  /** The question or goal as it was put. */
  readonly question: string
  readonly schemaBeliefs: readonly string[]
  /** By the name the plan uses: the role, where a role is bound to a belief of another name. */
  readonly beliefs: Readonly<Record<string, Belief>>
  /** Beliefs that disagree with the one in `beliefs` and come from another source. */
  readonly conflicts: readonly Belief[]
  /** What earlier questions of the session established. */
  readonly session: readonly Belief[]
  readonly answerContract: AnswerContract | undefined
  readonly files: readonly AttachedFile[]
  /** What is believed in view of the whole agent, as literals. */
  readonly literals: () => Literals
  readonly planLibrary: PlanLibraryState
  readonly call: (id: string) => StoredCall | undefined
  /** The steps whose results the step may see. */
  readonly above: Iterable<string>
  readonly heard: () => Heard
}

/**
 * The beliefs that `step` of the intention `id` sees: the question's, the world's, the session's,
 * those of earlier cycles, and what its ancestors in the plan established. Without a step: all of
 * the intention's.
 */
export function view(state: State, id: string, step?: Step): View {
  return new Sight(state, state.intentions.get(id)!, step)
}

/** What an agent has heard, and from whom: what a call may do is decided by it. */
export interface Heard {
  /** What the person has said: questions, the names of the files handed over with them, and beliefs. */
  readonly said: readonly string[]
  /** What was handed over with a question, which others may have written: texts, and what files are about. */
  readonly handed: readonly { readonly name: string; readonly text: string }[]
  /** All that was returned, the first first. */
  readonly calls: readonly StoredCall[]
}

/** A question with a text behind it that is to be read and is not the person's own. */
export function withText(question: string, text: string): string {
  return `${question}${heading}${text}`
}

/** A question with what the person has said of it since, ahead of a text behind it. */
export function withRemark(question: string, remark: string): string {
  const [own, ...handed] = question.split(heading)
  return [`${own}\n\n${remark}`, ...handed].join(heading)
}

/** What has been heard so far, in this question and those before it. */
export function heard(state: State): Heard {
  const asked = [...state.perceptions.values()]
    .map(({ perception }) => perception)
    .filter(({ kind }) => kind !== 'observation')
  const texts = asked.map(({ text }) => text.split(heading))
  const files = asked.flatMap(({ files = [] }) => files)
  const beliefs = [...state.groundBeliefs.values()].flatMap(named => [...named.values()].flat())
  const typed = beliefs.filter(belief => belief.typed).map(belief => show(belief))
  const piped = texts.flatMap(([, ...others]) => others.map(text => ({ name: 'piped text', text })))
  // all that is shown of a file before a tool reads it
  const shown = files.map(({ name, description, otherRows = '' }) => ({
    name,
    text: `${description}\n${otherRows}`,
  }))
  return {
    said: [...texts.map(([question]) => question!), ...files.map(({ name }) => name), ...typed],
    handed: [...piped, ...shown],
    calls: [...state.toolCalls.values()],
  }
}

// --- internal ---

/** Looks only where it is asked. A class, since accessors of a literal take as long as carrying out a step. */
class Sight implements View {
  readonly #state: State
  readonly #step: Step | undefined
  #seen: Seen | undefined
  readonly intention: Intention

  constructor(state: State, intention: Intention, step: Step | undefined) {
    this.#state = state
    this.#step = step
    this.intention = intention
  }

  get call(): View['call'] {
    return call => this.#state.toolCalls.get(call)
  }

  get heard(): View['heard'] {
    return () => heard(this.#state)
  }

  get #plan(): Plan | undefined {
    const { plan } = this.intention
    return plan === undefined ? undefined : this.#state.planLibrary.plans.get(plan)
  }

  get #upstream(): ReadonlySet<string> | undefined {
    const plan = this.#step && this.#plan
    return plan && ancestors(plan.steps, this.#step!.id)
  }

  get #perception() {
    return this.#state.perceptions.get(this.intention.root)?.perception
  }

  get #all(): Seen {
    this.#seen ??= seenBy(this.#state, this.intention, this.#plan, this.#upstream)
    return this.#seen
  }

  get question() {
    return this.#perception?.text ?? this.intention.goal
  }

  get schemaBeliefs() {
    const { schemaBeliefs } = this.#state
    return schemaBeliefs.get(this.intention.id) ?? schemaBeliefs.get(this.intention.root) ?? []
  }

  get beliefs() {
    return this.#all.beliefs
  }

  get conflicts() {
    return this.#all.conflicts
  }

  get session() {
    return newestIn(this.#state, 'session')
  }

  /** A part of a question has no form of its own. */
  get answerContract() {
    return this.#state.desires.get(this.intention.id)?.answerContract
  }

  get files() {
    return this.#perception?.files ?? []
  }

  get planLibrary() {
    return this.#state.planLibrary
  }

  get above() {
    return this.#upstream ?? []
  }

  literals() {
    return literals(this.#state)
  }
}

type Seen = Pick<View, 'beliefs' | 'conflicts'>

function seenBy(
  state: State,
  intention: Intention,
  plan: Plan | undefined,
  upstream: ReadonlySet<string> | undefined,
): Seen {
  const beliefs: Record<string, Belief> = Object.create(null) // a belief may be named `constructor`
  const conflicts: Belief[] = []
  // sorted, since steps that ran at the same time wrote in no particular order
  for (const scope of ['world', 'memory', 'session', intention.id]) {
    const held = [...(state.groundBeliefs.get(scope) ?? [])]
    for (const [name, versions] of held.sort(([a], [b]) => textOrder(a, b))) {
      const visible = versions.filter(
        b => !b.by || b.by.cycle < intention.cycle || !upstream || upstream.has(b.by.step),
      )
      const newest = inPlanOrder(visible, plan?.steps ?? [], intention.cycle).at(-1)
      if (!newest) continue
      beliefs[name] = newest
      for (const other of visible)
        if (other.source !== newest.source && !sameQuantity(other, newest)) conflicts.push(other)
    }
  }
  const bound = { scope: intention.id, source: 'plan', provenance: 'given' } as const
  for (const [name, value] of Object.entries(intention.values ?? {}))
    beliefs[name] = { ...bound, version: 1, at: 0, name, value }
  for (const [role, name] of Object.entries(intention.bind))
    if (role !== name && beliefs[name]) beliefs[role] = { ...beliefs[name], name: role }
  return { beliefs, conflicts }
}

const heading = '\n\n# Text handed over with the question\n\n'
