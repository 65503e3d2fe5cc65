import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scene } from '../../../support/chat-server.ts'
import { chunk, sse } from '../../../support/chat-server.ts'
import { collect, double, request } from '../../../support/model.ts'
import { callsOf, cut, inPieces, joined, serve, speaker } from './kit.ts'

describe('thinking left in the content', () => {
  const thought = 'is a < b? </thin no'
  const answer = '{"a": "<think>no</think>"}'

  it('is reasoning wherever the tags are cut', async () => {
    const { fresh, hear } = await speaker()
    for (const tag of ['think', 'thinking']) {
      const reply = `\n <${tag}>${thought}</${tag}>\n\n${answer}`
      for (let place = 0; place <= reply.length; place++) {
        const events = await hear(fresh(), inPieces(cut(reply, [place])))
        expect(joined(events, 'reasoning')).toBe(thought)
        expect(joined(events, 'text')).toBe(answer)
      }
    }
    const events = await hear(fresh(), inPieces([...`<think>${thought}</think>${answer}`]))
    expect([joined(events, 'reasoning'), joined(events, 'text')]).toEqual([thought, answer])
  })

  it('is given while it streams, before the reply has ended', async () => {
    const { fresh, hear } = await speaker()
    const open: Scene = { pieces: [chunk({ content: '<think>one two' })], ending: 'reset' }
    expect((await hear(fresh(), open))[0]).toEqual({ type: 'reasoning', delta: 'one two' })
  })

  it('that never ends leaves an empty text', async () => {
    const { fresh, hear } = await speaker()
    const events = await hear(fresh(), inPieces(['<think>on and', ' on </thi'], 'length'))
    expect(joined(events, 'reasoning')).toBe('on and on </thi')
    expect(joined(events, 'text')).toBe('')
  })

  it('is not seen in a text that does not begin with it', async () => {
    const { fresh, hear } = await speaker()
    const parts = [
      '<think>',
      '</think>',
      '<',
      '"',
      '{',
      'a',
      '\n',
      ' ',
      '<tool_call>',
      '[TOOL_',
      '😀',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map(all => all.join('')),
        fc.array(fc.nat(60), { maxLength: 6 }),
        fc.boolean(),
        async (text, places, offered) => {
          fc.pre(!text.trimStart().startsWith('<think>'))
          const tools = offered ? [double] : []
          const events = await hear(fresh(), inPieces(cut(text, places)), { tools })
          expect(joined(events, 'text')).toBe(text)
          expect(events.at(-1)).toEqual({ type: 'done', stop: 'end' })
          expect(events.every(event => event.type !== 'reasoning')).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('and opened by the template is known from the second reply on', async () => {
    const { fresh, hear } = await speaker()
    const wire = fresh()
    const reply = 'let me see</think>\n{"a": 1}'
    expect(joined(await hear(wire, inPieces(cut(reply, [13]))), 'text')).toBe(reply)
    for (let place = 0; place <= reply.length; place++) {
      const events = await hear(wire, inPieces(cut(reply, [place])))
      expect(joined(events, 'reasoning')).toBe('let me see')
      expect(joined(events, 'text')).toBe('{"a": 1}')
    }
    const plain = await hear(wire, inPieces(['no', ' thought']))
    expect(joined(plain, 'text')).toBe('no thought')
    const json = await hear(wire, inPieces(['{"a": "x</think>', 'y"}']))
    expect(joined(json, 'text')).toBe('{"a": "x</think>y"}')
    expect(joined(json, 'reasoning')).toBe('')
  })

  it('is not learned from a tag inside JSON', async () => {
    const { fresh, hear } = await speaker()
    const wire = fresh()
    await hear(wire, inPieces(['{"a": "x</think>y"}']))
    expect(await hear(wire, inPieces(['no thought']))).toEqual([
      { type: 'text', delta: 'no thought' },
      { type: 'done', stop: 'end' },
    ])
  })
})

describe('calls left in the content', () => {
  const x = (n: number) => `{"name": "double", "arguments": {"x": ${n}}}`
  const replies: readonly [how: string, reply: string, text: string, inputs: readonly string[]][] =
    [
      ['Qwen', `<tool_call>\n${x(1)}\n</tool_call>`, '', ['{"x":1}']],
      [
        'Hermes, after a sentence, twice',
        `I shall.\n<tool_call>${x(1)}</tool_call>\n<tool_call>${x(2)}</tool_call>\n`,
        'I shall.\n',
        ['{"x":1}', '{"x":2}'],
      ],
      ['a stop that took the end', `<tool_call>\n${x(1)}`, '', ['{"x":1}']],
      [
        'arguments as text',
        '<tool_call>{"name":"double","arguments":"{\\"x\\":1}"}</tool_call>',
        '',
        ['{"x":1}'],
      ],
      ['thinking before', `<think>hm</think>\n<tool_call>${x(1)}</tool_call>`, '', ['{"x":1}']],
      ['Mistral', `[TOOL_CALLS] [${x(1)}, ${x(2)}]`, '', ['{"x":1}', '{"x":2}']],
      [
        'newer Mistral',
        'So.[TOOL_CALLS]double[ARGS]{"x": 1}[TOOL_CALLS]double{"x": 2}',
        'So.',
        ['{"x":1}', '{"x":2}'],
      ],
      [
        "Python's spelling",
        "<tool_call>{'name': 'double', 'arguments': {'x': 1,}}",
        '',
        ['{"x":1}'],
      ],
      [
        'keys without quotes',
        '<tool_call>{name: double, arguments: {x: 1}}</tool_call>',
        '',
        ['{"x":1}'],
      ],
      [
        'lost braces',
        '<tool_call>{"name": "double", "arguments": {"x": 1</tool_call>',
        '',
        ['{"x":1}'],
      ],
      [
        'a list between tags',
        `<tool_call>[${x(1)}, ${x(2)}]</tool_call>`,
        '',
        ['{"x":1}', '{"x":2}'],
      ],
      ['a fence', `<tool_call>\n\`\`\`json\n${x(1)}\n\`\`\`\n</tool_call>`, '', ['{"x":1}']],
      [
        'other names',
        '<tool_call>{"function": "double", "args": {"x": 1}}</tool_call>',
        '',
        ['{"x":1}'],
      ],
      ['Mistral, nearly JSON', `[TOOL_CALLS]double{'x': 1, }`, '', ['{"x":1}']],
    ]
  it.each(replies)('are calls: %s', async (_, reply, text, inputs) => {
    const { fresh, hear } = await speaker()
    for (const places of [[], [3], [...reply].map((_, i) => i)]) {
      const events = await hear(fresh(), inPieces(cut(reply, places)), { tools: [double] })
      expect(joined(events, 'text')).toBe(text)
      expect(callsOf(events).map(({ name, input }) => [name, input])).toEqual(
        inputs.map(input => ['double', input]),
      )
      expect(events.at(-1)).toEqual({ type: 'done', stop: 'tools' })
    }
  })

  const call = `<tool_call>${x(1)}</tool_call>`
  it.each([
    ['no tools were offered', call, []],
    ['a tool was not offered', call.replace('double', 'triple'), [double]],
    ['more follows', `${call} and so on`, [double]],
    ['it is part of a value', JSON.stringify({ a: call }), [double]],
    ['it is no JSON', '<tool_call>double 2</tool_call>', [double]],
    ['nothing says that it is whole', call.slice(0, -'}}</tool_call>'.length), [double]],
    ['mending would drop a function', call.replace('1', 'sqrt(16)'), [double]],
    ['words follow within the tags', call.replace('</', ' or so</'), [double]],
  ])('stay text when %s', async (_, reply, tools) => {
    const { fresh, hear } = await speaker()
    const events = await hear(fresh(), inPieces(cut(reply, [5, 20])), { tools })
    expect(joined(events, 'text')).toBe(reply)
    expect(events.at(-1)).toEqual({ type: 'done', stop: 'end' })
  })

  it('stay text when the server gives calls of its own, when it is cut off, and with OpenAI', async () => {
    const own = chunk({
      tool_calls: [{ index: 0, id: 'c', function: { name: 'double', arguments: '{}' } }],
    })
    const both: Scene = {
      pieces: [chunk({ content: call }), own, chunk({}, 'tool_calls')],
      ending: 'end',
    }
    const { fresh, hear } = await speaker()
    const events = await hear(fresh(), both, { tools: [double] })
    expect(joined(events, 'text')).toBe(call)
    expect(callsOf(events)).toEqual([{ id: 'c', name: 'double', input: '{}' }])
    const long = await hear(fresh(), inPieces([call], 'length'), { tools: [double] })
    expect([joined(long, 'text'), callsOf(long)]).toEqual([call, []])
    const { wire } = await serve([call], { server: 'openai' })
    expect(joined(await collect(wire, request({ tools: [double] })), 'text')).toBe(call)
  })
})

describe('usage', () => {
  const said: readonly [usage: unknown, counted: object | undefined][] = [
    [
      { prompt_tokens: 9, completion_tokens: 2 },
      { inputTokens: 9, outputTokens: 2, cachedTokens: 0 },
    ],
    [
      {
        prompt_tokens: 9,
        completion_tokens: 2,
        prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 3 },
      },
      { inputTokens: 9, outputTokens: 2, cachedTokens: 4, cacheWriteTokens: 3 },
    ],
    [
      { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: null },
      { inputTokens: 9, outputTokens: 2, cachedTokens: 0 },
    ],
    [
      { prompt_tokens: null, completion_tokens: 2 },
      { inputTokens: 0, outputTokens: 2, cachedTokens: 0 },
    ],
    [{ prompt_tokens: null }, undefined],
    [null, undefined],
  ]
  it.each(said)('is read from %j', async (usage, counted) => {
    const after = {
      pieces: [chunk({ content: 'a' }, 'stop'), sse({ choices: [], usage })],
      ending: 'end',
    } as const
    const within = {
      pieces: [sse({ choices: [{ delta: {}, finish_reason: 'stop' }], usage })],
      ending: 'end',
    } as const
    const { wire } = await serve([after, within])
    for (const _ of [after, within])
      expect((await collect(wire, request())).at(-1)).toEqual({
        type: 'done',
        stop: 'end',
        ...(counted && { usage: counted }),
      })
  })

  it('is the last that was said, where a server counts along', async () => {
    const at = (completion_tokens: number, finish: string | null = null) =>
      sse({
        choices: [{ delta: { content: 'a' }, finish_reason: finish }],
        usage: { prompt_tokens: 5, completion_tokens },
      })
    const { wire } = await serve([{ pieces: [at(1), at(2), at(3, 'stop')], ending: 'end' }])
    expect((await collect(wire, request())).at(-1)).toMatchObject({ usage: { outputTokens: 3 } })
  })
})
