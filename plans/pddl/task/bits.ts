// States as bit sets: fact `f` is bit `f & 31` of word `f >> 5`, counted from where the state begins.

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
