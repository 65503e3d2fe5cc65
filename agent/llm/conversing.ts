// What talking to a model server has in common in every protocol: the limits of waiting, failures as
// events, and text in whole characters.
import { type Connection, toFailure } from './failure.ts'
import type { ModelEvent, Request, Usage } from './provider.ts'

/** What an exchange tells of while it is under way. */
export interface Signs {
  /** The server has sent something. */
  readonly ofLife: () => void
  /** What the request has used so far, as the server says. */
  readonly ofUse: (usage: Usage) => void
}

/** Sends one request and reads the reply. Throws what the client throws. */
export type Exchange = (signal: AbortSignal, signs: Signs) => AsyncIterable<ModelEvent>

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
  let used: Usage | undefined
  const signs: Signs = {
    ofLife: () => void timer.refresh(),
    ofUse: usage => {
      used = usage
    },
  }
  try {
    yield* exchange(signal, signs)
  } catch (error) {
    const usage = used && { usage: used }
    if (request.signal.aborted) yield { type: 'aborted' }
    else if (idle.signal.aborted) {
      const message = `${connection.server} sent nothing for ${idleMs / 1000} s; see whether the model ${connection.model} is still loading or overloaded`
      yield { type: 'error', message, retryable: true, ...usage }
    } else yield { ...(await toFailure(connection, error, request.signal)), ...usage }
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
