// What a trial was asked to do, and its folder: `trial.json`, `train/` (a simulation), `arms/NAME/` (each
// the folder of a bench), `arms.json` (how they began) and at the end `summary.json`.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Spent } from '../../agent/llm/provider.ts'
import { canonical } from '../../plans/canonical.ts'
import { Bench, refuseAnother, spentInBench } from '../bench/folder.ts'
import { CommandError, exit, usage } from '../cli/command.ts'
import { nameOf, writeWhole } from '../run/runs.ts'
import { spentInSimulation } from '../simulation/simulation-folder.ts'

/** The same questions under several arms, and where the plans of the arms come from. */
export const Trial = z.object({
  format: z.literal(1),
  /** What all arms have in common; its `plans` are each arm's own. */
  bench: Bench,
  arms: z.array(
    z.object({ name: z.string(), kind: z.string(), limit: z.int().nonnegative().exactOptional() }),
  ),
  /** A library to begin with; absolute path, like the next ones. */
  plans: z.string().exactOptional(),
  /** The library is grown before, on other questions. */
  train: z
    .object({
      /** A question set, or how questions of the trial's own set are kept for it. */
      on: z.union([z.object({ set: z.string() }), z.object({ split: z.string() })]),
      rounds: z.int().positive(),
      /** The model that makes the plans; the arms' own model unless given. */
      model: z.string().exactOptional(),
    })
    .exactOptional(),
  /** A folder of libraries that people wrote. */
  handwritten: z.string().exactOptional(),
  /** Decides the split and how `shuffled` deals. */
  seed: z.int(),
  /** True when a question may be asked although a plan was written for it. */
  allowSeen: z.boolean(),
})
export type Trial = z.infer<typeof Trial>

export interface TrialFolder {
  readonly trial: Trial
  /** Absolute path. */
  readonly path: string
  /** What to write after `intend resume`. */
  readonly name: string
}

/** The folder, below the one a command is given in, that holds the trials. */
export const trialsFolder = (folder: string) => join(folder, '.intend', 'trials')

export const armPath = ({ path }: Pick<TrialFolder, 'path'>, arm: string) => join(path, 'arms', arm)
/** The simulation in which the library is grown. */
export const trainPath = ({ path }: Pick<TrialFolder, 'path'>) => join(path, 'train')

/**
 * The trial in the folder `path`: the one that is there, when it was asked the same, with the budget
 * and the number of questions at once that are asked for now; a new one otherwise. Throws a
 * CommandError that says in what the one that is there differs, or that the folder cannot be written.
 */
export function beginTrial(asked: Trial, path: string): TrialFolder {
  const earlier = openTrial(path, asked.bench.folder)
  if (earlier) refuseOther(earlier, asked)
  const { bench } = asked
  const { id, begunAt, version } = earlier?.trial.bench ?? bench
  const trial = { ...asked, bench: { ...bench, id, begunAt, version } }
  try {
    mkdirSync(path, { recursive: true })
    writeWhole(join(path, 'trial.json'), trial)
  } catch (error) {
    throw new CommandError(
      `cannot write in ${path} (${(error as Error).message}); name another folder with --out DIR`,
      exit.configuration,
      { cause: error },
    )
  }
  return named(trial, path)
}

/** The trial in the folder `path`, or undefined when there is none. Throws a CommandError when it is damaged. */
export function openTrial(path: string, folder: string): TrialFolder | undefined {
  const file = join(path, 'trial.json')
  if (!existsSync(file)) return undefined
  try {
    const trial = Trial.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { trial, path, name: nameOf(path, folder, trialsFolder(folder)) }
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new CommandError(
      `${file} does not describe a trial (${why.replace(/\s+/g, ' ')}); begin another one`,
      exit.configuration,
    )
  }
}

/** The trial called `name`: a folder, or a name among the trials of `folder`. */
export function findTrial(name: string, folder: string): TrialFolder | undefined {
  return (
    openTrial(resolve(folder, name), folder) ?? openTrial(join(trialsFolder(folder), name), folder)
  )
}

/** What training and all arms have used so far. */
export function spentInTrial(folder: Pick<TrialFolder, 'path'>): Spent {
  const home = join(folder.path, 'arms')
  const arms = existsSync(home) ? readdirSync(home) : []
  const spent = arms.map(name => spentInBench({ path: armPath(folder, name) }))
  return [spentInSimulation({ path: trainPath(folder) }), ...spent].reduce((a, b) => ({
    tokens: a.tokens + b.tokens,
    cost: a.cost + b.cost,
    seconds: a.seconds + b.seconds,
  }))
}

// --- internal ---

const named = (trial: Trial, path: string): TrialFolder => ({
  trial,
  path,
  name: nameOf(path, trial.bench.folder, trialsFolder(trial.bench.folder)),
})

/** How a person calls what differs. */
const labels: Readonly<Record<Exclude<keyof Trial, 'format' | 'bench'>, string>> = {
  arms: 'other arms',
  plans: 'another plan library',
  train: 'another training',
  handwritten: 'other hand-written plans',
  seed: 'another --seed',
  allowSeen: 'another word on questions that were seen',
}

function refuseOther({ trial, path, name }: TrialFolder, asked: Trial): void {
  refuseAnother({ bench: trial.bench, path, name }, asked.bench)
  const keys = Object.keys(labels) as (keyof typeof labels)[]
  const first = keys.find(key => canonical([trial[key]]) !== canonical([asked[key]]))
  if (first === undefined) return
  throw usage(
    `${path} holds a trial with ${labels[first]}; go on with that one by: intend resume ${name}, or name another folder with --out`,
  )
}
