import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import type { ModelEvent, ToolExecutor, Wire } from '../../../agent/llm/provider.ts'
import type { ProviderOptions } from '../../../agent/llm/provider-options.ts'
import type { Script } from '../../../agent/llm/replay/scripted.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import type { Tool } from '../../../tools/tool.ts'
import { defineTool } from '../../../tools/tool.ts'
import { asking, call, double, executorOf } from '../../support/model.ts'

const silent = () => undefined
const doubling = (x: number, id?: string) => ({ name: 'double', input: { x }, ...(id && { id }) })

/** Runs a tool loop over a script; gives the completion and what the model saw. */
async function loop(
  script: Script,
  options: Parameters<typeof createProvider>[1] & {
    tools?: readonly Tool[]
    executor?: ToolExecutor
  } = {},
) {
  const { tools = [double], executor = executorOf(tools).executor, ...rest } = options
  const wire = scripted(script)
  const provider = createProvider(wire, rest)
  const completion = await provider.runAgentic(asking('?'), tools, executor, silent, call())
  const results = wire.requests.at(-1)!.messages.flatMap(m => (m.role === 'tool' ? [m] : []))
  return { completion, requests: wire.requests, results }
}

describe('the tool loop', () => {
  it('runs the calls of a turn at the same time and gives the results in the order of the calls', async () => {
    let running = 0
    let most = 0
    const waits: Record<string, number> = { c1: 40, c2: 5, c3: 20 }
    const { results } = await loop(
      [{ calls: [doubling(1, 'c1'), doubling(2, 'c2'), doubling(3, 'c3')] }, 'done'],
      {
        async executor({ id }) {
          most = Math.max(most, ++running)
          await new Promise(resolve => setTimeout(resolve, waits[id]))
          running -= 1
          return { content: id }
        },
      },
    )
    expect(most).toBe(3)
    expect(results).toEqual(['c1', 'c2', 'c3'].map(id => ({ role: 'tool', call: id, content: id })))
  })

  it('shows the model its own words and calls before the results', async () => {
    const { requests } = await loop([{ text: 'let me see', calls: [doubling(4, 'c1')] }, '8'])
    expect(requests[1]!.messages).toEqual([
      { role: 'user', content: '?' },
      {
        role: 'assistant',
        content: 'let me see',
        calls: [{ id: 'c1', name: 'double', input: '{"x":4}' }],
      },
      { role: 'tool', call: 'c1', content: '8' },
    ])
  })

  it('tells the model what a tool threw', async () => {
    const { results, completion } = await loop([{ calls: [doubling(1)] }, 'done'], {
      executor: () => Promise.reject(new Error('the file is gone; list the folder')),
    })
    expect(results[0]?.content).toBe('Error: the file is gone; list the folder')
    expect(completion.text).toBe('done')
  })

  it('survives an executor that throws before it gives a promise', async () => {
    const { results } = await loop([{ calls: [doubling(1)] }, 'done'], {
      executor: () => {
        throw new Error('at once')
      },
    })
    expect(results[0]?.content).toBe('Error: at once')
  })

  it('names the tool, what is wrong and the known tools when a call cannot be made', async () => {
    const other = defineTool({
      ...double,
      name: 'other',
      input: z.object({ rows: z.array(z.int()) }),
    })
    const { executor, calls } = executorOf([double, other])
    const { results } = await loop(
      [
        {
          calls: [
            { name: 'triple', input: { x: 1 } },
            { name: 'double', input: '{"x":' },
            { name: 'double', input: { x: 'one' } },
            { name: 'other', input: { rows: [1, 'b'] } },
            { name: 'other', input: 'null' },
          ],
        },
        'done',
      ],
      { tools: [double, other], executor },
    )
    expect(calls).toEqual([])
    const expected = [
      /^Error: there is no tool triple; the tools are: double, other$/,
      /^Error: the arguments of double are not JSON \(.+\); the tools are: double, other$/,
      /^Error: the arguments of double do not fit: x: .+number.+; the tools are/,
      /^Error: the arguments of other do not fit: rows\.1: /,
      /^Error: the arguments of other do not fit: arguments: /,
    ]
    expect(results).toHaveLength(expected.length)
    for (const [n, pattern] of expected.entries()) expect(results[n]?.content).toMatch(pattern)
  })

  it('offers no tools in the last turn, says so, and takes the answer', async () => {
    const { completion, requests } = await loop(
      ({ tools }) => (tools.length > 0 ? { calls: [doubling(1)] } : 'forced'),
      { maxTurns: 3 },
    )
    expect(completion).toMatchObject({ text: 'forced', requests: 3 })
    expect(requests.map(each => each.tools.length)).toEqual([1, 1, 0])
    expect(requests[2]!.messages.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringContaining('No further tool call is possible'),
    })
  })

  it('ends with `turns` when the last turn brings no answer either', async () => {
    const { completion } = await loop(() => ({ calls: [doubling(1)] }), { maxTurns: 2 })
    expect(completion).toMatchObject({ requests: 2, error: { kind: 'turns' } })
  })

  it('does not carry out the calls of a reply that was cut off or refused', async () => {
    for (const stop of ['length', 'refusal'] as const) {
      const { executor, calls } = executorOf([double])
      const { completion } = await loop([{ calls: [doubling(1)], stop }], { executor })
      expect(completion).toMatchObject({ requests: 1, error: {} })
      expect(calls).toEqual([])
    }
  })

  it('is one turn when there are no tools, whatever the model asks for', async () => {
    const { completion } = await loop([{ text: 'a', calls: [doubling(1)] }], {
      tools: [],
      maxTurns: 1,
    })
    expect(completion).toMatchObject({ text: 'a', requests: 1 })
    expect(completion.error).toBeUndefined()
  })

  it('ends at an abort when a tool hangs, and when the wire ignores the signal', async () => {
    const deaf: Wire = {
      name: 'deaf',
      async *stream(): AsyncGenerator<ModelEvent> {
        yield { type: 'text', delta: 'a' }
        await new Promise(() => undefined)
      },
    }
    const hanging = () => new Promise<never>(() => undefined)
    for (const wire of [deaf, scripted([{ text: 'a', calls: [doubling(1)] }])]) {
      const controller = new AbortController()
      const heard: ModelEvent[] = []
      const { signal } = controller
      const run = createProvider(wire).runAgentic(
        asking('?'),
        [double],
        hanging,
        event => heard.push(event),
        call({ signal }),
      )
      await new Promise(resolve => setTimeout(resolve, 30))
      controller.abort()
      expect(await run).toMatchObject({ text: 'a', requests: 1, error: { kind: 'aborted' } })
      expect(heard.at(-1)).toEqual({ type: 'aborted' })
    }
  })
})

