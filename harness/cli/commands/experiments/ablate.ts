// `intend ablate`: the three ablations of A Self-Aware BDI Agent (2026), section 9, each one command and one
// table. Each is a trial with certain arms.
import { type Command, type Options, usage, without } from '../../command.ts'
import { experimentOptions } from '../../options/experiment.ts'
import { numberOf, upToThousand } from '../../options/numbers.ts'
import { runTrialCommand, trialOptions } from './trial.ts'

export const ablate: Command = {
  name: 'ablate',
  about: 'remove one idea and measure what it was worth: prompts SET, plans SET, rounds SET',
  arguments: {
    what: 'prompts (aware, plain and free prompts), plans (none, those a model writes, those people wrote) or rounds (of training, with libraries of several sizes)',
    set: 'a question set, as for bench',
  },
  options: without(
    {
      ...experimentOptions('ablation', 'a library to begin with (default: none)'),
      ...trialOptions,
    },
    /^--(?:prompts|arms)\b/,
  ),
  async run([what = '', set], options, around) {
    if (!Object.hasOwn(ablations, what)) {
      const ways = `intend ablate ${Object.keys(ablations).join('|')} SET`
      throw usage(`say what to remove: ${ways}${what && `, not "${what}"`}`)
    }
    if (set === undefined)
      throw usage(`there is no question set; name one: intend ablate ${what} SET`)
    return runTrialCommand(set, { ...options, ...ablations[what]!(options) }, around)
  },
}

// --- internal ---

/** The options of the trial that an ablation is, where they are not given. */
const ablations: Readonly<Record<string, (given: Options) => Options>> = {
  prompts: () => ({ arms: 'aware,plain,free' }),
  plans: given => ({ arms: 'none,generated,handwritten', ...trainedOn(given) }),
  rounds: given => {
    const rounds = numberOf('--rounds', given.rounds, upToThousand) ?? 3
    const arms = Array.from({ length: rounds }, (_, at) => `round${at + 1}`)
    return {
      arms: ['none', ...arms].join(','),
      rounds: String(rounds),
      plansLimit: given.plansLimit ?? '5,20,all',
      ...trainedOn(given),
    }
  },
}

/** Half of every family, unless the options say on what to train. */
const trainedOn = ({ train, split }: Options): Options =>
  train === undefined && split === undefined ? { split: '0.5' } : {}
