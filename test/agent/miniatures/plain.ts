// An agent that does nothing in particular, for tests about one thing the loop does.
import type { Phases, Policy } from '../../../agent/contract.ts'
import type { Event } from '../../../agent/event.ts'
import { createLoop, type LoopOptions } from '../../../agent/loop.ts'
import { noJournal } from '../../../agent/runs/journal.ts'
import { surroundings } from './drive.ts'
import * as kit from './kit.ts'

export const goal = (text: string) => ({ kind: 'goal', text, source: 'user' }) as const

/** Phases that carry out one plan by doing nothing; a test replaces what it is about. */
export const phasesOf = (steps: readonly Parameters<typeof kit.step>[]): Phases => ({
  perceive: async received => kit.perceived(received, { desire: received.perception.text }),
  formalize: async id => kit.formed(id, 'any', ''),
  deliberate: async id =>
    kit.selected(
      id,
      kit.plan(
        'any',
        steps.map(each => kit.step(...each)),
      ),
    ),
  execute: async (_id, step) => kit.result(step.id),
  verify: async () => kit.passed('done'),
  satisfy: async id => kit.closed(id, 'satisfied', 'done', 'yes'),
  review: kit.noReview,
})

/** A loop that runs them, and the events it commits. */
export function loopOf(
  phases: Phases,
  policy: Partial<Policy> = {},
  options: Partial<LoopOptions> = {},
) {
  const events: Event[] = []
  const limits = { cycles: 3, parallel: 4 }
  const loop = createLoop({
    phases,
    surroundings: surroundings({ limits, policy }),
    journal: noJournal,
    run: 'test',
    onEvent: event => events.push(event),
    ...options,
  })
  return { loop, events, types: () => events.map(event => event.type) }
}
