// How far a plan is trusted: one that came from somebody else is not carried out before its examples
// have been, with the right answers, or a person has said so.
import { acceptStored } from '../accept.ts'
import { hostileIn } from '../hostile/hostile.ts'
import { memoOf } from '../memo.ts'
import type { Origin, Plan, RunStats } from '../plan.ts'

/** Signs texts with a key that lies outside every folder. */
export interface Seal {
  /** The seal of a text, for nobody without the key to make; undefined where there can be no key. */
  of(text: string): string | undefined
  /** Whether `seal` is that of the text. */
  isOf(seal: string, text: string): boolean
}

/** `own` is what `origin.trust` leaves out. */
export type Trust = 'imported' | 'tested' | 'own'

/** How far a plan is trusted. */
export function trustOf({ origin }: Pick<Plan, 'origin'>): Trust {
  return origin.trust ?? 'own'
}

/** The higher of two levels as an origin spells them: what a test or a person has given stays given. */
export function higherTrust(a: Origin['trust'], b: Origin['trust']): Origin['trust'] {
  if (a === undefined || b === undefined) return undefined
  return a === 'tested' ? a : b
}

/**
 * The plan as somebody else's: imported, whatever it says of its trust, and without what would be
 * done or forgiven on its word. What an agent elsewhere did without its plans says nothing of this one.
 */
export function strange(plan: Plan): Plan {
  const { wordings: _, released: __, ...rest } = plan
  const runs = Object.entries(plan.stats)
    .filter(([, { freshCount = 0 }]) => freshCount === 0)
    .map(([run, stats]) => [run, withoutWays(stats)])
  return {
    ...rest,
    stats: Object.fromEntries(runs),
    origin: { ...plan.origin, trust: 'imported' },
  }
}

/** The counts without the ways in which steps were carried out. */
export function withoutWays({ ways: _, ...counts }: RunStats): RunStats {
  return counts
}

/**
 * Why a plan is not to be carried out, nor shown to a model, in one sentence with the way out;
 * `undefined` when it may serve. It follows from the plan alone.
 */
export function mayServe(plan: Plan): string | undefined {
  const why = barred(plan)
  return why && `${plan.id} ${why}`
}

/** What `mayServe` says, for somebody who sees the plan's id already. */
export function barred(plan: Plan): string | undefined {
  if (trustOf(plan) === 'imported')
    return 'was imported and has not been tested: test it with intend plans test, or import it with --trust'
  const why = hostileIn(plan)[0]?.message ?? unacceptable(plan)
  return why && `is not used: ${why}`
}

// --- internal ---

/** What no new plan would be accepted with: it could not be carried out to its end. */
const unacceptable = memoOf((plan: Plan) => acceptStored(plan).issues[0])
