// Replies in free prose, each made the way some model writes, and exactly what they say.
import { z } from 'zod'
import { judgeContract } from '../../phases/check.ts'
import { Compiled } from '../../phases/deliberate/compile-contract.ts'
import { Drafted } from '../../phases/deliberate/contract.ts'
import { executeContract } from '../../phases/execute/contract.ts'
import { Formalized } from '../../phases/formalize/self-aware.ts'
import { Perceived } from '../../phases/perceive/contract.ts'
import { Reviewed } from '../../phases/review/self-aware.ts'

export interface ProseReply {
  readonly name: string
  readonly schema: z.ZodType
  readonly text: string
  readonly value: unknown
}

const Judged = judgeContract.output
const Executed = executeContract([{ role: 'duration' }, { role: 'total_price' }], {
  ...{ files: [], attempted: undefined, tried: [] },
}).output

const Choice = z.object({ reason: z.string(), choice: z.literal([1, 2, 3]) })

/** Nothing of this house: a schema for what no agent speaks of. */
const Recipe = z.object({
  dishName: z.string(),
  servings: z.int(),
  vegetarian: z.boolean(),
  difficulty: z.enum(['easy', 'medium', 'hard']),
  ingredients: z.array(
    z.object({ item: z.string(), amount: z.number(), measure: z.string().optional() }),
  ),
  cookingSteps: z.array(z.string()),
  oven: z.object({ degrees: z.number(), minutes: z.number().optional() }).optional(),
})

const pancakes = {
  dishName: 'Pancakes',
  servings: 4,
  vegetarian: true,
  difficulty: 'easy',
  ingredients: [
    { item: 'flour', amount: 200, measure: 'g' },
    { item: 'milk', amount: 0.3, measure: 'l' },
    { item: 'eggs', amount: 2 },
  ],
  cookingSteps: ['Mix everything, then let it rest.', 'Fry on both sides.'],
}

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

const plan = {
  goal: 'Divide distance by speed',
  contextConditions: ['task requires dividing a quantity by a rate'],
  parameters: [
    { role: 'distance', type: 'number', unit: 'km' },
    { role: 'speed', type: 'number', unit: 'km/h' },
  ],
  steps: [
    {
      id: 's1',
      kind: 'compute',
      description: 'Divide distance by speed.',
      deps: [],
      reads: ['distance', 'speed'],
      writes: [{ role: 'duration', type: 'number', unit: 'h' }],
      expression: 'distance / speed',
      postcondition: 'ground_belief(duration) is a number',
    },
    {
      id: 's2',
      kind: 'synthesize',
      description: 'Give duration as the answer.',
      deps: ['s1'],
      reads: ['duration'],
      writes: [{ role: 'final_answer' }],
      postcondition: 'ground_belief(final_answer) is known',
    },
  ],
}

const found = {
  newGroundBeliefs: [{ name: 'duration', value: 3, unit: 'h', derivation: 'distance / speed' }],
  postconditionMet: true,
  summary: 'Divided the distance by the speed.',
}

const moves = {
  steps: [
    { id: 's1', action: 'pick-up', args: ['red-cup', 'kitchen'], deps: [] },
    { id: 's2', action: 'go-to', args: ['kitchen', 'table_1'], deps: ['s1'] },
  ],
}

