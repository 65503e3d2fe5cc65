// What is wrong with the plans of a library: structure, by the acceptance every new plan goes through,
// and literals of the questions a plan has seen.
import { accept } from '../plans/accept.ts'
import { lint } from '../plans/lint.ts'
import type { Plan } from '../plans/plan.ts'

export interface Finding {
  /** Id of the plan. */
  readonly plan: string
  readonly kind: 'structure' | 'literal'
  /** One sentence with what would mend it. */
  readonly message: string
}

/** All findings about a plan, each once. What acceptance would have to mend is a finding as well. */
export function findings(plan: Plan): readonly Finding[] {
  const given = plan.parameters.map(({ role }) => role)
  const { issues, repairs } = accept(plan, { openParameters: [], satisfactionCondition: '', given })
  const leaks = plan.origin.seenQuestions.flatMap(text => lint(plan, { text, given: {} }))
  const messages = new Map<string, Finding['kind']>([
    ...issues.map(message => [message, 'structure'] as const),
    ...repairs.map(repair => [`Has to be mended: ${repair}`, 'structure'] as const),
    ...leaks.map(({ message }) => [message, 'literal'] as const),
  ])
  return [...messages].map(([message, kind]) => ({ plan: plan.id, kind, message }))
}
