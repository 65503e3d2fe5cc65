// Which questions a library is grown on and which it is tried on, and that none is both.
import { fingerprint } from '../../plans/canonical.ts'
import { questionHash } from '../../plans/library/seen.ts'
import type { Plan } from '../../plans/plan.ts'
import { usage } from '../cli/command.ts'
import type { Question } from '../questions/question-set.ts'

/** The two parts of a set, each in the order of the set. */
interface Parts {
  readonly train: readonly Question[]
  readonly test: readonly Question[]
}

/** How a set is parted: whole families to train on, or this share of every family. */
type Split = { readonly families: readonly string[] } | { readonly share: number }

/**
 * Reads `family:NAME,NAME` or a share between 0 and 1, such as 0.5. Throws a CommandError for another
 * text.
 */
export function parseSplit(text: string): Split {
  const families = /^family:(.+)$/.exec(text)?.[1]
  if (families !== undefined) return { families: families.split(',').map(name => name.trim()) }
  const share = /^0?\.\d+$/.test(text) ? Number(text) : 0
  if (share > 0) return { share }
  throw usage(
    `--split takes a share between 0 and 1, such as 0.5, or families to train on, such as family:rates,money; not "${text}"`,
  )
}

/**
 * Parts the questions. Of a share, every family gives its own to training, to the nearest question,
 * chosen by `seed` and by the ids. Throws a CommandError for a family that is not there, and when no
 * question is left on one side.
 */
export function parted(questions: readonly Question[], split: Split, seed: number): Parts {
  const chosen = 'families' in split ? ofFamilies(questions, split.families) : null
  const ids = chosen ?? ofEach(questions, 'share' in split ? split.share : 0, seed)
  const train = questions.filter(({ id }) => ids.has(id))
  const test = questions.filter(({ id }) => !ids.has(id))
  if (train.length === 0 || test.length === 0)
    throw usage(
      `--split leaves no question to ${train.length === 0 ? 'train' : 'test'} on; choose another one`,
    )
  return { train, test }
}

/** The questions of `test` that `train` asks as well, by their ids. */
export function askedTwice(
  train: readonly Question[],
  test: readonly Question[],
): readonly string[] {
  return seenAmong(
    train.map(({ question }) => question),
    test,
  )
}

/** The questions of `test` that some plan was written for or is tested on, by their ids. */
export function seenBy(plans: readonly Plan[], test: readonly Question[]): readonly string[] {
  const texts = plans.flatMap(({ origin, examples = [] }) => [
    ...origin.seenQuestions,
    ...examples.map(({ question }) => question),
  ])
  const seen = new Set(seenAmong(texts, test))
  const hashes = new Set(plans.flatMap(({ origin }) => origin.seenHashes ?? []))
  return test
    .filter(({ id, question }) => seen.has(id) || hashes.has(questionHash(question)))
    .map(({ id }) => id)
}

/** The items in an order that hangs on `seed` and on what they are, not on how they stand. */
export function seededOrder<Item>(items: readonly Item[], seed: number): readonly Item[] {
  return items
    .map(item => ({ item, rank: fingerprint([seed, item], 16) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item)
}

// --- internal ---

function seenAmong(texts: readonly string[], test: readonly Question[]): readonly string[] {
  const seen = new Set(texts.map(folded))
  return test.filter(({ question }) => seen.has(folded(question))).map(({ id }) => id)
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

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
  const chosen = [...Map.groupBy(questions, familyOf).values()].flatMap(family => {
    const ids = seededOrder(
      family.map(({ id }) => id),
      seed,
    )
    return ids.slice(0, Math.round(share * ids.length))
  })
  return new Set(chosen)
}
