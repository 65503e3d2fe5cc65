// What can be wrong with one value of a reply: a digit, the value of the row beside it, its unit, or the
// quote it is said to rest on. Which one, follows from a seed and the place of the reply alone.
import { isCount, parseUnit } from '../../../plans/expressions/units.ts'
import { siblingOf, spelledOut } from '../../phases/verify/parts.ts'
import { createRandom } from '../../samples/random.ts'

export const faultKinds = ['digit', 'row', 'unit', 'quote'] as const
export type FaultKind = (typeof faultKinds)[number]

/** Which reply, counted from 1, is to have a fault, and what it is drawn by. */
export interface FaultRule {
  readonly seed: number
  /** One in so many replies; 5 unless given. */
  readonly every?: number
}

/** One value that was altered; `none` where a reply held nothing that could be. */
export interface Fault {
  readonly reply: number
  readonly kind: FaultKind | 'none'
  readonly before: string
  readonly after: string
}

/** Whether the reply with this number has a fault. */
export function isDue(reply: number, { seed, every = usualEvery }: FaultRule): boolean {
  return reply % every === Math.abs(seed) % every
}

/**
 * `pieces`, the text of a reply and the arguments of its tool calls, with one value altered wherever it
 * stands in them, and what was.
 * `shown` is all that the model was shown: neighbouring rows are found there. The kind that is due goes
 * to the next one where the reply holds no value for it. A piece that is JSON stays JSON.
 */
export function altered(
  pieces: readonly string[],
  shown: string,
  reply: number,
  { seed }: FaultRule,
): { readonly pieces: readonly string[]; readonly fault: Fault } {
  const random = createRandom(seed * 10_007 + reply)
  const first = random.int(0, faultKinds.length - 1)
  const kinds = [...faultKinds.slice(first), ...faultKinds.slice(0, first)]
  for (const isWorthy of [isValue, () => true])
    for (const kind of kinds) {
      const changes = pieces
        .flatMap(piece => [...changesOf[kind](piece, shown)])
        .filter(change => change.before !== change.after && isWorthy(change))
        .map(change => ({ change, whole: pieces.map(piece => everywhere(piece, change)) }))
        .filter(({ whole }) => whole.join() !== pieces.join())
        .filter(({ whole }) => whole.every((piece, at) => !isJson(pieces[at]!) || isJson(piece)))
      if (changes.length === 0) continue
      const { change, whole } = random.pick(changes)
      return { pieces: whole, fault: { reply, kind, ...change } }
    }
  return { pieces, fault: { reply, kind: 'none', before: '', after: '' } }
}

// --- internal ---

const usualEvery = 5

type Change = Pick<Fault, 'before' | 'after'>

const changesOf: Readonly<Record<FaultKind, (piece: string, shown: string) => Iterable<Change>>> = {
  digit: digits,
  row: rows,
  unit: units,
  quote: quotes,
}

/** A single digit mostly says where something is, or how many decimals are wanted: the last thing to alter. */
const isValue = ({ before }: Change) => before.length > 1

/** A model that takes a value for another one says so wherever it says it. */
function everywhere(piece: string, { before, after }: Change): string {
  let changed = ''
  let from = 0
  for (let at = piece.indexOf(before); at >= 0; at = piece.indexOf(before, from)) {
    const alone = standsAlone(piece, at, before)
    changed += piece.slice(from, at) + (alone ? after : before)
    from = at + before.length
  }
  return changed + piece.slice(from)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

// a digit behind a letter is part of a name: s1, c2
const number = /(?<![\p{L}\d_.])\d[\d,]*(?:\.\d+)?(?![\p{L}_])/gu

/** Each number with its middle digit one off. */
function* digits(piece: string): Generator<Change> {
  for (const [before] of piece.matchAll(number)) {
    const at = [...before.matchAll(/\d/g)].map(digit => digit.index)
    const place = at[Math.floor(at.length / 2)]!
    const digit = Number(before[place])
    const off = String(digit === 9 ? 8 : digit + 1)
    yield { before, after: before.slice(0, place) + off + before.slice(place + 1) }
  }
}

/** Each value of a table that was shown, as the same column of the row beside it has it. */
function* rows(piece: string, shown: string): Generator<Change> {
  for (const [before, after] of neighbours(shown))
    if (everywhere(piece, { before, after }) !== piece) yield { before, after }
}

/** By a value its neighbour: below each other in a table, beside each other among the values of a column, titles in a row. */
function neighbours(shown: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let above: readonly string[] | undefined
  for (const line of shown.split('\n')) {
    const cells = cellsOf(line)
    // what stands over the line of dashes is the head
    const isRow = cells !== undefined && !cells.every(cell => /^:?-+:?$/.test(cell))
    if (isRow && above?.length === cells.length)
      for (const [column, cell] of cells.entries()) pair(found, above[column]!, cell)
    above = isRow ? cells : undefined
    const [, values] = /^- .*; (?:values|such as):? (.+)$/.exec(line) ?? []
    pairUp(found, values?.split(', ') ?? [])
  }
  const titles = shown.matchAll(/^\[\d+\] (.+?)(?: \([^()]*\))?$/gm)
  pairUp(
    found,
    [...titles].map(([, title]) => title!),
  )
  return found
}

function pairUp(found: Map<string, string>, row: readonly string[]): void {
  for (const [at, value] of row.slice(1).entries()) pair(found, row[at]!, value)
}

/** Both are said of each other: a row may be the last one. */
function pair(found: Map<string, string>, one: string, other: string): void {
  const alike = /^[\d.,-]+$/.test(one) === /^[\d.,-]+$/.test(other)
  if (!alike || one === other || /["\\]/.test(one + other)) return
  if (one.length > 1 && !found.has(one)) found.set(one, other)
  if (other.length > 1 && !found.has(other)) found.set(other, one)
}

function cellsOf(line: string): readonly string[] | undefined {
  const [, inner] = /^\s*\|(.+)\|\s*$/.exec(line) ?? []
  return inner?.split('|').map(cell => cell.trim())
}

function standsAlone(piece: string, place: number, cell: string): boolean {
  const [left, right] = [piece.slice(0, place), piece.slice(place + cell.length)]
  if (!/^\p{L}|^\d/u.test(cell)) return true
  return !/[\p{L}\d_]$|\d[.,]$/u.test(left) && !/^(?:[\p{L}\d_]|[.,]\d)/u.test(right)
}

/** Each unit, behind a number or as a member of its own, as another one of its kind. */
function* units(piece: string): Generator<Change> {
  const written = /("unit":\s*"|(?<![\p{L}\d_.])\d[\d,.]*\s?)(%|\p{L}[\p{L}/^²³]*)/gu
  for (const [, number, name] of piece.matchAll(written)) {
    const unit = parseUnit(name!)
    const other =
      unit && !spelledOut.test(name!) && (name === '%' || !isCount(unit))
        ? siblingOf(unit)
        : undefined
    if (other !== undefined) yield { before: `${number}${name}`, after: `${number}${other}` }
  }
}

/** Each quote, as words that stand nowhere with its last value among them. */
function* quotes(piece: string): Generator<Change> {
  for (const [, before] of piece.matchAll(/(?<="quote":\s*)"((?:[^"\\]|\\.){4,})"/g)) {
    const told = before!.match(/[\p{L}\d][\p{L}\d.,-]*/gu)?.at(-1) ?? ''
    yield { before: before!, after: `as the records confirm, it was ${told}` }
  }
}
