// From raw operators over literals to a compact task: what is unreachable, always true or serves
// no goal is left out, and what remains is numbered.

import type { Step } from '../syntax/syntax.ts'
import type { Axiom, GroundTask, Operator } from './ground-task.ts'
import type { RawAxiom } from './normal-form.ts'

/** An operator whose conditions are literals (`2 * atom`, negated `+ 1`) and effects atoms. */
export interface RawOperator {
  readonly step: Step
  readonly precondition: readonly number[]
  readonly effects: readonly RawEffect[]
  readonly cost: number
  /** Whether it stays although it serves no goal. */
  readonly isKept: boolean
}

/** A conditional effect of a raw operator. */
export interface RawEffect {
  readonly condition: readonly number[]
  readonly add: readonly number[]
  readonly delete: readonly number[]
}

/** What grounding knows before pruning. */
export interface RawTask {
  readonly operators: readonly RawOperator[]
  readonly axioms: readonly RawAxiom[]
  readonly init: readonly number[]
  readonly goal: readonly number[]
  readonly unreachable: readonly string[]
  /** Whether the number is an atom of the task; the others are derived. */
  readonly isAtom: (atom: number) => boolean
  readonly name: (atom: number) => string
}

/** Prunes and numbers. */
export function pruneTask(raw: RawTask): GroundTask {
  const reached = reachLiterals(raw)
  const isPossible = (literals: readonly number[]) => literals.every(l => reached.has(l))
  const possible = raw.operators
    .filter(o => isPossible(o.precondition))
    .map(o => ({ ...o, effects: o.effects.filter(e => isPossible(e.condition)) }))
  const axioms = raw.axioms.filter(a => isPossible(a.body))
  const constant = constantLiterals(raw, possible)
  const isOpen = (literal: number) => !constant.has(literal)
  const needed = neededLiterals(raw.goal, possible, axioms, isOpen)
  const unreached = raw.goal.filter(l => !reached.has(l))
  const nameOf = (literal: number) => printLiteral(literal, raw)
  const unreachable = raw.unreachable.length > 0 ? raw.unreachable : unreached.map(nameOf)

  const literals = orderLiterals(raw, needed)
  const numbers = new Map(literals.map((l, i) => [l, i]))
  const renumber = (list: readonly number[]) => list.filter(isOpen).map(l => numbers.get(l)!)
  const init = new Set(raw.init.map(a => 2 * a))
  const isInitial = (l: number) => (l % 2 === 0 ? init.has(l) : !init.has(l - 1))
  return {
    facts: literals.map(nameOf),
    init: literals.flatMap((l, i) => (isInitial(l) && raw.isAtom(l >> 1) ? [i] : [])),
    goal: unreachable.length > 0 ? [] : renumber(raw.goal),
    operators: possible.flatMap(o => createOperator(o, numbers, renumber)),
    axioms: axioms.flatMap((a): Axiom[] => {
      const head = numbers.get(2 * a.head)
      return head === undefined ? [] : [{ head, body: renumber(a.body) }]
    }),
    complements: literals.flatMap((l, i) => {
      const positive = numbers.get(l - 1)
      return l % 2 === 1 && positive !== undefined ? [[positive, i] as const] : []
    }),
    unreachable,
  }
}

// --- internal ---

/** The literals that delete relaxation reaches, negative ones included. */
function reachLiterals(raw: RawTask): Set<number> {
  const negative = new Set<number>()
  const note = (literals: readonly number[]) => {
    for (const l of literals) if (l % 2 === 1) negative.add(l)
  }
  for (const o of raw.operators) {
    note(o.precondition)
    for (const e of o.effects) note(e.condition)
  }
  for (const a of raw.axioms) note(a.body)
  note(raw.goal)
  const init = new Set(raw.init.map(a => 2 * a))
  const reached = new Set(init)
  for (const l of negative) if (!init.has(l - 1)) reached.add(l)

  interface Rule {
    open: number
    readonly gives: readonly number[]
  }
  const waiting = new Map<number, Rule[]>()
  const queue = [...reached]
  const reach = (l: number) => {
    if (reached.has(l)) return
    reached.add(l)
    queue.push(l)
  }
  const addRule = (conditions: readonly number[], gives: readonly number[]) => {
    const rule: Rule = { open: conditions.length, gives }
    for (const l of conditions) {
      const list = waiting.get(l)
      if (list) list.push(rule)
      else waiting.set(l, [rule])
    }
    if (rule.open === 0) for (const l of gives) reach(l)
  }
  for (const o of raw.operators) {
    for (const e of o.effects) {
      const gives = e.add.map(a => 2 * a)
      for (const a of e.delete) if (negative.has(2 * a + 1)) gives.push(2 * a + 1)
      addRule(e.condition.length > 0 ? [...o.precondition, ...e.condition] : o.precondition, gives)
    }
  }
  for (const a of raw.axioms) addRule(a.body, [2 * a.head])
  for (let i = 0; i < queue.length; i++) {
    for (const rule of waiting.get(queue[i]!) ?? []) {
      if (--rule.open === 0) for (const l of rule.gives) reach(l)
    }
  }
  return reached
}

