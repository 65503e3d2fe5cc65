// The entailment matrix (BDI Agents in Natural Language Environments, 2024, equations 1 and 2): every
// sentence against every statement, each pair judged once.
import type { Entail } from './entail.ts'

/** What was found about one statement. */
export interface Judged {
  /** How surely it is entailed, up to 1; 0 where no sentence entails it. */
  readonly score: number
  /** The sentence that entails it best, when one does. */
  readonly sentence?: string
}

/** What was found about each statement, and what judging cost. */
export interface Judgement {
  readonly found: readonly Judged[]
  readonly count: {
    /** Statements times sentences. */
    readonly pairs: number
    /** How many of them had not been judged before. */
    readonly judged: number
  }
}

/**
 * Judges statements by sentences and keeps what it found, pair by pair. It knows nothing yet, and is for one
 * way of deciding.
 */
export function createMatrix() {
  let pairs = noPairs()
  return {
    /**
     * One result for each statement, in their order. Statements that miss the same sentences go to `entail`
     * in one batch. Rejects as `entail` does.
     */
    async judge(
      entail: Entail,
      all: readonly string[],
      wanted: readonly string[],
      signal?: AbortSignal,
    ): Promise<Judgement> {
      if (pairs.places.size * pairs.rows.size > mostPairs) pairs = noPairs()
      const { places, rows } = pairs // another call may begin anew while this one waits
      const sentences = [...new Set(all)]
      const statements = [...new Set(wanted)]
      for (const each of sentences) if (!places.has(each)) places.set(each, places.size)
      for (const each of statements) if (!rows.has(each)) rows.set(each, [])
      const at = sentences.map(each => places.get(each)!)
      const missing = Map.groupBy(statements, statement => {
        const row = rows.get(statement)!
        return at.filter(place => row[place] === undefined).join()
      })
      missing.delete('')
      let judged = 0
      const fill = async ([key, batch]: readonly [string, readonly string[]]) => {
        const open = new Set(key.split(',').map(Number))
        const asked = sentences.filter((_, nth) => open.has(at[nth]!))
        judged += asked.length * batch.length
        const found = await entail(asked, batch, signal)
        for (const [nth, statement] of batch.entries()) {
          const { entailed, premise, scores } = found[nth]!
          for (const [i, sentence] of asked.entries())
            rows.get(statement)![places.get(sentence)!] =
              scores?.[i] ?? Number(entailed && sentence === premise)
        }
      }
      await Promise.all(missing.entries().map(fill))
      const best = new Map(
        statements.map(each => [each, bestOf(rows.get(each)!, sentences, at)] as const),
      )
      const found = wanted.map(statement => best.get(statement)!)
      return { found, count: { pairs: sentences.length * statements.length, judged } }
    },
  }
}

// --- internal ---

/** Enough for the rules and sentences of long episodes, in 32 MB; what is forgotten is judged again. */
const mostPairs = 4_000_000

/** Where a sentence stands in every row, and what was found, a row of scores for each statement. */
const noPairs = () => ({ places: new Map<string, number>(), rows: new Map<string, number[]>() })

function bestOf(
  row: readonly number[],
  sentences: readonly string[],
  places: readonly number[],
): Judged {
  let best: Judged = { score: 0 }
  // thousands of pairs a step, so by number: an iterator of entries makes an array for each
  for (let at = 0; at < places.length; at++) {
    const score = row[places[at]!]!
    if (score > best.score) best = { score, sentence: sentences[at]! }
  }
  return best
}
