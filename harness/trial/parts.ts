// The questions of a trial: those its arms are tried on and those a library is grown on before, opened
// and checked against each other.
import { fingerprint } from '../../plans/canonical.ts'
import { openSuite, withoutRound } from '../bench/suite.ts'
import type { Suite } from '../bench/work.ts'
import { usage } from '../cli/command.ts'
import type { Question } from '../questions/question-set.ts'
import { askedTwice, parseSplit, parted } from './split.ts'
import type { Trial } from './trial.ts'

export interface TrialParts {
  /** What the arms are asked. */
  readonly test: Suite
  /** What the library is grown on. */
  readonly train?: Suite
}

/**
 * Opens the questions that the trial names. Throws a CommandError for a set that is none, and when a
 * question would be trained on and tested as well.
 */
export function openParts({
  bench,
  train,
  seed,
}: Pick<Trial, 'bench' | 'train' | 'seed'>): TrialParts {
  const suite = openSuite(bench.set, bench.allow, bench)
  const open = suite.questions.filter(({ unscored }) => unscored).map(({ id }) => id)
  if (open.length > 0)
    throw usage(
      `${listed(open)} of ${bench.set} have no answer to score by, so no lift can show; choose questions with answers`,
    )
  if (!train) return { test: suite }
  if ('set' in train.on) {
    const other = openSuite(train.on.set, bench.allow, {})
    const twice = askedTwice(other.questions, suite.questions)
    if (twice.length > 0)
      throw usage(
        `${train.on.set} asks ${listed(twice)} of the trial as well; train on other questions than those that are tested`,
      )
    return { test: suite, train: other }
  }
  const once = suite.questions.filter(({ id }) => withoutRound(id) === id || !bench.epochs)
  const parts = parted(once, parseSplit(train.on.split), seed)
  const ids = new Set(parts.test.map(({ id }) => id))
  const twice = askedTwice(parts.train, parts.test)
  if (twice.length > 0)
    throw usage(
      `the set asks ${listed(twice)} twice, once on each side of the split; leave one of each out`,
    )
  const base = (id: string) => (bench.epochs ? withoutRound(id) : id)
  return {
    test: { ...suite, questions: suite.questions.filter(({ id }) => ids.has(base(id))) },
    train: { ...suite, questions: parts.train },
  }
}

/** What tells these questions from others: `Bench.questions` of a trial. */
export const fingerprintOf = ({ test, train }: TrialParts): string =>
  fingerprint([test.questions, train?.questions].filter(part => part !== undefined))

/** `q1, q2 and 3 more questions`. */
export function listed(ids: readonly Question['id'][], most = 3): string {
  const more = ids.length - most
  const first = ids.slice(0, most).join(', ')
  return more > 0 ? `${first} and ${more} more` : first
}
