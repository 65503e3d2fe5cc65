// A limit on what models may use that binds: reserved before a request, counted while the reply
// arrives, and enforced the moment it is reached, in all calls at once.

import type { BudgetLimits, Spent, Usage } from '../provider.ts'
import { costAtMost, costOf, type Price } from './prices.ts'

export const nothingSpent = { tokens: 0, cost: 0, seconds: 0 } as const satisfies Spent

/** One request's part of a budget, from its reservation to its end. */
export interface Account {
  /** Aborts when the budget is used up while the request is under way. */
  readonly signal: AbortSignal
  /** Tokens the reply may have; `Infinity` when neither tokens nor cost are limited. */
  readonly room: number
  /** Counts tokens of the reply as they arrive; cuts off all requests under way when nothing is left. */
  add(tokens: number): void
  /** What the request is reckoned to have used so far. */
  usage(): Usage
  /** Ends it: `usage` is what it used in the end, left out when it used nothing. */
  close(usage?: Usage): void
}

/**
 * A budget that all calls of an opened model and of its fallbacks share.
 * @example
 * ```ts
 * import { type Budget, createBudget, createProvider, scripted } from 'intend/provider'
 *
 * const budget: Budget = createBudget({ tokens: 1000 })
 * const [one, other] = ['a', 'b'].map(text => createProvider(scripted([text]), { budget }))
 * console.log(one?.budget === other?.budget, budget.ended()) // true undefined
 * ```
 */
export interface Budget {
  readonly limits: BudgetLimits
  /** So far, with what requests under way are reckoned to have used. */
  spent(): Spent
  /** Why no more is allowed, in one sentence; undefined as long as there is something left. */
  ended(): string | undefined
  /** Sets a prompt of so many tokens aside, or says in one sentence why it does not fit. */
  reserve(prompt: number, price: Price | undefined): Account | { readonly refused: string }
  /** Watches over the time of one call: `signal` aborts at the deadline. `end` is called with the call's end. */
  watch(): { readonly signal: AbortSignal; end(): void }
  /** Counts what another process has used; cuts off all requests under way when nothing is left. */
  count(used: Pick<Spent, 'tokens' | 'cost'>): void
  /** Allows no more, for a reason that only another process can know. */
  end(why: string): void
}

/**
 * A budget of which `before` has been used already. Several providers may share one.
 * @throws RangeError for a limit that is none, or not a positive number.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 * import { createBudget, createProvider, scripted } from 'intend/provider'
 *
 * const wire = scripted(() => 'FINAL ANSWER: 42')
 * const model = createProvider(wire, { budget: createBudget({ tokens: 10 }) })
 * const agent = await createAgent({ agent: 'direct', model })
 * console.log((await agent.ask('What is it?')).satisfied) // false
 * agent.close()
 * ```
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one ledger, and all that is read of it and entered
export function createBudget(limits: BudgetLimits = {}, before: Spent = nothingSpent): Budget {
  for (const [name, limit] of Object.entries(limits))
    if (!(name in nothingSpent))
      throw new RangeError(
        `a budget has no ${name}; it is one of ${Object.keys(nothingSpent).join(', ')}`,
      )
    else if (limit !== undefined && !(limit > 0))
      throw new RangeError(`a budget of ${name} must be a positive number, not ${limit}`)
  const open = new Set<Open>()
  let { tokens } = before // what is closed has used
  let cost = before.cost ?? 0
  let priced = before.cost !== null
  let began: number | undefined
  let ended: string | undefined

  /** Reckons with what is on its way in all requests but `heard`, when one is named. */
  function spent(heard?: Open | 'elsewhere'): Sum {
    let sum = { tokens, cost }
    for (const each of open) {
      const { prompt, price } = each
      const reply = each.reply + (heard && each !== heard ? piecesOnTheWay * each.piece : 0)
      const paid = price ? costAtMost(price, prompt, reply) : 0
      sum = { tokens: sum.tokens + prompt + reply, cost: sum.cost + paid }
    }
    const passed = began === undefined ? 0 : (Date.now() - began) / 1000
    return { ...sum, seconds: before.seconds + passed }
  }

  function cutOff(limit: Limit): void {
    ended = usedUp(limit, limits, spent())
    for (const { controller } of open) controller.abort()
  }

  function accountOf(request: Open, room: number): Account {
    const { signal } = request.controller
    return {
      signal,
      room,
      add(more) {
        request.reply += more
        request.piece = more
        const limit = limitReached(limits, spent(request))
        if (limit && open.has(request) && !signal.aborted) cutOff(limit)
      },
      usage: () => ({
        inputTokens: Math.ceil(request.prompt),
        outputTokens: Math.ceil(request.reply),
        cachedTokens: 0,
      }),
      close(usage) {
        if (!open.delete(request) || !usage) return
        const { price } = request
        const { inputTokens, outputTokens } = usage
        tokens += inputTokens + outputTokens
        if (price) cost += costOf(price, usage) ?? costAtMost(price, inputTokens, outputTokens)
        else priced = false
      },
    }
  }

  return {
    limits,
    spent() {
      const known = priced && open.values().every(({ price }) => price)
      return { ...spent(), ...(!known && { cost: null }) }
    },
    ended() {
      const spending = spent()
      const late = limits.seconds !== undefined && spending.seconds >= limits.seconds
      const limit = late ? 'seconds' : limitReached(limits, spending)
      if (limit && open.size === 0) ended ??= usedUp(limit, limits, spending)
      return ended
    },
    reserve(prompt, price) {
      const request: Open = { prompt, reply: 0, piece: 0, price, controller: new AbortController() }
      const spentBefore = spent()
      open.add(request)
      const room = roomIn(limits, spent(), request)
      if (room >= 1) return accountOf(request, room)
      const { tokens = Number.POSITIVE_INFINITY } = limits
      const limit = tokens - spent().tokens < 1 ? 'tokens' : 'cost'
      open.delete(request)
      ended = refusal(limit, limits, spentBefore, request)
      return { refused: ended }
    },
    watch() {
      began ??= Date.now()
      if (limits.seconds === undefined) return unwatched
      const controller = new AbortController()
      const left = (limits.seconds - spent().seconds) * 1000
      if (left <= 0) {
        controller.abort()
        return { signal: controller.signal, end: () => undefined }
      }
      const late = () => {
        cutOff('seconds')
        // a moment later, so that what is under way can say first what it has used
        setImmediate(() => controller.abort())
      }
      const timer = setTimeout(late, Math.min(left, longestTimer))
      return { signal: controller.signal, end: () => clearTimeout(timer) }
    },
    count(used) {
      tokens += used.tokens
      cost += used.cost ?? 0
      if (used.cost === null) priced = false
      const limit = limitReached(limits, spent('elsewhere'))
      if (limit && ended === undefined) cutOff(limit)
    },
    end(why) {
      ended ??= why
    },
  }
}

