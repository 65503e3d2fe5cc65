// What came of each round of a simulation and of all together, as data and as a table.
import { z } from 'zod'
import { type Result, scoreOf, sumOfUsage } from '../bench/result.ts'
import { scoreColumns } from '../bench/table.ts'
import { percent } from '../measure/measures.ts'
import { wilson } from '../measure/statistics.ts'
import { Outcome } from '../run/outcome.ts'
import { inBlocks, shortened, tableOf } from '../terminal/plain-text.ts'
import { LeakFinding } from './leaks.ts'
import { Refinement } from './refining.ts'
import type { SimulationFolder } from './simulation-folder.ts'

/** What the end of a round came to beside the results of its questions: read again from `rounds/N/round.json`. */
export const RoundEnd = z.object({
  plansAtStart: z.int(),
  plansAtEnd: z.int(),
  /** Plans that have not been replaced by a refinement. */
  inForce: z.int(),
  /** Answers that were given by a plan of the library. */
  reused: z.int(),
  /** Refinements that were refused. */
  refused: z.int(),
  /** What was decided about each plan that was reviewed; `child` is its refinement. */
  decisions: z.array(
    Refinement.pick({ plan: true, decision: true, reason: true }).extend({
      child: z.string().exactOptional(),
    }),
  ),
  /** What refining and replaying used. */
  reviewUsage: Outcome.shape.usage,
  leaks: z.array(LeakFinding),
})
export type RoundEnd = z.infer<typeof RoundEnd>

/** What came of one round: `rounds/N/round.json`. */
export type Round = ReturnType<typeof roundOf>

/** The round with these results; `before` has the results of the rounds before it, the first one first. */
export function roundOf(
  results: readonly Result[],
  before: readonly (readonly Result[])[],
  end: RoundEnd,
) {
  const now = rightIn(results)
  const last = rightIn(before.at(-1) ?? [])
  const decided = (kind: string) => end.decisions.filter(({ decision }) => decision === kind).length
  return {
    round: before.length + 1,
    ...scoreOf(results),
    /** Ids of questions that were right and had not been in the round before, and the other way round. */
    newlyRight: [...now].filter(id => !last.has(id)).sort(),
    newlyLost: [...last].filter(id => !now.has(id)).sort(),
    /** Questions that were right in this round or in one before it, as the paper counts. */
    cumulative: new Set([...now, ...before.flatMap(each => [...rightIn(each)])]).size,
    answered: results.filter(({ answer }) => answer !== null).length,
    refined: decided('refine'),
    kept: decided('keep'),
    removed: decided('remove'),
    /** What the questions used. */
    usage: sumOfUsage(results.map(({ usage }) => usage)),
    ...end,
  }
}

/** What `simulate --json` prints. */
export type SimulationSummary = ReturnType<typeof simulationSummary>

export function simulationSummary(
  { simulation, path: run }: SimulationFolder,
  rounds: readonly Round[],
  { total, ...plans }: { total: number; plansAtStart: number; plansAtEnd: number },
) {
  const { set, agent, model, refine, revealExpected, keepBeliefs, parallel } = simulation
  const cumulative = rounds.at(-1)?.cumulative ?? 0
  return {
    mode: 'simulation',
    set,
    agent,
    model,
    /** Whether plans were refined, with the expected answers told, and whether beliefs were kept from round to round. */
    refine,
    revealExpected,
    keepBeliefs,
    parallel,
    total,
    /** Right in any round; the interval is of its share. */
    cumulative,
    cumulativeAccuracy: total === 0 ? 0 : cumulative / total,
    interval: wilson(cumulative, total),
    ...plans,
    rounds,
    run,
  }
}

/** The rounds as a table, and what is to be read below it. */
export function simulationTable(summary: SimulationSummary, width?: number): readonly string[] {
  const { rounds, total, cumulative, cumulativeAccuracy, interval, run } = summary
  const [low, high] = interval.map(percent)
  const all = sumOfUsage(rounds.flatMap(({ usage, reviewUsage }) => [usage, reviewUsage]))
  const review = sumOfUsage(rounds.map(({ reviewUsage }) => reviewUsage))
  const decisions = rounds.flatMap(({ round, decisions }) =>
    decisions.map(
      ({ plan, decision, reason, child }) =>
        `after round ${round}: ${plan} ${decision === 'refine' ? `→ ${child}` : decision}: ${shortened(reason, 300)}`,
    ),
  )
  return inBlocks([
    tableOf(rounds, columns, width),
    [
      ...decisions,
      `right in any round: ${cumulative} of ${total}, ${percent(cumulativeAccuracy)} (95 % interval ${low} to ${high})`,
      `${all.calls} model calls, ${tokensOf(all)} tokens; of these ${review.calls} calls, ${tokensOf(review)} tokens for refining plans and trying refinements`,
      ...conditionsOf(summary),
      `rounds and traces: ${run}`,
    ],
  ])
}

// --- internal ---

const columns = {
  round: ({ round }: Round) => round,
  questions: ({ total }: Round) => total,
  ...scoreColumns,
  '95 %': ({ interval }: Round) => interval.map(percent).join(' to '),
  new: ({ newlyRight }: Round) => newlyRight.length,
  lost: ({ newlyLost }: Round) => newlyLost.length,
  ever: ({ cumulative }: Round) => cumulative,
  plans: ({ plansAtStart, plansAtEnd }: Round) => `${plansAtStart} → ${plansAtEnd}`,
  reused: ({ reused, answered }: Round) => (answered === 0 ? '–' : percent(reused / answered)),
  refined: ({ refined }: Round) => refined,
  calls: ({ usage }: Round) => usage.calls,
  tokens: ({ usage }: Round) => tokensOf(usage),
}

function conditionsOf({ keepBeliefs, refine, revealExpected }: SimulationSummary) {
  const said = [
    ...(keepBeliefs ? ['each question knew what it had established before (--keep-beliefs)'] : []),
    ...(refine ? [] : ['plans were not refined (--no-refine)']),
    ...(revealExpected ? ['the refining model was told expected answers (--reveal-expected)'] : []),
  ]
  return said.length > 0 ? [`arm: ${said.join('; ')}`] : []
}

const tokensOf = ({ inputTokens, outputTokens }: Round['usage']) => inputTokens + outputTokens

const rightIn = (results: readonly Result[]) =>
  new Set(results.flatMap(({ id, verdict }) => (verdict === 'right' ? [id] : [])))
