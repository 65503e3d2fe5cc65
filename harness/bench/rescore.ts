// A bench judged again from what it has kept, after a scorer or the answers of its set have changed:
// which verdicts flip, and what the results then come to.
import { join } from 'node:path'
import { fingerprint } from '../../plans/canonical.ts'
import { type Environment, usage } from '../cli/command.ts'
import { isSealed } from '../configuration/own.ts'
import type { Question } from '../questions/question-set.ts'
import { writeWhole } from '../run/folders.ts'
import { scoreOfRounds } from './epochs.ts'
import { summaryFile } from './experiment.ts'
import { type BenchFolder, benches, readResults, replaceResults } from './folder.ts'
import { judgedAgain, keepScore } from './question.ts'
import type { Result } from './result.ts'
import { suiteOf } from './suite.ts'
import { plansAtEndIn, summaryOf } from './summary.ts'
import type { Suite } from './work.ts'

export type Rescored = Awaited<ReturnType<typeof rescored>>

/**
 * Judges what is kept of the bench by the questions in `set`, its own one or another with the same
 * ids, or as its world judges. Asks and plays nothing. Where it is to be kept (`write`), results, traces, summary and
 * the set are changed; what libraries have counted is not undone, as a plan's counts only grow. Rejects with a
 * CommandError when the set cannot be read, or has none of the questions.
 */
export async function rescored(
  folder: BenchFolder,
  { set, write }: { readonly set: string; readonly write: boolean },
  env: Environment,
) {
  const { level: _, family: __, shuffle: ___, limit: ____, ...bench } = folder.bench // all questions of the set
  const { epochs } = bench
  const suite = await suiteOf({ ...bench, set }, { folder: bench.folder, env })
  try {
    const byId = new Map(suite.questions.map(question => [question.id, question]))
    const earlier = readResults(folder)
    if (earlier.length > 0 && !earlier.some(({ id }) => byId.has(id)))
      throw usage(`${set} has none of the questions of ${folder.name}; name another one with --set`)
    const results: Result[] = []
    for (const result of earlier) {
      const question = byId.get(result.id)
      results.push(question ? await again(folder, suite, { question, result }) : result)
    }
    if (write) await keep(folder, { results, set }, env)
    return {
      /** Questions whose verdict is another one now. */
      flips: results.flatMap(({ id, verdict: after, answer, expected }, at) => {
        const before = earlier[at]!.verdict
        return before === after ? [] : [{ id, before, after, answer, expected }]
      }),
      /** Questions the set no longer has; they keep their results, like those that came to no outcome. */
      missing: earlier.flatMap(({ id }) => (byId.has(id) ? [] : [id])),
      before: scoreOfRounds(earlier, epochs),
      after: scoreOfRounds(results, epochs),
    }
  } finally {
    await suite.close?.()
  }
}

// --- internal ---

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

async function keep(
  folder: BenchFolder,
  { results, set }: { readonly results: readonly Result[]; readonly set: string },
  env: Environment,
): Promise<void> {
  const { bench, path } = folder
  const own = isSealed(join(path, 'bench.json'), env)
  const suite = await suiteOf({ ...bench, set }, { folder: bench.folder, env })
  try {
    const now = { ...bench, set, questions: fingerprint(suite.questions) }
    const plansAtEnd = plansAtEndIn(folder)
    replaceResults(folder, results)
    for (const result of results) {
      const question = suite.questions.find(({ id }) => id === result.id)
      if (question) keepScore(folder, question, result)
    }
    benches.create(now, path, own ? env : undefined)
    if (plansAtEnd === undefined) return // it is not finished, and gets a summary when it is
    const summary = summaryOf({ ...folder, bench: now }, suite, { results, plansAtEnd })
    writeWhole(summaryFile(folder), summary)
  } finally {
    await suite.close?.()
  }
}
