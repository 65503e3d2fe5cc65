// Whether a simulation has kept its plans apart from its questions: no literal and no expected answer in
// a plan, every plan names the questions it was made from, and none of these counts as evidence.
import { z } from 'zod'
import { practisedPlan } from '../../plans/habits/habits.ts'
import { outcomesOf } from '../../plans/library/lift.ts'
import { lint } from '../../plans/lint.ts'
import type { Plan } from '../../plans/plan.ts'
import type { Question } from '../questions/question-set.ts'

/** One thing that must not be. */
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
  /** The questions of the set. */
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
function literalsIn(plan: Plan, { questions }: Origins): readonly LeakFinding[] {
  return seenOf(plan, questions).flatMap(({ id, question, answer }) =>
    lint(plan, { text: question, given: {}, ...(answer !== '' && { answer }) }).map(
      ({ literal, message }): LeakFinding => ({
        plan: plan.id,
        kind: 'literal',
        question: id,
        literal,
        message: `${plan.id} holds a literal of the question ${id}: ${message}`,
      }),
    ),
  )
}

function unnamedIn(
  plan: Plan,
  byId: ReadonlyMap<string, Plan>,
  { questions, madeFrom }: Origins,
): readonly LeakFinding[] {
  const named = new Set(plan.origin.seenQuestions)
  const parent = plan.origin.refines === undefined ? undefined : byId.get(plan.origin.refines)
  const own = madeFrom.get(plan.id)
  return questions
    .filter(({ id, question }) => {
      const made = own?.has(id) === true || parent?.origin.seenQuestions.includes(question) === true
      return made && !named.has(question)
    })
    .map(({ id }) => ({
      plan: plan.id,
      kind: 'unnamed',
      question: id,
      message: `${plan.id} was made from the question ${id} and does not name it among the questions it has seen; remove the plan`,
    }))
}

/** Outcomes on a question the plan was made from count for nothing but doing without. */
function countedIn(plan: Plan, { questions, runs }: Origins): readonly LeakFinding[] {
  const seen = new Map(seenOf(plan, questions).map(({ id }) => [id, true]))
  return Object.entries(plan.stats).flatMap(([run, stats]): LeakFinding[] => {
    const question = runs.get(run)
    if (question === undefined || !seen.has(question)) return []
    const { right, wrong } = outcomesOf({ stats: { [run]: stats } })
    if (right + wrong === 0) return []
    return [
      {
        plan: plan.id,
        kind: 'evidence',
        question,
        message: `${practisedPlan(plan)} counts the question ${question}, which it was made from, as evidence (run ${run}); remove that run from its statistics`,
      },
    ]
  })
}

function seenOf({ origin }: Plan, questions: readonly Question[]): readonly Question[] {
  const seen = new Set(origin.seenQuestions)
  return questions.filter(({ question }) => seen.has(question))
}
