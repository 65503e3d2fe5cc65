// Waiting that ends at once when a signal aborts, whatever is waited for.
import type { ModelEvent, Request, Wire } from './provider.ts'

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

/**
 * The events of `wire` up to its ending, or up to an `aborted` of its own as soon as the request's
 * signal aborts, even when the wire hangs. Ends without an ending, or throws, where the wire does.
 */
export async function* heed(wire: Wire, request: Request): AsyncGenerator<ModelEvent, void> {
  const { signal } = request
  const events = wire.stream(request)[Symbol.asyncIterator]()
  let wake: (() => void) | undefined
  const onAbort = () => wake?.()
  signal.addEventListener('abort', onAbort) // once for the stream: it may have many small events
  try {
    for (;;) {
      const next = await new Promise<IteratorResult<ModelEvent> | typeof aborted>(
        (resolve, reject) => {
          wake = () => resolve(aborted)
          events.next().then(resolve, reject)
          if (signal.aborted) wake()
        },
      )
      if (next === aborted) return yield { type: 'aborted' }
      if (next.done) return
      yield next.value
      if (isEnding(next.value)) return
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // not awaited: a wire that hangs must not hold up its caller
    events.return?.().then(undefined, () => undefined)
  }
}

/** The last event of a stream. */
export type Ending = Extract<ModelEvent, { type: 'done' | 'error' | 'aborted' }>

/** Whether an event is the last one of its stream. */
export function isEnding(event: ModelEvent): event is Ending {
  return event.type === 'done' || event.type === 'error' || event.type === 'aborted'
}
