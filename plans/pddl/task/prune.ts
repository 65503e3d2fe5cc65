// From raw operators over literals to a compact task: what is unreachable, always true or serves
// no goal is left out, and what remains is numbered.

import { addUnder } from '../syntax/syntax.ts'
import { chain, type Implication } from './chain.ts'
import type { GroundAxiom, GroundTask, Operator, OperatorEffect } from './ground-task.ts'

/** An operator whose conditions are literals (`2 * atom`, negated `+ 1`) and effects atoms. */
export interface RawOperator extends Operator {
  /** Whether it stays although it serves no goal. */
  readonly isKept: boolean
}

/** What grounding knows before pruning. */
export interface RawTask extends Pick<GroundTask, 'axioms' | 'init' | 'goal' | 'unreachable'> {
  readonly operators: readonly RawOperator[]
  /** Stratum by stratum the atoms that are false when no axiom gives them. */
  readonly absences: readonly (readonly number[])[]
  /** Whether actions may change the atom; the others are derived. */
  readonly isAtom: (atom: number) => boolean
  readonly name: (atom: number) => string
}

/** Prunes and numbers. `tick` is called for every operator and may throw to stop. */
export function pruneTask(raw: RawTask, tick: () => void): GroundTask {
  const reached = reachLiterals(raw, tick)
  const isPossible = (literals: readonly number[]) => literals.every(l => reached.has(l))
  const possible = raw.operators
    .filter(o => isPossible(o.precondition))
    .map(o => ({ ...o, effects: o.effects.filter(e => isPossible(e.condition)) }))
  const absent = raw.absences.flat()
  const axioms = [
    ...raw.axioms.filter(a => isPossible(a.body)),
    ...absent.filter(a => !reached.has(2 * a)).map(a => ({ head: 2 * a + 1, body: [] })),
  ]
  const constant = constantLiterals(raw, possible, axioms, tick)
  const isOpen = (literal: number) => !constant.has(literal)
  const rests = [...axioms, ...losses(raw, axioms, absent, isOpen)]
  const needed = neededLiterals(raw.goal, possible, rests, isOpen, tick)
  const unreached = raw.goal.filter(l => !reached.has(l))
  const nameOf = (literal: number) => {
    const name = raw.name(literal >> 1)
    return literal % 2 === 0 ? name : `(not ${name})`
  }
  const unreachable = raw.unreachable.length > 0 ? raw.unreachable : unreached.map(nameOf)

  const literals = orderLiterals(raw, needed)
  const numbers = new Map(literals.map((l, i) => [l, i]))
  const renumber = (list: readonly number[]) => list.filter(isOpen).map(l => numbers.get(l)!)
  const pairOf = (atom: number): (readonly [number, number])[] => {
    const [positive, negative] = [numbers.get(2 * atom), numbers.get(2 * atom + 1)]
    return positive === undefined || negative === undefined ? [] : [[positive, negative]]
  }
  const blocking = blockingLiterals(possible, axioms)
  const init = new Set(raw.init.map(a => 2 * a))
  const isInitial = (l: number) => (l % 2 === 0 ? init.has(l) : !init.has(l - 1))
  return {
    facts: literals.map(nameOf),
    init: literals.flatMap((l, i) => (isInitial(l) && raw.isAtom(l >> 1) ? [i] : [])),
    goal: unreachable.length > 0 ? [] : renumber(raw.goal),
    operators: possible.flatMap(o => {
      tick()
      return createOperator(o, numbers, renumber, blocking)
    }),
    axioms: axioms.flatMap((a): GroundAxiom[] => {
      const head = numbers.get(a.head)
      return head === undefined ? [] : [{ head, body: renumber(a.body) }]
    }),
    absences: raw.absences.map(atoms => atoms.flatMap(pairOf)),
    complements: literals.flatMap(l => (l % 2 === 1 && raw.isAtom(l >> 1) ? pairOf(l >> 1) : [])),
    unreachable,
  }
}

// --- internal ---

/** The literals that delete relaxation reaches, negative ones included. */
function reachLiterals(raw: RawTask, tick: () => void): Set<number> {
  const negative = new Set(conditionsOf(raw, raw.operators).filter(l => l % 2 === 1))
  const init = new Set(raw.init.map(a => 2 * a))
  const reached = new Set(init)
  for (const l of negative) if (raw.isAtom(l >> 1) && !init.has(l - 1)) reached.add(l)
  for (const atom of raw.absences.flat()) reached.add(2 * atom + 1)

  const rules = raw.operators.flatMap(o => {
    tick()
    return o.effects.map(e => ({
      body: bodyOf(o, e),
      gives: [
        ...e.add.map(atom => 2 * atom),
        ...e.delete.map(atom => 2 * atom + 1).filter(l => negative.has(l)),
      ],
    }))
  })
  chain(reached, [...rules, ...raw.axioms.map(implication)])
  return reached
}

function implication({ head, body }: GroundAxiom): Implication {
  return { body, gives: [head] }
}

