// Keeps every prompt within the context of a model: measures it before it is sent and shortens what
// matters least. Knows no protocol and no model's tokenizer.
import { aborted, type Ending, isEnding, orAborted } from '../abort.ts'
import { type Message, type ModelEvent, noUsage, type Request, type Wire } from '../provider.ts'
import { sumUsage } from '../retry.ts'
import { cutMiddle, estimateTokens, promptTokens } from './prompt-size.ts'

/** Part of a context that is kept free for the reply when nothing says how long the reply may be. */
const replyShare = 1 / 4
/** Tokens a text keeps, notice not counted, however much has to go. */
const leastTokens = 100
/** Requests sent in place of one that was refused for its length, each half as long. */
const mostHalvings = 3
/** Shorter prompts fit any context there is, so nobody is asked how long theirs is. */
const worthAsking = 3_000
/** Times that somebody is asked who does not know: a server may know once it has loaded the model. */
const mostQuestions = 2

/** How many tokens a model can hold, or who knows; what rejects does not know. */
export type ContextLimit = number | (() => Promise<number | undefined>)

/**
 * A wire that sends to `wire` only prompts that fit `limit` tokens, the reply included (a quarter of
 * the context, or `maxOutputTokens` up to a half). A longer prompt is shortened, each text in its
 * middle and with a notice in words: older tool results first, the oldest before the others; then
 * what the model said earlier; then the longest paragraphs of the first user message; then the
 * latest tool results, the largest first. System messages, calls, and which result belongs to which
 * call stay as they are. A prompt that does not fit even then ends in an `overflow` error that
 * names both lengths, and nothing is sent.
 *
 * Without a limit, or when the limit proves too high, it learns: a prompt that the server refuses as
 * too long is sent again at half its length, three times at most, and the length that was accepted
 * holds for this wire from then on; the ending counts all these requests. A `limit` that has to be
 * asked for is asked for before the first prompt that is long enough to need it, at most twice. The
 * same requests, replies and limit give the same prompts.
 * @throws RangeError when `limit` is a number and not a positive integer.
 */
export function withinContext(wire: Wire, limit: ContextLimit | undefined): Wire {
  if (typeof limit === 'number' && !(Number.isInteger(limit) && limit > 0))
    throw new RangeError(`contextTokens must be a positive integer, not ${limit}`)
  const limitFor = typeof limit === 'function' ? whenItMatters(limit) : async () => limit
  let learned = Number.POSITIVE_INFINITY
  return {
    name: wire.name,
    async *stream(request) {
      const contextTokens = await orAborted(limitFor(request), request.signal)
      if (contextTokens === aborted) return yield { type: 'aborted' }
      const known = roomForPrompt(contextTokens, request)
      let allowed = Math.min(known, learned)
      let fitted = within(request, allowed)
      if (fitted.tokens > known) return yield tooLong(wire, fitted.tokens, contextTokens)
      let before: Refused | undefined
      for (let halvings = 0; ; halvings++) {
        const heard = yield* untilRefused(wire, fitted.request, before)
        if (heard === 'accepted' && halvings > 0)
          learned = Math.min(learned, Math.max(allowed, fitted.tokens))
        if (typeof heard === 'string') return
        allowed = fitted.tokens / 2
        const shorter = within(request, allowed)
        if (halvings === mostHalvings || shorter.tokens >= fitted.tokens) return yield heard
        fitted = shorter
        before = heard
      }
    },
  }
}

// --- internal ---

type Refused = Extract<ModelEvent, { type: 'error' }>

/** Asks for the limit no sooner than a prompt is long enough for it to matter. */
function whenItMatters(ask: () => Promise<number | undefined>) {
  let known: number | undefined
  let questions = 0
  let asking: Promise<void> | undefined
  const learn = async () => {
    questions += 1
    known = await ask().catch(() => undefined)
    asking = undefined
  }
  return async (request: Request): Promise<number | undefined> => {
    if (known !== undefined || promptTokens(request) <= worthAsking) return known
    if (!asking && questions < mostQuestions) asking = learn()
    await asking
    return known
  }
}

