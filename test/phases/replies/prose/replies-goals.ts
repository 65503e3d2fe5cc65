// Replies in free prose that say what is wanted.
import type { Said } from './replies.ts'

const goal = {
  type: 'divide_quantity_by_rate',
  goal: 'Find the hours needed.',
  satisfactionCondition: 'ground_belief(final_answer) is known',
  openParameters: ['duration'],
}

export const formalizing: readonly Said[] = [
  {
    name: 'labels with colons',
    text: `Type: divide_quantity_by_rate
Goal: Find the hours needed.
Satisfaction condition: ground_belief(final_answer) is known
Open parameters: duration`,
    value: goal,
  },
  {
    name: 'sentences',
    text: `The type is divide_quantity_by_rate. The satisfaction condition is ground_belief(final_answer) is known. Open parameters: duration.
Goal: Find the hours needed.`,
    value: { ...goal, satisfactionCondition: 'ground_belief(final_answer) is known' },
  },
  {
    name: 'a type in other spelling and several open parameters',
    text: `**Type:** Divide quantity by rate
**Goal:** Find the hours needed.
**Satisfaction condition:** \`ground_belief(final_answer) is known\`
**Open parameters:**
1. Duration
2. total time`,
    value: { ...goal, openParameters: ['duration', 'total_time'] },
  },
  {
    name: 'dashes, and none where there is none',
    text: `Type — divide_quantity_by_rate
Goal — Find the hours needed.
Satisfaction condition — ground_belief(final_answer) is known
Open parameters — none
Plan — none`,
    value: { ...goal, openParameters: [] },
  },
  {
    name: 'a table of labels and values',
    text: `| Item | Content |
|---|---|
| Type | divide_quantity_by_rate |
| Goal | Find the hours needed. |
| Satisfaction condition | ground_belief(final_answer) is known |
| Open parameters | duration |`,
    value: goal,
  },
  {
    name: 'a plan with its bindings',
    text: `type = divide_quantity_by_rate
goal = Find the hours needed.
satisfactionCondition = ground_belief(final_answer) is known
openParameters = []
plan = p-1a2b
bind:
- distance: first_quantity
- speed → rate`,
    value: {
      ...goal,
      openParameters: [],
      plan: 'p-1a2b',
      bind: [
        { role: 'distance', belief: 'first_quantity' },
        { role: 'speed', belief: 'rate' },
      ],
    },
  },
  {
    name: 'a draft that is corrected at the end',
    text: `Goal: something about speed.
Type: divide
Hmm, better:
Goal: Find the hours needed.
Type: divide_quantity_by_rate
Satisfaction condition: ground_belief(final_answer) is known
Open parameters: duration`,
    value: goal,
  },
  {
    name: 'names with explanations, and a plan that is none',
    text: `### Type
\`sum_column_with_filter\`

### Goal
Sum the price of all orders from the given region.

### Satisfaction condition
The final answer is known and is a positive number.

### Open parameters
- **filtered_total** - the sum of the filtered rows

### Plan
None of the nearest plans fits.`,
    value: {
      type: 'sum_column_with_filter',
      goal: 'Sum the price of all orders from the given region.',
      satisfactionCondition: 'The final answer is known and is a positive number.',
      openParameters: ['filtered_total'],
    },
  },
]
