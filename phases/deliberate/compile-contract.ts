// Phase 3's contract of the plan compiler (BDI-LLM, section 3.2): beliefs and a desire in words go in,
// a plan as a graph of actions comes out; refused plans come back with what was wrong.

import { z } from 'zod'
import type { Contract } from '../../agent/contract.ts'
import type { GraphStep } from '../../plans/pddl/judge/deorder.ts'
import type { VerdictKind } from '../../plans/pddl/judge/validate.ts'
import { printAtom } from '../../plans/pddl/syntax/syntax.ts'
import type { Task } from '../../plans/pddl/task/task.ts'
import type { Json } from '../../tools/tool.ts'
import { domainWords, factLines, goalWords, objectLines } from '../planning/pddl-words.ts'
import { blocks, bullets } from '../prompt-text.ts'
import type { Example } from './example.ts'

/** The replay key: the problem and what has been refused, without any wording of ours. */
export interface CompileReads {
  /** PDDL text, the initial state being what is believed now. */
  readonly domain: string
  readonly problem: string
  /** The plans refused so far for this problem, with what was wrong by kind and place. */
  readonly refused: readonly {
    readonly plan: readonly string[]
    readonly kind: VerdictKind | 'unreadable'
    readonly step?: number
    readonly missing: readonly string[]
  }[]
}

/** A refused plan as the prompt shows it. */
export interface Refusal {
  /** Its steps in the order in which they were tried. */
  readonly sequence: readonly GraphStep[]
  /** What was wrong, in words. */
  readonly fault: readonly string[]
}

/** What the prompt shows in words beside what is read. */
interface CompileShown {
  readonly task: Task
  readonly example: Example | undefined
  readonly refused: readonly Refusal[]
}

export const Compiled = z.object({
  reasoning: z.string().optional().meta({
    description:
      'work it out here before you write the steps: what has to come before what, and after each action what has become true and false',
    consumer: 'nobody reads it but you',
  }),
  steps: z
    .array(
      z.object({
        id: z.string().min(1).describe('s1, s2, ...'),
        action: z.string().describe('the name of an action, exactly as it is given'),
        args: z
          .union([z.array(z.string()), z.record(z.string(), z.string())])
          .describe('names of objects, one for each of its variables, in their order'),
        deps: z
          .array(z.string())
          .default([])
          .describe(
            'ids of the steps that must be done before this one; none when it waits for nothing',
          ),
      }),
    )
    .meta({
      description: 'every action of the plan, in an order in which they can be done',
      consumer: 'checked in this order, as far as deps allow it',
    }),
})
export type Compiled = z.infer<typeof Compiled>

/** The contract of compiling; what varies with the problem is only in the part that is rendered. */
export function compileContract({
  task,
  example,
  refused,
}: CompileShown): Contract<CompileReads, Compiled> {
  const { minimizeCost, goal } = task.problem
  return {
    purpose: 'compile',
    part: 'You are the plan compiler of an agent with beliefs, desires and intentions.',
    task: `
You are told what is believed (which objects there are, what is true now, what can be done) and what is
desired. You compile that into an intention: a plan that leads from the one to the other.

How the world works: what is not listed as true is false. An action changes exactly what is said of it
and nothing else. A statement in quotes, such as "on a b", is a name followed by its arguments, and their order
matters. Facts that no action changes stay as they are: look there first for what is possible at all.

How to get it right: for each action you write, check each thing it asks for against what is true by
then, and keep note of what it makes true and false. Most wrong plans forget where something has
been moved to, or that something had to be freed first. A step that makes a fact false comes after every
step that needs the fact, and says so in its deps.

When a plan of yours was refused, you see it with the fault. Write a complete new plan, not a patch: the
fault tells what was missing at that moment, so put the steps that bring it about in front, or choose
another way. When the same fault comes back, change the approach.`,
    consumers: `
- a structure check: every id is used once, every id in deps is a step, and no step waits for itself;
- a validator, which carries your steps out one by one in thought, starting from what is true now. It
  checks the plan in one order only: yours, unless deps demand another. At each step everything the
  action asks for must be true at that moment. After the last one the desire must be fulfilled. The first
  fault it finds comes back to you, with the facts that were missing, why, and what was true instead;
- the agent, which then does the actions in its world, where steps that do not wait for each other
  may be done in any order.`,
    output: Compiled,
    render: (_, written) =>
      blocks(
        `# What can be done\n${bullets(domainWords(task.domain))}`,
        example && exampleText(example, written),
        situation(task, '# The situation now'),
        `# The desire\n${goalWords(goal)}${minimizeCost ? '\nA plan that costs less is better.' : ''}`,
        refused.length > 0 &&
          `# Your plans that were refused\n${refused.map(refusalText).join('\n\n')}\n\nWrite the whole plan again, with this mended.`,
      ),
  }
}

function situation(task: Task, title: string): string {
  const { domain, problem, fluents } = task
  const lasting = problem.init.filter(({ name }) => !fluents.has(name))
  const passing = problem.init.filter(({ name }) => fluents.has(name))
  const costs = problem.values.map(
    v => `${[v.function.name, ...v.function.args].join(' ')} = ${v.value}`,
  )
  return blocks(
    title,
    `Objects:\n${objectLines(domain, problem).join('\n') || '(none)'}`,
    lasting.length > 0 && `True, and no action changes it:\n${factLines(lasting).join('\n')}`,
    costs.length > 0 && problem.minimizeCost && `Costs:\n${bullets(costs)}`,
    `True now:\n${factLines(passing).join('\n') || '(nothing)'}`,
  )
}

function exampleText({ task, reply }: Example, written: (reply: Json) => string): string {
  return blocks(
    '# A worked example, with other objects',
    situation(task, '## Its situation'),
    `## Its desire\n${goalWords(task.problem.goal)}`,
    `## The reply\n${written(reply)}`,
  )
}

function refusalText({ sequence, fault }: Refusal, index: number): string {
  const steps = sequence.map(
    ({ id, action, args }, at) => `\n  ${at + 1}. ${printAtom(action, args)} (${id})`,
  )
  const plan = steps.join('') || ' no steps'
  return `## Attempt ${index + 1}\nThe plan:${plan}\nWhat was wrong:\n${fault.map(line => `  - ${line}`).join('\n')}`
}
