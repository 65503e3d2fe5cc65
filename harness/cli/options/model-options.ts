// Reads the options that say which model is asked, how, and what that may cost.
import type { ModelSettings } from '../../../agent/llm/models.ts'
import type { BudgetLimits, Sampling } from '../../../agent/llm/provider.ts'
import { type Given, given } from '../../../plans/given.ts'
import { type ReadSettings, readSettings, settingsFrom } from '../../configuration/file.ts'
import { configuredModel } from '../../configuration/model.ts'
import { harmless, writeLines } from '../../terminal/plain-text.ts'
import { type Options, type Surroundings, usage } from '../command.ts'
import { amount, fromOneOn, type Numbers, numberOf } from './numbers.ts'

/** A model as a command uses it that keeps nothing to go on with. */
export type ChosenModel = Awaited<ReturnType<typeof chosenModel>>

/**
 * The model, its settings and its budget, by the options and, for those not given, the configuration. One
 * that nobody has named is told on stderr.
 * Rejects with a CommandError for a bad value and a ConfigurationError for a bad file.
 */
export async function chosenModel(named: Options, around: Told) {
  const read = readSettings(around)
  const options = settingsFrom(named, around, read)
  const spec = await modelOf(named, around, read)
  return { spec, settings: given({ ...settingsOf(options), budget: budgetOf(options) }) }
}

/** The model that is named, or that the configuration chooses: then it is told on stderr. */
export async function modelOf(options: Options, around: Told, read: ReadSettings): Promise<string> {
  const { spec, notice } = await configuredModel(options.model as string | undefined, around, read)
  if (notice !== undefined && options.quiet !== true) writeLines(around.stderr, [harmless(notice)])
  return spec
}

type Told = Pick<Surroundings, 'folder' | 'env' | 'stderr'>

/** The settings that the options name, without the budget. Throws a CommandError that names a bad value. */
export function settingsOf(options: Options): Omit<ModelSettings, 'budget'> {
  return given({
    sampling: someOf(samplingOf(options)),
    contextTokens: numberOf('--context-tokens', options.contextTokens, fromOneOn),
    prices: options.prices as string | undefined,
  })
}

/** The limits that the options name; undefined when they name none. Throws a CommandError for a bad one. */
export function budgetOf(options: Options): BudgetLimits | undefined {
  const { tokens, cost, seconds } = limitNumbers
  return someOf({
    tokens: numberOf('--max-tokens', options.maxTokens, tokens),
    cost: numberOf('--max-cost', options.maxCost, cost),
    seconds: numberOf('--max-seconds', options.maxSeconds, seconds),
  })
}

export const limitNumbers: Readonly<Record<keyof BudgetLimits, Numbers>> = {
  tokens: fromOneOn,
  cost: amount('US dollars, such as 0.50'),
  seconds: amount('a number of seconds'),
}

/** The same with the limits that the options name, those not named as they were. */
export function withBudget<Asked extends { readonly budget?: BudgetLimits }>(
  asked: Asked,
  options: Options,
): Asked {
  return { ...asked, ...given({ budget: someOf({ ...asked.budget, ...budgetOf(options) }) }) }
}

// --- internal ---

const between = (least: number, most: number): Numbers => ({
  what: `a number from ${least} to ${most}`,
  least,
  most,
})

const samplingOf = (options: Options) => ({
  temperature: numberOf('--temperature', options.temperature, between(0, 2)),
  topP: numberOf('--top-p', options.topP, between(0, 1)),
  seed: numberOf('--seed', options.seed, { what: 'a whole number', form: /^-?\d{1,15}$/ }),
  effort: effortOf(options.effort),
})

/** Without what is not given; undefined when nothing is. */
function someOf<T extends object>(members: T): Given<T> | undefined {
  const some = given(members)
  return Object.keys(some).length > 0 ? some : undefined
}

function effortOf(text: unknown): Sampling['effort'] {
  if (text === undefined || text === 'low' || text === 'medium' || text === 'high') return text
  throw usage(`--effort takes low, medium or high, not "${text}"`)
}
