// The questions of a trial: those its arms are tried on and those a library is grown on before. No question
// is both.
import { fingerprint, seededOrder } from '../../plans/canonical.ts'
import { questionHash } from '../../plans/library/seen.ts'
import type { Plan } from '../../plans/plan.ts'
import { foldText } from '../../tools/nearest.ts'
import { listed } from '../../tools/ranges.ts'
import { openSuite, withoutRound } from '../bench/suite.ts'
import { usage } from '../cli/command.ts'
import type { Question } from '../questions/question-set.ts'
import type { Trial } from './trial.ts'

export type TrialParts = ReturnType<typeof openParts>

/**
 * Opens the questions that the trial names: what the arms are asked and, where it is trained before, what the library
 * is grown on. Throws a CommandError for an invalid set, and when a
 * question would be trained on and tested as well.
 */
export function openParts({ bench, train, seed }: Pick<Trial, 'bench' | 'train' | 'seed'>) {
  const suite = openSuite(bench.set, bench.allow, bench)
  const open = suite.questions.filter(({ unscored }) => unscored).map(({ id }) => id)
  if (open.length > 0)
    throw usage(
      `${few(open)} of ${bench.set} have no answer to score by, so no lift can show; choose questions with answers`,
    )
  if (!train) return { test: suite }
  if ('set' in train.on) {
    const other = openSuite(train.on.set, bench.allow, {})
    const twice = askedTwice(other.questions, suite.questions)
    if (twice.length > 0)
      throw usage(
        `${train.on.set} asks ${few(twice)} of the trial as well; train on other questions than those that are tested`,
      )
    return { test: suite, train: other }
  }
  const base = (id: string) => (bench.epochs ? withoutRound(id) : id)
  const once = suite.questions.filter(({ id }) => base(id) === id)
  const parts = parted(once, parseSplit(train.on.split), seed)
  const twice = askedTwice(parts.train, parts.test)
  if (twice.length > 0)
    throw usage(
      `the set asks ${few(twice)} twice, once on each side of the split; leave one of each out`,
    )
  const ids = new Set(parts.test.map(({ id }) => id))
  return {
    test: { ...suite, questions: suite.questions.filter(({ id }) => ids.has(base(id))) },
    train: { ...suite, questions: parts.train },
  }
}

/** What tells these questions from others: `Bench.questions` of a trial. */
export const fingerprintOf = ({ test, train }: TrialParts): string =>
  fingerprint([test.questions, train?.questions].filter(part => part !== undefined))

/** `q1, q2, q3 and 4 more`. */
export const few = (ids: readonly string[]): string => listed(ids, 3)

/** How a set is split: whole families to train on, or this share of every family. */
type Split = { readonly families: readonly string[] } | { readonly share: number }

/**
 * Splits the questions, each part in the order of the set. Of a share, every family gives its own to
 * training, to the nearest question, chosen by `seed` and by the ids. Throws a CommandError for a family that
 * is not there, and when no question is left on one side.
 */
export function parted(questions: readonly Question[], split: Split, seed: number) {
  const ids =
    'families' in split
      ? ofFamilies(questions, split.families)
      : ofEach(questions, split.share, seed)
  const train = questions.filter(({ id }) => ids.has(id))
  const test = questions.filter(({ id }) => !ids.has(id))
  if (train.length === 0 || test.length === 0)
    throw usage(
      `--split leaves no question to ${train.length === 0 ? 'train' : 'test'} on; choose another one`,
    )
  return { train, test }
}

/** The questions of `test` that some plan was written for or is tested on, by their ids. */
export function seenBy(plans: readonly Plan[], test: readonly Question[]): readonly string[] {
  const texts = plans.flatMap(({ origin, examples = [] }) => [
    ...origin.seenQuestions,
    ...examples.map(({ question }) => question),
  ])
  const seen = new Set(texts.map(foldText))
  const hashes = new Set(plans.flatMap(({ origin }) => origin.seenHashes ?? []))
  return test
    .filter(({ question }) => seen.has(foldText(question)) || hashes.has(questionHash(question)))
    .map(({ id }) => id)
}

// --- internal ---

/**
 * Reads `family:NAME,NAME` or a share between 0 and 1, such as 0.5. Throws a CommandError for another
 * text.
 */
function parseSplit(text: string): Split {
  const families = /^family:(.+)$/.exec(text)?.[1]
  if (families !== undefined) return { families: families.split(',').map(name => name.trim()) }
  const share = /^0?\.\d+$/.test(text) ? Number(text) : 0
  if (share > 0) return { share }
  throw usage(
    `--split takes a share between 0 and 1, such as 0.5, or families to train on, such as family:rates,money; not "${text}"`,
  )
}

/** The questions of `test` that `train` asks as well, by their ids. */
function askedTwice(train: readonly Question[], test: readonly Question[]): readonly string[] {
  const asked = new Set(train.map(({ question }) => foldText(question)))
  return test.filter(({ question }) => asked.has(foldText(question))).map(({ id }) => id)
}

const familyOf = ({ family, level }: Question) => family ?? level ?? ''

function ofFamilies(questions: readonly Question[], families: readonly string[]): Set<string> {
  const known = [...new Set(questions.map(familyOf))].filter(name => name !== '')
  const unknown = families.find(name => !known.includes(name))
  if (unknown !== undefined)
    throw usage(
      `the set has no family "${unknown}" to train on; it has ${known.join(', ') || 'none'}`,
    )
  return new Set(questions.filter(each => families.includes(familyOf(each))).map(({ id }) => id))
}

function ofEach(questions: readonly Question[], share: number, seed: number): Set<string> {
  const families = [...Map.groupBy(questions, familyOf).values()]
  const chosen = families.flatMap(family =>
    seededOrder(family, seed, ({ id }) => id).slice(0, Math.round(share * family.length)),
  )
  return new Set(chosen.map(({ id }) => id))
}
