// `intend simulate`: rounds over a question set that grow and refine a library; the
// summary on stdout. The same command with the same --out goes on where it stopped.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fingerprint } from '../../../plans/canonical.ts'
import type { Question } from '../../questions/question-set.ts'
import { newRunId } from '../../run/runs.ts'
import {
  type Simulation,
  type SimulationFolder,
  simulations,
} from '../../simulation/simulation-folder.ts'
import { harmless } from '../../terminal/plain-text.ts'
import { type Command, type ExitCode, type Surroundings, usage } from '../command.ts'
import { budgetOf } from '../options/model-options.ts'
import { beside, choiceOf } from '../options/questions.ts'
import { existingFile, positive, setupOf, setupOptions } from '../options/setup.ts'
import { showingOf, showingOptions } from '../options/showing.ts'
import { version } from '../version.ts'

export const simulate: Command = {
  name: 'simulate',
  about:
    'answer a question set in several rounds, refining plans in between: accuracy by round and the library that came of it',
  arguments: [
    {
      name: 'set',
      about: 'a question set as for bench; its answers are the judge, and reach no plan',
    },
  ],
  options: [
    ...setupOptions(
      'a plan library to begin with, into which each round is merged (default: an empty one; plans.json in the folder has the result in any case)',
      // what one question has learned is no other question's to know
    ).filter(({ flags }) => !flags.startsWith('--memory')),
    { flags: '--rounds <number>', about: 'rounds over all questions (default: 3)' },
    { flags: '--parallel <number>', about: 'questions at once (default: 4)' },
    { flags: '--no-refine', about: 'leave plans that led to wrong answers as they are' },
    {
      flags: '--reveal-expected',
      about: 'tell the refining model the expected answer, and not only that the answer was wrong',
    },
    {
      flags: '--keep-beliefs',
      about: 'give each question what it established in earlier rounds, wrong answers left out',
    },
    { flags: '--family <name>', about: 'only the questions of one family' },
    { flags: '--level <name>', about: 'only the questions of one level' },
    { flags: '--shuffle <seed>', about: 'in an order that follows from any text' },
    { flags: '--limit <number>', about: 'only the first questions, after shuffling' },
    {
      flags: '--out <dir>',
      about: 'folder for this simulation; when it holds this one already, what is missing is run',
    },
    ...showingOptions.filter(option => option.flags !== '--events'),
  ],
  async run([name], options, around) {
    if (name === undefined) throw usage('there is no question set; name one: intend simulate SET')
    const { folder } = around
    const text = (option: string) => options[option] as string | undefined
    const path = resolve(folder, name)
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    const set = isFolder ? path : existingFile(path, 'simulate')
    const agent = options.agent ?? (isFolder ? 'compiler' : undefined)
    const { setup: read, notice } = await setupOf({ ...options, agent }, around)
    const { plans, corpus: wanted, allow, memory: _, ...setup } = read
    const corpus = wanted ?? (isFolder ? undefined : beside(set, 'corpus'))
    const chosen = choiceOf(text)
    const { openSuite } = await import('../../bench/suite.ts')
    const suite = openSuite(set, allow, chosen)
    refuseUnscored(suite.questions, set)
    const now = Date.now()
    const id = newRunId(now)
    const home = simulations.pathOf(id, folder, text('out'))
    const asked: Simulation = {
      ...{ format: 1, kind: 'simulation', version: version(), id, folder },
      begunAt: new Date(now).toISOString(),
      ...setup,
      ...(plans !== undefined && { plans }),
      ...(corpus !== undefined && { corpus }),
      allow: [...allow],
      set,
      questions: fingerprint(suite.questions),
      ...chosen,
      rounds: positive('--rounds', text('rounds')) ?? 3,
      parallel: positive('--parallel', text('parallel')) ?? 4,
      refine: options.refine !== false,
      revealExpected: options.revealExpected === true,
      keepBeliefs: options.keepBeliefs === true,
    }
    const earlier = simulations.open(home)
    if (earlier) simulations.refuseOther(earlier, asked)
    const opened = earlier
      ? simulations.goOn(earlier, { parallel: asked.parallel, budget: asked.budget })
      : simulations.create(asked, home)
    const showing = showingOf(options)
    if (notice !== undefined && !showing.quiet) around.stderr.write(`${harmless(notice)}\n`)
    const run = await import('../../simulation/simulate.ts')
    return run.simulate(opened, { suite, showing, around })
  },
}

/** Goes on with a simulation by what its folder says, with the limits that the options name. */
export async function resumeSimulation(
  begun: SimulationFolder,
  options: Readonly<Record<string, unknown>>,
  around: Surroundings,
): Promise<ExitCode> {
  const budget = budgetOf(options)
  const folder = budget
    ? simulations.goOn(begun, { budget: { ...begun.simulation.budget, ...budget } })
    : begun
  const { simulation } = folder
  process.chdir(simulation.folder) // names of files inside the model's name are meant from there
  const { openSuite } = await import('../../bench/suite.ts')
  const suite = openSuite(simulation.set, simulation.allow, simulation)
  if (fingerprint(suite.questions) !== simulation.questions)
    throw usage(
      `${simulation.set} has changed since this simulation was begun; put it back as it was, or begin another one`,
    )
  const run = await import('../../simulation/simulate.ts')
  return run.simulate(folder, { suite, showing: showingOf(options), around })
}

// --- internal ---

/** Without answers nobody can say which plans led to wrong ones. */
function refuseUnscored(questions: readonly Question[], set: string): void {
  const unscored = questions.find(each => each.unscored)
  if (unscored)
    throw usage(
      `${set} has no answer for the question ${unscored.id}, so there is no judge; answer such a set with: intend bench`,
    )
}
