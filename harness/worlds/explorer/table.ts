// The measures of a matrix as tables: a line for each measure, a column for each cell, what people's plans come to
// beside them.
import { aligned, harmless, shortened } from '../../terminal/plain-text.ts'
import { type Code, codes, type GenerationCells, type GenerationSums } from './sums.ts'

/** What each measure is, in a few words. */
export const measureNames: Readonly<Record<Code, string>> = {
  TSR: '% that reached home',
  GAT: 'moves to home',
  PC: 'plans',
  CC: 'beliefs a context',
  PBC: 'operations a body',
  GC: 'general plans',
  RR: 'useless plans',
  NGC: 'new goals',
  NBC: 'new beliefs',
  GSA: 'misaligned goals',
  BSA: 'misaligned beliefs',
  PRAS: 'likeness, as judged',
  reuse: '% of unseen grids',
  attempts: 'model calls for plans',
}

/** A table for each model and temperature, its columns by what the model was told; of several, one of all runs last. */
export function generationTable({ cells, optimal, ...all }: GenerationCells): readonly string[] {
  const titleOf = ({ under: { told: _, ...others } }: GenerationCells['cells'][string]) =>
    Object.values(others).join(', ')
  const columns = [...Map.groupBy(Object.values(cells), titleOf)].map(([title, of]) => ({
    title,
    of: of.map(cell => [cell.under.told ?? '', cell] as const),
  }))
  const [only] = columns
  const whole = ['all', all] as const
  const tables =
    columns.length === 1 && only
      ? [{ ...only, of: only.of.length > 1 ? [...only.of, whole] : only.of }]
      : [...columns, { title: '', of: [whole] }]
  return [
    ...tables.flatMap(({ title, of }) => [...tableOf(title, of, optimal), '']),
    judgedLine(all),
  ]
}

// --- internal ---

function tableOf(
  title: string,
  columns: readonly (readonly [string, GenerationSums])[],
  optimal: GenerationCells['optimal'],
): readonly string[] {
  return aligned([
    [title || 'measure', '', ...columns.map(([name]) => name), 'optimal'],
    ['', 'runs', ...columns.map(([, { runs }]) => `${runs}`), ''],
    ...codes.map(code => [
      ...[code, measureNames[code]],
      ...columns.map(([, sums]) => cellOf(sums[code], sums.intervals[code])),
      said(optimal[code]),
    ]),
  ])
}

function cellOf(value: number | null, interval: GenerationSums['intervals'][Code]) {
  if (value === null || !interval) return said(value)
  return `${said(value)} (${interval.map(said).join(' to ')})`
}

const said = (value: number | null | undefined) =>
  typeof value === 'number' ? value.toFixed(value >= 100 ? 1 : 2) : '-'

/** PRAS is nothing that is made up: where nobody has judged, that is said. */
function judgedLine({ PRAS, unjudged }: Pick<GenerationCells, 'PRAS' | 'unjudged'>): string {
  const intervals = 'in brackets the 95 % interval'
  if (unjudged !== undefined)
    return `${intervals}; PRAS ${PRAS === null ? 'is not judged' : 'is not judged in all runs'}: ${shortened(harmless(unjudged), 120)}`
  return PRAS === null
    ? `${intervals}; PRAS is not judged: --judge MODEL names a model that judges it`
    : intervals
}
