// Wrong claims made from right ones: eight ways in which a model that means well goes wrong. Each
// is plausible, and none happens to be still right.
import { apply, emptyState } from '../../agent/apply.ts'
import type { Event } from '../../agent/event.ts'
import type { NewBelief, StepResult, StoredCall } from '../../agent/state.ts'
import { type View, view } from '../../agent/view.ts'
import { derive } from '../../plans/derive.ts'
import { sameQuantity } from '../../plans/expression.ts'
import type { Step, Value } from '../../plans/plan.ts'
import { dimension, factorOf, isCount, parseUnit } from '../../plans/units.ts'

/** A step result that passed, with what the step saw; `belief` is the one of its claims that is looked at. */
export interface Right {
  readonly run: string
  readonly step: Step
  readonly result: StepResult
  readonly belief: NewBelief
  readonly seen: View
}

/** The same with one claim, or two, made wrong. */
export interface Mutant extends Right {
  readonly how: string
}

export type Mutator = (right: Right) => Mutant | undefined

/** Every claim of the steps that passed in a run, with the view that the step had. */
export function rightClaims(run: string, events: readonly Event[]): readonly Right[] {
  const found: Right[] = []
  let state = emptyState()
  for (const event of events) {
    const intention = state.intentions.get(event.intention)
    const plan = intention?.plan && state.planLibrary.plans.get(intention.plan)
    if (event.type === 'step-finished' && event.verdict.passed && intention && plan) {
      const step = plan.steps.find(({ id }) => id === event.step)!
      const seen = view(state, intention.id, step)
      if (step.kind !== 'achieve' && step.kind !== 'act' && step.kind !== 'believe')
        for (const belief of event.result.beliefs)
          found.push({ run, step, result: event.result, belief, seen })
    }
    state = apply(state, event)
  }
  return found
}

/** The eight, by the name they have in the table. */
export const mutators: Readonly<Record<string, Mutator>> = {
  'made-up quote': madeUpQuote,
  'quote without the value': quoteWithout,
  'wrong arithmetic': wrongArithmetic,
  'unit slip': unitSlip,
  'factor of ten': factorOfTen,
  'neighbouring row': neighbouringRow,
  'wrong role': wrongRole,
  stale,
}

// --- the eight ---

/** The value is kept; the words that are to prove it were never there. */
function madeUpQuote(right: Right): Mutant | undefined {
  const { belief, seen } = right
  if (typeof belief.value === 'boolean') return undefined
  const value = shown(belief.value)
  const unit = belief.unit === undefined ? '' : ` ${belief.unit}`
  const quote = `The ${belief.name.replaceAll('_', ' ')} is ${value}${unit}`
  const call = belief.evidence?.call ?? right.result.calls.at(-1) ?? anyCall(right)?.id
  if (call === undefined || plain(seen.call(call)?.content ?? '').includes(plain(quote)))
    return undefined
  const { derivation: _, ...rest } = belief
  return claiming(right, { ...rest, evidence: { call, quote } }, quote)
}

/** Words that do stand in the result, from a line that does not hold the value. */
function quoteWithout(right: Right): Mutant | undefined {
  const { belief } = right
  const call = callOf(right) ?? anyCall(right)
  if (!call || (call.computes && belief.evidence)) return undefined
  const items = [belief.value].flat().map(item => plain(String(item)))
  const numbers = [belief.value].flat().map(Number)
  const line = call.content
    .split('\n')
    .find(
      words =>
        words.trim().length > 8 &&
        !items.some(item => plain(words).includes(item)) &&
        !numbersOf(words).some(({ value }) => numbers.includes(value)) &&
        !spelledOut.test(words),
    )
  if (line === undefined || typeof belief.value === 'boolean') return undefined
  const { derivation: _, ...rest } = belief
  return claiming(right, { ...rest, evidence: { call: call.id, quote: line.trim() } }, line)
}

