// A reply as it comes in the chat-completions protocol: read chunk by chunk, and put together.
import { z } from 'zod'
import type { Signs } from '../conversing.ts'
import type { ModelEvent, Request, ToolCall, Usage } from '../provider.ts'
import { type Habit, holdCalls, leftCalls, type Piece, sortContent } from './content.ts'

// servers leave out, or send as null, what they like
const text = z.string().nullish()
const count = z.number().nullish()

const CallPiece = z.object({
  index: count,
  id: text,
  function: z.object({ name: text, arguments: text }).nullish(),
})
type CallPiece = z.infer<typeof CallPiece>

const Delta = z.object({
  content: text,
  refusal: text,
  reasoning: text,
  reasoning_content: text,
  tool_calls: z.array(CallPiece).nullish(),
})

const Counts = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish(),
})

/** What a chunk may hold, as far as it is read here. */
const Chunk = z.object({
  choices: z.array(z.object({ delta: Delta.nullish(), finish_reason: text })).nullish(),
  usage: Counts.nullish(),
})

/** One response as it was when it ended. */
interface Heard {
  /** The server's word for why it ended; left out when it broke off. */
  readonly finish: string | undefined
  readonly calls: readonly ToolCall[]
  /** Whether the server put the reply where refusals go. */
  readonly refused: boolean
  readonly usage: Usage | undefined
  /** True when there was no chunk at all. */
  readonly silent: boolean
}

/** Who reads a reply, and what of it. */
interface Listener {
  readonly habit: Habit
  /** Whether calls of tools may be left in the text. */
  readonly leavesCalls: boolean
  readonly signs: Signs
}

/** Reads one response to its end, and gives what it heard. */
export async function* listen(
  chunks: AsyncIterable<unknown>,
  request: Request,
  { habit, leavesCalls, signs }: Listener,
): AsyncGenerator<ModelEvent, Heard> {
  const left = leavesCalls ? holdCalls() : undefined
  const content = sortContent(habit)
  function* sorted(sortedPieces: Iterable<Piece>): Generator<ModelEvent> {
    for (const { type, delta } of sortedPieces)
      yield { type, delta: type === 'text' && left ? left.add(delta) : delta }
  }
  const pieces: CallPiece[] = []
  let finish: string | undefined
  let refused = false
  let usage: Usage | undefined
  let silent = true
  for await (const raw of chunks) {
    silent = false
    const chunk = Chunk.parse(raw)
    usage = toUsage(chunk.usage) ?? usage
    if (usage) signs.ofUse(usage)
    const choice = chunk.choices?.[0]
    const delta = choice?.delta
    const thought = delta?.reasoning || delta?.reasoning_content
    if (thought) yield { type: 'reasoning', delta: thought }
    yield* sorted(content.add(delta?.content))
    if (delta?.refusal) yield { type: 'text', delta: delta.refusal }
    refused ||= Boolean(delta?.refusal)
    for (const piece of delta?.tool_calls ?? []) {
      pieces.push(piece)
      if (piece.function?.arguments) request.onArguments?.(piece.function.arguments)
    }
    finish = choice?.finish_reason || finish
    // what comes after the last chunk of the choice is about usage
    if (choice && finish !== undefined) signs.ofEnd()
  }
  yield* sorted(content.end())
  const found =
    left && pieces.length === 0 && finish !== 'length' && leftCalls(left.rest(), request.tools)
  if (left && !found) yield { type: 'text', delta: left.rest() }
  const written: readonly Written[] = found || assembled(pieces)
  const calls = written.map(({ id = '', name, input }) => ({
    id,
    name,
    input: input.trim() || '{}',
  }))
  return { finish, calls, refused, usage, silent }
}

// --- internal ---

/** A call, without an id where it was left in the text. */
type Written = Omit<ToolCall, 'id'> & Partial<ToolCall>

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
