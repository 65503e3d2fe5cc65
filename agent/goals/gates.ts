// Where work waits for roots that are suspended.

export interface Gates {
  /** Resolves when the root is woken, or what `signal` belongs to is cancelled. */
  wait(root: string, signal: AbortSignal): Promise<void>
  wake(root: string): void
}

export function createGates(): Gates {
  const waiting = new Map<string, (() => void)[]>()
  return {
    wait: (root, signal) =>
      new Promise(wake => {
        waiting.set(root, [...(waiting.get(root) ?? []), wake])
        signal.addEventListener('abort', () => wake(), { once: true })
      }),
    wake(root) {
      const woken = waiting.get(root) ?? []
      waiting.delete(root)
      for (const wake of woken) wake()
    },
  }
}
