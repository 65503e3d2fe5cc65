// Beliefs that disagree: what sources say of the same thing, kept and shown side by side.
import type { Belief } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import { type Quantity, sameQuantity } from '../../plans/expressions/expression.ts'
import { numbersIn, statedAnew } from '../stated-anew.ts'

/** What one source says. */
type Said = Quantity & Pick<Belief, 'source'>

/** What a belief says, and who says so: of a value that was read the file or the page, not the tool that read it. */
function said({ value, unit, source, evidence }: Belief, call: View['call']): Said {
  const stored = evidence && call(evidence.call)
  const { path, url = path }: { path?: unknown; url?: unknown } = Object(stored?.input)
  const isTool = stored && typeof url === 'string' && source.startsWith(stored.tool)
  return { value, unit, source: isTool ? `${url}${source.slice(stored.tool.length)}` : source }
}

interface Conflict {
  /** The belief's name. */
  readonly name: string
  /** What is believed first, then each value that another source gives for it. */
  readonly values: readonly Said[]
}

/** The conflicts of a view by name: of sources, and of what the question says with what its plan reads instead. */
export function conflictsIn(seen: View): readonly Conflict[] {
  const { beliefs, conflicts, call } = seen
  const names = new Set(conflicts.map(({ name }) => name))
  const bySources = [...names].flatMap(name => {
    const held = beliefs[name]
    if (!held) return []
    // what disagrees within the session may agree with what this intention holds
    const others = conflicts.filter(other => other.name === name && !sameQuantity(other, held))
    return others.length === 0
      ? []
      : [{ name, values: [held, ...others].map(each => said(each, call)) }]
  })
  return [...bySources, ...keptFromBefore(seen)]
}

/** Values of earlier questions that the plan reads where the question states another one, which no step reads. */
function keptFromBefore(seen: View): readonly Conflict[] {
  const { beliefs, intention, planLibrary } = seen
  const steps = planLibrary.plans.get(intention.plan ?? '')?.steps ?? []
  const roles = steps.flatMap(({ reads, bind }) => [...reads, ...Object.values(bind ?? {})])
  const read = roles.flatMap(role => beliefs[role] ?? [])
  const form = numbersIn(seen.answerContract)
  return statedAnew(seen.question, [...read, ...form], seen.session).map(({ old, said }) => {
    const { name, value, unit } = old
    const held = { value, ...(unit !== undefined && { unit }), source: 'an earlier question' }
    return { name, values: [held, { ...said, source: 'this question' }] }
  })
}
