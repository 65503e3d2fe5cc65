// What talking to a model server has in common in every protocol: the limits of waiting, failures as
// events, and text in whole characters.
import { type Connection, toFailure } from './failure.ts'
import type { ModelEvent, Request } from './provider.ts'

/** Sends one request and reads the reply; calls `onSign` for every sign of life. Throws what the client throws. */
export type Exchange = (signal: AbortSignal, onSign: () => void) => AsyncIterable<ModelEvent>

/**
 * The events of `exchange`, with what it throws as an `error` or `aborted` event. A server that gives
 * no sign of life for `idleMs` milliseconds is given up, which may be tried again.
 */
export async function* converse(
  connection: Connection,
  request: Request,
  idleMs: number,
  exchange: Exchange,
): AsyncGenerator<ModelEvent> {
  const idle = new AbortController()
  const timer = setTimeout(() => idle.abort(), idleMs)
  const signal = AbortSignal.any([request.signal, idle.signal])
  try {
    yield* exchange(signal, () => timer.refresh())
  } catch (error) {
    if (request.signal.aborted) yield { type: 'aborted' }
    else if (idle.signal.aborted) {
      const message = `${connection.server} sent nothing for ${idleMs / 1000} s; see whether the model ${connection.model} is still loading or overloaded`
      yield { type: 'error', message, retryable: true }
    } else yield await toFailure(connection, error, request.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Deltas without halves of characters: a high surrogate waits for its partner in the next piece. */
export function wholeCharacters(type: 'text' | 'reasoning') {
  let held = ''
  return {
    *add(piece: string | null | undefined): Generator<ModelEvent> {
      const all = held + (piece ?? '')
      held = /[\uD800-\uDBFF]$/.test(all) ? all.slice(-1) : ''
      const delta = all.slice(0, all.length - held.length).toWellFormed()
      if (delta) yield { type, delta }
    },
    *end(): Generator<ModelEvent> {
      if (held) yield { type, delta: held.toWellFormed() }
      held = ''
    },
  }
}

/** The address as it may be shown: without a password and without a closing slash. */
export function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/\/$/, '')
}
