// Phase 3's contract: the model writes a parameterized DAG of steps (seed 001, section 4.3b).
import { z } from 'zod'
import type { AttachedFile, FailureMode, Tried } from '../../agent/state.ts'
import { forms } from '../../plans/conditions/condition.ts'
import type { Quantity } from '../../plans/expressions/expression.ts'
import { functionNames } from '../../plans/expressions/expression.ts'
import { BeliefName, type Role, type Value } from '../../plans/plan.ts'
import { show } from '../../plans/show.ts'
import type { Json, Tool } from '../../tools/tool.ts'
import { attached } from '../attached.ts'
import type { Contract } from '../contract-prompt.ts'
import { fieldsOf } from '../fields.ts'
import { WrittenRole } from '../role.ts'
import { examplePlan, exampleQuestion } from './parts-example.ts'

export interface DeliberateReads {
  readonly question: string
  readonly intention: {
    readonly type: string
    readonly goal: string
    readonly satisfactionCondition: string
    readonly openParameters: readonly string[]
  }
  readonly schemaBeliefs: readonly string[]
  readonly groundBeliefs: readonly {
    readonly name: string
    readonly value: Value
    readonly unit?: string
  }[]
  /** Names of the attached files and of the tools a step may use. */
  readonly files: readonly string[]
  readonly tools: readonly string[]
  /** What was tried for this intention: the failures by step and mode. */
  readonly tried: readonly (readonly { readonly step?: string; readonly mode: FailureMode }[])[]
  /** How many plans just written for this intention were refused. */
  readonly refused: number
  /** Types of the library's plans that a step can call; left out when there is none. */
  readonly callable?: readonly string[]
}

/** A plan of the library, as one who calls it must know it. */
export interface Callable {
  readonly type: string
  readonly goal: string
  readonly parameters: readonly Role[]
  readonly results: readonly Role[]
}

/** What the prompt shows in words beside what is read: wording may change, what is read is a key. */
export interface Shown {
  readonly files: readonly AttachedFile[]
  readonly tools: readonly Tool[]
  readonly tried: readonly Tried[]
  /** The issues of each plan that was refused just now. */
  readonly refused: readonly (readonly string[])[]
  readonly callable: readonly Callable[]
  /** Whether the intention is a part of a larger one. */
  readonly part: boolean
  /** Beliefs that contradict those shown. */
  readonly conflicts: readonly (Quantity & { readonly name: string; readonly source: string })[]
}

const Subgoal = z.object({
  type: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, 'lower_snake_case')
    .describe(
      'the structure of the part in lower_snake_case, never its topic; that of a plan that can be called, when one fits',
    ),
  requires: z
    .array(z.string())
    .min(1)
    .describe('schema beliefs of the part, each starting with "task requires ..."'),
  bind: z
    .array(z.object({ inner: BeliefName, outer: BeliefName }))
    .describe(
      'for each role the step reads or writes (outer), the name it has in the plan of the part (inner): a general one for the part taken alone',
    ),
})

