import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it, test } from 'vitest'
import { createProvider } from '../../../../agent/llm/create-provider.ts'
import { openai } from '../../../../agent/llm/openai/wire.ts'
import type { Message, Wire } from '../../../../agent/llm/provider.ts'
import { difference } from '../../../../agent/llm/replay/reads-difference.ts'
import {
  openRecording,
  recordTools,
  recordWire,
  replayTools,
  replayWire,
} from '../../../../agent/llm/replay/recording.ts'
import type { ScriptedReply } from '../../../../agent/llm/replay/scripted.ts'
import { scripted } from '../../../../agent/llm/replay/scripted.ts'
import type { Json, Tool } from '../../../../tools/tool.ts'
import { describeProvider } from '../../../contracts/provider.ts'
import { startChatServer } from '../../../support/chat-server.ts'
import {
  asking,
  call,
  collect,
  double,
  executorOf,
  request,
  temporaryFolder,
} from '../../../support/model.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
let files = 0
const newFile = () => folder.path(`${++files}.jsonl`)

describeProvider('replay', {
  async start(script) {
    const original = scripted(script as readonly ScriptedReply[])
    const wire: Wire = {
      name: 'replay',
      async *stream(asked) {
        const file = newFile()
        await collect(recordWire(original, openRecording(file)), asked)
        yield* replayWire(openRecording(file)).stream(asked)
      },
    }
    return { wire }
  },
  skip: {
    faults: 'a replay has neither server nor network',
    hanging: 'a turn that was aborted is not recorded',
    characters: 'a replay gives what was recorded',
  },
})

/** A run of two steps: a tool loop, then a question whose first reply is invalid and asked again. */
async function run(wire: Wire, tools: readonly Tool[], wording = 'How much is') {
  const provider = createProvider(wire, { sleep: () => Promise.resolve() })
  const { executor } = executorOf(tools)
  const looped = await provider.runAgentic(
    asking(`${wording} twice 21?`),
    tools,
    executor,
    () => undefined,
    call({ reads: { step: { description: 'double the amount' }, amount: 21 } }),
  )
  const first = asking(`${wording} it?`)
  const options = call({ purpose: 'verify', reads: { value: looped.text } })
  const invalid = await provider.complete(first, options)
  const again: Message[] = [...first, { role: 'user', content: `not valid: ${wording}` }]
  return [looped, invalid, await provider.complete(again, options)]
}

const usage = { inputTokens: 5, outputTokens: 2, cachedTokens: 0 }
const twoSteps: readonly ScriptedReply[] = [
  {
    text: 'hm',
    calls: [
      { name: 'double', input: { x: 21 } },
      { name: 'double', input: '{' },
    ],
    usage,
  },
  { error: { message: 'busy', retryable: true } },
  { text: ['4', '2'], usage },
  { text: 'gibberish', usage },
  { text: '{"ok":true}', usage },
]

/** A new file with the run, and what was said in it. */
async function recordedOverHttp() {
  const file = newFile()
  const server = await startChatServer(twoSteps)
  const recording = openRecording(file)
  const apiKey = 'sk-not-to-be-seen'
  const wire = openai({ model: 'm', baseURL: server.baseURL, apiKey })
  const completions = await run(recordWire(wire, recording), recordTools([double], recording))
  await server.close()
  return { file, recorded: completions }
}

