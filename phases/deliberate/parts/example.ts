// The example that the plan writer is shown: a question that falls into two parts.
import type { Json } from '../../../tools/tool.ts'

/** The question the example plan is written for; none of the samples is like it. */
export const exampleQuestion =
  'A boat of the list (boats.csv) is fuelled for 6 trips round the bay. What does that cost at the price of quay 3 (quays.txt)?'

/** A plan for it in two parts, each of which another question could ask for alone. */
export const examplePlan: Json = {
  goal: 'establish the cost of the fuel that a vehicle of a list needs for a number of trips',
  steps: [
    {
      id: 's1',
      kind: 'achieve',
      description: 'how much fuel the vehicle needs for the trips',
      reads: ['vehicle', 'trip_count'],
      writes: [{ role: 'fuel_needed', type: 'number' }],
      subgoal: {
        type: 'multiply_listed_consumption_by_count',
        requires: ['task requires the consumption of a vehicle of a list over a number of trips'],
        bind: [
          { inner: 'vehicle', outer: 'vehicle' },
          { inner: 'count', outer: 'trip_count' },
          { inner: 'amount', outer: 'fuel_needed' },
        ],
      },
    },
    {
      id: 's2',
      kind: 'achieve',
      description: 'what that amount of fuel costs at the place',
      reads: ['fuel_needed', 'place'],
      writes: [{ role: 'fuel_cost', type: 'number' }],
      subgoal: {
        type: 'multiply_amount_by_listed_price',
        requires: ['task requires the cost of an amount at a listed price'],
        bind: [
          { inner: 'amount', outer: 'fuel_needed' },
          { inner: 'place', outer: 'place' },
          { inner: 'cost', outer: 'fuel_cost' },
        ],
      },
    },
    {
      id: 's3',
      kind: 'synthesize',
      description: 'the cost is the answer',
      writes: [{ role: 'final_answer' }],
      expression: 'fuel_cost',
    },
  ],
  filesNotRead: 'the plans of the parts read them',
}
