// The paper's twelve measures over many runs (Exploiting GenAI for Plan Generation in BDI Agents, 2025, table
// 5.1), with intervals. What is counted of plans is a mean over the runs that wrote any; time to the goal,
// the judge's score and reuse are of the runs that succeeded, as the paper has them.
import { PromptKind } from '../../../phases/generate/contract.ts'
import { given } from '../../../plans/given.ts'
import { seeded } from '../../../plans/library/beta.ts'
import { mean, wilson } from '../../measure/statistics.ts'
import type { Judged } from '../judge.ts'
import { humanMeasures } from './human-plans.ts'

/** What is counted or judged of the plans of one run. */
const planCodes = ['PC', 'CC', 'PBC', 'GC', 'RR', 'NGC', 'NBC', 'GSA', 'BSA', 'PRAS'] as const

const meanCodes = ['GAT', ...planCodes, 'reuse', 'attempts'] as const

/** All that is measured, the paper's twelve first. */
export const codes = ['TSR', ...meanCodes] as const
export type Code = (typeof codes)[number]

/** An episode that is over, as its world sums it up. */
export interface Counted {
  readonly family: string
  readonly under?: Under | undefined
  readonly won: boolean
  readonly measures: Readonly<Record<string, number>>
  readonly judged?: Judged | undefined
}

type Under = Readonly<Record<string, string>>

/** Orders runs by model, temperature and what was told, in whichever order they ended. */
export function byCell({ under: one }: Counted, { under: other }: Counted): number {
  const apart = (of: (under: Under) => number) => of(one ?? {}) - of(other ?? {})
  return (
    (one?.model ?? '').localeCompare(other?.model ?? '') ||
    apart(({ temperature }) => Number(temperature ?? 0)) ||
    apart(({ told = '' }) => kinds.indexOf(told))
  )
}

/** All runs, those of each cell, and the plans that people wrote. */
export type GenerationCells = ReturnType<typeof generationCells>

/** All runs together, and cell by cell. */
export function generationCells(runs: readonly Counted[]) {
  const cells = [...Map.groupBy(runs.toSorted(byCell), ({ family }) => family)]
  const optimal: Readonly<Record<string, Mean>> = {
    GAT: meanOf(measured(runs, 'human')),
    ...humanMeasures(),
  }
  return {
    ...generationSums(runs),
    cells: Object.fromEntries(
      cells.map(([name, of]) => {
        const under = of.find(run => run.under)?.under ?? { told: name }
        /** `under`: what the runs of the cell have in common, what the model was told and, of several, which it was. */
        return [name, { ...generationSums(of), under }]
      }),
    ),
    /** By code; moves to the goal are those on the grids of these runs. */
    optimal,
    ...given({
      /** Why runs that were to be judged have no score, the first of the reasons; absent where all have one. */
      unjudged: runs.find(({ judged }) => judged?.score === null)?.judged?.reason,
    }),
  }
}

export type GenerationSums = ReturnType<typeof generationSums>

/** These runs together: means, null where nothing was measured. */
export function generationSums(runs: readonly Counted[]) {
  const won = runs.filter(run => run.won)
  const wrote = runs.filter(({ measures }) => (measures.PC ?? 0) > 0)
  const values = {
    /** Moves to the goal. */
    GAT: measured(won, 'moves'),
    /** PRAS, from 0 to 1, is null where no judge was named. */
    ...byCode(planCodes, code => measured(wrote, code)),
    /** Percent of unseen grids on which the plans of a run reach the goal too. */
    reuse: measured(won, 'reuse').map(share => 100 * share),
    /** Model calls a run took for its plans. */
    attempts: measured(runs, 'attempts'),
  }
  const share = wilson(won.length, runs.length).map(end => 100 * end) as [number, number]
  return {
    runs: runs.length,
    /** Percent of the runs that reached the goal. */
    TSR: runs.length === 0 ? 0 : (100 * won.length) / runs.length,
    ...byCode(meanCodes, code => meanOf(values[code])),
    /** At 95 %; null where too little was measured. */
    intervals: { TSR: share, ...byCode(meanCodes, code => spread(values[code])) },
  }
}

// --- internal ---

const kinds: readonly string[] = PromptKind.options

const byCode = <Code extends string, Of>(codes: readonly Code[], of: (code: Code) => Of) =>
  Object.fromEntries(codes.map(code => [code, of(code)])) as { readonly [Each in Code]: Of }

const measured = (runs: readonly Counted[], name: string) =>
  runs.flatMap(({ measures }) => measures[name] ?? [])

type Mean = number | null

const meanOf = (values: readonly number[]): Mean => (values.length === 0 ? null : mean(values))

/** Percentile bootstrap (Efron 1979) of the mean, the same for the same values; one value tells of no spread. */
function spread(values: readonly number[]): [number, number] | null {
  if (values.length < 2) return null
  const random = seeded(values.length)
  const draw = () => values[Math.floor(random() * values.length)]!
  const means = Array.from({ length: 1_000 }, () => mean(values.map(draw))).sort((a, b) => a - b)
  return [means[25]!, means[974]!]
}
