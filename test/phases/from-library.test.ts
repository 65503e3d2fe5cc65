// Which plan of the library serves a question: one that says the same in other words, none that the
// words speak against, none that was merely imported, none that does harm.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import type { AgentOptions } from '../../agent/embedded.ts'
import type { PlanSelected } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { type Script, scripted } from '../../agent/llm/replay/scripted.ts'
import { memoryLibrary } from '../../plans/library/library.ts'
import type { Plan } from '../../plans/plan.ts'
import { noStats } from '../../plans/plan.ts'
import { byCode, formalized, perceived, question } from './replies/replies.ts'

const say = (reply: unknown) => JSON.stringify(reply)
const usual: Script = { perceive: [perceived], formalize: [formalized] }
const inOtherWords = say({
  ...JSON.parse(perceived),
  schemaBeliefs: ['task requires the time a way takes at a known pace'],
})

async function askWith(script: Script, plans: readonly Plan[], options: AgentOptions = {}) {
  const wire = scripted(script)
  const selected: PlanSelected[] = []
  const agent = await createAgent({
    model: createProvider(wire),
    plans: memoryLibrary(plans),
    policy: { reviewIsDue: () => false },
    onEvent: event => {
      if (event.type === 'plan-selected') selected.push(event)
    },
    ...options,
  })
  const { answer } = await agent.ask(question)
  return { answer, selected: selected[0]!, purposes: wire.requests.map(({ purpose }) => purpose) }
}

/** The plan of another question of the kind, as a library keeps it. */
async function kept(): Promise<Plan> {
  const wire = scripted({ ...usual, deliberate: [byCode] })
  const agent = await createAgent({ model: createProvider(wire) })
  await agent.ask('A rider does 54 km at 18 km/h. How many hours is she under way?')
  const [plan] = agent.library.plans()
  return { ...plan!, stats: {} }
}

describe('a plan whose context condition is worded otherwise', () => {
  const other = { perceive: [inOtherWords], formalize: [formalized] }

  test('is told by its words to be another one, and a plan is written', async () => {
    const plan = await kept()
    const { answer, selected, purposes } = await askWith({ ...other, deliberate: [byCode] }, [plan])
    expect(answer).toBe('3')
    expect(purposes).toEqual(['perceive', 'formalize', 'deliberate'])
    expect(selected).toMatchObject({ from: 'generated', candidates: [{ plan: plan.id }] })
    expect(selected.candidates[0]!.reason).toContain('context condition not believed')
    expect(selected.candidates[0]!.reason).toContain('no premise says so')
  })

  test('serves when the model finds that each follows from the other', async () => {
    const plan = await kept()
    const follows = say({ verdicts: [{ hypothesis: 1, entailed: true, premise: 1 }] })
    const entail = [follows, follows]
    const { answer, selected, purposes } = await askWith({ ...other, entail }, [plan], {
      entailment: 'model',
    })
    expect(answer).toBe('3')
    expect(selected).toMatchObject({ from: 'library', plan: { id: plan.id } })
    expect(purposes).toEqual(['perceive', 'formalize', 'entail', 'entail'])
  })

  test('does not serve when a service says that one does not follow, nor when it does not answer', async () => {
    const plan = await kept()
    const server = createServer((_, response) => response.writeHead(503).end('busy'))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const script = { ...other, deliberate: [byCode] }
    const entailment = `http://127.0.0.1:${port}/predict`
    const { answer, selected } = await askWith(script, [plan], { entailment })
    server.close()
    expect(answer).toBe('3')
    expect(selected.from).toBe('generated')
    expect(selected.candidates[0]!.reason).toContain('503')
  })

  test('is not told by a way that nobody knows', async () => {
    await expect(createAgent({ entailment: 'guess' })).rejects.toThrow('not "guess"')
  })
})

