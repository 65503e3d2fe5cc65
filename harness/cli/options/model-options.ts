// The options that say which model is asked, how, and what that may cost; shared by all commands that
// ask one.
import type { ModelSettings } from '../../../agent/llm/models.ts'
import type { BudgetLimits, Sampling } from '../../../agent/llm/provider.ts'
import { readSettings, settingsFrom } from '../../configuration/file.ts'
import { configuredModel } from '../../configuration/model.ts'
import { type CommandOption, type Surroundings, usage } from '../command.ts'
import { amount, fromOneOn, numberOf } from './numbers.ts'

/** Only the limits, for commands that go on with what was begun before. */
export const budgetOptions: readonly CommandOption[] = [
  { flags: '--max-cost <dollars>', about: 'US dollars that all model calls may cost together' },
  { flags: '--max-tokens <number>', about: 'tokens of all prompts and replies together' },
  { flags: '--max-seconds <number>', about: 'seconds from the first model call on' },
]

const samplingOptions: readonly CommandOption[] = [
  { flags: '--temperature <number>', about: 'how freely the model chooses its words, 0 to 2' },
  { flags: '--top-p <number>', about: 'the share of likely words it chooses from, 0 to 1' },
  { flags: '--seed <number>', about: 'a whole number: the same one for the same choices' },
  { flags: '--effort <level>', about: 'how much a reasoning model thinks: low, medium, high' },
]

/** Which model, its settings and its budget. */
export const modelOptions: readonly CommandOption[] = [
  {
    flags: '--model <spec>',
    about:
      'offline, openai:MODEL, anthropic:MODEL, ollama:MODEL, vllm:MODEL, lmstudio:MODEL, several as A,B (B when A fails), record:FILE@MODEL or replay:FILE (default: INTEND_MODEL, the configuration, what the environment has a key for, else offline)',
  },
  ...budgetOptions,
  ...samplingOptions,
  { flags: '--context-tokens <number>', about: 'tokens the model takes in at once' },
]

type Options = Readonly<Record<string, unknown>>

/** A model as a command uses it that keeps nothing to go on with. */
export interface ChosenModel {
  readonly spec: string
  readonly settings: ModelSettings
  /** A sentence for the person about a model that nobody has named. */
  readonly notice?: string
}

/**
 * The model, its settings and its budget, by the options and, for those not given, the configuration.
 * Rejects with a CommandError for a bad value and a ConfigurationError for a bad file.
 */
export async function chosenModel(
  given: Options,
  around: Pick<Surroundings, 'folder' | 'env'>,
): Promise<ChosenModel> {
  const read = readSettings(around)
  const options = settingsFrom(given, around, read)
  const budget = budgetOf(options)
  const { spec, notice } = await configuredModel(given.model as string | undefined, around, read)
  return {
    spec,
    settings: { ...settingsOf(options), ...(budget && { budget }) },
    ...(notice !== undefined && { notice }),
  }
}

/** The settings that the options name, without the budget. Throws a CommandError that names a bad value. */
export function settingsOf(options: Options): Omit<ModelSettings, 'budget'> {
  const { prices } = options
  const sampling = samplingOf(options)
  const contextTokens = numberOf('--context-tokens', options.contextTokens, fromOneOn)
  return {
    ...(sampling && { sampling }),
    ...(contextTokens !== undefined && { contextTokens }),
    ...(typeof prices === 'string' && { prices }),
  }
}

/** The limits that the options name; undefined when they name none. Throws a CommandError for a bad one. */
export function budgetOf(options: Options): BudgetLimits | undefined {
  const tokens = numberOf('--max-tokens', options.maxTokens, fromOneOn)
  const cost = numberOf('--max-cost', options.maxCost, amount('US dollars, such as 0.50'))
  const seconds = numberOf('--max-seconds', options.maxSeconds, amount('a number of seconds'))
  return someOf({
    ...(tokens !== undefined && { tokens }),
    ...(cost !== undefined && { cost }),
    ...(seconds !== undefined && { seconds }),
  })
}

// --- internal ---

function samplingOf(options: Options): Sampling | undefined {
  const temperature = numberOf('--temperature', options.temperature, {
    what: 'a number from 0 to 2',
    least: 0,
    most: 2,
  })
  const topP = numberOf('--top-p', options.topP, {
    what: 'a number from 0 to 1',
    least: 0,
    most: 1,
  })
  const seed = numberOf('--seed', options.seed, { what: 'a whole number', form: /^-?\d{1,15}$/ })
  const effort = effortOf(options.effort)
  return someOf({
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(seed !== undefined && { seed }),
    ...(effort !== undefined && { effort }),
  })
}

const someOf = <T extends object>(members: T): T | undefined =>
  Object.keys(members).length > 0 ? members : undefined

function effortOf(text: unknown): Sampling['effort'] {
  if (text === undefined || text === 'low' || text === 'medium' || text === 'high') return text
  throw usage(`--effort takes low, medium or high, not "${text}"`)
}
