// The Anthropic Messages protocol. Nothing outside the anthropic files knows this protocol.
import Anthropic, { type Middleware } from '@anthropic-ai/sdk'
import { ConfigurationError } from '../configuration.ts'
import { listen, toReply } from './anthropic-reply.ts'
import { type Block, toBody } from './anthropic-request.ts'
import { converse, type Signs, withoutSecrets } from './conversing.ts'
import type { Connection } from './failure.ts'
import type {
  ModelEvent,
  Request,
  Sampling,
  StopReason,
  ToolCall,
  Usage,
  Wire,
} from './provider.ts'
import { sumUsage } from './turn.ts'

export interface AnthropicOptions {
  /** As the server names it, such as `claude-sonnet-5-5`. */
  readonly model: string
  /** Where the protocol is spoken, without the closing `/v1`; Anthropic itself unless given. */
  readonly baseURL?: string | undefined
  /** May be left out for servers that ask for none. It never appears in a message. */
  readonly apiKey?: string | undefined
  /** The wire's name; `anthropic:` and the model unless given. */
  readonly name?: string
  /** A server that sends nothing for this many milliseconds is given up; four minutes unless given. */
  readonly idleMs?: number
  /** Only `effort`: the protocol has no temperature, top-p or seed. */
  readonly sampling?: Sampling
}

/** What a wire has found out about its server and keeps in mind. */
interface Learned {
  /** Purposes whose schema the server has refused. */
  readonly withoutSchema: Set<string>
  /** The most tokens a reply may have, once the server has said so. */
  most: number
  /** Replies with thinking in them, by their first call: they have to go back as they were. */
  readonly spoken: WeakMap<ToolCall, readonly Block[]>
}

type Connected = Connection & {
  readonly client: Anthropic
  readonly effort: Sampling['effort']
  readonly learned: Learned
}

const home = 'https://api.anthropic.com'
// what every model since Claude 4.5 allows; an older one names its own limit when asked for more
const usualMost = 64_000
// a server pauses a turn only when it runs tools of its own, which this wire never asks for
const mostPauses = 5

/**
 * A wire to a model behind a server that speaks the Anthropic Messages protocol. Failures after this
 * call are `error` events. The reply's schema is sent only when no tools are offered and the protocol
 * can spell it; when the server refuses it, the request is sent again without, and so are all later
 * ones of that purpose. Thinking that led to tool calls is sent back to the server unchanged.
 * @throws ConfigurationError when the address is none, Anthropic itself is meant and there is no key,
 * or a setting is asked for that the protocol does not have.
 */
export function anthropic(options: AnthropicOptions): Wire {
  const { model, name = `anthropic:${model}`, idleMs = 240_000, sampling } = options
  checkSampling(name, sampling)
  // the idle limit decides, at every stage
  const { client, connection } = connectAnthropic(options, idleMs + 60_000)
  const learned = { withoutSchema: new Set<string>(), most: usualMost, spoken: new WeakMap() }
  const connected = { ...connection, client, effort: sampling?.effort, learned }
  return {
    name,
    stream: request =>
      converse(connection, request, idleMs, (signal, signs) =>
        exchange(connected, request, signal, signs),
      ),
  }
}

const absent = { temperature: 'temperature', topP: 'top-p', seed: 'seed' } as const

function checkSampling(name: string, sampling: Sampling = {}): void {
  for (const [setting, words] of Object.entries(absent))
    if (sampling[setting as keyof typeof absent] !== undefined)
      throw new ConfigurationError(
        `${name} takes no ${words}; leave it out (only effort can be set: low, medium or high)`,
      )
}

/**
 * A client for the server, and what is to be known of it when something fails.
 * @throws ConfigurationError as `anthropic` does.
 */
export function connectAnthropic(
  { model, baseURL = home, apiKey }: Pick<AnthropicOptions, 'model' | 'baseURL' | 'apiKey'>,
  timeoutMs: number,
): { readonly client: Anthropic; readonly connection: Connection } {
  if (!URL.canParse(baseURL) || !/^https?:/.test(baseURL))
    throw new ConfigurationError(
      `the address of the model server is not an http address: ${baseURL}; set ANTHROPIC_BASE_URL to one such as http://127.0.0.1:4000`,
    )
  // the client itself adds the version to every path
  const address = baseURL.replace(/\/(v1\/?)?$/, '')
  if (!apiKey && address === home)
    throw new ConfigurationError(
      `anthropic:${model} needs a key; set ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL for a server without one`,
    )
  const client = new Anthropic({
    baseURL: address,
    // any key at all keeps the client from looking for others in the environment and on the disk
    apiKey: apiKey || 'none',
    ...(!apiKey && { defaultHeaders: { Authorization: null } }),
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    openTelemetry: false,
    // elsewhere the key is nobody's business
    fetchOptions: { redirect: 'manual' },
  })
  const connection: Connection = {
    model,
    server: withoutSecrets(address),
    apiKey,
    keyVariable: 'ANTHROPIC_API_KEY',
    addressVariable: 'ANTHROPIC_BASE_URL',
    modelIds: async signal =>
      (await client.models.list({ limit: 1000 }, { signal })).data.map(each => String(each.id)),
  }
  return { client, connection }
}