/** All that must hold for an effect. */
function bodyOf({ precondition }: RawOperator, { condition }: OperatorEffect): readonly number[] {
  return condition.length > 0 ? [...precondition, ...condition] : precondition
}

/** Every literal that something rests on. */
function conditionsOf(raw: RawTask, operators: readonly RawOperator[]): readonly number[] {
  return [
    ...raw.goal,
    ...operators.flatMap(o => [...o.precondition, ...o.effects.flatMap(e => e.condition)]),
    ...raw.axioms.flatMap(a => a.body),
  ]
}

/** Literals that hold in every reachable state. */
function constantLiterals(
  raw: RawTask,
  operators: readonly RawOperator[],
  axioms: readonly GroundAxiom[],
  tick: () => void,
): Set<number> {
  const constant = new Set(raw.init.map(a => 2 * a))
  const added = new Set<number>()
  for (const o of operators) {
    tick()
    for (const e of o.effects) {
      for (const a of e.delete) constant.delete(2 * a)
      for (const a of e.add) added.add(a)
    }
  }
  const init = new Set(raw.init)
  for (const l of conditionsOf(raw, operators)) {
    const isAbsent = !init.has(l >> 1) && !added.has(l >> 1)
    if (l % 2 === 1 && raw.isAtom(l >> 1) && isAbsent) constant.add(l)
  }
  chain(constant, axioms.map(implication))
  return constant
}

/** Literals from which the goal or a kept operator may depend, transitively. */
function neededLiterals(
  goal: readonly number[],
  operators: readonly RawOperator[],
  axioms: readonly GroundAxiom[],
  isOpen: (literal: number) => boolean,
  tick: () => void,
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
  for (const o of operators) {
    tick()
    for (const e of o.effects) {
      const conditions = bodyOf(o, e)
      for (const a of e.add) addUnder(achievers, 2 * a, conditions)
      for (const a of e.delete) addUnder(achievers, 2 * a + 1, conditions)
      // when a needed literal is lost has to be known too
      for (const a of e.delete) addUnder(achievers, 2 * a, e.condition)
      for (const a of e.add) addUnder(achievers, 2 * a + 1, e.condition)
    }
    if (o.isKept) need(o.precondition)
  }
  for (const a of axioms) addUnder(achievers, a.head, a.body)
  need(goal)
  for (let i = 0; i < queue.length; i++) {
    tick()
    for (const conditions of achievers.get(queue[i]!) ?? []) need(conditions)
  }
  return needed
}

/**
 * On what it rests that something is absent: an atom, and all from which the atom may be lost. The loss of
 * a derived literal is written `~literal`.
 */
function losses(
  raw: RawTask,
  axioms: readonly GroundAxiom[],
  absent: readonly number[],
  isOpen: (literal: number) => boolean,
): GroundAxiom[] {
  if (absent.length === 0) return []
  const lossOf = (literal: number) => (raw.isAtom(literal >> 1) ? literal ^ 1 : ~literal)
  return [
    ...absent.map(a => ({ head: 2 * a + 1, body: [2 * a, ~(2 * a)] })),
    ...absent.map(a => ({ head: ~(2 * a + 1), body: [2 * a] })),
    ...axioms.map(a => ({ head: ~a.head, body: a.body.filter(isOpen).map(lossOf) })),
  ]
}

/** Initial facts first, then the others in the order of their numbers. */
function orderLiterals(raw: RawTask, needed: ReadonlySet<number>): number[] {
  const init = raw.init.map(a => 2 * a).filter(l => needed.has(l))
  const rest = [...needed].filter(l => l >= 0).sort((a, b) => a - b)
  return [...new Set([...init, ...rest])]
}

function createOperator(
  raw: RawOperator,
  numbers: ReadonlyMap<number, number>,
  renumber: (literals: readonly number[]) => readonly number[],
  blocking: ReadonlySet<number>,
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
  const unblocks = () =>
    merged.some(e => e.delete.some(a => numbers.has(2 * a) && blocking.has(2 * a)))
  if (!raw.isKept && !effects.some(e => e.add.length > 0) && !unblocks()) return []
  return [{ step: raw.step, precondition, effects, cost: raw.cost }]
}

/** Literals that help when they are gone: with them an action does what it should not, or an axiom holds. */
function blockingLiterals(
  operators: readonly RawOperator[],
  axioms: readonly GroundAxiom[],
): Set<number> {
  const conditions = operators.flatMap(o => o.effects.flatMap(e => e.condition))
  return new Set([...conditions, ...(conditions.length > 0 ? axioms.flatMap(a => a.body) : [])])
}

/** One effect for each condition, as what one effect adds wins over what it deletes. */
function mergeEffects(
  effects: readonly OperatorEffect[],
  numbers: ReadonlyMap<number, number>,
  renumber: (literals: readonly number[]) => readonly number[],
): OperatorEffect[] {
  const isNumbered = (atom: number) => numbers.has(2 * atom) || numbers.has(2 * atom + 1)
  const changesSomething = (e: OperatorEffect) =>
    e.add.some(isNumbered) || e.delete.some(isNumbered)
  const merged = new Map<string, OperatorEffect>()
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
