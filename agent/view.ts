// What a step may see: the paper's snapshot, made independent of timing.
import { ancestors } from '../plans/dag.ts'
import { sameQuantity } from '../plans/expressions/expression.ts'
import type { Plan, Step } from '../plans/plan.ts'
import { show } from '../plans/show.ts'
import { inPlanOrder } from './beliefs/beliefs.ts'
import { type Literals, literals } from './beliefs/literals.ts'
import type {
  AnswerContract,
  AttachedFile,
  Belief,
  Intention,
  PlanLibraryState,
  State,
  StoredCall,
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
  const intention = state.intentions.get(id)!
  const plan =
    intention.plan === undefined ? undefined : state.planLibrary.plans.get(intention.plan)
  // only some steps look
  const upstream = once(() => (step && plan ? ancestors(plan.steps, step.id) : undefined))
  const seen = once(() => seenBy(state, intention, plan, upstream()))
  const perception = state.perceptions.get(intention.root)?.perception
  return {
    intention,
    question: perception?.text ?? intention.goal,
    schemaBeliefs: state.schemaBeliefs.get(id) ?? state.schemaBeliefs.get(intention.root) ?? [],
    get beliefs() {
      return seen().beliefs
    },
    get conflicts() {
      return seen().conflicts
    },
    answerContract: state.desires.get(id)?.answerContract, // a part of a question has no form of its own
    files: perception?.files ?? [],
    literals: () => literals(state),
    planLibrary: state.planLibrary,
    call: call => state.toolCalls.get(call),
    get above() {
      return upstream() ?? []
    },
    heard: () => heard(state),
  }
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
  return {
    said: [...texts.map(([question]) => question!), ...files.map(({ name }) => name), ...typed],
    handed: [...piped, ...files.map(({ name, description }) => ({ name, text: description }))],
    calls: [...state.toolCalls.values()],
  }
}

// --- internal ---

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
  for (const scope of ['world', 'memory', 'session', intention.id])
    for (const [name, versions] of [...(state.groundBeliefs.get(scope) ?? [])].sort(byName)) {
      const visible = versions.filter(
        b => !b.by || b.by.cycle < intention.cycle || !upstream || upstream.has(b.by.step),
      )
      const newest = inPlanOrder(visible, plan?.steps ?? [], intention.cycle).at(-1)
      if (!newest) continue
      beliefs[name] = newest
      for (const other of visible)
        if (other.source !== newest.source && !sameQuantity(other, newest)) conflicts.push(other)
    }
  const bound = {
    scope: intention.id,
    source: 'plan',
    provenance: 'given',
    version: 1,
    at: 0,
  } as const
  for (const [name, value] of Object.entries(intention.values ?? {}))
    beliefs[name] = { ...bound, name, value }
  for (const [role, name] of Object.entries(intention.bind))
    if (role !== name && beliefs[name]) beliefs[role] = { ...beliefs[name], name: role }
  return { beliefs, conflicts }
}

/** `make`, called when it is asked for first, and not again. */
function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined
  return () => {
    made ??= { it: make() }
    return made.it
  }
}

const heading = '\n\n# Text handed over with the question\n\n'

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}
