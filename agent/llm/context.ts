// Keeps every prompt within the context of a model: measures it before it is sent and shortens what
// matters least. Knows no protocol and no model's tokenizer.
import { z } from 'zod'
import type { Tool } from '../../tools/tool.ts'
import type { Message, ModelEvent, Request, Wire } from './provider.ts'

/** Part of a context that is kept free for the reply when nothing says how long the reply may be. */
const replyShare = 1 / 4
/** Tokens a text keeps, notice not counted, however much has to go. */
const leastTokens = 100
/** What a message, a call or a tool costs beside its words. */
const frameTokens = 8
/** About what servers count for a picture as large as they take it. */
const imageTokens = 1_600
/** Requests sent in place of one that was refused for its length, each half as long. */
const mostHalvings = 3

/**
 * A wire that sends to `wire` only prompts that fit `contextTokens`, the reply included (a quarter of
 * the context, or `maxOutputTokens` up to a half). A longer prompt is shortened, each text in its
 * middle and with a notice in words: older tool results first, the oldest before the others; then
 * what the model said earlier; then the longest paragraphs of the first user message; then the
 * latest tool results, the largest first. System messages, calls, and which result belongs to which
 * call stay as they are. A prompt that does not fit even then ends in an `overflow` error that
 * names both lengths, and nothing is sent.
 *
 * Without a limit, or when the limit proves too high, it learns: a prompt that the server refuses as
 * too long is sent again at half its length, three times at most, and the length that was accepted
 * holds for this wire from then on. The same requests and replies give the same prompts.
 * @throws RangeError when `contextTokens` is not a positive integer.
 */
export function withinContext(wire: Wire, contextTokens: number | undefined): Wire {
  if (contextTokens !== undefined && !(Number.isInteger(contextTokens) && contextTokens > 0))
    throw new RangeError(`contextTokens must be a positive integer, not ${contextTokens}`)
  let learned = Number.POSITIVE_INFINITY
  return {
    name: wire.name,
    async *stream(request) {
      const known = roomForPrompt(contextTokens, request)
      let allowed = Math.min(known, learned)
      let fitted = within(request, allowed)
      if (fitted.tokens > known) return yield tooLong(wire, fitted.tokens, contextTokens)
      for (let halvings = 0; ; halvings++) {
        const heard = yield* untilRefused(wire, fitted.request)
        if (heard === 'accepted' && halvings > 0)
          learned = Math.min(learned, Math.max(allowed, fitted.tokens))
        if (typeof heard === 'string') return
        allowed = Math.floor(fitted.tokens / 2)
        const shorter = within(request, allowed)
        if (halvings === mostHalvings || shorter.tokens >= fitted.tokens) return yield heard.refusal
        fitted = shorter
      }
    },
  }
}

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
  if (head > 0 && isHighSurrogate(text.charCodeAt(head - 1))) head--
  if (tail < text.length && isHighSurrogate(text.charCodeAt(tail - 1))) tail++
  return `${text.slice(0, head)}\n${notice(tail - head)}\n${text.slice(tail)}`
}

// --- internal ---

type Failure = Extract<ModelEvent, { type: 'error' }>

