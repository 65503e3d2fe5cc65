// Work that goes on side by side, and work that may not.
import type { Awaitable } from '../../plans/awaitable.ts'

export function createTaskGroup() {
  const open = new Set<Promise<void>>()
  let fault: { readonly error: unknown } | undefined
  return {
    add(work: Promise<unknown>): void {
      const ended = work.then(
        () => void open.delete(ended),
        error => {
          open.delete(ended)
          fault ??= { error }
        },
      )
      open.add(ended)
    },
    /** Resolves when all of it is done, also what is added meanwhile; rejects with what was thrown first. */
    async done(): Promise<void> {
      while (open.size > 0) await Promise.all(open)
      if (fault) throw fault.error
    },
    failed: () => fault !== undefined,
  }
}

/** Runs work of the same key one at a time, in the order it was asked for. */
export function createQueues() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, work: () => Awaitable<T>): Promise<T> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    return mine
  }
}
