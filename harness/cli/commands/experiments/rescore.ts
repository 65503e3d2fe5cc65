// `intend rescore`: judges a bench again from its traces, and says which verdicts flip.

import { join, resolve } from 'node:path'
import { fingerprint } from '../../../../plans/canonical.ts'
import { scoreOfRounds } from '../../../bench/epochs.ts'
import { summaryFile } from '../../../bench/experiment.ts'
import { type BenchFolder, benches, readResults, replaceResults } from '../../../bench/folder.ts'
import { judgedAgain, keepScore } from '../../../bench/question.ts'
import type { Result } from '../../../bench/result.ts'
import { suiteOf } from '../../../bench/suite.ts'
import { plansAtEndIn, summaryOf } from '../../../bench/summary.ts'
import type { Suite } from '../../../bench/work.ts'
import { isSealed } from '../../../configuration/own.ts'
import { percent } from '../../../measure/measures.ts'
import type { Question } from '../../../questions/question-set.ts'
import { lockRun } from '../../../run/alone.ts'
import { writeWhole } from '../../../run/folders.ts'
import { harmless, printFound, shortened, tableOf } from '../../../terminal/plain-text.ts'
import { type Command, type Environment, exit, usage } from '../../command.ts'
import { existingFile } from '../../options/setup.ts'

export const rescore: Command = {
  name: 'rescore',
  about:
    'judge a bench again from its traces, after the answers of its set or the scorer have changed',
  arguments: { bench: 'the name or the folder of a bench' },
  options: {
    '--set <file>': 'judge by this question set (default: the one of the bench)',
    '--write': 'keep the new verdicts (default: nothing is written)',
    '--json': 'the changed verdicts, and the scores before and now, as one line of JSON',
  },
  async run([name], options, around) {
    if (name === undefined) throw usage('there is no bench; name one: intend rescore BENCH')
    const folder = benches.find(name, around.folder)
    if (!folder)
      throw usage(`there is no bench ${name}; name its folder, or one in .intend/benches`)
    const given = options.set as string | undefined
    if (given !== undefined && folder.bench.world)
      throw usage(`${name} was played in a world, which is judged by no set; leave --set out`)
    const set =
      given === undefined ? folder.bench.set : existingFile(resolve(around.folder, given), '--set')
    const write = options.write === true
    // a bench that is under way writes the same files
    const release = write ? await lockRun(folder, () => undefined) : async () => undefined
    try {
      const judged = await rescored(folder, { set, write }, around.env)
      const data = { run: folder.path, set, written: write, ...judged }
      printFound(around.stdout, options.json, { data, lines: linesOf(judged, write) })
      return exit.satisfied
    } finally {
      await release()
    }
  },
}

// --- internal ---

function linesOf({ flips, missing, before, after }: Rescored, written: boolean): readonly string[] {
  const shown = (text: string | null) => shortened(text ? harmless(text) : '(none)', 40)
  const rows = tableOf(flips, {
    question: ({ id }) => shortened(id, 40),
    before: ({ before }) => before,
    now: ({ after }) => after,
    answer: ({ answer }) => shown(answer),
    expected: ({ expected }) => shown(expected),
  })
  const [low, high] = after.interval.map(percent)
  return [
    ...(flips.length > 0 ? [...rows, ''] : []),
    ...(missing.length > 0
      ? [
          `${missing.length} not in the set and left as they were: ${missing.slice(0, 5).join(', ')}`,
        ]
      : []),
    `${flips.length} of ${after.total} verdicts changed: accuracy ${percent(before.accuracy)} before, ${percent(after.accuracy)} now (95 % interval ${low} to ${high})`,
    ...(flips.length === 0 || written ? [] : ['nothing was written; keep it with --write']),
  ]
}

type Rescored = Awaited<ReturnType<typeof rescored>>

/**
 * Judges what is kept of the bench by the questions in `set`, its own one or another with the same
 * ids, or as its world judges. Asks and plays nothing. Where it is to be kept (`write`), results, traces, summary and
 * the set are changed; what libraries have counted is not undone, as a plan's counts only grow. Rejects with a
 * CommandError when the set cannot be read, or has none of the questions.
 */
async function rescored(
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
