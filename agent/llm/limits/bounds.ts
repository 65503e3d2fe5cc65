// The bounds of one reply that hold for every wire: that it ends at once when its signal aborts, how
// long a model may keep its caller waiting for a piece of it, how long it may grow, and that it ends.
import { aborted, isEnding } from '../abort.ts'
import type { ModelEvent, Wire } from '../provider.ts'

/** How long and how much one reply may take. */
export interface Bounds {
  /** Milliseconds in which some piece of a reply has to arrive; ten minutes unless given. */
  readonly silenceMs?: number
  /** Characters after which a reply is cut off; two million unless given. */
  readonly replyCharacters?: number
}

/**
 * A wire whose streams have exactly one ending and never throw, whatever `wire` does. It gives up on
 * `wire` at once when the request's signal aborts; when no piece of a reply (text, reasoning, arguments
 * of a call) has come for `silenceMs`, with an error that may be tried again; and after
 * `replyCharacters`, as if at the model's length limit. A protocol's own idle limit is shorter and
 * ends what is dead; this one ends what is alive and says nothing, such as a server that pings for
 * ever, and what disregards its signal. The work of `wire` is cancelled when a stream ends.
 */
export function withinBounds(wire: Wire, bounds: Bounds = {}): Wire {
  const { silenceMs = 600_000, replyCharacters = 2_000_000 } = bounds
  return {
    name: wire.name,
    async *stream(request) {
      const guard = guardOf(request.signal, silenceMs)
      let characters = 0
      const count = (piece: string) => {
        guard.heard()
        characters += piece.length
      }
      const onArguments = (piece: string) => {
        count(piece)
        request.onArguments?.(piece)
      }
      let events: AsyncIterator<ModelEvent> | undefined
      try {
        const bounded = { ...request, signal: guard.signal, onArguments }
        events = wire.stream(bounded)[Symbol.asyncIterator]()
        for (;;) {
          const next = await guard.unlessOver(events.next())
          if (next === aborted)
            return yield guard.isSilent() ? silent(wire, silenceMs) : { type: 'aborted' }
          if (next.done) return yield broken(`${wire.name} stopped without saying why`)
          if ('delta' in next.value) count(next.value.delta)
          yield next.value
          if (isEnding(next.value)) return
          if (characters > replyCharacters) return yield { type: 'done', stop: 'length' }
        }
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        yield broken(`${wire.name} failed: ${why}`)
      } finally {
        guard.end()
        // not awaited: a wire that hangs must not hold up its caller
        events?.return?.().then(undefined, () => undefined)
      }
    },
  }
}

// --- internal ---

/** Shared: an error of its own for each stream would take longer than the rest of it. */
const ended = new Error('the stream is over')

/** Watches over one stream: it is over when its request is aborted or nothing was heard for too long. */
function guardOf(asked: AbortSignal, silenceMs: number) {
  const over = new AbortController()
  let silence = false
  let wake: (() => void) | undefined
  const stop = (reason: unknown) => {
    over.abort(reason)
    wake?.()
  }
  const timer = setTimeout(() => {
    silence = true
    stop(ended)
  }, silenceMs)
  // once for the stream, which may have many small events
  const forward = () => stop(asked.reason)
  if (asked.aborted) forward()
  else asked.addEventListener('abort', forward)
  return {
    signal: over.signal,
    heard: () => timer.refresh(),
    isSilent: () => silence && !asked.aborted,
    /** Settles as `work` does, or with `aborted` as soon as the stream is over. */
    unlessOver<T>(work: Promise<T>): Promise<T | typeof aborted> {
      return new Promise((resolve, reject) => {
        wake = () => resolve(aborted)
        if (over.signal.aborted) wake()
        work.then(value => resolve(over.signal.aborted ? aborted : value), reject)
      })
    },
    end() {
      clearTimeout(timer)
      asked.removeEventListener('abort', forward)
      over.abort(ended)
    },
  }
}

function silent({ name }: Wire, silenceMs: number): ModelEvent {
  const message = `${name} has sent nothing of a reply for ${silenceMs / 1000} s, though it keeps the connection open; see whether its server is overloaded, or use another model`
  return { type: 'error', message, retryable: true }
}

function broken(message: string): ModelEvent {
  return { type: 'error', message, retryable: false }
}
