// How a step that a model carried out could have been carried out by code: an expression over what it
// read, or one tool call with slots. Whatever leaves a doubt is no way.

import { canonical } from '../canonical.ts'
import type { Call, Claim } from '../claims/claim.ts'
import { derive, readBy } from '../expressions/derive.ts'
import { ExpressionError } from '../expressions/exact.ts'
import { type Quantity, sameQuantity } from '../expressions/expression.ts'
import { reserved, tokenize } from '../expressions/tokens.ts'
import type { Action, Step, Value } from '../plan.ts'
import { type Json, replaceSlots, slots } from '../template.ts'
import { sameNumber } from '../text/evidence.ts'
import { unless } from '../unless.ts'
import { isForeign } from './leftovers.ts'
import { slotted } from './slotting.ts'
import type { Form } from './ways.ts'

/** A tool call of the step, as it was stored. */
interface MadeCall extends Omit<Call, 'computes'> {
  readonly id: string
  readonly tool: string
}

/** One carrying out of a step by a model, found good by the verifier. */
export interface Done {
  readonly step: Step
  /** The one belief it wrote. */
  readonly written: Claim
  /** Everything it saw, by role. */
  readonly beliefs: Readonly<Record<string, Quantity>>
  /** All the calls it made, in order. */
  readonly calls: readonly MadeCall[]
  readonly question: string
  /** Units that the plan itself fixes, by role. */
  readonly units: ReadonlyMap<string, string>
}

/**
 * The executable form this carrying out amounts to, in one spelling, or `undefined`. Of several calls
 * the one that the value is taken from counts; the others were looks, and nothing they showed may be in it.
 */
export function wayOf(done: Done): Form | undefined {
  const way = anyWayOf(done)
  return way && JSON.stringify(way).length <= longest ? way : undefined
}

// --- internal ---

/** Longer forms are not worth their place in a library file. */
const longest = 2000

function anyWayOf(done: Done): Form | undefined {
  const { step, written, calls } = done
  const [role, ...more] = step.writes
  if (step.action || step.effect || !thinking.has(step.kind)) return undefined
  if (!role || more.length > 0 || written.name !== role.role || step.reads.length === 0)
    return undefined
  if (!step.reads.every(name => Object.hasOwn(done.beliefs, name))) return undefined
  const { derivation, evidence } = written
  if (derivation !== undefined) return expressionWay(derivation, done)
  const call = calls.find(({ id }) => id === evidence?.call)
  if (!call || call.failed) return undefined
  return (call.tool === calculator ? calculated(call, done) : undefined) ?? callWay(call, done)
}

const thinking = new Set<Step['kind']>(['fetch', 'read', 'compute', 'synthesize'])

/** The tool whose input is an expression of the same language as a plan's. */
const calculator = 'calculate'

/** The beliefs a step is to work with. */
function readOf({ step, beliefs }: Done): Readonly<Record<string, Quantity>> {
  return Object.fromEntries(step.reads.map(name => [name, beliefs[name]!]))
}

function expressionWay(text: string, done: Done): Action | undefined {
  const { step, written } = done
  const tokens = tokensOf(text)
  const expression = slots(text).length > 0 ? text.trim() : tokens && joined(tokens)
  if (expression === undefined) return undefined
  const used = readBy(expression, Object.keys(done.beliefs))
  if (used.length === 0 || used.some(name => !step.reads.includes(name))) return undefined
  const rest = withoutRoles(expression, used)
  // a constant may stand for what was to be read
  if (/\d/.test(rest) && step.reads.some(name => !used.includes(name))) return undefined
  if (isForeign(rest, sourcesOf(done))) return undefined
  const result = derive(expression, readOf(done), step.writes[0]!.unit)
  if (!result.ok || !sameQuantity(result, written)) return undefined
  const alike =
    typeof written.value === 'string'
      ? result.value === written.value
      : sameUnit(result.unit, written.unit)
  return alike ? { expression } : undefined
}

/** Whether two units are one, in whatever spelling; what is counted is no unit. */
const sameUnit = (a: string | undefined, b: string | undefined): boolean =>
  sameQuantity({ value: 1, unit: a }, { value: 1, unit: b }, 1e-9)

function withoutRoles(expression: string, used: readonly string[]): string {
  if (slots(expression).length > 0) return replaceSlots(expression, () => '\0')
  return expression.replaceAll(/[\p{L}_][\p{L}\p{N}_]*/gu, word =>
    used.includes(word) ? '\0' : word,
  )
}

