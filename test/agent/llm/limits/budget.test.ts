import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createProvider } from '../../../../agent/llm/create-provider.ts'
import { type Budget, createBudget } from '../../../../agent/llm/limits/budget.ts'
import { budgeted } from '../../../../agent/llm/limits/budgeted.ts'
import type { Price } from '../../../../agent/llm/limits/prices.ts'
import { openModel } from '../../../../agent/llm/models.ts'
import { openai } from '../../../../agent/llm/openai/wire.ts'
import type { BudgetLimits, ModelEvent, Spent } from '../../../../agent/llm/provider.ts'
import { type ScriptedReply, scripted } from '../../../../agent/llm/replay/scripted.ts'
import { asking, call, double, executorOf } from '../../../support/model.ts'
import {
  startTokenServer,
  type TokenServer,
  type TokenStream,
} from '../../../support/token-server.ts'

const servers: TokenServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serving(stream: TokenStream | Parameters<typeof startTokenServer>[0]) {
  const server = await startTokenServer(typeof stream === 'function' ? stream : () => stream)
  servers.push(server)
  return server
}

/** A provider for the server under a budget. */
function limited(
  server: TokenServer,
  limits: BudgetLimits,
  { price, before }: { price?: Price; before?: Spent } = {},
) {
  const budget = createBudget(limits, before)
  const wire = openai({ model: 'm', baseURL: server.baseURL })
  const provider = createProvider(wire, { budget, price, retries: 0 })
  return { budget, provider, ask: () => provider.complete(asking('how many?'), call()) }
}

async function heard(stream: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of stream) events.push(event)
  return events
}

/** Resolves once every stream was closed. */
async function allClosed({ streams }: TokenServer) {
  await expect.poll(() => streams.every(each => each.closed), { timeout: 100_000 }).toBe(true)
  return true
}

describe('a budget of tokens', () => {
  it('cuts a stream off, and the server sends one token more at most', async () => {
    const server = await serving({ tokens: 5000, steady: true })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 40, max: 120 }), async tokens => {
        const before = server.sent()
        const { ask, budget } = limited(server, { tokens })
        const { error, usage } = await ask()
        expect(error).toEqual({
          kind: 'budget',
          message: `the budget of ${tokens} tokens is used up (${tokens} tokens used)`,
        })
        expect(await allClosed(server)).toBe(true)
        expect(usage.inputTokens + server.sent() - before).toBeLessThanOrEqual(tokens + 1)
        expect(usage.inputTokens + usage.outputTokens).toBe(tokens)
        expect(budget.spent().tokens).toBe(tokens)
      }),
      { numRuns: 8 },
    )
    expect(server.streams.some(stream => stream.finished)).toBe(false)
  })

  it.each([true, false])('holds for calls at the same time (server says usage: %s)', async says => {
    const usage = says ? { usage: { prompt: 5 } } : {}
    const server = await serving(() => ({ tokens: 30, steady: true, ...usage }))
    const tokens = 400
    const { ask, budget } = limited(server, { tokens })
    const asker = async () => {
      for (;;) {
        const { error } = await ask()
        if (error) return error.kind
      }
    }
    expect(await Promise.all([asker(), asker(), asker(), asker()])).toEqual(Array(4).fill('budget'))
    expect(await allClosed(server)).toBe(true)
    const prompts = server.streams.length * 5 // no more than what the budget reckons for each
    expect(server.sent() + prompts).toBeLessThanOrEqual(tokens + 1)
    expect(server.sent() + prompts).toBeGreaterThan(tokens / 2)
    expect(budget.spent().tokens).toBeLessThanOrEqual(tokens + 1)
  })

  it('stops all streams when the limit is crossed, with one token more at most in all', async () => {
    const server = await serving({ tokens: 5000, steady: true })
    const { ask } = limited(server, { tokens: 200 })
    const all = await Promise.all([ask(), ask(), ask(), ask()])
    for (const { error } of all) expect(error?.kind).toBe('budget')
    expect(await allClosed(server)).toBe(true)
    const prompts = all.reduce((sum, { usage }) => sum + usage.inputTokens, 0)
    expect(prompts + server.sent()).toBeLessThanOrEqual(201)
    expect(prompts + server.sent()).toBeGreaterThan(180)
  })

  it('sends nothing when the prompt alone does not fit', async () => {
    const server = await serving({ tokens: 1 })
    const { provider } = limited(server, { tokens: 100 })
    const { error, requests, usage } = await provider.complete(asking('word '.repeat(200)), call())
    expect(error).toMatchObject({
      kind: 'budget',
      message: expect.stringMatching(
        /^the budget of 100 tokens does not allow another call: 0 tokens used, and its prompt alone takes about \d+ tokens$/,
      ),
    })
    expect({ requests, output: usage.outputTokens }).toEqual({ requests: 0, output: 0 })
    expect(server.streams).toEqual([])
  })

  it('asks for a reply no longer than what is left', async () => {
    const server = await serving({ tokens: 3, usage: { prompt: 10 } })
    const { ask } = limited(server, { tokens: 200 })
    await ask()
    await ask()
    const [first, second] = server.streams.map(stream => stream.body.max_tokens)
    expect(first).toBeGreaterThan(150)
    expect(second).toBe(first! - 13)
  })

  it('goes on with what the server says when that is less than was reckoned', async () => {
    const server = await serving({ tokens: 10, usage: { prompt: 4 } })
    const { ask, budget } = limited(server, { tokens: 1000 })
    expect((await ask()).error).toBeUndefined()
    expect(budget.spent().tokens).toBe(14)
    expect(budget.ended()).toBeUndefined()
  })

  it('learns from the server how much more prompts take than their letters say', async () => {
    const server = await serving({ tokens: 2, usage: { prompt: 600 } })
    const { ask } = limited(server, { tokens: 1000 })
    expect((await ask()).usage.inputTokens).toBe(600)
    expect((await ask()).error?.message).toContain('its prompt alone takes about 600 tokens')
    expect(server.streams).toHaveLength(1)
  })

  it('counts the arguments of a call while they arrive', async () => {
    const server = await serving({ tokens: 5000, steady: true, asArguments: true })
    const { provider } = limited(server, { tokens: 150 })
    const { executor, calls } = executorOf([double])
    const { error, usage } = await provider.runAgentic(
      asking('?'),
      [double],
      executor,
      () => undefined,
      call(),
    )
    expect(error?.kind).toBe('budget')
    expect(calls).toEqual([])
    expect(await allClosed(server)).toBe(true)
    expect(usage.inputTokens + server.sent()).toBeLessThanOrEqual(152)
  })

  it('begins with what was used before', async () => {
    const server = await serving({ tokens: 1 })
    const before = { tokens: 990, cost: 0, seconds: 0 }
    const { error } = await limited(server, { tokens: 1000 }, { before }).ask()
    expect(error?.message).toContain('990 tokens used')
    expect(server.streams).toEqual([])
  })

  it('is shared with the fallback', async () => {
    const server = await serving({ tokens: 50 })
    const { provider, budget } = await openModel(
      'openai:a,openai:b',
      { OPENAI_BASE_URL: server.baseURL },
      { budget: { tokens: 100 } },
    )
    expect((await provider.complete(asking('?'), call())).error).toBeUndefined()
    const spent = budget!.spent().tokens
    expect(spent).toBeGreaterThan(50)
    expect((await provider.fallback!.complete(asking('?'), call())).error?.kind).toBe('budget')
    expect(server.streams.map(({ body }) => body.model)).toEqual(['a', 'b'])
  })
})

