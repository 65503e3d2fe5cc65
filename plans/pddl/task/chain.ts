// Forward chaining: what follows from what is known, each rule looked at once for each of its conditions.

import { addUnder } from '../syntax/syntax.ts'

/** All of `gives` follows from all of `body`. */
export interface Implication {
  readonly body: readonly number[]
  readonly gives: readonly number[]
}

/** Adds to `known` all that follows. */
export function chain(known: Set<number>, rules: Iterable<Implication>): void {
  const waiting = new Map<number, { open: number; readonly gives: readonly number[] }[]>()
  const queue = [...known]
  const reach = (numbers: readonly number[]) => {
    for (const number of numbers) {
      if (known.has(number)) continue
      known.add(number)
      queue.push(number)
    }
  }
  for (const { body, gives } of rules) {
    if (body.length === 0) reach(gives)
    const rule = { open: body.length, gives }
    for (const number of body) addUnder(waiting, number, rule)
  }
  for (const number of queue)
    for (const rule of waiting.get(number) ?? []) if (--rule.open === 0) reach(rule.gives)
}
