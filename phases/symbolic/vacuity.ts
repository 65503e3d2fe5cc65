// Whether a goal that holds says something of the facts: over other facts it must come out differently,
// and not only because a belief it touched is gone.

import type { NamedQuantity } from '../../plans/expressions/quantity.ts'
import type { Evaluation } from './engine.ts'
import { dateOf } from './facts.ts'

/** A program that holds over `beliefs`, and what it looked at. */
export interface Holding {
  readonly beliefs: readonly NamedQuantity[]
  readonly rules: string
  readonly goal: string
  /** Names of beliefs it looked at. */
  readonly read: readonly string[]
  /** Names it asked for that no belief has. */
  readonly missing: readonly string[]
}

/** What the same program comes to over other beliefs. */
type Rerun = (over: readonly NamedQuantity[]) => Promise<Evaluation>

/**
 * Why the program shows nothing, said to its author; `undefined` when it does show something. Beliefs
 * are changed one at a time, then all at once, to values around their own, to the program's own
 * constants, to extremes and to other types. A program that no value moves may still be one that asks
 * what is known; then it may have no constants to decide by, unless it counts what is known. At most
 * some ninety evaluations, and hardly ever more than three.
 */
export async function vacuity(program: Holding, rerun: Rerun): Promise<string | undefined> {
  const { beliefs, goal, read, missing } = program
  const differs = async (over: readonly NamedQuantity[], errorsCount = true) => {
    const evaluation = await rerun(over)
    return 'error' in evaluation
      ? errorsCount && telling.has(evaluation.error.kind)
      : !evaluation.holds
  }
  for (const over of otherValues(program)) if (await differs(over)) return undefined
  for (const over of otherTypes(program)) if (await differs(over, false)) return undefined
  const asked = missing.slice(0, most)
  const supplied = await Promise.all(
    [0, extreme, -extreme].map(value =>
      differs([...beliefs, ...asked.map(name => ({ name, value }))]),
    ),
  )
  if (supplied.includes(true) && supplied.includes(false)) return undefined
  if (!supplied.includes(true) && !(await differs([])))
    return `the goal holds whatever the facts are, so it shows nothing: ${goal}`
  const [constant] = constants(program)
  if (constant === undefined || (await counts(program, differs))) return undefined
  return `the goal asks only whether ${[...read, ...asked].join(', ')} ${read.length + asked.length > 1 ? 'are' : 'is'} known and decides the rest by its own constants (${constant}): compare the values themselves`
}

// --- internal ---

const most = 8
const extreme = 1_000_000_007

/** Errors that show that the program went another way; the others are the engine's or the caller's. */
const telling: ReadonlySet<string> = new Set([
  'type',
  'unknown_predicate',
  'thrown',
  'resources',
  'time',
])

/** The beliefs with one of those that were read changed, then with all changed, mildest first. */
function* otherValues({
  beliefs,
  rules,
  goal,
  read,
}: Holding): Generator<readonly NamedQuantity[]> {
  const seen = beliefs.filter(belief => read.includes(belief.name)).slice(0, most)
  const one = (name: string, change: Change) =>
    beliefs.map(belief => (belief.name === name ? change(belief) : belief))
  for (const change of [nearby, highest, lowest])
    for (const { name } of seen) yield one(name, change)
  for (const change of [lowest, highest]) yield beliefs.map(change)
  const { numbers, texts } = literals(`${rules}\n${goal}`)
  for (const number of numbers) yield beliefs.map(valued(number, '', ''))
  for (const text of texts) yield beliefs.map(valued(0, text, ''))
  for (const { name } of seen) {
    yield one(name, emptied)
    yield one(name, belief => ({ ...belief, unit: `other ${belief.unit ?? 'unit'}` }))
  }
}

function* otherTypes({ beliefs, read }: Holding): Generator<readonly NamedQuantity[]> {
  for (const name of read.slice(0, most))
    for (const value of ['~', 7, []])
      yield beliefs.map(belief => (belief.name === name ? { ...belief, value } : belief))
}

/** Whether a program that names no belief counts or compares which ones there are. */
async function counts(
  { beliefs, rules, goal, read }: Holding,
  differs: (over: readonly NamedQuantity[]) => Promise<boolean>,
): Promise<boolean> {
  const words = new Set(`${rules}\n${goal}`.match(/\w+/g))
  if (read.some(name => words.has(name))) return false
  const subsets = [beliefs.slice(0, 1), beliefs.slice(1), [...beliefs, { name: 'other', value: 1 }]]
  for (const subset of subsets) if (subset.length > 0 && (await differs(subset))) return true
  return false
}

/** What a program could decide by without the facts: its numbers and texts, but not names it asks for. */
function constants({ beliefs, rules, goal, missing }: Holding): readonly string[] {
  const names = new Set([...beliefs.map(belief => belief.name), ...missing])
  const program = `${rules}\n${goal}`
  const rule = new Set([...program.matchAll(/(?<![\w)])([a-z]\w*)\s*:-/g)].map(([, name]) => name))
  const { numbers, texts } = literals(program)
  return [
    ...numbers.map(String),
    ...texts.filter(text => !names.has(text) && !rule.has(text) && !spoken.has(text)),
  ]
}

/** Words of the language that are no values. */
const spoken: ReadonlySet<string> = new Set([
  'true',
  'none',
  'is',
  'mod',
  'dynamic',
  'table',
  'bag',
])

function literals(program: string): {
  readonly numbers: readonly number[]
  readonly texts: readonly string[]
} {
  const plain = program.replaceAll(/%[^\n]*/g, '').replaceAll(/library\([^)]*\)/g, '')
  const numbers = [...plain.matchAll(/(?<![\w.])\d+(?:\.\d+)?/g)].map(([text]) => Number(text))
  const texts = [...plain.matchAll(/'([^'\n]+)'|"([^"\n]+)"|(?<!\w)[a-z]\w*(?!\w*\()/g)].map(
    ([whole, single, double]) => single ?? double ?? whole,
  )
  return {
    numbers: [...new Set(numbers)].slice(0, most),
    texts: [...new Set(texts)].slice(0, most),
  }
}

type Change = (belief: NamedQuantity) => NamedQuantity

const highest: Change = belief => valued(extreme, '~', '2999-12-31')(belief)
const lowest: Change = belief => valued(-extreme, '', '1900-01-01')(belief)

/** The smallest change that keeps the kind of value. */
const nearby: Change = belief => {
  const { value } = belief
  if (typeof value === 'number') return { ...belief, value: value + 1 }
  if (typeof value === 'boolean') return { ...belief, value: !value }
  if (typeof value !== 'string') return { ...belief, value: [...value, ...value, 0] }
  if (!isDate(value)) return { ...belief, value: `${value} ${'~'.repeat(200)}` }
  const day = new Date(`${value}T00:00:00Z`)
  return { ...belief, value: new Date(day.getTime() + 86_400_000).toISOString().slice(0, 10) }
}

const emptied: Change = belief =>
  Array.isArray(belief.value) ? { ...belief, value: [] } : valued(0, '', '2000-01-01')(belief)

const valued =
  (number: number, text: string, date: string): Change =>
  belief => {
    const { value } = belief
    if (typeof value === 'number') return { ...belief, value: number }
    if (typeof value === 'boolean') return { ...belief, value: !value }
    if (typeof value === 'string') return { ...belief, value: isDate(value) ? date || text : text }
    return { ...belief, value: value.map(item => (typeof item === 'number' ? number : text)) }
  }

const isDate = (text: string) => dateOf(text) !== undefined
