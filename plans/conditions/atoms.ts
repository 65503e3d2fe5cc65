// Atoms such as on(a, ?x): reading them and unifying them with facts.
import { type Cursor, take, unquote } from './cursor.ts'

/** A constant or variable (no `args`), or a functor with arguments. */
export interface Term {
  readonly name: string
  readonly args: readonly Term[]
}

/** Variable (with its question mark) to what it stands for. */
export type Bindings = Readonly<Record<string, string>>

/** The atom of `text`, `on(a, ?x)` or as in PDDL `(on a ?x)`; `undefined` when it is none. */
export function parseAtom(text: string): Term | undefined {
  if (text.length > 2000) return undefined
  const cursor = { text: text.trim(), at: 0 }
  const term = readTerm(cursor, 0)
  return term && cursor.at === cursor.text.length && !isVariable(term) ? term : undefined
}

/** Whether a belief of this name is a fact of the world, `(on a b)`, which is named by itself. */
export function isFact(name: string): boolean {
  return name.startsWith('(')
}

/** Reads an atom that stands in a longer text. */
export function readTerm(cursor: Cursor, depth = 0): Term | undefined {
  if (depth > 20) return undefined
  const isList = take(cursor, /\(/y) !== undefined
  const word = take(cursor, symbol)?.[0]
  if (word === undefined) return undefined
  const name = word.startsWith('"') ? unquote(word) : word
  const args: Term[] = []
  if (isList || (!word.startsWith('?') && take(cursor, /\(/y)))
    while (!take(cursor, /\)/y)) {
      if (!isList && args.length > 0 && !take(cursor, /,/y)) return undefined
      const arg = readTerm(cursor, depth + 1)
      if (!arg) return undefined
      args.push(arg)
    }
  return { name, args }
}

/** `on(a, ?x)`; names that are no plain words are quoted. */
export function printTerm(term: Term): string {
  const name = plainWord.test(term.name) ? term.name : JSON.stringify(term.name)
  return term.args.length === 0 ? name : `${name}(${term.args.map(printTerm).join(', ')})`
}

/** The bindings that make `pattern` the same as `fact`, or `undefined`. Facts hold no variables. */
export function unify(pattern: Term, fact: Term, bindings: Bindings): Bindings | undefined {
  if (isVariable(pattern)) {
    const value = printTerm(fact)
    const bound = Object.hasOwn(bindings, pattern.name) ? bindings[pattern.name] : undefined
    if (bound === undefined) return { ...bindings, [pattern.name]: value }
    return bound === value ? bindings : undefined
  }
  if (pattern.args.length !== fact.args.length || pattern.name !== fact.name) return undefined
  return pattern.args.reduce<Bindings | undefined>(
    (now, arg, at) => now && unify(arg, fact.args[at]!, now),
    bindings,
  )
}

// --- internal ---

const symbol = /\?[\p{L}_][\p{L}\p{N}_-]*|[\p{L}\p{N}_][\p{L}\p{N}_.:-]*|"(?:[^"\\]|\\[\s\S])*"/uy
const plainWord = /^(?:\?[\p{L}_][\p{L}\p{N}_-]*|[\p{L}\p{N}_][\p{L}\p{N}_.:-]*)$/u

function isVariable(term: Term): boolean {
  return term.name.startsWith('?') && term.args.length === 0
}
