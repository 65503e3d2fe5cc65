// A request as the Anthropic Messages protocol spells it.
import type Anthropic from '@anthropic-ai/sdk'
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema'
import { type Json, type Picture, shownInput, type Tool } from '../../../tools/tool.ts'
import { asMalformed, notCarriedOut, toName, toObject } from '../call-form.ts'
import type { Message, Request, Sampling, ToolCall } from '../provider.ts'
import { withoutRepeats } from '../repeats.ts'

type Body = Anthropic.MessageCreateParamsStreaming
export type Block =
  | Anthropic.TextBlockParam
  | Anthropic.ImageBlockParam
  | Anthropic.ThinkingBlockParam
  | Anthropic.RedactedThinkingBlockParam
  | Anthropic.ToolUseBlockParam
  | Anthropic.ToolResultBlockParam
interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: Block[]
}

/** What a body depends on besides the request. */
interface Settings {
  readonly model: string
  /** The longest reply, in tokens. */
  readonly maxTokens: number
  readonly effort: Sampling['effort']
  /** Whether the schema of the reply may be sent. */
  readonly sendsSchema: boolean
  /** The reply that had a first call, as the server sent it: thinking has to go back unchanged. */
  readonly spoken: Pick<WeakMap<ToolCall, readonly Block[]>, 'get'>
  /** The beginning of the reply that the server paused and is to go on with. */
  readonly begun: readonly Block[]
}

const mark = { cache_control: { type: 'ephemeral' } } as const
const text = (content: string): Anthropic.TextBlockParam[] =>
  content.trim() === '' ? [] : [{ type: 'text', text: content.toWellFormed() }]

/**
 * The body of a streaming request. The tools and the system prompt, which stay the same from call to
 * call, are marked for the server's cache; so are what the conversation begins with, where more follows it at
 * once (the files of a talk), and where tools are offered its end, since the next turn repeats it.
 * @throws when the schema of a tool cannot be spelled as JSON Schema.
 */
export function toBody(request: Request, settings: Settings): Body {
  const { messages, tools, schema } = request
  const { model, maxTokens, effort, sendsSchema, begun } = settings
  const system = messages.flatMap(m => (m.role === 'system' ? text(m.content) : []))
  const turns = toTurns(withoutRepeats(messages), settings.spoken)
  const [opening] = turns
  if (opening!.content.length > 1) opening!.content[0] = { ...opening!.content[0]!, ...mark }
  if (tools.length > 0) markLast(turns.at(-1)!.content)
  if (begun.length > 0) turns.push({ role: 'assistant', content: [...begun] })
  const format =
    sendsSchema && tools.length === 0 && schema !== undefined ? toFormat(schema) : undefined
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    ...(system.length > 0 && { system: markLast(system) }),
    messages: turns,
    ...toTools(tools, turns),
    ...((effort || format) && {
      output_config: { ...(effort && { effort }), ...(format && { format }) },
    }),
  }
}

function markLast<Marked extends object>(blocks: Marked[]): Marked[] {
  blocks[blocks.length - 1] = { ...blocks.at(-1)!, ...mark }
  return blocks
}

/**
 * Turns of user and assistant by turns, beginning and ending with the user. The results of calls are
 * the first blocks after them, one each.
 */
function toTurns(messages: readonly Message[], spoken: Settings['spoken']): Turn[] {
  const turns: Turn[] = []
  const add = (role: Turn['role'], blocks: readonly Block[]) => {
    if (blocks.length === 0) return
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...blocks)
    else turns.push({ role, content: [...blocks] })
  }
  const resultOf = inOrder(messages)
  const idOf = uniqueIds()
  for (const [position, message] of messages.entries())
    switch (message.role) {
      case 'system':
        break
      case 'user':
        add('user', [...text(message.content), ...(message.images ?? []).map(toImage)])
        break
      case 'tool':
        if (!resultOf.taken(position)) add('user', text(`A tool's result: ${message.content}`))
        break
      case 'assistant': {
        const ids = message.calls.map(call => idOf(call.id))
        add('assistant', toReply(message, ids, spoken))
        add(
          'user',
          message.calls.map((call, at) => toResult(ids[at]!, resultOf.call(call, position))),
        )
      }
    }
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', content: text('Begin.') })
  // a conversation that ends with the model's words would be taken as the beginning of its reply
  if (turns.at(-1)?.role === 'assistant') add('user', text('Go on.'))
  return turns
}

function toImage({ mediaType, data }: Picture): Block {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } }
}

type Result = Extract<Message, { role: 'tool' }>

