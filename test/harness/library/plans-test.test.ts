// Testing plans on questions whose answers are known: real agents on the offline model.
import { beforeAll, describe, expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import { type Model, openModel } from '../../../agent/llm/models.ts'
import { type KnownQuestion, testPlan } from '../../../harness/library/plan-test.ts'
import { identify } from '../../../plans/identify.ts'
import type { Plan, Step } from '../../../plans/plan.ts'

const asked =
  'A ferry travels at 24 km/h. How many minutes does it need for the 18 km to the island?'
const ferry = { question: asked, answer: '45' }
const tram = {
  question: 'A tram runs at 30 km/h. How many minutes does it need for the 12 km to the port?',
  answer: '24',
}
const elsewhere = {
  question: 'A café orders 12 bags of coffee at $8.50 per bag. How many dollars does it pay?',
  answer: '102',
}

let model: Model
let plan: Plan
beforeAll(async () => {
  model = await openModel('offline', {})
  const agent = await createAgent({ model, env: {} })
  await agent.ask(asked)
  plan = agent.library.plans()[0]!
  agent.close()
})

/** The plan with another way to carry out its first step. */
function changed(action: Step['action']): Plan {
  const steps = plan.steps.map((step, at) => (at === 0 && action ? { ...step, action } : step))
  return identify({ ...plan, steps }, { ...plan.origin, trust: 'imported' })
}

describe('testing a plan', () => {
  test('it is right where it gives the known answer, and not applicable where it does not fit', async () => {
    const on = (example: KnownQuestion) => testPlan(plan, example, { model, env: {} })
    const results = [await on(ferry), await on(tram), await on(elsewhere)]
    expect(results).toMatchObject([
      { verdict: 'right', answer: '45' },
      { verdict: 'right', answer: '24' },
      { verdict: 'not-applicable' },
    ])
    expect(results[2]!.why).toMatch(/differs|missing|not believed|nothing/)
  })

  test('a plan that computes something else is wrong, though it was never used before', async () => {
    const twice = changed({ expression: '2 * distance / speed' })
    const result = await testPlan(twice, tram, { model, env: {} })
    expect(result).toMatchObject({
      verdict: 'wrong',
      answer: '48',
      why: 'answered 48, right is 24',
    })
  })

  test('one that brings its answer is not carried out, though its example says it is right', async () => {
    const result = await testPlan(changed({ expression: '24 min' }), tram, { model, env: {} })
    expect(result).toMatchObject({ verdict: 'not-applicable', why: /same .* to every question/ })
  })
})
