// The order of a plan's steps. After acceptance (accept.ts) carrying them out cannot deadlock.
import type { Step } from './plan.ts'

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

/** Whether all other steps come after `id`, or only look for what it needs: without it nothing of the plan is left. */
export function isAllFor(steps: readonly Step[], id: string): boolean {
  const before = ancestors(steps, id)
  return steps.every(step =>
    before.has(step.id) ? !step.effect : step.id === id || ancestors(steps, step.id).has(id),
  )
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