describe('what is left', () => {
  const paid: Price = { input: 1000, output: 2000 }

  it('is nothing when the limit is exactly reached, whichever it is', () => {
    for (const [limits, before] of [
      [{ tokens: 10 }, { tokens: 10, cost: 0, seconds: 0 }],
      [{ cost: 1 }, { tokens: 0, cost: 1, seconds: 0 }],
      [{ seconds: 5 }, { tokens: 0, cost: 0, seconds: 5 }],
    ] as const) {
      expect(createBudget(limits, before).ended()).toMatch(/is used up/)
      const less = { tokens: 9, cost: 0.9, seconds: 4.9 }
      expect(createBudget(limits, less).ended()).toBeUndefined()
    }
  })

  it('of a cost is everything for a model without a price, until the money is overdrawn', () => {
    const room = (cost: number) => {
      const account = createBudget({ cost: 1 }, { tokens: 0, cost, seconds: 0 }).reserve(
        9,
        undefined,
      )
      return 'refused' in account ? account.refused : account.room
    }
    expect(room(0.5)).toBe(Number.POSITIVE_INFINITY)
    expect(room(1)).toBe(Number.POSITIVE_INFINITY)
    expect(room(1.5)).toMatch(/the budget of \$1 does not allow another call: \$1.5 used/)
  })

  it('is what the prompt leaves of tokens and money, whichever is less', () => {
    const room = (limits: BudgetLimits) => {
      const account = createBudget(limits).reserve(100, paid)
      return 'refused' in account ? account.refused : account.room
    }
    expect(room({ tokens: 150 })).toBe(50)
    expect(room({ tokens: 101 })).toBe(1)
    expect(room({ tokens: 100 })).toMatch(/does not allow another call/)
    // the prompt takes $0.10, a token of reply $0.002
    expect(room({ cost: 0.121 })).toBe(10)
    expect(room({ cost: 0.121, tokens: 105 })).toBe(5)
  })
})

