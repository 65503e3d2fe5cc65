// The servers that models may be behind: which of them the environment names, and what they say of
// themselves without answering a question.
import type { Reached } from '../../agent/llm/limits/reached.ts'
import type { Sampling, Wire } from '../../agent/llm/provider.ts'
import type { Around } from './file.ts'

type Environment = Around['env']

/** A way to reach models: `openai:MODEL` and so on. */
export interface ModelServer {
  readonly name: 'anthropic' | 'openai' | 'ollama' | 'vllm' | 'lmstudio'
  /** What its key may be in; that a local server has one does not say that it is there. */
  readonly keyVariable: string
  readonly addressVariable: string
  /** True for one that many have a key of and nobody runs. */
  readonly cloud: boolean
}

/** In the order in which a model is looked for when none is named. */
export const modelServers: readonly ModelServer[] = [
  serverCalled('anthropic', 'BASE_URL', true),
  serverCalled('openai', 'BASE_URL', true),
  serverCalled('ollama', 'HOST'),
  serverCalled('vllm', 'BASE_URL'),
  serverCalled('lmstudio', 'BASE_URL'),
]

/** The variable that says that a server is to be used; undefined when none is set. */
export function variableOf(server: ModelServer, env: Environment): string | undefined {
  const { keyVariable, addressVariable, cloud } = server
  const saying = cloud ? [keyVariable, addressVariable] : [addressVariable]
  return saying.find(name => env[name]?.trim())
}

/** Asks the server for its models, within `timeoutMs`, and whether `model` is one of them. Never rejects. */
export async function reach(
  { name }: ModelServer,
  model: string,
  env: Environment,
  timeoutMs?: number,
): Promise<Reached> {
  if (name === 'anthropic') {
    const [{ openAnthropic }, { reachAnthropic }] = await Promise.all([
      import('../../agent/llm/anthropic/connection.ts'),
      import('../../agent/llm/anthropic/models.ts'),
    ])
    return reachAnthropic(openAnthropic(model, env), timeoutMs)
  }
  const [{ openServer }, { reachOpenAI }] = await Promise.all([
    import('../../agent/llm/openai/servers.ts'),
    import('../../agent/llm/openai/models.ts'),
  ])
  return reachOpenAI(openServer(name, model, env), timeoutMs)
}

/**
 * A wire to `model` behind the server, with nothing between.
 * @throws ConfigurationError for an address that is none, a key that is missing or a setting the
 * server does not have.
 */
export async function wireOf(
  { name }: ModelServer,
  model: string,
  env: Environment,
  sampling: Sampling = {},
): Promise<Wire> {
  if (name === 'anthropic') {
    const [{ openAnthropic }, { anthropic }] = await Promise.all([
      import('../../agent/llm/anthropic/connection.ts'),
      import('../../agent/llm/anthropic/wire.ts'),
    ])
    return anthropic(openAnthropic(model, env, sampling))
  }
  const [{ openServer }, { openai }] = await Promise.all([
    import('../../agent/llm/openai/servers.ts'),
    import('../../agent/llm/openai/wire.ts'),
  ])
  return openai(openServer(name, model, env, sampling))
}

/** The models that answer questions, of those a server lists: one for embeddings does not. */
export function answering(models: readonly string[]): readonly string[] {
  return models.filter(id => !/embed|rerank/i.test(id))
}

// --- internal ---

/** What its variables are called follows from its name, but for the end of the one that holds its address. */
function serverCalled(name: ModelServer['name'], address: string, cloud = false): ModelServer {
  const prefix = name.toUpperCase()
  return { name, cloud, keyVariable: `${prefix}_API_KEY`, addressVariable: `${prefix}_${address}` }
}
