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

/** What judging cost. */
export interface PairCount {
  /** Statements times sentences. */
  readonly pairs: number
  /** How many of them had not been judged before. */
  readonly judged: number
}

/** Judges statements by sentences and keeps what it found, pair by pair. */
export interface Matrix {
  /**
   * One result for each statement, in their order. Statements that miss the same sentences go to `entail`
   * in one batch. Rejects as `entail` does.
   */
  judge(
    entail: Entail,
    sentences: readonly string[],
    statements: readonly string[],
    signal?: AbortSignal,
  ): Promise<{ readonly found: readonly Judged[]; readonly count: PairCount }>
}

/** A matrix that knows nothing yet; it is for one way of deciding. */
export function createMatrix(): Matrix {
  let kept = noPairs()
  return {
    async judge(entail, all, wanted, signal) {
      if (kept.places.size * kept.rows.size > mostPairs) kept = noPairs()
      const pairs = kept // another call may begin anew while this one waits
      const sentences = [...new Set(all)]
      const statements = [...new Set(wanted)]
      const places = sentences.map(sentence => placeOf(pairs, sentence))
      const batches: Batch[] = []
      for (const statement of statements) {
        const row = rowOf(pairs, statement)
        const missing = missingIn(row, sentences, places)
        if (missing.length === 0) continue
        const same = batches.find(batch => isSame(batch.missing, missing))
        if (same) same.statements.push(statement)
        else batches.push({ missing, statements: [statement] })
      }
      await Promise.all(batches.map(batch => fill(pairs, batch, entail, signal)))
      const judged = batches.reduce(
        (sum, batch) => sum + batch.missing.length * batch.statements.length,
        0,
      )
      const best = new Map(
        statements.map(each => [each, bestOf(rowOf(pairs, each), sentences, places)]),
      )
      const found = wanted.map(statement => best.get(statement)!)
      return { found, count: { pairs: sentences.length * statements.length, judged } }
    },
  }
}

// --- internal ---

/** Enough for the rules and sentences of long episodes, in 32 MB; what is forgotten is judged again. */
const mostPairs = 4_000_000

/** What was found, a row of scores for each statement; NaN where a pair has not been judged. */
interface Pairs {
  /** Where a sentence stands in every row. */
  readonly places: Map<string, number>
  readonly rows: Map<string, Float64Array>
}

const noPairs = (): Pairs => ({ places: new Map(), rows: new Map() })

interface Batch {
  readonly missing: readonly string[]
  readonly statements: string[]
}

function placeOf({ places }: Pairs, sentence: string): number {
  const known = places.get(sentence)
  if (known !== undefined) return known
  places.set(sentence, places.size)
  return places.size - 1
}

/** The row of a statement, with room for every sentence that has a place. */
function rowOf({ places, rows }: Pairs, statement: string): Float64Array {
  const known = rows.get(statement)
  if (known && known.length >= places.size) return known
  const row = new Float64Array(2 * places.size).fill(Number.NaN)
  if (known) row.set(known)
  rows.set(statement, row)
  return row
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((each, at) => each === others[at])

async function fill(
  pairs: Pairs,
  { missing, statements }: Batch,
  entail: Entail,
  signal: AbortSignal | undefined,
): Promise<void> {
  const found = await entail(missing, statements, signal)
  const places = missing.map(sentence => placeOf(pairs, sentence))
  for (const [at, statement] of statements.entries()) {
    const { entailed, premise, scores } = found[at]!
    const row = rowOf(pairs, statement)
    for (let nth = 0; nth < places.length; nth++)
      row[places[nth]!] = scores?.[nth] ?? (entailed && missing[nth] === premise ? 1 : 0)
  }
}

// Each of these looks at thousands of pairs a step, so by number: an iterator of entries makes an array for each.

function missingIn(
  row: Float64Array,
  sentences: readonly string[],
  places: readonly number[],
): readonly string[] {
  const missing: string[] = []
  for (let at = 0; at < places.length; at++)
    if (Number.isNaN(row[places[at]!])) missing.push(sentences[at]!)
  return missing
}

function bestOf(
  row: Float64Array,
  sentences: readonly string[],
  places: readonly number[],
): Judged {
  let score = 0
  let best = -1
  for (let at = 0; at < places.length; at++) {
    const found = row[places[at]!]!
    if (found <= score) continue
    score = found
    best = at
  }
  return best < 0 ? { score } : { score, sentence: sentences[best]! }
}
