// What generated plans came to, by what their author was told and how warm it was: the figures and tables of
// Exploiting GenAI for Plan Generation in BDI Agents (2025, figures 5.2 to 5.6, tables 5.2 to 5.5).
import { counted } from '../bench/worlds/suite.ts'
import {
  byCell,
  type Code,
  codes,
  type GenerationSums,
  generationCells,
  generationSums,
} from '../worlds/explorer/sums.ts'
import { measureNames } from '../worlds/explorer/table.ts'
import type { Figure } from './by-share.ts'
import type { RunRead } from './folder.ts'

/** Each measure by what the model was told and, where there are several, by temperature: a line for each model. */
export function figuresByCell(runs: readonly RunRead[]): readonly Figure[] {
  const explored = exploredIn(runs).toSorted(byCell)
  if (explored.length === 0) return []
  const { optimal } = generationCells(explored)
  return ['told', 'temperature'].flatMap(axis => {
    const places = [...new Set(explored.flatMap(({ under }) => under[axis] ?? []))]
    if (places.length === 0 || (axis === 'temperature' && places.length === 1)) return []
    const lines = [...Map.groupBy(explored, ({ line }) => line)].map(([name, of]) => ({
      name,
      points: [...Map.groupBy(of, ({ under }) => under[axis] ?? '')].map(([place, at]) => ({
        place,
        sums: generationSums(at),
      })),
    }))
    const by = axis === 'told' ? 'what was told' : axis
    return codes.flatMap(code => figureOf(code, { by, places, lines, optimal: optimal[code] }))
  })
}

/** Every cell with its measures, and what people's plans come to; undefined where no plans were to be generated. */
export function cellsOf(runs: readonly RunRead[]) {
  const explored = exploredIn(runs)
  if (explored.length === 0) return undefined
  const { cells, optimal } = generationCells(explored)
  return {
    measures: codes.map(code => ({ code, about: measureNames[code] })),
    cells: Object.entries(cells).map(([name, { runs, intervals, ...sums }]) => ({
      name,
      runs,
      values: codes.map(code => ({ value: sums[code], interval: intervals[code] })),
    })),
    optimal: codes.map(code => optimal[code] ?? null),
  }
}

// --- internal ---

/**
 * Runs that a world has counted by what they were played under: `line` is the model, among several benches with
 * the bench, and with the rest of that their family. A run that crashed is of the cell of its family.
 */
function exploredIn(runs: readonly RunRead[]) {
  return runs.flatMap(({ name, asked, results }) => {
    const all = counted(results)
    const known = new Map(all.flatMap(each => (each.under ? [[each.family, each.under]] : [])))
    return all.flatMap(each => {
      const under = known.get(each.family)
      if (under?.told === undefined) return []
      const { model = asked.model, ...others } = under
      const line = runs.length > 1 ? `${name}: ${model}` : model
      return [{ ...each, under, line, family: [line, ...Object.values(others)].join(', ') }]
    })
  })
}

interface Facet {
  readonly by: string
  readonly places: readonly string[]
  readonly lines: readonly {
    readonly name: string
    readonly points: readonly { readonly place: string; readonly sums: GenerationSums }[]
  }[]
  readonly optimal: number | null | undefined
}

/** Nothing for what was not measured. */
function figureOf(code: Code, { by, places, lines, optimal }: Facet): readonly Figure[] {
  const isPercent = code === 'TSR' || code === 'reuse'
  const scaled = (value: number) => (isPercent ? value / 100 : value)
  const drawn = lines.map(({ name, points }) => ({
    name,
    points: points.flatMap(({ place, sums }) => {
      const value = sums[code]
      if (value === null) return []
      const [low, high] = sums.intervals[code] ?? [value, value]
      return [{ name: place, value: scaled(value), interval: [scaled(low), scaled(high)] as const }]
    }),
  }))
  const ends = drawn.flatMap(({ points }) => points.map(({ interval }) => interval[1]))
  if (ends.length === 0) return []
  return [
    {
      title: `${code}, ${measureNames[code]}, by ${by}`,
      places,
      lines: drawn,
      ...(!isPercent && { most: Math.max(...ends, optimal ?? 0) || 1 }),
      ...(typeof optimal === 'number' && { optimal }),
    },
  ]
}
