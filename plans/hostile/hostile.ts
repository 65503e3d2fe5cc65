// What a plan must not hold, whoever wrote it: a plan of the library is carried out by code and shown to
// models, so one from outside could smuggle in instructions, addresses, commands or an answer.

import type { Field } from '../lint.ts'
import { memoOf } from '../memo.ts'
import { type Plan, type Step, totals } from '../plan.ts'
import { type Json, slots } from '../template.ts'
import { constantResult } from './constant.ts'
import { addressIn, commandFault, outsideTool, pathFault } from './outward.ts'
import { fixedAnswer, instructionIn, strangeCharacters } from './prose.ts'

/** Something in a plan that speaks for ill will, or for a plan that is no template at all. */
export interface Hostile {
  readonly kind: 'instruction' | 'address' | 'command' | 'answer' | 'characters' | 'size' | 'counts'
  /** Where, what, and the way out: one sentence. */
  readonly message: string
}

/**
 * Everything in the plan that no honest plan needs: texts that give orders to a model, invisible or
 * overlong ones, addresses and paths written out, shell commands that use the network or bring their own
 * data, an answer that hangs on no role, counts beyond belief. Empty for an honest plan.
 */
export function hostileIn(plan: Plan): readonly Hostile[] {
  const found = [
    ...inTexts(textsOf(plan)),
    ...inSteps(plan.steps),
    ...sameAnswer(plan),
    ...inCounts(plan),
  ]
  return [...new Map(found.map(each => [each.message, each])).values()]
}

/**
 * Why a question of somebody else is not to be asked, as the end of a sentence: as a question of the
 * person it would count as hers, with the permission she gives to what it names. Undefined when it may be.
 */
export function hostileQuestion(text: string): string | undefined {
  const strange = strangeCharacters(text)
  if (strange) return `holds ${strange}`
  const instruction = instructionIn(text)
  if (instruction !== undefined) return `gives orders to the model (${quoted(instruction)})`
  const address = addressIn(text)
  if (address !== undefined) return `names the address ${quoted(address)}`
  return text.length > mostText ? `is ${text.length} characters long` : undefined
}

// --- internal ---

/** A plan is looked at each time it is offered, and in between only its counts have changed. */
const inSteps = memoOf((steps: Plan['steps']): readonly Hostile[] => [
  ...inTexts(textsOfSteps(steps)),
  ...steps.flatMap(step => [...inAction(step), ...ownData(step)]),
  ...inSize(steps),
])

/** The same result for every question; it hangs on no other fields. */
const constantOf = memoOf((steps: Plan['steps']) =>
  memoOf((parameters: Plan['parameters']) => constantResult({ steps, parameters })),
)

const longestText = 4_000
const mostCounted = 1_000_000
const mostText = 100_000

interface Text extends Field {
  /** Shown to models as prose. */
  readonly prose: boolean
}

function* inTexts(texts: Iterable<Text>): Generator<Hostile> {
  for (const { step, field, text, prose } of texts) {
    const where = step === undefined ? `The plan's ${field}` : `Step ${quoted(step)}'s ${field}`
    const strange = strangeCharacters(text)
    if (strange)
      yield { kind: 'characters', message: `${where} holds ${strange}; write it without.` }
    if (text.length > longestText)
      yield {
        kind: 'size',
        message: `${where} is ${text.length} characters long; ${longestText} have to do.`,
      }
    const instruction = instructionIn(text)
    if (instruction !== undefined)
      yield {
        kind: 'instruction',
        message: `${where} gives orders to the model that reads it (${quoted(instruction)}); say only what is to be done, in terms of roles.`,
      }
    const address = prose ? addressIn(text) : undefined
    if (address !== undefined)
      yield {
        kind: 'address',
        message: `${where} names the address ${quoted(address)}; let a role or a search give the address.`,
      }
    const answer = prose ? fixedAnswer(text) : undefined
    if (answer !== undefined)
      yield {
        kind: 'answer',
        message: `${where} says what the answer is (${quoted(answer)}); let a step establish it from roles.`,
      }
  }
}

