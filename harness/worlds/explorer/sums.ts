// The paper's twelve measures over many runs (Exploiting GenAI for Plan Generation in BDI Agents, 2025, table
// 5.1), with intervals. What is counted of plans is a mean over the runs that wrote any; time to the goal and
// reuse are of the runs that succeeded, as the paper has them.
import { z } from 'zod'
import { seeded } from '../../../plans/library/beta.ts'
import { wilson } from '../../measure/statistics.ts'
import { aligned } from '../../terminal/plain-text.ts'

/** A mean and its interval at 95 %; null where nothing was measured. */
const Mean = z.number().nullable()
const Interval = z.tuple([z.number(), z.number()]).nullable()

/** What was measured of one run; PRAS only where there is a judge. */
const runCodes = ['PC', 'CC', 'PBC', 'GC', 'RR', 'NGC', 'NBC', 'GSA', 'BSA', 'PRAS'] as const

const GenerationSums = z.object({
  /** Percent of the runs that reached the goal. */
  TSR: z.number(),
  /** Moves to the goal. */
  GAT: Mean,
  ...Object.fromEntries(runCodes.map(code => [code, Mean])),
  /** Percent of unseen grids on which the plans of a run reach the goal too. */
  reuse: Mean,
  /** Model calls a run took for its plans. */
  attempts: Mean,
  intervals: z.record(z.string(), Interval),
})
type GenerationSums = z.infer<typeof GenerationSums>

/** All runs, and those of each cell: what the model was told. */
export const GenerationCells = GenerationSums.extend({
  cells: z.record(z.string(), GenerationSums),
})
export type GenerationCells = z.infer<typeof GenerationCells>

/** One run. */
export interface Explored {
  readonly family: string
  readonly won: boolean
  readonly measures: Readonly<Record<string, number>>
}

/** All runs together, and cell by cell. */
export function generationCells(runs: readonly Explored[]): GenerationCells {
  const cells = [...Map.groupBy(runs, ({ family }) => family)]
  return {
    ...generationSums(runs),
    cells: Object.fromEntries(cells.map(([name, of]) => [name, generationSums(of)])),
  }
}

/** The cells as a table in the paper's codes; below each share and each time its interval at 95 %. */
export function generationTable({ cells, ...all }: GenerationCells): readonly string[] {
  const named = Object.entries(cells)
  const codes = ['GAT', ...runCodes, 'reuse', 'attempts']
  const said = (value: unknown) => (typeof value === 'number' ? value.toFixed(2) : '-')
  const range = (interval: readonly [number, number] | null | undefined) =>
    interval ? interval.map(end => end.toFixed(1)).join(' to ') : '-'
  const row = (name: string, sums: GenerationSums) => [
    ...[name, sums.TSR.toFixed(1), range(sums.intervals.TSR), said(sums.GAT)],
    ...[range(sums.intervals.GAT), ...codes.slice(1).map(code => said({ ...sums }[code]))],
  ]
  return aligned([
    ['told', 'TSR', '(95 %)', 'GAT', '(95 %)', ...codes.slice(1)],
    ...named.map(([name, sums]) => row(name, sums)),
    ...(named.length > 1 ? [row('all', GenerationSums.parse(all))] : []),
  ])
}

/** All runs together. */
function generationSums(runs: readonly Explored[]): GenerationSums {
  const won = runs.filter(run => run.won)
  const wrote = runs.filter(({ measures }) => (measures.PC ?? 0) > 0)
  const of = (some: readonly Explored[], name: string) =>
    some.flatMap(({ measures }) => measures[name] ?? [])
  const values: Readonly<Record<string, readonly number[]>> = {
    GAT: of(won, 'moves'),
    ...Object.fromEntries(runCodes.map(code => [code, of(wrote, code)])),
    reuse: of(won, 'reuse').map(share => 100 * share),
    attempts: of(runs, 'attempts'),
  }
  const share = wilson(won.length, runs.length).map(end => 100 * end) as [number, number]
  return GenerationSums.parse({
    TSR: runs.length === 0 ? 0 : (100 * won.length) / runs.length,
    ...Object.fromEntries(Object.entries(values).map(([name, all]) => [name, mean(all)])),
    intervals: {
      TSR: share,
      ...Object.fromEntries(Object.entries(values).map(([name, all]) => [name, spread(all)])),
    },
  })
}

// --- internal ---

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** Percentile bootstrap (Efron 1979) of the mean, the same for the same values. */
function spread(values: readonly number[]): [number, number] | null {
  if (values.length === 0) return null
  const random = seeded(values.length)
  const draw = () => values[Math.floor(random() * values.length)]!
  const means = Array.from({ length: 1_000 }, () => mean(values.map(draw))!).sort((a, b) => a - b)
  return [means[25]!, means[974]!]
}
