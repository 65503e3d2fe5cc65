// The planner against exhaustive search over the semantics, on random domains that use the whole
// language.
import fc from 'fast-check'
import { it } from 'vitest'
import { anyTask } from './random-tasks.ts'
import { expectAsExhaustive, numberedTasks } from './support.ts'

it('the planner finds the optimum that exhaustive search finds, or proves that there is none', () => {
  const numRuns = Number(process.env.INTEND_RUNS ?? 50)
  fc.assert(fc.property(anyTask(4), expectAsExhaustive), { numRuns })
})

it.each(numberedTasks.map((task, number) => ({ number, task })))(
  'so it is where the goal is far away: $number',
  ({ task }) => expectAsExhaustive(task),
)
