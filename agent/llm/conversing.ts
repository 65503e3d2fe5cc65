// What talking to a model server has in common in every protocol: its address, the limits of waiting,
// signs of life, failures as events, and text in whole characters.
import { ConfigurationError } from '../../plans/configuration.ts'
import { type Connection, toFailure } from './failure.ts'
import type { ModelEvent, Request, Sampling, Usage, Wire } from './provider.ts'
import { shownAddress, withoutKey } from './secrets.ts'

/** Which model is meant, behind which server. */
export interface ServerOptions {
  /** As the server names it, such as `gpt-5`, `qwen3:8b` or `claude-sonnet-5-5`. */
  readonly model: string
  /** Where the protocol is spoken; the server's home unless given. */
  readonly baseURL?: string | undefined
  /** May be left out for servers that ask for none. It never appears in a message. */
  readonly apiKey?: string | undefined
  readonly sampling?: Sampling
  /** A server that sends nothing for this many milliseconds is given up; four minutes unless given. */
  readonly idleMs?: number
}

/** What every protocol's client is told: one request at a time, and nothing that this house does itself. */
export const clientSettings = (apiKey: string | undefined, idleMs: number) => ({
  // any key at all keeps the client from looking for others in the environment and on the disk
  apiKey: apiKey || 'none',
  ...(!apiKey && { defaultHeaders: { Authorization: null } }),
  maxRetries: 0,
  // the idle limit decides, at every stage
  timeout: idleMs + 60_000,
  logLevel: 'off' as const,
  // elsewhere the key is nobody's business
  fetchOptions: { redirect: 'manual' as const },
})

/** A server that sends nothing for so many milliseconds is given up, unless a wire is told otherwise. */
export const usualIdleMs = 240_000
/** Longest wait, in milliseconds, for what may follow once the server has said why a reply ended. */
const lastWordsMs = 2_000

/** What an exchange tells of while it is under way. */
export interface Signs {
  /** The server has sent something, if only a byte. */
  readonly ofLife: () => void
  /** What the request has used so far, as the server says. */
  readonly ofUse: (usage: Usage) => void
  /** The server has said why the reply ended: nothing is missing now that is worth a long wait. */
  readonly ofEnd: () => void
}

/**
 * Sends one request and reads the reply. Throws what the client throws. When `signal` aborts after
 * the sign of an end, the reply is whole as it is.
 */
type Exchange<Connected> = (
  connected: Connected,
  request: Request,
  signal: AbortSignal,
  signs: Signs,
) => AsyncIterable<ModelEvent>

/**
 * A wire each of whose streams is one `exchange`, with what it throws as an `error` or `aborted`
 * event. A server that gives no sign of life for `idleMs` milliseconds is given up, which may be tried
 * again; one that has said why the reply ended is listened to for two seconds more at most.
 */
export function wireTo<Connected extends Connection>(
  name: string,
  connected: Connected,
  idleMs = usualIdleMs,
  exchange: Exchange<Connected>,
): Wire {
  return { name, stream: request => converse(connected, request, idleMs, exchange) }
}

/** `fetch` as the clients use it, every byte of an answer taken for a sign of life. */
export function watchedFetch({ ofLife }: Signs): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const watch = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, onward) {
        ofLife()
        onward.enqueue(piece)
      },
    })
    return response.body ? new Response(response.body.pipeThrough(watch), response) : response
  }
}

/** A server as it is to be spoken to, and how a person sets it otherwise. */
interface Setting extends Pick<Connection, 'keyVariable' | 'addressVariable'> {
  /** What the wire is called. */
  readonly name: string
  readonly address: string
  readonly needsKey: boolean
  /** An address such as it may have. */
  readonly example: string
}

/**
 * The server of these options, without a word said.
 * @throws ConfigurationError when there can be none at its address, or it needs a key and there is none.
 */
export function serverOf(
  { model, apiKey }: ServerOptions,
  { name, address, keyVariable, addressVariable, needsKey, example }: Setting,
): Omit<Connection, 'modelIds'> {
  const server = shownAddress(address)
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new ConfigurationError(
      `the address of the model server is not an http address: ${withoutKey(server, apiKey)}; set ${addressVariable} to one such as ${example}`,
    )
  if (!apiKey && needsKey)
    throw new ConfigurationError(
      `${name} needs a key; set ${keyVariable}, or ${addressVariable} for a server without one`,
    )
  return { model, server, apiKey, keyVariable, addressVariable }
}

/** The error of a server that answers with something else than a stream of `things`. */
export function noStream(
  { server, addressVariable }: Connection,
  { headers }: Response,
  { things, address }: { readonly things: string; readonly address: string },
): ModelEvent {
  const kind = headers.get('content-type') ?? 'unknown type'
  const message = `${server} did not answer with a stream of ${things} (${kind}); set ${addressVariable} to the address of the model server, ${address}`
  return { type: 'error', message, retryable: false, kind: 'unavailable' }
}

/** The error of a server that gave up on a reply, which has used `usage` by then. */
export function brokenOff({ server }: Connection, usage: Usage | undefined): ModelEvent {
  const message = `${server} broke off in the middle of the reply; try again`
  return { type: 'error', message, retryable: true, ...(usage && { usage }) }
}

/** Whether an answer is a stream of events by its own word. */
export function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

// --- internal ---

async function* converse<Connected extends Connection>(
  connection: Connected,
  request: Request,
  idleMs: number,
  exchange: Exchange<Connected>,
): AsyncGenerator<ModelEvent> {
  const idle = new AbortController()
  let timer = setTimeout(() => idle.abort(), idleMs)
  const signal = AbortSignal.any([request.signal, idle.signal])
  let used: Usage | undefined
  let ended = false
  const signs: Signs = {
    ofLife: () => {
      if (!ended) timer.refresh()
    },
    ofUse: usage => {
      used = usage
    },
    ofEnd: () => {
      ended = true
      clearTimeout(timer)
      timer = setTimeout(() => idle.abort(), Math.min(idleMs, lastWordsMs))
    },
  }
  try {
    for await (const event of inWholeCharacters(exchange(connection, request, signal, signs)))
      yield secretly(connection, event)
  } catch (error) {
    const usage = used && { usage: used }
    if (request.signal.aborted) yield { type: 'aborted' }
    else if (idle.signal.aborted) {
      const message = `${connection.server} sent nothing for ${idleMs / 1000} s; see whether the model ${connection.model} is still loading or overloaded`
      yield secretly(connection, { type: 'error', message, retryable: true, ...usage })
    } else yield { ...(await toFailure(connection, error, request.signal)), ...usage }
  } finally {
    clearTimeout(timer)
  }
}

/** The events, their deltas without halves of characters: one waits for its partner in the next piece. */
async function* inWholeCharacters(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
  const held = { reasoning: '', text: '' }
  for await (const event of events) {
    if ('delta' in event) {
      const { type } = event
      const all = held[type] + event.delta
      held[type] = /[\uD800-\uDBFF]$/.test(all) ? all.slice(-1) : ''
      const delta = all.slice(0, all.length - held[type].length).toWellFormed()
      if (delta) yield { type, delta }
      continue
    }
    for (const type of ['reasoning', 'text'] as const) {
      if (held[type]) yield { type, delta: held[type].toWellFormed() }
      held[type] = ''
    }
    yield event
  }
}

function secretly({ apiKey }: Connection, event: ModelEvent): ModelEvent {
  return event.type === 'error' ? { ...event, message: withoutKey(event.message, apiKey) } : event
}
