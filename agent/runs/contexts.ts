// What is there from outside for each root: each perception may be cancelled by itself.
import type { Ctx, Environment } from '../contract.ts'

export interface Contexts {
  /** Everything from outside for what is done for the root, or for none. */
  ctx(root?: string): Ctx
  /** From now on `signal` cancels the root, beside what closes the agent; without one, nothing else does. */
  cancelledBy(root: string, signal?: AbortSignal): void
  /** Nothing that is under way for the root is committed any more. */
  cancel(root: string, reason: string): void
  /** What cancels the root `id` cancels `heir` in its place. */
  inherit(id: string, heir: string): void
  /** Forgets what cancels a root that is over; one that was cancelled stays so, for what comes late. */
  leave(root: string): void
  /** Puts the agent elsewhere, before it has perceived anything. */
  place(environment: Environment): void
}

/** Contexts of which `own` is the one that no root has to itself. */
export function createContexts(own: Ctx): Contexts {
  const byRoot = new Map<string, Ctx>()
  let shared = own
  const ctx = (root?: string): Ctx => (root !== undefined && byRoot.get(root)) || shared
  return {
    ctx,
    cancelledBy(root, signal) {
      const both = signal && AbortSignal.any([shared.signal, signal])
      byRoot.set(root, both ? { ...shared, signal: both } : shared)
    },
    cancel: (root, reason) =>
      void byRoot.set(root, { ...ctx(root), signal: AbortSignal.abort(new Error(reason)) }),
    inherit(id, heir) {
      const mine = ctx(id)
      if (byRoot.delete(id)) byRoot.set(heir, mine)
    },
    leave(root) {
      if (!ctx(root).signal.aborted) byRoot.delete(root)
    },
    place(environment) {
      shared = { ...shared, environment }
    },
  }
}
