// Beliefs that disagree: what sources say of the same thing, kept and shown side by side.
import type { Belief } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import { type Quantity, sameQuantity } from '../../plans/expressions/expression.ts'

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

/** The conflicts of a view by name. */
export function conflictsIn({ beliefs, conflicts, call }: View): readonly Conflict[] {
  const names = new Set(conflicts.map(({ name }) => name))
  return [...names].flatMap(name => {
    const held = beliefs[name]
    if (!held) return []
    // what disagrees within the session may agree with what this intention holds
    const others = conflicts.filter(other => other.name === name && !sameQuantity(other, held))
    return others.length === 0
      ? []
      : [{ name, values: [held, ...others].map(each => said(each, call)) }]
  })
}
