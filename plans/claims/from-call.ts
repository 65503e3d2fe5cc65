// A claim that names a stored tool call: its words, its figures, or what it computed.
import { canonical } from '../canonical.ts'
import { type Quantity, sameQuantity } from '../expressions/expression.ts'
import type { Value } from '../plan.ts'
import { dateOccurs, toNumber } from '../text/evidence.ts'
import type { Reading } from '../text/reading.ts'
import { placesOf, spansOf } from '../text/values.ts'
import { mistakenKey } from './asked-of-call.ts'
import type { Call, Ground, Grounded, Quoted, Support } from './claim.ts'
import { isWrittenIn, madeUpNumber, type Sources } from './given-numbers.ts'
import { placesNaming } from './naming.ts'
import { misplaced, unitMisread } from './places.ts'
import { computedUnitFault } from './units.ts'

/** Whether the claim stands in the result of the call it names, in the place it should stand in. */
export function fromCall(claim: Quoted, ground: Grounded): Support {
  const { name, evidence } = claim
  const passage = ground.call(evidence.call) ? undefined : believedText(evidence.call, ground)
  const call = ground.call(evidence.call) ?? passage
  if (!call) return unsupported(`${name}: there is no tool result ${evidence.call}`)
  if (call.failed) return unsupported(`${name}: the tool call ${evidence.call} failed`)
  const amiss = passage
    ? undefined
    : (outdated(call, claim, ground) ?? misasked(call, claim, ground))
  if (amiss !== undefined) return unsupported(amiss)
  const reading = ground.read(call.content)
  const missing = quoteFault(claim, call, reading, ground)
  if (missing !== undefined) return unsupported(missing)
  if (call.computes && call.value !== undefined) return computed(claim, call, ground)
  const fault = unitMisread(claim, call, reading, ground) ?? misplaced(claim, reading, ground)
  if (fault !== undefined) return unsupported(fault)
  if (!call.computes) return { provenance: 'quoted' }
  const invented = inventedNumber(claim, call, ground)
  return invented === undefined ? { provenance: 'computed' } : unsupported(invented)
}

// --- internal ---

const unsupported = (why: string): Support => ({ fault: 'unsupported_value', why })

/** A believed text may be quoted like a result: it has been read before. */
function believedText(name: string, { beliefs }: Ground): Call | undefined {
  const value = Object.hasOwn(beliefs, name) ? beliefs[name]?.value : undefined
  const text = Array.isArray(value) ? value.join('\n') : value
  return typeof text === 'string' ? { content: text, computes: false, failed: false } : undefined
}

/** A result that is not the step's own, or that a later one of the same call has replaced. */
function outdated(
  call: Call,
  { name, evidence }: Quoted,
  { calls, call: find }: Ground,
): string | undefined {
  if (!calls) return undefined
  const at = calls.indexOf(evidence.call)
  if (at < 0)
    return `${name}: ${evidence.call} is no call of this step; make the call again and take the value from its result`
  if (call.tool === undefined) return undefined
  const input = canonical(call.input ?? null)
  const newer = calls.slice(at + 1).find(id => {
    const other = find(id)
    return (
      other !== undefined &&
      other.tool === call.tool &&
      !other.failed &&
      other.content !== call.content &&
      canonical(other.input ?? null) === input
    )
  })
  return (
    newer &&
    `${name}: ${evidence.call} is outdated, the same call gave another result in ${newer}; take the value from there`
  )
}

/** A call about another entity or year than the step's. */
function misasked(
  { input }: Call,
  { name, evidence }: Quoted,
  { step, beliefs }: Ground,
): string | undefined {
  const mistaken = step && input !== undefined ? mistakenKey(input, step, beliefs) : undefined
  return (
    mistaken &&
    `${name}: ${evidence.call} asked about "${mistaken.asked}", but the step is about "${mistaken.wanted}"; make the call for that`
  )
}

/** A quote that does not occur, or does not hold the value; no quote where one is needed to find it. */
function quoteFault(
  claim: Quoted,
  call: Call,
  reading: Reading,
  { step }: Ground,
): string | undefined {
  const { name, value, evidence } = claim
  const { quote } = evidence
  if (quote === undefined)
    return call.computes && call.value !== undefined
      ? undefined
      : unquotedFault(claim, call, { reading, asked: step !== undefined })
  if (reading.find(quote).length === 0)
    return `${name}: the quote does not occur in ${evidence.call}; copy it word for word from there`
  const items = [value].flat().filter(item => !standsIn(item, quote, reading))
  if (items.length === 0) return undefined
  // the items of a list may stand apart
  if (
    Array.isArray(value) &&
    items.length < value.length &&
    items.every(item => standsIn(item, undefined, reading))
  )
    return undefined
  return `${name}: its quote does not contain ${lacking(value, items)}; copy values word for word, or derive them`
}

