// What is kept beyond a run, after each finished root: the library is told of the plans it touched and
// what they now count, the memory of the facts it established. Telling the same again changes nothing.
import { practisedPlan } from '../../plans/habits/habits.ts'
import type { RunStats } from '../../plans/plan.ts'
import type { Library } from '../contract.ts'
import type { EventBody } from '../event.ts'
import { learnedFrom } from '../memory/learn.ts'
import type { Memory } from '../memory/memory.ts'
import type { State } from '../state.ts'
import type { Versioned } from '../versioned.ts'

/** What is told of a run. */
export interface Kept {
  readonly library: Library
  /** The model that is asked first: what a plan is worth hangs on it. */
  readonly model: string
  /** Left out: nothing is remembered but plans. */
  readonly memory?: Memory | undefined
  /** Told why the library or the memory could not be written; a warning of the process unless given. */
  readonly onUnsaved?: ((error: Error) => void) | undefined
}

/** The recorder of the run named `run`. Everything in `state` is told once, should the run be a resumed one. */
export function createRecorder(
  { library, memory, model, onUnsaved = error => process.emitWarning(error) }: Kept,
  run: string,
  state: State,
) {
  const touched = new Set<string>(state.planLibrary.plans.keys())
  const finished = new Set(state.intentionHistory.map(record => record.intention))
  return {
    /** Takes note of what an event touches in the state `before` it. */
    note(event: EventBody, before: State): void {
      switch (event.type) {
        case 'plan-selected':
          touched.add(event.plan.id)
          break
        case 'plan-set-aside':
        case 'intention-closed': {
          const plan = before.intentions.get(event.intention)?.plan
          if (plan !== undefined) touched.add(plan)
          break
        }
        case 'plans-added':
          for (const id of event.removed ?? []) touched.add(id)
          break
        case 'library-reviewed':
          for (const each of event.decisions) {
            touched.add(each.plan)
            if ('refined' in each) touched.add(each.refined.id)
          }
          break
        case 'intention-recorded':
          finished.add(event.intention)
      }
    },
    /**
     * Tells the library and the memory of everything noted since they were last told. What they could not
     * write is no failure of the run: it is told again the next time.
     */
    async keep(now: State): Promise<void> {
      const [ids, roots] = [[...touched], [...finished]]
      // a plan, and the one that what it practised is counted for
      const plans = ids.flatMap(id => {
        const plan = now.planLibrary.plans.get(id)
        return plan ? [id, practisedPlan(plan)] : [id]
      })
      touched.clear()
      finished.clear()
      const facts = memory ? roots.map(root => learnedFrom(now, root, run)) : []
      const learned = (await Promise.all(facts)).flat()
      try {
        const asked = now.usage.isEmpty() ? {} : { model }
        await library.record(run, only(now.planLibrary, plans, asked))
        await memory?.remember(learned)
      } catch (error) {
        for (const id of ids) touched.add(id)
        for (const root of roots) finished.add(root)
        onUnsaved(error as Error)
      }
    },
  }
}

/**
 * These plans with their counts, by the model that was asked, and removals. Fallback plans have none: they are
 * carried out and forgotten.
 */
function only(
  { plans, stats, removed }: State['planLibrary'],
  ids: readonly string[],
  asked: Pick<RunStats, 'model'>,
) {
  const kept = ids.filter(
    id => stats.has(id) || removed.has(id) || plans.get(id)?.origin.refines !== undefined,
  )
  const pick = <T extends object | string>(all: Versioned<T>): readonly (readonly [string, T])[] =>
    kept.flatMap(id => (all.has(id) ? [[id, all.get(id)!] as const] : []))
  const counted = pick(stats).map(([id, counts]) => [id, { ...counts, ...asked }] as const)
  return { plans: pick(plans), stats: counted, removed: pick(removed) }
}
