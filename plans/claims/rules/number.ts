// The numbers that a step may calculate with: those it was given. A number made up in the head is not
// made true by an expression that adds one to it.
import { textOf } from '../../expressions/derive.ts'
import { names, sameQuantity } from '../../expressions/expression.ts'
import { table } from '../../expressions/unit-table.ts'
import type { Value } from '../../plan.ts'
import { numbersAbroad } from '../../text/languages.ts'
import { digitNumbers, wordNumbers } from '../../text/numerals.ts'
import { type Claim, type Ground, type Named, plannedBy } from '../claim.ts'

/** A number that the step put into a computing call without having been given it. */
export function inventedNumber(
  { name, value }: Claim,
  { call: { input }, id }: Named,
  ground: Ground,
): string | undefined {
  const found = numbersIn(input, value).find(isUnknown(ground, id))
  return found && `${name}: ${id} was called with ${found.text}, ${way}`
}

/** The same for the derivation of a claim, unless the plan gives it so. */
export function inventedIn({ name, derivation = '' }: Claim, ground: Ground): string | undefined {
  const planned = plannedBy(ground.step)?.trim() === derivation.trim()
  if (planned || textOf(derivation) !== undefined) return undefined
  const found = numbersIn(derivation).find(isUnknown(ground))
  return found && `${name}: its derivation holds ${found.text}, ${way}`
}

// --- internal ---

const way =
  'which no belief, tool result or word of the question gives; read it with a tool first, or use the belief that holds it'

/** The numbers of every expression in `input`; a query or a program is none, but may not hold its own `result`. */
function numbersIn(input: unknown, result?: Value): ReturnType<typeof numbersOf> {
  if (typeof input === 'string')
    return names(input) === undefined
      ? numbersOf(input).filter(({ value }) => value === result)
      : numbersOf(input)
  return Object.values(input ?? {}).flatMap(inner => numbersIn(inner, result))
}

/** The numbers of an expression; dates, times of day and counts of days are left out. */
function numbersOf(expression: string) {
  const plain = expression
    .replaceAll(/\d{4}-\d\d-\d\d|\d{1,2}:\d\d(?::\d\d)?/g, ' ')
    .replaceAll(/[+-]\s*\d{1,2}\s*(?:calendar |working )?(?:days?|weeks?|months?)\b/g, ' ')
  const found = plain.matchAll(/(?<![\p{L}\d_.])(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?(?![\d_])/giu)
  return [...found].map(([text]) => ({ text, value: Number(text) }))
}

/** Halves and quarters, the clock, the calendar, temperatures, and the sizes of units. */
const constants = new Set([
  ...[0.5, 0.25, 0.75, 1.5, 15, 24, 30, 31, 45, 50, 52, 90, 180, 360, 365, 365.25, 366, 1024],
  ...[1440, 10080, 3.6, 1.8, 32, 273.15],
  ...table.map(([, , factor]) => Number(factor)),
])

const isConstant = (value: number) =>
  (Number.isInteger(value) && value <= 12) ||
  Number.isInteger(Math.log10(value)) ||
  constants.has(value)

/** Whether a number is neither a small count, a power of ten or a constant, nor given before the call `id` was made. */
function isUnknown(ground: Ground, id?: string): (number: { readonly value: number }) => boolean {
  let given: ((value: number) => boolean) | undefined
  return ({ value }) => {
    if (isConstant(value)) return false
    given ??= givenBy(ground, id)
    return !given(value)
  }
}

function givenBy({ call, calls, inView, beliefs, question, step }: Ground, id?: string) {
  const numbers = new Set<number>()
  const times = new Set<number>()
  const add = (text: string) => {
    for (const { values } of [...digitNumbers(text), ...wordNumbers(text, 0)])
      for (const value of values) numbers.add(value)
    for (const { value } of numbersAbroad(text)) numbers.add(value)
    for (const [, hour, minute] of text.matchAll(/(?<!\d)(\d{1,2}):(\d\d)(?!\d)/g))
      times.add(Number(hour) * 60 + Number(minute))
  }
  const items = Object.values(beliefs).flatMap(({ value }) => [value].flat())
  for (const text of [question, step.description, ...items]) add(String(text))
  const known = (value: number) =>
    numbers.has(tidy(value)) || items.some(each => sameQuantity({ value }, { value: each }))
  // as it is, as a percentage, and as what is left or grown by one: 15 % off is 0.85
  const given = (value: number) =>
    [value, value * 100, (1 - value) * 100, (value - 1) * 100].some(
      each => each > 0 && (known(tidy(each)) || known(-tidy(each))),
    )
  // the hours between two times of day
  const isSpan = (hours: number) =>
    Number.isInteger(tidy(hours * 60)) &&
    [...times].some(time => times.has(tidy(time + hours * 60) % 1440))
  const backing = Object.values(beliefs).flatMap(({ evidence }) => evidence?.call ?? [])
  const shown = inView?.() ?? calls
  const before = id === undefined ? calls : shown.slice(0, Math.max(0, shown.indexOf(id)))
  for (const each of new Set([...backing, ...before])) {
    const stored = call(each)
    // a computing call that was itself fed a made-up number gives none
    const fed =
      stored?.computes &&
      numbersIn(stored.input).some(({ value }) => !isConstant(value) && !given(value))
    if (stored && !stored.failed && !fed) add(stored.content)
  }
  return (value: number) => given(value) || isSpan(value)
}

const tidy = (value: number) => Number(value.toPrecision(12))
