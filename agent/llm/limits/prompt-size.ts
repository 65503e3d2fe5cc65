// About how many tokens a text or a prompt takes, reckoned without a model's tokenizer, and a text cut
// to a number of them.
import { memoOf } from '../../../plans/memo.ts'
import { shownInput, type Tool } from '../../../tools/tool.ts'
import type { Message, Request } from '../provider.ts'

/** What a message, a call or a tool takes beside its words. */
const frameTokens = 8
/** About what servers count for a picture as large as they take it. */
const imageTokens = 1_600
/** Longest result that enters a conversation: three times what the tools here give. */
const resultTokens = 20_000
/** More than a label and the notice about what was left out take. */
const noticeTokens = 200

/**
 * About how many tokens a text is, rather too many than too few: one for every three bytes of UTF-8
 * up to U+07FF (three Latin letters; one and a half Greek or Cyrillic ones), one for every digit, and
 * one for every other UTF-16 code unit (a Chinese character; half an emoji).
 */
export function estimateTokens(text: string): number {
  let thirds = 0
  for (let at = 0; at < text.length; at++) thirds += thirdsOf(text.charCodeAt(at))
  return Math.ceil(thirds / 3)
}

/** About how many tokens a request takes before anything is answered: messages, tools and schema. */
export function promptTokens({ messages, tools, schema }: Request): number {
  const reply = schema === undefined ? 0 : estimateTokens(JSON.stringify(schema))
  const offered = tools.reduce((sum, tool) => sum + toolTokens(tool), reply)
  return messages.reduce((sum, message) => sum + messageTokens(message), offered)
}

/**
 * Head and tail of `text`, about `tokens` long together, with what `notice` says of the number of
 * characters between them; `text` itself when it is no longer than that. Whole characters only.
 */
export function cutMiddle(
  text: string,
  tokens: number,
  notice: (characters: number) => string,
): string {
  const half = Math.floor((tokens * 3) / 2)
  let head = 0
  for (let left = half; head < text.length; head++) {
    left -= thirdsOf(text.charCodeAt(head))
    if (left < 0) break
  }
  let tail = text.length
  for (let left = half; tail > head; tail--) {
    left -= thirdsOf(text.charCodeAt(tail - 1))
    if (left < 0) break
  }
  if (tail <= head) return text
  if (isHighSurrogate(text.charCodeAt(head - 1))) head--
  if (tail < text.length && isHighSurrogate(text.charCodeAt(tail - 1))) tail++
  return `${text.slice(0, head)}\n${notice(tail - head)}\n${text.slice(tail)}`
}

/**
 * What a call of the tool `name` gave, in whole characters and at a length that can be kept and sent:
 * its head and tail, about 20,000 tokens together, with a notice of what is left out between them. A
 * text that was bounded before stays as it is, also with a label in front of it.
 */
export function boundedResult(text: string, name: string): string {
  if (estimateTokens(text) <= resultTokens + noticeTokens) return text.toWellFormed()
  const notice = (characters: number) =>
    `[${characters} characters of this result were left out here; call ${name} again for a narrower part where they matter]`
  return cutMiddle(text, resultTokens, notice).toWellFormed()
}

// --- internal ---

function thirdsOf(code: number): number {
  if (code < 0x80) return code >= 0x30 && code <= 0x39 ? 3 : 1
  return code < 0x800 ? 2 : 3
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function messageTokens(message: Message): number {
  const calls = message.role === 'assistant' ? message.calls : []
  const images = message.role === 'user' ? (message.images?.length ?? 0) : 0
  return calls.reduce(
    (sum, { name, input }) => sum + frameTokens + estimateTokens(name) + estimateTokens(input),
    frameTokens + estimateTokens(message.content) + images * imageTokens,
  )
}

const toolTokens = memoOf(
  (tool: Tool) => frameTokens + estimateTokens(tool.name + tool.description + spelledInput(tool)),
)

function spelledInput({ input }: Tool): string {
  try {
    return JSON.stringify(shownInput(input))
  } catch {
    return '' // whether it can be sent at all is for the wire to say
  }
}
