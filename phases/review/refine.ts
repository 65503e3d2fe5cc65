// Review with evidence from outside: a plan, what it did
// on questions whose outcome somebody has judged, and one decision about it: keep, refine or remove.
import { z } from 'zod'
import type { Contract } from '../../agent/contract.ts'
import { forms } from '../../plans/conditions/condition.ts'
import { functionsInPrompts } from '../../plans/expressions/expression.ts'
import type { Counts, PlanDraft, Step } from '../../plans/plan.ts'
import type { Tool } from '../../tools/tool.ts'
import { attempts, blocks, bullets, lines, toolText, WrittenRole } from '../prompt-text.ts'

/** What one step did: its tool calls, what it established, and what the verifier said. */
export interface StepDone {
  readonly step: string
  readonly calls: readonly string[]
  readonly wrote: readonly string[]
  readonly summary: string
  readonly verdict: string
}

/**
 * How a plan was carried out for one question. Texts are masked: names, numbers and files of the question
 * stand as the role they are the value of, or as an ellipsis.
 */
export interface Carried {
  readonly question: string
  readonly schemaBeliefs: readonly string[]
  /** What was believed before the plan began, by the plan's own names. */
  readonly believed: readonly string[]
  readonly files: readonly string[]
  readonly steps: readonly StepDone[]
  /** How the question ended: the answer that was given, or why there was none. */
  readonly ended: string
  readonly judged: 'right' | 'wrong' | 'no answer'
  /** What would have been right; only where that may be told. */
  readonly expected?: string
}

/** The replay key: which plan, on which questions, without the words and values they are shown in. */
export interface RefineReads {
  readonly plan: PlanDraft
  /** By the id that the set has for each question. */
  readonly judged: Readonly<Record<string, Carried['judged']>>
  /** Whether expected answers are told. */
  readonly revealed: boolean
  /** How many refinements just written were refused. */
  readonly refused: number
}

/** What the prompt shows in words. */
interface RefineShown {
  /** The tools a step may use. */
  readonly tools: readonly Tool[]
  readonly counts: Counts
  /** One sentence each: outcomes by model, lift over no plan. */
  readonly evidence: readonly string[]
  readonly carried: readonly Carried[]
  /** The issues of each refinement that was refused just now. */
  readonly refused: readonly (readonly string[])[]
}

const ChangedStep = z.object({
  id: z.string().min(1).describe('id of a step of the plan, or a new one'),
  kind: z.enum(['fetch', 'read', 'compute', 'synthesize']).optional(),
  description: z.string().optional().meta({
    description: 'what to do, in terms of roles',
    consumer: 'a model with tools carries it out seeing only this and the beliefs it reads',
  }),
  deps: z.array(z.string()).optional().describe('ids of the steps that must have passed before'),
  reads: z.array(z.string()).optional().describe('roles needed'),
  writes: z.array(WrittenRole).min(1).optional().describe('roles this step establishes'),
  expression: z
    .string()
    .optional()
    .meta({
      description: `compute and synthesize: arithmetic over the roles read, or a text with {role}; functions: ${functionsInPrompts.join(', ')}`,
      consumer: 'code evaluates it, and no model is needed',
    }),
  tool: z
    .object({ name: z.string(), input: z.record(z.string(), z.json()) })
    .optional()
    .describe('fetch and read: the exact tool call, with {role} where a value belongs'),
  postcondition: z.string().optional().describe('checked by code after the step'),
})

export const Refined = z.object({
  reason: z.string().meta({
    description: 'which step or condition is at fault, and what in the records shows it',
    consumer: 'kept with the new version, or with the removal',
  }),
  decision: z.enum(['keep', 'refine', 'remove']).meta({
    description:
      'keep: the plan is not at fault; refine: change it as said below; remove: it cannot be mended',
    consumer:
      'the library: a refinement is a new version that stands in for this one; a removed plan is never offered again',
  }),
  goal: z.string().optional().describe('refine: when it changes'),
  contextConditions: z.array(z.string()).optional().meta({
    description: 'refine: the whole new list, when it changes',
    consumer: 'compared with the schema beliefs of questions: the plan is offered where they hold',
  }),
  parameters: z
    .array(WrittenRole)
    .optional()
    .describe('refine: the whole new list, when it changes; only roles that were believed'),
  steps: z.array(ChangedStep).optional().meta({
    description:
      'refine: all steps of the new version in order, when they change. Of a step that stays as it is, give the id alone; of a changed one the id and what changes; of a new one everything. A step that is not listed is dropped',
    consumer:
      'a step whose description changes loses its expression or tool call unless you give one',
  }),
})
export type Refined = z.infer<typeof Refined>

