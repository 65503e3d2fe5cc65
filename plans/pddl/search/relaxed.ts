// The delete relaxation in typed arrays: one rule for each effect and axiom, deletes left out. Axioms
// cost nothing, and what is false because nothing gives it counts as true: both keep it a lower bound.

import { invertLists, type Lists, packLists } from '../task/lists.ts'
import type { PackedTask } from '../task/packed.ts'

/** Rules `conditions -> adds`; several rules may belong to one operator. */
export interface Relaxation {
  readonly facts: number
  readonly rules: number
  readonly conditions: Lists
  readonly adds: Lists
  /** The operator of each rule; -1 for what is derived. */
  readonly operatorOf: Int32Array
  /** The rules that wait for each fact. */
  readonly waiting: Lists
  readonly conditionCounts: Int32Array
  /** Rules without conditions. */
  readonly unconditional: Int32Array
}

/** The delete relaxation of a task. */
export function relax(task: PackedTask): Relaxation {
  const { operators, axioms, absences } = task.source
  const conditions: (readonly number[])[] = []
  const adds: (readonly number[])[] = []
  const operatorOf: number[] = []
  for (const [i, operator] of operators.entries()) {
    for (const effect of operator.effects) {
      if (effect.add.length === 0) continue
      conditions.push([...new Set([...operator.precondition, ...effect.condition])])
      adds.push(effect.add)
      operatorOf.push(i)
    }
  }
  for (const { head, body } of axioms) {
    conditions.push(body)
    adds.push([head])
    operatorOf.push(-1)
  }
  for (const [, absent] of absences.flat()) {
    conditions.push([])
    adds.push([absent])
    operatorOf.push(-1)
  }
  const packed = packLists(conditions)
  return {
    facts: task.facts,
    rules: conditions.length,
    conditions: packed,
    adds: packLists(adds),
    operatorOf: Int32Array.from(operatorOf),
    waiting: invertLists(packed, task.facts),
    conditionCounts: Int32Array.from(conditions, c => c.length),
    unconditional: Int32Array.from(conditions.flatMap((c, i) => (c.length === 0 ? [i] : []))),
  }
}
