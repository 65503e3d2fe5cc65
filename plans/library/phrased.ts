// Finding plans by how they were asked for: by the pairs of neighbouring words of their questions, in which
// names and numbers are gaps. Where many plans serve one kind of task their words no longer tell which is near.
import type { Plan } from '../plan.ts'
import { createPostings, type Weighted } from '../retrieval/postings.ts'

/** An index of the questions of plans, empty yet. */
export function createPhrased() {
  const postings = createPostings()
  const plans = new Map<string, { readonly plan: Plan; readonly numbers: readonly number[] }>()
  /** Of each question in the postings the plan that it is of. */
  const owners: string[] = []
  const remove = (id: string) => {
    for (const number of plans.get(id)?.numbers ?? []) postings.remove(number)
    plans.delete(id)
  }
  return {
    remove,
    /** Adds a plan, or replaces the plan of the same id. */
    add: (plan: Plan): void => {
      const known = plans.get(plan.id)
      if (known && questionsOf(known.plan).join('\n') === questionsOf(plan).join('\n')) {
        plans.set(plan.id, { ...known, plan })
        return
      }
      remove(plan.id)
      const numbers = questionsOf(plan).map(question => postings.add(pairsOf(question)))
      for (const number of numbers) owners[number] = plan.id
      plans.set(plan.id, { plan, numbers })
    },
    /** The plans with a question asked like the message, nearest first. */
    like: (message: string): readonly Plan[] => {
      const { found } = postings.search(pairsOf(message), mostFound)
      const near = found.filter(hit => hit.near >= leastAlike)
      return [...new Set(near.map(hit => owners[hit.plan]!))].map(id => plans.get(id)!.plan)
    },
  }
}

// --- internal ---

/** Questions that are looked through, several of which may be of one plan. */
const mostFound = 20

/**
 * Of 100 held-out questions the plan of another was no nearer than 0.27, and its own no farther than 0.34
 * unless it was put in quite other words.
 */
const leastAlike = 0.3

/** Those it is tested on and the latest that it was written for: a plan of many rounds has seen hundreds. */
const questionsOf = ({ examples = [], origin }: Plan) => [
  ...new Set([
    ...examples.map(({ question }) => question),
    ...origin.seenQuestions.slice(-mostSeen),
  ]),
]

const mostSeen = 5

function pairsOf(text: string): Weighted {
  const words = text.match(/[\p{L}\p{N}%](?:[\p{L}\p{N}'’.,:–-]*[\p{L}\p{N}%])?/gu) ?? []
  const frame = words
    .map((word, at) => (at > 0 && /^\p{Lu}|\p{N}/u.test(word) ? gap : word.toLowerCase()))
    .filter((word, at, all) => word !== gap || all[at - 1] !== gap)
  const ends = ['', ...frame, '']
  return new Map(ends.slice(1).map((word, at) => [`${ends[at]} ${word}`, 1]))
}

/** Stands for a name or a number, or for several in a row. */
const gap = '_'
