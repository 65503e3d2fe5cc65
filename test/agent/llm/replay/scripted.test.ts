import { describe, expect, it } from 'vitest'
import type { ScriptedReply } from '../../../../agent/llm/replay/scripted.ts'
import { scripted } from '../../../../agent/llm/replay/scripted.ts'
import { describeProvider } from '../../../contracts/provider.ts'
import { collect, request } from '../../../support/model.ts'

describeProvider('scripted', {
  start: async script => ({ wire: scripted(script as readonly ScriptedReply[]) }),
  skip: {
    faults: 'a script has neither server nor network',
    characters: 'a script is played as it is written',
  },
})

describe('scripted', () => {
  it('is loud when the script runs out', async () => {
    const wire = scripted(['a', 'b', 'c'])
    for (let n = 0; n < 3; n++) await collect(wire, request())
    expect(await collect(wire, request({ purpose: 'execute' }))).toEqual([
      {
        type: 'error',
        message: 'script ran out after 3 calls (purpose: execute)',
        retryable: false,
      },
    ])
    expect(wire.requests).toHaveLength(4)
  })

  it('keeps a queue for each purpose', async () => {
    const wire = scripted({ perceive: ['p1', 'p2'], execute: ['e1'] })
    const said = async (purpose: string) => (await collect(wire, request({ purpose })))[0]
    expect(await said('perceive')).toMatchObject({ delta: 'p1' })
    expect(await said('execute')).toMatchObject({ delta: 'e1' })
    expect(await said('perceive')).toMatchObject({ delta: 'p2' })
    expect(await said('execute')).toMatchObject({
      message: 'script ran out after 1 calls (purpose: execute)',
    })
    expect(await said('constructor')).toMatchObject({
      message: 'script ran out after 0 calls (purpose: constructor)',
    })
  })

  it('answers from a function of the request, and turns what it throws into an error', async () => {
    const wire = scripted(({ reads }) => {
      if (reads === null) throw new Error('nothing to read')
      return `read ${String(reads)}`
    })
    expect((await collect(wire, request({ reads: 7 })))[0]).toEqual({
      type: 'text',
      delta: 'read 7',
    })
    expect(await collect(wire, request({ reads: null }))).toEqual([
      { type: 'error', message: 'nothing to read', retryable: false },
    ])
  })

  it('begins nothing for a call that was aborted before, and hangs until it is', async () => {
    const aborted = [{ type: 'aborted' }]
    const signal = AbortSignal.abort()
    expect(await collect(scripted(['never']), request({ signal }))).toEqual(aborted)
    const late = request({ signal: AbortSignal.timeout(20) })
    expect(await collect(scripted([{ hang: true }]), late)).toEqual(aborted)
  })

  it('names its calls, and says that it ended for them', async () => {
    const calls = [
      { name: 'a', input: { x: 1 } },
      { name: 'b', input: '{', id: 'mine' },
      { name: 'c', input: 1 },
    ]
    expect(await collect(scripted([{ calls }]), request())).toEqual([
      { type: 'tool-call', call: { id: 'call_1_0', name: 'a', input: '{"x":1}' } },
      { type: 'tool-call', call: { id: 'mine', name: 'b', input: '{' } },
      { type: 'tool-call', call: { id: 'call_1_2', name: 'c', input: '1' } },
      { type: 'done', stop: 'tools' },
    ])
    const [call] = calls
    expect((await collect(scripted([{ calls: [call!] }]), request())).at(-1)).toEqual({
      type: 'done',
      stop: 'tools',
    })
    expect(await collect(scripted([{ text: [] }]), request())).toEqual([
      { type: 'done', stop: 'end' },
    ])
  })

  it('waits as long as the script says, unless aborted', async () => {
    const wire = scripted([
      { delayMs: 40, text: 'late' },
      { delayMs: 60_000, text: 'never' },
    ])
    const heard: string[] = []
    const hear = async (from: typeof wire) => {
      for await (const each of from.stream(request())) if ('delta' in each) heard.push(each.delta)
    }
    await Promise.all([hear(wire), hear(scripted(['soon']))])
    expect(heard).toEqual(['soon', 'late'])
    expect(await collect(wire, request({ signal: AbortSignal.timeout(20) }))).toEqual([
      { type: 'aborted' },
    ])
  })
})
