// The folder of a simulation: `simulation.json` (what is needed to go on), `rounds/N/` (each the folder
// of a bench, with the library after it and what was decided about plans), `plans.json` and
// `summary.json` at the end. `rounds/0/plans.json` is the library at the start.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { BudgetLimits, Spent } from '../../agent/llm/provider.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import { spentIn } from '../../agent/runs/spent.ts'
import { canonical } from '../../plans/canonical.ts'
import { Bench, type BenchFolder, createBenchFolder, openBenchFolder } from '../bench/folder.ts'
import { CommandError, exit, usage } from '../cli/command.ts'
import { nameOf, writeWhole } from '../run/runs.ts'

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

export interface SimulationFolder {
  readonly simulation: Simulation
  /** Absolute path. */
  readonly path: string
  /** What to write after `intend resume`. */
  readonly name: string
}

/** The folder, below the one a command is given in, that holds the simulations. */
export const simulationsFolder = (folder: string) => join(folder, '.intend', 'simulations')

export const roundPath = ({ path }: Pick<SimulationFolder, 'path'>, round: number) =>
  join(path, 'rounds', String(round))
/** The library after a round; after round 0, the one it began from. */
export const plansFile = (folder: Pick<SimulationFolder, 'path'>, round: number) =>
  join(roundPath(folder, round), 'plans.json')
/** Is there once a round is over. */
export const roundFile = (folder: Pick<SimulationFolder, 'path'>, round: number) =>
  join(roundPath(folder, round), 'round.json')
export const simulationSummaryFile = ({ path }: Pick<SimulationFolder, 'path'>) =>
  join(path, 'summary.json')

/** The folder for a new simulation named `id`: `out`, or one among the simulations. */
export function simulationPath(id: string, folder: string, out: string | undefined): string {
  return out === undefined ? join(simulationsFolder(folder), id) : resolve(folder, out)
}

/** Makes the folder `path` of a new simulation. Throws a CommandError when it cannot be written. */
export function createSimulationFolder(simulation: Simulation, path: string): SimulationFolder {
  try {
    mkdirSync(roundPath({ path }, 0), { recursive: true })
    writeWhole(join(path, 'simulation.json'), simulation)
  } catch (error) {
    throw new CommandError(
      `cannot write in ${path} (${(error as Error).message}); name another folder with --out DIR`,
      exit.configuration,
      { cause: error },
    )
  }
  return named(simulation, path)
}

/** The simulation in the folder `path`, or undefined when there is none. Throws a CommandError when it is damaged. */
export function openSimulationFolder(path: string): SimulationFolder | undefined {
  const file = join(path, 'simulation.json')
  if (!existsSync(file)) return undefined
  try {
    return named(Simulation.parse(JSON.parse(readFileSync(file, 'utf8'))), path)
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new CommandError(
      `${file} does not describe a simulation (${why.replace(/\s+/g, ' ')}); begin another one`,
      exit.configuration,
    )
  }
}

/** The simulation called `name`: a folder, or a name among the simulations of `folder`. */
export function findSimulationFolder(name: string, folder: string): SimulationFolder | undefined {
  return (
    openSimulationFolder(resolve(folder, name)) ??
    openSimulationFolder(join(simulationsFolder(folder), name))
  )
}

/** The latest simulation of `folder` that has no summary yet. */
export function unfinishedSimulation(folder: string): SimulationFolder | undefined {
  const home = simulationsFolder(folder)
  const latest = existsSync(home) ? readdirSync(home).sort().reverse() : []
  const open = latest.find(name => !existsSync(simulationSummaryFile({ path: join(home, name) })))
  return open === undefined ? undefined : openSimulationFolder(join(home, open))
}

/** Throws a CommandError that says in what the simulation differs from the one `asked` for. */
export function refuseOther({ simulation, path, name }: SimulationFolder, asked: Simulation): void {
  const own = ['id', 'begunAt', 'version', 'parallel', 'folder', 'budget']
  const keys = Object.keys({ ...simulation, ...asked }) as (keyof Simulation)[]
  const first = keys.find(
    key => !own.includes(key) && canonical([simulation[key]]) !== canonical([asked[key]]),
  )
  if (first === undefined) return
  throw usage(
    `${path} holds a simulation with another ${labels[first] ?? first}; go on with that one by: intend resume ${name}, or name another folder with --out`,
  )
}

/** The simulation with other ways to run it, which are kept: a budget that is undefined is none. */
export function goOnSimulating(
  folder: SimulationFolder,
  { parallel, budget }: { readonly parallel?: number; readonly budget: BudgetLimits | undefined },
): SimulationFolder {
  const { budget: _, ...rest } = folder.simulation
  const simulation: Simulation = {
    ...rest,
    ...(parallel !== undefined && { parallel }),
    ...(budget && { budget }),
  }
  writeWhole(join(folder.path, 'simulation.json'), simulation)
  return { ...folder, simulation }
}

/**
 * The round as a bench that begins with `plansAtStart` plans, made when it is not there yet. It is told
 * to go on by the name of the simulation.
 */
export function roundFolder(
  folder: SimulationFolder,
  round: number,
  plansAtStart: number,
): BenchFolder {
  const {
    kind: _,
    rounds: __,
    refine: ___,
    revealExpected: ____,
    keepBeliefs: _____,
    ...rest
  } = folder.simulation
  const path = roundPath(folder, round)
  const begun = openBenchFolder(path)?.bench
  const bench: Bench = {
    ...rest,
    id: `${folder.simulation.id}/${round}`,
    begunAt: begun?.begunAt ?? new Date().toISOString(),
    plans: plansFile(folder, round - 1),
    plansAtStart,
  }
  return { ...createBenchFolder(bench, path), name: folder.name }
}

/** What the simulation has used so far: questions, refinements and their replays. */
export function spentInSimulation({ path }: Pick<SimulationFolder, 'path'>): Spent {
  const home = join(path, 'rounds')
  const names = existsSync(home) ? readdirSync(home, { recursive: true, encoding: 'utf8' }) : []
  const journals = names.filter(name => /(?:^|[/\\])events\.jsonl$/.test(name)).sort()
  return spentIn(journals.flatMap(name => readJournal(join(home, name))))
}

// --- internal ---

/** How a person calls what differs. */
const labels: Partial<Record<keyof Simulation, string>> = {
  set: 'question set',
  questions: 'choice of questions',
  plans: 'plan library',
  limits: 'number of cycles or least confidence',
  allow: 'list of allowed folders',
  settings: 'set of model settings',
  prompts: 'style of prompts',
  rounds: 'number of rounds',
  refine: 'word on refinement (--no-refine)',
  revealExpected: 'word on expected answers (--reveal-expected)',
  keepBeliefs: 'word on beliefs (--keep-beliefs)',
}

const named = (simulation: Simulation, path: string): SimulationFolder => ({
  simulation,
  path,
  name: nameOf(path, simulation.folder, simulationsFolder(simulation.folder)),
})
