// What a command has printed, as the values that it was run for.
import { parse } from 'csv-parse/sync'
import { jsonrepair } from 'jsonrepair'
import { z } from 'zod'
import type { ToolResult } from '../tool.ts'
import type { Shown } from './answer.ts'

/**
 * One value or a list of them, and where names stand with the values, these by their names: a head above rows, an
 * object of JSON, lines such as `total: 12`.
 */
export function valuesIn(stdout: Shown): Pick<ToolResult, 'value' | 'list' | 'cells'> {
  const value = singleValue(stdout)
  const list = value === undefined ? itemsOf(stdout) : []
  const cells = named(stdout)
  return {
    ...(value !== undefined && { value }),
    ...(list.length > 1 && { list }),
    ...(cells && { cells }),
  }
}

// --- internal ---

type Cells = NonNullable<ToolResult['cells']>

function named({ text, length }: Shown): Cells | undefined {
  if (length > text.length) return undefined
  const printed = text.trim()
  return objectIn(printed) ?? columnsIn(printed) ?? linesIn(printed)
}

const Scalar = z.union([z.string(), z.number(), z.boolean()])
const Named = z.record(z.string(), z.union([Scalar, z.array(z.union([z.string(), z.number()]))]))

function objectIn(text: string): Cells | undefined {
  if (!/^\{[\s\S]*\}$/.test(text)) return undefined
  try {
    return Named.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // lines in curly brackets
  }
}

/** Of one row below a head its cells, of more rows a list each; nothing where a cell is empty. */
function columnsIn(text: string): Cells | undefined {
  const [, delimiter] = /^[a-z_]\w*([,;\t|])(?:[a-z_]\w*\1)*[a-z_]\w*\n/i.exec(text) ?? []
  if (delimiter === undefined) return undefined
  try {
    const [head = [], ...rows] = parse(text, { delimiter, relaxQuotes: true }) as string[][]
    if (new Set(head).size < head.length || rows.flat().includes('')) return undefined
    const column = (at: number) => rows.map(row => numberIn(row[at]!) ?? row[at]!)
    return Object.fromEntries(head.map((name, at) => [name, sole(column(at))]))
  } catch {
    return undefined // other lines below it
  }
}

const sole = <T>(items: readonly T[]): T | readonly T[] => (items.length === 1 ? items[0]! : items)

function linesIn(text: string): Cells | undefined {
  const pairs = text.split('\n').map(line => /^([a-z_]\w*) ?[:=] ?(\S.*)$/i.exec(line))
  const cells = pairs.flatMap(pair => (pair ? [[pair[1]!, pair[2]!] as const] : []))
  const isAll =
    cells.length === pairs.length && new Set(cells.map(([name]) => name)).size === cells.length
  return isAll
    ? Object.fromEntries(cells.map(([name, said]) => [name, numberIn(said) ?? said]))
    : undefined
}

/** The numbers that were printed, or the lines, unless they are too many or too long to be items of a list. */
function itemsOf({ text, length }: Shown): readonly (string | number)[] {
  if (length > text.length) return []
  const array = arrayIn(text)
  if (array) return array
  const lines = text.trimEnd().split('\n')
  const numbers = (lines.length === 1 ? piecesOf(text) : lines).map(numberIn)
  if (numbers.length <= 5000 && numbers.every(each => each !== undefined)) return numbers
  return lines.length <= 200 && lines.every(fitsLine) ? lines : []
}

/** What commas part, but for those of thousands. */
const piecesOf = (line: string) =>
  /^\s*\d{1,3}(?:,\d{3})+\s*$/.test(line) ? [line] : line.trim().split(/,\s*/)

const fitsLine = (line: string) => line.trim() !== '' && line.length <= 200

const Items = z.array(z.union([z.string(), z.number()])).min(2)

/** The texts and numbers of a list that a program has printed as one: `["Ben", "Dee"]`, `['Ben', 2]`. */
function arrayIn(text: string): readonly (string | number)[] | undefined {
  const line = text.trim()
  if (!/^\[[^\n]*\]$/.test(line)) return undefined
  try {
    return Items.safeParse(JSON.parse(jsonrepair(line))).data
  } catch {
    return undefined // a test such as `[ -f a ]`, a place in square brackets
  }
}

/** What programs print for what is not there. */
const nothing = /^(?:null|none|nan|undefined)?$/i

/** What the command was run for, when it said one number or one short line that is no list of numbers. */
function singleValue({ text }: Shown): string | number | undefined {
  const line = text.trim()
  if (nothing.test(line) || line.includes('\n') || line.length > 200 || arrayIn(line))
    return undefined
  const pieces = piecesOf(line)
  if (pieces.length > 2 && pieces.every(each => numberIn(each) !== undefined)) return undefined
  return numberIn(line) ?? line
}

/** A number with more digits than a double holds stays as it was printed. */
function numberIn(text: string): number | undefined {
  const number = /^-?(?:0|[1-9]\d*|(?:0|[1-9]\d*)?\.\d+)(?:e[-+]?\d+)?$/i.test(text.trim())
    ? Number(text)
    : Number.NaN
  const isWhole =
    Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
  return isWhole ? number : undefined
}
