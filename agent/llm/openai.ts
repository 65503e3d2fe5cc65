// The OpenAI chat-completions protocol, spoken by OpenAI, vLLM, Ollama, LM Studio and most other
// servers. Nothing outside the openai files knows this protocol; how its servers differ is a table.
import { APIError } from 'openai'
import { z } from 'zod'
import { toFailure } from './failure.ts'
import { type Connected, connect, nameOf } from './openai-connection.ts'
import { holdCalls, leftCalls, type Piece, sortContent } from './openai-content.ts'
import { isPassing, refusedIn, toBody } from './openai-request.ts'
import type { Refusable, ServerName } from './openai-servers.ts'
import type {
  ModelEvent,
  Request,
  Sampling,
  StopReason,
  ToolCall,
  Usage,
  Wire,
} from './provider.ts'

export interface OpenAIOptions {
  /** As the server names it, such as `gpt-5` or `qwen3:8b`. */
  readonly model: string
  /**
   * Which server's ways to follow. Left out: OpenAI's at its own address, elsewhere those of a server
   * of which only the protocol is known, and what that one refuses is left out from then on.
   */
  readonly server?: ServerName
  /** Where the protocol is spoken, such as `http://127.0.0.1:11434/v1`; the server's home unless given. */
  readonly baseURL?: string | undefined
  /** May be left out for servers that ask for none. It never appears in a message. */
  readonly apiKey?: string | undefined
  readonly sampling?: Sampling
  /** The wire's name; the server, a colon and the model unless given. */
  readonly name?: string
  /** A server that sends nothing for this many milliseconds is given up; four minutes unless given. */
  readonly idleMs?: number
}

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
  const { idleMs = 240_000, name = nameOf(options) } = options
  const connected = connect(options, idleMs)
  return { name, stream: request => converse(connected, request, idleMs) }
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
    } else if (request.tools.length > 0 && refusesTools(error)) {
      const message = `the model ${connection.model} at ${connection.server} cannot call tools; choose a model that can`
      yield { type: 'error', message, retryable: false }
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
      prompt_tokens: z.number().nullish(),
      completion_tokens: z.number().nullish(),
      prompt_tokens_details: z
        .object({ cached_tokens: z.number().nullish(), cache_write_tokens: z.number().nullish() })
        .nullish(),
    })
    .nullish(),
})
type Delta = NonNullable<NonNullable<z.infer<typeof Chunk>['choices']>[number]['delta']>
type CallPiece = NonNullable<Delta['tool_calls']>[number]

/** Whether the server says that the model has no tools, in the words of several servers. */
function refusesTools(error: unknown): boolean {
  const words =
    /not support[^.]*\b(tool|function)|\b(tool|function)s?\b[^.]*not support|support tool use/i
  return error instanceof APIError && (error.status ?? 0) >= 400 && words.test(error.message)
}

/** Sends the request, as often as the server refuses a part of it that it can do without. */
async function send(
  { client, refused, ...asking }: Connected,
  request: Request,
  signal: AbortSignal,
) {
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

/** Sends the request and reads the reply. Throws what the client throws, and when the signal aborts. */
async function* exchange(
  connection: Connected,
  request: Request,
  signal: AbortSignal,
  onSign: () => void,
): AsyncGenerator<ModelEvent> {
  const { server, row, addressVariable } = connection
  const { data: chunks, response } = await send(connection, request, signal)
  const left = row.leavesCalls && request.tools.length > 0 ? holdCalls() : undefined
  const { reasoning, text, content, sorted } = reader(connection, left)
  const pieces: CallPiece[] = []
  let finish: string | undefined
  let refused = false
  let usage: Usage | undefined
  let silent = true
  for await (const raw of chunks) {
    onSign()
    silent = false
    const chunk = Chunk.parse(raw)
    usage = toUsage(chunk.usage) ?? usage
    const choice = chunk.choices?.[0]
    const delta = choice?.delta
    yield* reasoning.add(delta?.reasoning || delta?.reasoning_content)
    yield* sorted(content.add(delta?.content))
    yield* text.add(delta?.refusal)
    refused ||= Boolean(delta?.refusal)
    for (const piece of delta?.tool_calls ?? []) {
      pieces.push(piece)
      if (piece.function?.arguments) request.onArguments?.(piece.function.arguments)
    }
    finish = choice?.finish_reason ?? finish
  }
  // a reply that has said why it ended is whole, though its response stays open
  const finished = finish === undefined ? signal : request.signal
  finished.throwIfAborted()
  yield* sorted(content.end())
  const found =
    left && pieces.length === 0 && finish !== 'length' && leftCalls(left.rest(), request.tools)
  if (left && !found) yield* text.add(left.rest())
  yield* reasoning.end()
  yield* text.end()
  const kind = response.headers.get('content-type') ?? 'unknown type'
  if (silent && !kind.startsWith('text/event-stream')) {
    const message = `${server} did not answer with a stream of chat completions (${kind}); set ${addressVariable} to the address of the model server, which usually ends in /v1`
    return yield { type: 'error', message, retryable: false, kind: 'unavailable' }
  }
  const calls = withIds(found || assembled(pieces), request)
  const stop = finish === undefined ? undefined : toStop(finish, refused, calls.length > 0)
  if (!stop) {
    const message = `${server} broke off in the middle of the reply; try again`
    return yield { type: 'error', message, retryable: true }
  }
  for (const call of calls) yield { type: 'tool-call', call }
  yield { type: 'done', stop, ...(usage && { usage }) }
}

/** What sorts the pieces of one reply: whole characters, thinking apart from text, calls held back. */
function reader({ habit }: Connected, left: ReturnType<typeof holdCalls> | undefined) {
  const reasoning = wholeCharacters('reasoning')
  const text = wholeCharacters('text')
  function* sorted(pieces: Iterable<Piece>): Generator<ModelEvent> {
    for (const { type, delta } of pieces)
      if (type === 'reasoning') yield* reasoning.add(delta)
      else yield* text.add(left ? left.add(delta) : delta)
  }
  return { reasoning, text, content: sortContent(habit), sorted }
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

/** Puts the pieces of tool calls together. */
function assembled(pieces: readonly CallPiece[]) {
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
  return begun
}

/** Every call gets an id not used before in the conversation. */
function withIds(
  calls: readonly (Omit<ToolCall, 'id'> & { readonly id?: string })[],
  { messages }: Request,
): readonly ToolCall[] {
  const used = new Set(
    messages.flatMap(m => (m.role === 'assistant' ? m.calls : [])).map(c => c.id),
  )
  return calls.map(({ id, name, input }, position) => {
    const fresh = id && !used.has(id) ? id : `call_${messages.length}_${position}`
    used.add(fresh)
    return { id: fresh, name, input: input.trim() || '{}' }
  })
}

/** Undefined when the server leaves out, or does not know, how many tokens there were. */
function toUsage(usage: z.infer<typeof Chunk>['usage']): Usage | undefined {
  const { prompt_tokens, completion_tokens, prompt_tokens_details: details } = usage ?? {}
  if (prompt_tokens == null && completion_tokens == null) return undefined
  return {
    inputTokens: prompt_tokens ?? 0,
    outputTokens: completion_tokens ?? 0,
    cachedTokens: details?.cached_tokens ?? 0,
    ...(details?.cache_write_tokens && { cacheWriteTokens: details.cache_write_tokens }),
  }
}
