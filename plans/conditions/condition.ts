// The one language of contexts, postconditions and satisfaction: parsed, printed
// and checked from one table, which prompts show too.

import { fold } from '../expressions/quantity.ts'
import { memo } from '../memo.ts'
import { type Bindings, parseAtom, printTerm, readTerm } from './atoms.ts'
import { type BeliefForm, beliefForms } from './belief-forms.ts'
import { attempt, type Cursor, take, takeBelief, takeText } from './cursor.ts'
import type { Literal } from './literal.ts'
import {
  type Facts,
  notKnown,
  once,
  type Run,
  type Solutions,
  seen,
  solveAtom,
  startRun,
} from './solve.ts'
import type { BeliefCondition, Condition } from './types.ts'

export type { Literal } from './literal.ts'
export type { Facts } from './solve.ts'
export type { Condition } from './types.ts'

/** Whether a condition holds, why or why not, and what its variables stand for when it does. */
interface Checked {
  readonly holds: boolean
  readonly why: string
  readonly bindings?: Readonly<Record<string, string>>
}

/** The forms a condition can have, for prompts. */
export const forms: readonly Pick<BeliefForm, 'form' | 'meaning'>[] = [
  ...Object.values(beliefForms),
  {
    form: 'believed("SENTENCE")',
    meaning: 'a believed sentence says so or entails it',
  },
  {
    form: 'holds(ATOM)',
    meaning:
      'a known atom is equal to it; variables such as ?x are found and keep their value across the condition',
  },
  {
    form: 'not CONDITION',
    meaning: 'it does not hold; binds closer than and',
  },
  {
    form: 'CONDITION and CONDITION',
    meaning: 'both hold; parentheses may group',
  },
]

/**
 * Reads a condition, liberal in spelling and strict in form: white space, the case of keywords, a
 * final full stop and quotes around names do not matter; `and is ...` goes on about the same belief;
 * a bare name is taken in `NAME is known` only. A text of no known form, one longer than 10,000
 * characters or nested deeper than 100 is `undefined`, so that a higher tier decides. Never throws.
 */
export function parseCondition(text: string): Condition | undefined {
  return text.length > longest ? undefined : parsed(text)
}

/** The canonical spelling: `parseCondition` of it gives an equal condition. */
export function printCondition(condition: Condition): string {
  switch (condition.type) {
    case 'believed':
      return `believed(${JSON.stringify(condition.sentence)})`
    case 'holds':
      return `holds(${condition.atom})`
    case 'not':
      return `not ${printPart(condition.of)}`
    case 'and':
      return condition.all.map(printPart).join(' and ')
    default:
      return `ground_belief(${condition.belief}) ${formOf(condition).print(condition)}`
  }
}

/**
 * Whether the condition holds in view of `facts`. `why` names the belief and the value seen, e.g.
 * `ground_belief(total) is not known; nearest known name: total_sales`. A belief that is not known
 * satisfies nothing but a negation. Never throws unless `facts` does.
 */
export function checkCondition(condition: Condition, facts: Facts): Checked {
  const first = solve(condition, startRun(facts), {}).next()
  if (first.done) return { holds: false, why: first.value }
  const { why, bindings } = first.value
  return Object.keys(bindings).length > 0 ? { holds: true, why, bindings } : { holds: true, why }
}

/** The names of the beliefs a condition speaks of, each once, in order. */
export function rolesOf(condition: Condition): readonly string[] {
  const found = new Set<string>()
  const visit = (part: Condition): void => {
    if (part.type === 'and') for (const one of part.all) visit(one)
    else if (part.type === 'not') visit(part.of)
    else if ('belief' in part) {
      found.add(part.belief)
      for (const literal of literalsOf(part)) if (literal.type === 'belief') found.add(literal.name)
    }
  }
  visit(condition)
  return [...found]
}

// --- internal ---

/** The conditions of a plan are read again and again. */
const parsed = memo(1_000, (text): Condition | undefined => {
  const trimmed = text.trimEnd()
  const cursor: Cursor = { text: /[.;]$/.test(trimmed) ? trimmed.slice(0, -1) : trimmed, at: 0 }
  const condition = readAnd(cursor, 0)
  take(cursor, /(?=$)/y)
  return condition && cursor.at === cursor.text.length ? condition : undefined
})

const longest = 10_000
const deepest = 100

/** The row of a condition; the table pairs each type with its own row. */
function formOf(condition: BeliefCondition): BeliefForm {
  return beliefForms[condition.type] as BeliefForm
}

function printPart(condition: Condition): string {
  return condition.type === 'and' ? `(${printCondition(condition)})` : printCondition(condition)
}

function literalsOf(condition: BeliefCondition): readonly Literal[] {
  if (condition.type === 'between') return [condition.low, condition.high]
  if (condition.type === 'compare') return [condition.to]
  if (condition.type === 'one-of') return condition.options
  return condition.type === 'contains' ? [condition.item] : []
}

function readAnd(cursor: Cursor, depth: number): Condition | undefined {
  if (depth > deepest) return undefined
  const all: Condition[] = []
  do {
    const part = readNot(cursor, depth)
    if (!part) return undefined
    all.push(part, ...(attempt(cursor, more => readFurther(part, more)) ?? []))
  } while (take(cursor, /,?\s*and\b|&&|;(?=\s*\S)/iy))
  return all.length === 1 ? all[0] : { type: 'and', all }
}

