// `intend bench`: a question set, scored; the summary on stdout. The same command with the same --out
// continues where it stopped.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fingerprint } from '../../../../plans/canonical.ts'
import { given } from '../../../../plans/given.ts'
import { answerBench } from '../../../bench/answer-bench.ts'
import { type Bench, type BenchFolder, benches } from '../../../bench/folder.ts'
import { openShared } from '../../../bench/shared.ts'
import { suiteOf } from '../../../bench/suite.ts'
import { watchBench } from '../../../bench/watch/elsewhere.ts'
import { copySeeds } from '../../../library/seeds.ts'
import { isShared } from '../../../queue/plan-library.ts'
import { arenaOptions, arenas } from '../../../worlds/arenas.ts'
import {
  type Command,
  type CommandOptions,
  type ExitCode,
  type Options,
  refuseGiven,
  type Surroundings,
  usage,
  without,
} from '../../command.ts'
import {
  experimentIn,
  experimentOf,
  experimentOptions,
  sameQuestions,
} from '../../options/experiment.ts'
import { attendedBy } from '../../options/jobs.ts'
import { withBudget } from '../../options/model-options.ts'
import { numberOf, upToThousand } from '../../options/numbers.ts'
import { existingFile } from '../../options/setup.ts'
import { showingOf } from '../../options/showing.ts'
import { asksForTrial, runTrialCommand, trialOptions } from './trial.ts'

const worldOptions: CommandOptions = {
  '--share <share>':
    'with --world: use only this share of the plans of --plans (one file, or several as A,B), such as 0.5; --seed decides which',
  ...arenaOptions,
}
/** What worlds say of --split is said for both. */
const ofTrials = without(trialOptions, /^--split/)

export const bench: Command = {
  name: 'bench',
  about: 'answer a question set and score it: the summary on stdout, progress on stderr',
  arguments: {
    set: 'a file of JSON lines or CSV: id, question, answer (empty if the question should be declined) and, optionally, files, level, family, tolerance; or a PlanBench folder with domains/ and problems/; with --watch, a bench that runs in another terminal',
  },
  options: {
    ...experimentOptions(
      'bench',
      'plans to begin with: what is learned goes into a copy of the file, kept with the bench, or into the file if it is not there yet (default: none)',
    ),
    '--workers <number>':
      'share the questions among this many processes (default: this one answers all)',
    '--epochs <number>': 'ask each question this many times, and show how often it was right',
    '--timeout <seconds>': 'a question that takes longer counts as failed (default: no limit)',
    '--world <name>': `play the episodes of a world instead: ${arenas.map(({ name, about }) => `${name} (${about})`).join('; ')}`,
    ...worldOptions,
    ...ofTrials,
  },
  async run([name], options, around) {
    const begun =
      options.watch === true && name !== undefined ? benches.find(name, around.folder) : undefined
    if (begun) return watchBench(begun, { showing: showingOf(options), around })
    const world = options.world as string | undefined
    if (world !== undefined && name !== undefined)
      throw usage(`--world plays the episodes of ${world}; leave ${name} out`)
    if (world === undefined && name === undefined)
      throw usage('there is no question set; name one: intend bench SET, or a world: --world NAME')
    if (name === undefined) refuseGiven(options, ofTrials, 'for a question set: name it')
    else refuseGiven(options, without(worldOptions, /^--split/), 'for a world: add --world NAME')
    if (name !== undefined && asksForTrial(options)) return runTrialCommand(name, options, around)
    refuseGiven(options, ofTrials, 'for a trial: add --arms')
    const { asked: common, plans } =
      name === undefined
        ? await experimentIn(world!, options, around)
        : await experimentOf(name, options, around)
    const suite = await suiteOf(common, around)
    const workers = numberOf('--workers', options.workers as string | undefined, upToThousand)
    const home = benches.pathOf(common.id, common.folder, options.out as string | undefined)
    const asked: Bench = {
      ...given({ ...common, workers }),
      ...libraryOf(plans, home, around),
      questions: fingerprint(suite.questions),
      plansAtStart: 0,
    }
    const earlier = benches.open(home)
    if (earlier) benches.refuseOther(earlier, asked)
    await benches.tryOut(home)
    if (asked.seeds) await copySeeds(asked.seeds, asked.plans)
    const shared = await openShared(asked, around.env, earlier)
    const plansAtStart = shared.library.plans().length
    const attended = await attendedBy(asked, options, around) // what is refused here leaves no folder
    const folder = benches.begin({ ...asked, plansAtStart }, home, around.env)
    return answerBench(folder, shared, { suite, ...attended })
  },
}

/** A library that is there stays as it is: the bench learns in a copy of its own. */
function libraryOf(
  plans: string | undefined,
  home: string,
  { folder }: Pick<Surroundings, 'folder'>,
): Pick<Bench, 'plans' | 'seeds'> {
  const own = join(home, 'plans.json')
  if (plans === undefined) return { plans: own }
  const files = plans.split(',').map(file => resolve(folder, file))
  const isOwn = benches.open(home)?.bench.plans === plans
  if (isShared(plans) || isOwn || (files.length === 1 && !existsSync(plans))) return { plans }
  const seeds = { files: files.map(file => existingFile(file, '--plans')), share: 1, seed: 0 }
  return { plans: own, seeds }
}

/** Resumes a bench by what its folder says, with the limits that the options name. */
export async function resumeBench(
  begun: BenchFolder,
  options: Options,
  around: Surroundings,
): Promise<ExitCode> {
  const folder = benches.create(withBudget(begun.bench, options), begun.path, around.env)
  const suite = await sameQuestions(folder.bench, 'bench', around)
  const shared = await openShared(folder.bench, around.env, folder)
  const attended = await attendedBy(folder.bench, options, around)
  return answerBench(folder, shared, { suite, ...attended })
}
