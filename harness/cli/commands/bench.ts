// `intend bench`: a question set, scored; the summary on stdout. The same command with the same --out
// goes on where it stopped.
import { join } from 'node:path'
import { fingerprint } from '../../../plans/canonical.ts'
import { type Bench, type BenchFolder, benches } from '../../bench/folder.ts'
import { harmless } from '../../terminal/plain-text.ts'
import { type Command, type ExitCode, type Surroundings, usage } from '../command.ts'
import { experimentOf, questionOptions, sameQuestions } from '../options/experiment.ts'
import { budgetOf } from '../options/model-options.ts'
import { numberOf, upToThousand } from '../options/numbers.ts'
import { setupOptions } from '../options/setup.ts'
import { showingOf, showingOptions } from '../options/showing.ts'
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
    ...questionOptions('bench'),
    {
      flags: '--workers <number>',
      about: 'share the questions among so many processes (default: all in this one)',
    },
    {
      flags: '--epochs <number>',
      about: 'ask each question so often, and tell how often it was right',
    },
    {
      flags: '--timeout <seconds>',
      about: 'a question that takes longer counts as failed (default: no limit)',
    },
    ...trialOptions,
    ...showingOptions.filter(option => option.flags !== '--events'),
  ],
  async run([name], options, around) {
    if (name === undefined) throw usage('there is no question set; name one: intend bench SET')
    if (asksForTrial(options)) return runTrialCommand(name, options, around)
    const { asked: given, plans, notice } = await experimentOf(name, 'bench', options, around)
    const { openSuite } = await import('../../bench/suite.ts')
    const suite = openSuite(given.set, given.allow, given)
    const workers = numberOf('--workers', options.workers as string | undefined, upToThousand)
    const home = benches.pathOf(given.id, given.folder, options.out as string | undefined)
    const asked: Bench = {
      ...given,
      plans: plans ?? join(home, 'plans.json'),
      questions: fingerprint(suite.questions),
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
  const suite = await sameQuestions(bench, 'bench')
  const { answerBench, openShared } = await import('../../bench/answer-bench.ts')
  const shared = await openShared(bench, around.env, folder)
  return answerBench(folder, shared, { suite, showing: showingOf(options), around })
}