/** The claim keeps its expression or its computing call; the value is that of a slip on the way. */
function wrongArithmetic(right: Right): Mutant | undefined {
  const { belief, seen } = right
  if (belief.derivation !== undefined) {
    const { derivation } = belief
    const slips = [
      [/ \+ /, ' - '],
      [/ - /, ' + '],
      [/ \* /, ' / '],
      [/ \/ /, ' * '],
      [/\bmax\(/, 'min('],
      [/\bfloor\(/, 'ceil('],
      [/\bround\(/, 'ceil('],
    ] as const
    for (const [from, to] of slips) {
      if (!from.test(derivation)) continue
      const slipped = derive(derivation.replace(from, to), seen.beliefs)
      if (slipped.ok && typeof slipped.value === 'number' && typeof belief.value === 'number')
        return claiming(right, { ...belief, value: slipped.value }, `as if ${from} were ${to}`)
    }
  } else if (!callOf(right)?.computes) return undefined
  const wrong = carried(belief.value)
  return wrong === undefined ? undefined : claiming(right, { ...belief, value: wrong }, 'one off')
}

/** The number with another unit of its kind, or without the thousand or million behind it. */
function unitSlip(right: Right): Mutant | undefined {
  const { belief } = right
  if (belief.unit === undefined) return undefined
  const unit = parseUnit(belief.unit)
  if (!unit || isCount(unit)) return unscaled(right)
  const sibling = siblings.find(name => {
    const other = parseUnit(name)!
    return dimension(other) === dimension(unit) && !factorOf(other).equals(factorOf(unit))
  })
  const slipped = sibling ?? otherPart(belief.unit)
  return slipped === undefined
    ? unscaled(right)
    : claiming(right, { ...belief, unit: slipped }, `${belief.unit} as ${slipped}`)
}

function factorOfTen(right: Right): Mutant | undefined {
  const { belief } = right
  const factor = right.run.length % 2 === 0 ? 10 : 0.1
  const scaled = changedNumber(belief.value, number => tidy(number * factor))
  return scaled === undefined
    ? undefined
    : claiming(right, { ...belief, value: scaled }, `x${factor}`)
}

/** The value of the line or cell above or below, with a quote from there: another row, another year. */
function neighbouringRow(right: Right): Mutant | undefined {
  const { belief } = right
  const call = callOf(right)
  if (!call || !belief.evidence || Array.isArray(belief.value) || typeof belief.value === 'boolean')
    return undefined
  for (const { value, quote } of neighbours(right, call)) {
    const claim = { ...belief, value, evidence: { call: call.id, quote } }
    const mutant = same(claim, belief) ? undefined : claiming(right, claim, quote)
    if (mutant) return mutant
  }
  return undefined
}

/** Two roles of the step exchanged, or the value of another belief that the step sees. */
function wrongRole(right: Right): Mutant | undefined {
  const { belief, result, seen, step } = right
  const twin = result.beliefs.find(
    other => other.name !== belief.name && typeof other.value === typeof belief.value,
  )
  if (twin) {
    const { name, ...own } = belief
    const { name: other, ...its } = twin
    if (same(belief, twin)) return undefined
    const swapped = result.beliefs.map(each =>
      each.name === name ? { ...its, name } : each.name === other ? { ...own, name: other } : each,
    )
    return {
      ...right,
      result: { ...result, beliefs: swapped },
      how: `${name} and ${other} swapped`,
    }
  }
  const others = Object.values(seen.beliefs).filter(
    other => other.name !== belief.name && kindOf(other.value) === kindOf(belief.value),
  )
  // most plausible: one that the step reads
  const other =
    others.find(each => step.reads.includes(each.name) && !same(each, belief)) ??
    others.find(each => !same(each, belief))
  if (!other) return undefined
  const { value, unit, evidence } = other
  const { unit: _, evidence: own, derivation, ...rest } = belief
  const backing =
    derivation !== undefined
      ? { derivation: other.name }
      : evidence?.quote !== undefined && callOf(right)?.content.includes(evidence.quote)
        ? { evidence: { call: own!.call, quote: evidence.quote } }
        : { evidence: own! }
  return claiming(
    right,
    { ...rest, value, ...(unit !== undefined && { unit }), ...backing },
    `the value of ${other.name}`,
  )
}

/** What held before: an older version of a belief that is read, or the call's result of an earlier time. */
function stale(right: Right): Mutant | undefined {
  const { belief, seen, result, step } = right
  const call = callOf(right)
  if (call && belief.evidence) {
    const { quote } = belief.evidence
    const before = carried(belief.value)
    if (before === undefined) return undefined
    const aged = (text: string) => replaceValue(text, belief.value, before)
    const old = { ...call, id: `${call.id}~`, content: aged(call.content) }
    const older = { ...old, ...(call.value !== undefined && { value: before }) }
    if (older.content === call.content) return undefined
    const own = result.calls.length % 2 === 0 ? [older.id, ...result.calls] : result.calls
    const mutant = claiming(
      right,
      {
        ...belief,
        value: before,
        evidence: { call: older.id, ...(quote !== undefined && { quote: aged(quote) }) },
      },
      'an older result of the call',
    )
    return (
      mutant && {
        ...mutant,
        result: { ...mutant.result, calls: own },
        seen: { ...seen, call: id => (id === older.id ? older : seen.call(id)) },
      }
    )
  }
  if (belief.derivation === undefined) return undefined
  for (const name of step.reads) {
    const read = seen.beliefs[name]
    const before = read && carried(read.value)
    if (before === undefined) continue
    const beliefs = { ...seen.beliefs, [name]: { ...read!, value: before } }
    const derived = derive(belief.derivation, beliefs, belief.unit)
    if (!derived.ok) continue
    const mutant = claiming(right, { ...belief, value: derived.value }, `with an older ${name}`)
    if (mutant) return mutant
  }
  return undefined
}

// --- parts ---

/** The right result with `claim` in the place of its namesake; nothing when it is still right. */
function claiming(right: Right, claim: NewBelief, how: string): Mutant | undefined {
  const { belief, result } = right
  const backed =
    claim.evidence?.quote !== belief.evidence?.quote || claim.derivation !== belief.derivation
  const kept =
    JSON.stringify(claim.value) === JSON.stringify(belief.value) && claim.unit === belief.unit
  if (kept ? !backed : same(claim, belief)) return undefined
  const beliefs = result.beliefs.map(each => (each.name === claim.name ? claim : each))
  return { ...right, belief: claim, result: { ...result, beliefs }, how }
}

/** Still right: the same quantity, or words of which one is part of the other. */
function same(a: Pick<NewBelief, 'value' | 'unit'>, b: Pick<NewBelief, 'value' | 'unit'>): boolean {
  if (sameQuantity(a, b)) return true
  const [one, two] = [plain(String(a.value)), plain(String(b.value))]
  return kindOf(a.value) === 'text' && (one.includes(two) || two.includes(one))
}

const callOf = ({ belief, seen }: Right) => belief.evidence && seen.call(belief.evidence.call)

/** A call that a belief the step sees was taken from. */
function anyCall({ seen }: Right): StoredCall | undefined {
  const calls = Object.values(seen.beliefs).map(
    each => each.evidence && seen.call(each.evidence.call),
  )
  return calls.find(call => call !== undefined && !call.failed)
}

function kindOf(value: Value): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return 'date'
  return Array.isArray(value) ? 'list' : typeof value === 'string' ? 'text' : typeof value
}

/** Another value of the same look: the last figure one higher, the day after, the list without its last. */
function carried(value: Value): Value | undefined {
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

function changedNumber(value: Value, change: (number: number) => number): Value | undefined {
  if (typeof value === 'number') return value === 0 ? undefined : change(value)
  if (!Array.isArray(value) || typeof value[0] !== 'number') return undefined
  return [change(value[0]), ...value.slice(1)]
}

const tidy = (number: number) => Number(number.toPrecision(12))

/** The unit without its scale: 5.95 million becomes 5.95. */
function unscaled(right: Right): Mutant | undefined {
  const { belief } = right
  const quote = belief.evidence?.quote
  if (typeof belief.value !== 'number' || quote === undefined) return undefined
  const { value } = belief
  const scale = [1e3, 1e6, 1e9].find(each => numbersOf(quote).some(n => n.value * each === value))
  return scale === undefined
    ? undefined
    : claiming(right, { ...belief, value: value / scale }, 'without its scale')
}

/** A compound unit with one part of it exchanged: `EUR/kg` as `EUR/g`. */
function otherPart(unit: string): string | undefined {
  const parts = unit.split('/')
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parseUnit(parts[i]!)
    if (!part || isCount(part)) continue
    const other = siblings.find(name => {
      const sibling = parseUnit(name)!
      return dimension(sibling) === dimension(part) && !factorOf(sibling).equals(factorOf(part))
    })
    if (other) return parts.with(i, other).join('/')
  }
  return undefined
}

const siblings =
  'km m cm mi ft kg g lb t min h s days L mL m^3 km^2 m^2 ha km/h m/s kWh MJ W kW % ‰ GB MB °F °C K bar Pa litres/min litres/s'.split(
    ' ',
  )

const spelledOut =
  /\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million)\b/i

interface Place {
  readonly value: number
  readonly text: string
  readonly at: number
}

function numbersOf(text: string): readonly Place[] {
  return [...text.matchAll(/(?<![\p{L}\d.,:/-])\d+(?:,\d{3})*(?:\.\d+)?(?![\d:/-]|\.\d)/gu)].map(
    match => ({
      value: Number(match[0].replaceAll(',', '')),
      text: match[0],
      at: match.index,
    }),
  )
}

/** Values that stand where a careless eye slips to: the same column one row away, the next of its kind. */
function* neighbours(
  { belief }: Right,
  call: StoredCall,
): Generator<{ readonly value: Value; readonly quote: string }> {
  const lines = call.content.split('\n')
  const words = plain(belief.evidence?.quote ?? '')
  const at = lines.findIndex(
    line => stands(line, belief.value) && (words === '' || alike(line, words)),
  )
  if (at < 0) return
  const cells = cellsOf(lines[at]!)
  // what is computed stands in rows only when it is a table
  if (call.computes && cells.length === 0) return
  const column = cells.findIndex(cell => stands(cell, belief.value))
  for (const other of [at + 1, at - 1, at + 2, at - 2]) {
    const line = lines[other]
    if (line === undefined || /^[\s|:-]*$/.test(line)) continue
    if (cells.length > 2) {
      if (/^[\s|:-]*$/.test(lines[other + 1] ?? '') && (lines[other + 1] ?? '').includes('-'))
        continue
      const cell = cellsOf(line)[column]
      if (cell === undefined || cellsOf(line).length !== cells.length) continue
      if (typeof belief.value !== 'number') yield { value: cell, quote: line.trim() }
      else for (const { value } of numbersOf(cell).slice(0, 1)) yield { value, quote: line.trim() }
    } else yield* alikes(line, belief.value)
  }
  // in prose also the next one of its kind in the same line
  if (cells.length <= 2) yield* alikes(lines[at]!, belief.value)
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

function replaceValue(text: string, from: Value, to: Value): string {
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

const shown = (value: Value) => (Array.isArray(value) ? value.join(', ') : String(value))

const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
