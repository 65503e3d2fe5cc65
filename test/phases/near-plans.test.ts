// Which plans a model is shown before it has perceived a question.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { List } from 'immutable'
import { expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { scripted } from '../../agent/llm/replay/scripted.ts'
import type { IntentionRecord } from '../../agent/state.ts'
import { plansNear } from '../../phases/near-plans.ts'
import { identify } from '../../plans/identify.ts'
import { memoryLibrary } from '../../plans/library/library.ts'
import { allKnown, noStats, type Plan, type Step } from '../../plans/plan.ts'

const file = join(mkdtempSync(join(tmpdir(), 'intend-near-')), 'crates.csv')
writeFileSync(file, 'depot,weight\nAlder,12\n')

const step = (id: string, kind: Step['kind'], writes: string, reads: readonly string[]): Step => ({
  id,
  kind,
  description: `what is wanted of ${reads.join(' and ')}`,
  deps: [],
  reads: [...reads],
  writes: [{ role: writes }],
  postcondition: allKnown([{ role: writes }]),
})

/** A plan of two steps, the first of this kind, that has been right so often. */
const plan = (intentionType: string, kind: Step['kind'], successCount: number): Plan =>
  identify(
    {
      intentionType,
      goal: 'what is wanted of a described thing',
      contextConditions: ['task requires finding a described thing'],
      parameters: [{ role: 'described' }],
      steps: [
        step('s1', kind, 'found', ['described']),
        step('s2', 'synthesize', 'final_answer', ['found']),
      ],
    },
    { agent: 'self-aware', model: 'test', createdAt: '2026-11-24', seenQuestions: [] },
    { run: { ...noStats, model: 'test', useCount: successCount, successCount } },
  )

const lookUps = [3, 1, 4, 2].map(count => plan(`look_up_${count}`, 'fetch', count))
const reading = plan('reading', 'read', 9)

/** The first request that a question leads to. */
async function shown(
  question: string,
  files: readonly string[],
  plans: readonly Plan[] = [...lookUps, reading],
): Promise<string> {
  const wire = scripted([{ text: '{}' }, { text: '{}' }, { text: '{}' }, { text: '{}' }])
  const agent = await createAgent({
    model: createProvider(wire, { converses: true }),
    plans: memoryLibrary(plans),
  })
  await agent.ask(question, { files })
  agent.close()
  return wire.requests[0]!.messages.map(({ content }) => content).join('\n')
}

test('where no words are shared, those that have served most look-ups, with the steps left to the model', async () => {
  const prompt = await shown('Who composed Der Mond?', [])
  const ids = [...prompt.matchAll(/^- (\S+): type/gm)].map(([, id]) => id)
  expect(ids).toEqual(
    [4, 3, 2].map(count => lookUps.find(p => p.intentionType.endsWith(`${count}`))!.id),
  )
  expect(prompt).toContain('  left to you: s1 what is wanted of described; s2 ')
})

test('none that has only failed', async () => {
  const [first, ...others] = lookUps.map(({ stats, ...plan }, at) => ({
    ...plan,
    stats: at === 0 ? { run: { ...stats.run!, successCount: 0, failureCount: 3 } } : stats,
  })) as [Plan, ...Plan[]]
  const prompt = await shown('Who composed Der Mond?', [], [first, ...others])
  expect(prompt).toContain(others[0]!.id)
  expect(prompt).not.toContain(first.id)
})

test('none of them where a file is attached', async () => {
  expect(await shown('Who composed Der Mond?', [file])).not.toContain('# Nearest plans')
})

test('in a talk what answered last and, while there is room, what answered before it', () => {
  const [first, second, third, fourth] = lookUps as [Plan, Plan, Plan, Plan]
  const answered = ({ id }: Plan, satisfied = true) => ({ plan: id, satisfied }) as IntentionRecord
  const history = List([
    answered(first),
    answered(second),
    answered(third, false),
    answered(fourth),
  ])
  const near = plansNear(
    'Plot only those that are paid',
    [file],
    { intentionHistory: history },
    {
      library: memoryLibrary([...lookUps, reading]),
    },
  )
  expect(near.map(({ id }) => id)).toEqual([fourth.id, second.id])
})

test('a step of a look-up reads what its description names in braces, so that its plan says what it begins with', async () => {
  const said = {
    perceive: {
      schemaBeliefs: ['task requires what is asked of a described thing'],
      groundBeliefs: [
        { name: 'described', value: 'the composer of Der Mond' },
        { name: 'asked', value: 'birth year' },
      ],
      answerContract: { kind: 'number' },
    },
    formalize: { type: 'attribute_of_described' },
    deliberate: {
      goal: 'what is asked of a described thing',
      steps: [
        { id: 's1', kind: 'fetch', description: 'who is {described}', writes: [{ role: 'found' }] },
        {
          id: 's2',
          kind: 'fetch',
          description: '{asked} of {found}',
          writes: [{ role: 'value' }],
        },
        {
          id: 's3',
          kind: 'synthesize',
          description: 'the answer',
          writes: [{ role: 'final_answer' }],
          expression: 'value',
        },
      ],
    },
  }
  const agent = await createAgent({
    model: createProvider(scripted([JSON.stringify(said)]), { converses: true }),
  })
  await agent.ask('What is the birth year of the composer of Der Mond?')
  agent.close()
  const [written] = agent.state().planLibrary.plans.values()
  expect(written!.parameters.map(({ role }) => role)).toEqual(['described', 'asked'])
  expect(written!.steps.map(({ reads }) => reads)).toEqual([
    ['described'],
    ['asked', 'found'],
    ['value'],
  ])
})

test('a plan whose answer names the things of another question is not taken for this one', async () => {
  const said = {
    perceive: {
      schemaBeliefs: ['task requires how many whole portions a quantity fills'],
      groundBeliefs: [
        { name: 'mass', value: 12, unit: 'kg' },
        { name: 'portion', value: 340, unit: 'g' },
      ],
      answerContract: { kind: 'text' },
    },
    formalize: { type: 'whole_portions' },
    deliberate: {
      goal: 'whole portions of a quantity',
      steps: [
        {
          id: 's1',
          kind: 'compute',
          description: 'whole portions',
          writes: [{ role: 'portions', type: 'number' }],
          expression: 'floor(mass / portion)',
        },
        {
          id: 's2',
          kind: 'synthesize',
          description: 'the answer',
          writes: [{ role: 'final_answer' }],
          expression: '{portions} bags',
        },
      ],
    },
  }
  const wire = scripted(Array.from({ length: 9 }, () => JSON.stringify(said)))
  const agent = await createAgent({ model: createProvider(wire, { converses: true }) })
  const asked = async (question: string) => {
    const before = wire.requests.length
    await agent.ask(question)
    return wire.requests[before]!.messages.at(-1)!.content
  }
  await asked('How many whole bags do 12 kg of coffee fill, if a bag holds 340 g of coffee?')
  const alike =
    'How many whole bags do 25 kg of apples fill, if one such bag holds 150 g of apples?'
  expect(await asked(alike)).toContain('{portions} bags\n\nWanted now: recognize')
  expect(await asked(alike.replaceAll('bag', 'jar'))).toContain('Wanted now: perceive')
  // what goes on from a message shares few words with it
  expect(await asked('And of the green ones?')).toMatch(/# Nearest plans\n.*type whole_portions/)
  agent.close()
})
