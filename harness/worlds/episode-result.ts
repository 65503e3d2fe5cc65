// What came of episodes in a world: success, score, and who acted: the plans of the library, or what was
// fallen back on (BDI Agents in Natural Language Environments, 2024, table 1).
import { z } from 'zod'
import type { Event, PlanSelected } from '../../agent/event.ts'
import { riseOf } from '../measure/rise.ts'
import { wilson } from '../measure/statistics.ts'
import type { Scored } from './arena.ts'
import { Judged } from './judge.ts'

/** A rule made of an episode that was won, and how other episodes went without it and with it. */
export const ProvedRule = z.object({
  plan: z.string(),
  /** As people read it. */
  rule: z.string(),
  variations: z.int(),
  /** Mean scores. */
  before: z.number(),
  after: z.number(),
  taken: z.boolean(),
  /** Why it was taken or not, in one sentence. */
  why: z.string(),
})
export type ProvedRule = z.infer<typeof ProvedRule>

/** The member `episode` of a line of `results.jsonl`. */
export const EpisodeResult = z.object({
  score: z.number(),
  won: z.boolean(),
  /** Actions the world took, by who chose them. */
  actionsByPlan: z.int(),
  actionsByFallback: z.int(),
  /** Actions the world refused. */
  refused: z.int(),
  /** Of the score, what was reached while plans of the library acted. */
  scoreByPlan: z.number(),
  /** Plans chosen, and how many were looked at and would have fitted. */
  plansUsed: z.int(),
  relevant: z.int(),
  applicable: z.int(),
  /** What else is counted in this world. */
  measures: z.record(z.string(), z.number()).exactOptional(),
  /** What it was played under, where episodes are compared by that. */
  under: z.record(z.string(), z.string()).exactOptional(),
  judged: Judged.exactOptional(),
  /** Rules that were made of it, in the order in which they were proved. */
  rules: z.array(ProvedRule).exactOptional(),
})
export type EpisodeResult = z.infer<typeof EpisodeResult>

/** Members of the summary; means an episode but for the first two. */
export type EpisodeSums = ReturnType<typeof episodeSums>

/** What the events of an episode say of it; `scoreAt` gives the score by the events so far. */
export function episodeOf(
  events: readonly Event[],
  scoreOf: (events: readonly Event[]) => Scored,
): EpisodeResult {
  const acts = actsIn(events)
  const accepted = acts.filter(({ passed }) => passed)
  const selected = events.filter(event => event.type === 'plan-selected')
  const looked = selected.flatMap(({ candidates }) => candidates)
  const { score, won, measures } = scoreOf(events)
  return {
    score,
    won,
    actionsByPlan: accepted.filter(({ from }) => from !== 'fallback').length,
    actionsByFallback: accepted.filter(({ from }) => from === 'fallback').length,
    refused: acts.length - accepted.length,
    scoreByPlan: reachedByPlans(events, acts, scoreOf),
    plansUsed: selected.filter(({ from }) => from === 'library').length,
    relevant: looked.length,
    applicable: looked.filter(({ score }) => score > 0).length,
    ...(measures && { measures: { ...measures } }),
  }
}

/** All episodes together; those that crashed count as lost, with nothing reached. */
export function episodeSums(results: readonly { readonly episode?: EpisodeResult | undefined }[]) {
  const played = results.flatMap(({ episode }) => episode ?? [])
  const won = played.filter(episode => episode.won).length
  const mean = (of: (episode: EpisodeResult) => number) =>
    results.length === 0 ? 0 : played.reduce((all, each) => all + of(each), 0) / results.length
  const names = [...new Set(played.flatMap(({ measures = {} }) => Object.keys(measures)))]
  return {
    episodes: results.length,
    successRate: results.length === 0 ? 0 : won / results.length,
    /** Wilson's, at 95 %. */
    successInterval: wilson(won, results.length),
    meanScore: mean(({ score }) => score),
    /** Of the last half of the episodes over the first, in the order in which they ended; null for fewer than four. */
    scoreRise: riseOf(played.map(({ score }) => score)) ?? null,
    meanScoreByPlan: mean(({ scoreByPlan }) => scoreByPlan),
    meanActionsByPlan: mean(({ actionsByPlan }) => actionsByPlan),
    meanActionsByFallback: mean(({ actionsByFallback }) => actionsByFallback),
    meanRefused: mean(({ refused }) => refused),
    meanPlansUsed: mean(({ plansUsed }) => plansUsed),
    meanRelevant: mean(({ relevant }) => relevant),
    meanApplicable: mean(({ applicable }) => applicable),
    meanMeasures: Object.fromEntries(names.map(name => [name, mean(e => e.measures?.[name] ?? 0)])),
  }
}

// --- internal ---

/** What was done, each with its place among the events. */
function actsIn(events: readonly Event[]) {
  const chosen = new Map<string, PlanSelected>()
  return events.flatMap((event, at) => {
    if (event.type === 'plan-selected') chosen.set(event.intention, event)
    if (event.type !== 'step-finished') return []
    const { plan, from } = chosen.get(event.intention) ?? {}
    const step = plan?.steps.find(({ id }) => id === event.step)
    return step?.kind === 'act' && from ? [{ at, from, passed: event.verdict.passed }] : []
  })
}

/** The score after each act less that before, of the acts of plans. */
function reachedByPlans(
  events: readonly Event[],
  acts: ReturnType<typeof actsIn>,
  scoreOf: (events: readonly Event[]) => Scored,
): number {
  let before = 0
  let sum = 0
  for (const { at, from } of acts) {
    const { score } = scoreOf(events.slice(0, at + 1))
    if (from !== 'fallback') sum += score - before
    before = score
  }
  return sum
}
