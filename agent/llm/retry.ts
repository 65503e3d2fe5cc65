// One turn with a model: listening to a wire until it ends, and asking again when it may help.
// The only place that retries.
import { isEnding, orAborted } from './abort.ts'
import { freshIds } from './call-form.ts'
import type { CallError, Channel, Request, StopReason, ToolCall, Usage, Wire } from './provider.ts'
import { noUsage } from './provider.ts'

/** How often and how long a failed request is asked again. */
export interface RetrySettings {
  /** Requests beyond the first. */
  readonly retries: number
  /** Milliseconds that may have gone into a turn when it is asked again: a server that hangs would take as long each time. */
  readonly patienceMs: number
  /** A clock in milliseconds. */
  readonly now: () => number
  /** Resolves after `ms` milliseconds; may reject when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** A number from 0 up to 1: the jitter of the waiting time. */
  readonly random: () => number
  /** Told why a request failed and in how many milliseconds it is sent again. */
  readonly onRetry?: ((why: string, ms: number) => void) | undefined
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

const firstWait = 500
const longestWait = 60_000

/** What a request that is sent again is told as; `onRetry` is told why, and in how many milliseconds. */
export const again = (why: string, ms: number): string =>
  `asking again in ${(ms / 1000).toFixed(1)} s: ${why.split(';')[0]}`

/**
 * Asks a wire that is `withinBounds` and forwards every event to `channel`. A retryable `error`
 * followed by more events means that the turn has begun again: what was heard before it is void.
 */
export async function runTurn(
  wire: Wire,
  request: Request,
  channel: Channel,
  settings: RetrySettings,
): Promise<Turn> {
  const { signal } = request
  const began = settings.now()
  let usage = noUsage
  let requests = 0
  for (let attempt = 1; ; attempt++) {
    if (signal.aborted) {
      channel({ type: 'aborted' })
      return { text: '', calls: [], usage, requests, end: cancelled }
    }
    const { text, calls, ending } = await listen(wire, request, channel)
    requests += ending.requests ?? 1
    if (ending.type !== 'aborted') usage = sumUsage(usage, ending.usage ?? noUsage)
    const heard = { text, calls, usage, requests }
    if (ending.type === 'done') return { ...heard, end: { stop: ending.stop } }
    if (ending.type === 'aborted') return { ...heard, end: cancelled }
    const left = settings.retries + 1 - attempt
    // a server that asks for more time than there is to wait would be asked in vain
    const isVain = left <= 0 || (ending.retryAfterMs ?? 0) > left * longestWait
    if (!ending.retryable || isVain || settings.now() - began > settings.patienceMs)
      return { ...heard, end: { failed: ending.kind ?? 'error', message: ending.message } }
    const wait = waitBefore(attempt, ending.retryAfterMs, settings.random())
    settings.onRetry?.(ending.message, wait)
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

/** Results are matched by ids, so no two calls may share one; a wire may know its own call by its identity. */
const withId = (call: ToolCall, id: string) => (id === call.id ? call : { ...call, id })

/** Reads one stream to its last event. */
async function listen(wire: Wire, request: Request, channel: Channel) {
  let text = ''
  const calls: ToolCall[] = []
  const idFor = freshIds(request.messages)
  for await (const event of wire.stream(request)) {
    channel(event)
    if (event.type === 'text') text += event.delta
    else if (event.type === 'tool-call')
      calls.push(withId(event.call, idFor(event.call.id, calls.length)))
    else if (isEnding(event)) return { text, calls, ending: event }
  }
  throw new Error('unreachable: a wire within bounds always has an ending')
}
