// All states a search has seen: bit sets in one growing array, found by hash.

import { grown } from '../task/lists.ts'

/** Numbers states in the order seen, and remembers how each was reached. */
export class StateStore {
  readonly words: number
  data = new Uint32Array()
  parent = new Int32Array()
  operator = new Int32Array()
  g = new Float64Array()
  /** The estimate of each, and whether it is done with: for searches that weigh states again. */
  h = new Float64Array()
  closed = new Uint8Array()
  size = 0
  #table = new Int32Array()

  constructor(words: number) {
    this.words = words
    this.#grow(256)
  }

  /** About how many bytes the states take that are in it. */
  get bytes(): number {
    return this.size * (4 * this.words + 24)
  }

  /** The number of a state; `isNew` tells afterwards whether it was just added. */
  add(states: Uint32Array, at: number): number {
    const mask = this.#table.length - 1
    let slot = hash(states, at, this.words) & mask
    for (;;) {
      const id = this.#table[slot]!
      if (id < 0) break
      if (this.#equals(id, states, at)) {
        this.isNew = false
        return id
      }
      slot = (slot + 1) & mask
    }
    if (this.size === this.parent.length) {
      this.#grow(2 * this.size)
      return this.add(states, at)
    }
    const id = this.size++
    this.#table[slot] = id
    // a view and `set` take twice as long for so few words
    for (let i = 0; i < this.words; i++) this.data[id * this.words + i] = states[at + i]!
    this.isNew = true
    return id
  }

  isNew = false

  /** Notes a way that is cheaper than those known to a state, which it opens again; false when it is not. */
  reach(id: number, parent: number, operator: number, g: number): boolean {
    if (!this.isNew && g >= this.g[id]!) return false
    this.parent[id] = parent
    this.operator[id] = operator
    this.g[id] = g
    this.closed[id] = 0
    return true
  }

  /** The operators that lead to a state from the first one, as far as parents are recorded. */
  path(id: number): number[] {
    const operators: number[] = []
    for (let at = id; at > 0; at = this.parent[at]!) operators.push(this.operator[at]!)
    return operators.reverse()
  }

  #equals(id: number, states: Uint32Array, at: number): boolean {
    const own = id * this.words
    for (let i = 0; i < this.words; i++) if (this.data[own + i] !== states[at + i]) return false
    return true
  }

  #grow(length: number): void {
    this.data = grown(this.data, length * this.words)
    this.parent = grown(this.parent, length)
    this.operator = grown(this.operator, length)
    this.g = grown(this.g, length)
    this.h = grown(this.h, length)
    this.closed = grown(this.closed, length)
    this.#table = new Int32Array(2 * length).fill(-1)
    const mask = this.#table.length - 1
    for (let id = 0; id < this.size; id++) {
      let slot = hash(this.data, id * this.words, this.words) & mask
      while (this.#table[slot]! >= 0) slot = (slot + 1) & mask
      this.#table[slot] = id
    }
  }
}

// --- internal ---

function hash(states: Uint32Array, at: number, words: number): number {
  let h = 0x9e3779b9
  for (let i = 0; i < words; i++) {
    h = Math.imul(h ^ states[at + i]!, 0x85ebca6b)
    h ^= h >>> 15
  }
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 13)) >>> 0
}
