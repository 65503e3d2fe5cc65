// Which server a wire speaks to: its row of the table, its client, and what it has refused so far.
import OpenAI from 'openai'
import { clientSettings, serverOf, usualIdleMs } from '../conversing.ts'
import type { Connection } from '../failure.ts'
import type { Habit } from './content.ts'
import type { Asking } from './request.ts'
import { checkSampling, type OpenAIOptions, type Refusable, rowOf } from './servers.ts'

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
  const row = rowOf(options)
  const { model, baseURL = row.home, apiKey, sampling = {} } = options
  const name = nameOf(options)
  const example = 'http://127.0.0.1:11434/v1'
  const server = serverOf(options, { ...row, name, address: baseURL, example })
  checkSampling(name, model, row, sampling)
  const client = new OpenAI({
    baseURL,
    ...clientSettings(apiKey, idleMs),
    adminAPIKey: null,
    organization: null,
    project: null,
  })
  return {
    ...server,
    client,
    row,
    sampling,
    modelIds: async signal => (await client.models.list({ signal })).data.map(m => String(m.id)),
    refused: new Set(),
    habit: { opensThinking: false },
  }
}

/** What a wire to this model is called. */
export function nameOf({ server = 'openai', model, name }: OpenAIOptions): string {
  return name ?? `${server}:${model}`
}