test('an imported plan that nobody has tested does not serve, and that is said', async () => {
  const plan = await kept()
  const imported: Plan = { ...plan, origin: { ...plan.origin, trust: 'imported' } }
  const { selected } = await askWith({ ...usual, deliberate: [byCode] }, [imported])
  expect(selected.from).toBe('generated')
  expect(selected.candidates[0]!.reason).toContain('intend plans test')
})

test.each([
  ['a cycle of its steps', [{ deps: ['s2'] }, {}], 'form a cycle'],
  ['a step that is not there', [{ deps: ['s7'] }, {}], 'depends on s7, which is no step'],
  ['two steps of one id', [{}, { id: 's1' }], 'Step id s1 is used twice'],
  ['a tool that is not there', [{ action: { tool: 'rm', input: {} } }, {}], 'calls the tool rm'],
] as const)('a plan with %s does not serve, and that is said', async (_, changes, why) => {
  const plan = await kept()
  const steps = plan.steps.map((step, at) => ({ ...step, ...changes[at] }) as Plan['steps'][number])
  const { answer, selected } = await askWith({ ...usual, deliberate: [byCode] }, [
    { ...plan, steps },
  ])
  expect(answer).toBe('3')
  expect(selected.from).toBe('generated')
  expect(selected.candidates[0]!.reason).toContain(why)
})

test('a plan that does harm is in quarantine, and one is written in its place', async () => {
  const plan = await kept()
  const runs = (name: string, count: number, stats: object) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `${name}-${i}`,
        { ...noStats, useCount: 1, ...stats },
      ]),
    )
  const wrong = {
    ...runs('written', 4, { freshCount: 1, judgedRight: 1 }),
    ...runs('used', 12, { judgedWrong: 1 }),
  }
  const rewritten = say({ ...JSON.parse(byCode), goal: 'establish how long the way takes' })
  const script = { ...usual, deliberate: [rewritten] }
  const { selected } = await askWith(script, [{ ...plan, stats: wrong }])
  expect(selected.from).toBe('generated')
  expect(selected.candidates[0]!.reason).toContain('in quarantine')
})

test('a plan that has only failed is not carried out again, and that is said', async () => {
  const plan = await kept()
  const stats = { run: { ...noStats, useCount: 2, failureCount: 2 } }
  const { answer, selected } = await askWith({ ...usual, deliberate: [byCode] }, [
    { ...plan, stats },
  ])
  expect(answer).toBe('3')
  expect(selected.from).toBe('generated')
  expect(selected.candidates[0]!.reason).toContain('never worked, and failed 2 times')
})

test('a plan that formalize named does not serve another operation', async () => {
  const plan = await kept()
  const mean: Plan = { ...plan, id: 'mean', contextConditions: ['task requires a mean of values'] }
  const asked = say({ ...JSON.parse(perceived), schemaBeliefs: ['task requires a sum of values'] })
  const named = say({ ...JSON.parse(formalized), plan: mean.id })
  const script = { perceive: [asked], formalize: [named], deliberate: [byCode] }
  const { selected } = await askWith(script, [mean])
  expect(selected.from).toBe('generated')
  expect(selected.candidates[0]!.reason).toContain('asked for is sum, the plan is for mean')
})

test('what a plan that is not carried out calls the beliefs is no name for them in another plan', async () => {
  const plan = await kept()
  const mean: Plan = {
    ...plan,
    id: 'mean',
    contextConditions: ['task requires a mean of values'],
    parameters: [{ role: 'way' }, { role: 'speed' }],
  }
  const asked = say({ ...JSON.parse(perceived), schemaBeliefs: ['task requires a sum of values'] })
  const bind = [{ role: 'way', belief: 'distance' }]
  const named = say({ ...JSON.parse(formalized), plan: mean.id, bind })
  const wrongly = byCode.replaceAll('distance', 'way')
  const script = { perceive: [asked], formalize: [named], deliberate: [wrongly, byCode] }
  const { selected, answer } = await askWith(script, [mean])
  expect(selected.refused[0]).toContain('way')
  expect(answer).toBe('3')
})
