// Two benches of the same questions, compared question by question: which flipped, whether chance alone
// explains it, and what each of them cost.
import { given } from '../../plans/given.ts'
import { type Result, scoreOf, sumOf } from '../bench/result.ts'
import { withoutRound } from '../bench/suite.ts'
import {
  mcnemarExact,
  neededLifts,
  neededQuestions,
  type Paired,
  pairedDifference,
} from '../measure/statistics.ts'
import type { BenchRead } from '../report/folder.ts'

/** A question that only one of the two benches answered rightly (more often than not). */
export type Flip = ReturnType<typeof flipOf>
/** What `compare --json` prints. */
export type Comparison = ReturnType<typeof compareBenches>
/** One of the two, on the questions that both have answered. */
export type Side = ReturnType<typeof sideOf>

/**
 * Compares two benches by the ids of their questions; none of them need be finished. A question that was
 * asked several times counts once, and as right when it was right more often than not.
 */
export function compareBenches(first: BenchRead, second: BenchRead) {
  const [ones, others] = [askedIn(first.results), askedIn(second.results)]
  const common = [...ones.values()].flatMap((one): readonly Pair[] => {
    const other = others.get(one.id)
    return other ? [{ one, other }] : []
  })
  const alike = common.filter(hasOneAnswer)
  const ofAll = (named: keyof Pair) => alike.map(pair => pair[named])
  const [gains, losses] = [onlyRight('other', alike), onlyRight('one', alike)]
  const paired: Paired = {
    both: alike.filter(({ one, other }) => one.isRight && other.isRight).length,
    onlyFirst: losses.length,
    onlySecond: gains.length,
    neither: alike.filter(({ one, other }) => !one.isRight && !other.isRight).length,
  }
  const p = mcnemarExact(gains.length, losses.length)
  const found = pairedDifference(paired)
  const missing = (from: typeof ones, of: typeof ones) => [...from.keys()].filter(id => !of.has(id))
  return {
    /** Right only in the second bench, and only in the first. */
    newlyRight: gains.map(flipOf),
    newlyWrong: losses.map(flipOf),
    /** Two-sided, by the exact McNemar test. */
    p,
    /** `difference`: accuracy of the second less that of the first, with Tango's `interval` at 95 %. */
    ...found,
    questions: { total: alike.length, ...paired },
    first: sideOf(first, ofAll('one')),
    second: sideOf(second, ofAll('other')),
    /** Ids of questions that only one of them has answered. */
    onlyInFirst: missing(ones, others),
    onlyInSecond: missing(others, ones),
    /** What may make the comparison unfair, in sentences. */
    warnings: warningsOf(first, second, common),
    /** What follows, in one or two sentences. */
    conclusion: conclusionOf(paired, p, found.difference),
  }
}

// --- internal ---

interface Pair {
  readonly one: Asked
  readonly other: Asked
}

/** The least p value that is called a difference. */
const significance = 0.05

const hasOneAnswer = ({ one, other }: Pair) => one.typical.expected === other.typical.expected

/** The pairs of which only the one named is right. */
const onlyRight = (named: keyof Pair, pairs: readonly Pair[]) =>
  pairs.filter(pair => pair[named].isRight && pair.one.isRight !== pair.other.isRight)

function flipOf({ one, other }: Pair) {
  const { family, expected } = one.typical
  return { id: one.id, ...given({ family }), expected, first: endOf(one), second: endOf(other) }
}

/** A question that was asked several times counts once, and costs what all of its answers did. */
function sideOf({ path: run, bench }: BenchRead, asked: readonly Asked[]) {
  const { agent, model, plansAtStart } = bench
  return {
    run,
    agent,
    model,
    plansAtStart,
    ...sumOf(asked.flatMap(({ results }) => results)),
    ...scoreOf(asked.map(({ typical }) => typical)),
  }
}

function warningsOf(
  first: BenchRead,
  second: BenchRead,
  common: readonly Pair[],
): readonly string[] {
  const changed = common.filter(pair => !hasOneAnswer(pair)).map(({ one }) => one)
  const repeated = common.some(({ one, other }) => one.results.length + other.results.length > 2)
  const open = [first, second].filter(({ finished }) => !finished)
  const sets = first.bench.questions !== second.bench.questions
  return [
    ...(sets ? ['the benches are of different question sets, or of parts of one'] : []),
    ...(changed.length > 0
      ? [`left out, since the expected answers differ: ${changed.map(({ id }) => id).join(', ')}`]
      : []),
    ...(repeated
      ? [
          'questions asked several times count once, as right when they were right more often than not',
        ]
      : []),
    ...open.map(({ path }) => `${path} is not finished; go on with intend resume`),
    ...(common.length === 0 ? ['the benches have no question in common'] : []),
  ]
}

function conclusionOf(paired: Paired, p: number, difference: number): string {
  const { both, onlyFirst, onlySecond, neither } = paired
  const total = both + onlyFirst + onlySecond + neither
  const flips = onlyFirst + onlySecond
  if (total === 0) return 'nothing can be compared'
  if (flips === 0) return `no question flipped: ${both} of ${total} are right in both`
  const flipped = `${onlySecond} newly right and ${onlyFirst} newly wrong of ${total}`
  if (p <= significance)
    return `the ${difference > 0 ? 'second' : 'first'} is better: ${flipped}, p = ${p.toPrecision(2)}`
  const [less, more] = [Math.min(onlyFirst, onlySecond), Math.max(onlyFirst, onlySecond)]
  const lifts = neededLifts(less, significance)
  const needed = difference === 0 ? undefined : neededQuestions(difference, flips / total)
  const size = needed
    ? `; a true difference of this size is found, four times out of five, on ${needed.toLocaleString('en')} questions`
    : ''
  return `chance may explain it: ${flipped}; beside ${less} the other way, ${lifts} are needed, not ${more}${size}`
}

type Asked = ReturnType<typeof asked>

/** The questions by id, in the order of their first results. */
function askedIn(results: readonly Result[]): ReadonlyMap<string, Asked> {
  const groups = Map.groupBy(results, ({ id }) => withoutRound(id))
  return new Map([...groups].map(([id, group]) => [id, asked(id, group)]))
}

function endOf({ typical: { verdict, answer, reason }, results }: Asked) {
  return { verdict, answer, reason, right: results.filter(right).length, of: results.length }
}

const right = ({ verdict }: Result) => verdict === 'right'

/** Right is what is right in more than half of its results, and typical the first that is as the question is. */
function asked(id: string, results: readonly Result[]) {
  const isRight = 2 * results.filter(right).length > results.length
  return { id, results, isRight, typical: results.find(each => right(each) === isRight)! }
}
