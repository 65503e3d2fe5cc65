// Growing the library of a trial before its arms begin: a simulation over the questions to train on, in
// the trial's folder `train`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint } from '../../plans/canonical.ts'
import type { LibraryContent } from '../../plans/library/merge.ts'
import type { Work } from '../bench/perform.ts'
import { openShared } from '../bench/shared.ts'
import { CommandError, exit } from '../cli/command.ts'
import { runRounds } from '../simulation/round.ts'
import type { Round } from '../simulation/round-result.ts'
import { plansFile, type Simulation, simulations } from '../simulation/simulation-folder.ts'
import { movedTo, readContent } from '../simulation/snapshot.ts'
import { headline } from '../terminal/progress.ts'
import type { TrialParts } from './parts.ts'
import { armLibrary, type TrialFolder, trainPath, writeLibrary } from './trial.ts'

export interface TrialWork extends Work {
  readonly folder: TrialFolder
  readonly parts: TrialParts
}

/**
 * Grows the library, beginning with `given`: as many rounds as the trial says, with the model it says.
 * Resolves to the library after each round, or to why there are fewer. Rejects with a CommandError when
 * a plan holds what belongs to a question, and as running the arms does.
 */
export async function trained(
  given: LibraryContent | undefined,
  work: TrialWork,
): Promise<readonly LibraryContent[] | string> {
  const { folder, parts, screen, env } = work
  const { bench, train } = folder.trial
  const { rounds = 1, model = bench.model } = train ?? {}
  const suite = parts.train ?? parts.test
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
  const simulation = { ...begun.simulation, parallel: bench.parallel }
  const training = { ...begun, name: folder.name, simulation }
  const shared = await openShared({ ...bench, model, plans: undefined }, env, folder)
  screen.show([headline('training', `${suite.questions.length} questions, ${model}`, screen)])
  const done: Round[] = []
  for await (const round of runRounds({ ...work, folder: training, suite, shared }))
    done.push(round)
  const [leak] = done.at(-1)?.leaks ?? []
  if (leak) throw new CommandError(`training has ended: ${leak.message}`, exit.notSatisfied)
  if (done.length < rounds) {
    const why = shared.model.budget?.ended() ?? 'it was ended'
    return `${why}; ${done.length} of ${rounds} rounds of training are over`
  }
  return done.map(({ round }) => {
    const file = plansFile({ path }, round)
    return movedTo(readContent(file), file, armLibrary(folder))
  })
}
