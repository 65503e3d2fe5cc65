// A binary heap of numbers with two keys, in typed arrays.

import { grown } from '../task/lists.ts'

/** Smallest first by key, then by tie. */
export class Heap {
  #keys: Float64Array
  #ties: Float64Array
  #values: Int32Array
  #size = 0

  constructor(capacity = 64) {
    this.#keys = new Float64Array(capacity)
    this.#ties = new Float64Array(capacity)
    this.#values = new Int32Array(capacity)
  }

  get size(): number {
    return this.#size
  }

  /** The smallest key; `Infinity` when empty. */
  get minKey(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#keys[0]!
  }

  clear(): void {
    this.#size = 0
  }

  push(key: number, value: number, tie = key): void {
    if (this.#size === this.#values.length) this.#grow()
    const keys = this.#keys
    const ties = this.#ties
    const values = this.#values
    let i = this.#size++
    while (i > 0) {
      const parent = (i - 1) >> 1
      const parentKey = keys[parent]!
      if (parentKey < key || (parentKey === key && ties[parent]! <= tie)) break
      keys[i] = parentKey
      ties[i] = ties[parent]!
      values[i] = values[parent]!
      i = parent
    }
    keys[i] = key
    ties[i] = tie
    values[i] = value
  }

  /** Removes the smallest and returns its value; the heap must not be empty. */
  pop(): number {
    const keys = this.#keys
    const ties = this.#ties
    const values = this.#values
    const top = values[0]!
    const size = --this.#size
    const key = keys[size]!
    const tie = ties[size]!
    const value = values[size]!
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= size) break
      const right = child + 1
      if (
        right < size &&
        (keys[right]! < keys[child]! ||
          (keys[right]! === keys[child]! && ties[right]! < ties[child]!))
      ) {
        child = right
      }
      if (keys[child]! > key || (keys[child]! === key && ties[child]! >= tie)) break
      keys[i] = keys[child]!
      ties[i] = ties[child]!
      values[i] = values[child]!
      i = child
    }
    keys[i] = key
    ties[i] = tie
    values[i] = value
    return top
  }

  #grow(): void {
    const length = 2 * this.#values.length
    this.#keys = grown(this.#keys, length)
    this.#ties = grown(this.#ties, length)
    this.#values = grown(this.#values, length)
  }
}