const DraftStep = z.object({
  id: z.string().min(1).describe('s1, s2, ...'),
  kind: z
    .enum(['fetch', 'read', 'compute', 'achieve', 'synthesize'])
    .describe(
      'fetch: get one value from outside (search, page); read: take from an attached file; compute: derive from roles; achieve: a part that is a task of its own, by a plan of its own; synthesize: put the final answer together',
    ),
  description: z.string().meta({
    description: 'what to do, in terms of roles',
    consumer:
      'a model with tools carries it out seeing only this, the postcondition and the beliefs it reads',
  }),
  deps: z.array(z.string()).describe('ids of the steps that must have passed before'),
  reads: z
    .array(BeliefName)
    .describe('roles needed: parameters, or roles written by earlier steps'),
  writes: z.array(WrittenRole).min(1).meta({
    description: 'roles this step establishes',
    consumer: 'a fetch exactly one; no role is written by two steps',
  }),
  expression: z
    .string()
    .optional()
    .meta({
      description:
        'compute and synthesize: arithmetic over the roles read, such as "distance / speed" or "round(total / count, 2)"; or a text with {role} where a value stands, such as "{name}, {share}%"',
      consumer: `code evaluates it, units carried along and converted, and no model is needed. Functions: ${functionNames.join(', ')}`,
    }),
  tool: z
    .object({
      name: z.string(),
      input: z
        .record(z.string(), z.json())
        .describe('the input of the tool, with {role} where the value of a role belongs'),
    })
    .optional()
    .meta({
      description:
        'fetch and read: the exact tool call, when it is known already and its result is the one value to be written, such as {"name": "table", "input": {"file": "{file}", "sql": "SELECT SUM(\\"{value_column}\\") FROM t WHERE \\"{filter_column}\\" = \'{filter_value}\'"}}. A role stands for its bare value, without a unit and without quotes',
      consumer: 'code makes the call, and no model is needed',
    }),
  subgoal: Subgoal.optional().meta({
    description: 'achieve: the part, as an intention of its own',
    consumer:
      'a plan for it is looked for in the library and written if there is none; other questions can use that plan alone',
  }),
  effect: z.boolean().optional().meta({
    description: 'true for a step that calls a tool which changes things; else leave it out',
    consumer:
      'only such a step may call such a tool, each call needs leave, and after a crash it is never carried out twice',
  }),
  postcondition: z.string().meta({
    description: 'the condition under which the step has succeeded',
    consumer: 'checked by code after the step, such as "ground_belief(ROLE) is a number"',
  }),
})
export type DraftStep = z.infer<typeof DraftStep>

export const Drafted = z.object({
  goal: z.string().describe('what the plan achieves, in terms of roles'),
  contextConditions: z.array(z.string()).meta({
    description:
      'the schema beliefs under which the plan applies; copy those that matter, word for word',
    consumer: 'the library compares them with the schema beliefs of other questions',
  }),
  parameters: z.array(WrittenRole).describe('ground beliefs the plan starts from'),
  steps: z.array(DraftStep).min(1),
  filesNotRead: z.string().optional().meta({
    description: 'why no step reads an attached file, when none has to; else leave it out',
    consumer: 'a plan that reads none of the attached files is refused without a reason here',
  }),
})
export type Drafted = z.infer<typeof Drafted>

export function deliberateContract(shown: Shown): Contract<DeliberateReads, Drafted> {
  return {
    purpose: 'deliberate',
    part: 'You are the planning part of an agent that reasons with beliefs, desires and intentions.',
    task,
    consumers,
    output: Drafted,
    render: (reads, written) => rendered(reads, shown, written),
  }
}

const task = `
You write a plan: a small graph of steps that establishes, one by one, the beliefs the intention needs.

The plan is a template for every question of the same structure: it speaks of roles only. The names,
numbers, files and addresses of this question and the values of its ground beliefs do not occur
anywhere in it, nor does its answer; write the role that holds them. Constants of nature or of
arithmetic that the question does not mention are fine.

Keep steps narrow. Values that are fetched from different places are fetched by separate steps, which run
at the same time when they do not depend on each other; values that stand in one short file are read by
one step that writes all of them. What stands in an attached file is read from that file, never searched
for. Give compute steps an expression whenever arithmetic is enough ("price * 20%" is understood);
one that needs a calendar or a query is carried out with a tool. The last step is a synthesize step that writes final_answer; when the answer is the value of a
role, its expression is that role. The plan of a part has no such step: it ends with what it was asked for.

Keep plans small, each for one concern. A question often joins two that somebody could ask alone: first
how much of something, then what so much costs; first which of several it is, then what holds of that one.
When each of them takes a reading and a reckoning of its own, give each to a step of kind achieve, as in
the example. A part gets a plan of its own, which reads the files it needs, is kept, and serves other
questions. A single reading, look-up or expression is no part, nor is one reading with one reckoning.

When earlier plans failed, do not repeat them: read what went wrong and change that. What they have
established stands among the ground beliefs: start from it as parameters, and do not establish it again.`

