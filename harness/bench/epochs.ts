// A bench whose questions were asked several times: how often each was right, whether the rounds
// agree, and what the accuracy is worth, as answers to one question are no independent trials.
import { z } from 'zod'
import { percent } from '../measure/measures.ts'
import { wilson } from '../measure/statistics.ts'
import { aligned, shortened } from '../terminal/plain-text.ts'
import { type Result, Summary } from './result.ts'
import { withoutRound } from './suite.ts'

/** What several rounds over the same questions say. */
const Rounds = z.object({
  /** How often each question was asked. */
  epochs: z.int(),
  /** Of each question, in the order of their first results: how often it was right, of so many results. */
  questions: z.array(z.object({ id: z.string(), right: z.int(), of: z.int() })),
  /** The chance that two rounds have the same verdict on a question; null with one result each. */
  agreement: z.number().nullable(),
})
export type Rounds = z.infer<typeof Rounds>

/** The summary of a bench, with its rounds where there were several. */
export const BenchSummary = Summary.extend({ rounds: Rounds.optional() })
export type BenchSummary = z.infer<typeof BenchSummary>

/**
 * The summary of `results` with what `epochs` rounds say. Its interval is Wilson's for as many
 * independent answers as these are worth: as wide as with one round when all rounds agree.
 */
export function withRounds(
  summary: Summary,
  results: readonly Result[],
  epochs: number,
): BenchSummary {
  const rounds = [...Map.groupBy(results, ({ id }) => withoutRound(id))]
  const questions = rounds.map(([id, of]) => ({ id, right: rightOf(of), of: of.length }))
  const agreed = rounds.flatMap(([, of]) => (of.length > 1 ? [sameOf(of)] : []))
  const agreement = agreed.length === 0 ? null : agreed.reduce((a, b) => a + b) / agreed.length
  return { ...summary, interval: intervalOf(questions), rounds: { epochs, questions, agreement } }
}

/** The questions that were not right each time, and whether the rounds agree. */
export function roundsTable({ questions, epochs, agreement }: Rounds): readonly string[] {
  const uneven = questions.filter(({ right, of }) => right < of)
  const always = `${questions.length - uneven.length} of ${questions.length} questions right in all of ${epochs} rounds`
  const agreed =
    agreement === null ? '' : `; two rounds agree on ${percent(agreement)} of the verdicts`
  const rows = uneven.map(({ id, right, of }) => [shortened(id, 40), `${right} of ${of}`])
  return [
    ...(rows.length > 0 ? [...aligned([['question', 'right'], ...rows]), ''] : []),
    `${always}${agreed}`,
  ]
}

// --- internal ---

const rightOf = (of: readonly Result[]) => of.filter(({ verdict }) => verdict === 'right').length

/** The share of pairs with the same verdict. */
function sameOf(of: readonly Result[]): number {
  const counts = [...Map.groupBy(of, ({ verdict }) => verdict).values()].map(each => each.length)
  const pairs = (count: number) => (count * (count - 1)) / 2
  return counts.map(pairs).reduce((a, b) => a + b) / pairs(of.length)
}

/** Kish's effective number: the variance of independent answers over that between questions. */
function intervalOf(
  questions: readonly { readonly right: number; readonly of: number }[],
): [low: number, high: number] {
  const total = questions.reduce((sum, { of }) => sum + of, 0)
  if (total === 0) return [0, 1]
  const share = questions.reduce((sum, { right }) => sum + right, 0) / total
  const apart = questions.reduce((sum, { right, of }) => sum + (right - share * of) ** 2, 0)
  const variance = share * (1 - share)
  const effective = apart === 0 ? total : (variance * total ** 2) / apart
  // where nothing varies, nothing tells how much the rounds depend on each other
  const least = variance === 0 ? questions.length : Math.min(questions.length, total)
  const worth = variance === 0 ? least : Math.min(total, Math.max(least, effective))
  return wilson(share * worth, worth)
}
