// Whether a server of the Anthropic Messages protocol can be reached and knows a model, asked without
// a completion.

import { unknownModel } from '../failure.ts'
import { found, isUnlisted, type Reached, reached, unlisted } from '../limits/reached.ts'
import { type AnthropicOptions, type Connected, connect } from './connection.ts'

/**
 * Asks the server that `anthropic(options)` would speak to for the model and for its list of models,
 * within `timeoutMs` milliseconds. Never rejects. A model may be known under a name that is not in the
 * list.
 */
export async function reachAnthropic(
  options: AnthropicOptions,
  timeoutMs = 3_000,
): Promise<Reached> {
  return reached(() => connect(options, timeoutMs), timeoutMs, look)
}

async function look(connected: Connected, signal: AbortSignal): Promise<Reached> {
  const { client, model } = connected
  const listing = connected.modelIds(signal).catch((): readonly string[] => [])
  const says = found(connected)
  try {
    const { max_input_tokens: limit } = await client.models.retrieve(model, {}, { signal })
    return { ok: true, says, models: await listing, ...(limit && { contextTokens: limit }) }
  } catch (error) {
    if (!isUnlisted(error)) throw error
    const models = await listing
    if (models.length === 0) return unlisted(connected)
    if (models.includes(model)) return { ok: true, says, models }
    return { ok: false, says: unknownModel(connected, models), models }
  }
}
