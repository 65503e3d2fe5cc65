// What follows from the facts of a state by the axioms of the domain, and from which of them: semi-naive
// evaluation, stratum by stratum (Ullman 1988).

import { memoOf } from '../../memo.ts'
import { atomsIn, type Rule } from '../syntax/axioms.ts'
import { type Atom, addUnder, atomOf, type Condition, isVariable } from '../syntax/syntax.ts'
import type { Task } from '../task/task.ts'
import type { Facts, Literal, Rank } from './truth.ts'
import { bind, decide, evaluate, ground, instances, match, printLiteral } from './truth.ts'

/** The facts of a state with all that is derived from them, each after those it is derived from. */
export function withDerived(state: Facts, task: Task): Facts {
  return task.strata.length === 0 ? state : extension(task)(state)
}

/** Literals that hold, down to those that actions change, from which these ones follow. */
export function basis(literals: readonly Literal[], state: Facts, task: Task): Literal[] {
  const facts = withDerived(state, task)
  return unfold(literals, task, literal => reasons(literal, facts, task))
}

/**
 * Literals that do not hold, down to those that actions change, with which these ones would follow;
 * none that is `fixed`, where there is a choice.
 */
export function lacking(
  literals: readonly Literal[],
  state: Facts,
  task: Task,
  fixed: (literal: Literal) => boolean,
): Literal[] {
  const facts = withDerived(state, task)
  const isFixed = (literal: Literal) => !isDerived(literal, task) && fixed(literal)
  const rank: Rank = among => among.length + (among.some(isFixed) ? FIXED : 0)
  return unfold(literals, task, literal => wants(literal, facts, task, rank))
}

/** Whether axioms say when the fact holds. */
export function isDerived({ fact }: Literal, task: Task): boolean {
  const { name } = atomOf(fact)
  return task.strata.some(({ predicates }) => predicates.has(name))
}

// --- internal ---

/** More than any number of literals that can change. */
const FIXED = 1e6

const extension = memoOf((task: Task) => memoOf((state: Facts) => extend(state, task)))

function extend(state: Facts, task: Task): Facts {
  const facts = new Set(state)
  const index = new Index()
  for (const fact of state) index.add(atomOf(fact))
  for (const { predicates, isRecursive, rules } of task.strata) {
    const news: Atom[] = []
    const fire = (rule: Rule, given: Map<string, string>, trigger?: Condition) => {
      const parts = rule.parts.filter(part => part !== trigger)
      for (const binding of solutions(rule, parts, given, { facts, index, task })) {
        const fact = ground(rule.head, binding)
        if (facts.has(fact)) continue
        facts.add(fact)
        const atom = atomOf(fact)
        index.add(atom)
        if (isRecursive) news.push(atom)
      }
    }
    // what stands under a quantifier or an alternative triggers nothing: such rules are tried again
    let rest = rules
    for (let before = -1; before < facts.size; ) {
      before = facts.size
      for (const rule of rest) fire(rule, new Map())
      for (let atom = news.pop(); atom; atom = news.pop()) {
        for (const rule of rules) {
          for (const part of rule.parts) {
            const given =
              part.kind === 'atom' && match(part.atom, atom, rule.parameters, new Map(), task)
            if (given) fire(rule, given, part)
          }
        }
      }
      const isAgain = (part: Condition) =>
        part.kind !== 'atom' && atomsIn(part).some(({ name }) => predicates.has(name))
      rest = isRecursive ? rules.filter(({ parts }) => parts.some(isAgain)) : []
    }
  }
  return facts
}

interface Known {
  readonly facts: Facts
  readonly index: Index
  readonly task: Task
}

/** Every binding under which the parts hold: atoms are looked up, the others tested in the end. */
function* solutions(
  rule: Rule,
  parts: readonly Condition[],
  binding: Map<string, string>,
  known: Known,
): Generator<ReadonlyMap<string, string>> {
  const { facts, index, task } = known
  const lookups = parts.flatMap(part =>
    part.kind === 'atom' ? [{ part, found: index.find(part.atom, binding) }] : [],
  )
  if (lookups.length === 0) {
    const open = rule.parameters.filter(({ name }) => !binding.has(name))
    for (const full of instances(open, binding, task))
      if (parts.every(part => evaluate(part, full, facts, task))) yield full
    return
  }
  const fewest = lookups.reduce((a, b) => (b.found.length < a.found.length ? b : a))
  const others = parts.filter(part => part !== fewest.part)
  for (const atom of fewest.found) {
    const more = match(fewest.part.atom, atom, rule.parameters, binding, task)
    if (more) yield* solutions(rule, others, more, known)
  }
}

/** Atoms by predicate, and by predicate and one argument. */
class Index {
  readonly #lists = new Map<string, Atom[]>()

  add(atom: Atom): void {
    const keys = [atom.name, ...atom.args.map((arg, i) => `${atom.name} ${i} ${arg}`)]
    for (const key of keys) addUnder(this.#lists, key, atom)
  }

  /** The shortest list that holds every atom which can match. */
  find({ name, args }: Atom, binding: ReadonlyMap<string, string>): readonly Atom[] {
    let best = this.#lists.get(name) ?? []
    for (const [i, term] of args.entries()) {
      const value = isVariable(term) ? binding.get(term) : term
      if (value === undefined) continue
      const list = this.#lists.get(`${name} ${i} ${value}`) ?? []
      if (list.length < best.length) best = list
    }
    return best
  }
}

/** Replaces derived literals by what they come from, each once; what rests on itself alone falls away. */
function unfold(
  literals: readonly Literal[],
  task: Task,
  from: (literal: Literal) => readonly Literal[],
): Literal[] {
  const all = new Map(literals.map(literal => [printLiteral(literal), literal]))
  for (const literal of all.values()) {
    if (!isDerived(literal, task)) continue
    for (const each of from(literal)) {
      const key = printLiteral(each)
      if (!all.has(key)) all.set(key, each)
    }
  }
  return [...all.values()].filter(literal => !isDerived(literal, task))
}

/** What the axioms say of a derived fact. */
function definitions({ fact }: Literal, task: Task) {
  const { name, args } = atomOf(fact)
  return task.domain.axioms
    .filter(axiom => axiom.name === name)
    .filter(({ parameters }) => parameters.every((p, i) => task.isA(args[i] ?? '', p.types)))
    .map(({ parameters, condition }) => ({ condition, binding: bind(parameters, args) }))
}

/** Why a derived literal holds; a fact by those before it alone, as it may not be its own reason. */
function reasons(literal: Literal, facts: Facts, task: Task): readonly Literal[] {
  const ways = definitions(literal, task)
  if (!literal.positive)
    return ways.flatMap(({ condition, binding }) => decide(condition, false, binding, facts, task))
  const before = new Set<string>()
  for (const fact of facts) {
    if (fact === literal.fact) break
    before.add(fact)
  }
  const way = ways.find(({ condition, binding }) => evaluate(condition, binding, before, task))
  return way ? decide(way.condition, true, way.binding, before, task) : []
}

/** What is missing for a derived literal. */
function wants(literal: Literal, facts: Facts, task: Task, rank: Rank): readonly Literal[] {
  const ways = definitions(literal, task)
  const missing = ways.map(({ condition, binding }) =>
    decide(condition, literal.positive, binding, facts, task, rank),
  )
  if (!literal.positive) return missing.flat()
  return missing.sort((a, b) => rank(a) - rank(b))[0] ?? []
}
