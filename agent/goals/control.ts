// What may be done to an agent's goals from outside, by a person or by a step: each deed is an event.
import type { EmbeddedAgent } from '../embedded.ts'
import type { EventBody } from '../event.ts'
import { recordOf } from '../runs/record.ts'
import type { Intention, NewBelief, Scope, State } from '../state.ts'
import { closed, never } from './intentions.ts'

/** The deeds of an agent's own interface, and those that it is made of. */
export interface Control
  extends Pick<
    EmbeddedAgent,
    'amend' | 'giveUp' | 'suspend' | 'goOnWith' | 'prioritise' | 'drop' | 'trust'
  > {
  /**
   * A person's edit: in place of everything believed under these names in `scope`, `beliefs`; what
   * rested on it is derived again or withdrawn.
   */
  edit(scope: Scope, beliefs: readonly NewBelief[], withdrawn: readonly string[]): void
  /** Clears the mind and keeps the library; what was under way is forgotten. */
  reset(): void
}

/** What the deeds are done with. */
interface Means {
  readonly state: () => State
  readonly commit: (body: EventBody) => void
  /** Commits although the root may be cancelled. */
  readonly enter: (body: EventBody) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** From now on nothing that is under way for the root is committed. */
  readonly cancel: (root: string, reason: string) => void
}

/** The deeds, each of which throws where the root is not open or the plan not there. */
export function createControl({ state, commit, enter, now, cancel }: Means): Control {
  const at = (id: string): Intention | undefined => state().intentions.get(id)
  const textOf = (root: string) => state().perceptions.get(root)?.perception.text ?? ''

  function openRoot(root: string): Intention {
    const found = at(root)
    if (found?.root === root && state().begun.has(root)) return found
    throw new Error(`there is no open goal ${root}`)
  }

  function giveUp(root: string, reason: string): void {
    if (!at(root)) enter(never(root, textOf(root), reason))
    else if (at(root)?.status === 'open') enter(closed(root, 'dropped', reason))
    const record = recordOf(state(), root, now())
    enter({ type: 'intention-recorded', intention: root, record })
  }

  return {
    giveUp,
    edit(scope, beliefs, withdrawn) {
      const shared = ['session', 'memory', 'world'].includes(scope)
      if (!shared && at(scope)?.status !== 'open')
        throw new Error(`there is no open question ${scope}`)
      commit({
        type: 'beliefs-perceived',
        intention: at(scope) ? scope : '',
        perception: '',
        schemaBeliefs: [],
        scope,
        beliefs,
        withdrawn: [...withdrawn, ...beliefs.map(belief => belief.name)],
      })
    },
    amend(root, text) {
      if (!state().begun.has(root) || (at(root)?.status ?? 'open') !== 'open')
        throw new Error(`there is no open question ${root}`)
      commit({ type: 'question-amended', intention: root, text })
    },
    suspend(root, reason) {
      const { status, suspended } = openRoot(root)
      if (status === 'open' && suspended === undefined)
        commit({ type: 'intention-suspended', intention: root, reason })
    },
    goOnWith(root) {
      if (openRoot(root).suspended !== undefined)
        commit({ type: 'intention-resumed', intention: root })
    },
    prioritise(root, priority) {
      openRoot(root)
      if (!(priority > 0)) throw new Error(`a priority is a number above zero, not ${priority}`)
      commit({ type: 'intention-prioritised', intention: root, priority })
    },
    drop(root, reason) {
      if (!state().begun.has(root)) throw new Error(`there is no open goal ${root}`)
      if (!at(root)) commit({ ...never(root, textOf(root), reason), dropped: true })
      cancel(root, reason)
      giveUp(root, reason)
    },
    trust(id) {
      const plan = state().planLibrary.plans.get(id)
      if (!plan) throw new Error(`there is no plan ${id}`)
      const { trust: _, ...origin } = plan.origin
      commit({ type: 'plans-added', intention: '', plans: [{ ...plan, origin }], refused: [] })
    },
    reset: () => commit({ type: 'mind-cleared', intention: '' }),
  }
}