/** `is a number greater than 0`: the kind, and something about it. */
function readFurther(part: Condition, cursor: Cursor): readonly Condition[] | undefined {
  if (!('belief' in part) || !['kind', 'list-of', 'length'].includes(part.type)) return undefined
  const further = readTail(part.belief, cursor)
  return further && [further]
}

function readNot(cursor: Cursor, depth: number): Condition | undefined {
  if (depth > deepest) return undefined
  if (take(cursor, /not\b|!(?!=)/iy)) {
    const of = readNot(cursor, depth + 1)
    return of && { type: 'not', of }
  }
  if (take(cursor, /\(/y)) {
    const inside = readAnd(cursor, depth + 1)
    return inside && take(cursor, /\)/y) ? inside : undefined
  }
  return attempt(cursor, readBelieved) ?? attempt(cursor, readHolds) ?? readBelief(cursor)
}

function readBelieved(cursor: Cursor): Condition | undefined {
  const sentence = take(cursor, /believed\s*\(/iy) && takeText(cursor)
  if (sentence === undefined || !take(cursor, /\)/y)) return undefined
  return { type: 'believed', sentence }
}

function readHolds(cursor: Cursor): Condition | undefined {
  const term = take(cursor, /holds\s*\(/iy) && readTerm(cursor)
  if (!term || term.name.startsWith('?') || !take(cursor, /\)/y)) return undefined
  return { type: 'holds', atom: printTerm(term) }
}

/** `is not X` is the negation of `is X`; a negated comparison is the opposite comparison. */
function readBelief(cursor: Cursor): Condition | undefined {
  const bare = take(cursor, /([a-z][a-z0-9_]*)(?=\s+is\s+known\b)/y)?.[1]
  const belief = bare ?? takeBelief(cursor) ?? cursor.subject
  if (belief === undefined) return undefined
  cursor.subject = belief
  const verb = take(cursor, /(?:is|does)\b/iy)
  const negated = verb !== undefined && take(cursor, /not\b/iy) !== undefined
  const condition = readTail(belief, cursor)
  if (!negated || !condition) return condition
  return condition.type === 'compare'
    ? { ...condition, operator: opposite[condition.operator] }
    : { type: 'not', of: condition }
}

function readTail(belief: string, cursor: Cursor): BeliefCondition | undefined {
  for (const [type, row] of Object.entries(beliefForms)) {
    const read = attempt(cursor, row.read)
    if (read) return { type, belief, ...read } as BeliefCondition
  }
  return undefined
}

const opposite = { '=': '!=', '!=': '=', '<': '>=', '>=': '<', '>': '<=', '<=': '>' } as const

function solve(condition: Condition, run: Run, bindings: Bindings): Solutions {
  switch (condition.type) {
    case 'believed':
      return solveSentence(condition.sentence, run, bindings)
    case 'holds': {
      const pattern = parseAtom(condition.atom)
      if (!pattern) return once(false, `"${condition.atom}" is not an atom`, bindings)
      return solveAtom(pattern, run, bindings, condition.atom)
    }
    case 'not':
      return solveNot(condition.of, run, bindings)
    case 'and':
      // variables of a negated atom are bound first, by what is not negated
      return solveAll(
        [...condition.all].sort((a, b) => Number(isNegation(a)) - Number(isNegation(b))),
        0,
        run,
        bindings,
      )
    default:
      return solveBelief(condition, run, bindings)
  }
}

function isNegation(condition: Condition): boolean {
  return condition.type === 'not'
}

function* solveAll(
  parts: readonly Condition[],
  at: number,
  run: Run,
  bindings: Bindings,
): Solutions {
  const part = parts[at]
  if (!part) return ''
  const ways = solve(part, run, bindings)
  let failed: string | undefined
  for (let way = ways.next(); ; way = ways.next()) {
    if (way.done) return failed ?? way.value
    if (at === parts.length - 1) {
      yield way.value
      continue
    }
    const rest = solveAll(parts, at + 1, run, way.value.bindings)
    for (let more = rest.next(); ; more = rest.next()) {
      if (more.done) {
        failed = more.value
        break
      }
      yield { why: `${way.value.why}; ${more.value.why}`, bindings: more.value.bindings }
    }
  }
}

function* solveNot(condition: Condition, run: Run, bindings: Bindings): Solutions {
  const first = solve(condition, run, bindings).next()
  if (first.done) {
    yield { why: first.value, bindings }
    return first.value
  }
  return `${first.value.why}, but it must not be so`
}

function* solveSentence(sentence: string, run: Run, bindings: Bindings): Solutions {
  const wanted = fold(sentence)
  const same = run.sentences().find(premise => fold(premise) === wanted)
  const entails = run.facts.entails
  const premise = same ?? (entails && run.sentences().find(one => entails(one, sentence)))
  if (premise === undefined) return `no believed sentence says ${JSON.stringify(sentence)}`
  yield { why: `${JSON.stringify(premise)} is believed`, bindings }
  return 'no further sentence is looked for'
}

function solveBelief(condition: BeliefCondition, run: Run, bindings: Bindings): Solutions {
  const quantity = run.facts.belief(condition.belief)
  if (!quantity) return once(false, notKnown(condition.belief, run), bindings)
  const form = formOf(condition)
  const other = (name: string) =>
    run.facts.belief(name) ?? `cannot be checked: ${notKnown(name, run)}`
  const verdict = form.check(condition, quantity, other)
  const value = seen(condition.belief, quantity)
  if (verdict === true) return once(true, value, bindings)
  const why = verdict === false ? `expected: ${form.print(condition)}` : verdict
  return once(false, `${value}; ${verdict === false ? why : `it ${why}`}`, bindings)
}
