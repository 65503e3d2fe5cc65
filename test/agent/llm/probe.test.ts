// What the probe finds out: of scripted wires, and through the real protocol.
import { describe, expect, test } from 'vitest'
import { openai } from '../../../agent/llm/openai/wire.ts'
import { probe } from '../../../agent/llm/probe.ts'
import type { Request, Wire } from '../../../agent/llm/provider.ts'
import { type ScriptedReply, scripted } from '../../../agent/llm/replay/scripted.ts'
import { startChatServer } from '../../support/chat-server.ts'

const kept = '{"bird_seen": "heron", "eggs_counted": 47}'
const usage = { inputTokens: 60, outputTokens: 20, cachedTokens: 0 }
const noting = (...codes: string[]) => ({
  calls: codes.map(code => ({ name: 'note_code', input: { code } })),
})
const both = noting('heron-47', 'plover-11')
const able: Readonly<Record<string, readonly ScriptedReply[]>> = {
  'probe-schema': [{ text: ['{"bird_seen": "heron",', ' "eggs_counted": 47}'], usage }],
  'probe-tools': [{ ...both, usage }],
}
const with_ = (changes: Readonly<Record<string, readonly ScriptedReply[]>>) =>
  scripted({ ...able, ...changes })

describe('a model that can everything', () => {
  test('is found to, in two requests', async () => {
    const wire = scripted(able)
    const began = performance.now()
    const found = await probe(wire)
    expect(found.firstPieceMs).toBeLessThanOrEqual(performance.now() - began)
    expect(found).toEqual({
      schema: 'native',
      tools: 'parallel',
      usage: true,
      streams: true,
      reasoning: 'none',
      firstPieceMs: expect.any(Number),
      spent: { inputTokens: 120, outputTokens: 40, cachedTokens: 0 },
      failures: [],
    })
    expect(wire.requests).toHaveLength(2)
    for (const { maxOutputTokens } of wire.requests) expect(maxOutputTokens).toBe(2000)
  })

  test('is shown the names of the members by nothing but the schema', async () => {
    const wire = scripted(able)
    await probe(wire)
    const [first] = wire.requests as readonly [Request]
    expect(JSON.stringify(first.schema)).toContain('eggs_counted')
    expect(JSON.stringify(first.messages)).not.toContain('eggs_counted')
  })
})

describe('replies', () => {
  test('that keep to the schema only when the prompt shows it are said to be prompted', async () => {
    const wire = with_({
      'probe-schema': ['{"bird": "heron", "number": 47}'],
      'probe-prompt': [`\`\`\`json\n${kept}\n\`\`\``],
    })
    expect(await probe(wire)).toMatchObject({ schema: 'prompted', tools: 'parallel', failures: [] })
    expect(wire.requests).toHaveLength(3)
    expect(wire.requests[1]?.schema).toBeUndefined()
    expect(JSON.stringify(wire.requests[1]?.messages)).toContain('eggs_counted')
  })

  test('of the right form and the wrong values have not kept to it', async () => {
    const wrong = '{"bird_seen": "string", "eggs_counted": 0}'
    const found = await probe(with_({ 'probe-schema': [wrong], 'probe-prompt': [wrong] }))
    expect(found.schema).toBe('none')
    expect(found.failures).toEqual([
      `asked with the schema in the prompt: it replied ${JSON.stringify(wrong)}`,
    ])
  })

  test.each([
    '{"bird_seen": "heron", "eggs_counted": 46}',
    '{"bird_seen": "duck", "eggs_counted": 47}',
    '{"bird_seen": "heron", "eggs_counted": "47"}',
  ])('half right have not kept to it: %s', async text => {
    const found = await probe(with_({ 'probe-schema': [text], 'probe-prompt': [text] }))
    expect(found).toMatchObject({ schema: 'none', tools: 'parallel' })
    expect(found.failures).toHaveLength(1)
  })

  test('that are no whole reply are told of, each in its place', async () => {
    const ends = { 'probe-schema': [{ text: kept, stop: 'length' }] } as const
    expect((await probe(with_(ends))).failures).toEqual([
      'asked under a schema: the reply was cut off: the model did not come to an end',
    ])
    const found = await probe(
      with_({
        'probe-schema': [{ text: 'I would rather not', stop: 'refusal' }],
        'probe-prompt': [{ text: 'no', stop: 'refusal' }],
        'probe-tools': [{ stop: 'length' }],
      }),
    )
    expect(found).toMatchObject({ schema: 'none', tools: 'none' })
    expect(found.failures).toEqual([
      'asked under a schema: the model refused to answer',
      'asked with the schema in the prompt: the model refused to answer',
      'asked to call a tool: the reply was cut off: the model did not come to an end',
    ])
  })

  test('of nothing have no first piece', async () => {
    const found = await probe(scripted([{}, {}, {}]))
    expect(found).not.toHaveProperty('firstPieceMs')
    expect(found.failures).toEqual([
      'asked with the schema in the prompt: it replied nothing',
      'asked to call a tool: it replied nothing',
    ])
  })

  test('are quoted as far as eighty letters', async () => {
    const [text, input] = ['x'.repeat(81), 'y'.repeat(81)]
    const found = await probe(
      with_({
        'probe-schema': [text],
        'probe-prompt': [text],
        'probe-tools': [{ calls: [{ name: 'other', input }] }],
      }),
    )
    expect(found.failures).toEqual([
      `asked with the schema in the prompt: it replied "${'x'.repeat(80)}"`,
      `asked to call a tool: it called other with ${'y'.repeat(80)} instead of a code it was given`,
    ])
  })

  test('with thoughts left in their text are read behind them', async () => {
    const thinking = [{ text: `<think>a {heron}?</think>\n${kept}` }]
    const found = await probe(with_({ 'probe-schema': thinking }))
    expect(found).toMatchObject({ schema: 'native', reasoning: 'in-text' })
    const apart = [{ reasoning: 'a heron', text: kept }]
    expect(await probe(with_({ 'probe-schema': apart }))).toMatchObject({ reasoning: 'apart' })
  })

  test('in one piece, without a word about tokens, are told so', async () => {
    const found = await probe(with_({ 'probe-schema': [kept], 'probe-tools': [both] }))
    expect(found).toMatchObject({ usage: false, streams: false })
    expect(await probe(with_({ 'probe-schema': [kept] }))).toMatchObject({
      usage: true,
      spent: usage,
    })
  })
})

