// Replies in free prose to what a question asks of a model: reading it, and saying what is wanted.
import type { Said } from './prose-replies.ts'

const rate = {
  schemaBeliefs: ['task requires dividing a quantity by a rate'],
  groundBeliefs: [
    { name: 'distance', value: 54, unit: 'km' },
    { name: 'speed', value: 18, unit: 'km/h' },
  ],
  desire: 'Find the hours needed.',
  answerContract: { kind: 'number', unit: 'h' },
}

const goal = {
  type: 'divide_quantity_by_rate',
  goal: 'Find the hours needed.',
  satisfactionCondition: 'ground_belief(final_answer) is known',
  openParameters: ['duration'],
}

export const perceiving: readonly Said[] = [
  {
    name: 'bold labels with bullets below them',
    text: `**Schema beliefs**
- task requires dividing a quantity by a rate

**Ground beliefs**
- distance: 54 km
- speed: 18 km/h

**Desire:** Find the hours needed.

**Answer contract**
- kind: number
- unit: h`,
    value: rate,
  },
  {
    name: 'Markdown headings and an introduction',
    text: `Sure! Here is how I read the message.

## Schema Beliefs
* task requires dividing a quantity by a rate

## Ground Beliefs
1. **distance** = 54 km
2. **speed** = 18 km/h

## Desire
Find the hours needed.

## Answer Contract
Kind: number
Unit: h

Let me know if you need anything else!`,
    value: { ...rate, answerContract: { kind: 'number', unit: 'h' } },
  },
  {
    name: 'everything in one line each',
    text: `Schema beliefs: task requires dividing a quantity by a rate
Ground beliefs: distance = 54 km, speed = 18 km/h
Desire: Find the hours needed.
Answer contract: kind: number, unit: h`,
    value: rate,
  },
  {
    name: 'a table of values',
    text: `schemaBeliefs: task requires dividing a quantity by a rate

groundBeliefs:

| name | value | unit |
|------|-------|------|
| distance | 54 | km |
| speed | 18 | km/h |

desire: Find the hours needed.
answerContract: number (unit: h)`,
    value: rate,
  },
  {
    name: 'a nested list',
    text: `- Schema beliefs:
  - task requires dividing a quantity by a rate
- Ground beliefs:
  - name: distance
    value: 54
    unit: km
  - name: speed
    value: 18
    unit: km/h
- Desire: Find the hours needed.
- Answer contract:
  - Kind: number
  - Unit: h`,
    value: rate,
  },
  {
    name: 'numbered headings and units in brackets',
    text: `1. Schema beliefs:
   - "task requires dividing a quantity by a rate"
2. Ground beliefs:
   - distance: 54 (km)
   - speed: 18 (km/h)
3. Desire: "Find the hours needed."
4. Answer contract: kind = number; unit = h`,
    value: rate,
  },
  {
    name: 'thinking before a terse answer',
    text: `<think>Goal? The distance is 54. Ground beliefs: none yet? wait.</think>
SCHEMA BELIEFS: task requires dividing a quantity by a rate
GROUND BELIEFS:
• distance — 54 km
• speed — 18 km/h
DESIRE: Find the hours needed.
ANSWER CONTRACT: kind number, unit h`,
    value: rate,
  },
  {
    name: 'values that are words, lists, times and quoted',
    text: `Schema beliefs: task requires filtering a table
Ground beliefs:
- file: "orders.csv"
- filter_column: region
- Filter Value: \`North\`
- start time: 07:40
- years: [2019, 2021]
- address: 18 Main Street
- amount: $1,200.50
- insured: true
Desire: Count the orders.
Answer contract: kind: list; order: alphabetical; note: names only`,
    value: {
      schemaBeliefs: ['task requires filtering a table'],
      groundBeliefs: [
        { name: 'file', value: 'orders.csv' },
        { name: 'filter_column', value: 'region' },
        { name: 'filter_value', value: 'North' },
        { name: 'start_time', value: '07:40' },
        { name: 'years', value: [2019, 2021] },
        { name: 'address', value: '18 Main Street' },
        { name: 'amount', value: 1200.5, unit: 'USD' },
        { name: 'insured', value: true },
      ],
      desire: 'Count the orders.',
      answerContract: { kind: 'list', order: 'alphabetical', note: 'names only' },
    },
  },
  {
    name: 'no ground beliefs, and several schema beliefs in one line',
    text: `Schema beliefs: task requires looking up a date; task requires naming a weekday
Ground beliefs: (none)
Desire: Name the weekday of the event.
Answer contract: text`,
    value: {
      schemaBeliefs: ['task requires looking up a date', 'task requires naming a weekday'],
      groundBeliefs: [],
      desire: 'Name the weekday of the event.',
      answerContract: { kind: 'text' },
    },
  },
]

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
]
