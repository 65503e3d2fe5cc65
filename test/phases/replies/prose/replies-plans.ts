// Replies in free prose that are plans, or judge them.
import type { Said } from './replies.ts'

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

const moves = {
  steps: [
    { id: 's1', action: 'pick-up', args: ['red-cup', 'kitchen'], deps: [] },
    { id: 's2', action: 'go-to', args: ['kitchen', 'table_1'], deps: ['s1'] },
  ],
}

export const planning: readonly Said[] = [
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
      goal: 'Divide distance by speed',
      contextConditions: [],
      parameters: [],
      steps: [
        {
          id: '1',
          kind: 'compute',
          description: 'Divide distance by speed.',
          deps: [],
          reads: [],
          writes: [{ role: 'duration' }],
          postcondition: 'ground_belief(duration) is a number',
        },
        {
          id: '2',
          kind: 'synthesize',
          description: 'Give duration as the answer.',
          deps: ['1'],
          reads: ['duration'],
          writes: [{ role: 'final_answer' }],
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
      goal: 'Read the total',
      contextConditions: [],
      parameters: [{ role: 'file', type: 'file' }],
      steps: [
        {
          id: 's1',
          kind: 'read',
          description: 'Read the total from the file.',
          deps: [],
          reads: ['file'],
          writes: [{ role: 'total', type: 'number' }],
          tool: { name: 'table', input: { file: '{file}', aggregate: { of: 'sum' } } },
          postcondition: 'ground_belief(total) is a number',
        },
      ],
    },
  },
]

export const compiling: readonly Said[] = [
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

export const reviewing: readonly Said[] = [
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
