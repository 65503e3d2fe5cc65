// The part of review of an agent that lives by rules: actions of the fallback that led on become plans of
// one action each, ranked by how often they did.
import type { Ctx } from '../../agent/contract.ts'
import type { LibraryReviewed, PlanDecision } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import type { Plan } from '../../plans/plan.ts'
import { waysUp } from '../../plans/rules/ways.ts'
import { deedsOf } from '../deeds.ts'

/**
 * What the finished task `root` says of the fallback's actions: those led on that lie on a way to a rise of
 * the world's score. Those that led on enter the library; one that is there already is counted either way.
 * `undefined` when there is nothing to say.
 */
export function automate(root: string, state: State, ctx: Ctx): LibraryReviewed | undefined {
  const intention = state.intentions.get(root)
  if (!intention) return undefined
  const score = state.groundBeliefs.get('world')?.get('score')?.at(-1)?.value
  const end = { ...intention, failures: [], reached: typeof score === 'number' ? score : 0 }
  const deeds = deedsOf({ tried: [...intention.tried, end] }, state)
  const ways = waysUp(deeds)
  const needed = new Set(ways.flatMap(way => way.needed))
  const done = new Set(ways.flatMap(way => way.done))
  const outcomes = new Map<Plan, { led: number; missed: number }>()
  for (const deed of deeds) {
    if (!deed.plan) continue
    const counted = outcomes.get(deed.plan) ?? { led: 0, missed: 0 }
    outcomes.set(deed.plan, counted)
    if (done.has(deed)) counted.led++
    if (!needed.has(deed)) counted.missed += done.has(deed) ? doubt : 1
  }
  const decisions = [...outcomes].flatMap(([plan, counted]): readonly PlanDecision[] => {
    const reason = `led on ${counted.led} times, and ${counted.missed} times not`
    return counted.led > 0 || ctx.library.get(plan.id)
      ? [{ plan: plan.id, decision: 'learn', refined: plan, reason, ...counted }]
      : []
  })
  if (decisions.length === 0) return undefined
  return { type: 'library-reviewed', intention: root, decisions, records: state.reviewed }
}

// --- internal ---

/**
 * What lies on a way and was not needed, as far as can be seen, counts once for and so often against: in the
 * laboratory's second ten episodes of melting, six libraries each, three gave a mean score of 0.84, one gave 0.70.
 */
const doubt = 3
