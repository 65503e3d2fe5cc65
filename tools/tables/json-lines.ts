// JSON lines as a table: an object a line is a row, its members are columns, those of inner objects
// dotted (`address.city`); lists, and objects where there would be too many columns, are JSON text.

import type { Encoding } from '../files/encodings.ts'
import { decoded } from '../files/text.ts'
import {
  type Column,
  concludeColumns,
  newTally,
  type Tally,
  tallyCell,
  tallyText,
} from './columns.ts'

/** The records in a file of JSON lines. */
export interface LinesSource {
  readonly kind: 'lines'
  readonly path: string
  readonly encoding: Encoding
  /** True when members of inner objects are columns of their own. */
  readonly dotted: boolean
  /** The members that are columns, in order: the keys that lead to each, as a JSON list. */
  readonly members: readonly string[]
  /** Lines that are not JSON, and the number of the first of them. */
  readonly broken: number
  readonly firstBroken?: number
  /** There is nothing above the first record and no header. */
  readonly above: 0
  readonly header: false
}

/** What was found in a file of JSON lines. */
export interface ProfiledLines {
  readonly source: LinesSource
  readonly columns: readonly Column[]
  readonly rows: number
}

/** True for the endings of JSON lines: `.jsonl` and `.ndjson`. */
export function isLinesName(name: string): boolean {
  return /\.(?:jsonl|ndjson)$/i.test(name)
}

/** Beyond so many columns inner objects are dictionaries rather than records. */
const mostDotted = 500

/**
 * Reads all lines once. Columns come in the order in which members first appear; a line that is no
 * object is a row of the one column `value`. Throws one sentence when no line is JSON.
 */
export async function profileLines(
  file: { readonly path: string; readonly name: string; readonly encoding: Encoding },
  signal?: AbortSignal,
): Promise<ProfiledLines> {
  const { name, ...where } = file
  const profiled = (await profile(where, true, signal)) ?? (await profile(where, false, signal))!
  const { rows, source } = profiled
  if (rows === 0)
    throw new Error(
      source.broken === 0
        ? `${name} is empty: it has no rows.`
        : `${name} has no line that is JSON, so it is no table of JSON lines.`,
    )
  return profiled
}

/** The rows of a file of JSON lines, many at a time: numbers and texts as written, `null` as nothing. */
export async function* lineRecords(
  source: LinesSource,
  signal?: AbortSignal,
): AsyncGenerator<string[][]> {
  const places = new Map(source.members.map((member, at) => [member, at]))
  for await (const lines of lineBatches(source, signal)) {
    const rows: string[][] = []
    for (const { value } of lines) {
      if (value === undefined) continue
      const row: string[] = Array(places.size).fill('')
      visit(value, source.dotted, (member, cell) => {
        row[places.get(member)!] = cell
      })
      rows.push(row)
    }
    yield rows
  }
}

// --- internal ---

/** One line: its value, `undefined` when it is not JSON. */
interface Line {
  readonly number: number
  readonly value: unknown
}

async function profile(
  where: { readonly path: string; readonly encoding: Encoding },
  dotted: boolean,
  signal?: AbortSignal,
): Promise<ProfiledLines | undefined> {
  const tallies = new Map<string, Tally>()
  let [rows, broken, firstBroken] = [0, 0, 0]
  const count = (member: string, cell: string, isText: boolean) => {
    const tally = tallies.get(member) ?? newTally()
    if (tally.filled === 0) tallies.set(member, tally)
    if (isText) tallyText(tally, cell)
    else tallyCell(tally, cell)
  }
  for await (const lines of lineBatches(where, signal)) {
    for (const { number, value } of lines) {
      if (value === undefined) {
        firstBroken ||= number
        broken += 1
      } else {
        rows += 1
        visit(value, dotted, count)
      }
    }
    if (dotted && tallies.size > mostDotted) return undefined
  }
  const members = [...tallies.keys()]
  const names = members.map(member => (JSON.parse(member) as string[]).join('.'))
  const lines = {
    broken,
    ...(firstBroken > 0 && { firstBroken }),
    above: 0,
    header: false,
  } as const
  return {
    source: { kind: 'lines', ...where, dotted, members, ...lines },
    columns: concludeColumns(names, [...tallies.values()], '.', '.'),
    rows,
  }
}

type Take = (member: string, cell: string, isText: boolean) => void

/** Gives each member of a line to `take`; objects inside one another beyond a depth are JSON text. */
function visit(value: unknown, dotted: boolean, take: Take): void {
  if (isObject(value)) visitMembers(value, [], dotted ? deepest : 1, take)
  else give('["value"]', value, take)
}

const deepest = 8

function visitMembers(value: object, above: readonly string[], depth: number, take: Take): void {
  for (const [key, member] of Object.entries(value)) {
    const keys = [...above, key]
    if (depth > 1 && isObject(member) && Object.keys(member).length > 0)
      visitMembers(member, keys, depth - 1, take)
    else give(JSON.stringify(keys), member, take)
  }
}

function give(member: string, value: unknown, take: Take): void {
  switch (typeof value) {
    case 'string':
      take(member, value, true)
      return
    case 'number':
      take(member, String(value), false)
      return
    default:
      take(member, value === null ? '' : JSON.stringify(value), true)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A line may have this many characters; a longer one counts as broken. */
const longestLine = 16_000_000

async function* lineBatches(
  { path, encoding }: { readonly path: string; readonly encoding: Encoding },
  signal?: AbortSignal,
): AsyncGenerator<Line[]> {
  let rest = ''
  let cutOff = false
  let number = 0
  const read = (line: string): Line[] => {
    number += 1
    if (cutOff) {
      cutOff = false
      return [{ number, value: undefined }]
    }
    return line.trim() === '' ? [] : [{ number, value: parsed(line) }]
  }
  for await (const text of decoded(path, encoding, signal)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    if (rest.length > longestLine) [rest, cutOff] = ['', true]
    yield lines.flatMap(read)
  }
  if (rest !== '' || cutOff) yield read(rest)
}

/** A whole number of more digits than a double holds stays the text it is. */
function parsed(line: string): unknown {
  try {
    return /\d{16}/.test(line) ? JSON.parse(line, keepDigits) : JSON.parse(line)
  } catch {
    return undefined
  }
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = typeof value === 'number' ? context?.source : undefined
  return source !== undefined && /^-?\d{16,}$/.test(source) ? source : value
}
