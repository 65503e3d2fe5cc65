// A recording line by line: what is written, what is read again, and what is refused in which words.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import {
  openRecording,
  recordedModels,
  recordTools,
  recordWire,
  replayTools,
  replayWire,
} from '../../../../agent/llm/replay/recording.ts'
import { type ScriptedReply, scripted } from '../../../../agent/llm/replay/scripted.ts'
import { collect, double, lastOf, request, temporaryFolder } from '../../../support/model.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
let files = 0
const newFile = () => folder.path(`${++files}.jsonl`)

/** A file with these lines. */
function written(...lines: readonly (object | string)[]): string {
  const file = newFile()
  const text = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(file, text.join('\n'))
  return file
}

const done = { type: 'done', stop: 'end' }
const turn = { type: 'turn', run: 1, key: 'k', purpose: 'p', reads: 1, prompt: 'q', events: [done] }
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n')

/** Records what a script says to these requests, the model being at `place`. */
async function record(
  file: string,
  script: readonly ScriptedReply[],
  requests: readonly Parameters<typeof request>[0][],
  place?: number,
) {
  const wire = recordWire(scripted(script), openRecording(file), place)
  for (const each of requests) await collect(wire, request(each))
}

describe('what is written', () => {
  test('is a line for each turn, pieces of one kind joined, with the place of a fallback', async () => {
    const file = newFile()
    const reply = { reasoning: 'hm', text: ['a', 'b', 'c'], calls: [{ name: 'f', input: 1 }] }
    await record(file, [reply], [{ reads: { x: 1 } }])
    await record(file, ['d'], [{ reads: 2 }], 1)
    const [first, second, ...rest] = openRecording(file).entries
    expect(first).toEqual({
      type: 'turn',
      run: 1,
      key: expect.stringMatching(/^[\da-f]{16}$/),
      purpose: 'execute',
      reads: { x: 1 },
      prompt: expect.any(String),
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      model: 'scripted',
      events: [
        { type: 'reasoning', delta: 'hm' },
        { type: 'text', delta: 'abc' },
        { type: 'tool-call', call: { id: 'call_1_0', name: 'f', input: '1' } },
        { type: 'done', stop: 'tools' },
      ],
    })
    expect(second).toMatchObject({ run: 2, fallback: 1, events: [{ delta: 'd' }, done] })
    expect(rest).toEqual([])
  })

  test('begins a line of its own behind one that was left unfinished, and leaves none empty', () => {
    for (const torn of ['{"type":"turn","run":1,"ke', '{"t']) {
      const file = written(turn, torn)
      const recording = openRecording(file)
      expect(recording.entries).toEqual([turn])
      recordTools([double], recording)
      recordTools([double], recording)
      const tools = JSON.stringify({ type: 'tools', names: ['double'], run: 2 })
      expect(linesOf(file)).toEqual([JSON.stringify(turn), torn, tools, tools, ''])
    }
    const whole = written(turn, '')
    recordTools([], openRecording(whole))
    expect(linesOf(whole)).toHaveLength(3)
  })

  test('is counted on from the highest run', () => {
    const file = written({ ...turn, run: 4 }, { ...turn, run: 2 })
    recordTools([], openRecording(file))
    expect(openRecording(file).entries.map(({ run }) => run)).toEqual([4, 2, 5])
  })

  test('goes into a folder that is made for it, and through no link', () => {
    const inside = folder.path('made/for/it.jsonl')
    recordTools([], openRecording(inside))
    expect(linesOf(inside)).toHaveLength(2)
    const link = newFile()
    symlinkSync(written(turn, ''), link)
    expect(() => recordTools([], openRecording(link))).toThrow(`cannot write the recording ${link}`)
  })

  test('leaves out what a budget ended and what was aborted', async () => {
    const file = newFile()
    const budget = { message: 'used up', retryable: false, kind: 'budget' } as const
    const busy = { message: 'busy', retryable: true, kind: 'unavailable' } as const
    await record(file, [{ error: budget }, { error: busy }], [{}, {}])
    await record(file, ['a'], [{ signal: AbortSignal.abort() }])
    expect(openRecording(file).entries).toMatchObject([{ events: [{ type: 'error', ...busy }] }])
  })
})

describe('what is no recording', () => {
  test.each<[object | string, string]>([
    ['garbage', 'no JSON'],
    ['{"typo": 1', 'no JSON'],
    [{ ...turn, run: 'one', key: 2 }, 'Invalid input: expected number, received string'],
    [{ ...turn, events: [] }, 'Too small: expected array to have >=1 items'],
  ])('is refused with its line: %j', (line, why) => {
    const file = written(turn, '  ', line)
    expect(() => openRecording(file)).toThrow(
      `line 3 of ${file} is no entry of a recording (${why}), and it was left as it is; name a file made with record:FILE@MODEL`,
    )
  })

  test('is refused as the system does', () => {
    const place = folder.path('a-folder')
    mkdirSync(place)
    expect(() => openRecording(place)).toThrow(
      `cannot read the recording ${place}: it is a folder; name another with record:FILE@MODEL`,
    )
    const below = `${written(turn)}/below.jsonl`
    expect(() => recordTools([], openRecording(below))).toThrow(
      `cannot write the recording ${below}: a part of its path is a file and no folder; name another with record:FILE@MODEL`,
    )
  })
})

