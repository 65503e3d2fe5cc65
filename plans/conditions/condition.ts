// The one language of contexts, postconditions and satisfaction: read and checked from one table, which prompts show too.
import { memo } from '../memo.ts'
import { printTerm, readTerm } from './atoms.ts'
import { type BeliefCondition, type BeliefForm, beliefForms } from './belief-forms.ts'
import { attempt, type Cursor, take, takeBelief, takeText } from './cursor.ts'

/**
 * A condition: about a belief, about sentences (`believed`), about atoms (`holds`, spelled as in
 * `on(a, ?x)`), the negation of one, or several at once.
 */
export type Condition =
  | BeliefCondition
  | { readonly type: 'believed'; readonly sentence: string }
  | { readonly type: 'holds'; readonly atom: string }
  | { readonly type: 'not'; readonly of: Condition }
  | { readonly type: 'and'; readonly all: readonly Condition[] }

/** The forms a condition can have, for prompts. */
export const forms: readonly Pick<BeliefForm<object>, 'form' | 'meaning'>[] = [
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

/** The names of the beliefs a condition speaks of, each once, in order. */
export function rolesOf(condition: Condition): readonly string[] {
  const named = (part: object): readonly unknown[] => [
    ...('belief' in part ? [part.belief] : []),
    ...Object.values(part)
      .flat()
      .flatMap(inner => (typeof inner === 'object' ? named(inner) : [])),
  ]
  return [...new Set(named(condition) as readonly string[])]
}

// --- internal ---

/** The conditions of a plan are read again and again. */
const parsed = memo(1_000, (text): Condition | undefined => {
  const cursor: Cursor = { text: text.trimEnd().replace(/[.;]$/, '').trimEnd(), at: 0 }
  const condition = readAnd(cursor, 0)
  return condition && cursor.at === cursor.text.length ? condition : undefined
})

const longest = 10_000
const deepest = 100

function readAnd(cursor: Cursor, depth: number): Condition | undefined {
  if (depth > deepest) return undefined
  const all: Condition[] = []
  do {
    const part = readNot(cursor, depth)
    if (!part) return undefined
    const further = attempt(cursor, more => readFurther(part, more))
    all.push(part, ...(further ? [further] : []))
  } while (take(cursor, /,?\s*and\b|&&|;(?=\s*\S)/iy))
  return all.length === 1 ? all[0] : { type: 'and', all }
}

/** `is a number greater than 0`: the kind, and something about it. */
function readFurther(part: Condition, cursor: Cursor): Condition | undefined {
  const named = 'belief' in part && ['kind', 'list-of', 'length'].includes(part.type)
  return named ? readTail(part.belief, cursor) : undefined
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