/** Sends the request, reads the reply, and goes on with a reply that the server paused. */
async function* exchange(
  connected: Connected,
  request: Request,
  signal: AbortSignal,
  signs: Signs,
): AsyncGenerator<ModelEvent> {
  const { server, model, learned } = connected
  const begun: Block[] = []
  let usage: Usage | undefined
  for (let pauses = 0; ; pauses++) {
    const options = { signal, middleware: [heeding(signs)] }
    const { data, response } = await send(connected, request, begun, options)
    const before = usage
    const heard = yield* listen(data, {
      onArguments: request.onArguments,
      onUsage(latest) {
        usage = before ? sumUsage(before, latest) : latest
        signs.ofUse(usage)
      },
    })
    // a reply that has said why it ended is whole, though its response stays open
    const finished = heard.stop === undefined ? signal : request.signal
    finished.throwIfAborted()
    const kind = response.headers.get('content-type') ?? 'unknown type'
    if (heard.silent && !kind.startsWith('text/event-stream')) {
      const message = `${server} did not answer with a stream of messages (${kind}); set ANTHROPIC_BASE_URL to the address of the model server, without the closing /v1`
      return yield { type: 'error', message, retryable: false, kind: 'unavailable' }
    }
    const { calls, blocks } = toReply(heard.parts, request)
    begun.push(...blocks)
    if (heard.stop === 'pause_turn' && pauses < mostPauses) continue
    const ending = toEnding(heard.stop, calls.length > 0, usage)
    if (ending === 'overflow') {
      const message = `the prompt and the reply do not fit the context of ${model} at ${server}; use a model with a larger context or less input`
      return yield {
        type: 'error',
        message,
        retryable: false,
        kind: 'overflow',
        ...(usage && { usage }),
      }
    }
    if (ending === 'broken') {
      const message = `${server} broke off in the middle of the reply; try again`
      return yield { type: 'error', message, retryable: true, ...(usage && { usage }) }
    }
    if (heard.explanation && begun.length === 0) yield { type: 'text', delta: heard.explanation }
    if (calls[0] && begun.some(isThinking)) learned.spoken.set(calls[0], begun)
    for (const call of calls) yield { type: 'tool-call', call }
    return yield ending
  }
}

const isThinking = ({ type }: Block) => type === 'thinking' || type === 'redacted_thinking'

/** Takes every byte for a sign of life: the client keeps it to itself when the server only says that it is there. */
function heeding({ ofLife }: Signs): Middleware {
  return async (request, next) => {
    const response = await next(request)
    const watch = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, onward) {
        ofLife()
        onward.enqueue(piece)
      },
    })
    return response.body ? new Response(response.body.pipeThrough(watch), response) : response
  }
}

/** Sends the request; when the server refuses a part of it that can be done without, sends the rest. */
async function send(
  connected: Connected,
  request: Request,
  begun: readonly Block[],
  options: Anthropic.RequestOptions,
) {
  const { client, model, effort, learned } = connected
  for (;;) {
    const body = toBody(request, {
      ...{ model, effort, begun, spoken: learned.spoken },
      maxTokens: Math.min(request.maxOutputTokens ?? learned.most, learned.most),
      sendsSchema: !learned.withoutSchema.has(request.purpose),
    })
    try {
      return await client.messages.create(body, options).withResponse()
    } catch (error) {
      if (!(error instanceof Anthropic.BadRequestError)) throw error
      const limit = Number(/max_tokens: \d+ > (\d+)/.exec(error.message)?.[1])
      if (limit > 0 && limit < body.max_tokens) learned.most = limit
      else if (body.output_config?.format && isAboutSchema(error.message))
        learned.withoutSchema.add(request.purpose)
      else throw error
    }
  }
}

function isAboutSchema(message: string): boolean {
  return /output_config(?!\.effort)|output_format|schema|structured output|grammar/i.test(message)
}

function toEnding(
  stop: string | undefined,
  called: boolean,
  usage: Usage | undefined,
): Extract<ModelEvent, { type: 'done' }> | 'overflow' | 'broken' {
  if (stop === 'model_context_window_exceeded') return 'overflow'
  if (stop === undefined || stop === 'pause_turn') return 'broken'
  const endings: Readonly<Record<string, StopReason>> = { max_tokens: 'length', refusal: 'refusal' }
  return {
    type: 'done',
    stop: endings[stop] ?? (called ? 'tools' : 'end'),
    ...(usage && { usage }),
  }
}
