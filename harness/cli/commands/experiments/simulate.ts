// `intend simulate`: rounds over a question set that grow and refine a library; the
// summary on stdout. The same command with the same --out continues where it stopped.
import { fingerprint } from '../../../../plans/canonical.ts'
import { given } from '../../../../plans/given.ts'
import { openSuite } from '../../../bench/suite.ts'
import { simulate as runSimulation } from '../../../simulation/simulate.ts'
import {
  type Simulation,
  type SimulationFolder,
  simulations,
} from '../../../simulation/simulation-folder.ts'
import {
  type Command,
  type ExitCode,
  type Options,
  type Surroundings,
  usage,
  without,
} from '../../command.ts'
import { experimentOf, experimentOptions, sameQuestions } from '../../options/experiment.ts'
import { attendedBy } from '../../options/jobs.ts'
import { withBudget } from '../../options/model-options.ts'
import { numberOf, upToThousand } from '../../options/numbers.ts'

export const simulate: Command = {
  name: 'simulate',
  about:
    'answer a question set in several rounds and refine plans between them: accuracy by round, and the library that grew',
  arguments: {
    set: 'a question set, as for bench; its answers are the judge, and reach no plan',
  },
  options: {
    // what one question has learned is no other question's to know
    ...without(
      experimentOptions(
        'simulation',
        'a plan library to begin with, into which each round is merged (default: an empty one; plans.json in the folder holds the result in any case)',
      ),
      /^--memory/,
    ),
    '--rounds <number>': 'rounds over all questions (default: 3)',
    '--no-refine': 'leave plans that led to wrong answers as they are',
    '--reveal-expected':
      'tell the refining model the expected answer, not only that the answer was wrong',
    '--keep-beliefs':
      'give each question what it established in earlier rounds, except wrong answers',
  },
  async run([name], options, around) {
    if (name === undefined) throw usage('there is no question set; name one: intend simulate SET')
    const { plans, asked: common } = await experimentOf(name, options, around)
    const { memory: _, ...rest } = common
    const suite = openSuite(common.set, common.allow, common)
    const unscored = suite.questions.find(each => each.unscored)
    if (unscored)
      throw usage(
        `${common.set} has no answer for the question ${unscored.id}, so there is no judge; answer such a set with: intend bench`,
      )
    const asked: Simulation = {
      kind: 'simulation',
      ...given({ ...rest, plans }),
      questions: fingerprint(suite.questions),
      rounds: numberOf('--rounds', options.rounds, upToThousand) ?? 3,
      refine: options.refine !== false,
      revealExpected: options.revealExpected === true,
      keepBeliefs: options.keepBeliefs === true,
    }
    const home = simulations.pathOf(common.id, common.folder, options.out as string | undefined)
    const attended = await attendedBy(asked, options, around) // what is refused here leaves no folder
    return runSimulation(simulations.begin(asked, home, around.env), { suite, ...attended })
  },
}

/** Resumes a simulation by what its folder says, with the limits that the options name. */
export async function resumeSimulation(
  begun: SimulationFolder,
  options: Options,
  around: Surroundings,
): Promise<ExitCode> {
  const folder = simulations.create(withBudget(begun.simulation, options), begun.path, around.env)
  const suite = await sameQuestions(folder.simulation, 'simulation', around)
  const attended = await attendedBy(folder.simulation, options, around)
  return runSimulation(folder, { suite, ...attended })
}
