// Phase 3's contract: the model writes a parameterized DAG of steps.

import { z } from 'zod'
import type { Contract } from '../../agent/contract.ts'
import type { AttachedFile, FailureMode, Intention, Tried } from '../../agent/state.ts'
import { forms } from '../../plans/conditions/condition.ts'
import { functionsInPrompts } from '../../plans/expressions/expression.ts'
import type { NamedQuantity } from '../../plans/expressions/quantity.ts'
import { allKnown, BeliefName, type Plan, type Role } from '../../plans/plan.ts'
import { slots } from '../../plans/template.ts'
import type { Json, Tool } from '../../tools/tool.ts'
import {
  attached,
  attempts,
  belief,
  beliefs,
  blocks,
  bullets,
  present,
  toolText,
  WrittenRole,
} from '../prompt-text.ts'
import { examplePlan, exampleQuestion } from './parts/example.ts'

export interface DeliberateReads {
  readonly question: string
  readonly intention: Pick<Intention, 'type' | 'goal' | 'satisfactionCondition' | 'openParameters'>
  readonly schemaBeliefs: readonly string[]
  readonly groundBeliefs: readonly NamedQuantity[]
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

/** What the prompt shows in words beside what is read: wording may change, what is read is a key. */
interface Shown {
  readonly files: readonly AttachedFile[]
  readonly tools: readonly Tool[]
  readonly tried: readonly Tried[]
  /** The issues of each plan that was refused just now. */
  readonly refused: readonly (readonly string[])[]
  /** Plans of the library that a step can call. */
  readonly callable: readonly Plan[]
  /** Whether the intention is a part of a larger one. */
  readonly part: boolean
  /** Beliefs that contradict those shown. */
  readonly conflicts: readonly (NamedQuantity & { readonly source: string })[]
}

const Subgoal = z.object({
  type: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, 'lower_snake_case')
    .describe('the structure of the part; the type of a plan that can be called, when one fits'),
  requires: z.array(z.string()).min(1).describe('its schema beliefs, each "task requires ..."'),
  bind: z
    .array(z.object({ inner: BeliefName, outer: BeliefName }))
    .describe(
      'for each role the step reads or writes (outer) its general name in the part (inner)',
    ),
})

const DraftStep = z.object({
  id: z.string().min(1).describe('s1, s2, ...'),
  kind: z
    .enum(['fetch', 'read', 'compute', 'achieve', 'synthesize'])
    .describe(
      'fetch: one value from outside; read: from an attached file; compute: from roles; achieve: a part with a plan of its own; synthesize: the final answer',
    ),
  description: z.string().describe('what to do, in terms of roles'),
  deps: z
    .array(z.string())
    .optional()
    .describe('ids of steps that must have passed, beyond the writers of what it reads'),
  reads: z
    .array(BeliefName)
    .optional()
    .describe('roles needed, beyond those in its expression or tool input'),
  writes: z
    .array(WrittenRole)
    .min(1)
    .describe('roles it establishes, no role by two steps; a fetch one'),
  expression: z
    .string()
    .optional()
    .meta({
      description:
        'arithmetic over roles, "round(total / count, 2)", or a text with {role} slots, "{name}, {share}%"',
      consumer: `code evaluates it, units and dates included: "end_date - start_date" is in days. Functions: ${functionsInPrompts.join(', ')}`,
    }),
  tool: z
    .object({
      name: z.string(),
      input: z
        .record(z.string(), z.json())
        .describe('with {role} where the bare value of a role belongs'),
    })
    .optional()
    .meta({
      description:
        'the exact call, when it is known already: {"name": "table", "input": {"file": "{file}", "sql": "SELECT SUM(\\"{value_column}\\") FROM t WHERE \\"{filter_column}\\" = \'{filter_value}\'"}}',
      consumer:
        'code makes the call; its one value, or of several a column each, called as its role, is what the step writes, and no model is needed',
    }),
  subgoal: Subgoal.optional().describe('achieve: the part as an intention of its own'),
  effect: z.boolean().optional().meta({
    description: 'true where a tool is to be called that changes things and the step names none',
    consumer: 'each such call needs permission and is never made twice',
  }),
  postcondition: z.string().optional().meta({
    description: 'if more than that its roles are known and of their types',
    consumer: 'checked by code after the step',
  }),
})

