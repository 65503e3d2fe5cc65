// The contract of plan generation (Exploiting GenAI for Plan Generation in BDI Agents, 2025, listings 5.6 and
// 5.7): what an agent knows goes in, plans in YAML come out.
import { z } from 'zod'
import type { Contract } from '../../agent/contract.ts'
import { blocks, bullets } from '../prompt-text.ts'

/** How much the model is told: names alone, what they mean, and advice about the world as well. */
export const PromptKind = z.enum(['none', 'hints', 'remarks'])
export type PromptKind = z.infer<typeof PromptKind>

/** A goal, belief or action as text, and what it means where that is told. */
export const Told = z.object({ form: z.string(), meaning: z.string().exactOptional() })
export type Told = z.infer<typeof Told>

/** What the model is told; without any wording of ours. */
export interface GenerateReads {
  /** `reach(home)` */
  readonly goal: string
  readonly admissible: {
    readonly beliefs: readonly Told[]
    readonly goals: readonly Told[]
    readonly actions: readonly Told[]
  }
  readonly actual: { readonly beliefs: readonly Told[]; readonly goals: readonly string[] }
  readonly remarks: readonly string[]
  /** Plans written for this goal before, each with what was found wrong with it. */
  readonly refused: readonly { readonly plans: string; readonly faults: readonly string[] }[]
}

/** The reply is the text of plans; what of it can be read is for the asker to judge. */
export const generateContract: Contract<GenerateReads, string> = {
  purpose: 'generate',
  part: 'You are a Belief-Desire-Intention (BDI) agent that devises plans to pursue goals.',
  task: `
# Core principles
- The more general the plan, the better
- Encode beliefs as first-order-logic (FOL) facts
- Encode goals as FOL terms
- Encode plans as triplets: (event, condition, operation)

# Plan structure
Plans have the format (event, condition, operation) where:
- event: the goal to be pursued
- condition: FOL formula tested against current beliefs
- operation: list of activities to perform

# Event types
Events must be prefixed with keywords:
- achieve: goals the agent should actively work towards (e.g., "achieve reach(home)")

# Operation types
Operations must be prefixed with keywords:
- execute: primitive actions that directly interact with the environment (e.g., execute move(north))
- achieve: set a new subgoal that triggers another plan (e.g., achieve reach(rock))
- add: add a new belief to the belief base (e.g., add visited(current_location))
- remove: remove an existing belief (e.g., remove obstacle(north))
- update: put a belief in place of those of its name (e.g., update position(X, Y))

# Constraints
- Use FOL syntax with no quantifiers; names begin in lower case, variables in upper case
- Be as general and minimal as possible
- Use variables instead of constants where appropriate
- Reuse patterns across plans
- Cannot invent new admissible actions
- Must use all invented admissible goals and beliefs
- Cannot reference existing admissible goals and beliefs when inventing new ones
- No two plans with the same event and the same conditions`,
  consumers: `
- the agent's interpreter: to pursue a goal it takes the first plan whose event unifies with it and whose
  conditions all hold by what is believed at that moment ("not p(X)": nothing such is believed), and carries out its
  operations in order. A variable of an action that has no value yet takes the one that the action gives it, where
  it gives any. What is perceived is believed anew after every action. When the last operation is done the goal
  counts as achieved; when one cannot be done, it has failed.
- a check before the plans are adopted: names, variables without a value, plans that can never have
  their turn, goals that come back to themselves without an action between (after one they may), situations in
  which no plan applies. What it finds comes back to you.`,
  output: z.string().trim().min(1),
  text: {
    demand: `# Your reply
Always format plans as:
\`\`\`yaml
EVENT: achieve event to be pursued
CONDITIONS:
  - condition to be satisfied
  - other conditions to be satisfied
OPERATIONS:
  - [execute|achieve|add|remove|update] operation to be performed
  - [execute|achieve|add|remove|update] other operations to be performed
\`\`\`
Separate multiple plans with ---. Use <none> for empty conditions or operations.

Always format newly invented admissible goals and beliefs as:
\`\`\`yaml
- goal: my_goal(X)
  purpose: natural language interpretation of my_goal for a general X
- belief: my_belief(Y)
  purpose: natural language interpretation of my_belief for a general Y
\`\`\`
When you have invented none, write <none> in place of this block.`,
    again: 'Write the whole set of plans again, mended.',
  },
  render,
}

// --- internal ---

function render({ goal, admissible, actual, remarks, refused }: GenerateReads): string {
  return blocks(
    `Below is your internal state and the specific goal I need you to plan for.

# Agent's internal state
## Beliefs
### Admissible beliefs
${list(admissible.beliefs)}

### Actual beliefs
${list(actual.beliefs)}

## Goals
### Admissible goals
${list(admissible.goals)}

### Actual goals
${list(actual.goals.map(form => ({ form })))}

## Admissible actions
${list(admissible.actions)}`,
    remarks.length > 0 && `# Remarks\n${bullets(remarks)}`,
    `# Expected outcome
Create plans to pursue the goal: achieve ${goal}.
Output only the final set of plans with no alternatives or intermediate attempts.
End with an additional YAML block that contains a list of any new admissible goals and beliefs you
invented, including their natural language interpretation.`,
    ...refused.map(
      ({ plans, faults }, at) =>
        `# Attempt ${at + 1}, refused\n${plans}\nWhat was wrong:\n${bullets(faults)}`,
    ),
    refused.length > 0 && 'Write the whole set of plans again, with this mended.',
  )
}

const list = (all: readonly Told[]) =>
  bullets(
    all.map(({ form, meaning }) => (meaning === undefined ? form : `${form}: ${meaning}`)),
    'None.',
  )
