// What episodes came to by how much of a library their agent had: the figure of BDI Agents in Natural Language
// Environments (2024).
import { basename } from 'node:path'
import type { Bench } from '../bench/folder.ts'
import type { Result } from '../bench/result.ts'
import { percent } from '../measure/measures.ts'
import { type Interval, wilson } from '../measure/statistics.ts'
import type { RunRead } from './folder.ts'

/** Lines over the same places, from left to right. */
export interface Figure {
  readonly title: string
  readonly places: readonly string[]
  readonly lines: readonly {
    readonly name: string
    /** Each stands at the place that it is named after. */
    readonly points: readonly { name: string; value: number; interval: Interval }[]
  }[]
  /** The top of the scale where values are no shares. */
  readonly most?: number
  /** What the best would come to. */
  readonly optimal?: number
}

/**
 * Success and mean score by share of plans: a line for each task and way of acting, a point for each run.
 * Nothing where the runs do not differ in their share.
 */
export function figuresByShare(runs: readonly RunRead[]): readonly Figure[] {
  const benches = runs.flatMap(({ bench }) => bench ?? [])
  const shares = new Set(benches.flatMap(({ bench }) => bench.seeds?.share ?? []))
  if (shares.size < 2) return []
  const common = benches.map(({ bench }) => traitsOf(bench)).reduce(both)
  const found = benches.flatMap(({ bench, results }) => {
    if (!bench.seeds) return []
    const { share } = bench.seeds
    const own = traitsOf(bench).filter(trait => !common.includes(trait))
    return [...Map.groupBy(results, ({ family = '' }) => family)].map(([family, of]) => ({
      share,
      of,
      line: [...new Set([family, ...own])].join(', '),
    }))
  })
  const figure = (title: string, reached: (episode: Result) => number): Figure => ({
    title,
    places: [...new Set([...shares].toSorted((a, b) => a - b).map(percent))],
    lines: [...Map.groupBy(found, ({ line }) => line)].map(([name, of]) => ({
      name,
      points: of
        .toSorted((a, b) => a.share - b.share)
        .map(point => ({ name: percent(point.share), ...meanOf(point.of.map(reached)) })),
    })),
  })
  return [
    figure('Success by share of plans', ({ verdict }) => Number(verdict === 'right')),
    figure('Mean score by share of plans', ({ episode }) => episode?.score ?? 0),
  ]
}

// --- internal ---

/** What one line may have differently from another beside its task. */
function traitsOf({ agent, model, fallback, entailment, seeds, world }: Bench): readonly string[] {
  const files = seeds?.files.map(file => basename(file)) ?? []
  const set = [fallback, entailment].filter(each => each !== undefined)
  return [agent, model, ...set, ...files, ...Object.values(world?.options ?? {}).flat()]
}

/** Scores from 0 to 1 spread less than wins of the same mean, so the interval of wins is wide enough for them. */
function meanOf(values: readonly number[]) {
  const sum = values.reduce((all, each) => all + each, 0)
  return { value: sum / values.length, interval: wilson(sum, values.length) }
}

const both = (some: readonly string[], others: readonly string[]) =>
  some.filter(each => others.includes(each))
