// The edges of the inner tool loop: what a model may write and a tool may do that nobody wishes for.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import type { Message, ToolExecutor } from '../../../agent/llm/provider.ts'
import { type Script, scripted } from '../../../agent/llm/replay/scripted.ts'
import { defineTool, type Tool, type ToolResult } from '../../../tools/tool.ts'
import { asking, call, double, executorOf } from '../../support/model.ts'

const silent = () => undefined
const doubling = (x: number, id?: string) => ({ name: 'double', input: { x }, ...(id && { id }) })
const gives = (content: unknown) => async () => content as ToolResult

/** Runs a tool loop over a script; gives the completion, what the model was told and what was called. */
async function loop(
  script: Script,
  {
    tools = [double],
    executor,
    maxTurns = 12,
    signal = new AbortController().signal,
  }: {
    readonly tools?: readonly Tool[]
    readonly executor?: ToolExecutor
    readonly maxTurns?: number
    readonly signal?: AbortSignal
  } = {},
) {
  const wire = scripted(script)
  const real = executorOf(tools)
  const provider = createProvider(wire, { maxTurns })
  const completion = await provider.runAgentic(
    asking('?'),
    tools,
    executor ?? real.executor,
    silent,
    call({ signal }),
  )
  const messages = wire.requests.at(-1)!.messages
  return { completion, messages, results: resultsIn(messages), calls: real.calls }
}

function resultsIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(m => (m.role === 'tool' ? [m.content] : []))
}

const callsIn = (messages: readonly Message[]) =>
  messages.flatMap(m => (m.role === 'assistant' ? m.calls : []))

describe('turns of which no call can be made', () => {
  const vain = { calls: [{ name: 'frobnicate', input: {} }] }

  it('are three at most in a row, and the last one is told what is wrong', async () => {
    const { completion, messages } = await loop([vain, vain, vain, ''])
    expect(completion.requests).toBe(4)
    expect(completion.error).toMatchObject({
      kind: 'turns',
      message: expect.stringContaining('there is no tool frobnicate; the tools are: double'),
    })
    expect(messages.at(-1)!.content).toContain('Answer now')
  })

  it('do not count on from before a call that was made', async () => {
    const { completion } = await loop([vain, vain, { calls: [doubling(2)] }, vain, vain, 'four'])
    expect(completion).toMatchObject({ text: 'four', requests: 6 })
    expect(completion.error).toBeUndefined()
  })
})

describe('arguments that are nearly right', () => {
  const find = defineTool({
    name: 'find',
    description: 'finds',
    input: z.object({ text: z.string(), page: z.int().optional() }),
    execute: async input => ({ content: JSON.stringify(input) }),
  })
  const read: readonly (readonly [what: string, input: string, meant: unknown])[] = [
    ['single quotes and bare keys', `{text: 'a', page: 2}`, { text: 'a', page: 2 }],
    ['a trailing comma', '{"text":"a","page":2,}', { text: 'a', page: 2 }],
    ['a comment', '{"text":"a" /* the page is free */}', { text: 'a' }],
    ['a code fence', '```json\n{"text":"a"}\n```', { text: 'a' }],
    ['a line break within a string', '{"text":"a\nb"}', { text: 'a\nb' }],
    ['JSON within a string', JSON.stringify('{"text":"a"}'), { text: 'a' }],
    ['null for what is absent', '{"text":"a","page":null}', { text: 'a' }],
  ]
  for (const [what, input, meant] of read)
    it(`are mended when the tool accepts the outcome: ${what}`, async () => {
      const { results, calls, messages } = await loop(
        [{ calls: [{ name: 'find', input }] }, 'done'],
        { tools: [find] },
      )
      expect(results.map(text => JSON.parse(text))).toEqual([meant])
      expect(calls.map(each => JSON.parse(each.input))).toEqual([meant])
      // servers accept no conversation with arguments that are no JSON object
      expect(JSON.parse(callsIn(messages)[0]!.input)).toMatchObject(meant as object)
    })

  it('stay in the conversation as they were written when that is an object', async () => {
    for (const input of ['{ "page": 2,  "text": "a" }', '{"text":"a","page":null}']) {
      const script = [{ calls: [{ name: 'find', input }] }, 'done']
      const { messages } = await loop(script, { tools: [find] })
      expect(callsIn(messages)[0]!.input).toBe(input)
    }
  })

  const refused: readonly (readonly [what: string, input: string, words: RegExp])[] = [
    ['cut off in a number', '{"text":"a","page":1', /are not JSON/],
    ['cut off in a text', '{"page":1,"text":"half a', /are not JSON/],
    ['prose', 'the text a, please', /are not JSON/],
    ['empty', '', /are not JSON/],
    ['two calls in one', '{"text":"a"}{"text":"b"}', /are not JSON/],
    ['nearly JSON that does not fit', `{txt: 'a'}`, /are not JSON/],
    ['of a wrong type', '{"text":["a"]}', /do not fit: text: /],
    ['null where a value is needed', '{"text":null}', /do not fit: text: /],
    ['deeper than any stack', '['.repeat(2e5) + ']'.repeat(2e5), /do not fit: arguments: /],
  ]
  for (const [what, input, words] of refused)
    it(`are not guessed at: ${what}`, async () => {
      const { results, calls, completion } = await loop(
        [{ calls: [{ name: 'find', input }] }, 'done'],
        { tools: [find] },
      )
      expect(results[0]).toMatch(/^Error: the arguments of find .*; the tools are: find$/)
      expect(results[0]).toMatch(words)
      expect(calls).toEqual([])
      expect(completion.text).toBe('done')
    })

  it('end in words for the model when checking them fails', async () => {
    const odd = defineTool({
      ...double,
      input: z.lazy((): z.ZodType => {
        throw new Error('no schema today')
      }),
    })
    const { results, completion } = await loop([{ calls: [doubling(1)] }, 'done'], { tools: [odd] })
    expect(results[0]).toMatch(/^Error: .*no schema today/)
    expect(completion.text).toBe('done')
  })
})

