// A wire under a budget: what a prompt will take is reckoned and reserved before it is sent, and the
// reply counted piece by piece. Holds no limits itself.
import { heed, isEnding } from '../aborting.ts'
import type { ModelEvent, Request, Usage, Wire } from '../provider.ts'
import type { Account, Budget } from './budget.ts'
import type { Price } from './prices.ts'
import { promptTokens } from './prompt-size.ts'

/** The longest reply that is asked for when nobody says how long those of a model may be. */
const usualReply = 4096

/**
 * A wire that sends to `wire` only what `budget` allows. A prompt that does not fit ends in an `error`
 * event of kind `budget` and nothing is sent. The reply is asked to be no longer than what is left,
 * every piece counts as at least one token, and once nothing is left the request is cancelled, as
 * are all others under the same budget: they end in such an event too, with the usage so far. How many
 * tokens a prompt takes is reckoned from its characters, and by what the server said of earlier
 * prompts when that is more. What the server says a request has used replaces the reckoning; when it
 * says nothing, and tokens or cost are limited, the reckoning stands for it in `done`.
 */
export function budgeted(wire: Wire, budget: Budget, price?: Price): Wire {
  const { tokens, cost, seconds } = budget.limits
  const measured = tokens !== undefined || cost !== undefined
  if (!measured && seconds === undefined) return wire
  const learned = { reckoned: 0, said: 0 }
  return {
    name: wire.name,
    async *stream(request) {
      if (request.signal.aborted) return yield { type: 'aborted' }
      const reckoned = promptTokens(request)
      const factor = Math.max(1, learned.said / (learned.reckoned || 1))
      const account = budget.reserve(reckoned * factor, price)
      if ('refused' in account) return yield { ...ended(account.refused), requests: 0 }
      for await (const event of counted(wire, within(request, account, price), account)) {
        if (event.type === 'done') {
          if (event.usage) learned.said += event.usage.inputTokens
          if (event.usage) learned.reckoned += reckoned
          const usage = event.usage ?? account.usage()
          account.close(usage)
          yield measured ? { ...event, usage } : event
        } else if (event.type === 'aborted' && !request.signal.aborted) {
          const usage = account.usage()
          account.close(usage)
          yield { ...ended(budget.ended() ?? 'the call was cancelled'), usage }
        } else yield event
      }
    },
  }
}

// --- internal ---

const ended = (message: string) =>
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

/**
 * The events of the wire, counted, up to its ending or, when the request's signal aborts, `aborted`.
 * The account is closed unless it ends so or with `done`.
 */
async function* counted(
  wire: Wire,
  request: Request,
  account: Account,
): AsyncGenerator<ModelEvent, void> {
  let heard = false
  let inPieces = 0
  const told = {
    ...request,
    onArguments: (piece: string) => {
      heard = true
      inPieces += tokensOf(piece)
      account.add(tokensOf(piece))
      request.onArguments?.(piece)
    },
  }
  try {
    for await (const event of heed(wire, told)) {
      if (event.type === 'error') {
        // a request that fails before its first piece is not charged for, unless the server says so
        const usage = heard ? atLeast(account.usage(), event.usage) : event.usage
        account.close(usage)
        yield usage ? { ...event, usage } : event
        return
      }
      if (!isEnding(event)) {
        heard = true
        const pieces = event.type === 'tool-call' ? callTokens(event.call) : tokensOf(event.delta)
        const again = event.type === 'tool-call' ? Math.min(inPieces, pieces) : 0
        inPieces -= again
        account.add(pieces - again)
      }
      yield event
    }
  } finally {
    account.close(account.usage()) // nobody listens any more, or the wire broke off
  }
}

/** What a server said before a reply broke off, which may lack what came after it said so. */
function atLeast(reckoned: Usage, said: Usage | undefined): Usage {
  if (!said) return reckoned
  return { ...said, outputTokens: Math.max(said.outputTokens, reckoned.outputTokens) }
}

const callTokens = ({ name, input }: { readonly name: string; readonly input: string }) =>
  tokensOf(name) + tokensOf(input)

/** Tokens of a piece of a reply: one at least, and more when it is long. */
function tokensOf(piece: string): number {
  return Math.max(1, Buffer.byteLength(piece) / 4)
}
