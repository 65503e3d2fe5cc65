// The plan of last resort: one step with every tool, so that planning never makes the
// agent worse than a plain tool loop. It is not kept in the library.
import type { Intention } from '../../agent/state.ts'
import { identify } from '../../plans/identify.ts'
import type { Plan } from '../../plans/plan.ts'

/** A plan of one step that establishes what the intention's condition asks for. */
export function freePlan({ type, openParameters, parent }: Intention): Plan {
  const roles = parent ? openParameters : ['final_answer']
  return identify(
    {
      intentionType: type,
      goal: 'answer directly',
      contextConditions: [],
      parameters: [],
      steps: [
        {
          id: 's1',
          kind: 'synthesize',
          description:
            'Answer the goal directly: use the tools and the beliefs gathered so far, in any order, as often as needed.',
          deps: [],
          reads: [],
          writes: roles.map(role => ({ role })),
          postcondition: roles.map(role => `ground_belief(${role}) is known`).join(' and '),
        },
      ],
    },
    { agent: 'fallback', model: '', createdAt: '', seenQuestions: [] },
  )
}
