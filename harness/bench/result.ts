// What came of each question of a bench, and what any group of results comes to: verdicts, accuracy with
// its interval, checks by tier, costs.
import { z } from 'zod'
import type { Event } from '../../agent/event.ts'
import { addTotals, noUsageTotals } from '../../agent/runs/usage.ts'
import { given } from '../../plans/given.ts'
import { added, Parsing, Tiers, tierOneOf, tiersOf } from '../measure/measures.ts'
import { grade } from '../measure/score.ts'
import { wilson } from '../measure/statistics.ts'
import { Checked } from '../measure/verifier-quality.ts'
import { Planning } from '../planbench/planning.ts'
import type { Question } from '../questions/question-set.ts'
import { Outcome } from '../run/outcome.ts'
import { EpisodeResult } from '../worlds/episode-result.ts'

const Confidence = z.number().min(0).max(1).nullable().default(null)

/** One line of `results.jsonl`. */
export const Result = z.object({
  id: z.string(),
  family: z.string().optional(),
  level: z.string().optional(),
  /**
   * `right`: as expected, a decline included where declining is right. `failed`: it crashed, or no reply of the
   * model could be used in the end. `unscored`: nobody has said what is right.
   */
  verdict: z.enum(['right', 'wrong', 'declined', 'failed', 'unscored']),
  /** It has failed as no reply of the model could be used: it is asked again when the bench is gone on with. */
  unheard: z.literal(true).exactOptional(),
  miss: z.enum(['near', 'form', 'wrong']).optional(),
  expected: z.string(),
  ...Outcome.pick({ answer: true, reason: true, plan: true, cycles: true }).shape,
  ...Outcome.pick({ usage: true, seconds: true }).shape,
  /** How likely the answer was said to be right; null where that was not said. */
  confidence: Confidence,
  verdictsByTier: Tiers,
  ...Checked.shape,
  parsing: Parsing.default({}),
  endedAt: z.iso.datetime(),
  planning: Planning.optional(),
  episode: EpisodeResult.exactOptional(),
})
export type Result = z.infer<typeof Result>

/** What is counted of a trace. */
export const TraceOutcome = Outcome.omit({ trace: true }).extend({
  endedAt: z.iso.datetime(),
  confidence: Confidence,
  verdicts: z.array(z.object({ tier: z.string(), passed: z.boolean() })),
  parsing: Parsing.default({}),
})
export type TraceOutcome = z.infer<typeof TraceOutcome>

/** Judges the outcome of a question by the official rules (`score.ts`). */
export function judge(question: Question, outcome: TraceOutcome): Result {
  const answer = outcome.satisfied ? outcome.answer : null // what is not satisfied is not given as an answer
  return { ...judged(question, outcome, answer), ...verdictOf(question, answer) }
}

/**
 * A result but for its verdict, `answer` being what was given as one. What its journal tells about the
 * verifier is added by `bench.ts`.
 */
export const judged = (question: Question, outcome: TraceOutcome, answer: string | null) =>
  Result.omit({ verdict: true }).parse({
    ...outcome,
    ...aboutOf(question),
    answer,
    confidence: answer === null ? null : outcome.confidence,
    verdictsByTier: tiersOf(outcome.verdicts),
  })

/** Whether `answer` has the right value, whatever its form; never where declining is right. */
export function hasRightValue(
  answer: string,
  { answer: expected, tolerance }: Pick<Question, 'answer' | 'tolerance'>,
): boolean {
  return expected !== '' && ['right', 'form'].includes(grade(answer, expected, tolerance))
}

/** The result of a question that crashed. */
export const failed = (question: Question, reason: string, seconds: number) =>
  Result.parse({
    ...aboutOf(question),
    verdict: question.unscored ? 'unscored' : 'failed',
    answer: null,
    reason,
    plan: null,
    cycles: 0,
    usage: { ...noUsageTotals, cost: null },
    seconds,
    endedAt: new Date().toISOString(),
    verdictsByTier: {},
  })

/** How many questions were scored, how they ended, and how well the share of right ones is known. */
export type Score = ReturnType<typeof scoreOf>

/** The score of these results; those that nobody can judge do not count. */
export function scoreOf(results: readonly Pick<Result, 'verdict'>[]) {
  const counts = countsOf(results)
  const total = results.length - counts.unscored
  return {
    total,
    correct: counts.right,
    wrong: counts.wrong,
    /** Declined although there was an answer. */
    declined: counts.declined,
    failed: counts.failed,
    accuracy: total === 0 ? 0 : counts.right / total,
    /** Wilson's, at 95 %. */
    interval: wilson(counts.right, total),
  }
}

/** What any group of results comes to: a family, an arm, a round, a whole bench. */
export function sumOf(results: readonly Result[]) {
  const verdictsByTier = results.map(result => result.verdictsByTier).reduce(added, {})
  return {
    ...scoreOf(results),
    verdictsByTier,
    /** The share of conditions that tier 1 decided, of all that a tier decided; null when none was. */
    tierOne: tierOneOf(verdictsByTier),
    failureModes: results.map(({ failureModes }) => failureModes).reduce(added, {}),
    parsing: results.map(({ parsing }) => parsing).reduce(added, {}),
    usage: sumOfUsage(results.map(({ usage }) => usage)),
    /** Of all answers, one after the other. */
    seconds: results.reduce((all, { seconds }) => all + seconds, 0),
  }
}

/** The results by `name`, then, where there are several names, all of them together. */
export function groupsOf(
  results: readonly Result[],
  name: (result: Result) => string = ({ family = '' }) => family,
): readonly (readonly [name: string, of: readonly Result[]])[] {
  const groups = [...Map.groupBy(results, name)]
  return groups.length > 1 ? [...groups, ['all', results]] : groups
}

export function countsOf(
  results: readonly Pick<Result, 'verdict'>[],
): Readonly<Record<Result['verdict'], number>> {
  const counts = { right: 0, wrong: 0, declined: 0, failed: 0, unscored: 0 }
  for (const { verdict } of results) counts[verdict] += 1
  return counts
}

/** Both together; a cost nobody knows makes the sum unknown, but a question that asked nothing costs nothing. */
export const addUsage = (a: Result['usage'], b: Result['usage']): Result['usage'] =>
  addTotals(a, b.calls === 0 ? { ...b, cost: 0 } : b)

export function sumOfUsage(all: readonly Result['usage'][]): Result['usage'] {
  return all.reduce(addUsage, noUsageTotals)
}

export const usageIn = (events: readonly Event[]): Result['usage'] =>
  sumOfUsage(events.flatMap(each => (each.type === 'model-called' ? [each.usage] : [])))

// --- internal ---

/** The answer as one said with a confidence, where that was said. */
export const saidIn = ({ confidence, verdict }: Result) =>
  confidence === null || verdict === 'unscored' ? [] : [{ confidence, right: verdict === 'right' }]

const aboutOf = ({ id, family, level, answer: expected }: Question) =>
  given({ id, expected, family, level })

function verdictOf(
  { answer: expected, tolerance, unscored }: Question,
  answer: string | null,
): Pick<Result, 'verdict' | 'miss'> {
  if (unscored) return { verdict: 'unscored' }
  if (answer === null) return { verdict: expected === '' ? 'right' : 'declined' }
  const graded = expected === '' ? 'wrong' : grade(answer, expected, tolerance)
  return graded === 'right' ? { verdict: 'right' } : { verdict: 'wrong', miss: graded }
}
