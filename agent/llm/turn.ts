// One turn with a model: listening to a wire until it ends, and asking again when it may help.
// The only place that retries.
import type {
  CallError,
  Channel,
  ModelEvent,
  Request,
  StopReason,
  ToolCall,
  Usage,
  Wire,
} from './provider.ts'
import { noUsage } from './provider.ts'

/** How often and how long a failed request is asked again. */
export interface RetrySettings {
  /** Requests beyond the first. */
  readonly retries: number
  /** Resolves after `ms` milliseconds; may reject when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** A number from 0 up to 1: the jitter of the waiting time. */
  readonly random: () => number
}

/** What came of one turn. `usage` and `requests` are sums over its retries. */
export interface Turn {
  readonly text: string
  readonly calls: readonly ToolCall[]
  readonly usage: Usage
  readonly requests: number
  readonly end:
    | { readonly stop: StopReason }
    | {
        readonly failed: Exclude<CallError['kind'], 'refusal' | 'turns' | 'length'>
        readonly message: string
      }
}

type Ending = Extract<ModelEvent, { type: 'done' | 'error' | 'aborted' }>

const firstWait = 500
const longestWait = 60_000

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
 * Asks the wire and forwards every event to `channel`. A retryable `error` followed by more events
 * means that the turn has begun again: what was heard before it is void. Never rejects for anything
 * the wire does; ends at once when the request's signal aborts, even when the wire hangs.
 */
export async function runTurn(
  wire: Wire,
  request: Request,
  channel: Channel,
  settings: RetrySettings,
): Promise<Turn> {
  const { signal } = request
  let usage = noUsage
  for (let requests = 1; ; requests++) {
    if (signal.aborted) {
      channel({ type: 'aborted' })
      return { text: '', calls: [], usage, requests: requests - 1, end: cancelled }
    }
    const { text, calls, ending } = await listen(wire, request, channel)
    if (ending.type === 'done') {
      usage = sumUsage(usage, ending.usage ?? noUsage)
      return { text, calls, usage, requests, end: { stop: ending.stop } }
    }
    if (ending.type === 'aborted') return { text, calls, usage, requests, end: cancelled }
    usage = sumUsage(usage, ending.usage ?? noUsage)
    // what the budget does not allow was not sent, unless it was cut off: then it has used something
    const unsent = ending.kind === 'budget' && !ending.usage
    const heard = { text, calls, usage, requests: unsent ? requests - 1 : requests }
    if (!ending.retryable || requests > settings.retries)
      return {
        ...heard,
        end: { failed: ending.kind ?? 'error', message: ending.message },
      }
    const wait = waitBefore(requests, ending.retryAfterMs, settings.random())
    await orAborted(settings.sleep(wait, signal), signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
}

/** Member-wise sum of two usages. */
export function sumUsage(a: Usage, b: Usage): Usage {
  const written = (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0)
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    ...(written > 0 && { cacheWriteTokens: written }),
  }
}

export const cancelled = { failed: 'aborted', message: 'the call was cancelled' } as const

/** Milliseconds before the request after the `failures`-th failed one: what the server asked for, else doubling. */
function waitBefore(failures: number, asked: number | undefined, random: number): number {
  const doubling = firstWait * 2 ** (failures - 1)
  return Math.min(asked ?? doubling * (0.5 + random / 2), longestWait)
}

/** Reads one stream to its last event. */
async function listen(wire: Wire, request: Request, channel: Channel) {
  let text = ''
  const calls: ToolCall[] = []
  for await (const event of untilEnding(wire, request)) {
    channel(event)
    switch (event.type) {
      case 'text':
        text += event.delta
        break
      case 'tool-call':
        calls.push(event.call)
        break
      case 'reasoning':
        break
      case 'done':
      case 'error':
      case 'aborted':
        return { text, calls, ending: event }
    }
  }
  throw new Error('unreachable: a stream of events always has an ending')
}

/** The wire's events up to and including the first ending; supplies the ending a wire fails to give. */
async function* untilEnding(wire: Wire, request: Request): AsyncGenerator<ModelEvent> {
  let iterator: AsyncIterator<ModelEvent> | undefined
  try {
    iterator = wire.stream(request)[Symbol.asyncIterator]()
    for (;;) {
      const next = await orAborted(iterator.next(), request.signal)
      if (next === aborted) return yield { type: 'aborted' }
      if (next.done) return yield broken(`${wire.name} stopped without saying why`)
      yield next.value
      if (isEnding(next.value)) return
    }
  } catch (error) {
    yield broken(`${wire.name} failed: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    // not awaited: a wire that hangs must not hold up its caller
    iterator?.return?.().then(undefined, () => undefined)
  }
}

function broken(message: string): Ending {
  return { type: 'error', message, retryable: false }
}

function isEnding(event: ModelEvent): event is Ending {
  return event.type === 'done' || event.type === 'error' || event.type === 'aborted'
}
