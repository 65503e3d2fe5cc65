// The tool that computes over tables by one SELECT. What it returns comes from the cells alone; text in
// cells is never followed.
import { z } from 'zod'
import { type Located, locate } from './files/locate.ts'
import { openPath } from './files/members.ts'
import { askTables } from './files/reader.ts'
import type { Bounds } from './isolated.ts'
import { type Chart, chartKinds, drawChart, keepChart } from './tables/chart.ts'
import { renderTable } from './tables/render.ts'
import type { TableAnswer } from './tables/sql/engine.ts'
import { statistics, tooLarge } from './tables/sql/macros.ts'
import type { Table } from './tables/table.ts'
import { chooseTable, readTables } from './tables/tables.ts'
import { temporaryFolder } from './temporary.ts'
import { defineTool, type ToolContext, type ToolResult } from './tool.ts'

/** What the tool accepts; a field that it does not have is refused in words by the tool itself. */
const TableInput = z.looseObject({
  file: z
    .union([z.string(), z.array(z.string()).min(1).max(10)])
    .describe('table file, or several'),
  sheet: z.string().min(1).optional().describe('of a workbook: the one that is t, else its first'),
  sql: z
    .string()
    .optional()
    .describe(
      'one SELECT (DuckDB): t is the first file, t2 the second; each file or sheet is also named_like_it',
    ),
  chart: z.enum(chartKinds).optional(),
})
type TableInput = z.infer<typeof TableInput>

/** How long and how large a query in another process may become. */
const usualLimits = {
  /** Milliseconds for the statement itself, after loading. */
  queryMs: 10_000,
  /** Milliseconds for reading the files into the database. */
  loadMs: 240_000,
  /** Bytes of memory the process may hold. */
  memory: 1_500_000_000,
  /** Milliseconds more for either, for each MB of the files. */
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
export function createTable(limits: Partial<typeof usualLimits> = {}) {
  const bounds = { ...usualLimits, ...limits }
  const run = async (input: TableInput, rows: number, ctx: ToolContext) => {
    const { file, sheet, sql = 'SELECT * FROM t' } = input
    const { roots, signal } = ctx
    await using members = await temporaryFolder('members')
    const unpacking = { ...ctx, workspace: ctx.workspace ?? (async () => members.path) }
    const located: Located[] = []
    for (const path of [file].flat()) {
      // a member of an archive that was unpacked before is there
      const there = await locate(path, roots).catch(() => undefined)
      located.push(there ?? (await openPath(path, unpacking)).file)
    }
    const found: (readonly Table[])[] = []
    // one after the other: two large files at once would need twice the memory
    for (const { path } of located) found.push(await readTables(path, [path], signal))
    const first = sheet === undefined ? undefined : chooseTable(found.flat(), sheet)
    const files = found.map(tables => tables.toSorted((a, b) => +(b === first) - +(a === first)))
    const size = located.reduce((sum, each) => sum + each.size, 0)
    await using folder = await temporaryFolder('table')
    const request = { files, sql, rows, folder: folder.path, memory: bounds.memory }
    return await askTables(request, boundsOf(bounds, size), signal)
  }
  return defineTool({
    name: 'table',
    needs: 'files',
    computes: true,
    description:
      'Computes over table files (CSV, TSV, JSON lines, sheets of XLSX, XLS, ODS; of DOCX, HTML, EML, Markdown the sheets "table 1", "table 2") by SQL: every number that comes from more than one cell. Numbers such as 1,234.50, $12, 12 % (as 12), (50) for -50 are numbers, dates YYYY-MM-DD, empty cells NULL. stddev_samp(x), quantile(x, p), corr(x, y), ... exist. "chart" draws the rows (the first column across, the second upwards, a third as colours); the name of the file is its value.',
    guidance: `Column names match without regard to case and stand in double quotes. Statistics, also OVER a window: ${statistics}. A cast to INTEGER cuts off, LIKE knows no case. Joins, CASE, WITH and window functions are understood; the result says how many rows it has.`,
    input: TableInput,
    execute: async (input, ctx) => {
      const { file, sheet: _, sql, chart, ...others } = input
      const [unknown] = Object.keys(others)
      if (unknown !== undefined)
        throw new Error(`There is no field "${unknown}"; say it in "sql", one SELECT over t.`)
      if (sql === undefined && [file].flat().length > 1) throw new Error('Several files need sql.')
      if (chart === undefined) return resultOf(await run(input, rowsKept, ctx))
      const answer = await run(input, rowsDrawn, ctx)
      return drawn({ kind: chart, ...answer }, answer, ctx)
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
    // the rows are what was computed
    cells: { chart: name },
  }
}

function resultOf(answer: TableAnswer): ToolResult {
  const { columns, rows, more, absent, notes } = answer
  const [value, cells] = absent.length > 0 ? [] : [singleValue(answer), byColumn(answer)]
  return {
    content: [
      `${rows.length}${more ? ' or more' : ''} result rows.`,
      renderTable(columns, rows),
      ...(more
        ? [`Only the first ${rows.length} rows are here; narrow the query or aggregate.`]
        : []),
      ...absent,
      ...notes,
    ].join('\n'),
    details: { columns, rows, more },
    notes,
    ...(value !== undefined && { value }),
    ...(cells && { cells }),
  }
}

/** The single cell; or, for one whole column without gaps, its list. */
function singleValue({ columns, rows, more }: TableAnswer): ToolResult['value'] {
  if (columns.length !== 1 || more || rows.length === 0) return undefined
  const cells = rows.map(row => row[0]!)
  if (!cells.every(cell => cell !== null)) return undefined
  return cells.length === 1 ? cells[0]! : cells
}

/** Several columns without an empty cell: of the only row its cells, of more rows a list each. */
function byColumn({ columns, rows, more }: TableAnswer): ToolResult['cells'] {
  if (columns.length < 2 || more || rows.length === 0) return undefined
  const filled = rows.map(row => row.flatMap(cell => cell ?? []))
  if (filled.some(row => row.length < columns.length)) return undefined
  const cells = columns.map((name, at) => [name, filled.map(row => row[at]!)] as const)
  return Object.fromEntries(cells.map(([name, all]) => [name, all.length === 1 ? all[0]! : all]))
}

function boundsOf(limits: typeof usualLimits, size: number): Bounds {
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
