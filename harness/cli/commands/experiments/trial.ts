// `intend bench --arms` and `intend ablate`: the same questions under several arms. Here the options
// become a trial; the same command with the same --out continues where it stopped.
import { join, resolve } from 'node:path'
import { given } from '../../../../plans/given.ts'
import type { Bench } from '../../../bench/folder.ts'
import { type Arm, armsOf, kindOf, readHandwritten, roundOf } from '../../../trial/arms.ts'
import { fingerprintOf, openParts } from '../../../trial/parts.ts'
import { answerTrial } from '../../../trial/run-trial.ts'
import { beginTrial, type Trial, type TrialFolder, trials } from '../../../trial/trial.ts'
import {
  type CommandOptions,
  type ExitCode,
  type Options,
  type Surroundings,
  usage,
} from '../../command.ts'
import { beside, experimentOf, refuseChanged, type TextOf } from '../../options/experiment.ts'
import { attendedBy } from '../../options/jobs.ts'
import { withBudget } from '../../options/model-options.ts'
import { numberOf, upToThousand } from '../../options/numbers.ts'
import { existingFile } from '../../options/setup.ts'

/** What `bench` takes for a trial beside its own options; --plans then names the library to try. */
export const trialOptions: CommandOptions = {
  '--arms <names>':
    'answer the questions under several conditions and compare: none, seeded (the plans of --plans or of training), shuffled (the plans under each other’s labels), stale (the plans as they were before they were refined), grown (the plans, and those of the questions before), handwritten, roundN (the plans after N rounds of training), aware, plain, free (default: none,seeded,shuffled,stale)',
  '--plans-limit <numbers>':
    'run each arm that has plans with these numbers of plans, those with the best evidence, such as 0,5,20,all',
  '--train <set>': 'first grow the plans of the arms on another question set',
  '--split <how>':
    'first grow the plans on a part of this set, then test them on the rest: a share of every family, such as 0.5, or family:NAME,NAME (--seed decides which questions)',
  '--rounds <number>': 'how often training goes over its questions (default: 1)',
  '--made-by <model>': 'the model that makes the plans in training',
  '--used-by <model>': 'the model of the arms; the same as --model',
  '--handwritten <dir>':
    'a folder of plan libraries that people wrote (default: plans beside the set)',
  '--allow-seen': 'ask questions even if plans were made from them',
}

export function asksForTrial(options: Options): boolean {
  const asking = ['arms', 'plansLimit', 'train', 'split', 'madeBy', 'usedBy']
  return asking.some(name => options[name] !== undefined)
}

/**
 * Runs the trial of the question set `name` that the options ask for and prints its tables. Rejects with
 * a CommandError for options that do not go together, and as `answerTrial` does.
 */
export async function runTrialCommand(
  name: string,
  options: Options,
  around: Surroundings,
): Promise<ExitCode> {
  const { asked, path } = await askedOf(name, options, around)
  const parts = openParts(asked)
  const bench = { ...asked.bench, questions: fingerprintOf(parts) }
  const attended = await attendedBy(bench, options, around) // what is refused here leaves no folder
  return answerTrial(beginTrial({ ...asked, bench }, path, around.env), parts, attended)
}

/** Resumes a trial by what its folder says, with the limits that the options name. */
export async function resumeTrial(
  begun: TrialFolder,
  options: Options,
  around: Surroundings,
): Promise<ExitCode> {
  const bench = withBudget(begun.trial.bench, options)
  const folder = beginTrial({ ...begun.trial, bench }, begun.path, around.env)
  process.chdir(bench.folder) // names of files inside a model's name are meant from there
  const parts = openParts(folder.trial)
  refuseChanged(bench, fingerprintOf(parts), 'trial')
  return answerTrial(folder, parts, await attendedBy(bench, options, around))
}

// --- internal ---

/** What is asked, and the absolute path of the trial's folder. */
async function askedOf(name: string, options: Options, around: Surroundings) {
  const { folder } = around
  const text = (option: string) => options[option] as string | undefined
  if (text('memory') !== undefined)
    throw usage('a trial remembers nothing between questions; leave --memory out')
  const model = text('usedBy') ?? text('model')
  const { plans, asked: read } = await experimentOf(name, { ...options, model }, around)
  const { memory: _, ...common } = read
  const train = trainOf(text, folder)
  const arms = namedArms(text)
  refuseUnready(arms, plans, train)
  const handwritten = arms.some(needs('handwritten'))
    ? handwrittenAt(text('handwritten'), common.set, folder)
    : undefined
  const path = trials.pathOf(common.id, folder, text('out'))
  const own = { plans: join(path, 'plans.json'), questions: '', plansAtStart: 0 }
  const bench: Bench = { ...common, ...own }
  const seed = Number(text('seed') ?? 0)
  const allowSeen = options.allowSeen === true
  const asked: Trial = {
    ...given({ format: 1 as const, bench, arms: [...arms], seed, allowSeen }),
    ...given({ plans, train, handwritten }),
  }
  return { asked, path }
}

/** Refuses arms that lack what they begin with, before anything is asked. */
function refuseUnready(arms: readonly Arm[], plans?: string, train?: Trial['train']): void {
  const bare = arms.find(needs('plans'))
  if (bare && plans === undefined && !train)
    throw usage(
      `the arm ${bare.name} needs plans: name a library with --plans FILE, or grow one with --split 0.5 or --train SET`,
    )
  const late = arms.find(({ kind }) => (roundOf(kind) ?? 0) > (train?.rounds ?? 0))
  if (late)
    throw usage(
      `the arm ${late.name} needs that many rounds of training; give --rounds and --split or --train`,
    )
}

const needs =
  (need: string) =>
  ({ kind }: Arm) =>
    kindOf(kind).needs === need

function trainOf(text: TextOf, folder: string): Trial['train'] {
  const [train, split, model] = [text('train'), text('split'), text('madeBy')]
  const rounds = numberOf('--rounds', text('rounds'), upToThousand) ?? 1
  if (train !== undefined && split !== undefined)
    throw usage('--train and --split both say what to train on; give one of them')
  if (train === undefined && split === undefined) {
    const idle = ['rounds', 'madeBy'].find(option => text(option) !== undefined)
    if (idle === undefined) return undefined
    const flag = idle === 'rounds' ? '--rounds' : '--made-by'
    throw usage(`${flag} is about training; say on what, with --split 0.5 or --train SET`)
  }
  const set = train && existingFile(resolve(folder, train), '--train')
  return given({ on: set ? { set } : { split: split! }, rounds, model })
}

function namedArms(text: TextOf): readonly Arm[] {
  const limits = text('plansLimit')
  const usual = limits === undefined ? 'none,seeded,shuffled,stale' : 'none,seeded'
  const names = (text('arms') ?? usual).split(',').map(name => name.trim())
  return armsOf(names, (limits ?? 'all').split(',').map(limitOf))
}

function limitOf(text: string): number | undefined {
  const limit = text.trim()
  if (limit === 'all') return undefined
  if (/^\d{1,7}$/.test(limit)) return Number(limit)
  throw usage(`--plans-limit takes whole numbers and all, such as 0,5,20,all, not "${limit}"`)
}

function handwrittenAt(given: string | undefined, set: string, folder: string) {
  const path = given === undefined ? beside(set, 'plans') : resolve(folder, given)
  if (path === undefined)
    throw usage(
      `there is no folder plans beside ${set}; name one with plans that people wrote: --handwritten DIR`,
    )
  readHandwritten(path) // what is wrong with it is said before anything is asked
  return path
}
