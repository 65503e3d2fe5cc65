// An agent that comes by plans it lacks: when none applies, on demand, ahead of need; and what failed goes.
import { expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { offline } from '../../../agent/llm/offline/offline.ts'
import type { Wire } from '../../../agent/llm/provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import { explorerGoal } from '../../../harness/worlds/explorer/arena.ts'
import { explorerWorld } from '../../../harness/worlds/explorer/explorer.ts'
import { paperGrid } from '../../../harness/worlds/explorer/grid.ts'

async function lived(wire: Wire, { text = 'reach(home)', verify = true, ahead = false } = {}) {
  const world = explorerWorld({ grid: paperGrid(1), seed: 1 })
  const events: Event[] = []
  const agent = await createAgent({
    agent: 'agentspeak',
    model: createProvider(wire, { retries: 0 }),
    world,
    tools: [],
    onEvent: event => void events.push(event),
  })
  const goal = explorerGoal('remarks', verify)
  const data = {
    ...(goal.data as object),
    ahead,
    reached: text === 'reach(home)' ? 'there_is(home, here)' : '',
  }
  for await (const _ of agent.handle({ ...goal, text, data })) if (events.length > 20_000) break
  const state = agent.state()
  agent.close()
  const added = events.flatMap(event => (event.type === 'plans-added' ? [event] : []))
  return { world, added, state, root: state.intentions.get('1')! }
}

const plan = (event: string, when: string, ...does: readonly string[]) =>
  `EVENT: achieve ${event}\nCONDITIONS:\n- ${when}\nOPERATIONS:\n${does.map(each => `- ${each}`).join('\n')}`
const plans = (...each: readonly string[]) => `\`\`\`yaml\n${each.join('\n---\n')}\n\`\`\``
const near = [
  plan('reach(X)', 'there_is(X, here)', '<none>'),
  plan('reach(X)', 'there_is(X, D)', 'execute move(D)', 'achieve reach(X)'),
]
const step = ['execute getDirectionToMove(D)', 'execute move(D)']
const walk = plans(...near, plan('reach(X)', '<none>', ...step, 'achieve reach(X)'))

test('when none applies, plans are written and carried out', async () => {
  const { world, added, root } = await lived(offline())
  expect(root.status).toBe('satisfied')
  expect(world.isHome()).toBe(true)
  expect(added).toHaveLength(1)
})

test('on demand they are written, and nothing is done with them', async () => {
  const { world, added, root } = await lived(offline(), { text: 'generate_plan(reach(home))' })
  expect(root).toMatchObject({ status: 'satisfied', reason: 'there are 6 plans for it' })
  expect(added).toHaveLength(1)
  expect(world.scenes()).toHaveLength(1)
})

test('ahead of need they are written for a goal that others leave open', async () => {
  const open = plans(...near, plan('reach(X)', '<none>', 'achieve explore(X)', 'achieve reach(X)'))
  const said = '\n```yaml\n- goal: explore(X)\n  purpose: look for X\n```\n'
  const rest = plans(plan('explore(X)', '<none>', ...step))
  const { world, added } = await lived(scripted([open + said, rest, rest, rest]), { ahead: true })
  expect(added[0]!.begins).toEqual(['+!generate_plan(explore(X))'])
  expect(world.isHome()).toBe(true)
})

test('a plan that was written and failed is chosen no more', async () => {
  const wrong = plans(plan('reach(X)', '<none>', 'execute fly(X)'))
  const { world, added, state, root } = await lived(scripted([wrong, walk]), { verify: false })
  expect(root.status).toBe('satisfied')
  expect(world.isHome()).toBe(true)
  expect(added[1]!.removed).toEqual(added[0]!.plans.map(({ id }) => id))
  expect([...state.planLibrary.removed.keys()]).toEqual(added[1]!.removed)
})

test('plans are asked for three times at most', async () => {
  const wrong = plans(plan('reach(X)', '<none>', 'execute fly(X)'))
  const { added, root } = await lived(scripted(() => wrong))
  expect(root.status).toBe('failed')
  expect(added).toHaveLength(3)
  expect(added[0]!.refused.join()).toContain('there is no action fly/1')
})
