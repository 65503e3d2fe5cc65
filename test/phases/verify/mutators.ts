// Wrong claims made from right ones: ways in which a model that means well goes wrong. Each
// is plausible, and none happens to be still right.
import type { StoredCall } from '../../../agent/state.ts'
import { derive } from '../../../plans/expressions/derive.ts'
import { isCount, parseUnit } from '../../../plans/expressions/units.ts'
import { callOf, claiming, type Mutant, type Mutator, same } from './mutant.ts'
import { gathers, lists } from './mutators-of-lists.ts'
import { quotes } from './mutators-of-quotes.ts'
import {
  carried,
  changedNumber,
  kindOf,
  neighbours,
  numbersOf,
  otherPart,
  plain,
  replaceValue,
  shown,
  siblingOf,
  spelledOut,
  tidy,
} from './parts.ts'
import type { Right } from './rights.ts'

/** All, by the name they have in the table. */
export const mutators: Readonly<Record<string, Mutator>> = {
  'made-up quote': madeUpQuote,
  'quote without the value': quoteWithout,
  'wrong arithmetic': wrongArithmetic,
  'unit slip': unitSlip,
  'factor of ten': factorOfTen,
  'neighbouring row': neighbouringRow,
  'wrong role': wrongRole,
  stale,
  ...lists,
  ...quotes,
}

// --- the first eight ---

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
  const quote = belief.evidence?.quote ?? 'no words'
  const line = call.content.split('\n').find(
    words =>
      words.trim().length > 8 &&
      !items.some(item => plain(words).includes(item)) &&
      !numbersOf(words).some(({ value }) => numbers.includes(value)) &&
      !spelledOut.test(words) &&
      // the value may stand there in another spelling
      !plain(words).includes(plain(quote)),
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
  const slipped = siblingOf(unit) ?? otherPart(belief.unit)
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
  if (!call || !belief.evidence || typeof belief.value === 'boolean') return undefined
  if (call.computes && call.value !== undefined)
    return call.tool === 'calculate' ? undefined : anotherKey(right, call)
  const items = [belief.value].flat()
  if (Array.isArray(belief.value) && gathers(items as string[])) return undefined
  const last = items.at(-1)!
  for (const { value, quote } of neighbours({ ...belief, value: last }, call)) {
    if (items.some(item => same({ value }, { value: item }))) continue
    const changed = Array.isArray(belief.value) ? [...items.slice(0, -1), value as string] : value
    const words = Array.isArray(belief.value) ? `${belief.evidence.quote}` : quote
    const claim = { ...belief, value: changed, evidence: { call: call.id, quote: words } }
    const mutant = claiming(right, claim, quote)
    if (mutant) return mutant
  }
  return undefined
}

/** The call was made for another entity, or another year, than the one the step reads. */
function anotherKey(right: Right, call: StoredCall): Mutant | undefined {
  const { belief, seen, step } = right
  const input = JSON.stringify(call.input)
  const words = (name: string) => name.split('_')
  for (const name of step.reads) {
    const key = seen.beliefs[name]
    const text = String(key?.value ?? '')
    const sibling = Object.values(seen.beliefs).find(
      other =>
        !step.reads.includes(other.name) &&
        typeof other.value === 'string' &&
        other.value.length < 40 &&
        words(other.name).some(word => words(name).includes(word)) &&
        !input.includes(other.value),
    )
    const isYear = typeof key?.value === 'number' && /^(?:19|20)\d\d$/.test(text)
    const other = isYear ? String(Number(text) - 1) : sibling?.value
    const value = carried(belief.value)
    if (!text || !input.includes(text) || typeof other !== 'string' || value === undefined) continue
    const content = replaceValue(call.content, belief.value, value)
    const made = { ...call, input: JSON.parse(input.replaceAll(text, other)), value, content }
    const mutant = claiming(right, { ...belief, value }, `asked for ${other}, not ${text}`)
    return (
      mutant && {
        ...mutant,
        seen: { ...seen, call: id => (id === call.id ? made : seen.call(id)) },
      }
    )
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

/** A call that a belief the step sees was taken from. */
function anyCall({ seen }: Right): StoredCall | undefined {
  const calls = Object.values(seen.beliefs).map(
    each => each.evidence && seen.call(each.evidence.call),
  )
  return calls.find(call => call !== undefined && !call.failed)
}

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
