// A claim that names stored tool calls: their words, their figures, or what they computed.
import { evaluate, type Quantity, sameQuantity } from '../expressions/expression.ts'
import { asList } from '../plan.ts'
import { dateOccurs, numbersIn, toNumber } from '../text/evidence.ts'
import { monthAbroad } from '../text/languages.ts'
import { monthNumber } from '../text/months.ts'
import type { Span } from '../text/passages.ts'
import type { Reading } from '../text/reading.ts'
import { placesOf } from '../text/values.ts'
import { joins, rowsIn } from './cells.ts'
import {
  type Call,
  type Claim,
  type Ground,
  type Named,
  type Quote,
  type Support,
  said,
  unsupported,
} from './claim.ts'
import { placesNaming } from './naming.ts'
import { mistakenKey } from './rules/asked.ts'
import { foundAgain } from './rules/copy.ts'
import { choiceDoubt, listDoubt, repeatedItem } from './rules/list.ts'
import { inventedNumber } from './rules/number.ts'
import { replacement } from './rules/outdated.ts'
import { misplaced } from './rules/row.ts'
import { columnUnitFault, computedUnitFault, unitMisread } from './rules/unit.ts'
import { isDayOfSeveral, otherYear } from './rules/year.ts'
import { byRule } from './rules.ts'

/** Whether the claim stands in the results it names, in the place it should stand in. */
export function fromCalls(
  claim: Claim,
  evidence: readonly [Quote, ...Quote[]],
  ground: Ground,
): Support {
  const named: Named[] = []
  for (const quote of evidence) {
    const found = lookUp(claim, quote, ground)
    if ('fault' in found) return found
    named.push(found)
  }
  const computing = named.find(({ call }) => call.computes && call.value !== undefined)
  // no words are a yes or a no: it follows from them
  if (claim.implied || (typeof claim.value === 'boolean' && !computing)) {
    // a number that the words hold is quoted
    const { implied: _, ...plain } = claim
    const said = typeof claim.value === 'number' && fromCalls(plain, evidence, ground)
    return said && !('fault' in said) ? said : implied(claim, named, ground)
  }
  if (computing?.quote === undefined && computing) return computed(claim, computing, ground)
  const missing = missingFrom(claim, named)
  if (missing !== undefined)
    return isDayOfSeveral(claim, evidence) ? implied(claim, named, ground) : unsupported(missing)
  const isPart = typeof computing?.call.value === 'string' // of a text that was printed
  if (computing && !isPart) return computed(claim, computing, ground)
  const misread = (each: Named) =>
    byRule('unit', ground, () => unitMisread(claim, each, ground)) ??
    byRule('row', ground, () => misplaced(claim, each, ground)) ??
    (each.call.computes
      ? byRule('number', ground, () => inventedNumber(claim, each, ground))
      : undefined)
  const fault =
    byRule('year', ground, () => otherYear(claim, named, ground)) ??
    byRule('list', ground, () => repeatedItem(claim, named)) ??
    named.map(misread).find(each => each !== undefined)
  if (fault !== undefined) return unsupported(fault)
  return {
    provenance: named.some(({ call }) => !call.computes) ? 'quoted' : 'computed',
    doubt:
      byRule('list', ground, () => listDoubt(claim, named)) ??
      byRule('copy', ground, () => foundAgain(claim, ground)),
  }
}

// --- internal ---

