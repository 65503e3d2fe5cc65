// `intend bench`: a question set, scored; the summary on stdout. The same command with the same --out
// goes on where it stopped.
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fingerprint } from '../../../plans/canonical.ts'
import { type Bench, type BenchFolder, benches } from '../../bench/folder.ts'
import { newRunId } from '../../run/runs.ts'
import { harmless } from '../../terminal/plain-text.ts'
import { type Command, type ExitCode, type Surroundings, usage } from '../command.ts'
import { budgetOf } from '../options/model-options.ts'
import { beside, choiceOf } from '../options/questions.ts'
import { existingFile, positive, setupOf, setupOptions } from '../options/setup.ts'
import { showingOf, showingOptions } from '../options/showing.ts'
import { version } from '../version.ts'
import { asksForTrial, runTrialCommand, trialOptions } from './trial.ts'

export const bench: Command = {
  name: 'bench',
  about: 'answer a question set and score it: the summary on stdout, progress on stderr',
  arguments: [
    {
      name: 'set',
      about:
        'a file of JSON lines: id, question, answer (empty when declining is right), and, when there are any, files, level, family, tolerance; or a PlanBench folder: domains/ and problems/',
    },
  ],
  options: [
    ...setupOptions('the plan library (default: an empty one, kept with the bench)'),
    { flags: '--parallel <number>', about: 'questions at once (default: 4)' },
    {
      flags: '--workers <number>',
      about: 'share the questions among so many processes (default: all in this one)',
    },
    {
      flags: '--family <name>',
      about: 'only the questions of one family, or the problems of one domain',
    },
    { flags: '--level <name>', about: 'only the questions of one level' },
    { flags: '--shuffle <seed>', about: 'in an order that follows from any text' },
    {
      flags: '--limit <number>',
      about:
        'only the first questions, after shuffling; of planning problems so many, evenly chosen',
    },
    {
      flags: '--epochs <number>',
      about: 'ask each question so often, and tell how often it was right',
    },
    {
      flags: '--timeout <seconds>',
      about: 'a question that takes longer counts as failed (default: no limit)',
    },
    {
      flags: '--out <dir>',
      about: 'folder for this bench; when it holds this one already, what is missing is run',
    },
    ...trialOptions,
    ...showingOptions.filter(option => option.flags !== '--events'),
  ],
  async run([name], options, around) {
    if (name === undefined) throw usage('there is no question set; name one: intend bench SET')
    if (asksForTrial(options)) return runTrialCommand(name, options, around)
    const { folder } = around
    const text = (option: string) => options[option] as string | undefined
    const path = resolve(folder, name)
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    const set = isFolder ? path : existingFile(path, 'bench')
    const agent = options.agent ?? (isFolder ? 'compiler' : undefined)
    const { setup: read, notice } = await setupOf({ ...options, agent }, around)
    const { plans, corpus: wanted, allow, ...setup } = read
    const corpus = wanted ?? (isFolder ? undefined : beside(set, 'corpus'))
    const chosen = choiceOf(text)
    const { openSuite } = await import('../../bench/suite.ts')
    const suite = openSuite(set, allow, chosen)
    const workers = positive('--workers', text('workers'))
    const now = Date.now()
    const id = newRunId(now)
    const home = benches.pathOf(id, folder, text('out'))
    const asked: Bench = {
      ...{ format: 1, version: version(), id, begunAt: new Date(now).toISOString(), folder },
      ...setup,
      plans: plans ?? join(home, 'plans.json'),
      ...(corpus !== undefined && { corpus }),
      allow: [...allow],
      set,
      questions: fingerprint(suite.questions),
      ...chosen,
      parallel: positive('--parallel', text('parallel')) ?? 4,
      ...(workers !== undefined && { workers }),
      plansAtStart: 0,
    }
    const earlier = benches.open(home)
    if (earlier) benches.refuseOther(earlier, asked)
    const { answerBench, openShared } = await import('../../bench/answer-bench.ts')
    const shared = await openShared(asked, around.env, earlier)
    const plansAtStart = shared.library.plans().length
    const opened = earlier
      ? benches.goOn(earlier, { parallel: asked.parallel, workers, budget: asked.budget })
      : benches.create({ ...asked, plansAtStart }, home)
    const showing = showingOf(options)
    if (notice !== undefined && !showing.quiet) around.stderr.write(`${harmless(notice)}\n`)
    return answerBench(opened, shared, { suite, showing, around })
  },
}

/** Goes on with a bench by what its folder says, with the limits that the options name. */
export async function resumeBench(
  begun: BenchFolder,
  options: Readonly<Record<string, unknown>>,
  around: Surroundings,
): Promise<ExitCode> {
  const budget = budgetOf(options)
  const folder = budget
    ? benches.goOn(begun, { budget: { ...begun.bench.budget, ...budget } })
    : begun
  const { bench } = folder
  process.chdir(bench.folder) // names of files inside the model's name are meant from there
  const { openSuite } = await import('../../bench/suite.ts')
  const suite = openSuite(bench.set, bench.allow, bench)
  if (fingerprint(suite.questions) !== bench.questions)
    throw usage(
      `${bench.set} has changed since this bench was begun; put it back as it was, or begin another bench`,
    )
  const { answerBench, openShared } = await import('../../bench/answer-bench.ts')
  const shared = await openShared(bench, around.env, folder)
  return answerBench(folder, shared, { suite, showing: showingOf(options), around })
}