describe('calls that get in each other’s way', () => {
  it('get ids of their own when the model repeats one, in a turn or later', async () => {
    const { messages } = await loop([
      { calls: [doubling(1, 'x'), doubling(2, 'x'), { ...doubling(3), id: '' }] },
      { calls: [doubling(4, 'x'), doubling(5, 'y')] },
      'done',
    ])
    const ids = callsIn(messages).map(each => each.id)
    expect(new Set(ids).size).toBe(5)
    expect([ids[0], ids[4]]).toEqual(['x', 'y'])
    expect(messages.flatMap(m => (m.role === 'tool' ? [m.call] : []))).toEqual(ids)
    expect(resultsIn(messages)).toEqual(['2', '4', '6', '8', '10'])
  })

  it('run eight at a time and thirty-two in a turn, in order; the others are told so', async () => {
    let running = 0
    let most = 0
    const { results } = await loop(
      [{ calls: Array.from({ length: 40 }, (_, x) => doubling(x)) }, 'done'],
      {
        async executor({ input }) {
          most = Math.max(most, ++running)
          await new Promise(resolve => setTimeout(resolve, 3 - (JSON.parse(input).x % 3)))
          running -= 1
          return { content: input }
        },
      },
    )
    expect(most).toBe(8)
    expect(results.slice(0, 32)).toEqual(Array.from({ length: 32 }, (_, x) => `{"x":${x}}`))
    expect(results.slice(32)).toHaveLength(8)
    for (const told of results.slice(32)) expect(told).toMatch(/^Error: .* 32 calls at most; ask/)
  })

  it('do not begin any more once the call is cancelled', async () => {
    const controller = new AbortController()
    let begun = 0
    const { completion } = await loop([{ calls: [...Array(20).keys()].map(x => doubling(x)) }], {
      signal: controller.signal,
      async executor() {
        begun += 1
        if (begun === 8) controller.abort()
        await new Promise(resolve => setTimeout(resolve, 5))
        return { content: '' }
      },
    })
    expect(completion.error?.kind).toBe('aborted')
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(begun).toBe(8)
  })
})

