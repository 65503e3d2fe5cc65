// When a provider that fails is left alone for a while (circuit breaker).
import type { SearchError } from './provider.ts'

/** Closed: asked as usual. Open: not asked. Half open: one search tries whether it works again. */
export type CircuitState = 'closed' | 'open' | 'half_open'

/** After how many failures a provider is left alone, and for how long. */
interface CircuitSettings {
  /** Failed searches in a row after which it opens; when nobody is there to answer, one is enough. */
  readonly failures: number
  /** Milliseconds until one search may try again. */
  readonly openMs: number
}

/** What is known of the failures of one provider. */
export type Circuit = ReturnType<typeof createCircuit>

/** A circuit that is closed. */
export function createCircuit({ failures, openMs }: CircuitSettings) {
  let inRow = 0
  let opened: { error: SearchError; until: number } | undefined
  let trying = false
  return {
    /** Its state for the next search; in state `half_open` the caller is the one that tries. */
    enter: (): CircuitState => {
      if (opened === undefined) return 'closed'
      if (Date.now() < opened.until || trying) return 'open'
      trying = true
      return 'half_open'
    },
    succeed: () => {
      inRow = 0
      opened = undefined
      trying = false
    },
    /** `restMs`: how long the other side wants to be left alone. */
    fail: (error: SearchError, restMs: number): void => {
      inRow += 1
      const gone = error.recovery.gone ?? false
      if (trying || gone || inRow >= failures || restMs > 0)
        opened = { error, until: Date.now() + Math.max(openMs, restMs) }
      trying = false
    },
    /** The search ended without telling anything, as when aborted. */
    leave: () => {
      trying = false
    },
    /** Why it is open, and for how many milliseconds. */
    rest: () => opened && { error: opened.error, ms: Math.max(0, opened.until - Date.now()) },
  }
}