/** Literals that hold in every reachable state. */
function constantLiterals(raw: RawTask, operators: readonly RawOperator[]): Set<number> {
  const constant = new Set(raw.init.map(a => 2 * a))
  const added = new Set<number>()
  for (const o of operators) {
    for (const e of o.effects) {
      for (const a of e.delete) constant.delete(2 * a)
      for (const a of e.add) added.add(a)
    }
  }
  const init = new Set(raw.init)
  const considered = [
    ...raw.goal,
    ...operators.flatMap(o => [...o.precondition, ...o.effects.flatMap(e => e.condition)]),
    ...raw.axioms.flatMap(a => a.body),
  ]
  for (const l of considered) {
    if (l % 2 === 1 && !init.has(l >> 1) && !added.has(l >> 1)) constant.add(l)
  }
  return constant
}

/** Literals from which the goal or a kept operator may depend, transitively. */
function neededLiterals(
  goal: readonly number[],
  operators: readonly RawOperator[],
  axioms: readonly RawAxiom[],
  isOpen: (literal: number) => boolean,
): Set<number> {
  const needed = new Set<number>()
  const queue: number[] = []
  const contested = contestedAtoms(operators)
  const need = (literals: readonly number[]) => {
    for (const l of literals) {
      if (needed.has(l) || !isOpen(l)) continue
      needed.add(l)
      queue.push(l)
      // the truth of a contested atom can only be read off the atom itself
      if (l % 2 === 1 && contested.has(l >> 1)) need([l - 1])
    }
  }
  const achievers = new Map<number, (readonly number[])[]>()
  const addAchiever = (literal: number, conditions: readonly number[]) => {
    const list = achievers.get(literal)
    if (list) list.push(conditions)
    else achievers.set(literal, [conditions])
  }
  for (const o of operators) {
    for (const e of o.effects) {
      const conditions =
        e.condition.length > 0 ? [...o.precondition, ...e.condition] : o.precondition
      for (const a of e.add) addAchiever(2 * a, conditions)
      for (const a of e.delete) addAchiever(2 * a + 1, conditions)
      // when a needed literal is lost has to be known too
      for (const a of e.delete) addAchiever(2 * a, e.condition)
      for (const a of e.add) addAchiever(2 * a + 1, e.condition)
    }
    if (o.isKept) need(o.precondition)
  }
  for (const a of axioms) addAchiever(2 * a.head, a.body)
  need(goal)
  for (let i = 0; i < queue.length; i++) {
    for (const conditions of achievers.get(queue[i]!) ?? []) need(conditions)
  }
  return needed
}

/** Initial facts first, then the others in the order of their numbers. */
function orderLiterals(raw: RawTask, needed: ReadonlySet<number>): number[] {
  const init = raw.init.map(a => 2 * a).filter(l => needed.has(l))
  const rest = [...needed].sort((a, b) => a - b)
  return [...new Set([...init, ...rest])]
}

function createOperator(
  raw: RawOperator,
  numbers: ReadonlyMap<number, number>,
  renumber: (literals: readonly number[]) => readonly number[],
): Operator[] {
  const precondition = renumber(raw.precondition)
  const merged = mergeEffects(raw.effects, numbers, renumber)
  const effects = merged.flatMap(e => {
    const { condition } = e
    const adds = new Set(e.add)
    const deletes = e.delete.filter(a => !adds.has(a))
    const known = (literals: readonly number[]) =>
      literals.map(l => numbers.get(l)).filter(n => n !== undefined)
    const isTrue = (n: number) => precondition.includes(n) || condition.includes(n)
    const add = known([...e.add.map(a => 2 * a), ...deletes.map(a => 2 * a + 1)])
    const deleted = known([...deletes.map(a => 2 * a), ...e.add.map(a => 2 * a + 1)])
    // what already holds need not be added, unless another effect of the step may delete it
    const news = merged.length === 1 ? add.filter(n => !isTrue(n)) : add
    if (news.length === 0 && deleted.length === 0) return []
    return [{ condition, add: [...new Set(news)], delete: [...new Set(deleted)] }]
  })
  if (!raw.isKept && !effects.some(e => e.add.length > 0)) return []
  return [{ step: raw.step, precondition, effects, cost: raw.cost }]
}

/** One effect for each condition, as what one effect adds wins over what it deletes. */
function mergeEffects(
  effects: readonly RawEffect[],
  numbers: ReadonlyMap<number, number>,
  renumber: (literals: readonly number[]) => readonly number[],
): RawEffect[] {
  const isNumbered = (atom: number) => numbers.has(2 * atom) || numbers.has(2 * atom + 1)
  const changesSomething = (e: RawEffect) => e.add.some(isNumbered) || e.delete.some(isNumbered)
  const merged = new Map<string, RawEffect>()
  for (const effect of effects.filter(changesSomething)) {
    const condition = [...renumber(effect.condition)].sort((a, b) => a - b)
    const key = condition.join(' ')
    const same = merged.get(key)
    merged.set(key, {
      condition,
      add: [...(same?.add ?? []), ...effect.add],
      delete: [...(same?.delete ?? []), ...effect.delete],
    })
  }
  return [...merged.values()]
}

/** Atoms that one effect of an operator adds and another one deletes. */
function contestedAtoms(operators: readonly RawOperator[]): Set<number> {
  const contested = new Set<number>()
  for (const { effects } of operators) {
    if (effects.length < 2) continue
    const added = new Set(effects.flatMap(e => e.add))
    for (const e of effects) for (const a of e.delete) if (added.has(a)) contested.add(a)
  }
  return contested
}

function printLiteral(literal: number, raw: RawTask): string {
  if (!raw.isAtom(literal >> 1)) return `(derived ${literal >> 1})`
  const name = raw.name(literal >> 1)
  return literal % 2 === 0 ? name : `(not ${name})`
}
