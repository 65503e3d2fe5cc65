// Phase 7, the self-aware way: every N finished intentions the model reads the records and the
// statistics and decides which plans to keep, refine or remove (A Self-Aware BDI Agent, 2026, section 4.7).
import { z } from 'zod'
import type { Contract, Ctx } from '../../agent/contract.ts'
import type { LibraryReviewed, PlanDecision } from '../../agent/event.ts'
import type { IntentionRecord, State } from '../../agent/state.ts'
import { forms } from '../../plans/conditions/condition.ts'
import { identify } from '../../plans/identify.ts'
import { type Counts, type Origin, type Plan, type PlanDraft, totals } from '../../plans/plan.ts'
import { ask } from '../ask.ts'
import { originOf } from '../outcomes.ts'
import { belief, blocks, WrittenRole } from '../prompt-text.ts'
import { examine } from './acceptable.ts'
import { evidenceOf } from './evidence.ts'

/** What a reply may depend on of the records and the plans, wording aside. */
export type ReviewReads = ReturnType<typeof readsOf>

export const Reviewed = z.object({
  decisions: z
    .array(
      z.object({
        plan: z.string().describe('id of the plan'),
        decision: z.enum(['keep', 'refine', 'remove']).meta({
          description:
            'keep: leave it; refine: change it as said below; remove: never offer it again',
          consumer:
            'the library does so at once; a refined plan is a new version, which stands in for this one',
        }),
        reason: z.string().meta({
          description: 'what in the records shows it',
          consumer: 'kept with the plan',
        }),
        contextConditions: z.array(z.string()).optional().describe('refine: the whole new list'),
        parameters: z.array(WrittenRole).optional().describe('refine: the whole new list'),
        steps: z
          .array(
            z.object({
              id: z.string().describe('id of a step of that plan'),
              description: z.string().optional(),
              postcondition: z.string().optional(),
            }),
          )
          .optional()
          .describe('refine: only the steps that change'),
      }),
    )
    .describe('one for each plan shown'),
})

/**
 * The records are shown whole.
 * `evidence` says in words, by plan id, what else is known of a plan.
 */
export function reviewContract(
  records: readonly IntentionRecord[],
  evidence: ReadonlyMap<string, readonly string[]> = new Map(),
): Contract<ReviewReads, z.infer<typeof Reviewed>> {
  return {
    purpose: 'review',
    part: 'You are the reviewing part of an agent that reasons with beliefs, desires and intentions.',
    task: `
You review a library of plans. You read what happened to the last intentions and how often each plan was
used, and you decide for each plan.

Judge by evidence. What somebody who knows the answers has judged counts more than a verdict
of the run itself, and outcomes with this model more than those with others. A plan that succeeded is kept unless a record shows a weakness. A plan that failed
because a step was too broad, a description misled, a postcondition could not be decided or the context
fitted the wrong questions is refined. A plan that fails without a remedy is removed. One failure of a
tool or of the network says nothing about a plan.`,
    consumers: `
- the library. A refined plan is stored as a new version with your reason and stands in for the old one;
- an acceptance check and a linter: a refinement that breaks the plan's structure, or that puts a name,
  a number, a file or an answer of a question into it, is thrown away and the plan is kept;
- later, the verifier, which compares postconditions with these forms exactly and for free, and asks a
  language model about anything else:
${forms.map(({ form, meaning }) => `  - ${form}: ${meaning}`).join('\n')}`,
    output: Reviewed,
    render: ({ plans }) =>
      blocks(
        `# Records, oldest first\n${blocks(...records.map(record))}`,
        `# Plans\n${blocks(...plans.map(plan => shown(plan, evidence.get(plan.id) ?? [])))}`,
      ),
  }
}

const record = (r: IntentionRecord) => `## ${r.question}
goal: ${r.goal}
${r.satisfied ? `satisfied with: ${r.answer ?? '(no answer)'}` : `not satisfied: ${r.reason ?? ''}`}
plan: ${r.plan ?? '(none)'}; cycles: ${r.cycles}; ${r.usage.calls} model calls, ${r.usage.inputTokens + r.usage.outputTokens} tokens
${r.tried.flatMap(t => t.failures.map(f => `failed: ${t.plan ?? ''} ${f.step ?? ''} ${f.mode}: ${f.why}`)).join('\n') || 'no failures'}
beliefs: ${r.beliefs.map(b => `${belief(b)} (${b.provenance})`).join('; ')}`

const shown = (
  p: ReviewReads['plans'][number],
  evidence: readonly string[],
) => `## ${p.id} (type ${p.intentionType})
${p.goal}
uses ${p.stats.useCount}, successes ${p.stats.successCount}, failures ${p.stats.failureCount}${evidence.map(line => `\n${line}`).join('')}
context: ${p.contextConditions.join('; ') || '(none)'}
parameters: ${p.parameters.map(r => r.role).join(', ') || '(none)'}
${p.steps.map(s => `- ${s.id} [${s.kind}] ${s.description} | post: ${s.postcondition}`).join('\n')}`

