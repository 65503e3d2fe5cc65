// What a round does to a library besides merging: outcomes that are no evidence are marked, and what has
// become a habit over all questions gets its executable form.
import { agentNamed } from '../../agent/agents/agents.ts'
import type { Ctx } from '../../agent/contract.ts'
import { practisedPlan } from '../../plans/habits/habits.ts'
import { memoryLibrary } from '../../plans/library/library.ts'
import { inForce } from '../../plans/library/lineage.ts'
import { contentOf, type LibraryContent, merge } from '../../plans/library/merge.ts'
import type { Plan } from '../../plans/plan.ts'
import type { Played } from './played.ts'

/**
 * The library in which every use of a plan on a question it was made from counts as one it was written
 * for: such a use says what the agent does without a plan, whichever round it is.
 */
export function withoutOwnEvidence(
  { plans, removed }: LibraryContent,
  played: readonly Pick<Played, 'run' | 'question'>[],
): LibraryContent {
  const asked = new Map(played.map(({ run, question }) => [run, question.question]))
  const marked = [...plans.values()].map((plan): Plan => {
    const seen = new Set(plan.origin.seenQuestions)
    const stats = Object.entries(plan.stats).map(([run, each]) => {
      const own = seen.has(asked.get(run) ?? '')
      return [run, own ? { ...each, freshCount: Math.max(each.useCount, 1) } : each] as const
    })
    return { ...plan, stats: Object.fromEntries(stats) }
  })
  return contentOf(marked, removed)
}

/** The library with what the habits of plans in force make of them, as after each question of an agent's run. */
export async function withHabits(
  content: LibraryContent,
  played: readonly Played[],
  ctx: Ctx,
): Promise<LibraryContent> {
  const { automate } = (await agentNamed(ctx.agent)).phases
  if (!automate) return content
  const library = memoryLibrary(content.plans.values())
  const open = new Set(inForce([...content.plans.values()]).map(practisedPlan))
  let after = content
  for (const { root, state } of played) {
    const decided = root === undefined ? undefined : automate(root, state, { ...ctx, library })
    for (const decision of decided?.decisions ?? []) {
      const base = library.get(decision.plan)
      if (!base || !open.has(practisedPlan(base))) continue
      const made =
        'refined' in decision
          ? contentOf([decision.refined])
          : contentOf([], decision.decision === 'remove' ? [[base.id, decision.reason]] : [])
      after = merge(after, made)
      await library.record('', { ...made, stats: [] })
    }
  }
  return after
}
