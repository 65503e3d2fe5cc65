// The delete relaxation in typed arrays: one rule for each effect and axiom, deletes left out. Axioms
// cost nothing, and what is false because nothing gives it counts as true: both keep it a lower bound.

import { invertLists, packLists } from '../task/lists.ts'
import type { PackedTask } from '../task/packed.ts'

/** Rules `conditions -> adds`; several may belong to one operator, and -1 stands for what is derived. */
export interface Rules {
  readonly conditions: readonly (readonly number[])[]
  readonly adds: readonly (readonly number[])[]
  readonly operatorOf: readonly number[]
}

/** Rules in typed arrays. */
export type Relaxation = ReturnType<typeof packRules>

/** The delete relaxation of a task. */
export function relax(task: PackedTask): Relaxation {
  const { operators, axioms, absences } = task.source
  const rules = [
    ...operators.flatMap(({ precondition, effects }, operator) =>
      effects
        .filter(({ add }) => add.length > 0)
        .map(({ condition, add }) => {
          return { body: [...new Set([...precondition, ...condition])], gives: add, operator }
        }),
    ),
    ...axioms.map(({ head, body }) => ({ body, gives: [head], operator: -1 })),
    ...absences.flat().map(([, absent]) => ({ body: [], gives: [absent], operator: -1 })),
  ]
  const source = {
    conditions: rules.map(({ body }) => body),
    adds: rules.map(({ gives }) => gives),
    operatorOf: rules.map(({ operator }) => operator),
  }
  return packRules(source, task.facts)
}

/** Rules over so many facts in typed arrays. */
export function packRules(source: Rules, facts: number) {
  const conditions = packLists(source.conditions)
  const conditionCounts = Int32Array.from(source.conditions, c => c.length)
  return {
    source,
    facts,
    rules: source.conditions.length,
    conditions,
    adds: packLists(source.adds),
    operatorOf: Int32Array.from(source.operatorOf),
    /** The rules that wait for each fact. */
    waiting: invertLists(conditions, facts),
    conditionCounts,
    /** Rules without conditions. */
    unconditional: Int32Array.from(conditionCounts.keys().filter(rule => !conditionCounts[rule])),
  }
}
