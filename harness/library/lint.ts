// What is wrong with the plans of a library: structure, by the acceptance every new plan goes through,
// literals of the questions a plan has seen, what no honest plan holds, and plans that are nearly one.
import { acceptStored } from '../../plans/accept.ts'
import { type Hostile, hostileIn } from '../../plans/hostile/hostile.ts'
import { lint } from '../../plans/lint.ts'
import type { Plan } from '../../plans/plan.ts'
import { nearDuplicates } from '../../plans/retrieval/near-duplicates.ts'
import { matchTask } from '../../plans/rules/match.ts'
import { ruleOf } from '../../plans/rules/rule.ts'
import { replaceSlots } from '../../plans/template.ts'

interface Finding {
  readonly plan: string
  readonly kind: 'structure' | 'literal' | 'duplicate' | 'unplanned' | Hostile['kind']
  /** One sentence with what would mend it. */
  readonly message: string
}

/** All findings about a plan, each once. What acceptance would have to mend is a finding as well. */
export function findings(plan: Plan): readonly Finding[] {
  const leaks = plan.origin.seenQuestions.flatMap(text => lint(plan, { text, given: {} }))
  const { issues, repairs } = acceptStored(plan)
  const found = new Map<string, Finding['kind']>([
    ...hostileIn(plan).map(({ kind, message }) => [message, kind] as const),
    ...issues.map(message => [message, 'structure'] as const),
    ...repairs.map(repair => [`Has to be mended: ${repair}`, 'structure'] as const),
    ...leaks.map(({ message }) => [message, 'literal'] as const),
  ])
  return [...found].map(([message, kind]) => ({ plan: plan.id, kind, message }))
}

/** Why a plan of somebody else is not taken in: what is hostile in it, and what could not even run. */
export function refusals(plan: Plan): readonly string[] {
  return [...hostileIn(plan).map(({ message }) => message), ...acceptStored(plan).issues]
}

/** The plans that are nearly another one, as findings about the one to go. */
export function duplicates(plans: Iterable<Plan>): readonly Finding[] {
  return nearDuplicates(plans).map(({ plans: [first, second], why }) => ({
    plan: second,
    kind: 'duplicate',
    message: `It and ${first} ${why}; keep the one with the better statistics, so that evidence is not divided.`,
  }))
}

/** The sub-tasks of rules for which the plans hold no rule. */
export function unplanned(plans: Iterable<Plan>): readonly Finding[] {
  const all = [...plans]
  const spoken = (task: string) => replaceSlots(task, role => role)
  const isFor =
    (task: string) =>
    ({ goal }: Plan) =>
      matchTask(goal, spoken(task)) !== undefined || matchTask(task, spoken(goal)) !== undefined
  return all.filter(ruleOf).flatMap(plan =>
    plan.steps.flatMap(({ kind, description: task }): readonly Finding[] => {
      if (kind !== 'achieve' || all.some(isFor(task))) return []
      const way = `write one that begins "IF your task is to ${task}", or make the step an action`
      const message = `No rule is for its step PLAN TO ${task}; ${way}.`
      return [{ plan: plan.id, kind: 'unplanned', message }]
    }),
  )
}