describe('what a tool may do', () => {
  const thrown: readonly (readonly [what: string, thrown: unknown, told: string])[] = [
    ['a text', 'no such row', 'Error: no such row'],
    ['nothing', undefined, 'Error: undefined'],
    ['an object', { code: 7, why: 'full' }, 'Error: {"code":7,"why":"full"}'],
    ['an error without words', new Error(''), 'Error: the tool failed without a word'],
    ['a symbol', Symbol('odd'), 'Error: Symbol(odd)'],
    ['an object without a prototype', Object.create(null), 'Error: {}'],
  ]
  for (const [what, error, told] of thrown)
    it(`throws ${what}: the model is told`, async () => {
      const { results, completion } = await loop([{ calls: [doubling(1)] }, 'done'], {
        executor: () => Promise.reject(error),
      })
      expect(results).toEqual([told])
      expect(completion.text).toBe('done')
    })

  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  const given: readonly (readonly [what: string, result: unknown, told: string | RegExp])[] = [
    ['no result', undefined, 'Error: the tool gave no result'],
    ['a result without content', { details: 1 }, '{"details":1}'],
    ['a text for a result', 'plain', 'plain'],
    ['content that is no text', { content: { rows: [1, 2] } }, '{"rows":[1,2]}'],
    ['content of null', { content: null }, 'Error: the tool gave no result'],
    ['content JSON cannot hold', { content: 10n }, '10n'],
    ['content within itself', { content: cycle }, /Circular/],
    ['half a character', { content: 'a\uD83D' }, 'a\uFFFD'],
  ]
  for (const [what, result, told] of given)
    it(`gives ${what}: it becomes text`, async () => {
      const { results } = await loop([{ calls: [doubling(1)] }, 'done'], {
        executor: gives(result),
      })
      expect(results).toEqual([typeof told === 'string' ? told : expect.stringMatching(told)])
    })

  it('gives or throws fifty million characters: the ends come through, with the way to the rest', async () => {
    const huge = `first ${'x'.repeat(50_000_000)} last`
    for (const executor of [gives({ content: huge }), () => Promise.reject(new Error(huge))]) {
      const { results } = await loop([{ calls: [doubling(1)] }, 'done'], { executor })
      expect(results[0]!.length).toBeLessThan(61_000)
      expect(results[0]).toMatch(
        /^(Error: )?first x+\n\[499\d+ characters of this result were left out here; call double again for a narrower part where they matter\]\nx+ last$/,
      )
    }
  })
})

describe('a call made again and again', () => {
  const computing = { ...double, computes: true }
  const again = /^Error: this call was not made again, since it was made 2 times with the same arg/

  it('is made twice when it only computes, however its arguments are spelled', async () => {
    const spelled = (input: string) => ({ calls: [{ name: 'double', input }] })
    const { results, calls, completion } = await loop(
      [spelled('{"x":1}'), spelled('{ "x": 1.0 }'), spelled('{x:1}'), 'done'],
      { tools: [computing] },
    )
    expect(results.slice(0, 2)).toEqual(['2', '2'])
    expect(results[2]).toMatch(again)
    expect(results[2]).toContain('its result stands above and begins with "2"')
    expect(calls).toHaveLength(2)
    expect(completion.text).toBe('done')
  })

  it('is made twice when it fails, whether it throws or a step tells the failure', async () => {
    for (const executor of [
      () => Promise.reject(new Error('gone')),
      gives({ content: '[c1]\ngone', failed: true }),
    ]) {
      const turn = { calls: [doubling(1)] }
      const { results } = await loop([turn, turn, turn, turn, 'done'], { executor })
      expect(results[2]).toMatch(again)
      expect(results[3]).toMatch(again)
    }
  })

  it('is made each time when its result may change, or something was done in between', async () => {
    const turn = { calls: [doubling(1)] }
    const other = defineTool({ ...double, name: 'other' })
    const done = { calls: [{ name: 'other', input: { x: 1 } }] }
    const plain = await loop([turn, turn, turn, turn, 'done'])
    expect(plain.results).toEqual(['2', '2', '2', '2'])
    const between = await loop([turn, turn, done, turn, 'done'], {
      tools: [double, other],
      async executor({ name }) {
        if (name === 'double') throw new Error('gone')
        return { content: 'made it' }
      },
    })
    expect(between.results).toEqual(['Error: gone', 'Error: gone', 'made it', 'Error: gone'])
  })

  it('is another call with other arguments', async () => {
    const { results } = await loop(
      [1, 2, 3, 4].map(x => ({ calls: [doubling(x)] })),
      {
        tools: [computing],
        maxTurns: 4,
      },
    )
    expect(results).toEqual(['2', '4', '6'])
  })
})
