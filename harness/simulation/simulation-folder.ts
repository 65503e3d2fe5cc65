// The folder of a simulation: `simulation.json` (what is needed to go on), `rounds/N/` (each the folder
// of a bench, with the library after it and what was decided about plans), `plans.json` and
// `summary.json` at the end. `rounds/0/plans.json` is the library at the start.
import { join } from 'node:path'
import { z } from 'zod'
import { Bench, type BenchFolder, partOf } from '../bench/folder.ts'
import { foldersOf, type Held } from '../run/folders.ts'

/** What a simulation was asked to do. Paths are absolute. */
export const Simulation = Bench.omit({
  plans: true,
  plansAtStart: true,
  epochs: true,
  memory: true,
}).extend({
  kind: z.literal('simulation'),
  rounds: z.int().positive(),
  /** The library file it began from, into which each round is merged; left out where there is none. */
  plans: z.string().exactOptional(),
  /** Whether plans that led to wrong answers are refined. */
  refine: z.boolean(),
  /** Whether the refining model is told the expected answers. */
  revealExpected: z.boolean(),
  /** Whether a question is given what it established in the rounds before. */
  keepBeliefs: z.boolean(),
})
export type Simulation = z.infer<typeof Simulation>

export type SimulationFolder = Held<'simulation', Simulation>

export const simulations = foldersOf<'simulation', Simulation>({
  noun: 'simulation',
  schema: Simulation,
  begunIn: ({ folder }) => folder,
  kept: ['id', 'begunAt', 'version', 'folder'],
  free: ['parallel', 'budget'],
  differences: {
    questions: 'another choice of questions',
    rounds: 'another number of rounds',
    refine: 'another word on refinement (--no-refine)',
    revealExpected: 'another word on expected answers (--reveal-expected)',
    keepBeliefs: 'another word on beliefs (--keep-beliefs)',
  },
})

export const roundPath = ({ path }: Pick<SimulationFolder, 'path'>, round: number) =>
  join(path, 'rounds', String(round))
/** The library after a round; after round 0, the one it began from. */
export const plansFile = (folder: Pick<SimulationFolder, 'path'>, round: number) =>
  join(roundPath(folder, round), 'plans.json')
/** Is there once a round is over. */
export const roundFile = (folder: Pick<SimulationFolder, 'path'>, round: number) =>
  join(roundPath(folder, round), 'round.json')

/**
 * The round as a bench that begins with `plansAtStart` plans, made when it is not there yet. It is told
 * to go on by the name of the simulation.
 */
export function roundFolder(
  folder: SimulationFolder,
  round: number,
  plansAtStart: number,
): BenchFolder {
  const { kind: _, rounds, refine, revealExpected, keepBeliefs, ...common } = folder.simulation
  const id = `${folder.simulation.id}/${round}`
  const asked = { ...common, id, plans: plansFile(folder, round - 1), plansAtStart }
  return partOf(folder.name, asked, roundPath(folder, round))
}
