// What of a reply is counted as it comes, and how long a reply is asked for.
import { describe, expect, test } from 'vitest'
import { createBudget } from '../../../../agent/llm/limits/budget.ts'
import { budgeted } from '../../../../agent/llm/limits/budgeted.ts'
import { promptTokens } from '../../../../agent/llm/limits/prompt-size.ts'
import type { BudgetLimits, ModelEvent, Request, Wire } from '../../../../agent/llm/provider.ts'
import { scripted } from '../../../../agent/llm/replay/scripted.ts'
import { collect, request } from '../../../support/model.ts'

const done: ModelEvent = { type: 'done', stop: 'end' }
const call = (input: string): ModelEvent => ({
  type: 'tool-call',
  call: { id: 'c', name: 'noteit', input },
})

/** What a reply of these pieces, `<` before those that are arguments, counts beyond its prompt. */
async function counted(pieces: readonly (string | ModelEvent)[], limits: BudgetLimits = {}) {
  const asked: Request[] = []
  const told: string[] = []
  const wire: Wire = {
    name: 'w',
    async *stream(given) {
      asked.push(given)
      for (const piece of pieces)
        if (typeof piece !== 'string') yield piece
        else if (piece.startsWith('<')) given.onArguments?.(piece.slice(1))
        else yield { type: 'text', delta: piece }
    },
  }
  const budget = createBudget({ tokens: 100_000, ...limits })
  const before = createBudget({ tokens: 100_000 })
  await collect(
    budgeted(
      {
        name: 'w',
        stream: async function* () {
          yield done
        },
      },
      before,
    ),
    request(),
  )
  const heard = { onArguments: (piece: string) => told.push(piece) }
  const events = await collect(budgeted(wire, budget), request(heard))
  const prompt = before.spent().tokens
  const { usage } = events.at(-1) as { readonly usage?: object }
  return { tokens: budget.spent().tokens - prompt, told, usage, prompt, asked: asked[0]!, budget }
}

const failed = (usage?: object) =>
  ({ type: 'error', message: 'x', retryable: true, ...usage }) as ModelEvent
const says = (outputTokens: number) => ({
  usage: { inputTokens: 7, outputTokens, cachedTokens: 0 },
})

describe('a reply counts', () => {
  test.each<[string, number, readonly (string | ModelEvent)[]]>([
    ['nothing while it is empty', 0, [done]],
    ['one for a short piece', 2, ['a', 'b', done]],
    ['a token for four letters', 10, ['x'.repeat(40), done]],
    ['bytes, not letters', 20, ['é'.repeat(40), done]],
    ['a call with its name', 12, [call('x'.repeat(40)), done]],
    [
      'arguments that came before their call once',
      12,
      [`<${'x'.repeat(40)}`, call('x'.repeat(40)), done],
    ],
    [
      'the name where only arguments came before',
      12,
      [`<${'x'.repeat(20)}`, `<${'x'.repeat(20)}`, call('x'.repeat(40)), done],
    ],
    [
      'no less than came for each of two calls',
      12,
      ['<xxxxxxxx', call('x'.repeat(8)), call('x'.repeat(28)), done],
    ],
    [
      'two calls once',
      20,
      [`<${'x'.repeat(80)}`, call('x'.repeat(40)), call('x'.repeat(24)), done],
    ],
    [
      'what came in pieces that no call has',
      20,
      [`<${'x'.repeat(80)}`, call('x'.repeat(40)), done],
    ],
    ['nothing when it fails at once', Number.NaN, [failed()]],
  ])('%s: %d', async (_what, tokens, pieces) => {
    const found = await counted(pieces)
    expect(found.tokens).toBe(Number.isNaN(tokens) ? -found.prompt : Math.ceil(tokens))
    expect(found.told).toEqual(
      pieces.flatMap(p => (typeof p === 'string' && p[0] === '<' ? [p.slice(1)] : [])),
    )
  })

  test('what the server says, and no less than came when it broke off', async () => {
    expect(await counted(['x'.repeat(40), { ...done, ...says(3) }])).toMatchObject(says(3))
    expect(await counted(['x'.repeat(40), failed(says(3))])).toMatchObject(says(10))
    expect(await counted(['x'.repeat(40), failed(says(30))])).toMatchObject(says(30))
    expect(await counted([failed(says(3))])).toMatchObject(says(3))
    expect((await counted([failed()])).usage).toBeUndefined()
    const { usage, prompt } = await counted(['<abcdefgh', failed()])
    expect(usage).toEqual({ inputTokens: prompt, outputTokens: 2, cachedTokens: 0 })
  })
})

test('a prompt counts as what it is reckoned to be', async () => {
  expect((await counted([done])).prompt).toBe(promptTokens(request()))
})

test('a reply of which nothing is said counts where tokens or money are limited, not with time alone', async () => {
  const ending = async (limits: BudgetLimits) =>
    (await collect(budgeted(scripted(['fine']), createBudget(limits)), request())).at(-1)
  expect(await ending({ seconds: 60 })).not.toHaveProperty('usage')
  expect(await ending({ cost: 1 })).toHaveProperty('usage')
})

test('a reply that nobody listens to any more counts as far as it came, and nothing more is on its way', async () => {
  const prompt = promptTokens(request())
  const budget = createBudget({ tokens: prompt + 100 })
  for await (const _ of budgeted(scripted(['x'.repeat(40)]), budget).stream(request())) break
  const other = budget.reserve(5, undefined)
  if ('refused' in other) throw new Error(other.refused)
  other.add(84)
  expect(other.signal.aborted).toBe(false)
  other.add(1)
  expect(other.signal.aborted).toBe(true)
})

test('a prompt that does not fit is not sent and not tried again', async () => {
  const wire = scripted([])
  expect(await collect(budgeted(wire, createBudget({ tokens: 1 })), request())).toEqual([
    {
      type: 'error',
      kind: 'budget',
      message: expect.stringContaining('its prompt alone takes'),
      retryable: false,
      requests: 0,
    },
  ])
  expect(wire.requests).toEqual([])
})

test.each<[number, number | undefined, number | undefined, number | undefined]>([
  // left, asked for by the caller, the longest of the model, sent
  [100_000, undefined, undefined, undefined],
  [4095, undefined, undefined, 4095],
  [4096, undefined, undefined, undefined],
  [50, undefined, 100, 50],
  [100, undefined, 100, undefined],
  [100, 30, undefined, 30],
  [100, 500, undefined, 100],
  [100_000, 30, 20, 30],
])(
  'with %d left, %j wanted and a model of %j, so many are asked for: %j',
  async (left, wanted, longest, sent) => {
    const { prompt } = await counted([done])
    const seen: (number | undefined)[] = []
    const wire: Wire = {
      name: 'w',
      async *stream({ maxOutputTokens }) {
        seen.push(maxOutputTokens)
        yield done
      },
    }
    const price =
      longest === undefined ? undefined : { input: 0, output: 0, maxOutputTokens: longest }
    const budget = createBudget({ tokens: prompt + left })
    await collect(
      budgeted(wire, budget, price),
      request(wanted === undefined ? {} : { maxOutputTokens: wanted }),
    )
    expect(seen).toEqual([sent])
  },
)