/** Without a quote a text has to stand in the result as it is, and a number in one place only. */
function unquotedFault(
  { name, value, evidence }: Quoted,
  call: Call,
  { reading, asked }: { readonly reading: Reading; readonly asked: boolean },
): string | undefined {
  // who does not know what is asked for cannot say whether the place is the right one
  const needed = !call.computes && (!asked || Array.isArray(value))
  if (needed) return `${name}: no quote from ${evidence.call} that holds ${text(value)}`
  const items = [value].flat().filter(item => !standsIn(item, undefined, reading))
  if (items.length > 0 || [value].flat().length === 0)
    return `${name}: ${lacking(value, items)} does not stand in ${evidence.call}; copy values word for word, or derive them`
  const places = typeof value === 'number' ? placesOf(value, undefined, reading).length : 1
  return places > 1 && !call.computes
    ? `${name}: ${value} stands in ${evidence.call} in ${places} places; quote the words around the one that is meant`
    : undefined
}

function standsIn(item: Value, quote: string | undefined, reading: Reading): boolean {
  if (typeof item === 'boolean') return false
  const number = typeof item === 'number' ? item : toNumber(String(item))
  if (number !== undefined) return placesOf(number, quote, reading).length > 0
  if (reading.findWords(String(item), spansOf(quote, reading)).length > 0) return true
  return dateOccurs(item, quote ?? reading.text, reading.text)
}

const lacking = (value: Value, items: readonly Value[]) => {
  const [first = value] = items
  return Array.isArray(value)
    ? `${items.length} of ${value.length} items, such as ${text(first)}`
    : text(first)
}

function computed(claim: Quoted, call: Call, ground: Grounded): Support {
  const { name, value, unit, evidence } = claim
  const given: Quantity = {
    value: call.value!,
    ...(call.unit !== undefined && { unit: call.unit }),
  }
  const bare = unit === undefined || call.unit === undefined
  const same = bare
    ? sameQuantity({ value }, { value: given.value })
    : sameQuantity({ value, unit }, given)
  if (!same)
    return {
      fault: 'incorrect_computation',
      why: `${name} = ${text(value)} is not what ${evidence.call} computed, ${text(given.value)}${call.unit === undefined ? '' : ` ${call.unit}`}`,
    }
  const invented = inventedNumber(claim, call, ground)
  if (invented !== undefined) return unsupported(invented)
  if (typeof value === 'number' && ground.step) {
    const fault = computedUnitFault(
      { name, value, ...(unit !== undefined && { unit }) },
      given,
      placesNaming(claim, call, ground),
    )
    if (fault !== undefined) return unsupported(fault)
  }
  return { provenance: 'computed' }
}

/** A number that the step put into a computing call without having been given it. */
function inventedNumber(
  { name, value, evidence }: Quoted,
  call: Call,
  ground: Ground,
): string | undefined {
  if (!ground.step || call.input === undefined) return undefined
  const sources = sourcesOf(evidence.call, ground)
  const number = madeUpNumber(call.input, sources)
  const whole =
    typeof value === 'number' && isWrittenIn(call.input, value, sources) ? String(value) : undefined
  const found = number ?? whole
  return (
    found &&
    `${name}: ${evidence.call} was called with ${found}, which no belief, tool result or word of the question gives; read it with a tool first`
  )
}

/** What numbers the step was given when it made the call. */
function sourcesOf(id: string, { call, calls = [], beliefs, question, step }: Ground): Sources {
  const known = Object.values(beliefs)
  const before = calls.slice(0, Math.max(0, calls.indexOf(id)))
  const backing = known.flatMap(({ evidence }) => (evidence ? [evidence.call] : []))
  const texts = [question, step?.description ?? '']
  for (const each of new Set([...backing, ...before])) {
    const stored = call(each)
    if (
      stored &&
      !stored.failed &&
      !(stored.computes && restsOn(stored, { texts, beliefs: known }))
    )
      texts.push(stored.content)
  }
  return { texts, beliefs: known }
}

/** A computing call that was itself fed a made-up number gives none. */
function restsOn({ input }: Call, sources: Sources): boolean {
  return input !== undefined && madeUpNumber(input, sources) !== undefined
}

const text = (value: Value) => (typeof value === 'string' ? `"${value}"` : String(value))