describe('a provider', () => {
  it('ends at an abort while it waits to ask again', async () => {
    const error = { message: 'slow down', retryable: true, retryAfterMs: 50_000 }
    const provider = createProvider(scripted([{ error }]))
    const signal = AbortSignal.timeout(30)
    const completion = await provider.complete(asking('?'), call({ signal }))
    expect(completion).toMatchObject({ requests: 1, error: { kind: 'aborted' } })
  })

  it('waits longer each time, with jitter, and at most a minute', async () => {
    const waits: number[] = []
    const provider = createProvider(
      scripted(() => ({ error: { message: 'busy', retryable: true } })),
      { retries: 9, random: () => 0.5, sleep: async ms => void waits.push(ms) },
    )
    await provider.complete(asking('?'), call())
    expect(waits).toEqual([375, 750, 1500, 3000, 6000, 12_000, 24_000, 48_000, 60_000])
  })

  it('tells the channel that a turn has begun again, and keeps only the text of the last try', async () => {
    const heard: string[] = []
    const wire = scripted([
      { text: 'first', error: { message: 'lost', retryable: true } },
      { text: 'second' },
    ])
    const provider = createProvider(wire, { sleep: () => Promise.resolve() })
    const { executor } = executorOf([])
    const completion = await provider.runAgentic(
      asking('?'),
      [],
      executor,
      event => heard.push('delta' in event ? event.delta : event.type),
      call(),
    )
    expect(heard).toEqual(['first', 'error', 'second', 'done'])
    expect(completion).toMatchObject({ text: 'second', requests: 2 })
  })

  it('turns a wire that throws, or stops without an ending, into a failed completion', async () => {
    const throwing: Wire = {
      name: 'throwing',
      stream() {
        throw new Error('oops')
      },
    }
    const mute: Wire = {
      name: 'mute',
      async *stream() {
        yield { type: 'text', delta: 'a' }
      },
    }
    const asked = (wire: Wire) => createProvider(wire).complete(asking('?'), call())
    expect((await asked(throwing)).error).toEqual({
      kind: 'error',
      message: 'throwing failed: oops',
    })
    expect((await asked(mute)).error).toEqual({
      kind: 'error',
      message: 'mute stopped without saying why',
    })
  })

  it.each([
    [{ maxTurns: 0 }, 'the option maxTurns may be a whole number above zero, not 0'],
    [{ retries: 0.5 }, 'the option retries may be zero or a whole number, not 0.5'],
    [{ retrys: 0 }, 'createProvider has no option retrys; did you mean retries?'],
    [{ patienceMs: Number.NaN }, 'the option patienceMs may be a number above zero, not NaN'],
    [{ contextTokens: 'lots' }, 'the option contextTokens may be a number of tokens'],
    [{ fallback: scripted([]) }, 'the option fallback may be a provider'],
    [{ price: { inpt: 1, output: 4 } }, 'price.inpt; did you mean input?'],
    [
      { price: { input: -1, output: 4 } },
      'price.input may be US dollars per million tokens, not -1',
    ],
  ] as const)('refuses %j', (options, sentence) => {
    expect(() => createProvider(scripted([]), options as ProviderOptions)).toThrow(sentence)
  })

  it('refuses what is no wire', () => {
    expect(() => createProvider({} as Wire)).toThrow(
      'the wire: its name may be the name of a model',
    )
  })
})
