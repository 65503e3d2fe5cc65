// What a check is given and what it says; the search for bindings through a conjunction.

import type { Quantity } from '../expressions/quantity.ts'
import { nearest } from '../text/nearest.ts'
import { type Bindings, parseAtom, type Term, unify } from './atoms.ts'
import { showQuantity } from './literal.ts'

/** What is believed, as the caller sees it. */
export interface Facts {
  /** The belief of that name, as the condition spells it; `undefined` when it is not known. */
  readonly belief: (name: string) => Quantity | undefined
  /** Names of all beliefs, only to suggest the nearest one when a name is not known. */
  readonly names?: Iterable<string>
  /** Beliefs that are sentences. */
  readonly sentences?: Iterable<string>
  /** Whether the premise entails the hypothesis; without it only the same sentence counts. */
  readonly entails?: (premise: string, hypothesis: string) => boolean
  /** Ground atoms, such as `on(a, b)` or `(on a b)`. */
  readonly atoms?: Iterable<string>
}

/** One check under way: facts read once, work counted. */
export interface Run {
  readonly facts: Facts
  readonly sentences: () => readonly string[]
  readonly atoms: (name: string, arity: number) => readonly Term[]
  work: number
}

/** One way in which a condition holds. */
export interface Solution {
  readonly why: string
  readonly bindings: Bindings
}

/** Yields every way in which a condition holds; returns why there is no further one. */
export type Solutions = Generator<Solution, string>

/** Unifications tried at most in one check. */
const mostWork = 200_000

export function startRun(facts: Facts): Run {
  let sentences: readonly string[] | undefined
  let index: Map<string, Term[]> | undefined
  const indexed = () => {
    if (index) return index
    index = new Map()
    for (const text of facts.atoms ?? []) {
      const term = parseAtom(text)
      if (!term) continue
      const key = `${term.name}/${term.args.length}`
      const same = index.get(key)
      if (same) same.push(term)
      else index.set(key, [term])
    }
    return index
  }
  return {
    facts,
    work: 0,
    sentences: () => (sentences ??= [...(facts.sentences ?? [])]),
    atoms: (name, arity) => indexed().get(`${name}/${arity}`) ?? [],
  }
}

/** A condition that binds nothing: it holds in one way or not at all. */
export function* once(holds: boolean, why: string, bindings: Bindings): Solutions {
  if (holds) yield { why, bindings }
  return why
}

/** Says that a belief is not known, and which known one its name resembles. */
export function notKnown(name: string, run: Run): string {
  const near = nearest(name, run.facts.names ?? [])
  return `ground_belief(${name}) is not known${near === undefined ? '' : `; nearest known name: ${near}`}`
}

/** `ground_belief(x) is 5 km` */
export function seen(name: string, quantity: Quantity): string {
  return `ground_belief(${name}) is ${showQuantity(quantity)}`
}

export function* solveAtom(pattern: Term, run: Run, bindings: Bindings, shown: string): Solutions {
  let found = false
  for (const fact of run.atoms(pattern.name, pattern.args.length)) {
    run.work += 1
    if (run.work > mostWork) return `too many combinations to look through for ${shown}`
    const now = unify(pattern, fact, bindings)
    if (!now) continue
    found = true
    yield { why: `${shown} holds`, bindings: now }
  }
  return found ? `no further ${shown} holds` : `no known atom matches ${shown}`
}