describe('what is reckoned', () => {
  const opened = (budget: Budget, prompt: number, price?: Price) => {
    const account = budget.reserve(prompt, price)
    if ('refused' in account) throw new Error(account.refused)
    return account
  }
  const refused = (limits: BudgetLimits, prompt: number, price?: Price, before?: Spent) =>
    createBudget(limits, before).reserve(prompt, price)

  it('is two pieces more of every other reply, as large as its last, as they may be on their way', () => {
    const budget = createBudget({ tokens: 100 })
    const [one, other] = [opened(budget, 10), opened(budget, 10)]
    one.add(20) // with both prompts 40
    other.add(19) // 59, and 40 on their way
    expect(budget.ended()).toBeUndefined()
    expect(one.signal.aborted).toBe(false)
    other.add(1)
    expect([one.signal.aborted, other.signal.aborted]).toEqual([true, true])
  })

  it('is nothing on its way of a reply that has not begun', () => {
    const budget = createBudget({ tokens: 100 })
    const [one] = [opened(budget, 10), opened(budget, 10)]
    one.add(79)
    expect(one.signal.aborted).toBe(false)
    one.add(1)
    expect(one.signal.aborted).toBe(true)
  })

  it('is whole tokens, rather too many', () => {
    const account = opened(createBudget({ tokens: 100 }), 10.5)
    account.add(1.25)
    expect(account.usage()).toEqual({ inputTokens: 11, outputTokens: 2, cachedTokens: 0 })
  })

  it('is nothing of a prompt that was refused', () => {
    const budget = createBudget({ tokens: 100 })
    expect(budget.reserve(200, undefined)).toHaveProperty('refused')
    expect(budget.spent().tokens).toBe(0)
  })

  const price: Price = { input: 1000, output: 2000 }
  const spent = (tokens: number, cost: number) => ({ tokens, cost, seconds: 0 })
  it.each([
    // of tokens and money, what does not suffice; all with a prompt of $0.10 and $0.002 for a reply
    [
      { tokens: 100, cost: 1 },
      spent(0, 0),
      '100 tokens does not allow another call: 0 tokens used, and its prompt alone takes about 100 tokens',
    ],
    [
      { tokens: 101, cost: 0.1 },
      spent(0, 0),
      '$0.1 does not allow another call: $0 used, and its prompt alone takes about $0.102',
    ],
    [
      { tokens: 100.9, cost: 9 },
      spent(0.5, 0),
      '101 tokens does not allow another call: 1 tokens used, and its prompt alone takes about 100 tokens',
    ],
    [
      { cost: 1.23456 },
      spent(0, 1.2),
      '$1.23 does not allow another call: $1.2 used, and its prompt alone takes about $0.102',
    ],
  ])('names of %j the limit that does not allow a call', (limits, before, says) => {
    const { refused: why } = refused(limits, 100, price, before) as { refused: string }
    expect(why).toBe(`the budget of ${says}`)
  })

  it('is told in seconds with one decimal', () => {
    expect(createBudget({ seconds: 5 }, { tokens: 0, cost: 0, seconds: 5.26 }).ended()).toBe(
      'the budget of 5 seconds is used up (5.3 seconds used)',
    )
  })
})

describe('a budget of seconds', () => {
  it('counts from the first call, and ends a call at once when none are left', async () => {
    const budget = createBudget({ seconds: 60 }, { tokens: 0, cost: 0, seconds: 10 })
    await wait(20)
    expect(budget.spent().seconds).toBe(10)
    const call = budget.watch()
    await wait(20)
    expect(budget.spent().seconds).toBeGreaterThan(10.01)
    expect(budget.spent().seconds).toBeLessThan(40)
    expect(call.signal.aborted).toBe(false)
    call.end()
    const none = createBudget({ seconds: 5 }, { tokens: 0, cost: 0, seconds: 5 })
    expect(none.watch().signal.aborted).toBe(true)
  })

  it('may be longer than the longest timer', async () => {
    const call = createBudget({ seconds: 2 ** 31 / 1000 }).watch()
    await wait(20)
    expect(call.signal.aborted).toBe(false)
    call.end()
  })

  it('ends a stream that stalls, with what it has used, and closes the connection', async () => {
    const server = await serving({ tokens: 7, stalls: true })
    const { ask } = limited(server, { seconds: 0.3 })
    const { error, usage } = await ask()
    expect(error?.kind).toBe('budget')
    expect(error?.message).toMatch(/^the budget of 0.3 seconds is used up \([\d.]+ seconds used\)$/)
    expect(usage.outputTokens).toBe(7)
    expect(await allClosed(server)).toBe(true)
    expect((await ask()).requests).toBe(0)
    expect(server.streams).toHaveLength(1)
  })

  it('ends the waiting between retries, and a tool that hangs', async () => {
    const budget = () => ({ budget: createBudget({ seconds: 0.1 }) })
    const error = { message: 'busy', retryable: true, retryAfterMs: 50_000 }
    const waiting = createProvider(scripted([{ error }]), budget())
    const waited = await waiting.complete(asking('?'), call())
    expect(waited).toMatchObject({ requests: 1, error: { kind: 'budget' } })
    const calling = scripted([{ calls: [{ name: 'double', input: { x: 1 } }] }])
    const hanging = createProvider(calling, budget())
    const hung = await hanging.runAgentic(
      asking('?'),
      [double],
      () => new Promise(() => undefined),
      () => undefined,
      call(),
    )
    expect(hung.error?.kind).toBe('budget')
  })

  it('leaves a cancellation a cancellation', async () => {
    const server = await serving({ tokens: 1, stalls: true })
    const { provider } = limited(server, { seconds: 60, tokens: 100 })
    const signal = AbortSignal.timeout(50)
    const { error } = await provider.complete(asking('?'), call({ signal }))
    expect(error?.kind).toBe('aborted')
  })
})

