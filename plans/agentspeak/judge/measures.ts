// What the paper counts of generated plans (Exploiting GenAI for Plan Generation in BDI Agents, 2025,
// table 5.1), by its codes. What it counts of runs (TSR, GAT) and has judged (PRAS) is counted elsewhere.
import type { Clause } from '../program.ts'
import { variablesOf } from '../term.ts'
import { alignment, type Known, literalsIn, type Written } from './names.ts'
import { uselessPlans } from './subsume.ts'

export type PlanMeasures = ReturnType<typeof planMeasures>

/** Measures plans as they were written. The means of no plans are 0. */
export function planMeasures(written: Written, known: Known) {
  const { clauses } = written
  const found = alignment(written, known)
  return {
    /** Plans. */
    PC: clauses.length,
    /** Beliefs in a context, on average. */
    CC: mean(clauses.map(({ context }) => context.flatMap(literalsIn).length)),
    /** Operations in a body, on average. */
    PBC: mean(clauses.map(({ body }) => body.length)),
    /** Plans whose event has a variable, and so serves more than one goal. */
    GC: clauses.filter(isGeneral).length,
    /** Plans that are of no use: never applicable, or another one's turn comes first. */
    RR: uselessPlans(clauses).length,
    /** Goals and beliefs that are new. */
    NGC: found.newGoals.size,
    NBC: found.newBeliefs.size,
    /** Goals and beliefs that are misaligned: not used, not said, or said anew. */
    GSA: found.strayGoals.size,
    BSA: found.strayBeliefs.size,
  }
}

// --- internal ---

const isGeneral = ({ trigger }: Clause) => variablesOf(trigger.literal).length > 0

const mean = (counts: readonly number[]) =>
  counts.length === 0 ? 0 : counts.reduce((sum, count) => sum + count, 0) / counts.length
