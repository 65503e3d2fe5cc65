// Which questions a plan has seen, also where their texts are not to be told.
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
