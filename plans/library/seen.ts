// Which questions a plan has seen, and in which runs it was used, also where their texts and names are not to be told.
import { fingerprint } from '../canonical.ts'
import type { Plan } from '../plan.ts'

/** The hash that stands for a question in a plan that was exported; white space at the ends does not count. */
export function questionHash(text: string): string {
  return fingerprint(text.trim(), 16)
}

/** The hashes of all questions the plan has seen, here and elsewhere. */
export function seenBy({ origin }: Pick<Plan, 'origin'>): ReadonlySet<string> {
  return new Set([...origin.seenQuestions.map(questionHash), ...(origin.seenHashes ?? [])])
}

/** The hash that stands for a run in a plan that was exported; of a hash, itself. */
export const runHash = (run: string) => (isRunHash(run) ? run : `run-${fingerprint(run, 16)}`)

export const isRunHash = (run: string) => /^run-[0-9a-f]{16}$/.test(run)