function thirdsOf(code: number): number {
  if (code < 0x80) return code >= 0x30 && code <= 0x39 ? 3 : 1
  return code < 0x800 ? 2 : 3
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function roomForPrompt(contextTokens: number | undefined, { maxOutputTokens }: Request): number {
  if (contextTokens === undefined) return Number.POSITIVE_INFINITY
  const reply = Math.min(maxOutputTokens ?? contextTokens * replyShare, contextTokens / 2)
  return Math.floor(contextTokens - reply)
}

function tooLong(wire: Wire, tokens: number, contextTokens: number | undefined): Failure {
  const message = `the prompt takes about ${tokens} tokens even when shortened, too many for the ${contextTokens} of ${wire.name} with room for a reply; use a model with a larger context or less input`
  return { type: 'error', message, retryable: false, kind: 'overflow' }
}

/** Passes on what the wire says, unless the first thing it says is that the prompt is too long. */
async function* untilRefused(
  wire: Wire,
  request: Request,
): AsyncGenerator<ModelEvent, 'accepted' | 'failed' | { readonly refusal: Failure }> {
  let outcome: 'accepted' | 'failed' | undefined
  for await (const event of wire.stream(request)) {
    if (!outcome && event.type === 'error' && event.kind === 'overflow') return { refusal: event }
    outcome ??= event.type === 'error' || event.type === 'aborted' ? 'failed' : 'accepted'
    yield event
  }
  return outcome ?? 'failed'
}

/** A request and about how many tokens it takes. */
interface Fitted {
  readonly request: Request
  readonly tokens: number
}

/** The request with as little left out as makes it `allowed` tokens long, or as short as it gets. */
function within(request: Request, allowed: number): Fitted {
  let tokens = request.messages.reduce((sum, m) => sum + tokensOf(m), fixedTokens(request))
  if (tokens <= allowed) return { request, tokens }
  const messages = [...request.messages]
  for (const { index, shorten } of inOrderOfWorth(messages)) {
    if (tokens <= allowed) break
    const message = messages[index]!
    const before = estimateTokens(message.content)
    const content = shorten(message.content, before - (tokens - allowed))
    const gained = before - estimateTokens(content)
    if (gained <= 0) continue
    messages[index] = { ...message, content }
    tokens -= gained
  }
  return { request: { ...request, messages }, tokens }
}

function tokensOf(message: Message): number {
  const calls = message.role === 'assistant' ? message.calls : []
  const images = message.role === 'user' ? (message.images?.length ?? 0) : 0
  return calls.reduce(
    (sum, { name, input }) => sum + frameTokens + estimateTokens(name) + estimateTokens(input),
    frameTokens + estimateTokens(message.content) + images * imageTokens,
  )
}

/** What is sent beside the messages. */
function fixedTokens({ tools, schema }: Request): number {
  const reply = schema === undefined ? 0 : estimateTokens(JSON.stringify(schema))
  return tools.reduce((sum, tool) => sum + frameTokens + estimateTokens(spelled(tool)), reply)
}

function spelled({ name, description, input }: Tool): string {
  try {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    return name + description + JSON.stringify(schema)
  } catch {
    return name + description // whether it can be sent at all is for the wire to say
  }
}

/** A message that may be shortened, and how: to about so many tokens, or to the least it keeps. */
interface Place {
  readonly index: number
  readonly shorten: (text: string, tokens: number) => string
}

/** What may be shortened, what is missed least first. */
function inOrderOfWorth(messages: readonly Message[]): readonly Place[] {
  const at = (role: Message['role']) =>
    messages.flatMap((m, index) => (m.role === role ? index : []))
  const latest = messages.findLastIndex(m => m.role === 'assistant' && m.calls.length > 0)
  const size = (index: number) => messages[index]!.content.length
  const results = at('tool')
  const newest = results.filter(index => index > latest).sort((a, b) => size(b) - size(a))
  const place = (shorten: Place['shorten']) => (index: number) => ({ index, shorten })
  return [
    ...results.filter(index => index < latest).map(place(shortenResult)),
    ...at('assistant').map(place(shortenWords)),
    ...at('user').slice(0, 1).map(place(shortenParagraphs)),
    ...newest.map(place(shortenResult)),
  ]
}

const shortenResult: Place['shorten'] = (text, tokens) =>
  shortenTo(
    text,
    tokens,
    n =>
      `[${n} characters of this result were left out here, as the conversation is longer than the model can read; call the tool again for a narrower part where they matter]`,
  )

const shortenWords: Place['shorten'] = (text, tokens) =>
  shortenTo(
    text,
    tokens,
    n =>
      `[${n} characters of this earlier reply were left out here, as the conversation is longer than the model can read]`,
  )

const shortenPrompt: Place['shorten'] = (text, tokens) =>
  shortenTo(
    text,
    tokens,
    n =>
      `[${n} characters were left out here, as the prompt is longer than the model can read; look them up in their source where they matter, or say that they are missing]`,
  )

/** Cuts the longest paragraphs to one common length, and all of the text when that is not enough. */
const shortenParagraphs: Place['shorten'] = (text, tokens) => {
  const paragraphs = text.split('\n\n')
  const most = commonLength(paragraphs.map(estimateTokens), tokens - paragraphs.length)
  const cut = paragraphs.map(each => shortenPrompt(each, most)).join('\n\n')
  return estimateTokens(cut) <= tokens ? cut : shortenPrompt(text, tokens)
}

/** The length to which every longer one has to be cut for all of them to be `allowed` long together. */
function commonLength(lengths: readonly number[], allowed: number): number {
  let left = allowed
  for (const [position, length] of [...lengths].sort((a, b) => a - b).entries()) {
    const share = left / (lengths.length - position)
    if (length > share) return Math.floor(share)
    left -= length
  }
  return Number.POSITIVE_INFINITY
}

/** Cuts the middle so that `text` is `tokens` long, notice included, or keeps the least it may keep. */
function shortenTo(text: string, tokens: number, notice: (characters: number) => string): string {
  const size = estimateTokens(text)
  if (size <= tokens) return text
  const kept = tokens - estimateTokens(notice(text.length)) - 1
  const cut = cutMiddle(text, Math.max(kept, leastTokens), notice)
  return estimateTokens(cut) < size ? cut : text // a notice may be longer than what it stands for
}
