// What a question that is declined says of the plans that were tried for it.
import { expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import {
  answer,
  crates,
  formalize,
  perceive,
  planOf,
  query,
  say,
  sum,
} from '../../support/crates.ts'

const { file } = crates()
const declined = { deliberate: { goal: 'none', unachievable: 'The list has no depot Elder.' } }

/** The counts of a plan that asks the table `from`, after a question that the model declines in the end. */
async function counts(from: string) {
  const deliberate = planOf(sum({ tool: query({ from }) }), answer)
  const wire = scripted([
    say({ perceive: perceive('Elder'), formalize, deliberate }),
    say({ results: { s1: { newGroundBeliefs: [], summary: 'there is no such depot' } } }),
    ...Array<string>(2).fill(say(declined)),
  ])
  const agent = await createAgent({ model: createProvider(wire, { converses: true }) })
  const { satisfied } = await agent.ask('What do the crates of Elder weigh?', { files: [file] })
  const { stats } = agent.state().planLibrary
  agent.close()
  return { satisfied, stats: [...stats.values()] }
}

test.each([
  ['is not at fault where what is asked for is not there', 't', 0],
  ['is at fault where its own call could not be made', 'nowhere', 1],
])('a plan %s', async (_, table, failureCount) => {
  const { satisfied, stats } = await counts(table)
  expect(satisfied).toBe(false)
  expect(stats).toMatchObject([{ useCount: 1, successCount: 0, failureCount }])
})