function* inAction({ id, action }: Step): Generator<Hostile> {
  if (!action || !('tool' in action)) return
  const { tool, input } = action
  const where = `Step ${quoted(id)}'s call of ${quoted(tool)}`
  const texts = [...strings(input)]
  for (const { key, text } of texts) {
    const address = outsideTool(tool, key, text)
    if (address !== undefined)
      yield {
        kind: 'address',
        message: `${where} goes to ${quoted(address)}, whatever the question; let a role give the address, or search for it.`,
      }
    const path = tool === 'bash' ? undefined : pathFault(key, text)
    if (path !== undefined)
      yield {
        kind: 'address',
        message: `${where} opens ${quoted(path)}, which no question named; let a role name the file.`,
      }
    const fault = tool === 'bash' ? commandFault(text) : undefined
    if (fault !== undefined)
      yield {
        kind: 'command',
        message: `${where} ${fault}; let the command work on roles, without the network.`,
      }
  }
}

/** A command without a slot does the same whatever the question is. */
function ownData({ id, action }: Step): readonly Hostile[] {
  if (!action || !('tool' in action) || action.tool !== 'bash') return []
  if (slots(action.input).length > 0) return []
  const message = `Step ${quoted(id)}'s call of "bash" reads no role, so that it brings its own data; let the command work on roles.`
  return [{ kind: 'command', message }]
}

function* sameAnswer({ steps, parameters }: Plan): Generator<Hostile> {
  const constant = constantOf(steps)(parameters)
  if (!constant) return
  const { role, why } = constant
  yield {
    kind: 'answer',
    message: `The plan gives the same ${quoted(role)} to every question (${why}); let it be computed from roles.`,
  }
}

function* inSize(steps: Plan['steps']): Generator<Hostile> {
  const size = JSON.stringify(steps).length
  const message = `The plan's steps are ${size} characters long; ${mostText} have to do.`
  if (size > mostText) yield { kind: 'size', message }
}

function inCounts(plan: Plan): readonly Hostile[] {
  const most = Math.max(...Object.values(totals(plan)))
  if (most <= mostCounted) return []
  const message = `The plan's statistics count ${most} outcomes, which nobody has seen; export the library anew.`
  return [{ kind: 'counts', message }]
}

/** Every text of a plan beside its steps. */
function* textsOf(plan: Plan): Generator<Text> {
  const { intentionType, goal, contextConditions, parameters } = plan
  yield { field: 'intentionType', text: intentionType, prose: true }
  yield { field: 'goal', text: goal, prose: true }
  for (const text of contextConditions) yield { field: 'contextConditions', text, prose: true }
  for (const { text } of strings(parameters as Json))
    yield { field: 'parameters', text, prose: true }
}

/** Every text of steps. Expressions and inputs of tools are no prose. */
function* textsOfSteps(steps: Plan['steps']): Generator<Text> {
  for (const { id: step, action, ...fields } of steps) {
    yield { step, field: 'id', text: step, prose: true }
    for (const [field, value] of Object.entries(fields))
      for (const { text } of strings(value as Json)) yield { step, field, text, prose: true }
    for (const { key, text } of strings((action ?? {}) as Json))
      yield { step, field: key, text, prose: false }
  }
}

/** All texts of a value, each with the name of the member it stands under, keys included. */
function* strings(
  value: Json,
  key = '',
): Generator<{ readonly key: string; readonly text: string }> {
  if (typeof value === 'string') yield { key, text: value }
  else if (Array.isArray(value))
    for (const inner of value as readonly Json[]) yield* strings(inner, key)
  else if (value !== null && typeof value === 'object')
    for (const [name, inner] of Object.entries(value)) {
      yield { key: 'key', text: name }
      yield* strings(inner as Json, name)
    }
}

const quoted = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text)
