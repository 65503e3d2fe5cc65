// Running a plan's DAG: every ready step at once, bounded; stops dispatching when asked to, and
// drains what runs. After acceptance (accept.ts) a run cannot deadlock.
import type { Step } from './plan.ts'

/** Where a run of a DAG stands; read again before every dispatch, since the run itself changes it. */
export interface Progress {
  readonly steps: readonly Step[]
  readonly status: Readonly<Record<string, 'started' | 'done' | 'failed'>>
  /** True when no further step is to be begun; what was started is still finished. */
  readonly stopped: boolean
}

/**
 * Calls `advance` for every step whose dependencies are done, at most `parallel` at a time, until
 * nothing is ready and nothing runs. A step that is done or failed is not run again; one that was
 * `started` by an earlier, killed run is, even when stopped: it counts as running. An `advance` that
 * throws stops the run and rejects it, after the same draining.
 */
export async function runDag(
  progress: () => Progress,
  parallel: number,
  advance: (step: Step) => Promise<void>,
): Promise<void> {
  const running = new Map<string, Promise<void>>()
  let failure: { readonly error: unknown } | undefined
  const dispatch = () => {
    const { steps, status, stopped } = progress()
    for (const step of steps) {
      if (failure || running.size >= parallel) return
      const now = status[step.id]
      if (now === 'done' || now === 'failed' || running.has(step.id)) continue
      if (now === undefined && (stopped || !step.deps.every(dep => status[dep] === 'done')))
        continue
      const run = advance(step)
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => running.delete(step.id))
      running.set(step.id, run)
    }
  }
  for (dispatch(); running.size > 0; dispatch()) await Promise.race(running.values())
  if (failure) throw failure.error
}

/** Ids of all steps that must be done before `id` may start. Linear in the size of the plan. */
export function ancestors(steps: readonly Step[], id: string): ReadonlySet<string> {
  const byId = new Map(steps.map(step => [step.id, step]))
  const found = new Set<string>()
  const open = [...(byId.get(id)?.deps ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue
    found.add(next)
    open.push(...(byId.get(next)?.deps ?? []))
  }
  return found
}

/** Steps in an order that respects `deps`, or the ids of the steps on or behind a cycle. */
export function topological(
  steps: readonly Step[],
): { readonly order: readonly Step[] } | { readonly cycle: readonly string[] } {
  const ids = new Set(steps.map(step => step.id))
  const waiting = new Map(steps.map(s => [s.id, new Set(s.deps.filter(dep => ids.has(dep)))]))
  const order: Step[] = []
  let ready = steps.filter(step => waiting.get(step.id)?.size === 0)
  while (ready.length > 0) {
    const next: Step[] = []
    for (const step of ready) {
      order.push(step)
      waiting.delete(step.id)
    }
    for (const step of steps) {
      const left = waiting.get(step.id)
      if (!left) continue
      for (const done of ready) left.delete(done.id)
      if (left.size === 0) next.push(step)
    }
    ready = next
  }
  return waiting.size === 0 ? { order } : { cycle: [...waiting.keys()] }
}
