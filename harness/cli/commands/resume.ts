// `intend resume`: goes on where a killed or interrupted run, bench, simulation or trial stopped.
import { basename } from 'node:path'
import { benches } from '../../bench/folder.ts'
import { admitted } from '../../configuration/admitted.ts'
import { answerRun } from '../../run/answer.ts'
import { reopen } from '../../run/reopen.ts'
import { findRunFolder, runs } from '../../run/runs.ts'
import { sessions } from '../../session/folder.ts'
import { simulations } from '../../simulation/simulation-folder.ts'
import { trials } from '../../trial/trial.ts'
import { type Command, usage } from '../command.ts'
import { queueOption } from '../options/jobs.ts'
import { budgetOf, withBudget } from '../options/model-options.ts'
import { showingOf, showingOptions } from '../options/showing.ts'
import { budgetOptions } from '../options/spelled.ts'
import { resumeBench } from './experiments/bench.ts'
import { resumeSimulation } from './experiments/simulate.ts'
import { resumeTrial } from './experiments/trial.ts'

export const resume: Command = {
  name: 'resume',
  about:
    'continue what was killed, interrupted or ran out of budget: a run, bench, simulation or trial',
  arguments: {
    run: 'name or folder of a run, bench, simulation or trial (default: the latest unfinished one in .intend; trials only by name)',
  },
  options: { ...budgetOptions, ...queueOption, ...showingOptions },
  async run([given], options, around) {
    const { folder } = around
    const name = given || latest(folder) || ''
    const simulation = simulations.find(name, folder)
    if (simulation)
      return resumeSimulation(simulation, admitted(simulation, options, around), around)
    const trial = trials.find(name, folder)
    if (trial) return resumeTrial(trial, admitted(trial, options, around), around)
    const bench = benches.find(name, folder)
    if (bench) return resumeBench(bench, admitted(bench, options, around), around)
    const session = sessions.find(given ?? '', folder)
    if (session)
      throw usage(`${session.name} is a session; go on with it by: intend --resume ${session.name}`)
    const begun = findRunFolder(given || undefined, folder)
    const run = withBudget(begun.run, admitted(begun, options, around))
    const again = runs.create(run, begun.path, around.env)
    if (budgetOf(options)) reopen(again)
    // names of files inside the model's name are meant from where the run was begun
    process.chdir(again.run.folder)
    return answerRun(again, { showing: showingOf(options), around, fresh: false })
  },
}

// --- internal ---

/** Path of what was begun last and is not over; a trial is gone on with by its name. */
function latest(folder: string): string | undefined {
  const open = [simulations, benches, runs].flatMap(kind => kind.unfinished(folder) ?? [])
  return open.sort((a, b) => (basename(a) < basename(b) ? 1 : -1))[0]
}