const consumers = `
- an acceptance check. Step ids are unique, there is no cycle, every dependency exists, every role a
  step reads is a parameter or is written by a step it depends on, every open parameter is written
  before a synthesize step, no role is written twice. What is wrong comes back to you;
- a library, which offers the plan for other questions of the same structure, and a linter before it,
  which refuses a plan that holds a literal of this question or of its ground beliefs;
- an executor. Steps whose dependencies have passed run at the same time, each carried out by a model
  that sees its own description, the beliefs established before it and the files' descriptions, or by
  code alone when you give an expression or a tool call;
- a verifier, which never believes a step's own claim. A value that is read or fetched must stand word for
  word in what a tool returned (a list is a list of copied passages); any other must follow from beliefs
  by an expression. So do not ask a step to rephrase, reformat or complete what it reads: let it copy, and
  put values together by expression. Then it checks each postcondition by itself; these forms exactly and
  for free:
${forms.map(({ form, meaning }) => `  - ${form}: ${meaning}`).join('\n')}
- a formatter. The form the question wants for its answer (unit, decimals, rounding, order) is applied by
  code afterwards: leave it out of the plan, unless a text is put together from several values.`

function rendered(reads: DeliberateReads, shown: Shown, written: (reply: Json) => string): string {
  const { files, tools, tried, refused, callable, part, conflicts } = shown
  return [
    // the same in every call of an agent, so it belongs to what a cache can keep
    `# Tools a step may use\n${tools.map(toolText).join('\n')}`,
    ...(part
      ? []
      : [
          `# An example: a plan in two parts\nFor "${exampleQuestion}", with vehicle, trip_count and place among the ground beliefs:\n${written(examplePlan)}`,
        ]),
    part
      ? `# Part of this question\n${reads.question}\nThe intention is one part of it. Its plan writes the open parameters, and no final_answer.`
      : `# Question\n${reads.question}`,
    `# Intention
type: ${reads.intention.type}
goal: ${reads.intention.goal}
satisfied when: ${reads.intention.satisfactionCondition}
open parameters: ${reads.intention.openParameters.join(', ') || 'none'}`,
    `# Schema beliefs\n${list(reads.schemaBeliefs)}`,
    `# Ground beliefs\n${list(reads.groundBeliefs.map(b => `${b.name} = ${show(b)}`))}`,
    ...(conflicts.length > 0
      ? [
          `# Contradictory\nBefore a plan that reads one of these is carried out, the person is asked which holds.\n${list(conflicts.map(b => `${b.name} = ${show(b)} (${b.source})`))}`,
        ]
      : []),
    ...attached(files),
    ...(callable.length > 0
      ? [`# Plans that a step of kind achieve can call\n${list(callable.map(signature))}`]
      : []),
    ...(tried.length > 0 ? [`# Tried before, and failed\n${tried.map(failure).join('\n')}`] : []),
    ...(refused.length > 0
      ? [
          `# Your plans that were refused just now\n${refused.map(refusal).join('\n')}\nWrite the plan again, whole, with every one of these mended.`,
        ]
      : []),
  ].join('\n\n')
}

const signature = ({ type, goal, parameters, results }: Callable) =>
  `${type}: ${goal} (from ${rolesOf(parameters)}; gives ${rolesOf(results)})`

const rolesOf = (roles: readonly Role[]) => roles.map(each => each.role).join(', ') || 'nothing'

const toolText = ({ name, description, effect, input }: Tool) =>
  [
    `- ${name}: ${description}${effect ? ' It changes things.' : ''}`,
    '  input:',
    ...fieldsOf(input, '  '),
  ].join('\n')

const list = (items: readonly string[]) => items.map(item => `- ${item}`).join('\n') || '(none)'

const failure = ({ cycle, failures }: Tried) =>
  `- cycle ${cycle}: ${failures.map(f => `${f.step ? `step ${f.step}: ` : ''}${f.mode}: ${f.why}`).join('; ')}`

const refusal = (issues: readonly string[], index: number) =>
  `- attempt ${index + 1}:\n${issues.map(issue => `  - ${issue}`).join('\n')}`
