// Which server a wire speaks to: its row of the table, its client, and what it has refused so far.
import OpenAI from 'openai'
import { ConfigurationError } from '../../../plans/configuration.ts'
import { checkAddress, clientSettings, usualIdleMs } from '../conversing.ts'
import type { Connection } from '../failure.ts'
import { shownAddress } from '../secrets.ts'
import type { Habit } from './content.ts'
import type { Asking } from './request.ts'
import { checkSampling, type OpenAIOptions, type Refusable, serverOf } from './servers.ts'

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
export function connect(options: OpenAIOptions, idleMs = usualIdleMs): Connected {
  const row = serverOf(options)
  const { keyVariable, addressVariable } = row
  const { model, baseURL = row.home, apiKey, sampling = {} } = options
  const example = 'http://127.0.0.1:11434/v1'
  checkAddress(baseURL, apiKey, { variable: addressVariable, example })
  if (!apiKey && row.needsKey)
    throw new ConfigurationError(
      `${nameOf(options)} needs a key; set ${keyVariable}, or ${addressVariable} for a server without one`,
    )
  checkSampling(nameOf(options), model, row, sampling)
  const client = new OpenAI({
    baseURL,
    ...clientSettings(apiKey, idleMs),
    adminAPIKey: null,
    organization: null,
    project: null,
  })
  return {
    client,
    model,
    row,
    sampling,
    apiKey,
    keyVariable,
    addressVariable,
    server: shownAddress(baseURL),
    modelIds: async signal => (await client.models.list({ signal })).data.map(m => String(m.id)),
    refused: new Set(),
    habit: { opensThinking: false },
  }
}

/** What a wire to this model is called. */
export function nameOf({ server = 'openai', model, name }: OpenAIOptions): string {
  return name ?? `${server}:${model}`
}
