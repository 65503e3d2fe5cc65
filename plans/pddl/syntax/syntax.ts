// The abstract syntax of PDDL 1.2 and 2.1 level 1 (Fox and Long 2003, appendix A) with the derived
// predicates of 2.2, as plain data.
// Every name is in lower case, as PDDL does not distinguish case.

/** A variable (`?x`) or the name of an object. */
export type Term = string

/** A name with its types; an empty list means untyped, several mean `either`. */
export interface TypedName {
  readonly name: string
  readonly types: readonly string[]
}

/** A predicate applied to terms, or a function applied to terms. */
export interface Atom {
  readonly name: string
  readonly args: readonly Term[]
}

/** The declaration of a predicate or of a numeric function. */
export interface Signature {
  readonly name: string
  readonly parameters: readonly TypedName[]
}

/** A goal description: what may stand in a precondition, a `when` or a goal. */
export type Condition =
  | { readonly kind: 'atom'; readonly atom: Atom }
  | { readonly kind: 'equal'; readonly left: Term; readonly right: Term }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'imply'; readonly left: Condition; readonly right: Condition }
  | {
      readonly kind: 'forall' | 'exists'
      readonly variables: readonly TypedName[]
      readonly body: Condition
    }

/** A constant amount, or a function whose value the problem states. */
export type Amount = number | Atom

/** What an action changes. `increase` is always of `total-cost`. */
export type Effect =
  | { readonly kind: 'add' | 'delete'; readonly atom: Atom }
  | { readonly kind: 'increase'; readonly amount: Amount }
  | { readonly kind: 'and'; readonly parts: readonly Effect[] }
  | { readonly kind: 'when'; readonly condition: Condition; readonly effect: Effect }
  | { readonly kind: 'forall'; readonly variables: readonly TypedName[]; readonly effect: Effect }

/** An action schema. */
export interface Action {
  readonly name: string
  readonly parameters: readonly TypedName[]
  readonly precondition: Condition
  readonly effect: Effect
}

/** One way in which a derived predicate holds; no action changes what is derived. */
export interface Axiom {
  readonly name: string
  readonly parameters: readonly TypedName[]
  readonly condition: Condition
}

/**
 * A planning domain.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { type Domain, parseDomain } from 'intend/pddl'
 *
 * const names = ({ actions }: Domain) => actions.map(({ name }) => name)
 * console.log(names(parseDomain(readFileSync('domain.pddl', 'utf8'))).join()) // go
 * ```
 */
export interface Domain {
  readonly name: string
  readonly requirements: readonly string[]
  readonly types: readonly TypedName[]
  readonly constants: readonly TypedName[]
  readonly predicates: readonly Signature[]
  readonly functions: readonly Signature[]
  /** Stratified: none rests on its own negation. */
  readonly axioms: readonly Axiom[]
  readonly actions: readonly Action[]
}

/** The value that the initial state gives to a function, `(= (f a b) 3)`. */
export interface Value {
  readonly function: Atom
  readonly value: number
}

/** A planning problem. `minimizeCost` is true when its metric is `total-cost`. */
export interface Problem {
  readonly name: string
  readonly domain: string
  readonly requirements: readonly string[]
  readonly objects: readonly TypedName[]
  readonly init: readonly Atom[]
  readonly values: readonly Value[]
  readonly goal: Condition
  readonly minimizeCost: boolean
}

/**
 * One step of a plan: a ground action.
 * @example
 * ```ts
 * import { printPlan, type Step } from 'intend/pddl'
 *
 * const step: Step = { action: 'go', args: ['home', 'shop'] }
 * console.log(printPlan([step]).trim()) // (go home shop)
 * ```
 */
export interface Step {
  readonly action: string
  readonly args: readonly string[]
}

/** The condition that always holds. */
export const TRUE: Condition = { kind: 'and', parts: [] }

/** An implication as what it means: the one does not hold, or the other does. */
export const asDisjunction = ({
  left,
  right,
}: Extract<Condition, { kind: 'imply' }>): Condition => ({
  kind: 'or',
  parts: [{ kind: 'not', part: left }, right],
})

/** Whether a term is a variable. */
export function isVariable(term: Term): boolean {
  return term.startsWith('?')
}

/** Each change of a fact in an effect, with the variables around it, the innermost first. */
export function changesIn(effect: Effect, variables: readonly TypedName[] = []): readonly Change[] {
  switch (effect.kind) {
    case 'add':
    case 'delete':
      return [{ ...effect, variables }]
    case 'and':
      return effect.parts.flatMap(part => changesIn(part, variables))
    case 'when':
      return changesIn(effect.effect, variables)
    case 'forall':
      return changesIn(effect.effect, [...effect.variables, ...variables])
    case 'increase':
      return []
  }
}

/** A fact that an effect adds or deletes, and what its variables range over. */
export interface Change {
  readonly kind: 'add' | 'delete'
  readonly atom: Atom
  readonly variables: readonly TypedName[]
}

/** Adds to the list that is kept under a key. */
export function addUnder<Key, T>(lists: Map<Key, T[]>, key: Key, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** Declarations by what they declare. */
export function byName<T extends { readonly name: string }>(
  declared: readonly T[],
): ReadonlyMap<string, T> {
  return new Map(declared.map(each => [each.name, each]))
}

/** The atom that a fact spells: `(on a b)`. */
export function atomOf(fact: string): Atom {
  const [name = '', ...args] = fact.slice(1, -1).split(' ')
  return { name, args }
}

/** A ground atom or step as text, `(on a b)`; the key under which states hold facts. */
export function printAtom(name: string, args: readonly Term[]): string {
  return args.length === 0 ? `(${name})` : `(${name} ${args.join(' ')})`
}
