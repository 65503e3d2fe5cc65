// Whether a simulation has kept its questions out of its plans: no literal and no expected answer in a plan,
// every plan names the questions it was made from, and none of these counts as evidence.
import { z } from 'zod'
import { practisedPlan } from '../../plans/habits/habits.ts'
import { outcomesOf } from '../../plans/library/lift.ts'
import { lint } from '../../plans/lint.ts'
import type { Plan } from '../../plans/plan.ts'
import type { Question } from '../questions/question-set.ts'

export const LeakFinding = z.object({
  plan: z.string(),
  kind: z.enum(['literal', 'unnamed', 'evidence']),
  /** Id of the question. */
  question: z.string(),
  /** As the question or the answer spells it. */
  literal: z.string().exactOptional(),
  /** One sentence with the way out. */
  message: z.string(),
})
export type LeakFinding = z.infer<typeof LeakFinding>

/** What is known of where plans come from and what was counted for them. */
export interface Origins {
  readonly questions: readonly Question[]
  /** Which plan was written in, or refined after, which question: by plan id, ids of questions. */
  readonly madeFrom: ReadonlyMap<string, ReadonlySet<string>>
  /** The question each run of the simulation was about: by the run's name in statistics, its id. */
  readonly runs: ReadonlyMap<string, string>
}

/** All findings about the plans of a library; none is as it should be. */
export function leaksIn(plans: readonly Plan[], origins: Origins): readonly LeakFinding[] {
  const byId = new Map(plans.map(plan => [plan.id, plan]))
  return plans.flatMap(plan => [
    ...literalsIn(plan, origins),
    ...unnamedIn(plan, byId, origins),
    ...countedIn(plan, origins),
  ])
}

// --- internal ---

/** Only what its author has seen can have leaked into a plan: elsewhere an equal number is chance. */
const literalsIn = (plan: Plan, { questions }: Origins): readonly LeakFinding[] =>
  seenOf(plan, questions).flatMap(({ id, question: text, answer }) =>
    lint(plan, { text, given: {}, answer }).map(({ literal, message }) => ({
      plan: plan.id,
      kind: 'literal',
      question: id,
      literal,
      message: `${plan.id} holds a literal of the question ${id}: ${message}`,
    })),
  )

function unnamedIn(
  plan: Plan,
  byId: ReadonlyMap<string, Plan>,
  { questions, madeFrom }: Origins,
): readonly LeakFinding[] {
  const { seenQuestions, refines = '' } = plan.origin
  const inherited = byId.get(refines)?.origin.seenQuestions ?? []
  const own = madeFrom.get(plan.id)
  return questions
    .filter(({ id, question }) => own?.has(id) === true || inherited.includes(question))
    .filter(({ question }) => !seenQuestions.includes(question))
    .map(({ id }) => ({
      plan: plan.id,
      kind: 'unnamed',
      question: id,
      message: `${plan.id} was made from the question ${id} and does not name it among the questions it has seen; remove the plan`,
    }))
}

/** Outcomes on a question the plan was made from are no evidence for it. */
function countedIn(plan: Plan, { questions, runs }: Origins): readonly LeakFinding[] {
  const seen = new Set(seenOf(plan, questions).map(({ id }) => id))
  return Object.entries(plan.stats).flatMap(([run, stats]): LeakFinding[] => {
    const question = runs.get(run)
    const { right, wrong } = outcomesOf({ stats: { [run]: stats } })
    if (question === undefined || !seen.has(question) || right + wrong === 0) return []
    const message = `${practisedPlan(plan)} counts the question ${question}, which it was made from, as evidence (run ${run}); remove that run from its statistics`
    return [{ plan: plan.id, kind: 'evidence', question, message }]
  })
}

function seenOf({ origin }: Plan, questions: readonly Question[]): readonly Question[] {
  const seen = new Set(origin.seenQuestions)
  return questions.filter(({ question }) => seen.has(question))
}
