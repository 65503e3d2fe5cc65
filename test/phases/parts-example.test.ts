// The example that the plan writer is shown has to be what it is asked for.
import { expect, test } from 'vitest'
import { completed, Drafted } from '../../phases/deliberate/contract.ts'
import { examplePlan, exampleQuestion } from '../../phases/deliberate/parts/example.ts'
import { partIssues } from '../../phases/deliberate/parts/parts.ts'
import { accept } from '../../plans/accept.ts'
import { lint } from '../../plans/lint.ts'
import type { PlanDraft } from '../../plans/plan.ts'

test('the example plan is of the form asked for, accepted, and holds no literal of its question', () => {
  const example = Drafted.parse(examplePlan)
  expect(example).toEqual(examplePlan)
  const { filesNotRead: _, steps, ...rest } = completed(example, ['task requires a part'])
  expect(partIssues(steps, [], 0)).toEqual([])
  const plain = steps.map(({ subgoal, expression, tool: __, ...step }) => ({
    ...step,
    ...(expression !== undefined && { action: { expression } }),
    ...(subgoal && { action: { achieve: subgoal.type, requires: subgoal.requires } }),
  }))
  const draft: PlanDraft = { ...rest, intentionType: 'cost_of_consumption', steps: plain }
  const { issues } = accept(draft, {
    openParameters: ['fuel_cost'],
    satisfactionCondition: 'ground_belief(final_answer) is known',
    given: ['vehicle', 'trip_count', 'place'],
  })
  expect(issues).toEqual([])
  const given = { vehicle: 'boat', trip_count: 6, place: 'quay 3' }
  expect(lint(draft, { text: exampleQuestion, given })).toEqual([])
})
