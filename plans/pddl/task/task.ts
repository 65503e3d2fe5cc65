// A planning task: a domain and a problem bound together, with the tables every part works from.

import { type Stratum, stratify } from '../syntax/axioms.ts'
import { suggestion } from '../syntax/names.ts'
import { parseDomain } from '../syntax/parse-domain.ts'
import { parseProblem } from '../syntax/parse-problem.ts'
import type { Action, Atom, Domain, Problem, Signature, TypedName } from '../syntax/syntax.ts'
import { byName, changesIn, printAtom } from '../syntax/syntax.ts'

/**
 * A domain and a problem bound together. Everything is in the order of declaration.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { readTask, type Task } from 'intend/pddl'
 *
 * const task = readTask(readFileSync('domain.pddl', 'utf8'), readFileSync('problem.pddl', 'utf8'))
 * const objects = ({ problem }: Task) => problem.objects.length
 * console.log(objects(task)) // 2
 * ```
 */
export interface Task {
  readonly domain: Domain
  readonly problem: Problem
  /** Constants, then the problem's objects, each once. */
  readonly objects: readonly string[]
  readonly predicates: ReadonlyMap<string, Signature>
  readonly actions: ReadonlyMap<string, Action>
  /** What is derived, in the order in which it is. */
  readonly strata: readonly Stratum[]
  /** Predicates that some action adds or deletes, and derived ones; the others are static. */
  readonly fluents: ReadonlySet<string>
  /** The facts of the initial state, printed. */
  readonly init: ReadonlySet<string>
  /** The value of each function term, printed. */
  readonly values: ReadonlyMap<string, number>
  /** Whether an object is of one of the types; no types means any object. */
  readonly isA: (object: string, types: readonly string[]) => boolean
  /** The objects that a variable or parameter can stand for. */
  readonly range: (variable: TypedName) => readonly string[]
}

/**
 * Parses and binds a domain and a problem. Throws `PddlError`.
 * @example
 * ```ts
 * import { readTask } from 'intend/pddl'
 *
 * const task = readTask(
 *   `(define (domain trips) (:predicates (at ?place) (road ?from ?to))
 *     (:action go :parameters (?from ?to)
 *       :precondition (and (at ?from) (road ?from ?to))
 *       :effect (and (at ?to) (not (at ?from)))))`,
 *   `(define (problem errand) (:domain trips) (:objects home shop)
 *     (:init (at home) (road home shop) (road shop home)) (:goal (at shop)))`,
 * )
 * console.log(task.problem.objects.map(object => object.name).join()) // home,shop
 * ```
 */
export function readTask(domainText: string, problemText: string): Task {
  const domain = parseDomain(domainText)
  return createTask(domain, parseProblem(problemText, domain))
}

/**
 * Binds a problem to its domain. Throws when an object has a type the domain does not declare.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { createTask, parseDomain, parseProblem } from 'intend/pddl'
 *
 * const domain = parseDomain(readFileSync('domain.pddl', 'utf8'))
 * const problem = parseProblem(readFileSync('problem.pddl', 'utf8'), domain)
 * console.log(createTask(domain, problem).problem.name) // errand
 * ```
 */
export function createTask(domain: Domain, problem: Problem): Task {
  const typesOf = typesOfObjects(domain, problem)
  const objects = [...typesOf.keys()]
  const isA = (object: string, types: readonly string[]) => {
    const own = typesOf.get(object)
    return own !== undefined && (types.length === 0 || types.some(t => own.has(t)))
  }
  const ranges = new Map<string, readonly string[]>()
  const range = ({ types }: TypedName) => {
    const key = types.join(' ')
    const known = ranges.get(key) ?? objects.filter(o => isA(o, types))
    ranges.set(key, known)
    return known
  }
  const value = (v: { function: Atom }) => printAtom(v.function.name, v.function.args)
  return {
    domain,
    problem,
    objects,
    predicates: byName(domain.predicates),
    actions: byName(domain.actions),
    strata: stratify(domain.axioms),
    fluents: new Set([
      ...domain.actions.flatMap(a => changesIn(a.effect).map(({ atom }) => atom.name)),
      ...domain.axioms.map(a => a.name),
    ]),
    init: new Set(problem.init.map(a => printAtom(a.name, a.args))),
    values: new Map(problem.values.map(v => [value(v), v.value])),
    isA,
    range,
  }
}

/** The types as a reader should see them in a message: `truck`, `truck or plane`, `object`. */
export function printTypes(types: readonly string[]): string {
  return types.length === 0 ? 'object' : types.join(' or ')
}

// --- internal ---

/** Each object with all its types, inherited ones included. */
function typesOfObjects(domain: Domain, problem: Problem): Map<string, Set<string>> {
  const parents = new Map<string, string[]>([['object', []]])
  for (const { name, types } of domain.types) {
    parents.set(name, [...(parents.get(name) ?? []), ...types])
    for (const type of types) if (!parents.has(type)) parents.set(type, [])
  }
  // declared as a type beside others it is one of them
  const isRoot = !domain.types.some(({ name }) => name === 'object')
  const result = new Map<string, Set<string>>()
  for (const { name, types } of [...domain.constants, ...problem.objects]) {
    const all = result.get(name) ?? new Set(isRoot ? ['object'] : [])
    const open = [...types]
    for (let type = open.pop(); type !== undefined; type = open.pop()) {
      if (!parents.has(type)) {
        throw new Error(`unknown type "${type}"${suggestion(type, parents.keys())}`)
      }
      if (all.has(type)) continue
      all.add(type)
      open.push(...(parents.get(type) ?? []))
    }
    result.set(name, all)
  }
  return result
}
