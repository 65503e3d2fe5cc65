// `intend resume`: goes on where a killed or interrupted run, bench, simulation or trial stopped.
import { basename } from 'node:path'
import { type BenchFolder, benches } from '../../bench/folder.ts'
import { answerRun } from '../../run/answer.ts'
import { findRunFolder, rebudgeted, unfinishedRun } from '../../run/runs.ts'
import { type SimulationFolder, simulations } from '../../simulation/simulation-folder.ts'
import { trials } from '../../trial/trial.ts'
import type { Command } from '../command.ts'
import { budgetOf, budgetOptions } from '../options/model-options.ts'
import { showingOf, showingOptions } from '../options/showing.ts'

export const resume: Command = {
  name: 'resume',
  about:
    'go on with a run that was killed or interrupted, or with a bench or simulation whose budget was used up',
  arguments: [
    {
      name: 'run',
      about:
        'the name or the folder of a run, a bench, a simulation or a trial; without it, the latest one in .intend that is not finished (a trial goes by its name)',
    },
  ],
  options: [...budgetOptions, ...showingOptions],
  async run([name], options, around) {
    const simulation = findSimulation(name, around.folder)
    if (simulation)
      return (await import('./simulate.ts')).resumeSimulation(simulation, options, around)
    const trial = name === undefined ? undefined : trials.find(name, around.folder)
    if (trial) return (await import('./trial.ts')).resumeTrial(trial, options, around)
    const bench = findBench(name, around.folder)
    if (bench) return (await import('./bench.ts')).resumeBench(bench, options, around)
    const folder = rebudgeted(findRunFolder(name, around.folder), budgetOf(options))
    // names of files inside the model's name are meant from where the run was begun
    process.chdir(folder.run.folder)
    return answerRun(folder, { showing: showingOf(options), around, fresh: false })
  },
}

// --- internal ---

/** The simulation that is meant: the one named, or the latest unfinished one when nothing was begun after it. */
function findSimulation(name: string | undefined, folder: string): SimulationFolder | undefined {
  if (name !== undefined) return simulations.find(name, folder)
  const simulation = simulations.unfinished(folder)
  const others = [benches.unfinished(folder)?.path, unfinishedRun(folder)]
  const later = others.some(
    path => simulation && path !== undefined && basename(path) > basename(simulation.path),
  )
  return later ? undefined : simulation
}

/** The bench that is meant: the one named, or the latest unfinished one when no run was begun after it. */
function findBench(name: string | undefined, folder: string): BenchFolder | undefined {
  if (name !== undefined) return benches.find(name, folder)
  const [bench, run] = [benches.unfinished(folder), unfinishedRun(folder)]
  return bench && run && basename(run) > basename(bench.path) ? undefined : bench
}
