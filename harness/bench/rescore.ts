// A bench judged again from what it has kept, after a scorer or the answers of its set have changed:
// which verdicts flip, and what the results then come to.
import { join } from 'node:path'
import { fingerprint } from '../../plans/canonical.ts'
import { given } from '../../plans/given.ts'
import { usage } from '../cli/command.ts'
import { type Environment, isSealed } from '../configuration/own.ts'
import type { Question } from '../questions/question-set.ts'
import { writeWhole } from '../run/folders.ts'
import type { ArenaAround } from '../worlds/arena.ts'
import { summaryFile } from './experiment.ts'
import { type Bench, type BenchFolder, benches, readResults, replaceResults } from './folder.ts'
import { judgedAgain, keepScore } from './question.ts'
import { type Result, type Score, scoreOf } from './result.ts'
import { suiteOf } from './suite.ts'
import { plansAtEndIn, summaryOf } from './summary.ts'
import type { Suite } from './work.ts'

type Verdict = Result['verdict']

/** One question whose verdict is another one now. */
export interface Flip extends Pick<Result, 'id' | 'answer' | 'expected'> {
  readonly before: Verdict
  readonly after: Verdict
}

export interface Rescored {
  /** As judged now, in the order in which they were finished. */
  readonly results: readonly Result[]
  readonly flips: readonly Flip[]
  /** Questions the set no longer has; they keep their results, like those that came to no outcome. */
  readonly missing: readonly string[]
  readonly before: Score
  readonly after: Score
}

/**
 * Judges what is kept of the bench by the questions in `set`, its own one or another with the same
 * ids, or as its world judges. Asks, plays and writes nothing. Rejects with a CommandError when the set cannot be
 * read, or has none of them.
 */
export function rescored(folder: BenchFolder, set: string, env: Environment): Promise<Rescored> {
  const { allow, epochs, world, settings, folder: begun } = folder.bench
  const meant = { set, allow, ...given({ epochs, world, settings }) }
  return opened(meant, { folder: begun, env }, async suite => {
    const byId = new Map(suite.questions.map(question => [question.id, question]))
    const earlier = readResults(folder)
    if (earlier.length > 0 && !earlier.some(({ id }) => byId.has(id)))
      throw usage(`${set} has none of the questions of ${folder.name}; name another one with --set`)
    const results: Result[] = []
    for (const result of earlier) {
      const question = byId.get(result.id)
      results.push(question ? await again(folder, suite, { question, result }) : result)
    }
    return {
      results,
      flips: results.flatMap((result, at) => flipOf(earlier[at]!, result)),
      missing: earlier.flatMap(({ id }) => (byId.has(id) ? [] : [id])),
      before: scoreOf(earlier),
      after: scoreOf(results),
    }
  })
}

/**
 * Keeps the bench as judged now: results, traces, summary, and the set as its own one. What libraries
 * have counted is not undone: a plan's counts only grow.
 */
export function keepRescored(
  folder: BenchFolder,
  { results, set }: Pick<Rescored, 'results'> & Pick<Bench, 'set'>,
  env: Environment,
): Promise<void> {
  const { bench, path } = folder
  const own = isSealed(join(path, 'bench.json'), env)
  return opened({ ...bench, set }, { folder: bench.folder, env }, suite => {
    const byId = new Map(suite.questions.map(question => [question.id, question]))
    const now = { ...bench, set, questions: fingerprint(suite.questions) }
    const plansAtEnd = plansAtEndIn(folder)
    replaceResults(folder, results)
    for (const result of results) {
      const question = byId.get(result.id)
      if (question) keepScore(folder, question, result)
    }
    benches.create(now, path, own ? env : undefined)
    if (plansAtEnd === undefined) return // it is not finished, and gets a summary when it is
    const summary = summaryOf({ ...folder, bench: now }, suite, { results, plansAtEnd })
    writeWhole(summaryFile(folder), summary)
  })
}

// --- internal ---

/** Does `work` with the questions that are meant, and gives back what was opened for them. */
async function opened<Of>(
  meant: Parameters<typeof suiteOf>[0],
  around: ArenaAround,
  work: (suite: Suite) => Of | Promise<Of>,
): Promise<Of> {
  const suite = await suiteOf(meant, around)
  try {
    return await work(suite)
  } finally {
    await suite.close?.()
  }
}

/** A question that came to no outcome has still failed, whatever was expected of it. */
async function again(
  folder: BenchFolder,
  suite: Suite,
  { question, result }: { readonly question: Question; readonly result: Result },
): Promise<Result> {
  const expected = { ...result, expected: question.answer }
  if (result.verdict === 'failed') return expected
  const judged = (await judgedAgain(folder, question, suite)) ?? expected
  const rules = result.episode?.rules // proved by playing, which is not done again
  return judged.episode && rules ? { ...judged, episode: { ...judged.episode, rules } } : judged
}

function flipOf({ verdict: before }: Result, now: Result): readonly Flip[] {
  const { id, verdict: after, answer, expected } = now
  return before === after ? [] : [{ id, before, after, answer, expected }]
}
