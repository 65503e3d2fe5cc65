import { join } from 'node:path'
import { createAgent } from '../../../agent/create-agent.ts'
import type { PlanSelected } from '../../../agent/event.ts'
import type { PlanLibrary } from '../../../plans/library/library.ts'

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures')

/** What a whole agent without a model does about a question: the plan it takes, whence, and whether by its wording. */
export async function selected(question: string, plans: PlanLibrary, file?: string) {
  let chosen: (PlanSelected & { readonly worded: boolean }) | undefined
  let worded = false
  const agent = await createAgent({
    model: 'offline',
    plans,
    onEvent: event => {
      if (event.type === 'beliefs-perceived') worded ||= event.known !== undefined
      if (event.type === 'plan-selected') chosen ??= { ...event, worded }
    },
  })
  const files = file === undefined ? [] : [join(fixtures, 'offline', file)]
  await agent.ask(question, { files })
  agent.close()
  return chosen
}
