// What a claimed belief rests on (DESIGN 3): the words of a stored tool call, a computation, an
// expression over other beliefs, the question itself, or nothing. No model, no trust.
import { parseDate } from './conditions/dates.ts'
import { derive } from './derive.ts'
import { dateOccurs, numbersIn, quoteOccurs, toNumber, valueOccurs } from './evidence.ts'
import { names, type Quantity, sameQuantity } from './expression.ts'
import { wordNumbers } from './numerals.ts'
import { slots } from './template.ts'

export interface Claim extends Quantity {
  readonly name: string
  readonly evidence?: { readonly call: string; readonly quote?: string }
  readonly derivation?: string
}

/** A tool call as it was stored. `computes` says its result can be had again by running it again. */
export interface Call extends Partial<Quantity> {
  readonly content: string
  readonly computes: boolean
  readonly failed: boolean
}

export interface Ground {
  readonly call: (id: string) => Call | undefined
  /** Beliefs a derivation may use. */
  readonly beliefs: Readonly<Record<string, Quantity>>
  /** The question and what was handed over with it. */
  readonly question: string
}

export type Support =
  | { readonly provenance: 'given' | 'quoted' | 'computed' | 'derived' | 'assumed' }
  | { readonly fault: 'unsupported_value' | 'incorrect_computation'; readonly why: string }

/** Looks up what the claim names and compares. A claim that names nothing may still be given; else it is `assumed`. */
export function support(claim: Claim, ground: Ground): Support {
  if (claim.evidence) return fromCall(claim, claim.evidence, ground)
  if (claim.derivation !== undefined) return fromBeliefs(claim, claim.derivation, ground)
  const restated = Object.values(ground.beliefs).some(known => sameQuantity(claim, known))
  if (restated || valueOccurs(claim.value, ground.question)) return { provenance: 'given' }
  return { provenance: 'assumed' }
}

function fromCall(
  { name, value, unit }: Claim,
  evidence: { readonly call: string; readonly quote?: string },
  ground: Ground,
): Support {
  const call = ground.call(evidence.call)
  const unsupported = (why: string): Support => ({ fault: 'unsupported_value', why })
  if (!call) return unsupported(`${name}: there is no tool result ${evidence.call}`)
  if (call.failed) return unsupported(`${name}: the tool call ${evidence.call} failed`)
  const shown = quantity(value, unit)
  if (call.computes) {
    const { value: computed, unit: computedUnit } = call
    const same =
      computed === undefined
        ? valueOccurs(value, call.content)
        : unit === undefined || computedUnit === undefined
          ? sameQuantity(quantity(value, undefined), quantity(computed, undefined))
          : sameQuantity(shown, quantity(computed, computedUnit))
    if (same) return { provenance: 'computed' }
    return {
      fault: 'incorrect_computation',
      why: `${name} = ${text(value)} is not what ${evidence.call} computed`,
    }
  }
  const { quote } = evidence
  if (quote === undefined)
    return unsupported(`${name}: no quote from ${evidence.call} that holds ${text(value)}`)
  if (!quoteOccurs(quote, call.content))
    return unsupported(`${name}: the quote does not occur in ${evidence.call}`)
  if (!holds(quote, value) && !dateOccurs(value, quote, call.content))
    return unsupported(
      `${name}: its quote does not contain ${missing(value, quote)}; copy values word for word, or derive them`,
    )
  return { provenance: 'quoted' }
}

/** A number may stand in words in its quote: "seven" holds 7, "384 thousand km" holds 384000. */
function holds(quote: string, value: Claim['value']): boolean {
  if (valueOccurs(value, quote)) return true
  const number = typeof value === 'string' ? toNumber(value) : value
  if (typeof number !== 'number') return false
  if ([...wordNumbers(quote, 0)].some(({ values }) => values.includes(number))) return true
  const scales: readonly [RegExp, number][] = [
    [/\bthousand\b/i, 1e3],
    [/\bmillions?\b/i, 1e6],
    [/\bbillions?\b/i, 1e9],
  ]
  return scales.some(
    ([word, scale]) =>
      word.test(quote) &&
      numbersIn(quote).some(n => Math.abs(n * scale - number) <= 1e-9 * Math.abs(number)),
  )
}

function fromBeliefs(claim: Claim, derivation: string, ground: Ground): Support {
  const { name, value, unit } = claim
  const wrong = (why: string): Support => ({ fault: 'incorrect_computation', why })
  const read = slots(derivation)
  const result = derive(derivation, ground.beliefs, unit)
  if (!result.ok) return wrong(`${name}: its derivation "${derivation}" fails: ${result.error}`)
  if (!sameQuantity(quantity(value, unit), result) && !sameDay(value, result.value))
    return wrong(`${name} = ${text(value)}, but "${derivation}" is ${result.text}`)
  // what a derivation brings along by itself is not derived
  const rests =
    read.length > 0 ? !bringsDigits(derivation, value, ground) : readsBeliefs(derivation, ground)
  if (rests) return { provenance: 'derived' }
  if (valueOccurs(value, ground.question)) return { provenance: 'given' }
  const why = `${name}: its derivation "${derivation}" holds values that no belief gives`
  return { fault: 'unsupported_value', why }
}

/** Digits of a text's own are a made-up value, unless they spell a day that a belief gives in words. */
function bringsDigits(derivation: string, value: Claim['value'], { beliefs }: Ground): boolean {
  if (!/\d/.test(derivation.replaceAll(/\{[a-z0-9_]+\}/g, ' '))) return false
  const days = String(value).match(/\d{4}-\d{2}-\d{2}/g) ?? []
  const said = Object.values(beliefs).map(belief => String(belief.value))
  const given = (day: string) => said.some(words => dateOccurs(day, words, said.join('\n')))
  const rest = derivation.replaceAll(/(?:\{[a-z0-9_]+\}|\d{4})-\d{2}-\d{2}/g, ' ')
  return !days.every(given) || /\d/.test(rest.replaceAll(/\{[a-z0-9_]+\}/g, ' '))
}

function readsBeliefs(expression: string, { beliefs }: Ground): boolean {
  const known = Object.keys(beliefs)
  return known.includes(expression.trim()) || (names(expression, known)?.length ?? 0) > 0
}

function sameDay(a: Claim['value'], b: Claim['value']): boolean {
  const [one, two] = [parseDate(String(a)), parseDate(String(b))]
  return one !== undefined && one === two
}

/** The value, or the items of a list that do not stand in the quote. */
function missing(value: Claim['value'], quote: string): string {
  if (!Array.isArray(value)) return text(value as Claim['value'])
  const items = value.filter((item: string | number) => !holds(quote, item))
  return `${items.length} of ${value.length} items, such as ${text(items[0]!)}`
}

const quantity = (value: Claim['value'], unit: string | undefined): Quantity => ({
  value,
  ...(unit !== undefined && { unit }),
})

const text = (value: Claim['value']) => (typeof value === 'string' ? `"${value}"` : String(value))
