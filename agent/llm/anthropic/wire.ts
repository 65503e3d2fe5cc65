// The Anthropic Messages protocol. Nothing outside the anthropic files knows this protocol.
import Anthropic from '@anthropic-ai/sdk'
import { brokenOff, isStream, noStream, type Signs, watchedFetch, wireTo } from '../conversing.ts'
import type { ModelEvent, Request, StopReason, Usage, Wire } from '../provider.ts'
import { sumUsage } from '../retry.ts'
import { type AnthropicOptions, type Connected, connect } from './connection.ts'
import { listen, toReply } from './reply.ts'
import { type Block, toBody } from './request.ts'

export { type AnthropicOptions, openAnthropic } from './connection.ts'

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
  const { model, idleMs } = options
  return wireTo(`anthropic:${model}`, connect(options, idleMs), idleMs, exchange)
}

/** Sends the request, reads the reply, and goes on with a reply that the server paused. */
async function* exchange(
  connected: Connected,
  request: Request,
  signal: AbortSignal,
  signs: Signs,
): AsyncGenerator<ModelEvent> {
  const { learned } = connected
  const begun: Block[] = []
  let usage: Usage | undefined
  for (let pauses = 0; ; pauses++) {
    const { data, response } = await send(connected, request, begun, signal, signs)
    const before = usage
    const heard = yield* listen(data, {
      onArguments: request.onArguments,
      onEnd(stop) {
        if (stop !== 'pause_turn') signs.ofEnd()
      },
      onUsage(latest) {
        usage = before ? sumUsage(before, latest) : latest
        signs.ofUse(usage)
      },
    })
    // a reply that has said why it ended is whole, though its response stays open
    const finished = heard.stop === undefined ? signal : request.signal
    finished.throwIfAborted()
    if (heard.silent && !isStream(response))
      return yield noStream(connected, response, {
        things: 'messages',
        address: 'without the closing /v1',
      })
    const { calls, blocks } = toReply(heard.parts)
    begun.push(...blocks)
    if (heard.stop === 'pause_turn' && pauses < mostPauses) continue
    const ending = toEnding(connected, heard.stop, calls.length > 0, usage)
    if (ending.type !== 'done') return yield ending
    if (heard.explanation && begun.length === 0) yield { type: 'text', delta: heard.explanation }
    if (calls[0]) learned.spoken.set(calls[0], begun)
    for (const call of calls) yield { type: 'tool-call', call }
    return yield ending
  }
}

/** Sends the request; when the server refuses a part of it that can be done without, sends the rest. */
async function send(
  connected: Connected,
  request: Request,
  begun: readonly Block[],
  signal: AbortSignal,
  signs: Signs,
) {
  const { model, effort, learned } = connected
  const client = connected.client.withOptions({ fetch: watchedFetch(signs) })
  for (;;) {
    const body = toBody(request, {
      model,
      effort,
      begun,
      spoken: learned.spoken,
      maxTokens: Math.min(request.maxOutputTokens ?? learned.most, learned.most),
      sendsSchema: !learned.withoutSchema.has(request.purpose),
    })
    try {
      return await client.messages.create(body, { signal }).withResponse()
    } catch (error) {
      if (!(error instanceof Anthropic.BadRequestError)) throw error
      const limit = Number(/max_tokens: \d+ > (\d+)/.exec(error.message)?.[1])
      if (limit > 0 && limit < body.max_tokens) learned.most = limit
      else if (body.output_config?.format && aboutSchema.test(error.message))
        learned.withoutSchema.add(request.purpose)
      else throw error
    }
  }
}

const aboutSchema = /output_config(?!\.effort)|output_format|schema|structured output|grammar/i

function toEnding(
  connected: Connected,
  stop: string | undefined,
  called: boolean,
  usage: Usage | undefined,
): ModelEvent {
  if (stop === undefined || stop === 'pause_turn') return brokenOff(connected, usage)
  const spent = usage && { usage }
  if (stop === 'model_context_window_exceeded') {
    const message = `the prompt and the reply do not fit the context of ${connected.model} at ${connected.server}; use a model with a larger context or less input`
    return { type: 'error', message, retryable: false, kind: 'overflow', ...spent }
  }
  const endings: Readonly<Record<string, StopReason>> = { max_tokens: 'length', refusal: 'refusal' }
  return { type: 'done', stop: endings[stop] ?? (called ? 'tools' : 'end'), ...spent }
}
