// `intend ablate`: the three ablations of A Self-Aware BDI Agent (2026), section 9, each one command and one
// table. Each is a trial with certain arms.
import { type Command, type CommandOption, usage } from '../../command.ts'
import { questionOptions } from '../../options/experiment.ts'
import { queueOption } from '../../options/jobs.ts'
import { numberOf, upToThousand } from '../../options/numbers.ts'
import { showingOptions, watchOption } from '../../options/showing.ts'
import { setupOptions } from '../../options/spelled.ts'
import { runTrialCommand, trialOptions } from './trial.ts'

export const ablate: Command = {
  name: 'ablate',
  about: 'take one idea away and see what it was worth: prompts SET, plans SET, rounds SET',
  arguments: [
    {
      name: 'what',
      about:
        'prompts (aware, plain and free ones), plans (none, those a model makes, those people wrote) or rounds (of training, with libraries of several sizes)',
    },
    { name: 'set', about: 'a question set, as for bench' },
  ],
  options: [
    ...setupOptions('a library to begin with (default: none)').filter(notPrompts),
    ...questionOptions('ablation'),
    queueOption,
    ...trialOptions.filter(option => !option.flags.startsWith('--arms')),
    ...showingOptions.filter(option => option.flags !== '--events'),
    watchOption,
  ],
  async run([what = '', set], options, around) {
    if (!Object.hasOwn(ablations, what))
      throw usage(
        `say what to take away: intend ablate ${Object.keys(ablations).join('|')} SET, not "${what}"`,
      )
    if (set === undefined)
      throw usage(`there is no question set; name one: intend ablate ${what} SET`)
    return runTrialCommand(set, { ...options, ...ablations[what]!(options) }, around)
  },
}

// --- internal ---

type Options = Readonly<Record<string, unknown>>

function notPrompts({ flags }: CommandOption): boolean {
  return !flags.startsWith('--prompts')
}

/** The options of the trial that an ablation is, where they are not given. */
const ablations: Readonly<Record<string, (given: Options) => Options>> = {
  prompts: () => ({ arms: 'aware,plain,free' }),
  plans: given => ({ arms: 'none,generated,handwritten', ...trainedOn(given) }),
  rounds: given => {
    const rounds = numberOf('--rounds', given.rounds, upToThousand) ?? usualRounds
    const arms = Array.from({ length: rounds }, (_, at) => `round${at + 1}`)
    return {
      arms: ['none', ...arms].join(','),
      rounds: String(rounds),
      plansLimit: given.plansLimit ?? '5,20,all',
      ...trainedOn(given),
    }
  },
}

const usualRounds = 3

/** Half of every family, unless the options say on what to train. */
const trainedOn = ({ train, split }: Options): Options =>
  train === undefined && split === undefined ? { split: '0.5' } : {}
