// The prompts of the agents that plan, as a model receives them, kept as files: a change of wording
// shows in review as a diff.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compiler } from '../../../agent/agents/compiler.ts'
import { npc } from '../../../agent/agents/npc.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import type { Request } from '../../../agent/llm/provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { firefighterWorld } from '../../../harness/worlds/firefighter.ts'
import { pddlWorld } from '../../../harness/worlds/pddl.ts'
import { paperScenarios } from '../../../harness/worlds/scenario.ts'
import { letters, serving, written } from '../../agent/agents/planning-problems.ts'

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'prompts')

async function compiling(problem: {
  domain: string
  problem: string
}): Promise<readonly Request[]> {
  const wire = scripted([
    written(['go-to', 'table_1', 'kitchen'], ['put_down', 'redcup', 'table_1']),
    written(['pick-up', 'red-cup', 'kitchen']),
    JSON.stringify({ steps: [] }),
    JSON.stringify({ steps: [] }),
  ])
  const agent = await createAgent({
    agent: compiler,
    model: createProvider(wire),
    world: pddlWorld(problem),
  })
  const perception = { kind: 'goal', text: 'solve it', data: problem, source: 'user' } as const
  for await (const _ of agent.handle(perception));
  return wire.requests
}

async function choosing(name: string): Promise<readonly Request[]> {
  const wire = scripted(() => JSON.stringify({ reason: 'so', choice: 2 }))
  const scenario = paperScenarios().find(each => each.name === name)!
  const [character] = scenario.characters
  const world = firefighterWorld(scenario).join(character!.name)
  const agent = await createAgent({ agent: npc, model: createProvider(wire), world })
  const perception = { kind: 'goal', text: 'live', data: character, source: 'test' } as const
  for await (const _ of agent.handle(perception));
  return wire.requests
}

const textOf = ({ messages }: Request) =>
  `${messages.map(m => `<!-- ${m.role} -->\n\n${m.content}`).join('\n\n')}\n`

describe('the prompts of the agents that plan', async () => {
  const [serve, post] = await Promise.all([compiling(serving), compiling(letters)])
  const [fatima, olga] = await Promise.all([choosing('FP'), choosing('CO')])

  test.each([
    ['compile', serve[0]!],
    ['compile-after-two-refusals', serve[2]!],
    ['choose-goal', fatima[1]!],
  ])('%s reads as on file', async (name, request) => {
    await expect(textOf(request)).toMatchFileSnapshot(join(fixtures, `${name}.md`))
  })

  test.each([
    ['compile', serve[0]!, post[0]!],
    ['choose_goal', fatima[0]!, olga[0]!],
  ])('the first part of %s is the same whatever is asked', (purpose, one, other) => {
    expect(one.purpose).toBe(purpose)
    expect(other.messages[0]).toEqual(one.messages[0])
    expect(one.messages[0]!.content).not.toMatch(/cup|letter|peter|fatima/)
  })

  test('what is read holds the problem and the faults, and none of the wording around them', () => {
    const { reads } = serve[2]!
    expect(Object.keys(reads as object)).toEqual(['domain', 'problem', 'refused'])
    expect((reads as { refused: unknown }).refused).toEqual([
      {
        plan: ['(go-to table_1 kitchen)', '(put-down red-cup table_1)'],
        kind: 'precondition',
        step: 2,
        missing: ['(robot-at table_1)', '(holds red-cup)'],
      },
      {
        plan: ['(pick-up red-cup kitchen)'],
        kind: 'precondition',
        step: 1,
        missing: ['(robot-at kitchen)'],
      },
    ])
    expect(fatima[0]!.reads).toMatchObject({
      memories: expect.arrayContaining(['(burning fire car)', '(inside peter car)']),
      current: { class: 'nothing', goal: '' },
      options: expect.arrayContaining([{ class: 'heal', goal: '(not (injured peter))' }]),
    })
  })

  test('a worked example never asks for what the problem asks for', () => {
    for (const { messages } of [serve[0]!, post[0]!]) {
      const [theirs, ours] = messages[1]!.content.match(/^Bring it about that .*$/gm)!
      expect(theirs).toMatch(/e-/)
      expect(theirs!.replaceAll('e-', '')).not.toBe(ours)
    }
  })
})
