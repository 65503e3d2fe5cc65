// A request as the chat-completions protocol spells it, and what a server's answer says it must go without.
import type OpenAI from 'openai'
import { type Json, type Picture, shownInput, type Tool } from '../../../tools/tool.ts'
import { asMalformed, notCarriedOut, toName, toObject } from '../call-form.ts'
import type { Message, Request, Sampling, ToolCall } from '../provider.ts'
import { withoutRepeats } from '../repeats.ts'
import { type Refusable, refusableFields, type Server, thinksUnlessTold } from './servers.ts'

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming & {
  readonly chat_template_kwargs?: { readonly enable_thinking: boolean }
}
type WireMessage = OpenAI.Chat.Completions.ChatCompletionMessageParam

/** What is the same in every request of a wire. */
export interface Asking {
  readonly model: string
  readonly row: Server
  readonly sampling: Sampling
}

/**
 * The body of a streaming request, without what the server has `refused` or in another spelling of it.
 * @throws when the schema of a tool cannot be spelled as JSON Schema.
 */
export function toBody(
  { model, row, sampling }: Asking,
  { messages, tools, schema, purpose, maxOutputTokens }: Request,
  refused: ReadonlySet<Refusable>,
): Body {
  const takes = (name: Refusable) => !refused.has(name)
  const { temperature, topP, seed } = sampling
  const format = tools.length === 0 || row.formatWithTools ? row.formats.find(takes) : undefined
  const length = row.lengths.find(takes)
  return {
    model,
    messages: toMessages(messages, takes('images')),
    stream: true,
    ...(takes('stream_options') && { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && { tools: tools.map(toTool) }),
    // the tools are still shown to the model, and its calls are read from the text
    ...(tools.length > 0 && !takes('tool_choice') && { tool_choice: 'none' as const }),
    ...(schema !== undefined &&
      format && { response_format: toFormat(format, purpose, schema, row.strict) }),
    ...(maxOutputTokens !== undefined && length && { [length]: maxOutputTokens }),
    ...(temperature !== undefined && takes('temperature') && { temperature }),
    ...(topP !== undefined && takes('top_p') && { top_p: topP }),
    ...(seed !== undefined && takes('seed') && { seed }),
    ...(tools.length > 0 && !takes('thinking_with_tools')
      ? { reasoning_effort: 'none' as const }
      : toThinking(model, row, sampling, takes)),
    ...(row.cacheKey &&
      takes('prompt_cache_key') && { prompt_cache_key: `intend-${toName(purpose, 56)}` }),
  }
}

/** Contracts ask for short replies that code reads, so a model thinks at length only when told to. */
function toThinking(
  model: string,
  { thinking }: Server,
  { effort }: Sampling,
  takes: (name: Refusable) => boolean,
) {
  const switches = thinksUnlessTold(model) ? thinking : []
  const asked = effort ?? (switches.includes('reasoning_effort') ? ('none' as const) : undefined)
  const templated = switches.includes('chat_template_kwargs') && takes('chat_template_kwargs')
  return {
    ...(asked && takes('reasoning_effort') && { reasoning_effort: asked }),
    ...(templated && { chat_template_kwargs: { enable_thinking: effort !== undefined } }),
  }
}

function toMessages(messages: readonly Message[], sees: boolean): WireMessage[] {
  const answered = new Set(messages.flatMap(m => (m.role === 'tool' ? [m.call] : [])))
  return inTurns(withoutRepeats(messages)).flatMap(message => toWire(message, answered, sees))
}

/** The person's words that follow one another as one: some chat templates take turns only. */
function inTurns(messages: readonly Message[]): readonly Message[] {
  const turns: Message[] = []
  for (const message of messages) {
    const last = turns.at(-1)
    const isMore = last?.role === 'user' && message.role === 'user' && !last.images
    if (isMore) turns.push({ ...message, content: `${turns.pop()!.content}\n\n${message.content}` })
    else turns.push(message)
  }
  return turns
}

function toWire(message: Message, answered: ReadonlySet<string>, sees: boolean): WireMessage[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }]
    case 'user':
      return [{ role: 'user', content: toContent(message.content, message.images ?? [], sees) }]
    case 'tool':
      return [{ role: 'tool', tool_call_id: message.call, content: message.content }]
    case 'assistant': {
      const { content, calls } = message
      if (calls.length === 0) return [{ role: 'assistant', content }]
      const lost = calls.filter(call => !answered.has(call.id))
      return [
        { role: 'assistant', content: content || null, tool_calls: calls.map(toCall) },
        ...lost.map(call => ({
          role: 'tool' as const,
          tool_call_id: call.id,
          content: notCarriedOut,
        })),
      ]
    }
  }
}

