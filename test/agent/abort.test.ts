import { describe, expect, it } from 'vitest'
import type { Phases } from '../../agent/contract.ts'
import type { Event } from '../../agent/event.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import { drive, end, journalIn, names } from './miniatures/drive.ts'
import { temporaryFolders } from './miniatures/folders.ts'
import { undisturbed } from './miniatures/killed.ts'
import * as kit from './miniatures/kit.ts'
import { goal, loopOf, phasesOf } from './miniatures/plain.ts'

const folder = temporaryFolders()

describe.each(names)('%s, aborted', name => {
  it('commits nothing more, rejects with the reason and resumes to the same end', async () => {
    const reference = await undisturbed(name, folder())
    for (const { seq } of reference.events.slice(0, -1)) {
      const home = folder()
      const abort = new AbortController()
      const reason = new Error(`stopped after event ${seq}`)
      const hooks = {
        signal: abort.signal,
        onEvent: (event: Event) => event.seq === seq && abort.abort(reason),
      }
      await expect(
        drive(name, home, { ...hooks, onEvent: e => void hooks.onEvent(e) }),
      ).rejects.toBe(reason)
      expect(readJournal(journalIn(home))).toHaveLength(seq)
      expect(end(await drive(name, home), home), reason.message).toBe(reference.end)
    }
  })
})

describe('a perception with a signal of its own', () => {
  it('is cancelled by it and leaves the others alone', async () => {
    const abort = new AbortController()
    const phases: Phases = {
      ...phasesOf([['wait', 'read']]),
      execute: async (id, step, _view, ctx) => {
        if (id === '1') abort.abort(new Error('not this one'))
        expect(ctx.signal.aborted).toBe(id === '1')
        return kit.result(step.id)
      },
    }
    const { loop, events } = loopOf(phases)
    const first = loop.handle(goal('first'), abort.signal)
    const second = loop.handle(goal('second'))
    await expect(first).rejects.toThrow('not this one')
    expect(await second).toBe('2')
    expect([...loop.state().intentions.values()].map(({ id, status }) => [id, status])).toEqual([
      ['1', 'open'],
      ['2', 'satisfied'],
    ])
    expect(events.filter(e => e.intention === '1').at(-1)?.type).toBe('step-started')
  })

  it('is gone on with in the same loop', async () => {
    const abort = new AbortController()
    let calls = 0
    const { loop } = loopOf({
      ...phasesOf([['wait', 'read']]),
      execute: async (_id, step) => {
        if (++calls === 1) abort.abort(new Error('later'))
        return kit.result(step.id)
      },
    })
    await expect(loop.handle(goal('slow'), abort.signal)).rejects.toThrow('later')
    expect(await loop.resume()).toEqual(['1'])
    expect(loop.state().intentions.get('1')?.status).toBe('satisfied')
  })
})
