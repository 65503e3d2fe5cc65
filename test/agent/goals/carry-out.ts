import { type Progress, walk } from '../../../agent/goals/walk.ts'
import type { Step } from '../../../plans/plan.ts'

/** Walks over one goal that has a plan and no goals below. */
export const carryOut = (
  progress: () => Progress,
  parallel: number,
  advance: (step: Step) => Promise<void>,
): Promise<void> =>
  walk(
    {
      parallel,
      progress,
      advance: async (_goal, step) => {
        await advance(step)
        return { goal: 'goal', ended: step.id }
      },
      onward: async () => undefined,
    },
    'goal',
  )
