// `intend resume`: goes on where a killed or interrupted run, or bench, stopped.
import { answerRun } from '../answer.ts'
import { findBenchFolder } from '../bench-folder.ts'
import type { Command } from '../command.ts'
import { findRunFolder } from '../runs.ts'
import { showingOf, showingOptions } from './showing.ts'

export const resume: Command = {
  name: 'resume',
  about: 'go on with a run that was killed or interrupted',
  arguments: [
    {
      name: 'run',
      about:
        'the name or the folder of a run or a bench; without it, the latest unfinished run in .intend/runs',
    },
  ],
  options: showingOptions,
  async run([name], options, around) {
    const bench = name === undefined ? undefined : findBenchFolder(name, around.folder)
    if (bench) return (await import('./bench.ts')).resumeBench(bench, options, around)
    const folder = findRunFolder(name, around.folder)
    // names of files inside the model's name are meant from where the run was begun
    process.chdir(folder.run.folder)
    return answerRun(folder, { showing: showingOf(options), around, fresh: false })
  },
}
