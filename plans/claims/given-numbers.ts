// The numbers that a step may calculate with: those it was given. A number made up in the head is not
// made true by a tool that adds one to it.
import { names, type Quantity, sameQuantity } from '../expressions/expression.ts'
import { table } from '../expressions/unit-table.ts'
import { digitNumbers, wordNumbers } from '../text/numerals.ts'
import type { Claim, Ground, Named } from './claim.ts'
import { byRule } from './rules.ts'

/** Texts and beliefs that numbers may come from. */
interface Sources {
  readonly texts: readonly string[]
  readonly beliefs: readonly Quantity[]
}

/** A number that the step put into a computing call without having been given it. */
export function inventedNumber(
  { name, value }: Claim,
  { call, id }: Named,
  ground: Ground,
): string | undefined {
  if (!ground.step || call.input === undefined) return undefined
  return byRule('number', ground, () => {
    const sources = sourcesOf(id, ground)
    const found =
      madeUpNumber(call.input, sources) ??
      (typeof value === 'number' && isWrittenIn(call.input, value, sources)
        ? String(value)
        : undefined)
    return (
      found &&
      `${name}: ${id} was called with ${found}, which no belief, tool result or word of the question gives; read it with a tool first`
    )
  })
}

/** What numbers the step was given when it made the call. */
function sourcesOf(id: string, { call, calls = [], beliefs, question, step }: Ground): Sources {
  const known = Object.values(beliefs)
  const before = calls.slice(0, Math.max(0, calls.indexOf(id)))
  const backing = known.flatMap(({ evidence }) => (evidence ? [evidence.call] : []))
  const texts = [question, step?.description ?? '']
  for (const each of new Set([...backing, ...before])) {
    const stored = call(each)
    // a computing call that was itself fed a made-up number gives none
    const fed =
      stored?.computes && madeUpNumber(stored.input, { texts, beliefs: known }) !== undefined
    if (stored && !stored.failed && !fed) texts.push(stored.content)
  }
  return { texts, beliefs: known }
}

/**
 * The first number in the input of a computing call that none of `sources` gives, as it is written
 * there; `undefined` when each is given, or is a constant of counting, the calendar or the units.
 * Looks at every text of the input that is an expression; a query or a program is none.
 */
function madeUpNumber(input: unknown, sources: Sources): string | undefined {
  const open = [...strings(input)].filter(text => /\d/.test(text) && names(text) !== undefined)
  const wanted = open.flatMap(numbersOf).filter(({ value }) => !isConstant(value))
  if (wanted.length === 0) return undefined
  const given = givenBy(sources)
  return wanted.find(({ value }) => !given(value))?.text
}

/** Whether `value` stands in the input of a call by itself, and none of `sources` gives it. */
function isWrittenIn(input: unknown, value: number, sources: Sources): boolean {
  if (isConstant(value)) return false
  const written = [...strings(input)].some(text =>
    numbersOf(text).some(each => each.value === value),
  )
  return written && !givenBy(sources)(value)
}

// --- internal ---

interface Written {
  readonly text: string
  readonly value: number
}

/** The numbers of an expression; dates, times of day and counts of days are left out. */
function numbersOf(expression: string): readonly Written[] {
  const plain = expression
    .replaceAll(/\d{4}-\d\d-\d\d|\d{1,2}:\d\d(?::\d\d)?/g, ' ')
    .replaceAll(
      /[+-]\s*(?:[12]?\d|3[01])\s*(?:calendar |working )?(?:days?|weeks?|months?)\b/g,
      ' ',
    )
  const found = plain.matchAll(
    /(?<![\p{L}\d_.])(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?(?![\p{L}_])|(?<![\p{L}\d_.])\d+(?:\.\d+)?(?=[\p{L}°])/giu,
  )
  return [...found].map(([text]) => ({ text, value: Number(text) }))
}

/** Small counts, powers of ten, the clock, the calendar, and the sizes of units. */
function isConstant(value: number): boolean {
  return (
    (Number.isInteger(value) && value <= 12) ||
    Number.isInteger(Math.log10(value)) ||
    constants.has(value)
  )
}

const constants = new Set([
  ...[0.5, 0.25, 0.75, 1.5, 15, 24, 30, 31, 45, 50, 52, 60, 90, 180, 360, 365, 365.25, 366, 1024],
  ...[1440, 3600, 10080, 86400, 3.6, 1.8, 32, 273.15],
  ...table.map(([, , factor]) => Number(factor)),
])

function givenBy({ texts, beliefs }: Sources): (value: number) => boolean {
  const numbers = new Set<number>()
  const times = new Set<number>()
  const add = (text: string) => {
    for (const { values } of digitNumbers(text)) for (const value of values) numbers.add(value)
    for (const { values } of wordNumbers(text, 0)) for (const value of values) numbers.add(value)
    for (const [, hour, minute] of text.matchAll(/(?<!\d)(\d{1,2}):(\d\d)(?!\d)/g))
      times.add(Number(hour) * 60 + Number(minute))
  }
  const quantities: number[] = []
  for (const text of texts) add(text)
  for (const { value } of beliefs)
    for (const item of [value].flat())
      if (typeof item === 'number') quantities.push(item, item / 100)
      else add(String(item))
  return wanted => {
    const value = Math.abs(wanted)
    if ([value, value * 100].some(each => numbers.has(each) || numbers.has(tidy(each)))) return true
    if (quantities.some(each => sameQuantity({ value }, { value: Math.abs(each) }))) return true
    return isSpan(value, times)
  }
}

/** Whether two of the times of day are so many hours apart. */
function isSpan(hours: number, times: ReadonlySet<number>): boolean {
  const minutes = hours * 60
  if (!Number.isInteger(tidy(minutes)) || hours > 24) return false
  return [...times].some(time => times.has((time + minutes) % 1440))
}

const tidy = (value: number) => Number(value.toPrecision(12))

function* strings(input: unknown): Generator<string> {
  if (typeof input === 'string') yield input
  else if (input !== null && typeof input === 'object')
    for (const inner of Object.values(input)) yield* strings(inner)
}
