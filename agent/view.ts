// What a step may see: the paper's snapshot, made independent of timing.
import { ancestors } from '../plans/dag.ts'
import { sameQuantity } from '../plans/expressions/expression.ts'
import type { Step } from '../plans/plan.ts'
import { normalAddress } from '../tools/pages/addresses.ts'
import { inPlanOrder } from './beliefs/beliefs.ts'
import type { AnswerContract, AttachedFile, Belief, Intention, State, StoredCall } from './state.ts'

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
  readonly call: (id: string) => StoredCall | undefined
  /** The steps whose results the step may see. */
  readonly above: Iterable<string>
  /** Whether the question, or a result of it as a hit or a link, gives this web address. */
  readonly isNamed: (address: string) => boolean
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
  const upstream = step && plan ? ancestors(plan.steps, step.id) : undefined
  const beliefs: Record<string, Belief> = Object.create(null) // a belief may be named `constructor`
  const conflicts: Belief[] = []
  // sorted, since steps that ran at the same time wrote in no particular order
  for (const scope of ['world', 'memory', 'session', id])
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
  for (const [role, name] of Object.entries(intention.bind))
    if (role !== name && beliefs[name]) beliefs[role] = { ...beliefs[name], name: role }
  const perception = state.perceptions.get(intention.root)?.perception
  return {
    intention,
    question: perception?.text ?? intention.goal,
    schemaBeliefs: state.schemaBeliefs.get(id) ?? state.schemaBeliefs.get(intention.root) ?? [],
    beliefs,
    conflicts,
    answerContract: state.desires.get(id)?.answerContract, // a part of a question has no form of its own
    files: perception?.files ?? [],
    call: call => state.toolCalls.get(call),
    above: upstream ?? [],
    isNamed: address => isNamed(address, perception?.text ?? '', intention.root, state),
  }
}

/** Whether the question, or a result of it as a hit or a link, gives this web address. */
export function isNamed(address: string, question: string, root: string, state: State): boolean {
  const wanted = normalAddress(address)
  if (wanted === undefined) return false
  const given = question.match(/https?:\/\/[^\s<>"']+/gi) ?? []
  // a sentence may go on behind an address
  const bare = given.map(each => each.replace(/[.,;:!?)\]}]+$/, ''))
  if ([...given, ...bare].some(each => normalAddress(each) === wanted)) return true
  return state.toolCalls.some(
    ({ links, intention }) =>
      state.intentions.get(intention)?.root === root &&
      (links?.some(link => normalAddress(link) === wanted) ?? false),
  )
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}
