// A question that is worded like those a plan has answered before is perceived by code.
import type { Ctx } from '../../agent/contract.ts'
import type { KnownPlan, Perception, State } from '../../agent/state.ts'
import { canonical } from '../../plans/canonical.ts'
import { preferred } from '../../plans/habits/habits.ts'
import { type ReadBelief, readWording } from '../../plans/habits/wordings/read.ts'
import { mayServe, trustOf } from '../../plans/library/trust.ts'
import { type Plan, totals, type Wording } from '../../plans/plan.ts'

/** What a wording says of a question, and the plan that is to answer it. */
export interface AsBefore extends Pick<Wording, 'schemaBeliefs' | 'answerContract'> {
  readonly known: KnownPlan
  readonly beliefs: readonly ReadBelief[]
}

/**
 * What the question says by its wording alone; `undefined` when no plan of the library knows it, when
 * two read it differently, or when the plan has come into doubt since.
 */
export function asBefore(
  { kind, text, files = [] }: Perception,
  state: State,
  ctx: Ctx,
): AsBefore | undefined {
  if (kind !== 'question' || state.groundBeliefs.get('session')?.size) return undefined
  const serving = preferred(ctx.library.worded(text)).filter(plan => !inDoubt(plan, state))
  const read = serving.flatMap(plan =>
    (plan.wordings ?? []).flatMap((wording): readonly AsBefore[] => {
      const { schemaBeliefs, answerContract, bind } = wording
      const beliefs = readWording(wording, text, files)
      const known = { plan: plan.id, bind, by: 'wording' } as const
      return beliefs
        ? [{ known, beliefs, schemaBeliefs, ...(answerContract && { answerContract }) }]
        : []
    }),
  )
  const [first, ...others] = read
  return others.every(other => canonical(said(other)) === canonical(said(first!)))
    ? first
    : undefined
}

// --- internal ---

/** Schema beliefs are a manner of speaking: the rest decides what is done and how the answer looks. */
const said = ({ known, beliefs, answerContract }: AsBefore) => ({ known, beliefs, answerContract })

function inDoubt(plan: Plan, { planLibrary: { stats, removed } }: State): boolean {
  const failed = stats.get(plan.id)?.failureCount ?? 0
  const { judgedWrong } = totals(plan)
  return (
    failed + judgedWrong > 0 ||
    removed.has(plan.id) ||
    trustOf(plan) !== 'own' ||
    mayServe(plan) !== undefined
  )
}