const tokensOf = (text: string) => unless(ExpressionError, () => tokenize(text))

/** An expression in one spelling: its tokens, evenly spaced, without brackets around a single one. */
function joined(tokens: readonly string[]): string {
  const bare: string[] = []
  for (const token of tokens) {
    const [open, inner] = bare.slice(-2)
    const before = bare.at(-3)
    const single = token === ')' && open === '(' && inner !== undefined && isWord.test(inner)
    if (single && !(before !== undefined && isWord.test(before))) bare.splice(-2, 2, inner)
    else bare.push(token)
  }
  return bare.reduce((text, token, at) => {
    const last = bare[at - 1] ?? ''
    const close = /^[)\],]$/.test(token) || /^[([]$/.test(last)
    const called = token === '(' && isWord.test(last) && !reserved.has(last)
    return text === '' || close || called ? text + token : `${text} ${token}`
  }, '')
}

const isWord = /^[\p{L}_]/u

/** A calculation over the values of roles, as an expression over the roles. */
function calculated({ input, value, unit }: MadeCall, done: Done): Action | undefined {
  const { expression, unit: wanted } = input as {
    readonly expression?: unknown
    readonly unit?: unknown
  }
  const tokens = typeof expression === 'string' ? tokensOf(expression) : undefined
  const { written } = done
  const same = value !== undefined && isWritten(value, written)
  if (!tokens || !same || !(unit === undefined || sameUnit(unit, written.unit))) return undefined
  const named = withNames(tokens, readOf(done))
  if (!named || !done.step.reads.every(name => named.includes(name))) return undefined
  const plain = joined(named)
  const converted = typeof wanted === 'string' ? `(${plain}) to ${wanted}` : undefined
  return expressionWay(plain, done) ?? (converted ? expressionWay(converted, done) : undefined)
}

/** Whether a result is what was written; a number was read in as many digits as were shown. */
function isWritten(result: Value, { value }: Claim): boolean {
  const number = typeof result === 'number' && typeof value === 'number'
  return number ? sameNumber(value, result) : canonical(result) === canonical(value)
}

/** The tokens with the name of a role in place of its value and of the unit behind it; `undefined` when one digit could be meant twice. */
function withNames(
  tokens: readonly string[],
  roles: Readonly<Record<string, Quantity>>,
): readonly string[] | undefined {
  const named: string[] = []
  const digits = new Set<string>()
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const number = /^[\d.]/.test(token) ? Number(token) : undefined
    const matching = Object.keys(roles).filter(role => roles[role]!.value === number)
    const [role] = number === undefined ? [] : matching
    if (role === undefined) {
      named.push(token)
      continue
    }
    if (digits.has(role)) return undefined
    if (/^\d$/.test(token)) digits.add(role)
    named.push(role)
    const unit = tokensOf(roles[role]!.unit ?? '') ?? []
    const follows = unit.every((part, i) => tokens[at + 1 + i] === part)
    if (follows) at += unit.length
  }
  return named
}

/** One call whose result was written as it is, or whose words were. */
function callWay(call: MadeCall, done: Done): Form | undefined {
  const { step, written, beliefs, units } = done
  const { input, value, unit, content } = call
  // 663 points are the 663 of a query
  const asValue = value !== undefined && isWritten(value, written) && sameUnit(unit, written.unit)
  const asText = value === undefined && step.writes[0]!.type === 'text' && content === written.value
  if (!asValue && !asText) return undefined
  const found = slotted(input as Json, readOf(done))
  if (!found || !step.reads.every(name => found.used.has(name))) return undefined
  if (found.rest.some(text => isForeign(text, sourcesOf(done, call)))) return undefined
  const own = [...found.used].flatMap(name => {
    const { unit } = beliefs[name]!
    return unit === undefined || sameUnit(unit, undefined) ? [] : [[name, unit] as const]
  })
  // the template has no place to convert it
  if (own.some(([name, unit]) => !sameUnit(units.get(name) ?? unit, unit))) return undefined
  const open = own.filter(([name]) => !units.has(name))
  return {
    tool: call.tool,
    input: found.template as Record<string, never>,
    ...(open.length > 0 && { units: Object.fromEntries(open) }),
  }
}

function sourcesOf({ step, beliefs, question, calls }: Done, call?: MadeCall) {
  return {
    question,
    beliefs,
    plan: `${step.description}\n${step.postcondition}\n${step.reads.join(' ')}`,
    shown: call ? calls.filter(({ id }) => id !== call.id).map(({ content }) => content) : [],
  }
}
