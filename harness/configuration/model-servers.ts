// The servers that models may be behind, and which of them the environment names.
import type { ServedName } from '../../agent/llm/models.ts'
import type { Environment } from '../cli/command.ts'

/** A way to reach models: `openai:MODEL` and so on. */
export type ModelServer = ReturnType<typeof serverCalled>

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

// --- internal ---

/**
 * What its variables are called follows from its name, but for the end of the one that holds its address. A `cloud` is
 * one that many have a key of and nobody runs; that a local server has a key does not say that it is there.
 */
function serverCalled(name: ServedName, address: string, cloud = false) {
  const prefix = name.toUpperCase()
  return { name, cloud, keyVariable: `${prefix}_API_KEY`, addressVariable: `${prefix}_${address}` }
}
