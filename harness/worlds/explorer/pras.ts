// The judge of PRAS: a model compares what was written in a run with the plans that people wrote.
import type { Event } from '../../../agent/event.ts'
import { ask } from '../../../phases/ask.ts'
import { judgePlansContract } from '../../../phases/generate/judge-plans.ts'
import type { Judge } from '../judge.ts'
import { humanYaml } from './human-plans.ts'

export const prasJudge = (model: string): Judge => ({
  model,
  measure: 'PRAS',
  judge: async (events, asking) => {
    const actual = writtenTexts(events).join('\n---\n')
    const reply = await ask(judgePlansContract, { actual, expected: humanYaml() }, asking)
    if (!reply.ok) return { score: null, reason: reply.why }
    return { score: reply.value.score / 10, reason: reply.value.reason }
  },
})

/** What was written and adopted, set by set. */
export const writtenTexts = (events: readonly Event[]): readonly string[] =>
  events.flatMap(event => (event.type === 'plans-added' && event.written ? [event.written] : []))
