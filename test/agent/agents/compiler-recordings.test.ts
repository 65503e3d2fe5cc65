// The plan compiler on recorded replies: a reader wrote the plans, seeing only the requests (README,
// Results). Replayed without a model, each plan is checked, acted and judged again.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { pddlWorld } from '../../../harness/worlds/pddl.ts'
import { readPddlFiles } from '../../../harness/worlds/pddl-files.ts'
import { validatePlan } from '../../../plans/pddl/judge/validate.ts'

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'compiler')
const names = readdirSync(join(folder, 'recordings')).map(file => file.replace('.jsonl', ''))

async function replay(name: string) {
  const domain = `${name.split('-')[0]}.pddl`
  const files = readPddlFiles(domain, `${name}.pddl`, folder)
  const world = pddlWorld(files)
  const events: Event[] = []
  const agent = await createAgent({
    agent: 'compiler',
    model: `replay:${join(folder, 'recordings', `${name}.jsonl`)}`,
    world,
    tools: [],
    onEvent: event => events.push(event),
  })
  const data = { domain: files.domain, problem: files.problem }
  const perception = { kind: 'goal', text: 'Solve the problem.', data, source: 'user' } as const
  for await (const _ of agent.handle(perception));
  return { name, events, acted: validatePlan(files.task, world.acts()) }
}

const runs = await Promise.all(names.map(replay))
const writtenBy = ({ events }: (typeof runs)[number]) =>
  events.flatMap(e => (e.type === 'plan-selected' ? [e.from] : []))

describe('a recorded compilation', () => {
  test.each(runs)('of $name is acted to its goal by the plan the model wrote', run => {
    expect(run.acted).toMatchObject({ valid: true, kind: 'valid' })
    expect(writtenBy(run)).toEqual(['generated'])
  })

  test('there are three problems of each of three domains, and one that was mended', () => {
    for (const domain of ['blocks', 'logistics', 'depots'])
      expect(names.filter(name => name.startsWith(domain)).length).toBeGreaterThanOrEqual(3)
    const mended = runs.filter(({ events }) =>
      events.some(e => e.type === 'plan-selected' && e.refused.length > 0),
    )
    expect(mended.length).toBeGreaterThanOrEqual(1)
  })
})
