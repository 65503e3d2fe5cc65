// Growing the library of a trial before its arms begin: a simulation over the questions to train on, in
// the trial's folder `train`; and what training and the arms share.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fingerprint } from '../../plans/canonical.ts'
import { printLibrary } from '../../plans/library/file.ts'
import type { LibraryContent } from '../../plans/library/merge.ts'
import { openShared } from '../bench/answer-bench.ts'
import { createBenchWatch } from '../bench/watch/bench-watch.ts'
import type { Jobs, Shared } from '../bench/work.ts'
import { CommandError, exit, type Surroundings } from '../cli/command.ts'
import { runRounds } from '../simulation/round.ts'
import { plansFile, type Simulation, simulations } from '../simulation/simulation-folder.ts'
import { movedTo, readContent } from '../simulation/snapshot.ts'
import { headline } from '../terminal/progress.ts'
import type { Screen } from '../terminal/screen.ts'
import type { TrialParts } from './parts.ts'
import { armLibrary, type TrialFolder, trainPath } from './trial.ts'

export interface TrialWork {
  readonly parts: TrialParts
  readonly jobs: Jobs
  readonly env: Surroundings['env']
  readonly screen: Screen
  /** Aborting it ends the trial; it is aborted when the model cannot be asked at all. */
  readonly stopping: AbortController
}

/** Opens the model and the tools once they are needed, once for all that share them; what was used before counts. */
export function opener(model: string, folder: TrialFolder, env: Surroundings['env']) {
  let opened: Promise<Shared> | undefined
  return (): Promise<Shared> => {
    opened ??= openShared({ ...folder.trial.bench, model, plans: undefined }, env, folder)
    return opened
  }
}

/** Writes a library file to begin with, and returns its text. */
export function writeLibrary(file: string, content: LibraryContent): string {
  const text = printLibrary(content)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { flush: true })
  return text
}

/**
 * Grows the library, beginning with `given`: as many rounds as the trial says, with the model it says.
 * Resolves to the library after each round, or to why there are fewer. Rejects with a CommandError when
 * a plan holds what belongs to a question, and as running the arms does.
 */
export async function trained(
  given: LibraryContent | undefined,
  folder: TrialFolder,
  work: TrialWork,
): Promise<readonly LibraryContent[] | string> {
  const { bench, train } = folder.trial
  const { rounds = 1, model = bench.model } = train ?? {}
  const suite = work.parts.train ?? work.parts.test
  const path = trainPath(folder)
  const start = plansFile({ path }, 0)
  if (given && !existsSync(join(path, 'simulation.json')))
    writeLibrary(start, movedTo(given, folder.trial.plans!, start))
  const { plans: _, plansAtStart: __, epochs: ___, memory: ____, ...common } = bench
  const asked: Simulation = {
    ...common,
    kind: 'simulation',
    id: `${bench.id}/train`,
    model,
    rounds,
    questions: fingerprint(suite.questions),
    refine: true,
    revealExpected: false,
    keepBeliefs: false,
  }
  const begun = simulations.open(path) ?? simulations.create(asked, path)
  // what a person resumes is the trial, with the limits it has now
  const training = {
    ...begun,
    name: folder.name,
    simulation: { ...begun.simulation, parallel: bench.parallel },
  }
  const { jobs, env, screen, stopping } = work
  const shared = await opener(model, folder, env)()
  const done = await runRounds({
    folder: training,
    suite,
    shared,
    jobs,
    env,
    stopping,
    onStatus: screen.status,
    watch: (before, round) => {
      const about = `round ${round} of ${rounds}, ${model}`
      screen.show([headline('training', about, screen)])
      return createBenchWatch(screen, { total: suite.questions.length, before })
    },
    onRound: () => undefined,
  })
  const [leak] = done.at(-1)?.leaks ?? []
  if (leak) throw new CommandError(`training has ended: ${leak.message}`, exit.notSatisfied)
  if (done.length < rounds) {
    const why = shared.model.budget?.ended() ?? 'the trial was ended'
    return `${why}; ${done.length} of ${rounds} rounds of training are over`
  }
  return done.map(({ round }) => {
    const file = plansFile({ path }, round)
    return movedTo(readContent(file), file, armLibrary(folder))
  })
}
