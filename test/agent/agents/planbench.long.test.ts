// The plan compiler on published problems (PlanBench): offline through the whole loop, three problems of
// each domain. The data lie in a folder beside the house, or in the one INTEND_DATA names.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compiler } from '../../../agent/agents/compiler.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import { pddlWorld } from '../../../harness/worlds/pddl.ts'
import { validatePlan } from '../../../plans/pddl/judge/validate.ts'

const data = resolve(process.env.INTEND_DATA ?? '../shared/data', 'planbench')
const missing = existsSync(data) ? '' : ` (skipped: there is no ${data})`
const read = (...path: string[]) => readFileSync(join(data, ...path), 'utf8')

function threeOf(domain: string): readonly string[] {
  const files = readdirSync(join(data, 'problems', domain), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.pddl'))
    .sort()
  return [0.1, 0.5, 0.9].map(part => files[Math.floor(part * files.length)]!)
}

describe.skipIf(missing !== '')(`the plan compiler offline on PlanBench${missing}`, () => {
  test.each(['blocksworld', 'logistics', 'depots'])('reaches the goals of %s', async name => {
    const domain = read('domains', `${name}.pddl`)
    for (const file of threeOf(name)) {
      const problem = read('problems', name, file)
      const world = pddlWorld({ domain, problem })
      const agent = await createAgent({ agent: compiler, world, model: 'offline' })
      const data = { domain, problem }
      const perception = { kind: 'goal', text: file, data, source: 'user' } as const
      for await (const _ of agent.handle(perception));
      expect(agent.state().intentionHistory.last(), file).toMatchObject({
        satisfied: true,
        cycles: 1,
      })
      expect(validatePlan(world.task, world.acts()), file).toMatchObject({ valid: true })
    }
  })
})
