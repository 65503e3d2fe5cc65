// Entailment decided pair by pair, as text classifiers do: one premise and one hypothesis at a time.
import type { Entail, Entailed } from './entail.ts'

/** A premise and what may follow from it, under the names that classifiers have for them. */
export interface Pair {
  readonly text: string
  readonly text_pair: string
}

/** How surely the first of each pair entails the second, from 0 to 1, in their order. */
export type ScorePairs = (
  pairs: readonly Pair[],
  signal: AbortSignal | undefined,
) => Promise<readonly number[]>

/**
 * What scores pairs as a way of deciding: a hypothesis follows from the premise that scores most, from 0.5
 * on. `who` scores, and is named in what is said of it; up to 64 pairs are scored at once.
 */
export function byPairs(who: string, score: ScorePairs): Entail {
  return async (premises, hypotheses, signal) => {
    const pairs = hypotheses.flatMap(hypothesis =>
      premises.map(premise => ({ text: premise, text_pair: hypothesis })),
    )
    const scores: number[] = []
    for (let at = 0; at < pairs.length; at += pairsAtOnce)
      scores.push(...(await score(pairs.slice(at, at + pairsAtOnce), signal)))
    return hypotheses.map((_, i): Entailed => {
      const own = scores.slice(i * premises.length, (i + 1) * premises.length)
      if (own.length === 0) return { entailed: false, why: 'there is no premise' }
      const best = Math.max(...own)
      if (best < threshold)
        return { entailed: false, why: `${who} scores no premise above ${best.toFixed(2)}` }
      const premise = premises[own.indexOf(best)]!
      const sure = own.map(each => (each < threshold ? 0 : each))
      const why = `${who} scores a premise ${best.toFixed(2)}`
      return { entailed: true, premise, scores: sure, why }
    })
  }
}

// --- internal ---

const pairsAtOnce = 64
const threshold = 0.5
