// Whether a claim stands in the right place of the result it names: with its unit, and in the row or
// sentence that the step asks for.

import type { Value } from '../plan.ts'
import { dateOccurs, numbersIn, toNumber, valueOccurs } from '../text/evidence.ts'
import type { Passage, Span } from '../text/passages.ts'
import type { Reading } from '../text/reading.ts'
import { placesOf, spansOf } from '../text/values.ts'
import type { Call, Grounded, Quoted } from './claim.ts'
import { askedOf } from './fitting.ts'
import { placesAsking, placesNaming } from './naming.ts'
import { daysIn, rivalOf } from './rivals.ts'
import { unitFault } from './units.ts'

/** What the source says of the unit, when that is another one than claimed. */
export function unitMisread(
  claim: Quoted,
  call: Call,
  reading: Reading,
  ground: Grounded,
): string | undefined {
  const { name, value, unit, evidence } = claim
  const [first] = [value].flat()
  if (typeof first !== 'number') return undefined
  const figures = placesOf(first, evidence.quote, reading).map(figure => ({
    ...figure,
    head: headOf(figure, reading.passageAt(figure.start)),
  }))
  const measured = { name, value: first, ...(unit !== undefined && { unit }) }
  return unitFault(measured, figures, {
    // without the step nothing says whether the unit is understood
    ...(ground.step && { asked: placesAsking(claim, ground) }),
    all: placesNaming(claim, call, ground),
  })
}

/** The place that fits what the step asks for clearly better than the one the value was taken from. */
export function misplaced(claim: Quoted, reading: Reading, ground: Grounded): string | undefined {
  const { name, value, evidence } = claim
  const { step, beliefs } = ground
  if (!step || Array.isArray(value) || typeof value === 'boolean') return undefined
  const one = value as string | number
  const own =
    typeof one === 'number'
      ? placesOf(one, evidence.quote, reading)
      : wordsAt(one, spansOf(evidence.quote, reading), reading)
  const keys = step.reads.flatMap(
    read => [beliefs[read]?.value ?? []].flat() as (string | number)[],
  )
  const restated = keys.some(key => String(key) === String(one))
  const asked = askedOf(name, step, beliefs)
  const input = textsIn(ground.call(evidence.call)?.input)
  const echoed = input.filter(text => text.length >= 15)
  const askedWith = numbersIn(input.join('\n'))
  const taken = (text: string, place: Span) =>
    echoes(reading, place, echoed) ||
    askedWith.includes(toNumber(text) ?? Number.NaN) ||
    keys.some(key => valueOccurs(key, text) && String(key).length >= text.length / 2)
  const rival = rivalOf(one, own, { reading, asked, taken })
  if (!rival) return undefined
  const needed = restated ? rival.loss : 2 * rival.loss + (rival.isRow ? 0.7 : 1.7)
  if (rival.gain < needed) return undefined
  const there = reading.text.slice(rival.start, rival.end)
  const passage = reading.passageAt(rival.start)
  const words = passage
    ? reading.text.slice(passage.start, passage.end).trim().slice(0, 160)
    : there
  return `${name}: ${show(value)} stands in another place of ${evidence.call} than the one this step asks for, which is rather "${words}"; quote the row or sentence that is asked for`
}

// --- internal ---

/** Whether a place stands where a result only says again what it was asked. */
function echoes(reading: Reading, place: Span, asked: readonly string[]): boolean {
  const passage = reading.passageAt(place.start)
  const words = passage && reading.text.slice(passage.start, passage.end).toLowerCase()
  return words !== undefined && asked.some(text => words.includes(text))
}

/** The texts of a call's input. */
function textsIn(input: unknown): readonly string[] {
  if (typeof input === 'string') return [input.toLowerCase()]
  return input && typeof input === 'object' ? Object.values(input).flatMap(textsIn) : []
}

/** Where a text stands; a day also in another spelling. */
function wordsAt(value: string, spans: readonly Span[], reading: Reading): readonly Span[] {
  const found = reading.findWords(value, spans)
  if (found.length > 0) return found
  return daysIn(reading.text).filter(
    ({ start, end }) =>
      spans.some(span => span.start <= start && end <= span.end) &&
      dateOccurs(value, reading.text.slice(start, end), reading.text),
  )
}

function headOf({ start }: Span, passage: Passage | undefined): string | undefined {
  return passage?.isRow ? passage.parts.find(part => part.end >= start)?.head : undefined
}

const show = (value: Value) => (typeof value === 'string' ? `"${value}"` : String(value))