describe('tools', () => {
  const toolsOf = async (reply: ScriptedReply) => probe(with_({ 'probe-tools': [reply] }))

  test('called one at a time are single', async () => {
    expect(await toolsOf(noting('heron-47'))).toMatchObject({ tools: 'single', failures: [] })
  })

  test('described in words, or called with something else, do not work', async () => {
    const told = await toolsOf('I would call note_code.')
    expect(told.tools).toBe('none')
    expect(told.failures).toEqual(['asked to call a tool: it replied "I would call note_code."'])
    expect(
      await toolsOf({ calls: [{ name: 'other', input: { code: 'heron-47' } }] }),
    ).toMatchObject({
      tools: 'none',
    })
    const other = await toolsOf(noting('string'))
    expect(other.tools).toBe('none')
    expect(other.failures[0]).toMatch(/it called note_code with .*string/)
    const broken = await toolsOf({ calls: [{ name: 'note_code', input: '{"code": ' }] })
    expect(broken.tools).toBe('none')
  })
})

describe('failures', () => {
  test('of a server that is gone end the probe at once', async () => {
    const wire = scripted([
      { error: { message: 'cannot reach it', retryable: true, kind: 'unavailable' } },
    ])
    const found = await probe(wire)
    expect(found).toMatchObject({ schema: 'none', tools: 'none' })
    expect(found.failures).toEqual(['asked under a schema: cannot reach it'])
    expect(found.firstPieceMs).toBeUndefined()
    expect(wire.requests).toHaveLength(1)
  })

  test('of a server that goes away in between end it then', async () => {
    const gone = { message: 'gone', retryable: true, kind: 'unavailable' } as const
    const wire = with_({ 'probe-schema': ['no JSON'], 'probe-prompt': [{ error: gone }] })
    const found = await probe(wire)
    expect(found.failures).toEqual(['asked with the schema in the prompt: gone'])
    expect(wire.requests).toHaveLength(2)
  })

  test('of a request with a schema are not hidden by one without', async () => {
    const refused = [{ error: { message: 'no response_format here', retryable: false } }]
    const found = await probe(with_({ 'probe-schema': refused }))
    expect(found).toMatchObject({ schema: 'none', tools: 'parallel' })
    expect(found.failures).toEqual(['asked under a schema: no response_format here'])
  })

  test('by silence come after the time that was given, once', async () => {
    const found = await probe(scripted([{ hang: true }]), { timeoutMs: 150 })
    expect(found.failures).toEqual([
      expect.stringMatching(/did not finish a short reply within 0.15 s; it may still be loading/),
    ])
  })

  test('never reject, when interrupted or when the wire throws', async () => {
    const stopped = await probe(scripted(able), { signal: AbortSignal.abort() })
    expect(stopped).toMatchObject({
      schema: 'none',
      failures: [expect.stringMatching(/cancelled/)],
    })
    const leaving: Wire = {
      name: 'leaving',
      async *stream() {
        yield { type: 'aborted' }
      },
    }
    expect((await probe(leaving)).failures).toEqual([
      'asked under a schema: the call was cancelled',
    ])
    const thrower = {
      name: 'broken',
      stream: () => {
        throw new Error('no stream')
      },
    }
    expect((await probe(thrower)).failures[0]).toMatch(/no stream/)
  })
})

test('the protocol of chat completions carries all of it', async () => {
  const server = await startChatServer(body =>
    body.tools ? { ...both, usage } : { text: [kept.slice(0, 9), kept.slice(9)], usage },
  )
  const found = await probe(openai({ model: 'm', baseURL: server.baseURL }))
  expect(found).toMatchObject({ schema: 'native', tools: 'parallel', usage: true, streams: true })
  await server.close()
})
