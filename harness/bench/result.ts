// What came of each question of a bench and of all together: verdicts, accuracy with its interval,
// near misses, checks by tier and their quality, costs; as data and as a table.
import { z } from 'zod'
import type { Event } from '../../agent/event.ts'
import { addTotals, noUsageTotals } from '../../agent/usage.ts'
import { given } from '../../plans/given.ts'
import { Calibration, calibrationOf } from '../measure/calibration.ts'
import { added, Parsing, Tiers, tierOneOf, tiersOf } from '../measure/measures.ts'
import { grade } from '../measure/score.ts'
import { wilson } from '../measure/statistics.ts'
import { Checked, Quality, qualityOf, unchecked } from '../measure/verifier-quality.ts'
import { DomainSummary, Planning } from '../planbench/planning.ts'
import type { Question } from '../questions/question-set.ts'
import { Outcome } from '../run/outcome.ts'
import { EpisodeResult, EpisodeSums } from '../worlds/episode-result.ts'
import { GenerationCells } from '../worlds/explorer/sums.ts'

const Confidence = z.number().min(0).max(1).nullable().default(null)

/** One line of `results.jsonl`. */
export const Result = z.object({
  id: z.string(),
  family: z.string().optional(),
  level: z.string().optional(),
  /**
   * `right`: as expected, a decline included where declining is right. `failed`: it crashed. `unscored`:
   * nobody has said what is right.
   */
  verdict: z.enum(['right', 'wrong', 'declined', 'failed', 'unscored']),
  /** How a wrong answer is wrong. */
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
  /** Of a planning problem. */
  planning: Planning.optional(),
  /** Of an episode in a world. */
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
export function judged(
  question: Question,
  outcome: TraceOutcome,
  answer: string | null,
): Omit<Result, 'verdict'> {
  const { reason, plan, cycles, usage, seconds, endedAt, verdicts, parsing } = outcome
  return {
    ...aboutOf(question),
    answer,
    reason,
    plan,
    cycles,
    usage,
    seconds,
    endedAt,
    confidence: answer === null ? null : outcome.confidence,
    verdictsByTier: tiersOf(verdicts),
    ...unchecked,
    parsing,
  }
}

/** Whether `answer` has the right value, whatever its form; never where declining is right. */
export function hasRightValue(
  answer: string,
  { answer: expected, tolerance }: Pick<Question, 'answer' | 'tolerance'>,
): boolean {
  return expected !== '' && ['right', 'form'].includes(grade(answer, expected, tolerance))
}

/** The result of a question that crashed. */
export function failed(question: Question, reason: string, seconds: number): Result {
  return {
    ...aboutOf(question),
    verdict: question.unscored ? 'unscored' : 'failed',
    answer: null,
    reason,
    plan: null,
    cycles: 0,
    usage: noUsage,
    seconds,
    endedAt: new Date().toISOString(),
    confidence: null,
    verdictsByTier: {},
    ...unchecked,
    parsing: {},
  }
}

/** How many questions were scored, how they ended, and what the share of right ones is worth. */
export const Score = z.object({
  total: z.int(),
  correct: z.int(),
  wrong: z.int(),
  /** Declined although there was an answer. */
  declined: z.int(),
  failed: z.int(),
  accuracy: z.number(),
  /** Wilson's, at 95 %. */
  interval: z.tuple([z.number(), z.number()]),
})
export type Score = z.infer<typeof Score>

/** The score of these results; those that nobody can judge do not count. */
export function scoreOf(results: readonly Pick<Result, 'verdict'>[]): Score {
  const scored = results.filter(({ verdict }) => verdict !== 'unscored')
  const counts = count(scored)
  const total = scored.length
  const accuracy = total === 0 ? 0 : counts.correct / total
  return { total, ...counts, accuracy, interval: wilson(counts.correct, total) }
}

/** What `bench --json` prints; every question counts, always. */
export const Summary = z.object({
  set: z.string(),
  agent: z.string(),
  model: z.string(),
  /** `standard`: begun with an empty library; `seeded`: with plans in it. */
  mode: z.enum(['standard', 'seeded']),
  plansAtStart: z.int(),
  plansAtEnd: z.int(),
  ...Score.shape,
  /** Answered, and nobody has said what is right. */
  unscored: z.int().default(0),
  /** Wrong answers whose numbers are within the tolerance. */
  nearMiss: z.int(),
  /** Wrong answers that are right but for their form. */
  formatLost: z.int(),
  verdictsByTier: Tiers,
  /** The share of conditions that tier 1 decided, of all that a tier decided; null when none was. */
  tierOne: z.number().nullable().default(null),
  ...Quality.shape,
  /** Of the answers given with a confidence; null when none was. */
  calibration: Calibration.nullable().default(null),
  parsing: Parsing.default({}),
  /** Of a PlanBench folder. */
  domains: z.array(DomainSummary).optional(),
  ...EpisodeSums.partial().shape,
  ...GenerationCells.partial().shape,
  usage: Outcome.shape.usage,
  /** From the beginning to the last result, interruptions included. */
  seconds: z.number(),
  /** Absolute path of the bench's folder. */
  run: z.string(),
})
export type Summary = z.infer<typeof Summary>

/** What only some sets have in their summary. */
export type Sums = Pick<Summary, 'domains' | keyof EpisodeSums | keyof GenerationCells>

interface Summarized
  extends Pick<Summary, 'set' | 'agent' | 'model' | 'plansAtStart' | 'plansAtEnd' | 'run'> {
  readonly begunAt: string
}

/** All results together. */
export function summarize(results: readonly Result[], of: Summarized): Summary {
  const { begunAt, run, ...about } = of
  const scored = results.filter(({ verdict }) => verdict !== 'unscored')
  const verdictsByTier = results.map(result => result.verdictsByTier).reduce(added, {})
  const ends = results.map(result => Date.parse(result.endedAt))
  return {
    ...about,
    mode: of.plansAtStart > 0 ? 'seeded' : 'standard',
    ...scoreOf(results),
    unscored: results.length - scored.length,
    nearMiss: results.filter(({ miss }) => miss === 'near').length,
    formatLost: results.filter(({ miss }) => miss === 'form').length,
    verdictsByTier,
    tierOne: tierOneOf(verdictsByTier),
    ...qualityOf(scored),
    calibration: calibrationOf(results.flatMap(saidIn)),
    parsing: results.map(result => result.parsing).reduce(added, {}),
    usage: sumOfUsage(results.map(({ usage }) => usage)),
    seconds: (Math.max(Date.parse(begunAt), ...ends) - Date.parse(begunAt)) / 1000,
    run,
  }
}

/** How often each verdict was reached. */
export function count(
  results: readonly Pick<Result, 'verdict'>[],
): Pick<Summary, 'correct' | 'wrong' | 'declined' | 'failed'> {
  const of = (verdict: Result['verdict']) => results.filter(r => r.verdict === verdict).length
  return {
    correct: of('right'),
    wrong: of('wrong'),
    declined: of('declined'),
    failed: of('failed'),
  }
}

/** Both together; a cost nobody knows makes the sum unknown, but a question that asked nothing costs nothing. */
export const addUsage = (a: Result['usage'], b: Result['usage']): Result['usage'] =>
  addTotals(a, b.calls === 0 ? { ...b, cost: 0 } : b)

/** The sum of all. */
export function sumOfUsage(all: readonly Result['usage'][]): Result['usage'] {
  return all.reduce(addUsage, noUsageTotals)
}

/** What the calls of models among these events have used. */
export const usageIn = (events: readonly Event[]): Result['usage'] =>
  sumOfUsage(events.flatMap(each => (each.type === 'model-called' ? [each.usage] : [])))

// --- internal ---

const noUsage: Result['usage'] = { ...noUsageTotals, cost: null }

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
