// A reply as it comes in the Anthropic Messages protocol: read event by event, and put together.
import { z } from 'zod'
import type { ModelEvent, Request, ToolCall, Usage } from '../provider.ts'
import { type Block, toUse } from './request.ts'

const text = z.string().nullish()
const count = z.number().nullish()

const Counts = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
})
type Counts = z.infer<typeof Counts>

const Begun = z.object({
  type: z.string(),
  text,
  thinking: text,
  signature: text,
  data: text,
  id: text,
  name: text,
  input: z.unknown().optional(),
})
type Begun = z.infer<typeof Begun>

const Delta = z.object({
  text,
  thinking: text,
  signature: text,
  partial_json: text,
  stop_reason: text,
  stop_details: z.object({ explanation: text }).nullish(),
})

/** What an event may hold, as far as it is read here; of the kinds that are not known, nothing is. */
const Event = z.object({
  type: z.string(),
  index: count,
  message: z.object({ usage: Counts.nullish() }).nullish(),
  content_block: Begun.nullish(),
  delta: Delta.nullish(),
  usage: Counts.nullish(),
})

/** One block of the reply, as far as it has arrived. */
interface Part {
  readonly index: number
  readonly type: string
  readonly id: string
  readonly name: string
  /** Of a text, a thought or the arguments of a call. */
  content: string
  /** Of a thought: what proves that it is the model's own; of a hidden one, the thought itself. */
  seal: string
}

/** One response as it was when it ended. */
interface Heard {
  readonly parts: readonly Part[]
  /** The server's word for why it ended; left out when it broke off. */
  readonly stop: string | undefined
  /** Why the model refused, in the server's words. */
  readonly explanation: string | undefined
  /** True when there was no event at all. */
  readonly silent: boolean
}

/** Who is told of what arrives and is no event yet. */
interface Listener {
  readonly onArguments: Request['onArguments']
  /** The server has said why the response ended. */
  readonly onEnd: (stop: string) => void
  /** What the response has used so far. */
  readonly onUsage: (usage: Usage) => void
}

/** Reads one response to its end, and gives what it heard. */
export async function* listen(
  events: AsyncIterable<unknown>,
  { onArguments, onEnd, onUsage }: Listener,
): AsyncGenerator<ModelEvent, Heard> {
  const parts: Part[] = []
  let counts: Counts = {}
  let stop: string | undefined
  let explanation: string | undefined
  let silent = true
  for await (const raw of events) {
    silent = false
    const { type, index, message, content_block: block, delta, usage } = Event.parse(raw)
    counts = { ...counts, ...given(message?.usage), ...given(usage) }
    const used = toUsage(counts)
    if (used) onUsage(used)
    if (delta?.partial_json) onArguments?.(delta.partial_json)
    if (block) parts.push(toPart(index ?? parts.length, block))
    const part = parts.findLast(each => each.index === index)
    if (part && delta) {
      part.content += delta.text ?? delta.thinking ?? delta.partial_json ?? ''
      part.seal += delta.signature ?? ''
    }
    for (const { thinking, text } of [block ?? {}, delta ?? {}]) {
      if (thinking) yield { type: 'reasoning', delta: thinking }
      if (text) yield { type: 'text', delta: text }
    }
    if (delta?.stop_reason) onEnd(delta.stop_reason)
    stop = delta?.stop_reason || stop
    explanation = delta?.stop_details?.explanation ?? explanation
    if (type === 'message_stop') break // the response itself may never end
  }
  return { parts, stop, explanation, silent }
}

function toPart(index: number, block: Begun): Part {
  const { type, id, name, text, thinking, signature, data, input } = block
  // arguments come in pieces; some servers send them whole, with the beginning of the block
  const whole = input && Object.keys(input).length > 0 ? JSON.stringify(input) : ''
  const content = text ?? thinking ?? whole
  return { index, type, id: id ?? '', name: name ?? '', content, seal: signature ?? data ?? '' }
}

const given = (counts: Counts | null | undefined): Counts =>
  Object.fromEntries(Object.entries(counts ?? {}).filter(([, count]) => count !== null))

/** Undefined when the server has not said what the turn cost. */
function toUsage(counts: Counts): Usage | undefined {
  const { input_tokens, output_tokens } = counts
  if (input_tokens == null && output_tokens == null) return undefined
  const cachedTokens = counts.cache_read_input_tokens ?? 0
  const written = counts.cache_creation_input_tokens ?? 0
  return {
    inputTokens: (input_tokens ?? 0) + cachedTokens + written,
    outputTokens: output_tokens ?? 0,
    cachedTokens,
    ...(written > 0 && { cacheWriteTokens: written }),
  }
}

/** The calls of a reply, and its blocks in the form that goes back. */
export function toReply(parts: readonly Part[]) {
  const calls: ToolCall[] = []
  const blocks = parts.flatMap(({ type, id, name, content, seal }): Block[] => {
    switch (type) {
      case 'text':
        return content.trim() === '' ? [] : [{ type, text: content.toWellFormed() }]
      case 'thinking':
        return [{ type, thinking: content, signature: seal }]
      case 'redacted_thinking':
        return [{ type, data: seal }]
      case 'tool_use': {
        const call = { id, name, input: content.trim() || '{}' }
        calls.push(call)
        return [toUse(call, id)]
      }
      default:
        return []
    }
  })
  return { calls, blocks }
}
