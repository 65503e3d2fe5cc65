// Every agent there is, through the same suite.
import { expect, test } from 'vitest'
import { agentNamed, agentNames } from '../../../agent/agents/agents.ts'
import type { World } from '../../../agent/contract.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { noUsage, type Request } from '../../../agent/llm/provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import type { Perception } from '../../../agent/state.ts'
import { explorerWorld } from '../../../harness/worlds/explorer/explorer.ts'
import { paperGrid } from '../../../harness/worlds/explorer/grid.ts'
import { firefighterWorld } from '../../../harness/worlds/firefighter.ts'
import { pddlWorld } from '../../../harness/worlds/pddl.ts'
import { paperScenarios } from '../../../harness/worlds/scenario.ts'
import type { ChooseReads } from '../../../phases/formalize/choose-goal.ts'
import { type AgentCases, agentContract } from '../../contracts/agent.ts'
import { byCode, formalized, perceived, question } from '../../phases/replies/replies.ts'
import { temporaryFolders } from '../miniatures/folders.ts'
import { house, library, rules, task } from './house.ts'
import { serving, written } from './planning-problems.ts'

const asked: Perception = { kind: 'question', text: question, source: 'user' }
const goal = (data: unknown): Perception => ({ kind: 'goal', text: 'do it', data, source: 'user' })

const byPurpose =
  (replies: Readonly<Record<string, string>>) =>
  ({ purpose }: Request) =>
    replies[purpose] ?? ''

/** As a baseline is answered. */
const saying = (text: string) => () => ({ text, usage: noUsage })

const plan = written(
  ['go-to', 'table_1', 'kitchen'],
  ['pick-up', 'red-cup', 'kitchen'],
  ['go-to', 'kitchen', 'table_1'],
  ['put-down', 'red-cup', 'table_1'],
)
const walled = { ...serving, problem: serving.problem.replaceAll(/\(door [^)]*\)/g, '') }

const fire = paperScenarios().find(({ name }) => name === 'FP')!
const save = ({ reads }: Request) => {
  const { options } = reads as unknown as ChooseReads
  const choice = options.findIndex(option => option.class === 'save') + 1
  return JSON.stringify({ reason: 'so', choice })
}

const serve = (problem: typeof serving | typeof walled) => () => pddlWorld(problem)
const explorer = `
+!reach(Object) : there_is(Object, here).
+!reach(Object) : there_is(Object, Direction) <- move(Direction).
+!reach(Object) : not there_is(Object, _)
  <- getDirectionToMove(Direction); move(Direction); !reach(Object).`

const burning = (): World => firefighterWorld(fire).join('fatima')

const all: readonly Omit<AgentCases, 'folder'>[] = [
  {
    agent: 'self-aware',
    possible: {
      perception: asked,
      reply: byPurpose({ perceive: perceived, formalize: formalized, deliberate: byCode }),
      answer: '3',
    },
    impossible: {
      perception: asked,
      reply: byPurpose({ perceive: perceived, formalize: formalized, deliberate: 'no idea' }),
      why: /gave up after 3 cycles/,
    },
  },
  {
    agent: 'react',
    possible: { perception: asked, reply: saying('54 / 18.\nFINAL ANSWER: 3'), answer: '3' },
    impossible: {
      perception: asked,
      reply: saying('Who knows?\n\n**FINAL ANSWER: Unknown.**'),
      why: /cannot know/,
    },
  },
  {
    agent: 'direct',
    possible: { perception: asked, reply: saying('54 / 18.\nFINAL ANSWER: 3'), answer: '3' },
    impossible: { perception: asked, reply: saying('FINAL ANSWER: unknown'), why: /cannot know/ },
  },
  {
    agent: 'compiler',
    possible: {
      perception: goal(serving),
      world: serve(serving),
      reply: () => plan,
      answer:
        '(go-to table_1 kitchen)\n(pick-up red-cup kitchen)\n(go-to kitchen table_1)\n(put-down red-cup table_1)',
    },
    impossible: {
      perception: goal(walled),
      world: serve(walled as typeof serving),
      reply: () => plan,
      why: /no action can ever bring about/,
    },
    managesAlone: true,
  },
  {
    agent: 'npc',
    possible: {
      perception: goal(fire.characters.find(({ name }) => name === 'fatima')),
      world: burning,
      reply: save,
      answer:
        '(go fatima safe-zone roadside)\n(pull-out fatima peter car roadside)\n(go fatima roadside safe-zone)\n(put-down fatima peter safe-zone)',
    },
    impossible: {
      perception: goal({}),
      world: burning,
      reply: save,
      why: /npc takes a goal whose data are a character/,
    },
    managesAlone: true,
  },
  {
    agent: 'rules',
    possible: {
      perception: { kind: 'goal', text: task, source: 'user' },
      world: house,
      reply: () => '',
      answer: 'done',
    },
    impossible: {
      perception: { kind: 'goal', text: 'Your task is to fly.', source: 'user' },
      world: house,
      reply: () => '',
      why: /no rule is for this task: fly/,
    },
    plans: library(rules),
    managesAlone: true,
  },
  {
    agent: 'agentspeak',
    possible: {
      perception: {
        kind: 'goal',
        text: 'reach(home)',
        source: 'user',
        data: { program: explorer, reached: 'there_is(home, here)' },
      },
      world: () => explorerWorld({ grid: paperGrid(1), seed: 1 }),
      reply: () => '',
      answer: undefined,
    },
    impossible: {
      perception: { kind: 'goal', text: 'fly(moon)', source: 'user' },
      world: () => explorerWorld({ grid: paperGrid(1), seed: 1 }),
      reply: () => '',
      why: /there is no plan for \+!fly\/1/,
    },
    managesAlone: true,
  },
]

const folder = temporaryFolders()
for (const cases of all) agentContract({ ...cases, folder })

test('no agent is left out', () => {
  expect(all.map(({ agent }) => agent)).toEqual(agentNames)
})

test('an agent that does not exist is named with those that do', async () => {
  await expect(agentNamed('reakt')).rejects.toThrow(
    'no agent "reakt"; known are: self-aware, react, direct',
  )
})

test.each(['compiler', 'npc', 'rules', 'agentspeak'])(
  '%s says that it answers no question, and who does',
  async name => {
    const agent = await createAgent({ agent: name, model: createProvider(scripted({})) })
    const { satisfied, reason } = await agent.ask(question)
    agent.close()
    expect(satisfied).toBe(false)
    expect(reason).toMatch(
      new RegExp(
        `^the agent ${name} [^:]* and answers no question; self-aware does, the agent where none is named$`,
      ),
    )
  },
)