describe('what is replayed', () => {
  test('bears the name of the file and its place', () => {
    const recording = openRecording(written(turn))
    expect(replayWire(recording).name).toBe(`replay:${recording.file}`)
    expect(replayWire(recording, 1).name).toBe(`replay:${recording.file} (fallback 1)`)
  })

  test('is known by the models of every place', () => {
    const modelsOf = (...turns: readonly object[]) =>
      recordedModels(openRecording(written(...turns.map(each => ({ ...turn, ...each })))))
    expect(modelsOf()).toEqual([new Set()])
    expect(modelsOf({ model: 'a' }, { model: 'b' }, { model: 'a' })).toEqual([new Set(['a', 'b'])])
    expect(modelsOf({}, { model: 'c', fallback: 2 })).toEqual([
      new Set(['']),
      new Set(),
      new Set(['c']),
    ])
    expect(recordedModels(openRecording(written({ type: 'tools', run: 1, names: [] })))).toEqual([
      new Set(),
    ])
  })

  test('is only what the model at that place said', async () => {
    const file = newFile()
    await record(file, ['first'], [{ reads: 1 }])
    await record(file, ['second'], [{ reads: 1 }], 1)
    for (const [place, delta] of [
      [0, 'first'],
      [1, 'second'],
    ] as const)
      expect(await collect(replayWire(openRecording(file), place), request({ reads: 1 }))).toEqual([
        { type: 'text', delta },
        done,
      ])
    expect(await lastOf(replayWire(openRecording(file), 2), request({ reads: 1 }))).toMatchObject({
      message: `${file} has no reply to this: no turn of execute was recorded (recorded: nothing); record it again`,
    })
  })

  test('names of what was not recorded the nearest, the first of equals', async () => {
    const file = newFile()
    const all = [
      { a: 9, b: 9 },
      { a: 1, b: 9 },
      { a: 9, b: 2 },
      { a: 8, b: 9 },
    ]
    await record(
      file,
      ['', '', '', ''],
      all.map(reads => ({ reads })),
    )
    const said = async (reads: { readonly a: number; readonly b: number }) =>
      JSON.stringify(await lastOf(replayWire(openRecording(file)), request({ reads })))
    expect(await said({ a: 1, b: 2 })).toContain('than was recorded: b was 9 and is 2; record')
    expect(await said({ a: 7, b: 9 })).toContain('than was recorded: a was 9 and is 7; record')
    expect(await said({ a: 8, b: 1 })).toContain('than was recorded: b was 9 and is 1; record')
  })

  test('is none of a call that is aborted already', async () => {
    const wire = replayWire(openRecording(written(turn)))
    expect(await collect(wire, request({ signal: AbortSignal.abort() }))).toEqual([
      { type: 'aborted' },
    ])
    expect(wire.drift()).toEqual({ total: 0, drifted: 0 })
  })
})

describe('tools', () => {
  const treble = { ...double, name: 'treble', web: true }

  test('are those that the latest run had, and reach nothing', () => {
    const file = newFile()
    const recording = openRecording(file)
    recordTools([double, treble], recording)
    recordTools([treble], recording)
    const again = { ...treble, description: 'once more' }
    const replayed = replayTools([double, treble, again], openRecording(file))
    expect(replayed).toMatchObject([
      { name: 'treble', web: false, description: double.description },
    ])
    const older = openRecording(written(turn))
    expect(replayTools([double, treble], older).map(({ name }) => name)).toEqual([
      'double',
      'treble',
    ])
  })

  test('give what they gave, in order, but for pictures, and nothing of a call that was aborted', async () => {
    const file = newFile()
    let count = 0
    const images = [{ mediaType: 'image/png', data: 'AAAA' }] as const
    const counting = {
      ...double,
      execute: async () => ({ content: `${++count}`, value: count, images }),
    }
    const [recorded] = recordTools([counting], openRecording(file))
    const ctx = { roots: [], signal: new AbortController().signal }
    expect(await recorded!.execute({ x: 1 }, ctx)).toEqual({ content: '1', value: 1, images })
    await recorded!.execute({ x: 1 }, ctx)
    await recorded!.execute({ x: 2 }, { ...ctx, signal: AbortSignal.abort() })
    const [replayed] = replayTools([double], openRecording(file))
    expect(await replayed!.execute({ x: 1 }, ctx)).toEqual({ content: '1', value: 1 })
    expect(await replayed!.execute({ x: 1 }, ctx)).toEqual({ content: '2', value: 2 })
    for (const x of [1, 2])
      await expect(replayed!.execute({ x }, ctx)).rejects.toThrow(
        `${file} holds no further call of double with {"x":${x}}; record it again`,
      )
  })
})
