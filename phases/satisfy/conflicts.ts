// Beliefs that disagree: what sources say of the same thing, kept and shown side by side.
import type { Belief } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import { type Quantity, sameQuantity } from '../../plans/expressions/expression.ts'

/** What one source says. */
type Said = Quantity & Pick<Belief, 'source'>

const said = ({ value, unit, source }: Belief): Said => ({ value, unit, source })

interface Conflict {
  /** The belief's name. */
  readonly name: string
  /** What is believed first, then each value that another source gives for it. */
  readonly values: readonly Said[]
}

/** The conflicts of a view by name. */
export function conflictsIn({ beliefs, conflicts }: View): readonly Conflict[] {
  const names = new Set(conflicts.map(({ name }) => name))
  return [...names].flatMap(name => {
    const held = beliefs[name]
    if (!held) return []
    // what disagrees within the session may agree with what this intention holds
    const others = conflicts.filter(other => other.name === name && !sameQuantity(other, held))
    return others.length === 0 ? [] : [{ name, values: [held, ...others].map(said) }]
  })
}