export const Drafted = z.object({
  goal: z.string().describe('what the plan achieves, in terms of roles'),
  contextConditions: z.array(z.string()).optional().meta({
    description: 'the schema beliefs under which it applies, word for word; left out, all of them',
    consumer: 'the library compares them with those of other questions',
  }),
  parameters: z
    .array(WrittenRole)
    .optional()
    .describe('ground beliefs it starts from, when a type or unit matters'),
  steps: z.array(DraftStep).default([]),
  filesNotRead: z
    .string()
    .optional()
    .describe('why no step reads an attached file, when none has to'),
  unachievable: z.string().optional().meta({
    description:
      'in place of steps, when what was looked at does not say what is asked for: why, in a sentence to the person',
    consumer: 'the intention is given up with it',
  }),
})
export type Drafted = z.infer<typeof Drafted>

/** A plan as a model may write it, with what it left out filled in. */
export type WholeDraft = ReturnType<typeof completed>

/** A step of such a plan. */
export type DraftStep = WholeDraft['steps'][number]

/** `draft` with what follows from the rest of it, or from the schema beliefs of the question. */
export function completed(
  { unachievable: _, ...draft }: Drafted,
  schemaBeliefs: readonly string[],
) {
  const { contextConditions = [...schemaBeliefs], parameters = [], steps } = draft
  return {
    ...draft,
    contextConditions,
    parameters,
    steps: steps.map(step => {
      const { deps = [], postcondition = allKnown(step.writes) } = step
      return { ...step, deps, reads: step.reads ?? [...slots(step.description)], postcondition }
    }),
  }
}

export function deliberateContract(shown: Shown): Contract<DeliberateReads, Drafted> {
  return {
    ...deliberateSection,
    render: (reads, written) => rendered(reads, shown, written),
    news: reads => newsOf(reads, shown),
  }
}

const unlikeMath = functionsInPrompts.filter(name => name === 'round' || !(name in Math))

export const deliberateSection = {
  purpose: 'deliberate',
  part: 'You are the planning part of an agent that reasons with beliefs, desires and intentions.',
  task: `
Write a plan: a small graph of steps, a template for every question of the same structure. It speaks of roles only: names,
numbers, files and values of this question, and its answer, stand nowhere in it; write the role that holds them.
Constants that the question does not mention are fine.
Narrow steps: each value from a place of its own by a step of its own (those run at the same time); several values of one short
file by one step. What stands in a file is read from it, never searched for. Arithmetic is an expression. The last step is a
synthesize step that writes final_answer, most often with the role itself as expression; rounding, unit and form of the answer come
afterwards. Only a question that joins two which somebody could ask alone, each with a reading and a
reckoning of its own, has steps of kind achieve: the plan of a part is kept and serves alone; it ends with what it
was asked for. After failed plans, change what went wrong; what they established is among the beliefs. When what was looked at
does not say what is asked for, give no steps and say so in unachievable.`,
  consumers: `
- an acceptance check and a linter: what a step reads is believed or written before it, every open
  parameter is written before a synthesize step, no literal of the question is in the plan;
- a library, which offers the plan for other questions of the same structure;
- an executor: a step with an expression or tool is carried out by code, another by you;
- a verifier: what is read or fetched must stand word for word in a tool result (a list is a list of copied passages),
  anything else follows from beliefs by an expression; so let steps copy, and put together by expression. Conditions that
  it decides by itself: ${forms.map(({ form }) => form.replace('ground_belief(X) ', '')).join('; ')}.`,
  brief: `A plan: few steps over roles, a template that the library keeps for every question of this structure. The kind of thing asked for is a role
too. No name, number, file or value of this question stands in it, nor its answer. Constants that it does not mention are fine.
kind: fetch, one value from outside; read, from an attached file; compute, from roles; synthesize, the last step, which writes final_answer; achieve, a
part that somebody could ask alone (subgoal; rare). Each hop, and each value from a place of its own, is a step, all values of one short file another; steps run at the same time.
description: with {role} for what a step without tool or expression needs. writes: of each role its type and unit, if they are fixed.
deps, reads, parameters, contextConditions, postcondition ("ground_belief(x) > 0"): only where they do not follow.
expression: over roles, units included: "round(total / count, 2)", "if(age > 18 years and member, fee / 2, fee)"; or a text, in braces a role alone, without its unit: "{name}, {share:1}%" with 1 decimal, {sum:,2} with commas too; of lists side by side a text a row, "{month}: {total:2}", lines of a longer text that hold no list once; if(late, "{fee} more", "nothing"). Functions: those of Math in JavaScript, ${unlikeMath.join(' ')}; list[1] is the first, list[2:4], filter(list, it > 3), a * b, a > b and if() item by item. Dates: end - start is in days, start + term a date, date(y, m, d); weekday is 1 for Monday; networkdays(start, end, holidays) counts both ends; at_zone(2026-03-12T18:25, "Bern", "Tokyo").
tool: the exact call with {role} for bare values (of 20 % 20; IN {role} of a list), where it gives the one value that the step writes, or of several a column each, called as its role, of one row or as lists; a search gives passages, and its step has none. Other braces stay; alone on a line of a script, {role} of a list is a line an item.
Rounding, unit and form of a single answer are applied by code afterwards. What is read or fetched must stand word for word in a result: let steps copy, and put together by expression.
filesNotRead: why no step reads an attached file, or a condition chooses no rows, where a plan has come back for that.
unachievable, in place of steps, when what was looked at says nothing of what is asked for: why, in a sentence to the person; or a question to
them, where any answer would be a guess at what they mean. Of several things
the plan answers those that can be found, and caveat says which cannot.`,
  output: Drafted,
}

