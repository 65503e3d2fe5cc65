// What a server leaves in the content of a reply although it is none: thinking between tags, and calls
// of tools that no parser of its own has taken out.
import { z } from 'zod'
import type { Tool } from '../../../tools/tool.ts'
import { lenientJson } from '../call-form.ts'
import type { ModelEvent, ToolCall } from '../provider.ts'

/** A piece of a reply, sorted. */
export type Piece = Extract<ModelEvent, { readonly delta: string }>

/** Whether this server's template opens the thinking itself, so that replies hold its end only. */
export interface Habit {
  opensThinking: boolean
}

const opening = /^\s*<think(?:ing)?>/
const closing = /<\/think(?:ing)?>/
const openings = ['<think>', '<thinking>']
const closings = ['</think>', '</thinking>']

/**
 * Sorts content into reasoning and text as it arrives. Only a block that opens the reply counts, so a
 * tag inside a reply stays what it is. Where a template opens the block in the prompt, the end of
 * the thinking is the first sign of it: what was given as text by then stays text, and `habit` keeps
 * it in mind for the replies after this one. In those, what looks like JSON is a reply, and thinking
 * that never ends is given once more, as text.
 */
export function sortContent(habit: Habit) {
  let at: 'start' | 'thinking' | 'after' | 'text' = 'start'
  let held = ''
  let unopened: string | undefined
  let tail = ''
  let likeJson = false

  function* advance(last: boolean): Generator<Piece> {
    if (at === 'start') {
      const rest = held.trimStart()
      if (!last && openings.some(tag => tag !== rest && tag.startsWith(rest))) return
      const block = opening.exec(held)
      likeJson = /^[{["'`]/.test(rest)
      at = block || (habit.opensThinking && !likeJson && rest) ? 'thinking' : 'text'
      if (block) held = held.slice(block[0].length)
      else if (at === 'thinking') unopened = ''
    }
    if (at === 'thinking') yield* think(last)
    if (at === 'after') held = held.trimStart()
    if (at === 'after' && held) at = 'text'
    if (at === 'text') yield* give('text', take(held.length))
  }

  function* think(last: boolean): Generator<Piece> {
    const end = closing.exec(held)
    const length = end ? end.index : last ? held.length : held.length - beginningOf(closings, held)
    const thought = take(length)
    if (unopened !== undefined) unopened += thought
    yield* give('reasoning', thought)
    if (!end) return
    held = held.slice(end[0].length)
    unopened = undefined
    at = 'after'
  }

  function take(length: number): string {
    const taken = held.slice(0, length)
    held = held.slice(length)
    return taken
  }

  function* give(type: Piece['type'], delta: string): Generator<Piece> {
    if (type === 'text' && !likeJson) {
      tail = (tail + delta).slice(-(delta.length + 12))
      habit.opensThinking ||= closing.test(tail)
    }
    if (delta) yield { type, delta }
  }

  return {
    *add(content: string | null | undefined): Generator<Piece> {
      held += content ?? ''
      if (held) yield* advance(false)
    },
    *end(): Generator<Piece> {
      yield* advance(true)
      if (unopened) yield* give('text', unopened)
    },
  }
}

/** How many characters at the end of `text` may be the beginning of one of `tags`. */
function beginningOf(tags: readonly string[], text: string): number {
  const longest = Math.max(...tags.map(tag => tag.length)) - 1
  for (let length = Math.min(longest, text.length); length > 0; length--)
    if (tags.some(tag => length < tag.length && tag.startsWith(text.slice(-length)))) return length
  return 0
}

const markers = ['<tool_call>', '[TOOL_CALLS]']

/** Lets text pass up to the first mark of a call and holds the rest, so that a call is not shown as text. */
export function holdCalls() {
  let held = ''
  return {
    /** What of the text so far is certainly no call. */
    add(text: string): string {
      held += text
      const places = markers.map(marker => held.indexOf(marker)).filter(place => place >= 0)
      const length = places.length ? Math.min(...places) : held.length - beginningOf(markers, held)
      const free = held.slice(0, length)
      held = held.slice(length)
      return free
    },
    /** What was held. */
    rest: () => held,
  }
}

type LeftCall = Omit<ToolCall, 'id'>

/**
 * The calls that a text consists of, in the words of Qwen and Hermes (`<tool_call>{...}</tool_call>`) or
 * of Mistral (`[TOOL_CALLS] [...]`, `[TOOL_CALLS]name{...}`), read as leniently as arguments are.
 * Undefined when it is anything else, or when it names a tool that is not among `tools`.
 */
export function leftCalls(text: string, tools: readonly Tool[]): readonly LeftCall[] | undefined {
  const calls = text.startsWith('<') ? taggedCalls(text) : markedCalls(text)
  const offered = (call: LeftCall | undefined) => tools.some(tool => tool.name === call?.name)
  return calls.length > 0 && calls.every(offered) ? (calls as LeftCall[]) : undefined
}

type Calls = readonly (LeftCall | undefined)[]

function taggedCalls(text: string): Calls {
  return parts(text, '<tool_call>').flatMap(part => {
    // what stands between two tags is whole, even when the model has lost count of its braces
    const [, closed] = /^(.*)<\/tool_call>$/s.exec(part.trim()) ?? []
    return toCalls(closed === undefined ? lenientJson(part) : lenientJson(closed, true))
  })
}

function markedCalls(text: string): Calls {
  return parts(text, '[TOOL_CALLS]').flatMap(part => {
    const [, name, input = ''] =
      /^\s*([\w.-]+)(?:\[CALL_ID\]\w+)?(?:\[ARGS\])?\s*(\{.*\})\s*$/s.exec(part) ?? []
    return toCalls(name === undefined ? lenientJson(part) : { name, arguments: lenientJson(input) })
  })
}

const toCalls = (value: unknown): Calls =>
  Array.isArray(value) ? value.map(toCall) : [toCall(value)]

function parts(text: string, marker: string): readonly string[] {
  return text.split(marker).slice(1)
}

const Arguments = z.union([z.string(), z.record(z.string(), z.unknown())])
const Call = z.object({ name: z.string(), arguments: Arguments })

/** The members of a call, by the names that models give them. */
function toCall(value: unknown): LeftCall | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  const given = value as Readonly<Record<string, unknown>>
  if (given.function !== null && typeof given.function === 'object') return toCall(given.function)
  const { data } = Call.safeParse({
    name: given.name ?? given.function ?? given.tool,
    arguments: given.arguments ?? given.parameters ?? given.args ?? given.input,
  })
  if (!data) return undefined
  const { name, arguments: input } = data
  return { name, input: typeof input === 'string' ? input : JSON.stringify(input) }
}
