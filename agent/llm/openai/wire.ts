// The OpenAI chat-completions protocol, spoken by OpenAI, vLLM, Ollama, LM Studio and most other
// servers. Nothing outside the openai files knows this protocol; how its servers differ is a table.
import { APIError } from 'openai'
import { brokenOff, isStream, noStream, type Signs, watchedFetch, wireTo } from '../conversing.ts'
import type { ModelEvent, Request, StopReason, Wire } from '../provider.ts'
import { type Connected, connect, nameOf } from './connection.ts'
import { listen } from './reply.ts'
import { isPassing, refusedIn, toBody } from './request.ts'
import type { OpenAIOptions, Refusable } from './servers.ts'

export { isOwn, type OpenAIOptions, openServer } from './servers.ts'

/**
 * A wire to a model behind a server that speaks chat completions. Failures after this call are
 * `error` events. A server that refuses a part of a request (how the schema, the length or the usage
 * is asked for, a sampling setting) is asked again without it or in another spelling, and no more
 * with it; a model that cannot call tools is an error once tools are offered. Qwen3 thinks only when
 * `sampling.effort` is given.
 * @throws ConfigurationError when the address is none, the server needs a key and there is none, or
 * a setting is out of its range or not taken by the server.
 */
export function openai(options: OpenAIOptions): Wire {
  const connected = connect(options, options.idleMs)
  const wire = wireTo(nameOf(options), connected, options.idleMs, exchange)
  return { ...wire, refused: () => samplingFields.filter(field => connected.refused.has(field)) }
}

const samplingFields = ['temperature', 'top_p', 'seed', 'reasoning_effort'] as const

/** Sends the request and reads the reply. Throws what the client throws, and when the signal aborts. */
async function* exchange(
  connected: Connected,
  request: Request,
  signal: AbortSignal,
  signs: Signs,
): AsyncGenerator<ModelEvent> {
  const { model, server, row, habit } = connected
  const offers = request.tools.length > 0
  let sent: Awaited<ReturnType<typeof send>>
  try {
    sent = await send(connected, request, signal, signs)
  } catch (error) {
    if (!offers || !refusesTools(error)) throw error
    const message = `the model ${model} at ${server} cannot call tools; choose a model that can`
    return yield { type: 'error', message, retryable: false }
  }
  const { finish, calls, refused, usage, silent } = yield* listen(sent.data, request, {
    habit,
    leavesCalls: row.leavesCalls && offers,
    signs,
  })
  // a reply that has said why it ended is whole, though its response stays open
  const finished = finish === undefined ? signal : request.signal
  finished.throwIfAborted()
  if (silent && !isStream(sent.response))
    return yield noStream(connected, sent.response, {
      things: 'chat completions',
      address: 'which usually ends in /v1',
    })
  const stop = finish === undefined ? undefined : toStop(finish, refused, calls.length > 0)
  if (!stop) return yield brokenOff(connected, usage)
  for (const call of calls) yield { type: 'tool-call', call }
  yield { type: 'done', stop, ...(usage && { usage }) }
}

/** Whether the server says that the model has no tools, in the words of several servers. */
function refusesTools(error: unknown): boolean {
  const words =
    /not support[^.]*\b(tool|function)|\b(tool|function)s?\b[^.]*not support|support tool use/i
  return error instanceof APIError && (error.status ?? 0) >= 400 && words.test(error.message)
}

/** The client shows of a refusal only what stands under `error`, and not every server puts its words there. */
function withWholeRefusals(ask: typeof fetch): typeof fetch {
  return async (...request) => {
    const response = await ask(...request)
    if (response.status < 400) return response
    const text = await response.text()
    const isBare = /^\s*\{/.test(text) && !/^\s*\{\s*"error"\s*:/.test(text)
    return new Response(isBare ? `{"error":${text}}` : text, response)
  }
}

/** Sends the request, as often as the server refuses a part of it that it can do without. */
async function send(
  { refused, ...asking }: Connected,
  request: Request,
  signal: AbortSignal,
  signs: Signs,
) {
  const client = asking.client.withOptions({ fetch: withWholeRefusals(watchedFetch(signs)) })
  const fresh = new Set<Refusable>()
  const lasting = new Set<Refusable>()
  for (;;) {
    const body = toBody(asking, request, new Set([...refused, ...fresh]))
    try {
      const answer = await client.chat.completions.create(body, { signal }).withResponse()
      for (const name of lasting) refused.add(name)
      return answer
    } catch (error) {
      if (!(error instanceof APIError)) throw error
      const { status, message } = error
      const complaint = { status, message, param: error.param ?? undefined }
      const name = refusedIn(complaint, body)
      if (!name) throw error
      fresh.add(name)
      if (!isPassing(complaint)) lasting.add(name)
    }
  }
}

/** Undefined when the server gave up on the reply. */
function toStop(finish: string, refused: boolean, called: boolean): StopReason | undefined {
  if (finish === 'content_filter' || refused) return 'refusal'
  if (finish === 'length') return 'length'
  if (finish === 'error' || finish === 'abort') return undefined
  // some servers say `stop` after tool calls, others `tool_calls` without any
  return called ? 'tools' : 'end'
}