/** Finds the results of calls, each of which belongs to one call. */
function inOrder(messages: readonly Message[]) {
  const taken = new Set<number>()
  return {
    /** The first free result after `position`. Callers go through the messages in order. */
    call({ id }: ToolCall, position: number): Result | undefined {
      const at = messages.findIndex(
        (m, each) => each > position && m.role === 'tool' && m.call === id && !taken.has(each),
      )
      taken.add(at)
      return messages[at] as Result | undefined
    },
    taken: (position: number) => taken.has(position),
  }
}

/** Spells ids in the letters the protocol allows, each once: other servers' ids may be otherwise. */
function uniqueIds(): (id: string) => string {
  const used = new Set<string>()
  return id => {
    const spelled = toName(id, 128)
    let unique = spelled
    for (let n = 2; used.has(unique); n++) unique = `${spelled}_${n}`
    used.add(unique)
    return unique
  }
}

function toReply(
  { content, calls }: Extract<Message, { role: 'assistant' }>,
  ids: readonly string[],
  spoken: Settings['spoken'],
): readonly Block[] {
  const exact = calls[0] && spoken.get(calls[0])
  // words that somebody has shortened since are not to come back
  if (!exact || content.length < lengthOf(exact))
    return [...text(content), ...calls.map((call, at) => toUse(call, ids[at]!))]
  let uses = 0
  return exact.map(block => (block.type === 'tool_use' ? { ...block, id: ids[uses++]! } : block))
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0)
}

/** The call as the model made it. Arguments that are no JSON object travel inside one. */
export function toUse({ name, input }: ToolCall, id: string): Anthropic.ToolUseBlockParam {
  return {
    type: 'tool_use',
    id,
    name: toName(name, 128),
    input: toObject(input) ?? asMalformed(input),
  }
}

function toResult(id: string, told: Result | undefined): Block {
  const result = { type: 'tool_result', tool_use_id: id } as const
  if (!told) return { ...result, content: notCarriedOut, is_error: true }
  const { content, failed } = told
  return {
    ...result,
    ...(content.trim() !== '' && { content: content.toWellFormed() }),
    ...(failed && { is_error: true }),
  }
}

/** The tools; when none are offered and some were used before, those, since the server wants them declared. */
function toTools(tools: readonly Tool[], turns: readonly Turn[]): Partial<Body> {
  if (tools.length > 0) return { tools: markLast(tools.map(toTool)) }
  const blocks = turns.flatMap(turn => turn.content)
  const used = new Set(blocks.flatMap(block => (block.type === 'tool_use' ? [block.name] : [])))
  if (used.size === 0) return {}
  const description = 'cannot be called any more'
  return {
    tools: [...used].map(name => ({ name, description, input_schema: { type: 'object' } })),
    tool_choice: { type: 'none' },
  }
}

function toTool({ name, description, input }: Tool): Anthropic.Tool {
  return { name, description, input_schema: { ...shownInput(input), type: 'object' } }
}

type Schema = Readonly<Record<string, unknown>>

/**
 * The schema in the words the server accepts; lengths and patterns become part of the descriptions,
 * and the reader of the reply checks them. Undefined when those words cannot say the same: they have
 * no objects with free names and no values of any kind.
 */
function toFormat(schema: Json): Anthropic.JSONOutputFormat | undefined {
  if (!isClosed(schema)) return undefined
  const closed = transformJSONSchema(schema as Parameters<typeof transformJSONSchema>[0])
  return { type: 'json_schema', schema: closed as Record<string, unknown> }
}

const named = ['properties', '$defs'] as const
const alternatives = ['anyOf', 'oneOf', 'allOf'] as const
const simple = new Set(['string', 'number', 'integer', 'boolean', 'null'])

function isClosed(node: unknown): boolean {
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return false
  const schema = node as Schema
  const choices = alternatives.flatMap(each => (schema[each] as unknown[] | undefined) ?? [])
  if (!isShaped(schema, choices.length > 0)) return false
  const below = named.flatMap(each => Object.values((schema[each] as Schema | undefined) ?? {}))
  return [...below, ...choices, ...(schema.items ? [schema.items] : [])].every(isClosed)
}

/** Whether this node by itself says which values there are. */
function isShaped(schema: Schema, chooses: boolean): boolean {
  const { type, items, properties, additionalProperties } = schema
  if (Array.isArray(type)) return type.every(each => simple.has(each))
  if (type === 'object')
    return additionalProperties === false || (!additionalProperties && !!properties)
  if (type === 'array') return Boolean(items)
  const literals =
    'const' in schema ? [schema.const] : ((schema.enum as unknown[] | undefined) ?? [])
  return (
    typeof type === 'string' ||
    chooses ||
    schema.$ref !== undefined ||
    (literals.length > 0 && literals.every(value => value === null || typeof value !== 'object'))
  )
}
