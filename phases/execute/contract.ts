// Phase 4's contract: one step, carried out by a model with tools.

import { z } from 'zod'
import type { Contract } from '../../agent/contract.ts'
import type { AnswerContract, AttachedFile, Tried } from '../../agent/state.ts'
import { sameQuantity } from '../../plans/expressions/expression.ts'
import type { NamedQuantity } from '../../plans/expressions/quantity.ts'
import { memo } from '../../plans/memo.ts'
import { allKnown, BeliefName, type Role, type Step, Value } from '../../plans/plan.ts'
import type { Tool } from '../../tools/tool.ts'
import { attached, blocks, bullets, guidanceOn, lines, sourced } from '../prompt-text.ts'

export interface ExecuteReads {
  readonly goal: string
  readonly schemaBeliefs: readonly string[]
  readonly groundBeliefs: readonly (NamedQuantity & { readonly source: string })[]
  readonly step: Pick<Step, 'kind' | 'description' | 'reads' | 'writes' | 'postcondition'>
  readonly files: readonly string[]
  /** For the step that puts the answer together. */
  readonly answerContract?: AnswerContract
}

const Evidence = z.object({
  call: z.string().meta({
    description: 'label of the tool result it comes from, such as c2',
    consumer: 'the result is looked up by it',
  }),
  quote: z.string().optional().meta({
    description:
      'its words that hold the value, copied exactly, with those that say which value it is (the row, the label). Not for calculate or table, nor for a list',
    consumer: 'searched for in the result',
  }),
})

const Executed = z.object({
  newGroundBeliefs: z
    .array(
      z.object({
        name: BeliefName.meta({
          description: 'a role of the step, letter by letter',
          consumer: 'later steps read the value under it',
        }),
        value: Value.optional().describe(
          'the value; a number without its unit; left out where a derivation gives it',
        ),
        unit: z
          .string()
          .optional()
          .describe('of a number, as the source gives it (in a table, the header of the column)'),
        evidence: Evidence.optional().describe('for a value taken from a tool result'),
        implied: z.boolean().optional().meta({
          description: 'true for a value that no words state and the quote only implies',
          consumer: 'it lowers confidence, and a step that asks for certainty refuses it',
        }),
        derivation: z.string().optional().meta({
          description:
            'in place of the value, for one derived from beliefs: an expression over their names, such as "distance / speed"; for a text put together from them, the text with {role} where a value stands, such as "{name}, {share}%" or, for a date, "{day_and_month} {year}"; for the value of one belief, its name. It may hold no number of its own that no belief gives',
          consumer: 'a program evaluates it',
        }),
      }),
    )
    .describe(
      'what the step establishes; what cannot be established is left out, never guessed. Where what was read contradicts itself about a role: each value with its own quote, the one that holds first, and why in summary',
    ),
  postconditionMet: z.boolean().meta({
    description: 'whether you think the postcondition holds',
    consumer: 'recorded, never relied on',
  }),
  summary: z.string().describe('one sentence: what was done, or why it could not be done'),
})

/**
 * As it is said in a conversation: a value may rest on several results; the step's own claim, which is
 * recorded and never looked at, is not asked for.
 */
const ExecutedAhead = Executed.partial({ summary: true }).extend({
  postconditionMet: Executed.shape.postconditionMet.optional().meta({ unadvertised: true }),
  newGroundBeliefs: z.array(
    Executed.shape.newGroundBeliefs.element.extend({
      evidence: z.union([Evidence, z.array(Evidence).min(1)]).optional(),
    }),
  ),
})
export type Executed = z.infer<typeof ExecutedAhead>

/** What the prompt shows in words beside what is read. */
interface Shown {
  /** Whether the step is spoken of in a conversation about the question. */
  readonly ahead?: boolean
  readonly files: readonly AttachedFile[]
  /** The tools the step may use. */
  readonly tools: readonly Tool[]
  /** What the step's executable form tried without success. */
  readonly attempted: string | undefined
  /** The failures of earlier cycles. */
  readonly tried: readonly Tried[]
}

/** The reply may name exactly the roles of `writes`, each once unless the sources contradict themselves. */
export function executeContract(
  writes: readonly Role[],
  shown: Shown,
): Contract<ExecuteReads, Executed> {
  return {
    ...executeSection,
    output: establishing[shown.ahead ? 'ahead' : 'apart'](writes.map(({ role }) => role).join(' ')),
    isPartial: ({ newGroundBeliefs }) =>
      writes.some(({ role }) => newGroundBeliefs.every(({ name }) => name !== role)),
    render: reads => render(reads, shown),
    news: reads => [newsOf(reads, shown)],
  }
}

/** What a step that writes these roles may reply; a schema is dear to make. */
const establishing = {
  ahead: memo(500, allowing(ExecutedAhead)),
  apart: memo(500, allowing(Executed)),
}

