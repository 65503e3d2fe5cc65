// What the library has been told of this run: after each finished root, the plans it touched and what
// they now count. Counts are assigned, so telling the same again changes nothing (DESIGN 5).
import { Map as PersistentMap } from 'immutable'
import type { Library } from './contract.ts'
import type { EventBody } from './event.ts'
import type { State } from './state.ts'

export interface Memory {
  /** Takes note of the plans an event touches; `plan` is the one its intention was carrying out. */
  note(event: EventBody, plan: string | undefined): void
  /** Tells the library of everything noted since the last time. */
  keep(state: State): Promise<void>
}

/** The memory of the run named `run`. Everything in `state` is told once, should the run be a resumed one. */
export function createMemory(library: Library, run: string, state: State): Memory {
  const touched = new Set<string>(state.planLibrary.plans.keys())
  return {
    note: (event, plan) => {
      for (const id of plansOf(event, plan)) touched.add(id)
    },
    keep: async ({ planLibrary }) => {
      const ids = [...touched]
      touched.clear()
      await library.record(run, only(planLibrary, ids))
    },
  }
}

function plansOf(event: EventBody, plan: string | undefined): readonly string[] {
  switch (event.type) {
    case 'plan-selected':
      return [event.plan.id]
    case 'plan-set-aside':
    case 'intention-closed':
      return plan === undefined ? [] : [plan]
    case 'library-reviewed':
      return event.decisions.flatMap(d =>
        d.decision === 'refine' ? [d.plan, d.refined.id] : [d.plan],
      )
    default:
      return []
  }
}

/** These plans with their counts and removals. Fallback plans have none: they are carried out and forgotten. */
function only({ plans, stats, removed, version }: State['planLibrary'], ids: readonly string[]) {
  const kept = ids.filter(
    id => stats.has(id) || removed.has(id) || plans.get(id)?.origin.refines !== undefined,
  )
  const pick = <T>(all: PersistentMap<string, T>): PersistentMap<string, T> =>
    PersistentMap(kept.flatMap(id => (all.has(id) ? [[id, all.get(id)!] as [string, T]] : [])))
  return { version, plans: pick(plans), stats: pick(stats), removed: pick(removed) }
}
