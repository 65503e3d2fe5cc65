// A ground task in typed arrays: states are bit sets, operators are slices of flat arrays. The form
// in which every search works.

import type { GroundTask } from './ground-task.ts'
import { clear, has, invertLists, packLists, set } from './lists.ts'

/** A state is `words` consecutive numbers, bit `f & 31` of word `f >> 5` being fact `f`. */
export interface PackedTask {
  readonly source: GroundTask
  readonly words: number
  readonly facts: number
  readonly operators: number
  readonly costs: Float64Array
  readonly goal: Int32Array
  readonly init: Uint32Array
  /** Writes the operators applicable in a state to `out`, in a fixed order; returns how many. */
  readonly applicable: (states: Uint32Array, at: number, out: Int32Array) => number
  readonly isApplicable: (operator: number, states: Uint32Array, at: number) => boolean
  /** Writes the successor of the state at `from[at]` to `to[toAt]`. */
  readonly apply: (
    operator: number,
    from: Uint32Array,
    at: number,
    to: Uint32Array,
    toAt: number,
  ) => void
  readonly isGoal: (states: Uint32Array, at: number) => boolean
}

/** Packs a ground task. */
export function packTask(source: GroundTask): PackedTask {
  const facts = source.facts.length
  const words = (facts >> 5) + 1
  const preconditions = packLists(source.operators.map(o => o.precondition))
  const goal = Int32Array.from(source.goal)
  const isApplicable = (operator: number, states: Uint32Array, at: number) => {
    const { start, items } = preconditions
    const end = start[operator + 1]!
    for (let i = start[operator]!; i < end; i++) if (!has(states, at, items[i]!)) return false
    return true
  }
  const close = createClosure(source, words)
  const apply = createApply(source, words, close)
  const init = new Uint32Array(words)
  for (const fact of source.init) set(init, 0, fact)
  close(init, 0)
  return {
    source,
    words,
    facts,
    operators: source.operators.length,
    costs: Float64Array.from(source.operators, o => o.cost),
    goal,
    init,
    applicable: createSuccessors(source, words, isApplicable),
    isApplicable,
    apply,
    isGoal: (states, at) => holdsAll(goal, states, at),
  }
}

/** Whether all the facts hold in a state. */
export function holdsAll(facts: Int32Array, states: Uint32Array, at: number): boolean {
  for (let i = 0; i < facts.length; i++) if (!has(states, at, facts[i]!)) return false
  return true
}

// --- internal ---

/**
 * Each operator is filed under its rarest precondition, so that only operators with one
 * precondition true are looked at.
 */
function createSuccessors(
  source: GroundTask,
  words: number,
  isApplicable: PackedTask['isApplicable'],
): PackedTask['applicable'] {
  const uses = new Int32Array(source.facts.length)
  for (const o of source.operators) for (const f of o.precondition) uses[f]!++
  const filed: number[][] = source.facts.map(() => [])
  const always: number[] = []
  for (const [i, o] of source.operators.entries()) {
    let rarest = o.precondition[0]
    for (const f of o.precondition) if (uses[f]! < uses[rarest!]!) rarest = f
    if (rarest === undefined) always.push(i)
    else filed[rarest]!.push(i)
  }
  const { start, items } = packLists(filed)
  return (states, at, out) => {
    let count = 0
    for (const operator of always) out[count++] = operator
    for (let word = 0; word < words; word++) {
      let bits = states[at + word]!
      while (bits !== 0) {
        const low = bits & -bits
        bits ^= low
        const fact = (word << 5) + 31 - Math.clz32(low)
        for (let i = start[fact]!; i < start[fact + 1]!; i++) {
          const operator = items[i]!
          if (isApplicable(operator, states, at)) out[count++] = operator
        }
      }
    }
    return count
  }
}