function allowing(output: z.ZodType<Executed>): (roles: string) => z.ZodType<Executed> {
  return roles => {
    const allowed = roles.split(' ')
    return output.superRefine(({ newGroundBeliefs }, check) => {
      newGroundBeliefs.forEach(({ name, value, derivation }, index) => {
        const path = ['newGroundBeliefs', index, 'name']
        if (value === undefined && derivation === undefined)
          check.addIssue({ code: 'custom', path, message: `"${name}" has no value` })
        if (!allowed.includes(name))
          check.addIssue({
            code: 'custom',
            path,
            message: `"${name}" is not a role of this step; it establishes ${allowed.join(', ')}`,
          })
        const before = newGroundBeliefs.slice(0, index).filter(other => other.name === name)
        if (before.some(other => !contradicts(other, newGroundBeliefs[index]!)))
          check.addIssue({
            code: 'custom',
            path,
            message: `"${name}" is given twice; give it once or, where what was read contradicts itself, each value with a quote of its own`,
          })
      })
    })
  }
}

/** A value as the model claims it. */
export type Established = Executed['newGroundBeliefs'][number]

/** Whether two values of one role are what two places say, each in words of its own. */
function contradicts(one: Established, other: Established): boolean {
  const quoted = quotesOf(one).filter(quote => !quotesOf(other).includes(quote))
  return (
    quoted.length > 0 && quotesOf(other).length > 0 && !sameQuantity(stated(one), stated(other))
  )
}

const stated = ({ value, derivation = '', unit }: Established) => ({
  value: value ?? derivation,
  unit,
})

/** The words that a value is claimed to stand in. */
export const quotesOf = ({ evidence }: Pick<Established, 'evidence'>): readonly string[] =>
  [evidence ?? []].flat().flatMap(({ quote }) => quote ?? [])

export const executeSection = {
  purpose: 'execute',
  part: 'You are the executing part of an agent that reasons with beliefs, desires and intentions.',
  task: `
Carry out one step of a plan: with tools, as often as it needs, or from what is in view. What stands in a
file is read from the file, not from its preview. Arithmetic is a derivation or a call of calculate, never
done in your head. If the step cannot be done, say so in the summary and establish nothing.`,
  consumers: `
- a belief store, under exactly the names the step establishes;
- a verifier that trusts no claim: it looks up the tool result you name and your quote in it, and the value in the quote;
  it evaluates a derivation. A value with neither is refused, also when it is believed already;
- then a program checks the postcondition.`,
  brief: `For a step that code does not carry out: its roles and no others, with tools, or from what is in view. Each value has evidence, the label of a result with a quote of its words,
copied exactly, with those that say which value it is (several where it takes several; the label alone for a list, calculate and table); or a derivation in place of the value: an expression over beliefs, a text with {role} slots, or
the name of one, and no number of its own. A name stands alone: Oakland, without its state. A value in words that the quote only implies is marked implied. What cannot be established is left out, and summary says why; where nothing could find it, say deliberate.unachievable ahead. Where what was read contradicts itself about a role,
give each value with its own quote, the one that holds first, and in summary why. A file's preview is no evidence.`,
  output: ExecutedAhead,
}

/** The step, in the words that one who knows the question needs. */
function newsOf({ step, groundBeliefs }: ExecuteReads, { attempted, tried }: Shown): string {
  const inputs = groundBeliefs.filter(b => step.reads.includes(b.name))
  return lines(
    `# Step (${step.kind})\n${step.description}\nTo establish: ${step.writes.map(role).join(' - ')}`,
    step.postcondition !== allKnown(step.writes) && `Postcondition: ${step.postcondition}`,
    inputs.length > 0 && `It reads:\n${bullets(inputs.map(sourced))}`,
    attempted !== undefined && `Code has tried it:\n${attempted}`,
    tried.length > 0 && `Refused in earlier cycles:\n${refusals(tried)}`,
  )
}

const render = (reads: ExecuteReads, { files, tools, attempted, tried }: Shown) => {
  const { step, answerContract } = reads
  const inputs = reads.groundBeliefs.filter(b => step.reads.includes(b.name))
  const others = reads.groundBeliefs.filter(b => !step.reads.includes(b.name))
  const form = Object.entries(answerContract ?? {}).map(([key, value]) => `${key}: ${value}`)
  return blocks(
    guidanceOn(tools),
    `# Step (${step.kind})\n${step.description}`,
    `# To establish\n${bullets(step.writes.map(role))}`,
    attempted !== undefined &&
      `# Tried already by a program, without success\n${attempted}\nA label in brackets is that of a tool result, which can be named as evidence.`,
    `# Postcondition\n${step.postcondition}`,
    tried.length > 0 &&
      `# Refused in earlier cycles\nOf earlier plans; what this step has to establish may be another thing.\n${refusals(tried)}`,
    inputs.length > 0 && `# Beliefs this step reads\n${bullets(inputs.map(sourced))}`,
    others.length > 0 && `# Other beliefs\n${bullets(others.map(sourced))}`,
    ...attached(files),
    answerContract && `# Form of the final answer\n${form.join(', ')}`,
    `# Goal of the whole plan\n${reads.goal}`,
    `# Kind of task\n${bullets(reads.schemaBeliefs)}`,
  )
}

const refusals = (tried: readonly Tried[]) =>
  bullets(tried.flatMap(({ failures }) => failures.map(({ mode, why }) => `${mode}: ${why}`)))

const role = ({ role, type, unit }: Role) =>
  `${role}${type ? ` (${type}${unit ? ` in ${unit}` : ''})` : unit ? ` (in ${unit})` : ''}`
