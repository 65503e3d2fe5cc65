// A request as the chat-completions protocol spells it.
import type OpenAI from 'openai'
import { z } from 'zod'
import type { Json, Tool } from '../../tools/tool.ts'
import type { Message, Request, ToolCall } from './provider.ts'

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming
type WireMessage = OpenAI.Chat.Completions.ChatCompletionMessageParam

/**
 * The body of a streaming request to `model`.
 * @throws when the schema of a tool cannot be spelled as JSON Schema.
 */
export function toBody(model: string, { messages, tools, schema, purpose }: Request): Body {
  return {
    model,
    messages: toMessages(messages),
    stream: true,
    stream_options: { include_usage: true },
    ...(tools.length > 0 && { tools: tools.map(toTool) }),
    ...(tools.length === 0 &&
      schema !== undefined && { response_format: toFormat(purpose, schema) }),
  }
}

function toMessages(messages: readonly Message[]): WireMessage[] {
  const answered = new Set(messages.flatMap(m => (m.role === 'tool' ? [m.call] : [])))
  return messages.flatMap(message => toWire(message, answered))
}

/** A call without a result gets one that says so: servers refuse a conversation that lacks it. */
function toWire(message: Message, answered: ReadonlySet<string>): WireMessage[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return [{ role: message.role, content: message.content }]
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
          content: 'Error: this call was not carried out',
        })),
      ]
    }
  }
}

/** Servers with a chat template parse the arguments of earlier calls, so broken ones travel inside JSON. */
function toCall({ id, name, input }: ToolCall) {
  const spelled = isObject(input) ? input : JSON.stringify({ malformed_arguments: input })
  return { id, type: 'function' as const, function: { name, arguments: spelled } }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
  } catch {
    return false
  }
}

function toTool(tool: Tool) {
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.input, {
    io: 'input',
    unrepresentable: 'any',
  })
  const { name, description } = tool
  return { type: 'function' as const, function: { name, description, parameters } }
}

/** Not strict: that mode refuses optional members, and the reply is checked by its reader anyway. */
function toFormat(purpose: string, schema: Json) {
  const name = purpose.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'reply'
  return {
    type: 'json_schema' as const,
    json_schema: { name, schema: schema as Record<string, unknown>, strict: false },
  }
}
