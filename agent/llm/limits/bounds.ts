// The bounds of one reply that hold for every wire: that it ends at once when its signal aborts, how
// long a model may keep its caller waiting for a piece of it, how long it may grow, and that it ends.
import { inspect } from 'node:util'
import { aborted, isEnding, orAborted } from '../abort.ts'
import { type ModelEvent, noUsage, type StopReason, type Usage, type Wire } from '../provider.ts'

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
      const over = new AbortController()
      const timer = setTimeout(() => over.abort(ended), silenceMs)
      const signal = AbortSignal.any([request.signal, over.signal])
      let characters = 0
      const count = (piece: string) => {
        timer.refresh()
        characters += piece.length
      }
      const onArguments = (piece: string) => {
        count(piece)
        request.onArguments?.(piece)
      }
      let events: AsyncIterator<ModelEvent> | undefined
      try {
        const bounded = { ...request, signal, onArguments }
        events = wire.stream(bounded)[Symbol.asyncIterator]()
        for (;;) {
          const next = await orAborted(events.next(), signal)
          if (next === aborted)
            return yield request.signal.aborted ? { type: 'aborted' } : silent(wire, silenceMs)
          if (next.done) return yield broken(`${wire.name} stopped without saying why`)
          const fault = faultIn(next.value)
          if (fault !== undefined) return yield broken(`${wire.name} ${fault}`)
          if ('delta' in next.value) count(next.value.delta)
          yield withCounts(next.value)
          if (isEnding(next.value)) return
          if (characters > replyCharacters) return yield { type: 'done', stop: 'length' }
        }
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        yield broken(`${wire.name} failed: ${why}`)
      } finally {
        clearTimeout(timer)
        over.abort(ended)
        // not awaited: a wire that hangs must not hold up its caller
        events?.return?.().then(undefined, () => undefined)
      }
    },
  }
}

// --- internal ---

const stops: readonly unknown[] = ['end', 'tools', 'length', 'refusal'] satisfies StopReason[]

/** What is wrong with an event of a wire whose types nobody has checked. */
function faultIn(event: ModelEvent): string | undefined {
  switch (event.type) {
    case 'text':
    case 'reasoning':
      return typeof event.delta === 'string' ? undefined : `gave ${event.type} without a \`delta\``
    case 'done':
      return stops.includes(event.stop)
        ? miscounted(event.usage)
        : `ended with the stop ${JSON.stringify(event.stop)}; a \`stop\` is one of ${stops.join(', ')}`
    case 'tool-call':
      return (['id', 'name', 'input'] as const).every(key => typeof event.call?.[key] === 'string')
        ? undefined
        : 'gave a tool call whose `call` is not { id, name, input } in texts'
    case 'error':
      return miscounted(event.usage)
    case 'aborted':
      return undefined
  }
}

/** Counts that are none would make costs and budgets of which nobody knows what they are. */
function miscounted(usage: Usage | undefined): string | undefined {
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = usage ?? noUsage
  const wrong = Object.entries({ inputTokens, outputTokens, cachedTokens, cacheWriteTokens }).find(
    ([, n]) => typeof n !== 'number' || !Number.isFinite(n),
  )
  return wrong && `counted ${inspect(wrong[1])} ${wrong[0]}; each of a \`usage\` is a number`
}

/** Servers have counted less than nothing, and more read from a cache than there was. */
function withCounts(event: ModelEvent): ModelEvent {
  if ((event.type !== 'done' && event.type !== 'error') || !event.usage) return event
  const { inputTokens, outputTokens, cachedTokens, ...others } = { ...noUsage, ...event.usage }
  const input = Math.max(0, inputTokens)
  const cached = Math.min(input, Math.max(0, cachedTokens))
  const usage = {
    ...others,
    inputTokens: input,
    outputTokens: Math.max(0, outputTokens),
    cachedTokens: cached,
  }
  return { ...event, usage }
}

/** Shared: an error of its own for each stream would take longer than the rest of it. */
const ended = new Error('the stream is over')

function silent({ name }: Wire, silenceMs: number): ModelEvent {
  const message = `${name} has sent nothing of a reply for ${silenceMs / 1000} s, though it keeps the connection open; see whether its server is overloaded, or use another model`
  return { type: 'error', message, retryable: true }
}

function broken(message: string): ModelEvent {
  return { type: 'error', message, retryable: false }
}