function createApply(source: GroundTask, words: number, close: Closure): PackedTask['apply'] {
  const plain = source.operators.map(o => o.effects.filter(e => e.condition.length === 0))
  const adds = packLists(plain.map(effects => effects.flatMap(e => e.add)))
  const deletes = packLists(plain.map(effects => effects.flatMap(e => e.delete)))
  const conditional = source.operators.map(o =>
    o.effects
      .filter(e => e.condition.length > 0)
      .map(e => ({ ...e, condition: Int32Array.from(e.condition) })),
  )
  const hasConditional = conditional.map(effects => effects.length > 0)
  const read = new Set(source.axioms.flatMap(a => a.body))
  const isRead = source.operators.map(o =>
    o.effects.some(e => e.add.some(f => read.has(f)) || e.delete.some(f => read.has(f))),
  )

  const applyConditional = (
    operator: number,
    from: Uint32Array,
    at: number,
    to: Uint32Array,
    toAt: number,
  ) => {
    const firing = conditional[operator]!.filter(e => holdsAll(e.condition, from, at))
    const plainEffects = plain[operator]!
    for (const e of firing) for (const f of e.delete) clear(to, toAt, f)
    for (const e of plainEffects) for (const f of e.add) set(to, toAt, f)
    for (const e of firing) for (const f of e.add) set(to, toAt, f)
    // one effect may add what another deletes; the complement follows the fact
    for (const [fact, complement] of source.complements) {
      if (has(to, toAt, fact)) clear(to, toAt, complement)
      else set(to, toAt, complement)
    }
  }

  return (operator, from, at, to, toAt) => {
    for (let i = 0; i < words; i++) to[toAt + i] = from[at + i]!
    for (let i = deletes.start[operator]!; i < deletes.start[operator + 1]!; i++)
      clear(to, toAt, deletes.items[i]!)
    for (let i = adds.start[operator]!; i < adds.start[operator + 1]!; i++)
      set(to, toAt, adds.items[i]!)
    if (hasConditional[operator]) applyConditional(operator, from, at, to, toAt)
    if (isRead[operator]) close(to, toAt)
  }
}

/** Sets the derived facts of the state at `states[at]` to what follows from the others. */
type Closure = (states: Uint32Array, at: number) => void

/**
 * The closure of states of a task. It works on the facts that hold and the axioms that read them alone.
 * Axioms of a later stratum may fire early: what they read is true for good.
 */
function createClosure({ facts, axioms, absences }: GroundTask, words: number): Closure {
  if (axioms.length === 0 && absences.every(pairs => pairs.length === 0)) return () => undefined
  const bodies = packLists(axioms.map(a => a.body))
  const { start, items } = invertLists(bodies, facts.length)
  const heads = Int32Array.from(axioms, a => a.head)
  const counts = Int32Array.from(axioms, a => a.body.length)
  const axiomsWithoutBody = [...counts.keys()].filter(axiom => counts[axiom] === 0)
  const open = new Int32Array(axioms.length)
  const queue = new Int32Array(facts.length)
  const derived = bitsOf([...heads, ...absences.flat().map(([, absent]) => absent)], words)
  const read = bitsOf(bodies.items, words)
  let size = 0
  let next = 0

  const derive = (fact: number, states: Uint32Array, at: number) => {
    if (has(states, at, fact)) return
    set(states, at, fact)
    queue[size++] = fact
  }
  const drain = (states: Uint32Array, at: number) => {
    for (; next < size; next++) {
      const fact = queue[next]!
      for (let i = start[fact]!; i < start[fact + 1]!; i++) {
        const axiom = items[i]!
        if (--open[axiom]! === 0) derive(heads[axiom]!, states, at)
      }
    }
  }

  return (states, at) => {
    open.set(counts)
    size = 0
    next = 0
    for (let word = 0; word < words; word++) {
      states[at + word]! &= ~derived[word]!
      for (let bits = states[at + word]! & read[word]!; bits !== 0; bits &= bits - 1)
        queue[size++] = (word << 5) + 31 - Math.clz32(bits & -bits)
    }
    for (const axiom of axiomsWithoutBody) derive(heads[axiom]!, states, at)
    drain(states, at)
    for (const pairs of absences) {
      for (const [fact, absent] of pairs) if (!has(states, at, fact)) derive(absent, states, at)
      drain(states, at)
    }
  }
}

function bitsOf(facts: Iterable<number>, words: number): Uint32Array {
  const bits = new Uint32Array(words)
  for (const fact of facts) set(bits, 0, fact)
  return bits
}
