// The options that say how an agent is put together: model, phases, library, what it may read. Shared
// by all commands that ask an agent something.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PromptStyle } from '../../../agent/contract.ts'
import type { ModelSettings } from '../../../agent/llm/models.ts'
import type { BudgetLimits } from '../../../agent/llm/provider.ts'
import { entailmentNamed } from '../../../plans/retrieval/entail-service.ts'
import { readSettings, settingsFrom } from '../../configuration/file.ts'
import { configuredModel } from '../../configuration/model.ts'
import { type CommandOption, type Surroundings, usage } from '../command.ts'
import { budgetOf, modelOptions, settingsOf } from './model-options.ts'
import { aShare, numberOf, upToThousand } from './numbers.ts'

/** How the agents of a command are put together. Paths are absolute. */
export interface Setup {
  readonly model: string
  /** Left out when none is given, like the next two. */
  readonly settings?: Omit<ModelSettings, 'budget'>
  readonly budget?: BudgetLimits
  readonly prompts?: PromptStyle
  readonly talk?: 'one' | 'separate'
  /** `lexical`, `model` or the address of a service. */
  readonly entailment?: string
  readonly agent: string
  /** Undefined unless given; what then serves as library is the command's to say. */
  readonly plans: string | undefined
  /** Left out unless given: nothing outlives a session then but plans. */
  readonly memory?: string
  readonly corpus: string | undefined
  readonly allow: readonly string[]
  /** Only from a person's configuration file. */
  readonly allowHosts?: string[]
  readonly limits: { readonly cycles?: number; readonly minConfidence?: number }
}

/** The options; `plans` says what --plans is for and what serves without it. */
export const setupOptions = (plans: string): readonly CommandOption[] => [
  ...modelOptions,
  {
    flags: '--prompts <style>',
    about: 'how the model is told what to reply: aware (default), plain or free',
  },
  {
    flags: '--talk <way>',
    about:
      'one conversation about a question (default, where the model can hold it), or separate ones for each phase',
  },
  {
    flags: '--entailment <way>',
    about:
      'how a plan that fits but for its wording is told: lexical (default), model, or the address of a natural language inference service',
  },
  { flags: '--agent <name>', about: 'which choice of phases (default: self-aware)' },
  { flags: '--plans <file>', about: plans },
  {
    flags: '--memory <file>',
    about: 'a file that keeps what questions establish for later sessions (default: none)',
  },
  {
    flags: '--corpus <dir>',
    about: 'a folder of documents that web_search searches (bench: corpus beside the set, if any)',
  },
  { flags: '--allow <dir>', about: 'a folder that tools may read as well', repeated: true },
  { flags: '--max-cycles <number>', about: 'plans tried before giving up' },
  {
    flags: '--min-confidence <share>',
    about: 'decline rather than give an answer less sure than this, from 0 to 1',
  },
]

/**
 * Reads what the options say and, for those not given, the configuration files. `notice` is a
 * sentence for the person about a model that nobody has named. Rejects with a CommandError for a
 * folder that is none and a value that is none, and with a ConfigurationError for a bad file.
 */
export async function setupOf(
  given: Readonly<Record<string, unknown>>,
  around: Pick<Surroundings, 'folder' | 'env'>,
): Promise<{ readonly setup: Setup; readonly notice?: string }> {
  const { folder } = around
  const read = readSettings(around)
  const options = settingsFrom(given, around, read)
  const text = (name: string) => options[name] as string | undefined
  const path = (name: string) => {
    const given = text(name)
    return given === undefined ? undefined : resolve(folder, given)
  }
  const corpus = path('corpus')
  const memory = path('memory')
  const cycles = numberOf('--max-cycles', text('maxCycles'), upToThousand)
  const minConfidence = numberOf('--min-confidence', text('minConfidence'), aShare)
  const allow = (options.allow ?? []) as readonly string[]
  const prompts = oneOf('--prompts', options.prompts, ['aware', 'plain', 'free'])
  const [settings, budget] = [settingsOf(options), budgetOf(options)]
  const talk = oneOf('--talk', options.talk, ['one', 'separate'])
  const entailment = text('entailment')
  if (entailment !== undefined) named(entailment)
  const { spec, notice } = await configuredModel(text('model'), around, read)
  const setup: Setup = {
    model: spec,
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(budget && { budget }),
    ...(prompts && { prompts }),
    ...(talk && { talk }),
    ...(entailment !== undefined && { entailment }),
    agent: text('agent') ?? 'self-aware',
    plans: path('plans'),
    ...(memory !== undefined && { memory }),
    corpus: corpus === undefined ? undefined : existingFolder(corpus, '--corpus'),
    ...(read.settings.allowHosts && { allowHosts: read.settings.allowHosts }),
    allow: allow.map(each => existingFolder(resolve(folder, each), '--allow')),
    limits: {
      ...(cycles !== undefined && { cycles }),
      ...(minConfidence !== undefined && { minConfidence }),
    },
  }
  return { setup, ...(notice !== undefined && { notice }) }
}

/** `path`, when there is a file. Throws a CommandError that says where the name was written. */
export function existingFile(path: string, where: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw usage(`there is no file ${path}; check the name after ${where}`)
  if (!found.isFile()) throw usage(`${path} is not a file; name a file after ${where}`)
  return path
}

// --- internal ---

function named(entailment: string): void {
  try {
    entailmentNamed(entailment)
  } catch (error) {
    throw usage(`--entailment takes lexical, model or an address: ${(error as Error).message}`)
  }
}

function oneOf<Choice extends string>(
  flag: string,
  given: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  const chosen = choices.find(choice => choice === given)
  if (given === undefined || chosen) return chosen
  const all = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
  throw usage(`${flag} takes ${all}, not "${given}"`)
}

function existingFolder(path: string, flag: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw usage(`there is no folder ${path}; check the name after ${flag}`)
  // tools may be allowed a single file
  if (flag === '--allow' || found.isDirectory()) return path
  throw usage(`${path} is not a folder; name a folder after ${flag}`)
}
