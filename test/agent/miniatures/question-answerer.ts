// Seed 001 in miniature: two look-ups at once; one brings no number, so the plan is set aside and
// the next cycle builds on what the first established. The review then removes the plan that failed.
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Ctx, Phases } from '../../../agent/contract.ts'
import type { StoredCall } from '../../../agent/state.ts'
import { view } from '../../../agent/view.ts'
import type { Step, Value } from '../../../plans/plan.ts'
import { defineTool } from '../../../tools/tool.ts'
import * as kit from './kit.ts'

const PAGES: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  almanac: { numerator: 384_400 },
  rumour: { denominator: 'very fast' },
  table: { numerator: 384_400, denominator: 299_792 },
}

const lookUp = defineTool({
  name: 'look_up',
  description: 'The value of a role in a source.',
  input: z.object({ source: z.string(), role: z.string() }),
  execute: async ({ source, role }) => {
    // as long as the other one takes to begin, also where people, timers and the network have their say before
    for (let turns = 0; turns < 2; turns++) await setImmediate()
    const value = PAGES[source]![role]!
    return { content: `${role}: ${value}`, value }
  },
})

const fetch = (source: string) => (role: string) =>
  kit.step(`fetch-${role}`, 'fetch', {
    writes: [{ role, type: 'number' }],
    action: { tool: 'look_up', input: { source, role } },
  })

const quotient = (fetches: readonly Step[]) =>
  kit.plan('quotient', [
    ...fetches,
    kit.step('divide', 'compute', {
      deps: fetches.map(each => each.id),
      reads: ['numerator', 'denominator'],
      writes: [{ role: 'quotient', type: 'number' }],
    }),
    kit.step('answer', 'synthesize', { deps: ['divide'], writes: [{ role: 'final_answer' }] }),
  ])

const guess = quotient([fetch('almanac')('numerator'), fetch('rumour')('denominator')])

async function called(intention: string, step: Step, id: string, ctx: Ctx): Promise<StoredCall> {
  const { tool, input } = step.action as { tool: string; input: Record<string, string> }
  const { tools, roots } = ctx.environment
  const used = tools.find(each => each.name === tool)!
  const { content, value } = await used.execute(input, { roots, signal: ctx.signal })
  const made = { id, tool, input, content, value: value as Value, computes: false, failed: false }
  ctx.report({ ...made, type: 'tool-called', intention, step: step.id, ms: 0 })
  return { ...made, intention, step: step.id }
}

const phases: Phases = {
  perceive: async received =>
    kit.perceived(received, {
      schemaBeliefs: ['a quotient of two quantities is asked for'],
      desire: received.perception.text,
    }),
  formalize: async id => kit.formed(id, 'quotient', 'ground_belief(final_answer) is known'),
  deliberate: async (id, state) => {
    const { beliefs, intention } = view(state, id)
    const missing = ['numerator', 'denominator'].filter(role => !beliefs[role])
    const fits = [guess, quotient(missing.map(fetch('table')))].find(
      ({ id: plan }) =>
        !state.planLibrary.removed.has(plan) && !intention.tried.some(t => t.plan === plan),
    )
    return fits ? kit.selected(id, fits) : kit.closed(id, 'failed', 'no plan is left')
  },
  execute: async (id, step, { beliefs, intention, call }, ctx) => {
    if (step.kind === 'compute') {
      const value = Number(beliefs.numerator!.value) / Number(beliefs.denominator!.value)
      return kit.result('divided', [kit.believe('quotient', value, step.id)])
    }
    if (step.kind === 'synthesize') {
      const answer = Number(beliefs.quotient!.value).toFixed(2)
      return kit.result(`FINAL ANSWER: ${answer}`, [kit.believe('final_answer', answer, step.id)])
    }
    const key = kit.keyOf(intention, step)
    // what a killed run has looked up is not looked up again
    const { content, value } = call(key) ?? (await called(id, step, key, ctx))
    const learned = kit.believe(step.writes[0]!.role, value!, key)
    return { ...kit.result(content, [learned]), calls: [key] }
  },
  verify: async (_id, step, { beliefs, summary }) =>
    step.writes[0]?.type === 'number' && typeof beliefs[0]?.value !== 'number'
      ? kit.failed(`${summary} is not a number`, 'unsupported_value')
      : kit.passed(summary),
  satisfy: async (id, state) => {
    const answer = view(state, id).beliefs.final_answer?.value
    return answer === undefined
      ? kit.setAside(id, 'no answer yet')
      : kit.closed(id, 'satisfied', 'answered', String(answer))
  },
  review: async state => ({
    type: 'library-reviewed',
    intention: state.intentionHistory.last()!.intention,
    records: state.intentionHistory.size,
    decisions: [...state.planLibrary.stats]
      .filter(([, { failureCount, successCount }]) => failureCount > successCount)
      .map(([id]) => ({ plan: id, decision: 'remove', reason: 'fails more often than not' })),
  }),
}

export const questionAnswerer: kit.Miniature = {
  phases,
  policy: {
    reviewIsDue: state => state.intentionHistory.size > state.reviewed,
  },
  limits: { cycles: 3, parallel: 4 },
  tools: [lookUp],
  perceptions: ['How many seconds does light take from the moon?', 'And once more?'].map(text => ({
    kind: 'question',
    text,
    source: 'user',
  })),
}