const perceiving: readonly Omit<ProseReply, 'schema'>[] = [
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

const formalizing: readonly Omit<ProseReply, 'schema'>[] = [
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

const judging: readonly Omit<ProseReply, 'schema'>[] = [
  {
    name: 'labels',
    text: 'Holds: yes\nReason: the duration is three hours.',
    value: { holds: true, reason: 'the duration is three hours' },
  },
  {
    name: 'one sentence that says so',
    text: 'The condition holds, because the duration is believed to be 3 h.',
    value: {
      holds: true,
      reason: 'The condition holds, because the duration is believed to be 3 h.',
    },
  },
  {
    name: 'one sentence that denies it',
    text: 'It does not hold: nothing is believed about the price.',
    value: { holds: false, reason: 'It does not hold: nothing is believed about the price.' },
  },
  {
    name: 'a contraction',
    text: "I checked every belief. The condition doesn't hold.",
    value: { holds: false, reason: "I checked every belief. The condition doesn't hold." },
  },
  {
    name: 'a verdict after the reason',
    text: '**Reason:** No belief names a year.\n\n**Holds:** No.',
    value: { holds: false, reason: 'No belief names a year.' },
  },
]

const choosing: readonly Omit<ProseReply, 'schema'>[] = [
  {
    name: 'the number first',
    text: 'Choice: 2. Put out the fire\nReason: It is my duty.',
    value: { choice: 2, reason: 'It is my duty.' },
  },
  {
    name: 'a sentence',
    text: 'My choice is option 3, because Peter is hurt.',
    value: { choice: 3, reason: 'My choice is option 3, because Peter is hurt.' },
  },
  {
    name: 'a number somewhere',
    text: 'I must save Peter before anything else, so I go for option 1.',
    value: { choice: 1, reason: 'I must save Peter before anything else, so I go for option 1.' },
  },
]

const executing: readonly Omit<ProseReply, 'schema'>[] = [
  {
    name: 'a line with a derivation',
    text: `New ground beliefs:
- duration = 3 h; derivation: distance / speed
Postcondition met: yes
Summary: Divided the distance by the speed.`,
    value: found,
  },
  {
    name: 'a block of labels for the only value',
    text: `### New ground beliefs
Name: duration
Value: 3
Unit: h
Derivation: \`distance / speed\`

### Postcondition met
Yes

### Summary
Divided the distance by the speed.`,
    value: found,
  },
  {
    name: 'evidence with a quotation',
    text: `New ground beliefs:
1. total_price: 12.5 USD (evidence: c2, "the total is 12.50 dollars")
Postcondition met: true
Summary: Read the total.`,
    value: {
      newGroundBeliefs: [
        {
          name: 'total_price',
          value: 12.5,
          unit: 'USD',
          evidence: { call: 'c2', quote: 'the total is 12.50 dollars' },
        },
      ],
      postconditionMet: true,
      summary: 'Read the total.',
    },
  },
  {
    name: 'evidence with labels of its own',
    text: `New ground beliefs
- name: total_price
  value: 12.5
  evidence:
    call: c1
    quote: sum of price: 12.50
Postcondition met: The postcondition is met.
Summary: Read the total.`,
    value: {
      newGroundBeliefs: [
        {
          name: 'total_price',
          value: 12.5,
          evidence: { call: 'c1', quote: 'sum of price: 12.50' },
        },
      ],
      postconditionMet: true,
      summary: 'Read the total.',
    },
  },
  {
    name: 'nothing established',
    text: `New ground beliefs: none.
Postcondition met: no
Summary: The page could not be opened.`,
    value: {
      newGroundBeliefs: [],
      postconditionMet: false,
      summary: 'The page could not be opened.',
    },
  },
  {
    name: 'a list of JSON inside prose',
    text: `New ground beliefs: [{"name": "duration", "value": 3, "unit": "h", "derivation": "distance / speed"}]
Postcondition met: yes
Summary: Divided the distance by the speed.`,
    value: found,
  },
]

const planning: readonly Omit<ProseReply, 'schema'>[] = [
  {
    name: 'steps in sentences with labels',
    text: `**Goal:** Divide distance by speed

**Context conditions:**
- task requires dividing a quantity by a rate

**Parameters:** distance (number, km), speed (number, km/h)

**Steps:**
1. s1 (compute): Divide distance by speed. Deps: none. Reads: distance, speed. Writes: duration (number, h). Expression: distance / speed. Postcondition: ground_belief(duration) is a number.
2. s2 (synthesize): Give duration as the answer. Deps: s1. Reads: duration. Writes: final_answer. Postcondition: ground_belief(final_answer) is known.`,
    value: plan,
  },
  {
    name: 'a heading for each step',
    text: `# Goal
Divide distance by speed

# Context conditions
- task requires dividing a quantity by a rate

# Parameters
- distance: number in km
- speed: number in km/h

# Steps

## Step s1
- Kind: compute
- Description: Divide distance by speed.
- Deps: none
- Reads: distance and speed
- Writes: duration (number in h)
- Expression: \`distance / speed\`
- Postcondition: ground_belief(duration) is a number

## Step s2
- Kind: synthesize
- Description: Give duration as the answer.
- Deps: s1
- Reads: duration
- Writes: final_answer
- Postcondition: ground_belief(final_answer) is known`,
    value: plan,
  },
  {
    name: 'steps that are blocks of labels',
    text: `goal: Divide distance by speed
context conditions: task requires dividing a quantity by a rate
parameters:
  - role: distance, type: number, unit: km
  - role: speed, type: number, unit: km/h
steps:
  - id: s1
    kind: compute
    description: Divide distance by speed.
    deps: []
    reads: [distance, speed]
    writes: duration (number, h)
    expression: distance / speed
    postcondition: ground_belief(duration) is a number
  - id: s2
    kind: synthesize
    description: Give duration as the answer.
    deps: [s1]
    reads: [duration]
    writes: [final_answer]
    postcondition: ground_belief(final_answer) is known`,
    value: plan,
  },
  {
    name: 'a table of steps',
    text: `Goal: Divide distance by speed
Context conditions: task requires dividing a quantity by a rate
Parameters: distance (number, km); speed (number, km/h)
Steps:

| ID | Kind | Description | Deps | Reads | Writes | Expression | Postcondition |
|----|------|-------------|------|-------|--------|------------|---------------|
| s1 | compute | Divide distance by speed. | none | distance, speed | duration (number, h) | distance / speed | ground_belief(duration) is a number |
| s2 | synthesize | Give duration as the answer. | s1 | duration | final_answer | | ground_belief(final_answer) is known |`,
    value: plan,
  },
  {
    name: 'numbered steps without an id',
    text: `Goal: Divide distance by speed
Context conditions: none
Parameters: none
Steps:
1. Divide distance by speed. Kind: compute. Deps: none. Reads: none. Writes: duration. Postcondition: ground_belief(duration) is a number.
2. Give duration as the answer. Kind: synthesize. Deps: 1. Reads: duration. Writes: final_answer. Postcondition: ground_belief(final_answer) is known.`,
    value: {
      ...{ goal: 'Divide distance by speed', contextConditions: [], parameters: [] },
      steps: [
        {
          ...{ id: '1', kind: 'compute', description: 'Divide distance by speed.', deps: [] },
          ...{ reads: [], writes: [{ role: 'duration' }] },
          postcondition: 'ground_belief(duration) is a number',
        },
        {
          ...{ id: '2', kind: 'synthesize', description: 'Give duration as the answer.' },
          ...{ deps: ['1'], reads: ['duration'], writes: [{ role: 'final_answer' }] },
          postcondition: 'ground_belief(final_answer) is known',
        },
      ],
    },
  },
  {
    name: 'a step with a tool call',
    text: `Goal: Read the total
Context conditions: none
Parameters: file (file)
Steps:
- id: s1
  kind: read
  description: Read the total from the file.
  deps: none
  reads: file
  writes: total (number)
  tool: table, input: {"file": "{file}", "aggregate": {"of": "sum"}}
  postcondition: ground_belief(total) is a number`,
    value: {
      ...{ goal: 'Read the total', contextConditions: [] },
      parameters: [{ role: 'file', type: 'file' }],
      steps: [
        {
          ...{ id: 's1', kind: 'read', description: 'Read the total from the file.', deps: [] },
          ...{ reads: ['file'], writes: [{ role: 'total', type: 'number' }] },
          tool: { name: 'table', input: { file: '{file}', aggregate: { of: 'sum' } } },
          postcondition: 'ground_belief(total) is a number',
        },
      ],
    },
  },
]

const compiling: readonly Omit<ProseReply, 'schema'>[] = [
  {
    name: 'labels in each line',
    text: `Steps:
1. id: s1; action: pick-up; args: red-cup, kitchen; deps: none
2. id: s2; action: go-to; args: kitchen, table_1; deps: s1`,
    value: moves,
  },
  {
    name: 'no heading at all',
    text: `First the cup has to be taken.

- s1: pick-up (args: red-cup, kitchen; deps: none)
- s2: go-to (args: kitchen, table_1; deps: s1)`,
    value: moves,
  },
  {
    name: 'reasoning before the steps',
    text: `Reasoning: the cup is in the kitchen, so it is taken there first.

Steps:
s1: pick-up; args: red-cup, kitchen; deps: none
s2: go-to; args: kitchen, table_1; deps: s1`,
    value: { reasoning: 'the cup is in the kitchen, so it is taken there first', ...moves },
  },
]

const reviewing: readonly Omit<ProseReply, 'schema'>[] = [
  {
    name: 'a decision a line',
    text: `Decisions:
- plan p1: keep. Reason: it succeeded twice.
- plan p2: remove. Reason: it failed three times without a remedy.`,
    value: {
      decisions: [
        { plan: 'p1', decision: 'keep', reason: 'it succeeded twice' },
        { plan: 'p2', decision: 'remove', reason: 'it failed three times without a remedy' },
      ],
    },
  },
  {
    name: 'a refinement in blocks',
    text: `## Decisions

### Plan p1
Decision: refine
Reason: The first step was too broad.
Steps:
- s1: description: Divide the distance by the speed.
`,
    value: {
      decisions: [
        {
          plan: 'p1',
          decision: 'refine',
          reason: 'The first step was too broad.',
          steps: [{ id: 's1', description: 'Divide the distance by the speed.' }],
        },
      ],
    },
  },
]

const cooking: readonly Omit<ProseReply, 'schema'>[] = [
  {
    name: 'labels and lists',
    text: `Dish name: Pancakes
Servings: 4
Vegetarian: yes
Difficulty: easy
Ingredients:
- flour: 200 g
- milk: 0.3 l
- eggs: 2
Cooking steps:
1. Mix everything, then let it rest.
2. Fry on both sides.`,
    value: pancakes,
  },
  {
    name: 'headings, sentences and a table',
    text: `# Dish name
Pancakes

# Servings
4 people

# Vegetarian
Yes, it is.

# Difficulty
I would call it easy.

# Ingredients
| Item | Amount | Measure |
|:-----|-------:|---------|
| flour | 200 | g |
| milk | 0.3 | l |
| eggs | 2 | - |

# Cooking steps
* Mix everything, then let it rest.
* Fry on both sides.

# Oven
180 degrees, minutes: 12`,
    value: { ...pancakes, oven: { degrees: 180, minutes: 12 } },
  },
  {
    name: 'JSON after all',
    text: `Here you go: ${JSON.stringify(pancakes)}`,
    value: pancakes,
  },
]

const sets = [
  ['perceive', Perceived, perceiving],
  ['formalize', Formalized, formalizing],
  ['judge', Judged, judging],
  ['choose_goal', Choice, choosing],
  ['execute', Executed, executing],
  ['deliberate', Drafted, planning],
  ['compile', Compiled, compiling],
  ['review', Reviewed, reviewing],
  ['a recipe', Recipe, cooking],
] as const

export const proseReplies: readonly ProseReply[] = sets.flatMap(([of, schema, replies]) =>
  replies.map(reply => ({ ...reply, schema, name: `${of}: ${reply.name}` })),
)
