// The paper's twelve measures over many runs (Exploiting GenAI for Plan Generation in BDI Agents, 2025, table
// 5.1), with intervals. What is counted of plans is a mean over the runs that wrote any; time to the goal,
// the judge's score and reuse are of the runs that succeeded, as the paper has them.
import { z } from 'zod'
import { PromptKind } from '../../../phases/generate/contract.ts'
import { given } from '../../../plans/given.ts'
import { seeded } from '../../../plans/library/beta.ts'
import { wilson } from '../../measure/statistics.ts'
import type { Judged } from '../judge.ts'
import { humanMeasures } from './human-plans.ts'

/** What is counted or judged of the plans of one run. */
const planCodes = ['PC', 'CC', 'PBC', 'GC', 'RR', 'NGC', 'NBC', 'GSA', 'BSA', 'PRAS'] as const

/** All that is measured, the paper's twelve first. */
export const codes = ['TSR', 'GAT', ...planCodes, 'reuse', 'attempts'] as const
export type Code = (typeof codes)[number]

/** A mean and its interval at 95 %; null where nothing was measured, or too little. */
const Mean = z.number().nullable()
const Interval = z.tuple([z.number(), z.number()]).nullable()

const GenerationSums = z.object({
  runs: z.int(),
  /** Percent of the runs that reached the goal. */
  TSR: z.number(),
  /** Moves to the goal. */
  GAT: Mean,
  /** PRAS, from 0 to 1, is null where no judge was named. */
  ...(Object.fromEntries(planCodes.map(code => [code, Mean])) as Record<
    (typeof planCodes)[number],
    typeof Mean
  >),
  /** Percent of unseen grids on which the plans of a run reach the goal too. */
  reuse: Mean,
  /** Model calls a run took for its plans. */
  attempts: Mean,
  intervals: z.record(z.string(), Interval),
})
export type GenerationSums = z.infer<typeof GenerationSums>

/** An episode that is over, as its world sums it up. */
export interface Counted {
  readonly family: string
  readonly under?: Under | undefined
  readonly won: boolean
  readonly measures: Readonly<Record<string, number>>
  readonly judged?: Judged | undefined
}

type Under = Readonly<Record<string, string>>

/** All runs, those of each cell, and the plans that people wrote. */
export const GenerationCells = GenerationSums.extend({
  cells: z.record(
    z.string(),
    GenerationSums.extend({
      /** What the runs of the cell have in common: what the model was told, and which it was where there are several. */
      under: z.record(z.string(), z.string()),
    }),
  ),
  /** By code; moves to the goal are those on the grids of these runs. */
  optimal: z.record(z.string(), Mean),
  /** Why runs that were to be judged have no score, the first of the reasons; absent where all have one. */
  unjudged: z.string().exactOptional(),
})
export type GenerationCells = z.infer<typeof GenerationCells>

/** Orders runs by model, temperature and what was told, in whichever order they ended. */
export function byCell({ under: one }: Counted, { under: other }: Counted): number {
  const apart = (of: (under: Under) => number) => of(one ?? {}) - of(other ?? {})
  return (
    (one?.model ?? '').localeCompare(other?.model ?? '') ||
    apart(({ temperature }) => Number(temperature ?? 0)) ||
    apart(({ told = '' }) => kinds.indexOf(told))
  )
}

/** All runs together, and cell by cell. */
export function generationCells(runs: readonly Counted[]): GenerationCells {
  const cells = [...Map.groupBy(runs.toSorted(byCell), ({ family }) => family)]
  const unjudged = runs.find(({ judged }) => judged?.score === null)?.judged?.reason
  return {
    ...generationSums(runs),
    cells: Object.fromEntries(
      cells.map(([name, of]) => {
        const under = of.find(run => run.under)?.under ?? { told: name }
        return [name, { ...generationSums(of), under }]
      }),
    ),
    optimal: { GAT: mean(measured(runs, 'human')), ...humanMeasures() },
    ...given({ unjudged }),
  }
}

/** These runs together. */
export function generationSums(runs: readonly Counted[]): GenerationSums {
  const won = runs.filter(run => run.won)
  const wrote = runs.filter(({ measures }) => (measures.PC ?? 0) > 0)
  const values: Readonly<Record<string, readonly number[]>> = {
    GAT: measured(won, 'moves'),
    ...Object.fromEntries(planCodes.map(code => [code, measured(wrote, code)])),
    reuse: measured(won, 'reuse').map(share => 100 * share),
    attempts: measured(runs, 'attempts'),
  }
  const share = wilson(won.length, runs.length).map(end => 100 * end) as [number, number]
  return GenerationSums.parse({
    runs: runs.length,
    TSR: runs.length === 0 ? 0 : (100 * won.length) / runs.length,
    ...Object.fromEntries(Object.entries(values).map(([name, all]) => [name, mean(all)])),
    intervals: {
      TSR: share,
      ...Object.fromEntries(Object.entries(values).map(([name, all]) => [name, spread(all)])),
    },
  })
}

// --- internal ---

const kinds: readonly string[] = PromptKind.options

const measured = (runs: readonly Counted[], name: string) =>
  runs.flatMap(({ measures }) => measures[name] ?? [])

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** Percentile bootstrap (Efron 1979) of the mean, the same for the same values; one value tells of no spread. */
function spread(values: readonly number[]): [number, number] | null {
  if (values.length < 2) return null
  const random = seeded(values.length)
  const draw = () => values[Math.floor(random() * values.length)]!
  const means = Array.from({ length: 1_000 }, () => mean(values.map(draw))!).sort((a, b) => a - b)
  return [means[25]!, means[974]!]
}