/** The contract of deciding about one plan. */
export function refineContract(shown: RefineShown): Contract<RefineReads, Refined> {
  const { tools, counts, evidence, carried, refused } = shown
  const { useCount, successCount, failureCount, judgedRight, judgedWrong } = counts
  return {
    purpose: 'refine',
    part: 'You are the reviewing part of an agent that reasons with beliefs, desires and intentions.',
    task: `
You are shown one plan and how it was carried out for some questions. Somebody who knows the answers has
said which of them came out right. Find out what the plan itself did to the wrong ones, and decide.

Compare what each question asks for with what the steps did, one condition after the other: what was to be
left out or counted in, which value was to be taken, what was to be divided by what, in which unit, how
ties, gaps and repetitions were to be treated. A plan is at fault when a step leaves out or adds a
condition, takes the wrong quantity, or lets something pass that its postcondition should have
stopped, and would do so again. Then refine it, with as small a change as mends it: a description, a
postcondition, a reading that was missing, an expression; or narrower context conditions, when the
plan is sound and was used for the wrong kind of question. It is not at fault when a tool or a source failed, when a
value was misread although the step said the right thing, or when only the form of the answer was wrong:
then keep it. Remove only what cannot be mended and has never been right.

The plan is a template for every question of its kind. In what you are shown, names and numbers that
belong to a question are replaced by {roles} or by an ellipsis, ordinary words are not; what you write speaks of
roles only.
Where you are told the answer that was expected, it is there to check your explanation: it occurs nowhere in
the plan, nor does anything that only serves to reach it.`,
    consumers: `
- an acceptance check. Step ids are unique, there is no cycle, every role a step reads was believed before
  the plan began or is written by a step it depends on, no role is written twice, and the new version
  establishes what the old one did. What is wrong comes back to you;
- a linter, which refuses a plan that holds a name, a number, a file or an answer of a question it was made from;
- a replay. Every question that the plan has answered rightly is answered again with the new version; when
  it loses one of them it is refused, and you are told which;
- a library. The new version stands in for this plan and serves other questions of the same structure;
- later, the verifier, which decides these forms of postconditions exactly and for free:
${forms.map(({ form, meaning }) => `  - ${form}: ${meaning}`).join('\n')}`,
    output: Refined,
    render: ({ plan }) =>
      blocks(
        // the same in every call of an agent, so it belongs to what a cache can keep
        `# Tools a step may use\n${tools.map(tool => toolText(tool)).join('\n')}`,
        `# The plan (type ${plan.intentionType})
${plan.goal}
context: ${plan.contextConditions.join('; ') || '(none)'}
parameters: ${plan.parameters.map(roleOf).join(', ') || '(none)'}
${plan.steps.map(stepOf).join('\n')}`,
        `# Evidence
- used ${useCount} times; by the runs' own verdict it succeeded ${successCount} and failed ${failureCount} times
- by the word of somebody who knows, it was right ${judgedRight} and wrong ${judgedWrong} times
${bullets(evidence)}`.trimEnd(),
        `# How it was carried out\n${blocks(...carried.map(carriedOut))}`,
        refused.length > 0 &&
          `# Your refinements that were refused just now\n${attempts(refused)}\nDecide again, with every one of these in mind.`,
      ),
  }
}

/**
 * The plan with the changes of a reply, or what keeps them from being made. A step of which only the id
 * is given stays as it is; one whose description changes has the executable form the reply gives, or
 * none; a call of another plan stays one.
 */
export function changed(
  plan: PlanDraft,
  reply: Refined,
): { readonly draft: PlanDraft } | { readonly faults: readonly string[] } {
  const steps = reply.steps?.map(change => changedStep(change, plan)) ?? plan.steps
  const faults = steps.flatMap(step => (typeof step === 'string' ? [step] : []))
  if (faults.length > 0) return { faults }
  const { intentionType, goal, contextConditions, parameters } = plan
  return {
    draft: {
      intentionType,
      goal: reply.goal ?? goal,
      contextConditions: reply.contextConditions ?? contextConditions,
      parameters: reply.parameters ?? parameters,
      steps: steps as Step[],
    },
  }
}

// --- internal ---

const roleOf = ({ role, type, unit }: PlanDraft['parameters'][number]) =>
  `${role}${type || unit ? ` (${[type, unit].filter(Boolean).join(' in ')})` : ''}`

const stepOf = ({ id, kind, description, deps, reads, writes, action, postcondition }: Step) =>
  lines(
    `- ${id} [${kind}] ${description}`,
    `  after ${deps.join(', ') || 'nothing'}; reads ${reads.join(', ') || 'nothing'}; writes ${writes.map(roleOf).join(', ')}`,
    action && `  carried out by code: ${JSON.stringify(action)}`,
    `  postcondition: ${postcondition}`,
  )

const carriedOut = (each: Carried) =>
  lines(
    `## ${each.question}`,
    `kind of task: ${each.schemaBeliefs.join('; ')}`,
    `believed before: ${each.believed.join('; ') || '(nothing)'}`,
    ...each.files.map(file => `file: ${file}`),
    ...each.steps.map(stepDone),
    `ended: ${each.ended}`,
    `judged: ${each.judged}${each.expected === undefined ? '' : `; expected was: ${each.expected}`}`,
  )

const stepDone = ({ step, calls, wrote, summary, verdict }: StepDone) =>
  lines(
    `- ${step}: ${summary}`,
    ...calls.map(call => `  called ${call}`),
    ...wrote.map(value => `  established ${value}`),
    `  verdict: ${verdict}`,
  )

function changedStep(change: z.infer<typeof ChangedStep>, plan: PlanDraft): Step | string {
  const { id, expression, tool, ...rest } = change
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const form =
    expression !== undefined ? { expression } : tool && { tool: tool.name, input: tool.input }
  const old = plan.steps.find(step => step.id === id)
  if (old) {
    const { action, ...kept } = old
    const same = change.description === undefined || change.description === old.description
    const keeps = form ?? (same || old.kind === 'achieve' ? action : undefined)
    return { ...kept, ...given, ...(keeps && { action: keeps }) } as Step
  }
  const { kind, description, writes, postcondition, deps = [], reads = [] } = change
  if (!kind || !description || !writes || !postcondition)
    return `Step ${id} is no step of the plan and is not given whole: say its kind, description, writes and postcondition, or leave it out.`
  return {
    id,
    kind,
    description,
    deps,
    reads,
    writes,
    ...(form && { action: form }),
    postcondition,
  }
}
