// The tool that computes over tables: filter, group and aggregate, or one SELECT. What it returns
// comes from the cells alone; text in cells is never followed.
import { z } from 'zod'
import { isWorkbook } from './files/kinds.ts'
import { locate } from './files/locate.ts'
import { type Bounds, isolated } from './isolated.ts'
import { renderTable } from './tables/render.ts'
import { runTable, type TableAnswer, type TableRequest } from './tables/sql/engine.ts'
import { createKeptTables, isWorthKeeping } from './tables/sql/kept.ts'
import { TableQuery } from './tables/sql/query.ts'
import { statistics } from './tables/sql/statistics.ts'
import type { Cell } from './tables/tables.ts'
import { defineTool, type ToolResult } from './tool.ts'

/** What the tool accepts: `sql`, or the structured fields. */
export const TableInput = TableQuery.extend({
  file: z
    .union([z.string(), z.array(z.string()).min(1).max(10)])
    .describe('table file, or several'),
  sheet: z.string().min(1).optional().describe('of a workbook, where its columns do not tell'),
  sql: z
    .string()
    .optional()
    .describe(
      'one SELECT (SQLite): t is the first file, every file or sheet is also named_like_it',
    ),
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
  /** Bytes on disk for databases of large files that are kept for the next query. */
  readonly kept: number
}

const usualLimits: TableLimits = {
  queryMs: 10_000,
  loadMs: 240_000,
  memory: 1_500_000_000,
  kept: 1_000_000_000,
}

/** Structured queries over less than this many bytes run in this process: they always end soon. */
const small = 2_000_000

const rowsKept = 200

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
  const tables = createKeptTables(bounds.kept)
  let running = 0
  const runIsolated = isolated<TableRequest, TableAnswer>(
    new URL('tables/sql/process.ts', import.meta.url),
  )
  const runKept = async (request: TableRequest, large: boolean, signal: AbortSignal) => {
    running += 1
    try {
      const keep = large ? await tables.folder() : undefined
      const kept = { ...request, ...(keep !== undefined && { keep }) }
      return await runIsolated(kept, boundsOf(bounds), signal)
    } finally {
      running -= 1
      if (running === 0) await tables.trim()
    }
  }
  return defineTool<TableInput>({
    name: 'table',
    needs: 'files',
    computes: true,
    description:
      'Computes over table files (CSV, TSV, JSON lines, sheets of XLSX, XLS, ODS) by SQL: every number that comes from more than one cell. Numbers such as 1,234.50, $12, 12 % are numbers, dates YYYY-MM-DD, empty cells NULL. stddev_samp(x), quantile(x, p), corr(x, y), ... exist.',
    guidance: `Column names match without regard to case and punctuation and stand in double quotes. Statistics, also OVER a window: ${statistics}. Dividing two counts needs 1.0 *. Joins, CASE, WITH and window functions are understood; the result says how many rows matched.`,
    input: TableInput,
    execute: async (input, ctx) => {
      const files = typeof input.file === 'string' ? [input.file] : input.file
      if (files.length > 1 && input.sql === undefined)
        throw new Error('Several files need sql; the other fields work on one file.')
      const { file: _file, sheet, sql, ...query } = input
      const request: TableRequest = {
        files,
        roots: ctx.roots,
        query,
        ...(sheet !== undefined && { sheet }),
        ...(sql !== undefined && { sql }),
        rows: rowsKept,
      }
      const located = await Promise.all(files.map(file => locate(file, ctx.roots)))
      const first = located[0]!
      const light = sql === undefined && first.size < small && !(await isWorkbook(first))
      const answer = light
        ? await runTable(request, undefined, ctx.signal)
        : await runKept(request, located.length === 1 && (await isWorthKeeping(first)), ctx.signal)
      return resultOf(answer)
    },
  })
}

function resultOf(answer: TableAnswer): ToolResult {
  const value = singleValue(answer)
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

function boundsOf({ queryMs, loadMs, memory }: TableLimits): Bounds {
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
    large: 'The query needed too much memory; filter or aggregate before joining.',
    broken: 'The query ended without a result; make it simpler.',
  }
}
