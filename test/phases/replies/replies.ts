// Replies a model could give, for scripted runs of the self-aware agent: a rate question end to end.
import type { PlanDraft } from '../../../plans/plan.ts'

const say = (reply: unknown) => JSON.stringify(reply)

export const question = 'A courier rides 54 km at 18 km/h. How many hours does she need?'

export const perceived = say({
  schemaBeliefs: ['task requires dividing a quantity by a rate'],
  groundBeliefs: [
    { name: 'distance', value: 54, unit: 'km' },
    { name: 'speed', value: 18, unit: 'km/h' },
  ],
  desire: 'find the hours needed for the distance at the speed',
  answerContract: { kind: 'number', unit: 'h' },
})

export const formalized = say({
  type: 'divide_quantity_by_rate',
  goal: 'find the hours needed for the distance at the speed',
  satisfactionCondition: 'ground_belief(final_answer) is known',
  openParameters: ['duration'],
})

/** A plan whose compute step is carried out by a model: it has no expression. */
export const byModel = say({
  goal: 'divide distance by speed',
  contextConditions: ['task requires dividing a quantity by a rate'],
  parameters: [{ role: 'distance' }, { role: 'speed' }],
  steps: [
    {
      id: 's1',
      kind: 'compute',
      description: 'Divide distance by speed.',
      deps: [],
      reads: ['distance', 'speed'],
      writes: [{ role: 'duration', type: 'number', unit: 'h' }],
      postcondition: 'ground_belief(duration) is a number',
    },
    {
      id: 's2',
      kind: 'synthesize',
      description: 'Give duration as the answer.',
      deps: ['s1'],
      reads: ['duration'],
      writes: [{ role: 'final_answer', type: 'number' }],
      expression: 'duration',
      postcondition: 'ground_belief(final_answer) is known',
    },
  ],
})

/** The same plan with an expression, so that no model is needed to carry it out. */
export const byCode = say({
  ...JSON.parse(byModel),
  steps: JSON.parse(byModel).steps.map((step: PlanDraft['steps'][number]) =>
    step.id === 's1' ? { ...step, expression: 'distance / speed' } : step,
  ),
})

/** What a step could reply for `duration`. */
export const established = (belief: Record<string, unknown>) =>
  say({
    newGroundBeliefs: [{ name: 'duration', unit: 'h', ...belief }],
    postconditionMet: true,
    summary: 'done',
  })