/**
 * Decides about the plans that the records since the last review used and that there is something to say about: a
 * question that they did not answer at once, a judge's wrong. All others are kept, and these too without a usable reply.
 */
export async function review(state: State, ctx: Ctx): Promise<LibraryReviewed> {
  const since = state.intentionHistory.slice(state.reviewed).toArray()
  const last = since.at(-1)!
  const used = new Set(since.flatMap(plansOf))
  const hindered = new Set(
    since.filter(r => !r.declined && (!r.satisfied || r.cycles > 1)).flatMap(plansOf),
  )
  const isJudgedWrong = (id: string) => totals(ctx.library.get(id) ?? { stats: {} }).judgedWrong > 0
  const plans = [...state.planLibrary.plans.values()].filter(
    ({ id }) =>
      used.has(id) && state.planLibrary.stats.has(id) && (hindered.has(id) || isJudgedWrong(id)),
  )
  const records = since.filter(r => plansOf(r).some(id => plans.some(plan => plan.id === id)))
  const event = {
    type: 'library-reviewed',
    intention: last.intention,
    records: state.intentionHistory.size,
  } as const
  if (plans.length === 0) return { ...event, decisions: [] }
  const reads = readsOf(records, plans, state)
  const evidence = new Map(
    plans.map(({ id }) => {
      const known = ctx.library.get(id)
      return [id, known ? evidenceOf(known, ctx.library, ctx.llm.name) : []] as const
    }),
  )
  const contract = reviewContract(records, evidence)
  const reply = await ask(contract, reads, { ctx, intention: last.intention })
  if (!reply.ok) return { ...event, decisions: [] }
  const decisions = reply.value.decisions.flatMap((decision): PlanDecision[] => {
    const plan = plans.find(({ id }) => id === decision.plan)
    if (!plan) return []
    const { reason } = decision
    if (decision.decision !== 'refine')
      return [{ plan: plan.id, decision: decision.decision, reason }]
    return [refinement(plan, decision, records, more => originOf(ctx, reply.model, more))]
  })
  return { ...event, decisions }
}

const plansOf = ({ plan, tried }: IntentionRecord) =>
  [plan, ...tried.map(each => each.plan)].filter(id => id !== undefined)

const readsOf = (records: readonly IntentionRecord[], plans: readonly Plan[], state: State) => ({
  records: records.map(({ question, satisfied, cycles, answer, plan, tried }) => ({
    question,
    satisfied,
    cycles,
    answer,
    plan,
    modes: tried.flatMap(t => t.failures.map(failure => failure.mode)),
  })),
  plans: plans.map(({ id, intentionType, goal, contextConditions, parameters, steps, stats }) => ({
    id,
    intentionType,
    goal,
    contextConditions,
    parameters,
    steps: steps.map(({ id, kind, description, postcondition }) => {
      return { id, kind, description, postcondition }
    }),
    stats: counted(totals({ stats }), state.planLibrary.stats.get(id)),
  })),
})

/** The counts of a plan with those of this run. */
const counted = (earlier: Counts, inRun: Counts | undefined) =>
  Object.fromEntries(
    Object.entries(earlier).map(([key, n]) => [key, n + (inRun?.[key as keyof Counts] ?? 0)]),
  ) as Counts

type Change = z.infer<typeof Reviewed>['decisions'][number]

function refinement(
  plan: Plan,
  change: Change,
  records: readonly IntentionRecord[],
  written: (more: Partial<Origin>) => Origin,
): PlanDecision {
  const { id, stats: _, origin, ...draft } = plan
  const changed: PlanDraft = {
    ...draft,
    contextConditions: change.contextConditions ?? draft.contextConditions,
    parameters: change.parameters ?? draft.parameters,
    steps: draft.steps.map(step => {
      const edit = change.steps?.find(s => s.id === step.id)
      return {
        ...step,
        description: edit?.description ?? step.description,
        postcondition: edit?.postcondition ?? step.postcondition,
      }
    }),
  }
  const { plan: accepted, faults } = examine(changed, records)
  const { reason } = change
  const seenQuestions = [...new Set([...origin.seenQuestions, ...records.map(r => r.question)])]
  const refined = identify(accepted, written({ refines: id, reason, seenQuestions }))
  if (faults.length > 0)
    return { plan: id, decision: 'keep', reason: `refinement refused: ${faults.join('; ')}` }
  if (refined.id === id) return { plan: id, decision: 'keep', reason }
  return { plan: id, decision: 'refine', reason, refined }
}