describe('a recording', () => {
  it('gives the same run again without server and without tools', async () => {
    const { file, recorded } = await recordedOverHttp()
    expect(recorded.map(each => each.text)).toEqual(['42', 'gibberish', '{"ok":true}'])
    const recording = openRecording(file)
    const untouchable = { ...double, execute: () => Promise.reject(new Error('must not run')) }
    const wire = replayWire(recording)
    expect(await run(wire, replayTools([untouchable], recording))).toEqual(recorded)
    expect(wire.drift()).toEqual({ total: 5, drifted: 0 })
  })

  it('is replayed by a changed wording, which counts as drift', async () => {
    const { file } = await recordedOverHttp()
    const recording = openRecording(file)
    const wire = replayWire(recording)
    const replayed = await run(wire, replayTools([double], recording), 'What is')
    expect(replayed.map(each => each.text)).toEqual(['42', 'gibberish', '{"ok":true}'])
    expect(wire.drift()).toEqual({ total: 5, drifted: 5 })
  })

  it('holds no key', async () => {
    const { file } = await recordedOverHttp()
    expect(readFileSync(file, 'utf8')).not.toContain('sk-not-to-be-seen')
  })

  it('is loud about changed reads, names the nearest and does not ask again', async () => {
    const { file } = await recordedOverHttp()
    const provider = createProvider(replayWire(openRecording(file)))
    const reads = { step: { description: 'treble the amount' }, amount: 21 }
    const completion = await provider.complete(asking('?'), call({ reads }))
    expect(completion.requests).toBe(1)
    expect(completion.error?.message).toBe(
      `${file} has no reply to this: execute reads something else than was recorded: ` +
        'step.description was "double the amount" and is "treble the amount"; record it again',
    )
  })

  it('says when a purpose, a further turn or other tool results were not recorded', async () => {
    const { file } = await recordedOverHttp()
    const wire = replayWire(openRecording(file))
    const said = async (changes: Parameters<typeof request>[0]) =>
      JSON.stringify(await collect(wire, request(changes)))
    expect(await said({ purpose: 'review' })).toContain(
      'no turn of review was recorded (recorded: execute, verify)',
    )
    const verify = { purpose: 'verify', reads: { value: '42' } }
    await said(verify)
    await said(verify)
    expect(await said(verify)).toContain(
      'verify asks the same question more often than was recorded',
    )
    const messages: Message[] = [...asking('?'), { role: 'tool', call: 'c', content: 'new' }]
    expect(await said({ ...verify, messages })).toContain(
      'the tool results or replies before it differ',
    )
  })

  it('throws for a tool call that was not recorded, and repeats what was thrown', async () => {
    const target = newFile()
    const ctx = { roots: [], signal: new AbortController().signal }
    const failing = { ...double, execute: () => Promise.reject(new Error('no such file a.csv')) }
    const [recorded] = recordTools([failing], openRecording(target))
    await expect(recorded!.execute({ x: 1 }, ctx)).rejects.toThrow('no such file a.csv')
    const recording = openRecording(target)
    const [replayed] = replayTools([double], recording)
    await expect(replayed!.execute({ x: 1 }, ctx)).rejects.toThrow('no such file a.csv')
    const [begunAgain] = replayTools([double], recording)
    await expect(begunAgain!.execute({ x: 1 }, ctx)).rejects.toThrow(
      `${target} holds no further call of double with {"x":1}`,
    )
  })

  it('is usable after its writer was killed in the middle of a line', async () => {
    const target = newFile()
    await collect(recordWire(scripted(['one']), openRecording(target)), request({ reads: 1 }))
    appendFileSync(target, '{"type":"turn","run":1,"ke')
    await collect(recordWire(scripted(['two']), openRecording(target)), request({ reads: 2 }))
    const wire = replayWire(openRecording(target))
    expect(await collect(wire, request({ reads: 1 }))).toContainEqual({
      type: 'text',
      delta: 'one',
    })
    expect(await collect(wire, request({ reads: 2 }))).toContainEqual({
      type: 'text',
      delta: 'two',
    })
  })

  it('lets the latest run speak for a question that was recorded again', async () => {
    const target = newFile()
    for (const text of ['old', 'new'])
      await collect(recordWire(scripted([text]), openRecording(target)), request())
    const wire = replayWire(openRecording(target))
    expect(await collect(wire, request())).toContainEqual({ type: 'text', delta: 'new' })
    expect(await collect(wire, request())).toContainEqual(
      expect.objectContaining({ type: 'error', retryable: false }),
    )
  })

  it('refuses a file that is something else', () => {
    const target = newFile()
    writeFileSync(target, '{"type":"turn","run":1}\n')
    expect(() => openRecording(target)).toThrow(`line 1 of ${target} is no entry of a recording`)
  })

  it('tells a first reply from the reply to a re-ask, also when two alike are under way', async () => {
    const target = newFile()
    const first = request()
    const again = request({
      messages: [
        ...first.messages,
        { role: 'assistant', content: 'bad', calls: [] },
        { role: 'user', content: 'not valid' },
      ],
    })
    const original = recordWire(
      scripted(['bad 1', 'bad 2', 'good 1', 'good 2']),
      openRecording(target),
    )
    for (const asked of [first, first, again, again]) await collect(original, asked)
    const replay = replayWire(openRecording(target))
    const texts: unknown[] = []
    for (const asked of [first, again, first, again]) texts.push((await collect(replay, asked))[0])
    expect(texts).toEqual(
      ['bad 1', 'good 1', 'bad 2', 'good 2'].map(delta => ({ type: 'text', delta })),
    )
  })

  it('does not depend on which of several parallel calls ends first', async () => {
    const reads = fc.uniqueArray(fc.jsonValue(), {
      minLength: 2,
      maxLength: 6,
      selector: JSON.stringify,
    })
    await fc.assert(
      fc.asyncProperty(reads, fc.infiniteStream(fc.nat(4)), async (questions, delays) => {
        const target = newFile()
        const slowly = (wire: Wire, shuffled: readonly Json[]) =>
          Promise.all(
            shuffled.map(async question => {
              await wait(delays.next().value)
              return [question, await collect(wire, request({ reads: question }))] as const
            }),
          )
        const original = scripted(({ reads: read }) => ({
          delayMs: delays.next().value,
          text: JSON.stringify(read),
        }))
        const asked = questions as readonly Json[]
        await slowly(recordWire(original, openRecording(target)), asked)
        const answers = await slowly(replayWire(openRecording(target)), asked.toReversed())
        for (const [question, events] of answers)
          expect(events).toContainEqual({ type: 'text', delta: JSON.stringify(question) })
      }),
      { numRuns: 12 },
    )
  })
})

test.each<[Json, Json, number, string]>([
  [{ a: 1 }, { a: 2 }, 1, 'a was 1 and is 2'],
  [{ a: { b: [1, 'x'] } }, { a: { b: [1, 'y'] } }, 1, 'a.b.1 was "x" and is "y"'],
  [{ a: 1 }, {}, 2, 'a was 1 and is absent, the whole was absent and is {}'],
  [1, 2, 1, 'the whole was 1 and is 2'],
  [null, [], 1, 'the whole was null and is []'],
  [[1, 2, 3], [4, 5, 6], 3, '0 was 1 and is 4, 1 was 2 and is 5, 2 was 3 and is 6'],
  [
    [1, 2, 3, 7],
    [4, 5, 6, 8],
    4,
    '0 was 1 and is 4, 1 was 2 and is 5, 2 was 3 and is 6 and 1 more differences',
  ],
  ['x'.repeat(78), 1, 1, `the whole was "${'x'.repeat(78)}" and is 1`],
  ['x'.repeat(79), 1, 1, `the whole was "${'x'.repeat(79)}... and is 1`],
  [{ a: 1, b: [] }, { b: [], a: 1 }, 0, ''],
])('%j and %j differ in %d places', (recorded, asked, count, words) => {
  expect(difference(recorded, asked)).toEqual({ count, words })
})
