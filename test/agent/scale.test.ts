import { expect, it } from 'vitest'
import type { Event } from '../../agent/event.ts'
import { createLoop } from '../../agent/loop.ts'
import { noJournal } from '../../agent/runs/journal.ts'
import { surroundings } from './miniatures/drive.ts'
import * as kit from './miniatures/kit.ts'

const DEPTH = 3000

it(`a run killed ${DEPTH} sub-goals deep is resumed without growing the call stack`, async () => {
  const down = kit.plan('down', [kit.step('on', 'achieve', { action: { achieve: 'down' } })])
  const options = {
    phases: {
      perceive: async received => kit.perceived(received, {}),
      formalize: async id => kit.formed(id, 'down', ''),
      deliberate: async (id, state) =>
        state.intentions.size < DEPTH
          ? kit.selected(id, down)
          : kit.closed(id, 'satisfied', 'deep'),
      execute: async () => kit.result(''),
      verify: async () => kit.passed(''),
      satisfy: async id => kit.closed(id, 'satisfied', 'from below'),
      review: kit.noReview,
    },
    surroundings: surroundings({ limits: { cycles: 1, parallel: 1 } }),
    journal: noJournal,
    run: 'test',
  } satisfies Parameters<typeof createLoop>[0]
  const events: Event[] = []
  const loop = createLoop({ ...options, onEvent: event => events.push(event) })
  await loop.handle({ kind: 'goal', text: 'down', source: 'user' })
  const deepest = events.findIndex(event => event.type === 'intention-closed')
  const resumed = createLoop({ ...options, past: events.slice(0, deepest) })
  expect(await resumed.resume()).toEqual(['1'])
  const reached = [...resumed.state().intentions.values()].filter(i => i.status === 'satisfied')
  expect(reached).toHaveLength(DEPTH)
  expect(resumed.state().seq).toBe(events.length)
})