// --- internal ---

/** A request that is under way. */
interface Open {
  readonly prompt: number
  reply: number
  /** The size of the latest piece of its reply. */
  piece: number
  readonly price: Price | undefined
  readonly controller: AbortController
}

type Limit = keyof BudgetLimits

/** What is used as far as prices are known. */
type Sum = Readonly<Required<BudgetLimits>>

const unwatched = { signal: new AbortController().signal, end: () => undefined }

/** Pieces that a server may have sent of every other reply before it learns that all are cut off. */
const piecesOnTheWay = 2

const longestTimer = 2 ** 31 - 1

function limitReached({ tokens, cost }: BudgetLimits, spent: Sum): 'tokens' | 'cost' | undefined {
  if (tokens !== undefined && spent.tokens >= tokens) return 'tokens'
  return cost !== undefined && spent.cost >= cost ? 'cost' : undefined
}

/** Tokens of reply that what is left pays for. */
function roomIn(limits: BudgetLimits, spent: Sum, { prompt, price }: Open): number {
  const { tokens = Number.POSITIVE_INFINITY, cost = Number.POSITIVE_INFINITY } = limits
  const each = price ? costAtMost(price, prompt, 1) - costAtMost(price, prompt, 0) : 0
  const money = cost - spent.cost
  const bought = each > 0 ? money / each : money >= 0 ? Number.POSITIVE_INFINITY : 0
  return Math.floor(Math.min(tokens - spent.tokens, bought))
}

function usedUp(limit: Limit, limits: BudgetLimits, spent: Sum): string {
  return `the budget of ${amount(limit, limits[limit]!)} is used up (${amount(limit, spent[limit])} used)`
}

function refusal(
  limit: 'tokens' | 'cost',
  limits: BudgetLimits,
  spent: Sum,
  { prompt, price }: Open,
): string {
  const needs = limit === 'tokens' || !price ? prompt : costAtMost(price, prompt, 1)
  return `the budget of ${amount(limit, limits[limit]!)} does not allow another call: ${amount(limit, spent[limit])} used, and its prompt alone takes about ${amount(limit, needs)}`
}

/** `2,000 tokens`, `$0.05`, `90 seconds`. */
function amount(limit: Limit, much: number): string {
  switch (limit) {
    case 'tokens':
      return `${Math.ceil(much).toLocaleString('en')} tokens`
    case 'cost':
      return `$${Number(much.toPrecision(3))}`
    case 'seconds':
      return `${Number(much.toFixed(1))} seconds`
  }
}
