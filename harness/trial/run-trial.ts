// From a trial's folder to its tables on stdout: the library is grown on the questions to train on, a frozen
// copy is made for every arm, and each arm answers the same questions. What is done already is not done again.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint } from '../../plans/canonical.ts'
import { given } from '../../plans/given.ts'
import { memoryLibrary, openLibrary } from '../../plans/library/library.ts'
import { contentOf, type LibraryContent } from '../../plans/library/merge.ts'
import { once } from '../../plans/memo.ts'
import type { Plan } from '../../plans/plan.ts'
import { questionsLeft } from '../bench/bench.ts'
import { summaryFile } from '../bench/experiment.ts'
import { partOf, readResults } from '../bench/folder.ts'
import { type Attended, answerMissing, perform, type Work } from '../bench/perform.ts'
import { openShared } from '../bench/shared.ts'
import { summaryOf as benchSummary } from '../bench/summary.ts'
import type { Shared, Suite } from '../bench/work.ts'
import { CommandError, type ExitCode, exit, usage } from '../cli/command.ts'
import { readLibrary } from '../library/read.ts'
import { writeWhole } from '../run/folders.ts'
import { runRounds } from '../simulation/round.ts'
import type { Round } from '../simulation/round-result.ts'
import { plansFile, type Simulation, simulations } from '../simulation/simulation-folder.ts'
import { movedTo, readContent } from '../simulation/snapshot.ts'
import { headline } from '../terminal/progress.ts'
import { type Arm, beginningOf, kindOf, readHandwritten, type Sources } from './arms.ts'
import { few, seenBy, type TrialParts } from './parts.ts'
import { summaryOf } from './summary.ts'
import { trialLines } from './table.ts'
import {
  armLibrary,
  armPath,
  type Begun,
  begunFile,
  readBegun,
  type TrialFolder,
  trainPath,
  writeLibrary,
} from './trial.ts'

/** Does what is left of the trial and prints its tables, as `perform` does. */
export function answerTrial(
  folder: TrialFolder,
  parts: TrialParts,
  attended: Attended,
): Promise<ExitCode> {
  const { bench, arms } = folder.trial
  return perform(folder, bench.budget, attended, async ({ screen, ...work }) => {
    screen.show([
      headline('trial', folder.name, screen),
      ...(bench.model === 'offline' ? ['model offline: rules, no language model'] : []),
    ])
    const left = await runTrial({ ...work, screen, folder, parts })
    const trainedOn = parts.train?.questions.length ?? 0
    const summary = summaryOf(folder, { test: parts.test.questions, trainedOn })
    const prompts = arms.some(({ kind }) => kindOf(kind).prompts !== undefined)
    return { summary, lines: (width: number) => trialLines(summary, { prompts, width }), left }
  })
}

// --- internal ---

/**
 * Does what is left of the trial. Resolves to why something is left, or to undefined when nothing is.
 * Rejects with a CommandError when the model cannot be opened or asked, when a plan has seen a question
 * of the trial, and with the reason of `stopping`.
 */
async function runTrial(work: TrialWork): Promise<string | undefined> {
  const { folder, env } = work
  const { trial } = folder
  if (!readBegun(folder)) {
    const named = trial.plans === undefined ? undefined : readLibrary(trial.plans)
    if (named) refuseSeen(named.plans.values(), work)
    const grown = trial.train
      ? await trained(named, work)
      : named && [movedTo(named, trial.plans!, armLibrary(folder))]
    if (typeof grown === 'string') return grown
    freeze(grown ?? [], work)
  }
  const open = once(() => openShared({ ...trial.bench, plans: undefined }, env, folder))
  for (const { name, as } of readBegun(folder) ?? []) {
    const arm = trial.arms.find(each => each.name === name)
    if (as !== undefined || !arm) continue
    const left = await runArm(arm, work, open)
    if (left !== undefined) return `${left} in the arm ${name}`
  }
  return undefined
}

/** Gives every arm its own copy of the plans it begins with. */
function freeze(rounds: readonly LibraryContent[], work: TrialWork): void {
  const { folder } = work
  const { arms, seed, handwritten: home, bench } = folder.trial
  const needed = arms.some(({ kind }) => kindOf(kind).needs === 'handwritten')
  const sources: Sources = {
    rounds: rounds.map(({ plans }) => [...plans.values()]),
    handwritten: needed && home !== undefined ? readHandwritten(home) : [],
    seed,
  }
  const known = new Map<string, string>()
  const begun = arms.map((arm): Begun => {
    const { plans, note } = beginningOf(arm, sources)
    refuseSeen(plans, work)
    const text = writeLibrary(join(armPath(folder, arm.name), 'plans.json'), contentOf(plans))
    const { grows = false, prompts = bench.prompts ?? 'aware' } = kindOf(arm.kind)
    const key = JSON.stringify([grows, prompts, text])
    const as = known.get(key)
    if (as === undefined) known.set(key, arm.name)
    return given({ name: arm.name, plans: plans.length, note, as })
  })
  writeWhole(begunFile(folder), begun)
}

function refuseSeen(plans: Iterable<Plan>, { folder, parts }: TrialWork): void {
  if (folder.trial.allowSeen) return
  const seen = seenBy([...plans], parts.test.questions)
  if (seen.length > 0)
    throw usage(
      `plans of the library were made on ${few(seen)}, which the trial asks: a lift would be no proof; ask other questions, part the set with --split 0.5, or say --allow-seen`,
    )
}

/** Runs what is missing of an arm; resolves to why something still is. */
async function runArm(
  { name, kind }: Arm,
  work: TrialWork,
  open: () => Promise<Shared>,
): Promise<string | undefined> {
  const { folder, screen } = work
  const { test } = work.parts
  const path = armPath(folder, name)
  const start = join(path, 'plans.json')
  const content = readLibrary(start)
  const plansAtStart = content.plans.size
  const { prompts, grows } = kindOf(kind)
  const file = grows ? join(path, 'grown.json') : start
  if (grows && !existsSync(file)) writeLibrary(file, content)
  const { bench } = folder.trial
  const own = { id: `${bench.id}/${name}`, plans: file, plansAtStart, ...(prompts && { prompts }) }
  const arm = partOf(folder.name, { ...bench, ...own }, path)
  if (questionsLeft(arm, test).length > 0) {
    const library = grows ? await openLibrary(file) : memoryLibrary()
    const shared = { ...(await open()), library }
    const suite = grows ? test : eachOnItsOwn(test, [...content.plans.values()])
    screen.show([headline('arm', `${name} (${plansAtStart} plans)`, screen)])
    const left = await answerMissing(arm, suite, shared, work)
    if (left !== undefined) return left
  }
  // it tells every reader of the folder that the arm is finished
  const of = { results: readResults(arm), plansAtEnd: readLibrary(file).plans.size }
  if (!existsSync(summaryFile(arm))) writeWhole(summaryFile(arm), benchSummary(arm, test, of))
  return undefined
}

/** Every question begins with the same plans, whatever the others have written. */
const eachOnItsOwn = (suite: Suite, plans: readonly Plan[]): Suite => ({
  ...suite,
  answer: (run, question, asking) => {
    const shared = { ...asking.shared, library: memoryLibrary(plans) }
    return suite.answer(run, question, { ...asking, shared })
  },
})

interface TrialWork extends Work {
  readonly folder: TrialFolder
  readonly parts: TrialParts
}

/**
 * Grows the library, beginning with `given`: as many rounds as the trial says, with the model it says.
 * Resolves to the library after each round, or to why there are fewer. Rejects with a CommandError when
 * a plan holds what belongs to a question, and as running the arms does.
 */
async function trained(
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
