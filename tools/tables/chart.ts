// Rows as a picture: an SVG drawn by Vega-Lite. The drawing libraries are loaded when the first chart is asked for.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TopLevelSpec } from 'vega-lite'
import type { Cell } from './columns.ts'

/** How rows are drawn. */
export const chartKinds = ['bar', 'line', 'point', 'area'] as const

/** What is drawn: the first column across, the second upwards, a third as colours. */
export interface Chart {
  readonly kind: (typeof chartKinds)[number]
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** The picture as SVG. Throws one sentence when there is nothing to draw. */
export async function drawChart({ kind, columns, rows }: Chart): Promise<string> {
  const [x, y, colour] = columns
  if (x === undefined || y === undefined || columns.length > 3)
    throw new Error(
      `A chart needs two columns, one across and one of numbers upwards, and may have a third for colours; the SQL gives ${columns.length}.`,
    )
  const drawn = rows.filter(row => typeof row[1] === 'number')
  if (drawn.length === 0) throw new Error(`There are no numbers to draw in "${y}".`)
  const [{ compile }, vega] = await Promise.all([import('vega-lite'), import('vega')])
  const cells = drawn.map(row => row[0])
  const across = typeOf(cells)
  const spec: TopLevelSpec = {
    width: across === 'nominal' ? { step: 28 } : 560,
    height: 320,
    background: 'white',
    title: `${y} by ${x}`,
    data: { values: drawn.map(([x = null, y = null, c = null]) => ({ x: placed(x), y, c })) },
    mark: kind === 'line' ? { type: 'line', point: true } : kind,
    encoding: {
      x: { field: 'x', type: across, title: x, ...scales[across], ...ticksOf(cells) },
      y: { field: 'y', type: 'quantitative', title: y },
      ...(colour !== undefined && { color: { field: 'c', type: 'nominal', title: colour } }),
    },
  }
  const view = new vega.View(vega.parse(compile(spec).spec), {
    renderer: 'none',
    logLevel: vega.Error,
  })
  try {
    return await view.toSVG()
  } finally {
    view.finalize()
  }
}

/** Writes the picture into `folder`, named by what it shows; gives its name. The same picture has the same name. */
export async function keepChart(folder: string, { columns }: Chart, svg: string): Promise<string> {
  const words = `${columns[1]} by ${columns[0]}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const name = words.join('-').slice(0, 60) || 'chart'
  const path = join(folder, `${name}.svg`)
  const before = await readFile(path, 'utf8').catch(() => svg)
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 6)
  const own = before === svg ? `${name}.svg` : `${name}-${hash}.svg`
  await writeFile(join(folder, own), svg)
  return own
}

// --- internal ---

/** A day is the same day wherever the picture is drawn. */
const scales = {
  temporal: { scale: { type: 'utc' } },
  // of years and their like: neither from 0 nor with a comma
  quantitative: { scale: { zero: false }, axis: { format: '.12~g' } },
  nominal: { sort: null },
} as const

/** Of months and of years each has a mark of its own, below its point; a month's the year too where that begins. */
function ticksOf(cells: readonly (Cell | undefined)[]) {
  const known = [...new Set(cells)].map(String).filter(cell => /^\d{4}(?:-\d{2})?$/.test(cell))
  if (known.length < new Set(cells).size || typeOf(cells) === 'nominal') return {}
  const marks = { labelFlush: false, labelOverlap: true }
  if (typeOf(cells) === 'quantitative')
    return { axis: { ...marks, ...scales.quantitative.axis, values: known.map(Number) } }
  const month = "utcFormat(datum.value, '%b')"
  const labelExpr = `datum.index === 0 || utcmonth(datum.value) === 0 ? [${month}, utcFormat(datum.value, '%Y')] : ${month}`
  return { axis: { ...marks, labelExpr, values: known.map(cell => Date.parse(cell)) } }
}

const placed = (cell: Cell) =>
  typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(cell) ? `${cell}Z` : cell

/** Days and months stand on a scale of time, numbers on one of numbers, all else in the order of the rows. */
function typeOf(cells: readonly (Cell | undefined)[]): 'temporal' | 'quantitative' | 'nominal' {
  const known = cells.filter(cell => cell !== null && cell !== undefined)
  if (known.every(cell => typeof cell === 'number')) return 'quantitative'
  const isDay = (cell: Cell) => /^\d{4}-\d{2}(?:-\d{2}(?:T[\d:.]+)?)?$/.test(String(cell))
  return known.length > 1 && known.every(isDay) ? 'temporal' : 'nominal'
}