/** The result named, when it is one that counts and the quote stands in what was found. */
function lookUp(
  { name }: Claim,
  { call: id, quote }: Quote,
  ground: Ground,
): Named | Extract<Support, { readonly fault: string }> {
  const stored = ground.call(id)
  const call = stored ?? believedText(id, ground)
  if (!call) return unsupported(`${name}: there is no tool result or belief ${id}`)
  if (call.failed) return unsupported(`${name}: the tool call ${id} failed`)
  const amiss =
    stored &&
    (byRule('outdated', ground, () => {
      const newer = replacement(stored, id, quote ?? stored.content, ground)
      return (
        newer &&
        `${name}: ${id} is outdated, the same call gave another result in ${newer}; take the value from there`
      )
    }) ??
      byRule('asked', ground, () => {
        // what was found says itself what it is about
        const { asked, wanted } = (stored.computes && mistakenKey(stored.input, ground)) || {}
        return asked === undefined
          ? undefined
          : `${name}: ${id} asked about "${asked}", but the step is about "${wanted}"; make the call for that`
      }))
  if (amiss !== undefined) return unsupported(amiss)
  const reading = ground.read(call.content)
  const first = call.content.indexOf('\n') + 1
  const from = ownWords(call, first)
  const spans =
    quote === undefined
      ? [{ start: from, end: call.content.length }]
      : reading
          .find(quote)
          .map(({ start, end }) => ({ start: end > first ? start : Math.max(start, from), end }))
          .filter(({ start, end }) => /[\p{L}\d]/u.test(reading.text.slice(start, end)))
  if (spans.length > 0) return { call, id, reading, spans, ...(quote !== undefined && { quote }) }
  return unsupported(
    reading.find(quote!).length > 0
      ? `${name}: the quote is the heading of ${id}, which repeats what was asked; quote what was found`
      : `${name}: the quote "${quote!.slice(0, 60)}" does not occur in ${id}; copy it word for word from there`,
  )
}

/** Where what was found begins: behind what the tool repeats in its first line of what it was asked. */
function ownWords({ content, input }: Call, first: number): number {
  const head = content.slice(0, first)
  const repeated = textsIn(input).filter(text => text.length > 2 && head.includes(`"${text}"`))
  return Math.max(0, ...repeated.map(text => head.lastIndexOf(`"${text}"`) + text.length + 2))
}

function textsIn(input: unknown): readonly string[] {
  if (typeof input === 'string') return [input]
  return input && typeof input === 'object' ? Object.values(input).flatMap(textsIn) : []
}

/** A believed text may be quoted like a result: it has been read before. */
function believedText(name: string, { beliefs }: Ground): Call | undefined {
  const value = Object.hasOwn(beliefs, name) ? beliefs[name]?.value : undefined
  const text = Array.isArray(value) ? value.join('\n') : value
  return typeof text === 'string' ? { content: text, computes: false, failed: false } : undefined
}

/** What of the value stands in none of the places named. */
function missingFrom({ name, value, unit }: Claim, named: readonly Named[]): string | undefined {
  const items = [value].flat()
  const quoting = named.filter(({ quote }) => quote !== undefined)
  const id = named.map(each => each.id).join(', ')
  if (quoting.length === 0 && !named[0]!.call.computes && typeof value === 'number') {
    const places = named.flatMap(each => placesOf(value, each.spans, each.reading, unit))
    if (places.length > 1)
      return `${name}: ${value} stands in ${id} in ${places.length} places; quote the words around the one that is meant`
  }
  const within = quoting.length > 0 ? quoting : named
  const lacking = items.filter(
    item => !within.some(each => standsIn({ name, value: item, unit }, each, each.spans)),
  )
  if (items.length > 0 && lacking.length === 0) return undefined
  // the items of a list may stand apart, each of them somewhere in the results
  const apart = lacking.filter(
    item => typeof item === 'number' || !named.some(each => standsIn({ name, value: item }, each)),
  )
  if (Array.isArray(value)) {
    if (apart.length === 0 && (quoting.length === 0 || lacking.length < items.length))
      return undefined
    const missing = said(apart[0] ?? lacking[0] ?? [])
    return `${name}: ${apart.length || items.length} of ${items.length} items, such as ${missing}, stand in no quote; quote the words of each, or copy them word for word`
  }
  const way =
    typeof value === 'number'
      ? 'copy it as it stands, or work it out with calculate from what stands there and name that call'
      : 'copy values word for word, derive them, or say implied when they only follow'
  return quoting.length > 0
    ? `${name}: its quote does not contain ${said(value)}; ${way}`
    : `${name}: ${said(value)} does not stand in ${id}; copy values word for word, or derive them`
}

