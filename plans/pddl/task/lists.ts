// Numbers in typed arrays: lists one after the other, and states as bit sets, in which fact `f` is bit `f & 31` of word
// `f >> 5`, counted from where the state begins.

/** Lists of numbers, one after the other: list `i` is `items` from `start[i]` to `start[i + 1]`. */
export interface Lists {
  readonly start: Int32Array
  readonly items: Int32Array
}

/** Lists as flat arrays. */
export function packLists(lists: readonly (readonly number[])[]): Lists {
  const start = new Int32Array(lists.length + 1)
  for (const [i, list] of lists.entries()) start[i + 1] = start[i]! + list.length
  const items = new Int32Array(start[lists.length]!)
  for (const [i, list] of lists.entries()) items.set(list, start[i]!)
  return { start, items }
}

/** For each number below `size` the indices of the lists that contain it. */
export function invertLists(lists: Lists, size: number): Lists {
  const start = new Int32Array(size + 1)
  for (const item of lists.items) start[item + 1]!++
  for (let i = 0; i < size; i++) start[i + 1]! += start[i]!
  const fill = start.slice(0, size)
  const items = new Int32Array(lists.items.length)
  for (let list = 0; list + 1 < lists.start.length; list++) {
    for (let i = lists.start[list]!; i < lists.start[list + 1]!; i++) {
      items[fill[lists.items[i]!]!++] = list
    }
  }
  return { start, items }
}

/** A longer array that begins with the numbers of this one. */
export function grown<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(
  from: T,
  length: number,
): T {
  const to = new (from.constructor as new (length: number) => T)(length)
  to.set(from)
  return to
}

/** Whether a fact holds in the state at `states[at]`. */
export function has(states: Uint32Array, at: number, fact: number): boolean {
  return (states[at + (fact >> 5)]! & (1 << (fact & 31))) !== 0
}

/** Has a fact hold. */
export function set(states: Uint32Array, at: number, fact: number): void {
  states[at + (fact >> 5)]! |= 1 << (fact & 31)
}

/** Has a fact hold no more. */
export function clear(states: Uint32Array, at: number, fact: number): void {
  states[at + (fact >> 5)]! &= ~(1 << (fact & 31))
}
