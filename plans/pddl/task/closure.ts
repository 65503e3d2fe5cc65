// What is derived in a state: axioms fire until they give nothing more, stratum by stratum.

import { has, set } from './bits.ts'
import type { GroundTask } from './ground-task.ts'
import { invertLists, packLists } from './lists.ts'

/** Sets the derived facts of the state at `states[at]` to what follows from the others. */
export type Closure = (states: Uint32Array, at: number) => void

/**
 * The closure of states of a task. It works on the facts that hold and the axioms that read them alone.
 * Axioms of a later stratum may fire early: what they read is true for good.
 */
export function createClosure({ facts, axioms, absences }: GroundTask, words: number): Closure {
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

// --- internal ---

function bitsOf(facts: Iterable<number>, words: number): Uint32Array {
  const bits = new Uint32Array(words)
  for (const fact of facts) set(bits, 0, fact)
  return bits
}