/** Whether an item stands in some of the words of a result; without `spans`, in any that were found. */
function standsIn(
  { name, value, unit }: Pick<Claim, 'name' | 'value' | 'unit'>,
  { reading }: Named,
  spans?: readonly Span[],
): boolean {
  const places = spans ?? [{ start: 0, end: reading.text.length }]
  const number = typeof value === 'number' ? value : toNumber(String(value))
  if (number !== undefined)
    return (
      placesOf(number, places, reading, unit).length > 0 ||
      (/month/.test(name) && places.some(place => namesMonth(number, wordsAt(reading, place))))
    )
  if (reading.findWords(String(value), places).length > 0) return true
  return places.some(
    ({ start, end }) =>
      dateOccurs(value, reading.text.slice(start, end), reading.text) ||
      rowsIn(reading, { start, end }).some(cells => joins(String(value), cells)),
  )
}

const wordsAt = ({ text }: Reading, { start, end }: Span) => text.slice(start, end)

const namesMonth = (number: number, words: string) =>
  (words.match(/\p{L}{3,}/gu) ?? []).some(
    word => (monthNumber(word) ?? monthAbroad(word)) === number,
  )

const wordsOf = ({ spans, reading }: Named) => spans.map(span => wordsAt(reading, span))

/** What follows from words without standing there: a reading of them, never a number of its own. */
function implied(claim: Claim, named: readonly Named[], ground: Ground): Support {
  const { name, value } = claim
  if (named.some(({ quote, call }) => quote === undefined && !call.computes))
    return unsupported(`${name}: an implied value needs the quote that it follows from`)
  const known = numbersIn([ground.question, ...named.flatMap(wordsOf)].join('\n'))
  const digits = [value]
    .flat()
    // "one less than it" is no number that somebody has to have said
    .flatMap(item =>
      typeof item === 'number' ? [item] : numbersIn(String(item)).filter(n => n !== 0 && n !== 1),
    )
  const own = digits.filter(
    number =>
      !known.includes(number) &&
      !named.some(each => standsIn({ name, value: number }, each, each.spans)),
  )
  if (own.length > 0)
    return unsupported(
      own.length === 1
        ? `${name}: the number ${own[0]} is not in the words it is to follow from; quote it or derive it`
        : `${name}: the numbers ${own.join(', ')} are not in the words it is to follow from; quote them or derive them`,
    )
  const computing = named.filter(({ call }) => call.computes)
  const invented = byRule('number', ground, () =>
    computing
      .flatMap(each => digits.map(number => inventedNumber({ name, value: number }, each, ground)))
      .find(fault => fault !== undefined),
  )
  return invented === undefined ? { provenance: 'implied' } : unsupported(invented)
}

function computed(claim: Claim, named: Named, ground: Ground): Support {
  const { name, value, unit } = claim
  const { call, id } = named
  const result = resultOf(call, unit, ground)
  const given = Array.isArray(value) ? { ...result, value: asList(result.value) } : result
  const bare = unit === undefined || given.unit === undefined
  const same =
    (bare && sameQuantity({ value }, { value: given.value })) ||
    (unit !== undefined && sameQuantity({ value, unit }, given))
  const choice = same ? undefined : choiceDoubt(claim, given.value, id)
  if (choice !== undefined) return { provenance: 'computed', doubt: choice }
  if (!same)
    return {
      fault: 'incorrect_computation',
      why: `${name} = ${said(value)} is not what ${id} computed, ${said(given.value)}${given.unit === undefined ? '' : ` ${given.unit}`}`,
    }
  const fault =
    byRule('number', ground, () => inventedNumber(claim, named, ground)) ??
    byRule(
      'unit',
      ground,
      () =>
        columnUnitFault(claim, call) ??
        computedUnitFault(claim, given, placesNaming(claim, call, ground)),
    )
  return fault === undefined ? { provenance: 'computed' } : unsupported(fault)
}

/** What a call gave; the expression that gave it without a unit is asked for the one that is claimed. */
function resultOf(
  { value, unit, input }: Call,
  wanted: string | undefined,
  { beliefs }: Ground,
): Quantity {
  if (unit !== undefined) return { value: value!, unit }
  if (wanted === undefined) return { value: value! }
  // a column called hours reads as an expression too
  const expression = textsIn(input).find(text => {
    const bare = evaluate(text, beliefs)
    return bare.ok && sameQuantity({ value: bare.value }, { value: value! })
  })
  if (expression === undefined) return { value: value! }
  const again = evaluate(expression, beliefs, wanted)
  return again.ok && again.value !== value ? again : { value: value! }
}