function toContent(text: string, images: readonly Picture[], sees: boolean) {
  if (images.length === 0) return text
  if (!sees) return `${text} (left out, since this model takes no pictures)`
  return [
    { type: 'text' as const, text },
    ...images.map(({ mediaType, data }) => ({
      type: 'image_url' as const,
      image_url: { url: `data:${mediaType};base64,${data}` },
    })),
  ]
}

/** Servers with a chat template parse the arguments of earlier calls, so broken ones travel inside JSON. */
function toCall({ id, name, input }: ToolCall) {
  const spelled = toObject(input) ? input : JSON.stringify(asMalformed(input))
  return { id, type: 'function' as const, function: { name, arguments: spelled } }
}

function toTool({ name, description, input }: Tool) {
  const parameters = shownInput(input)
  return { type: 'function' as const, function: { name, description, parameters } }
}

function toFormat(
  type: 'json_schema' | 'json_object',
  purpose: string,
  schema: Json,
  strict: boolean,
) {
  if (type === 'json_object') return { type }
  const named = { name: toName(purpose, 56), schema: schema as Record<string, unknown> }
  return { type, json_schema: { ...named, strict } }
}

const formatWords = /response.?format|json.?(schema|object|mode)|structured|grammar|guided/i

/** How servers speak of a part of the request other than by its field. */
const otherNames: Readonly<Partial<Record<Refusable, RegExp>>> = {
  json_schema: formatWords,
  json_object: formatWords,
  reasoning_effort: /reasoning|think/i,
  chat_template_kwargs: /chat.?template|enable_thinking/i,
  tool_choice: /tool[_ ]choice|tool[-_]call[-_]parser/i,
  images: /image|vision|multi-?modal|content.{0,40}(string|text)/i,
}

/** Some models call tools in this protocol only when they do not think. */
const toolsNotThought = /\btools?\b[^.]*\breasoning.?effort\b[^.]*\bnot supported/i

/** What a server has said against a request. */
interface Complaint {
  readonly status: number | undefined
  /** The field it names apart from its words. */
  readonly param: string | undefined
  readonly message: string
}

/** Whether a complaint is about how much was asked for in this one request. */
export function isPassing({ message }: Complaint): boolean {
  return /too (large|high|many|long)|at most|maximum/i.test(message)
}

/** What of `body` a complaint is about, where the same request may be accepted without it. */
export function refusedIn(
  { status, param, message }: Complaint,
  body: Body,
): Refusable | undefined {
  if (status !== 400 && status !== 422 && !(status === 500 && /not support/i.test(message)))
    return undefined
  if (body.tools && body.reasoning_effort !== 'none' && toolsNotThought.test(message))
    return 'thinking_with_tools'
  const sent = partsOf(body)
  const field = param?.split(/[.[]/)[0]
  return (
    sent.find(
      name => name === field || (field === 'response_format' && name.startsWith('json_')),
    ) ??
    firstNamed(sent, message, name => new RegExp(`\\b${name}\\b`)) ??
    firstNamed(sent, message, name => otherNames[name])
  )
}

function partsOf(body: Body): readonly Refusable[] {
  const { type } = body.response_format ?? {}
  return [
    ...refusableFields.filter(field => field in body),
    ...(type === 'json_schema' || type === 'json_object' ? [type] : []),
    // without a choice it is the model's own, which is what a server may refuse
    ...(body.tools && !body.tool_choice ? (['tool_choice'] as const) : []),
    ...(body.messages.some(m => Array.isArray(m.content)) ? (['images'] as const) : []),
  ]
}

function firstNamed(
  sent: readonly Refusable[],
  message: string,
  pattern: (name: Refusable) => RegExp | undefined,
): Refusable | undefined {
  const places = sent.map(name => ({ name, at: pattern(name)?.exec(message)?.index ?? -1 }))
  return places.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0]?.name
}
