// What a changed plan must pass before it becomes a version of its own: structure, and nothing of the
// questions it was tried on.
import type { IntentionRecord } from '../../agent/state.ts'
import { accept } from '../../plans/accept.ts'
import { lint } from '../../plans/lint.ts'
import type { PlanDraft } from '../../plans/plan.ts'

/**
 * `changed` with what could be mended, and what speaks against it, one sentence each; `wanted` is the
 * condition it has to establish, empty where any will do.
 */
export function examine(
  changed: PlanDraft,
  records: readonly Pick<IntentionRecord, 'question' | 'answer'>[],
  wanted = 'ground_belief(final_answer) is known',
): { readonly plan: PlanDraft; readonly faults: readonly string[] } {
  const needs = {
    openParameters: [],
    satisfactionCondition: wanted,
    given: changed.parameters.map(role => role.role),
  }
  const { plan, issues } = accept(changed, needs)
  const literals = records.flatMap(({ question, answer }) =>
    lint(plan, { text: question, given: {}, ...(answer !== undefined && { answer }) }),
  )
  return { plan, faults: [...issues, ...literals.map(finding => finding.message)] }
}
