// What the mutators of claims are made of: other values of the same look, other units of the same
// kind, and the values that stand next to a value.
import type { NewBelief, StoredCall } from '../../../agent/state.ts'
import {
  dimension,
  factorOf,
  isCount,
  parseUnit,
  type Unit,
} from '../../../plans/expressions/units.ts'
import type { Value } from '../../../plans/plan.ts'

/** What look a value has: a swap within one look is plausible. */
export function kindOf(value: Value): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return 'date'
  return Array.isArray(value) ? 'list' : typeof value === 'string' ? 'text' : typeof value
}

/** Another value of the same look: the last figure one higher, the day after, the list without its last. */
export function carried(value: Value): Value | undefined {
  if (typeof value === 'number')
    return tidy(value + 10 ** -(String(value).split('.')[1]?.length ?? 0))
  if (Array.isArray(value)) {
    const [first] = value
    if (typeof first === 'number') return [carried(first) as number, ...value.slice(1)]
    return undefined
  }
  if (typeof value === 'string' && /\d/.test(value))
    return value.replace(/\d(?=\D*$)/, digit => String((Number(digit) + 1) % 10))
  return undefined
}

/** The number, or the first of a list of numbers, changed. */
export function changedNumber(value: Value, change: (number: number) => number): Value | undefined {
  if (typeof value === 'number') return value === 0 ? undefined : change(value)
  if (!Array.isArray(value) || typeof value[0] !== 'number') return undefined
  return [change(value[0]), ...value.slice(1)]
}

/** Without the noise of floating point. */
export const tidy = (number: number) => Number(number.toPrecision(12))

/** Another unit that measures the same. */
export function siblingOf(unit: Unit): string | undefined {
  return siblings.find(name => {
    const other = parseUnit(name)!
    return dimension(other) === dimension(unit) && !factorOf(other).equals(factorOf(unit))
  })
}

/** A compound unit with one part of it exchanged: `EUR/kg` as `EUR/g`. */
export function otherPart(unit: string): string | undefined {
  const parts = unit.split('/')
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parseUnit(parts[i]!)
    if (!part || isCount(part)) continue
    const other = siblingOf(part)
    if (other) return parts.with(i, other).join('/')
  }
  return undefined
}

const siblings =
  'km m cm mi ft kg g lb t min h s days L mL m^3 km^2 m^2 ha km/h m/s kWh MJ W kW % ‰ GB MB °F °C K bar Pa litres/min litres/s'.split(
    ' ',
  )

/** Numbers as words. */
export const spelledOut =
  /\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million)\b/i

interface Place {
  readonly value: number
  readonly text: string
  readonly at: number
}

/** The numbers of a text with their places; dates and times are left out. */
export function numbersOf(text: string): readonly Place[] {
  return [...text.matchAll(/(?<![\p{L}\d.,:/-])\d+(?:,\d{3})*(?:\.\d+)?(?![\d:/-]|\.\d)/gu)].map(
    match => ({
      value: Number(match[0].replaceAll(',', '')),
      text: match[0],
      at: match.index,
    }),
  )
}

/** Values that stand where a careless eye slips to: the same column one row away, the next of its kind. */
export function* neighbours(
  { value, evidence }: NewBelief,
  call: StoredCall,
): Generator<{ readonly value: Value; readonly quote: string }> {
  const lines = call.content.split('\n')
  const words = plain(evidence?.quote ?? '')
  const at = lines.findIndex(line => stands(line, value) && (words === '' || alike(line, words)))
  if (at < 0) return
  const cells = cellsOf(lines[at]!)
  // what is computed stands in rows only when it is a table
  if (call.computes && cells.length === 0) return
  const column = cells.findIndex(cell => stands(cell, value))
  for (const other of [at + 1, at - 1, at + 2, at - 2]) {
    const line = lines[other]
    if (line === undefined || /^[\s|:-]*$/.test(line)) continue
    if (cells.length > 2) {
      if (/^[\s|:-]*$/.test(lines[other + 1] ?? '') && (lines[other + 1] ?? '').includes('-'))
        continue
      const cell = cellsOf(line)[column]
      if (cell === undefined || cellsOf(line).length !== cells.length) continue
      if (typeof value !== 'number') yield { value: cell, quote: line.trim() }
      else for (const { value } of numbersOf(cell).slice(0, 1)) yield { value, quote: line.trim() }
    } else yield* alikes(line, value)
  }
  // in prose also the next one of its kind in the same line
  if (cells.length <= 2) yield* alikes(lines[at]!, value)
}

function* alikes(line: string, value: Value) {
  const quote = line.trim()
  if (typeof value === 'number')
    for (const each of numbersOf(line)) yield { value: each.value, quote }
  else if (isDay(String(value)))
    for (const [day] of line.matchAll(new RegExp(dayWords, 'g'))) yield { value: day, quote }
  else if (/^\p{Lu}/u.test(String(value)) && String(value).length < 40)
    for (const [name] of line.matchAll(/\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+/gu))
      yield { value: name, quote }
  else if (String(value).length >= 40) yield { value: quote, quote }
}

const dayWords = String.raw`\d{1,2} \p{Lu}\p{Ll}+(?: \d{4})?|\d{4}-\d\d-\d\d`
  .replaceAll('\\p{Lu}', '[A-Z]')
  .replaceAll('\\p{Ll}', '[a-z]')
const isDay = (text: string) => new RegExp(`^(?:${dayWords})$`).test(text)

const cellsOf = (line: string) =>
  line.trim().startsWith('|')
    ? line
        .trim()
        .slice(1, -1)
        .split('|')
        .map(cell => cell.trim())
    : []

function stands(line: string, value: Value): boolean {
  return typeof value === 'number'
    ? numbersOf(line).some(number => number.value === value)
    : plain(line).includes(plain(String(value).split('\n')[0]!))
}

function alike(line: string, words: string): boolean {
  const text = plain(line)
  return text !== '' && (words.includes(text) || text.includes(words))
}

/** `text` with every `from` in it made `to`. */
export function replaceValue(text: string, from: Value, to: Value): string {
  if (Array.isArray(from)) return replaceValue(text, from[0]!, (to as readonly Value[])[0] as Value)
  if (typeof from === 'number')
    return numbersOf(text)
      .filter(number => number.value === from)
      .reduceRight(
        (all, { at, text: old }) => all.slice(0, at) + String(to) + all.slice(at + old.length),
        text,
      )
  return text.replaceAll(String(from), String(to))
}

/** A value as a text has it. */
export const shown = (value: Value) => (Array.isArray(value) ? value.join(', ') : String(value))

/** In one spelling. */
export const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
