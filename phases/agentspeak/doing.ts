// What an internal action is.
import type { Ctx } from '../../agent/contract.ts'
import type { StepResult } from '../../agent/state.ts'
import type { View } from '../../agent/view.ts'
import type { Term } from '../../plans/agentspeak/term.ts'
import type { Bindings } from '../../plans/agentspeak/unify.ts'
import type { Awaitable } from '../../plans/awaitable.ts'
import type { Step } from '../../plans/plan.ts'

/** The step that an action is, and what it may use. */
export interface Doing {
  readonly step: Step
  readonly view: View
  readonly ctx: Ctx
}

export type InternalAction = (
  args: readonly Term[],
  bindings: Bindings,
  doing: Doing,
) => Awaitable<StepResult>
