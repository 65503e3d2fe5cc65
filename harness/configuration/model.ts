// Which model a command uses: the one that is named, or else the first that the environment is set up
// for. Looks only where a variable points; nothing is guessed at.
import { openServed } from '../../agent/llm/models.ts'
import { ConfigurationError } from '../../plans/configuration.ts'
import { listed } from '../../tools/ranges.ts'
import type { Environment } from '../cli/command.ts'
import { type Around, type ReadSettings, readSettings } from './file.ts'
import { type ModelServer, modelServers, variableOf } from './model-servers.ts'

export interface ConfiguredModel {
  /** As `--model` takes it. */
  readonly spec: string
  /** `--model`, `INTEND_MODEL`, a file's path, or in words what led to it. */
  readonly from: string
  /** One sentence for the person when nobody has named the model: which one, why, how to choose. */
  readonly notice?: string
}

/**
 * The models that are used when only a key says which provider: the newest of middle size that were
 * generally available on the day given.
 */
export const defaultModels = {
  asOf: '2026-11-22',
  anthropic: 'claude-sonnet-5-5',
  openai: 'gpt-6.1-terra',
} as const

/**
 * Chooses in this order: `given` (`--model`), INTEND_MODEL, the configuration files, and then the
 * first of these for which a variable is set: Anthropic (ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL),
 * OpenAI (OPENAI_API_KEY, OPENAI_BASE_URL), Ollama (OLLAMA_HOST), vLLM (VLLM_BASE_URL), LM Studio
 * (LMSTUDIO_BASE_URL); `offline` when none is. A variable such as OPENAI_MODEL names the model;
 * without it, a cloud's is in `defaultModels`, and a server of one's own is asked what it has, for
 * a second at most, and must have one only. Nothing else touches the network.
 * @throws ConfigurationError when that server cannot be reached or leaves the choice open, naming its models.
 */
export async function configuredModel(
  given: string | undefined,
  around: Around,
  read?: ReadSettings,
): Promise<ConfiguredModel> {
  const { env } = around
  if (given) return { spec: given, from: '--model' }
  if (env.INTEND_MODEL) return { spec: env.INTEND_MODEL, from: 'INTEND_MODEL' }
  const { settings, from } = read ?? readSettings(around)
  if (settings.model !== undefined) return { spec: settings.model, from: from.model ?? 'a file' }
  const [first, ...others] = modelServers.filter(server => variableOf(server, env))
  if (!first) return { spec: 'offline', from: 'as none is configured' }
  const reason = `${variableOf(first, env)} is set`
  const spec = `${first.name}:${usualModel(first, env) ?? (await onlyModel(first, env))}`
  const behind = others.map(other => variableOf(other, env)).join(', ')
  return {
    spec,
    from: reason,
    notice: `using ${spec}, as ${reason}${behind && ` (it counts before ${behind})`}; choose another with --model or INTEND_MODEL`,
  }
}

/** No model is named, and the server that the environment has the address of gives none, which may pass. */
export class NoServedModel extends ConfigurationError {}

// --- internal ---

/** The model that is taken without asking the server. */
function usualModel({ name }: ModelServer, env: Environment): string | undefined {
  const named = env[`${name.toUpperCase()}_MODEL`]?.trim()
  if (named) return named
  if (name === 'anthropic') return defaultModels.anthropic
  const address = env.OPENAI_BASE_URL?.trim()
  const home = !address || /^https:\/\/([\w-]+\.)?api\.openai\.com(\/|$)/.test(address)
  return name === 'openai' && home ? defaultModels.openai : undefined
}

/** @throws ConfigurationError unless the server has one model to choose. */
async function onlyModel(server: ModelServer, env: Environment): Promise<string> {
  const { name, addressVariable } = server
  const { reach } = await openServed(name, 'MODEL', env)
  const { says, models } = await reach(1_000)
  const [only, ...more] = models.filter(id => !/embed|rerank/i.test(id)) // these answer no questions
  if (only !== undefined && more.length === 0) return only
  const choose = `choose one with --model or INTEND_MODEL`
  if (only === undefined)
    throw new NoServedModel(
      `${addressVariable} is set and no model is named, but ${says}; ${choose}, such as ${name}:MODEL or offline`,
    )
  throw new ConfigurationError(
    `${addressVariable} is set and its server has several models; ${choose}, such as ${name}:${only}; it has: ${listed([only, ...more], 12)}`,
  )
}
