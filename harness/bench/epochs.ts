// A bench whose questions were asked several times: how often each was right, whether the rounds
// agree, and what the accuracy is worth, as answers to one question are no independent trials.
import { percent } from '../measure/measures.ts'
import { mean, wilson } from '../measure/statistics.ts'
import { aligned, shortened } from '../terminal/plain-text.ts'
import { countsOf, type Result, type Score, scoreOf } from './result.ts'
import { withoutRound } from './suite.ts'

export type Rounds = ReturnType<typeof roundsOf>['rounds']

/**
 * What the results of `epochs` rounds say together. The interval of their accuracy is Wilson's for as many
 * independent answers as these are worth: as wide as with one round when all rounds agree.
 */
export function roundsOf(results: readonly Result[], epochs: number) {
  const rounds = [...Map.groupBy(results, ({ id }) => withoutRound(id))]
  const questions = rounds.map(([id, of]) => ({ id, right: countsOf(of).right, of: of.length }))
  const agreed = rounds.flatMap(([, of]) => (of.length > 1 ? [sameOf(of)] : []))
  return {
    interval: intervalOf(questions),
    rounds: {
      epochs,
      /** Of each question, in the order of their first results: how often it was right, of so many results. */
      questions,
      /** The chance that two rounds have the same verdict on a question; null with one result each. */
      agreement: agreed.length === 0 ? null : mean(agreed),
    },
  }
}

/** The score of the results of a bench, whose interval knows how often each question was asked. */
export function scoreOfRounds(results: readonly Result[], epochs = 1): Score {
  const score = scoreOf(results)
  return epochs > 1 ? { ...score, interval: roundsOf(results, epochs).interval } : score
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

/** The share of pairs with the same verdict. */
function sameOf(of: readonly Result[]): number {
  const pairs = (count: number) => (count * (count - 1)) / 2
  const same = Object.values(countsOf(of)).map(pairs)
  return same.reduce((a, b) => a + b) / pairs(of.length)
}

/** Kish's effective number: the variance of independent answers over that between questions. */
function intervalOf(questions: readonly { readonly right: number; readonly of: number }[]) {
  const total = questions.reduce((sum, { of }) => sum + of, 0)
  if (total === 0) return wilson(0, 0)
  const share = questions.reduce((sum, { right }) => sum + right, 0) / total
  const between = questions.reduce((sum, { right, of }) => sum + (right - share * of) ** 2, 0)
  const variance = share * (1 - share)
  const effective = between === 0 ? total : (variance * total ** 2) / between
  // where nothing varies, nothing tells how much the rounds depend on each other
  const least = variance === 0 ? questions.length : Math.min(questions.length, total)
  const worth = variance === 0 ? least : Math.min(total, Math.max(least, effective))
  return wilson(share * worth, worth)
}
