// Waiting that ends at once when a signal aborts, whatever is waited for.
import type { ModelEvent } from './provider.ts'

/** What `orAborted` gives when the signal came first. */
export const aborted = Symbol('aborted')

/** Settles as `work` does, or at once with `aborted` when the signal aborts; `work` is then left alone. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | typeof aborted> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(aborted)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** Resolves when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** The last event of a stream. */
export type Ending = Extract<ModelEvent, { type: 'done' | 'error' | 'aborted' }>

/** Whether an event is the last one of its stream. */
export function isEnding(event: ModelEvent): event is Ending {
  return event.type === 'done' || event.type === 'error' || event.type === 'aborted'
}
