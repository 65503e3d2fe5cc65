// Two agents with journals and worlds in a folder, and a model whose replies depend only on what it is
// asked, so that a run that was killed can be gone on with by another process.
import { join } from 'node:path'
import { compiler } from '../../../agent/agents/compiler.ts'
import { npc } from '../../../agent/agents/npc.ts'
import type { World } from '../../../agent/contract.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import type { State } from '../../../agent/state.ts'
import { playEpisode } from '../../../harness/worlds/episode.ts'
import { pddlWorld } from '../../../harness/worlds/pddl.ts'
import { paperScenarios } from '../../../harness/worlds/scenario.ts'
import type { CompileReads } from '../../../phases/deliberate/compile-contract.ts'
import type { ChooseReads } from '../../../phases/formalize/choose-goal.ts'
import { serving, written } from './planning-problems.ts'

export interface Hooks {
  readonly onEvent: () => void
  readonly onEffect: () => void
}

/** What two runs must agree on: what was done, and what came of it. */
export interface End {
  readonly done: unknown
  readonly came: unknown
}

/** The compiler: its first plan is wrong, and while it acts a plan the robot is carried away. */
export async function liveCompiler(folder: string, { onEvent, onEffect }: Hooks): Promise<End> {
  const moved = { after: 2, added: ['(robot-at table_1)'], deleted: ['(robot-at kitchen)'] }
  const world = pddlWorld({ ...serving, log: join(folder, 'world.jsonl'), surprises: [moved] })
  const watched: World = {
    ...world,
    act: async (...action) => {
      const result = await world.act(...action)
      onEffect()
      return result
    },
  }
  const go = ['go-to', 'table_1', 'kitchen']
  const take = ['pick-up', 'red-cup', 'kitchen']
  const put = ['put-down', 'red-cup', 'table_1']
  const model = scripted(({ reads }) => {
    const { problem, refused } = reads as unknown as CompileReads
    if (problem.includes('(holds red-cup)')) return written(put)
    return refused.length === 0
      ? written(go, take, put)
      : written(go, take, ['go-to', 'kitchen', 'table_1'], put)
  })
  const agent = await createAgent({
    agent: compiler,
    model: createProvider(model),
    world: watched,
    journal: join(folder, 'journal.jsonl'),
    run: 'test',
    onEvent,
  })
  const perception = { kind: 'goal', text: 'serve', data: serving, source: 'user' } as const
  if (agent.state().roots === 0) for await (const _ of agent.handle(perception));
  else await agent.resume()
  const state = agent.state()
  agent.close()
  return { done: world.acts().map(({ action, args }) => [action, ...args]), came: cameOf(state) }
}

/** Two firefighters in one world. */
export async function liveNpc(folder: string, { onEvent, onEffect }: Hooks): Promise<End> {
  const model = scripted(({ reads }) => {
    const { name, options } = reads as unknown as ChooseReads
    const order = name === 'fred' ? ['put-out', 'nothing'] : ['save', 'heal', 'nothing']
    const wanted = order.find(kind => options.some(option => option.class === kind))
    return JSON.stringify({ reason: 'so', choice: options.findIndex(o => o.class === wanted) + 1 })
  })
  let ticks = 0
  const { world, minds } = await playEpisode({
    scenario: paperScenarios().find(({ name }) => name === 'FP & FF')!,
    agent: npc,
    model: createProvider(model),
    maxTicks: 40,
    folder,
    onEvent,
    onTick: ({ number }) => {
      if (number > ticks) onEffect()
      ticks = number
    },
  })
  return {
    done: world.ticks().map(({ deeds }) => deeds.map(({ key: _, ...deed }) => deed)),
    came: Object.fromEntries(Object.entries(minds).map(([name, mind]) => [name, cameOf(mind)])),
  }
}

// --- internal ---

function cameOf(state: State) {
  return {
    history: state.intentionHistory.map(({ seconds: _, usage: __, ...record }) => record).toArray(),
    facts: [...(state.groundBeliefs.get('world')?.keys() ?? [])].sort(),
  }
}
