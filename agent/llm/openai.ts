// The OpenAI chat-completions protocol, spoken by OpenAI, vLLM, Ollama, LM Studio and most other
// servers. Nothing outside the three openai files knows this protocol.
import OpenAI from 'openai'
import { z } from 'zod'
import { ConfigurationError } from '../configuration.ts'
import { type Connection, toFailure } from './failure.ts'
import { toBody } from './openai-request.ts'
import type { ModelEvent, Request, StopReason, ToolCall, Usage, Wire } from './provider.ts'

export interface OpenAIOptions {
  /** As the server names it, such as `gpt-5` or `qwen3:8b`. */
  readonly model: string
  /** Where the protocol is spoken, such as `http://127.0.0.1:11434/v1`; OpenAI itself unless given. */
  readonly baseURL?: string | undefined
  /** May be left out for servers that ask for none. It never appears in a message. */
  readonly apiKey?: string | undefined
  /** The wire's name; `openai:` and the model unless given. */
  readonly name?: string
  /** A server that sends nothing for this many milliseconds is given up; four minutes unless given. */
  readonly idleMs?: number
}

type Connected = Connection & { readonly client: OpenAI }

const home = 'https://api.openai.com/v1'

/**
 * A wire to a model behind a server that speaks chat completions. Failures after this call are
 * `error` events. The reply's schema is sent as `response_format` only when no tools are offered,
 * since many servers refuse the two together.
 * @throws ConfigurationError when the address is none, or OpenAI is meant and there is no key.
 */
export function openai(options: OpenAIOptions): Wire {
  const { model, baseURL = home, apiKey, name = `openai:${model}`, idleMs = 240_000 } = options
  if (!URL.canParse(baseURL) || !/^https?:/.test(baseURL))
    throw new ConfigurationError(
      `the address of the model server is not an http address: ${baseURL}; set OPENAI_BASE_URL to one such as http://127.0.0.1:11434/v1`,
    )
  if (!apiKey && baseURL === home)
    throw new ConfigurationError(
      `openai:${model} needs a key; set OPENAI_API_KEY, or OPENAI_BASE_URL for a server without one`,
    )
  const client = new OpenAI({
    baseURL,
    apiKey: apiKey || 'none',
    ...(!apiKey && { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    // the idle limit below decides, at every stage
    timeout: idleMs + 60_000,
    logLevel: 'off',
  })
  const connection = connect(client, { model, baseURL, apiKey })
  return { name, stream: request => converse({ ...connection, client }, request, idleMs) }
}

/** What is to be known of the server when something fails. */
export function connect(
  client: OpenAI,
  { model, baseURL = home, apiKey }: Pick<OpenAIOptions, 'model' | 'baseURL' | 'apiKey'>,
): Connection {
  return {
    model,
    server: withoutSecrets(baseURL),
    apiKey,
    keyVariable: 'OPENAI_API_KEY',
    addressVariable: 'OPENAI_BASE_URL',
    modelIds: async signal => (await client.models.list({ signal })).data.map(m => String(m.id)),
  }
}

function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/\/$/, '')
}

async function* converse(
  connection: Connected,
  request: Request,
  idleMs: number,
): AsyncGenerator<ModelEvent> {
  const idle = new AbortController()
  const timer = setTimeout(() => idle.abort(), idleMs)
  const signal = AbortSignal.any([request.signal, idle.signal])
  try {
    yield* exchange(connection, request, signal, () => timer.refresh())
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

/** What a chunk may hold, as far as it is read here. Servers leave out, or send as null, what they like. */
const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            reasoning: z.string().nullish(),
            reasoning_content: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.number().nullish(),
                  id: z.string().nullish(),
                  function: z
                    .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z
    .object({
      prompt_tokens: z.number(),
      completion_tokens: z.number(),
      prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
    })
    .nullish(),
})
type Delta = NonNullable<NonNullable<z.infer<typeof Chunk>['choices']>[number]['delta']>
type CallPiece = NonNullable<Delta['tool_calls']>[number]

/** Sends the request and reads the reply. Throws what the client throws, and when the signal aborts. */
async function* exchange(
  connection: Connected,
  request: Request,
  signal: AbortSignal,
  onSign: () => void,
): AsyncGenerator<ModelEvent> {
  const { client, model, server } = connection
  const { data: chunks, response } = await client.chat.completions
    .create(toBody(model, request), { signal })
    .withResponse()
  const text = wholeCharacters('text')
  const reasoning = wholeCharacters('reasoning')
  const pieces: CallPiece[] = []
  let finish: string | undefined
  let refused = false
  let usage: Usage | undefined
  let silent = true
  for await (const raw of chunks) {
    onSign()
    silent = false
    const chunk = Chunk.parse(raw)
    if (chunk.usage) usage = toUsage(chunk.usage)
    const choice = chunk.choices?.[0]
    const delta = choice?.delta
    yield* reasoning.add(delta?.reasoning ?? delta?.reasoning_content)
    yield* text.add(delta?.content)
    yield* text.add(delta?.refusal)
    refused ||= Boolean(delta?.refusal)
    pieces.push(...(delta?.tool_calls ?? []))
    finish = choice?.finish_reason ?? finish
  }
  signal.throwIfAborted()
  yield* reasoning.end()
  yield* text.end()
  if (silent) {
    const kind = response.headers.get('content-type') ?? 'unknown type'
    const message = `${server} did not answer with a stream of chat completions (${kind}); set OPENAI_BASE_URL to the address of the model server, which usually ends in /v1`
    return yield { type: 'error', message, retryable: false, kind: 'unavailable' }
  }
  const calls = toCalls(pieces, request)
  const stop = finish === undefined ? undefined : toStop(finish, refused, calls.length > 0)
  if (!stop) {
    const message = `${server} broke off in the middle of the reply; try again`
    return yield { type: 'error', message, retryable: true }
  }
  for (const call of calls) yield { type: 'tool-call', call }
  yield { type: 'done', stop, ...(usage && { usage }) }
}

/** Deltas without halves of characters: a high surrogate waits for its partner in the next piece. */
function wholeCharacters(type: 'text' | 'reasoning') {
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
    },
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

/** Puts the pieces of tool calls together; every call gets an id not used before in the conversation. */
function toCalls(pieces: readonly CallPiece[], { messages }: Request): readonly ToolCall[] {
  const begun: { index: number; id: string; name: string; input: string }[] = []
  for (const piece of pieces) {
    const open = begun.findLast(call => call.index === (piece.index ?? call.index))
    // some servers number every call 0 and only the id tells them apart; others repeat the id
    const same = open && (!piece.id || !open.id || piece.id === open.id) ? open : undefined
    const call = same ?? { index: piece.index ?? begun.length, id: '', name: '', input: '' }
    if (!same) begun.push(call)
    call.id ||= piece.id ?? ''
    call.name ||= piece.function?.name ?? ''
    call.input += piece.function?.arguments ?? ''
  }
  const used = new Set(
    messages.flatMap(m => (m.role === 'assistant' ? m.calls : [])).map(c => c.id),
  )
  return begun.map(({ id, name, input }, position) => {
    const fresh = id && !used.has(id) ? id : `call_${messages.length}_${position}`
    used.add(fresh)
    return { id: fresh, name, input: input.trim() || '{}' }
  })
}

function toUsage(usage: NonNullable<z.infer<typeof Chunk>['usage']>): Usage {
  return {
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
  }
}
