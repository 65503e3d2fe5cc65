// What came of each round of a simulation and of all together, as data and as a table.
import { z } from 'zod'
import { type Result, Score, Summary, scoreOf, sumOfUsage } from '../bench/result.ts'
import { percent } from '../measure/measures.ts'
import { aligned, shortened } from '../terminal/plain-text.ts'
import { LeakFinding } from './leaks.ts'
import type { Refinement } from './refining.ts'

const Usage = Summary.shape.usage

/** What came of one round: `rounds/N/round.json`. */
export const Round = z.object({
  round: z.int().positive(),
  ...Score.shape,
  /** Ids of questions that were right and had not been in the round before, and the other way round. */
  newlyRight: z.array(z.string()),
  newlyLost: z.array(z.string()),
  /** Questions that were right in this round or in one before it, as the paper counts. */
  cumulative: z.int(),
  plansAtStart: z.int(),
  plansAtEnd: z.int(),
  /** Plans that no refinement stands in for. */
  inForce: z.int(),
  /** Answers that were given by a plan of the library, of all answers. */
  reused: z.int(),
  answered: z.int(),
  /** How many plans were refined, kept and removed after the round; refinements that were refused. */
  refined: z.int(),
  kept: z.int(),
  removed: z.int(),
  refused: z.int(),
  /** Why each plan was kept that was looked at, and what speaks for the others. */
  decisions: z.array(
    z.object({
      plan: z.string(),
      decision: z.string(),
      reason: z.string(),
      child: z.string().optional(),
    }),
  ),
  /** What the questions used, and what refining and replaying used. */
  usage: Usage,
  reviewUsage: Usage,
  leaks: z.array(LeakFinding),
})
export type Round = z.infer<typeof Round>

/** What `simulate --json` prints. */
export const SimulationSummary = z.object({
  ...Summary.pick({ set: true, agent: true, model: true, total: true, interval: true }).shape,
  ...Summary.pick({ plansAtStart: true, plansAtEnd: true, run: true }).shape,
  mode: z.literal('simulation'),
  /** Whether plans were refined, with the expected answers told, and whether beliefs were kept from round to round. */
  refine: z.boolean(),
  revealExpected: z.boolean(),
  keepBeliefs: z.boolean(),
  parallel: z.int(),
  /** Right in any round; the interval is of its share. */
  cumulative: z.int(),
  cumulativeAccuracy: z.number(),
  rounds: z.array(Round),
})
export type SimulationSummary = z.infer<typeof SimulationSummary>

/** What the report of one round is made from. */
interface RoundEnd {
  readonly results: readonly Result[]
  /** The results of the rounds before, the first one first. */
  readonly before: readonly (readonly Result[])[]
  readonly plansAtStart: number
  readonly plansAtEnd: number
  readonly inForce: number
  readonly reused: number
  readonly decisions: readonly Refinement[]
  readonly reviewUsage: Round['usage']
  readonly leaks: readonly LeakFinding[]
}

/** The report of the round that ended with these. */
export function roundOf(end: RoundEnd): Round {
  const { results, before, decisions, leaks, plansAtStart, plansAtEnd, inForce, reused } = end
  const now = rightIn(results)
  const last = before.at(-1)
  const earlier = last ? rightIn(last) : new Set<string>()
  const ever = new Set([...now, ...before.flatMap(each => [...rightIn(each)])])
  const decided = (kind: Refinement['decision']) =>
    decisions.filter(({ decision }) => decision === kind).length
  return {
    round: before.length + 1,
    ...scoreOf(results),
    newlyRight: [...now].filter(id => !earlier.has(id)).sort(),
    newlyLost: [...earlier].filter(id => !now.has(id)).sort(),
    cumulative: ever.size,
    plansAtStart,
    plansAtEnd,
    inForce,
    reused,
    answered: results.filter(({ answer }) => answer !== null).length,
    refined: decided('refine'),
    kept: decided('keep'),
    removed: decided('remove'),
    refused: decisions.reduce((sum, { refused }) => sum + refused.length, 0),
    decisions: decisions.map(({ plan, decision, reason, child }) => ({
      plan,
      decision,
      reason,
      ...(child && { child: child.id }),
    })),
    usage: sumOfUsage(results.map(({ usage }) => usage)),
    reviewUsage: end.reviewUsage,
    leaks: [...leaks],
  }
}

/** The rounds as a table, and what is to be read below it. */
export function simulationTable(summary: SimulationSummary): readonly string[] {
  const { rounds, total, cumulative, cumulativeAccuracy, interval, run } = summary
  const [low, high] = interval.map(percent)
  const all = sumOfUsage(rounds.flatMap(({ usage, reviewUsage }) => [usage, reviewUsage]))
  const review = sumOfUsage(rounds.map(({ reviewUsage }) => reviewUsage))
  return [
    ...aligned([heads, ...rounds.map(row)]),
    '',
    ...rounds.flatMap(({ round, decisions }) =>
      decisions.map(
        ({ plan, decision, reason, child }) =>
          `after round ${round}: ${plan} ${decision === 'refine' ? `→ ${child}` : decision}: ${shortened(reason, 300)}`,
      ),
    ),
    `right in any round: ${cumulative} of ${total}, ${percent(cumulativeAccuracy)} (95 % interval ${low} to ${high})`,
    `${all.calls} model calls, ${tokensOf(all)} tokens; of these ${review.calls} calls, ${tokensOf(review)} tokens for refining plans and trying refinements`,
    ...arms(summary),
    `rounds and traces: ${run}`,
  ]
}

// --- internal ---

const heads = [
  ...['round', 'questions', 'right', 'wrong', 'declined', 'failed', 'accuracy', '95 %'],
  ...['new', 'lost', 'ever', 'plans', 'reused', 'refined', 'calls', 'tokens'],
]

function row(each: Round): readonly string[] {
  const { round, total, correct, wrong, declined, failed, accuracy, interval, usage } = each
  const counts = [round, total, correct, wrong, declined, failed].map(String)
  return [
    ...counts,
    percent(accuracy),
    interval.map(percent).join(' to '),
    ...[each.newlyRight.length, each.newlyLost.length, each.cumulative].map(String),
    `${each.plansAtStart} → ${each.plansAtEnd}`,
    each.answered === 0 ? '–' : percent(each.reused / each.answered),
    ...[each.refined, usage.calls, tokensOf(usage)].map(String),
  ]
}

function arms({ keepBeliefs, refine, revealExpected }: SimulationSummary): readonly string[] {
  const said = [
    ...(keepBeliefs
      ? ['each question was given what it had established before (--keep-beliefs)']
      : []),
    ...(refine ? [] : ['plans were not refined (--no-refine)']),
    ...(revealExpected ? ['the refining model was told expected answers (--reveal-expected)'] : []),
  ]
  return said.length > 0 ? [`arm: ${said.join('; ')}`] : []
}

const tokensOf = ({ inputTokens, outputTokens }: Round['usage']) => inputTokens + outputTokens

const rightIn = (results: readonly Result[]) =>
  new Set(results.flatMap(({ id, verdict }) => (verdict === 'right' ? [id] : [])))
