// Finding wordings: by the words before their first slot and after their last. A look-up costs the
// words of the message, however many plans there are.
import { longestMessage, plainWord, spelledPlainly, tokensOf } from '../habits/wordings/meanings.ts'
import { endsOf } from '../habits/wordings/read.ts'
import type { Plan } from '../plan.ts'

/** An index of the wordings of plans, empty yet. */
export function createWorded() {
  const plans = new Map<string, Plan>()
  const byFirst = new Map<string, Map<string, Set<string>>>()
  const remove = (id: string) => {
    for (const [first, last] of keysOf(plans.get(id))) {
      byFirst.get(first)?.get(last)?.delete(id)
    }
    plans.delete(id)
  }
  return {
    remove,
    /** Adds a plan, or replaces the plan of the same id. */
    add: (plan: Plan): void => {
      remove(plan.id)
      if (!plan.wordings) return
      plans.set(plan.id, plan)
      for (const [first, last] of keysOf(plan)) {
        const byLast = byFirst.get(first) ?? new Map<string, Set<string>>()
        byFirst.set(first, byLast.set(last, (byLast.get(last) ?? new Set()).add(plan.id)))
      }
    },
    /** The plans with a wording that begins and ends like the message. */
    of: (message: string): readonly Plan[] => {
      const words = tokensOf(spelledPlainly(message)).map(plainWord)
      if (words.length > longestMessage) return []
      const ends = words.map((_, at) => words.slice(at).join(' '))
      const found = new Set<string>()
      let first = ''
      for (const word of ['', ...words]) {
        first = `${first} ${word}`.trim()
        const byLast = byFirst.get(first)
        if (byLast)
          for (const last of ['', ...ends]) for (const id of byLast.get(last) ?? []) found.add(id)
      }
      return [...found].sort().map(id => plans.get(id)!)
    },
  }
}

// --- internal ---

const keysOf = (plan: Plan | undefined) =>
  (plan?.wordings ?? []).map(
    wording => endsOf(wording).map(words => words.join(' ')) as [string, string],
  )
