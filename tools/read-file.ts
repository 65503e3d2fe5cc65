// The tool that reads text and table files, a range or a search at a time, inside the allowed folders.
import { z } from 'zod'
import { isTableName, outlineOf } from './describe-file.ts'
import { locateText } from './files.ts'
import { longestLine, mentions, readLines } from './lines.ts'
import { cellText, renderTable } from './render-table.ts'
import { readRows, readTable } from './tables.ts'
import { defineTool, type ToolContext, type ToolResult } from './tool.ts'

/** Which file, and which part of it. Lines and rows count from 1. */
export const ReadFileInput = z.object({
  path: z.string().min(1).describe('file name or path, as it was given'),
  offset: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('first line, or first row of a table, to read; 1 is the first'),
  limit: z.number().int().positive().max(2000).optional().describe('how many lines or rows'),
  find: z
    .string()
    .min(1)
    .optional()
    .describe('only lines or rows that contain these words, case aside, with their numbers'),
})
export type ReadFileInput = z.infer<typeof ReadFileInput>

/** The `read_file` tool. */
export const readFile = defineTool<ReadFileInput>({
  name: 'read_file',
  description: [
    'Reads a file: text, Markdown, JSON, code, CSV or TSV.',
    'A table gives its columns with types and its first rows; text gives its lines.',
    'Long files are cut, and the result says how to go on (offset, find). To compute over a table use the table tool.',
  ].join(' '),
  input: ReadFileInput,
  execute: async (input, ctx) =>
    isTableName(input.path) ? readTableFile(input, ctx) : readTextFile(input, ctx),
})

const mostCharacters = 20_000
const usualLines = 400
const usualRows = 20

/** Lines or rows picked from a stream of them. */
interface Picked<T> {
  readonly items: readonly { readonly number: number; readonly item: T }[]
  /** Lines or rows in the file. */
  readonly count: number
  /** Those that fit the search; all from `offset` on when there is none. */
  readonly fitting: number
}

async function pick<T>(
  all: AsyncIterable<T>,
  from: number,
  limit: number,
  fits: (item: T) => boolean,
  size: (item: T) => number,
): Promise<Picked<T>> {
  const items: { number: number; item: T }[] = []
  let [count, fitting, characters, full] = [0, 0, 0, false]
  for await (const item of all) {
    count += 1
    if (count < from || !fits(item)) continue
    fitting += 1
    characters += size(item)
    full ||= items.length > 0 && (items.length >= limit || characters > mostCharacters)
    if (!full) items.push({ number: count, item })
  }
  return { items, count, fitting }
}

async function readTextFile(input: ReadFileInput, ctx: ToolContext): Promise<ToolResult> {
  const file = await locateText(input.path, ctx.roots)
  const { find } = input
  // a long line arrives in pieces: the end of the one before is searched with the next
  let before = ''
  const fits = (line: string) => {
    if (find === undefined) return true
    const found = mentions(before + line, find)
    before = line.length === longestLine ? line.slice(-find.length) : ''
    return found
  }
  const picked = await pick(
    readLines(file.path, file.encoding, ctx.signal),
    input.offset ?? 1,
    input.limit ?? usualLines,
    fits,
    line => line.length + 1,
  )
  const lines = picked.items.map(({ number, item }) =>
    find === undefined ? item : `${number}: ${item}`,
  )
  return {
    content: [
      headline(file.name, 'line', picked, input),
      ...lines,
      ...nextMove('line', picked, input),
    ].join('\n'),
    details: { file: file.name, lines: picked.count, shown: picked.items.length },
  }
}

async function readTableFile(input: ReadFileInput, ctx: ToolContext): Promise<ToolResult> {
  const table = await readTable(input.path, ctx.roots, ctx.signal)
  const { find } = input
  const picked = await pick(
    readRows(table, ctx.signal),
    input.offset ?? 1,
    input.limit ?? usualRows,
    row => find === undefined || row.some(cell => mentions(cell, find)),
    row => row.reduce((sum, cell) => sum + Math.min(cell.length, 200) + 3, 0),
  )
  const outline = input.offset === undefined && find === undefined
  const columns = ['row', ...table.columns.map(column => column.name)]
  const rows = picked.items.map(({ number, item }) => [number, ...item])
  return {
    content: [
      ...(outline ? [`${table.name}: ${outlineOf(table)}`] : []),
      headline(table.name, 'row', picked, input),
      ...(rows.length > 0 ? [renderTable(columns, rows)] : []),
      ...nextMove('row', picked, input),
    ].join('\n'),
    details: { file: table.name, columns, rows: rows.map(row => row.map(cell => cellText(cell))) },
  }
}

function headline(
  name: string,
  what: 'line' | 'row',
  { items, count, fitting }: Picked<unknown>,
  { find, offset }: ReadFileInput,
): string {
  const all = `${count} ${what}${count === 1 ? '' : 's'}`
  if (find !== undefined)
    return `${fitting} of ${all} of ${name}${offset === undefined ? '' : ` from ${what} ${offset} on`} contain${fitting === 1 ? 's' : ''} ${JSON.stringify(find)}.`
  if (count === 0) return `${name} has no ${what}s.`
  const [first, last] = [items[0]?.number, items.at(-1)?.number]
  if (first === undefined) return `${name} has only ${all}; use an offset up to ${count}.`
  return `${name}, ${what}s ${first} to ${last} of ${count}:`
}

function nextMove(
  what: 'line' | 'row',
  { items, fitting }: Picked<unknown>,
  { find }: ReadFileInput,
): string[] {
  const left = fitting - items.length
  const next = (items.at(-1)?.number ?? 0) + 1
  if (left === 0) return []
  const others = what === 'row' ? ', or the table tool to compute' : ''
  return [
    find === undefined
      ? `[${left} more ${what}s: use offset=${next} to go on, find="..." to search${others}]`
      : `[${left} more ${what}s contain it: use offset=${next} to go on${others}]`,
  ]
}
