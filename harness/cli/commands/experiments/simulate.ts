// `intend simulate`: rounds over a question set that grow and refine a library; the
// summary on stdout. The same command with the same --out goes on where it stopped.
import { fingerprint } from '../../../../plans/canonical.ts'
import { given } from '../../../../plans/given.ts'
import { openSuite } from '../../../bench/suite.ts'
import type { Question } from '../../../questions/question-set.ts'
import { simulate as runSimulation } from '../../../simulation/simulate.ts'
import {
  type Simulation,
  type SimulationFolder,
  simulations,
} from '../../../simulation/simulation-folder.ts'
import { type Command, type ExitCode, type Surroundings, usage } from '../../command.ts'
import { experimentOf, questionOptions, sameQuestions } from '../../options/experiment.ts'
import { jobsOf, queueOption } from '../../options/jobs.ts'
import { withBudget } from '../../options/model-options.ts'
import { numberOf, upToThousand } from '../../options/numbers.ts'
import { showingOf, showingOptions, watchOption } from '../../options/showing.ts'
import { setupOptions } from '../../options/spelled.ts'

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
    { flags: '--no-refine', about: 'leave plans that led to wrong answers as they are' },
    {
      flags: '--reveal-expected',
      about: 'tell the refining model the expected answer, and not only that the answer was wrong',
    },
    {
      flags: '--keep-beliefs',
      about: 'give each question what it established in earlier rounds, wrong answers left out',
    },
    ...questionOptions('simulation'),
    queueOption,
    ...showingOptions.filter(option => option.flags !== '--events'),
    watchOption,
  ],
  async run([name], options, around) {
    if (name === undefined) throw usage('there is no question set; name one: intend simulate SET')
    const { plans, asked: common } = await experimentOf(name, options, around)
    const { memory: _, ...rest } = common
    const suite = openSuite(common.set, common.allow, common)
    refuseUnscored(suite.questions, common.set)
    const text = (option: string) => options[option] as string | undefined
    const asked: Simulation = {
      kind: 'simulation',
      ...given({ ...rest, plans }),
      questions: fingerprint(suite.questions),
      rounds: numberOf('--rounds', text('rounds'), upToThousand) ?? 3,
      refine: options.refine !== false,
      revealExpected: options.revealExpected === true,
      keepBeliefs: options.keepBeliefs === true,
    }
    const home = simulations.pathOf(common.id, common.folder, text('out'))
    const folder = simulations.begin(asked, home, around.env)
    const jobs = await jobsOf(folder.simulation, options, around)
    return runSimulation(folder, { suite, jobs, showing: showingOf(options), around })
  },
}

/** Goes on with a simulation by what its folder says, with the limits that the options name. */
export async function resumeSimulation(
  begun: SimulationFolder,
  options: Readonly<Record<string, unknown>>,
  around: Surroundings,
): Promise<ExitCode> {
  const folder = simulations.create(withBudget(begun.simulation, options), begun.path, around.env)
  const suite = await sameQuestions(folder.simulation, 'simulation', around)
  const jobs = await jobsOf(folder.simulation, options, around)
  return runSimulation(folder, { suite, jobs, showing: showingOf(options), around })
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
