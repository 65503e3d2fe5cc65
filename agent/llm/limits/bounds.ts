// The bounds of one reply that hold for every wire: how long a model may keep its caller waiting for
// a piece of it, and how long it may grow.
import { heed } from '../aborting.ts'
import type { ModelEvent, Wire } from '../provider.ts'

export interface Bounds {
  /** Milliseconds in which some piece of a reply has to arrive; ten minutes unless given. */
  readonly silenceMs?: number
  /** Characters after which a reply is cut off; two million unless given. */
  readonly replyCharacters?: number
}

/**
 * A wire that gives up on `wire` when no piece of a reply (text, reasoning, arguments of a call) has
 * come for `silenceMs`, with an error that may be tried again, and cuts a reply off after
 * `replyCharacters` as if at the model's length limit. A protocol's own idle limit is shorter and
 * ends what is dead; this one ends what is alive and says nothing, such as a server that pings for
 * ever, and what does not heed its signal. The work of `wire` is cancelled when a stream ends.
 */
export function withinBounds(wire: Wire, bounds: Bounds = {}): Wire {
  const { silenceMs = 600_000, replyCharacters = 2_000_000 } = bounds
  return {
    name: wire.name,
    async *stream(request) {
      const over = new AbortController()
      const { signal } = over
      let isSilent = false
      const timer = setTimeout(() => {
        isSilent = true
        over.abort()
      }, silenceMs)
      const forward = () => over.abort(request.signal.reason)
      if (request.signal.aborted) forward()
      else request.signal.addEventListener('abort', forward)
      let characters = 0
      const count = (piece: string) => {
        timer.refresh()
        characters += piece.length
      }
      const onArguments = (piece: string) => {
        count(piece)
        request.onArguments?.(piece)
      }
      try {
        for await (const event of heed(wire, { ...request, signal, onArguments })) {
          if (request.signal.aborted) return yield { type: 'aborted' }
          if (isSilent) return yield silent(wire, silenceMs)
          if ('delta' in event) count(event.delta)
          yield event
          if (characters > replyCharacters) return yield { type: 'done', stop: 'length' }
        }
      } finally {
        clearTimeout(timer)
        request.signal.removeEventListener('abort', forward)
        over.abort(ended)
      }
    },
  }
}

/** Shared: an error of its own for each stream would take longer than the rest of it. */
const ended = new Error('the stream is over')

function silent({ name }: Wire, silenceMs: number): ModelEvent {
  const message = `${name} has sent nothing of a reply for ${silenceMs / 1000} s, though it keeps the connection open; see whether its server is overloaded, or use another model`
  return { type: 'error', message, retryable: true }
}
