// A bench judged again from what it has kept, after a scorer or the answers of its set have changed:
// which verdicts flip, and what the results then come to.
import { fingerprint } from '../../plans/canonical.ts'
import { usage } from '../cli/command.ts'
import type { Environment } from '../configuration/own.ts'
import type { Question } from '../questions/question-set.ts'
import { writeWhole } from '../run/folders.ts'
import { summaryFile } from './experiment.ts'
import { type BenchFolder, benches, readResults, replaceResults } from './folder.ts'
import { judgedAgain, keepScore } from './question.ts'
import { type Result, type Score, scoreOf } from './result.ts'
import { openSuite } from './suite.ts'
import { earlierSummary, newSummary } from './summary.ts'
import type { Suite } from './work.ts'

type Verdict = Result['verdict']

/** One question whose verdict is another one now. */
export interface Flip {
  readonly id: string
  readonly before: Verdict
  readonly after: Verdict
  /** Null when none was given. */
  readonly answer: string | null
  /** What is expected now. */
  readonly expected: string
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
 * ids. Asks and writes nothing. Throws a CommandError when the set cannot be read, or has none of them.
 */
export async function rescored(folder: BenchFolder, set: string): Promise<Rescored> {
  const { allow, epochs } = folder.bench
  const suite = openSuite(set, allow, { epochs })
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
}

/**
 * Keeps the bench as judged now: results, traces, summary, and the set as its own one. What libraries
 * have counted is not undone: a plan's counts only grow.
 */
export function keepRescored(
  folder: BenchFolder,
  set: string,
  { results }: Rescored,
  env?: Environment,
): void {
  const { bench, path } = folder
  const suite = openSuite(set, bench.allow, bench)
  const byId = new Map(suite.questions.map(question => [question.id, question]))
  const now = { ...bench, set, questions: fingerprint(suite.questions) }
  const plansAtEnd = earlierSummary(folder)?.plansAtEnd
  replaceResults(folder, results)
  for (const result of results) {
    const question = byId.get(result.id)
    if (question) keepScore(folder, question, result)
  }
  benches.create(now, path, env)
  if (plansAtEnd === undefined) return // it is not finished, and gets a summary when it is
  writeWhole(
    summaryFile(folder),
    newSummary({ ...folder, bench: now }, suite, { results, plansAtEnd }),
  )
}

// --- internal ---

/** A question that came to no outcome has still failed, whatever was expected of it. */
async function again(
  folder: BenchFolder,
  suite: Suite,
  { question, result }: { readonly question: Question; readonly result: Result },
): Promise<Result> {
  const expected = { ...result, expected: question.answer }
  return result.verdict === 'failed'
    ? expected
    : ((await judgedAgain(folder, question, suite)) ?? expected)
}

function flipOf({ verdict: before }: Result, now: Result): readonly Flip[] {
  const { id, verdict: after, answer, expected } = now
  return before === after ? [] : [{ id, before, after, answer, expected }]
}
