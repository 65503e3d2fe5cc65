// The policy before commitment: what speaks against a plan is said before a
// step of it runs.
import { describe, expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { createBudget } from '../../agent/llm/limits/budget.ts'
import { type Script, scripted } from '../../agent/llm/replay/scripted.ts'
import { byCode, byModel, formalized, perceived, question } from '../phases/replies/replies.ts'

async function run(script: Script, budget?: Parameters<typeof createBudget>[0]) {
  const wire = scripted(script)
  const events: Event[] = []
  const agent = await createAgent({
    model: createProvider(wire, budget ? { budget: createBudget(budget) } : {}),
    onEvent: event => events.push(event),
  })
  const answer = await agent.ask(question)
  return {
    answer,
    agent,
    steps: events.filter(event => event.type === 'step-started').length,
    purposes: wire.requests.map(request => request.purpose),
  }
}

const saying = (...beliefs: readonly object[]) =>
  JSON.stringify({
    ...JSON.parse(perceived),
    groundBeliefs: [...JSON.parse(perceived).groundBeliefs, ...beliefs],
  })

const script = (perceiving: readonly string[], plan = byCode): Script => ({
  perceive: perceiving,
  formalize: [formalized],
  deliberate: [plan],
})

describe('beliefs that contradict each other', () => {
  const contradictory = saying({ name: 'speed', value: 20, unit: 'km/h' })

  test('go back once, and stop the work before a step runs when the message has both', async () => {
    const { answer, steps, purposes, agent } = await run(script([contradictory, contradictory]))
    expect(answer).toMatchObject({ satisfied: false, answer: undefined })
    expect(answer.reason).toMatch(/speed is contradictory: 18 km\/h .* 20 km\/h .*say which/)
    expect(steps).toBe(0)
    expect(purposes).toEqual(['perceive', 'perceive', 'formalize', 'deliberate'])
    expect(agent.state().groundBeliefs.get('1')?.get('speed')).toHaveLength(2)
  })

  test.each([
    ['the same quantity in another unit', [{ name: 'speed', value: 5, unit: 'm/s' }]],
    [
      'about what the plan does not build on',
      [
        { name: 'bags', value: 2 },
        { name: 'bags', value: 3 },
      ],
    ],
  ])('do not stop it when they are %s', async (_what, beliefs) => {
    const said = saying(...beliefs)
    expect((await run(script([said, said]))).answer).toMatchObject({ satisfied: true, answer: '3' })
  })

  test('that were two roles called alike are told apart when asked', async () => {
    const apart = saying({ name: 'return_speed', value: 20, unit: 'km/h' })
    expect((await run(script([contradictory, apart]))).answer.satisfied).toBe(true)
  })
})

describe('a plan', () => {
  test('of more steps for a model than the budget carries is not begun', async () => {
    const usage = { inputTokens: 900, outputTokens: 100, cachedTokens: 0 }
    const counted = (text: string) => ({ text, usage })
    const replies = {
      perceive: [counted(perceived)],
      formalize: [counted(formalized)],
      deliberate: [counted(byModel)],
    }
    // a scripted wire spends nothing by itself: the budget here has been used before
    const wire = scripted(replies)
    const limits = { tokens: 3_400 }
    const agent = await createAgent({
      model: createProvider(wire, {
        budget: createBudget(limits, { tokens: 3_000, cost: 0, seconds: 0 }),
        tokenless: true,
      }),
    })
    const answer = await agent.ask(question)
    expect(answer.reason).toMatch(
      /1 step for a model, which take 500 tokens at least, and 400 .* left/,
    )
    const enough = createBudget({ tokens: 9_000 }, { tokens: 3_000, cost: 0, seconds: 0 })
    const other = await createAgent({
      model: createProvider(scripted(replies), { budget: enough, tokenless: true }),
    })
    expect((await other.ask(question)).reason).not.toContain('tokens at least')
  })

  test('that establishes nothing of what the goal asks for is not begun', async () => {
    const agent = await createAgent({ model: createProvider(scripted(script([perceived]))) })
    const library = agent.library
    await agent.ask(question)
    const [plan] = library.plans()
    const { soundness } = await import('../../agent/commitment.ts')
    const intention = { ...agent.state().intentions.get('1')!, openParameters: ['weight'] }
    const steps = plan!.steps.filter(step => step.id === 's1')
    const said = await soundness({ intention, plan: { ...plan!, steps }, state: agent.state() })
    expect(said).toMatch(/nothing about weight/)
  })
})
