// The questions of a bench, each once however often it was asked: repeats of a question are no
// independent evidence, so that a comparison counts questions and not answers.
import type { Result } from '../bench/result.ts'
import { withoutRound } from '../bench/suite.ts'

/** One question with all of its results. */
export interface Asked {
  readonly id: string
  readonly results: readonly Result[]
  /** Right in more than half of its results. */
  readonly isRight: boolean
  /** The first result that is as the question is. */
  readonly typical: Result
}

/** The questions by id, in the order of their first results. */
export function askedIn(results: readonly Result[]): ReadonlyMap<string, Asked> {
  const groups = Map.groupBy(results, ({ id }) => withoutRound(id))
  return new Map([...groups].map(([id, group]) => [id, asked(id, group)]))
}

/** How often it was right, of so many results. */
export function rightOf({ results }: Asked): { readonly right: number; readonly of: number } {
  return { right: results.filter(right).length, of: results.length }
}

// --- internal ---

const right = ({ verdict }: Result) => verdict === 'right'

function asked(id: string, results: readonly Result[]): Asked {
  const isRight = 2 * results.filter(right).length > results.length
  return { id, results, isRight, typical: results.find(each => right(each) === isRight)! }
}
