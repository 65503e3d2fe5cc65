// What the paper counts of generated plans (Exploiting GenAI for Plan Generation in BDI Agents, 2025,
// table 5.1), by its codes. What it counts of runs (TSR, GAT) and has judged (PRAS) is counted elsewhere.
import type { Clause } from '../program.ts'
import { variablesOf } from '../term.ts'
import { alignment, type Known, literalsIn, type Written } from './names.ts'
import { uselessPlans } from './subsume.ts'

export interface PlanMeasures {
  /** Plans. */
  readonly PC: number
  /** Beliefs in a context, on average. */
  readonly CC: number
  /** Operations in a body, on average. */
  readonly PBC: number
  /** Plans whose event has a variable, and so serves more than one goal. */
  readonly GC: number
  /** Plans that are of no use: never applicable, or another one's turn comes first. */
  readonly RR: number
  /** Goals and beliefs that are new. */
  readonly NGC: number
  readonly NBC: number
  /** Goals and beliefs that are misaligned: not used, not said, or said anew. */
  readonly GSA: number
  readonly BSA: number
}

/** Measures plans as they were written. The means of no plans are 0. */
export function planMeasures(written: Written, known: Known): PlanMeasures {
  const { clauses } = written
  const found = alignment(written, known)
  return {
    PC: clauses.length,
    CC: mean(clauses.map(({ context }) => context.flatMap(literalsIn).length)),
    PBC: mean(clauses.map(({ body }) => body.length)),
    GC: clauses.filter(isGeneral).length,
    RR: uselessPlans(clauses).length,
    NGC: found.newGoals.size,
    NBC: found.newBeliefs.size,
    GSA: found.strayGoals.size,
    BSA: found.strayBeliefs.size,
  }
}

// --- internal ---

const isGeneral = ({ trigger }: Clause) => variablesOf(trigger.literal).length > 0

const mean = (counts: readonly number[]) =>
  counts.length === 0 ? 0 : counts.reduce((sum, count) => sum + count, 0) / counts.length