/** What changed since the question was put: a part, failures, plans that can be called, what is believed now. */
function newsOf({ intention, groundBeliefs }: DeliberateReads, shown: Shown): readonly string[] {
  const { tried, refused, part } = shown
  const last = refused.at(-1)
  return present(
    part &&
      `# A part of the question\n${intention.goal}\nIts plan writes ${intention.openParameters.join(', ')}, and no final_answer.`,
    (part || tried.length > 0) && `# Believed now\n${beliefs(groundBeliefs)}`,
    ...known(shown),
    last && `# The plan was refused (${refused.length})\n${bullets(last, '(none)')}`,
  )
}

/** What speaks against beliefs, what can be called, and what was tried. */
const known = ({ conflicts, callable, tried }: Shown) => [
  conflicts.length > 0 &&
    `# Contradictory\nBefore a plan that reads one of these is carried out, the person is asked which holds.\n${bullets(conflicts.map(b => `${belief(b)} (${b.source})`))}`,
  callable.length > 0 &&
    `# Plans that a step of kind achieve can call\n${bullets(callable.map(signature))}`,
  tried.length > 0 && `# Tried before, and failed\n${bullets(tried.map(failure))}`,
]

function rendered(reads: DeliberateReads, shown: Shown, written: (reply: Json) => string): string {
  const { files, tools, refused, part } = shown
  const [conflicting, ...others] = known(shown)
  const { type, goal, satisfactionCondition, openParameters } = reads.intention
  return blocks(
    // the same in every call of an agent, so it belongs to what a cache can keep
    `# Tools a step may use\n${tools.map(tool => toolText(tool, tool.effect ? ' It changes things.' : '')).join('\n')}`,
    !part &&
      `# An example: a plan in two parts\nFor "${exampleQuestion}", with vehicle, trip_count and place among the ground beliefs:\n${written(examplePlan)}`,
    part
      ? `# Part of this question\n${reads.question}\nThe intention is one part of it. Its plan writes the open parameters, and no final_answer.`
      : `# Question\n${reads.question}`,
    `# Intention
type: ${type}
goal: ${goal}
satisfied when: ${satisfactionCondition}
open parameters: ${openParameters.join(', ') || 'none'}`,
    `# Schema beliefs\n${bullets(reads.schemaBeliefs, '(none)')}`,
    `# Ground beliefs\n${beliefs(reads.groundBeliefs)}`,
    conflicting,
    ...attached(files),
    ...others,
    refused.length > 0 &&
      `# Your plans that were refused just now\n${attempts(refused)}\nWrite the plan again, whole, with every one of these mended.`,
  )
}

const signature = ({ intentionType, goal, parameters, steps }: Plan) =>
  `${intentionType}: ${goal} (from ${rolesOf(parameters)}; gives ${rolesOf(steps.flatMap(step => step.writes))})`

const rolesOf = (roles: readonly Role[]) => roles.map(each => each.role).join(', ') || 'nothing'

const failure = ({ cycle, failures }: Tried) =>
  `cycle ${cycle}: ${failures.map(f => `${f.step ? `step ${f.step}: ` : ''}${f.mode}: ${f.why}`).join('; ')}`
