// Which server a wire speaks to: its row of the table, its client, and what it has refused so far.
import OpenAI from 'openai'
import { ConfigurationError } from '../configuration.ts'
import type { Connection } from './failure.ts'
import type { OpenAIOptions } from './openai.ts'
import type { Habit } from './openai-content.ts'
import type { Asking } from './openai-request.ts'
import { checkSampling, type Refusable, serverOf } from './openai-servers.ts'

/** A server with what is known of it by now. */
export interface Connected extends Connection, Asking {
  readonly client: OpenAI
  /** What this server has refused. */
  readonly refused: Set<Refusable>
  readonly habit: Habit
}

/**
 * Where `openai(options)` would speak to, without a word said.
 * @throws ConfigurationError as `openai` does.
 */
export function connect(options: OpenAIOptions, idleMs = 240_000): Connected {
  const row = serverOf(options)
  const { keyVariable, addressVariable } = row
  const { model, baseURL = row.home, apiKey, sampling = {} } = options
  if (!URL.canParse(baseURL) || !/^https?:/.test(baseURL))
    throw new ConfigurationError(
      `the address of the model server is not an http address: ${baseURL}; set ${addressVariable} to one such as http://127.0.0.1:11434/v1`,
    )
  if (!apiKey && row.needsKey)
    throw new ConfigurationError(
      `${nameOf(options)} needs a key; set ${keyVariable}, or ${addressVariable} for a server without one`,
    )
  checkSampling(nameOf(options), model, row, sampling)
  const client = new OpenAI({
    baseURL,
    apiKey: apiKey || 'none',
    ...(!apiKey && { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    // the idle limit decides, at every stage
    timeout: idleMs + 60_000,
    logLevel: 'off',
    // elsewhere the key is nobody's business
    fetchOptions: { redirect: 'manual' },
  })
  return {
    ...{ client, model, row, sampling, apiKey, keyVariable, addressVariable },
    server: withoutSecrets(baseURL),
    modelIds: async signal => (await client.models.list({ signal })).data.map(m => String(m.id)),
    refused: new Set(),
    habit: { opensThinking: false },
  }
}

/** What a wire is called unless it is given a name. */
export function nameOf({ server = 'openai', model }: OpenAIOptions): string {
  return `${server}:${model}`
}

function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/\/$/, '')
}
