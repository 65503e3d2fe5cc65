// What a trial was asked to do, and its folder: `trial.json`, `train/` (a simulation), `arms/NAME/` (each
// the folder of a bench), `arms.json` (how they began) and at the end `summary.json`.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { printLibrary } from '../../plans/library/file.ts'
import type { LibraryContent } from '../../plans/library/merge.ts'
import { makeFolder } from '../../plans/writable.ts'
import { Bench, benches } from '../bench/folder.ts'
import type { Environment } from '../cli/command.ts'
import { foldersOf, type Held, readWhole } from '../run/folders.ts'
import { Arm } from './arms.ts'

/** The same questions under several arms, and where the plans of the arms come from. */
export const Trial = z.object({
  format: z.literal(1),
  /** What all arms have in common; its `plans` are each arm's own. */
  bench: Bench,
  arms: z.array(Arm),
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

export type TrialFolder = Held<'trial', Trial>

export const trials = foldersOf<'trial', Trial>({
  noun: 'trial',
  schema: Trial,
  begunIn: ({ bench }) => bench.folder,
  kept: ['format'],
  free: ['bench'],
  differences: {
    arms: 'other arms',
    train: 'another training',
    handwritten: 'other hand-written plans',
    seed: 'another --seed',
    allowSeen: 'another word on questions that were seen',
  },
})

export const armPath = ({ path }: Pick<TrialFolder, 'path'>, arm: string) => join(path, 'arms', arm)
/** The library of an arm, whichever it is: from all of them the same files have the same names. */
export const armLibrary = (folder: Pick<TrialFolder, 'path'>) =>
  join(armPath(folder, 'any'), 'plans.json')
const Begun = z.object({
  name: z.string(),
  plans: z.int(),
  /** How its plans were made, where that is worth saying. */
  note: z.string().optional(),
  /** The arm that begins exactly as this one does: its answers would be the same, so it is not run. */
  as: z.string().optional(),
})
export type Begun = z.infer<typeof Begun>

export const begunFile = ({ path }: Pick<TrialFolder, 'path'>) => join(path, 'arms.json')

/** How the arms were begun; undefined as long as they were not. */
export const readBegun = (folder: TrialFolder): readonly Begun[] | undefined =>
  readWhole(begunFile(folder), z.array(Begun))

/** Writes a library file to begin with, and returns its text. */
export function writeLibrary(file: string, content: LibraryContent): string {
  const text = printLibrary(content)
  makeFolder(dirname(file))
  writeFileSync(file, text, { flush: true })
  return text
}

/** The simulation in which the library is grown. */
export const trainPath = ({ path }: Pick<TrialFolder, 'path'>) => join(path, 'train')

/**
 * The trial in the folder `path`: the one that is there, when it was asked the same, with the budget
 * and the number of questions at once that are asked for now; a new one otherwise. Throws a
 * CommandError that says in what the one that is there differs, or that the folder cannot be written.
 */
export function beginTrial(asked: Trial, path: string, env: Environment): TrialFolder {
  const earlier = trials.open(path)
  if (!earlier) return trials.create(asked, path, env)
  const { bench } = earlier.trial
  benches.refuseOther({ bench, path, name: earlier.name }, asked.bench)
  trials.refuseOther(earlier, asked)
  const { id, begunAt, version } = bench
  return trials.create({ ...asked, bench: { ...asked.bench, id, begunAt, version } }, path, env)
}