function roomForPrompt(contextTokens: number | undefined, { maxOutputTokens }: Request): number {
  if (contextTokens === undefined) return Number.POSITIVE_INFINITY
  const reply = Math.min(maxOutputTokens ?? contextTokens * replyShare, contextTokens / 2)
  return contextTokens - reply
}

function tooLong(wire: Wire, tokens: number, contextTokens: number | undefined): Refused {
  const message = `the prompt takes about ${tokens} tokens even when shortened, too many for the ${contextTokens} of ${wire.name} with room for a reply; use a model with a larger context or less input`
  return { type: 'error', message, retryable: false, kind: 'overflow', requests: 0 }
}

/**
 * Passes on what the wire says, its ending with what the requests `before` have used; unless the
 * first thing it says is that the prompt is too long, which is given back.
 */
async function* untilRefused(
  wire: Wire,
  request: Request,
  before: Refused | undefined,
): AsyncGenerator<ModelEvent, 'accepted' | 'failed' | Refused> {
  let outcome: 'accepted' | 'failed' | undefined
  for await (const event of wire.stream(request)) {
    const counted = before && isEnding(event) ? after(before, event) : event
    if (!outcome && counted.type === 'error' && counted.kind === 'overflow') return counted
    outcome ??= event.type === 'error' || event.type === 'aborted' ? 'failed' : 'accepted'
    yield counted
  }
  return outcome ?? 'failed'
}

/** The ending of a turn in which another request came first. */
function after({ requests = 1, usage }: Refused, ending: Ending): Ending {
  const all = { ...ending, requests: requests + (ending.requests ?? 1) }
  if (!usage || all.type === 'aborted') return all
  return { ...all, usage: sumUsage(usage, all.usage ?? noUsage) }
}

/** A request and about how many tokens it takes. */
interface Fitted {
  readonly request: Request
  readonly tokens: number
}

/** The request with as little left out as makes it `allowed` tokens long, or as short as it gets. */
function within(request: Request, allowed: number): Fitted {
  let tokens = promptTokens(request)
  if (tokens <= allowed) return { request, tokens }
  const messages = [...request.messages]
  for (const { index, shorten } of inOrderOfWorth(messages)) {
    if (tokens <= allowed) break
    const message = messages[index]!
    const before = estimateTokens(message.content)
    const content = shorten(message.content, before - (tokens - allowed))
    const gained = before - estimateTokens(content)
    messages[index] = { ...message, content }
    tokens -= gained
  }
  return { request: { ...request, messages }, tokens }
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
  const older = results.filter(index => index < latest)
  const newest = results.slice(older.length).sort((a, b) => size(b) - size(a))
  const place = (shorten: Place['shorten']) => (index: number) => ({ index, shorten })
  return [
    ...older.map(place(shortenResult)),
    ...at('assistant').map(place(shortenWords)),
    ...at('user').slice(0, 1).map(place(shortenParagraphs)),
    ...newest.map(place(shortenResult)),
  ]
}

/** Cuts the middle so that a text is `tokens` long, notice included, or keeps the least it may keep. */
const cutWith =
  (words: string): Place['shorten'] =>
  (text, tokens) => {
    const notice = (characters: number) => `[${characters} characters ${words}]`
    const size = estimateTokens(text)
    if (size <= tokens) return text
    const kept = tokens - estimateTokens(notice(text.length)) - 1
    const cut = cutMiddle(text, Math.max(kept, leastTokens), notice)
    return estimateTokens(cut) < size ? cut : text // a notice may be longer than what it stands for
  }

const shortenResult = cutWith(
  'of this result were left out here, as the conversation is longer than the model can read; call the tool again for a narrower part where they matter',
)
const shortenWords = cutWith(
  'of this earlier reply were left out here, as the conversation is longer than the model can read',
)
const shortenPrompt = cutWith(
  'were left out here, as the prompt is longer than the model can read; look them up in their source where they matter, or say that they are missing',
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
