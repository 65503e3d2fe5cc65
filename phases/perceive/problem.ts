// Phase 1 of the plan compiler: a PDDL problem becomes beliefs and a desire in
// words made from the PDDL itself; what a planning world shows becomes facts.
import type { Ctx } from '../../agent/contract.ts'
import type { BeliefsPerceived } from '../../agent/event.ts'
import type { Received, State } from '../../agent/state.ts'
import { PddlError } from '../../plans/pddl/syntax/reader.ts'
import { readTask } from '../../plans/pddl/task/task.ts'
import { notAnswered, nothingNew, stated } from '../outcomes.ts'
import { domainWords, goalWords } from '../planning/pddl-words.ts'
import { believedFacts, Change, PlanningData } from '../planning/planning.ts'

/**
 * A goal whose data are a domain and a problem as PDDL text becomes schema beliefs (what can be done,
 * in words), facts of the world and a desire in words. An observation adds and withdraws facts. What
 * is not PDDL is a failure that says where and what was expected.
 */
export async function perceive(
  received: Received,
  state: State,
  ctx: Pick<Ctx, 'agent'>,
): Promise<BeliefsPerceived> {
  const { perception } = received
  const event = nothingNew(received)
  if (perception.kind === 'observation') {
    const change = Change.safeParse(perception.data).data
    if (!change) return { ...event, beliefs: [stated(perception.text, perception.source)] }
    const known = believedFacts(state)
    const added = change.added.filter(fact => !known.has(fact))
    return { ...event, beliefs: added.map(fact => stated(fact)), withdrawn: change.deleted }
  }
  if (perception.kind === 'question')
    return { ...event, failure: notAnswered(ctx, 'reaches the goal of a PDDL problem') }
  const data = PlanningData.required().safeParse(perception.data)
  if (!data.success)
    return {
      ...event,
      failure: 'the plan compiler takes a goal whose data are { domain, problem } as PDDL text',
    }
  try {
    const { domain, problem, init } = readTask(data.data.domain, data.data.problem)
    return {
      ...event,
      schemaBeliefs: domainWords(domain),
      beliefs: [...init].map(fact => stated(fact)),
      desire: goalWords(problem.goal),
    }
  } catch (error) {
    if (!(error instanceof PddlError)) throw error
    return { ...event, failure: `the PDDL cannot be read: ${error.message}` }
  }
}