describe('a budget of cost', () => {
  const price: Price = { input: 1000, cachedInput: 100, output: 2000 }

  it('cuts off where the money ends, by the price of replies', async () => {
    const server = await serving({ tokens: 5000, steady: true })
    const { ask } = limited(server, { cost: 0.2 }, { price })
    const { error, usage, cost } = await ask()
    expect(error?.message).toMatch(/^the budget of \$0.2 is used up \(\$0.20?\d? used\)$/)
    expect(cost).toBeCloseTo((usage.inputTokens * 1000 + usage.outputTokens * 2000) / 1e6)
    expect(cost).toBeLessThanOrEqual(0.203)
    expect(await allClosed(server)).toBe(true)
    expect(usage.inputTokens + 2 * server.sent()).toBeLessThanOrEqual(204)
  })

  it('counts the part of a prompt that comes from a cache at its own price', async () => {
    const server = await serving({ tokens: 10, usage: { prompt: 50, cached: 40 } })
    const { ask, budget } = limited(server, { cost: 1 }, { price })
    expect((await ask()).cost).toBeCloseTo((10 * 1000 + 40 * 100 + 10 * 2000) / 1e6)
    expect(budget.spent().cost).toBeCloseTo(0.034)
  })

  it('sends nothing when the prompt alone costs too much', async () => {
    const server = await serving({ tokens: 1 })
    const { ask } = limited(server, { cost: 0.001 }, { price })
    expect((await ask()).error?.message).toMatch(
      /^the budget of \$0.001 does not allow another call: \$0 used, and its prompt alone takes about \$0.0\d+$/,
    )
    expect(server.streams).toEqual([])
  })
})

it('a limit that is not a positive number is refused', () => {
  for (const limits of [{ tokens: 0 }, { cost: -1 }, { seconds: Number.NaN }])
    expect(() => createBudget(limits)).toThrow('must be a positive number')
  // as a caller without exactOptionalPropertyTypes may give it
  const open = { tokens: undefined } as unknown as Parameters<typeof createBudget>[0]
  expect(() => createBudget(open)).not.toThrow()
})

it('without limits every event is passed on as it is, and what is used is counted', async () => {
  const budget = createBudget()
  const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 0 }
  const replies: ScriptedReply[] = [
    { text: 'one', usage },
    'two',
    { text: 'three', error: { message: 'closed', retryable: false } },
  ]
  const [plain, counted] = [scripted(replies), budgeted(scripted(replies), budget)]
  for (const _ of replies) {
    const asked = { ...call(), messages: asking('how many?'), tools: [] }
    expect(await heard(counted.stream(asked))).toEqual(await heard(plain.stream(asked)))
  }
  expect(budget.spent()).toMatchObject({ tokens: expect.any(Number), cost: null })
  expect(budget.spent().tokens).toBeGreaterThan(15)
})

it('counts what other processes use, which cuts off what is under way, and ends where they say so', () => {
  const budget = createBudget({ tokens: 100, cost: 1 })
  const account = budget.reserve(10, { input: 1, output: 1 })
  if ('refused' in account) throw new Error(account.refused)
  budget.count({ tokens: 60, cost: 0.25 })
  expect(budget.spent()).toMatchObject({ tokens: 70, cost: expect.closeTo(0.25, 4) })
  expect([account.signal.aborted, budget.ended()]).toEqual([false, undefined])
  budget.count({ tokens: 30, cost: 0.25 })
  expect(account.signal.aborted).toBe(true)
  expect(budget.ended()).toMatch(/^the budget of 100 tokens is used up/)
  const other = createBudget()
  other.end('a worker had no room for its next call')
  other.end('later')
  expect(other.ended()).toBe('a worker had no room for its next call')
})
