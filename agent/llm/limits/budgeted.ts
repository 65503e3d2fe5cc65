// A wire under a budget: what a prompt will take is reckoned and reserved before it is sent, and the
// reply counted piece by piece. Holds no limits itself.
import { type Ending, isEnding } from '../abort.ts'
import type { ModelEvent, Request, Usage, Wire } from '../provider.ts'
import type { Account, Budget } from './budget.ts'
import type { Price } from './prices.ts'
import { promptTokens } from './prompt-size.ts'

/** The longest reply that is asked for when nobody says how long those of a model may be. */
const usualReply = 4096

/**
 * A wire that sends to `wire` (which is `withinBounds`) only what `budget` allows. A prompt that does
 * not fit ends in an `error` event of kind `budget` and nothing is sent. The reply is asked to be no
 * longer than what is left, every piece counts as at least one token, and once nothing is left the
 * request is cancelled, as are all others under the same budget: they end in such an event too, with
 * the usage so far. How many tokens a prompt takes is reckoned from its characters, and by what the
 * server said of earlier prompts when that is more. What the server says a request has used replaces
 * the reckoning; when it says nothing, and tokens or cost are limited, the reckoning stands for it.
 * Without a limit nothing is changed, and what is used is counted.
 */
export function budgeted(wire: Wire, budget: Budget, price?: Price): Wire {
  const { tokens, cost, seconds } = budget.limits
  const measured = tokens !== undefined || cost !== undefined
  const limited = measured || seconds !== undefined
  const learned = { reckoned: 0, said: 0 }
  return {
    name: wire.name,
    async *stream(request) {
      if (request.signal.aborted) return yield { type: 'aborted' }
      const reckoned = promptTokens(request)
      const factor = Math.max(1, learned.said / (learned.reckoned || 1))
      const account = budget.reserve(reckoned * factor, price)
      if ('refused' in account) return yield { ...usedUp(account.refused), requests: 0 }
      const meter = meterOf(account)
      const onArguments = (piece: string) => {
        meter.argument(piece)
        request.onArguments?.(piece)
      }
      const ended = (event: Ending): Ending => {
        if (event.type === 'aborted')
          return request.signal.aborted
            ? event
            : { ...usedUp(budget.ended() ?? 'the call was cancelled'), usage: account.usage() }
        if (event.type === 'error')
          return limited ? { ...event, ...meter.charged(event.usage) } : event
        if (event.usage) {
          learned.said += event.usage.inputTokens
          learned.reckoned += reckoned
        }
        return measured ? { ...event, usage: event.usage ?? account.usage() } : event
      }
      try {
        for await (const event of wire.stream({ ...within(request, account, price), onArguments }))
          if (isEnding(event)) {
            const ending = ended(event)
            const used = ending.type === 'aborted' ? undefined : ending.usage
            // a failure before the first piece is free
            account.close(ending.type === 'error' ? used : (used ?? account.usage()))
            yield ending
          } else {
            meter.heard(event)
            yield event
          }
      } finally {
        account.close(account.usage()) // nobody listens any more
      }
    },
  }
}

// --- internal ---

const usedUp = (message: string) =>
  ({ type: 'error', message, retryable: false, kind: 'budget' }) as const

/** The request as it may be sent: with a limit of its reply when what is left could be too little for one. */
function within(request: Request, { signal, room }: Account, price: Price | undefined): Request {
  const longest = request.maxOutputTokens ?? price?.maxOutputTokens ?? usualReply
  const asked = request.maxOutputTokens !== undefined || room < longest
  return {
    ...request,
    signal: AbortSignal.any([request.signal, signal]),
    ...(asked && { maxOutputTokens: Math.min(room, longest) }),
  }
}

/** Counts the pieces of one reply; arguments that came in pieces are not counted again with their call. */
function meterOf(account: Account) {
  let began = false
  let inPieces = 0
  const add = (tokens: number) => {
    began = true
    account.add(tokens)
  }
  return {
    argument(piece: string) {
      inPieces += tokensOf(piece)
      add(tokensOf(piece))
    },
    heard(event: Exclude<ModelEvent, Ending>) {
      if (event.type !== 'tool-call') return add(tokensOf(event.delta))
      const tokens = tokensOf(event.call.name) + tokensOf(event.call.input)
      const again = Math.min(inPieces, tokens)
      inPieces -= again
      add(tokens - again)
    },
    /** What a failed request has used: before its first piece nothing, unless the server says so. */
    charged(said: Usage | undefined): { readonly usage?: Usage } {
      const reckoned = account.usage()
      if (!began) return said ? { usage: said } : {}
      if (!said) return { usage: reckoned }
      // what a server said before a reply broke off may lack what came after it said so
      const outputTokens = Math.max(said.outputTokens, reckoned.outputTokens)
      return { usage: { ...said, outputTokens } }
    },
  }
}

/** Tokens of a piece of a reply: one at least, and more when it is long. */
function tokensOf(piece: string): number {
  return Math.max(1, Buffer.byteLength(piece) / 4)
}
