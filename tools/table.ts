// The tool that computes over tables: filter, group and aggregate, or one SELECT. What it returns
// comes from the cells alone; text in cells is never followed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { locate } from './files/locate.ts'
import type { Bounds } from './isolated.ts'
import { type Chart, chartKinds, drawChart, keepChart } from './tables/chart.ts'
import { renderTable } from './tables/render.ts'
import { runApart } from './tables/sql/apart.ts'
import { TableQuery } from './tables/sql/asked.ts'
import type { TableAnswer, TableRequest } from './tables/sql/engine.ts'
import { statistics, tooLarge } from './tables/sql/macros.ts'
import type { Cell } from './tables/tables.ts'
import { defineTool, type ToolContext, type ToolResult } from './tool.ts'

/** What the tool accepts: `sql`, or the structured fields. */
const TableInput = TableQuery.extend({
  file: z
    .union([z.string(), z.array(z.string()).min(1).max(10)])
    .describe('table file, or several'),
  sheet: z.string().min(1).optional().describe('of a workbook, where its columns do not tell'),
  sql: z
    .string()
    .optional()
    .describe(
      'one SELECT (DuckDB): t is the first file, every file or sheet is also named_like_it',
    ),
  chart: z.enum(chartKinds).optional().meta({ unadvertised: true }),
})
export type TableInput = z.infer<typeof TableInput>

/** How long and how large a query in another process may become. */
export interface TableLimits {
  /** Milliseconds for the statement itself, after loading. */
  readonly queryMs: number
  /** Milliseconds for reading the files into the database. */
  readonly loadMs: number
  /** Bytes of memory the process may hold. */
  readonly memory: number
  /** Milliseconds more for either, for each MB of the files. */
  readonly msPerMB: number
}

const usualLimits: TableLimits = {
  queryMs: 10_000,
  loadMs: 240_000,
  memory: 1_500_000_000,
  msPerMB: 60,
}

const rowsKept = 200
const rowsDrawn = 5000

/**
 * The `table` tool with the usual limits.
 * @example
 * ```ts
 * import { writeFileSync } from 'node:fs'
 * import { table } from 'intend/tools'
 *
 * writeFileSync('stock.csv', 'item,pieces\nbolt,1200\nnut,950\n')
 * const ctx = { roots: [process.cwd()], signal: AbortSignal.timeout(60_000) }
 * const sql = 'SELECT sum(pieces) FROM t'
 * console.log((await table.execute({ file: 'stock.csv', sql }, ctx)).value) // 2150
 * ```
 */
export const table = createTable()

/** A `table` tool; `limits` replaces single limits. */
export function createTable(limits: Partial<TableLimits> = {}) {
  const bounds = { ...usualLimits, ...limits }
  const run = async (request: TableRequest, signal: AbortSignal) => {
    const files = await Promise.all(request.files.map(file => locate(file, request.roots)))
    const size = files.reduce((sum, file) => sum + file.size, 0)
    // the other process stands in another folder
    const paths = files.map(file => file.path)
    const folder = await mkdtemp(join(tmpdir(), 'intend-table-'))
    try {
      const work = { ...request, files: paths, roots: paths, folder, kind: 'query' }
      return (await runApart(work, boundsOf(bounds, size), signal)) as TableAnswer
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return defineTool<TableInput>({
    name: 'table',
    needs: 'files',
    computes: true,
    description:
      'Computes over table files (CSV, TSV, JSON lines, sheets of XLSX, XLS, ODS) by SQL: every number that comes from more than one cell. Numbers such as 1,234.50, $12, 12 % are numbers, dates YYYY-MM-DD, empty cells NULL. stddev_samp(x), quantile(x, p), corr(x, y), ... exist.',
    guidance: `Column names match without regard to case and punctuation and stand in double quotes. Statistics, also OVER a window: ${statistics}. A cast to INTEGER cuts off, LIKE knows no case. Joins, CASE, WITH and window functions are understood; the result says how many rows matched. "chart": "bar", "line", "point" or "area" draws the rows.`,
    input: TableInput,
    execute: async (input, ctx) => {
      const files = typeof input.file === 'string' ? [input.file] : input.file
      if (files.length > 1 && input.sql === undefined)
        throw new Error('Several files need sql; the other fields work on one file.')
      const { file: _file, sheet, sql, chart, ...query } = input
      const request: TableRequest = {
        files,
        roots: ctx.roots,
        query,
        ...(sheet !== undefined && { sheet }),
        ...(sql !== undefined && { sql }),
        rows: chart === undefined ? rowsKept : rowsDrawn,
        memory: bounds.memory,
      }
      const answer = await run(request, ctx.signal)
      return chart === undefined ? resultOf(answer) : drawn({ kind: chart, ...answer }, answer, ctx)
    },
  })
}

/** The rows as a picture in the question's own folder; its name is the value. */
async function drawn(chart: Chart, answer: TableAnswer, ctx: ToolContext): Promise<ToolResult> {
  const folder = await ctx.workspace?.()
  if (folder === undefined) throw new Error('A chart can only be drawn where files can be kept.')
  const name = await keepChart(folder, chart, await drawChart(chart))
  const rows = answer.rows.slice(0, rowsKept)
  const { content, details } = resultOf({ ...answer, rows, more: rows.length < answer.rows.length })
  return {
    content: `"${name}" is a ${chart.kind} chart of these rows.\n${content}`,
    details: details ?? null,
    value: name,
  }
}

function resultOf(answer: TableAnswer): ToolResult {
  const { absent = [] } = answer
  const value = absent.length > 0 ? undefined : singleValue(answer)
  const details = { columns: answer.columns, rows: answer.rows, more: answer.more }
  return {
    content: [
      ...(answer.matched === undefined
        ? [`${answer.rows.length}${answer.more ? ' or more' : ''} result rows.`]
        : [
            `${answer.matched} of ${answer.of} rows${answer.sheet === undefined ? '' : ` of sheet "${answer.sheet}"`} matched.`,
          ]),
      renderTable(answer.columns, answer.rows),
      ...(answer.more
        ? [`Only the first ${answer.rows.length} rows are here; narrow the query or aggregate.`]
        : []),
      ...absent,
      ...answer.notes,
    ].join('\n'),
    details: { ...details, notes: answer.notes },
    ...(value !== undefined && { value }),
    ...(value !== undefined && answer.unit !== undefined && { unit: answer.unit }),
  }
}

/** The single cell; or, for one whole column without gaps, its list. */
function singleValue({ columns, rows, more }: TableAnswer): ToolResult['value'] {
  if (columns.length !== 1 || more || rows.length === 0) return undefined
  const cells = rows.map(row => row[0] as Cell)
  if (!cells.every(cell => cell !== null)) return undefined
  return cells.length === 1 ? cells[0]! : cells
}

function boundsOf(limits: TableLimits, size: number): Bounds {
  const { memory } = limits
  const more = (size / 1e6) * limits.msPerMB
  const [loadMs, queryMs] = [limits.loadMs + more, limits.queryMs + more]
  const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`
  return {
    stages: [
      {
        ms: loadMs,
        slow: `Reading the table took longer than ${seconds(loadMs)}; use a smaller file.`,
      },
      {
        ms: queryMs,
        slow: `The SQL took longer than ${seconds(queryMs)} and was stopped; make it simpler or bound its recursion.`,
      },
    ],
    memory,
    large: tooLarge,
    broken: 'The query ended without a result; make it simpler.',
  }
}
