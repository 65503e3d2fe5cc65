// Whether a server of the Anthropic Messages protocol can be reached and knows a model, asked without
// a completion.
import { APIError } from '@anthropic-ai/sdk'
import { ConfigurationError } from '../configuration.ts'
import { type AnthropicOptions, anthropic, connectAnthropic } from './anthropic.ts'
import { toFailure } from './failure.ts'
import type { Reached } from './openai-models.ts'

/**
 * Asks the server that `anthropic(options)` would speak to for the model and for its list of models,
 * within `timeoutMs` milliseconds. Never rejects. A model may be known under a name that is not in the
 * list.
 */
export async function reachAnthropic(
  options: AnthropicOptions,
  timeoutMs = 3_000,
): Promise<Reached> {
  const { model } = options
  try {
    anthropic(options)
  } catch (error) {
    if (error instanceof ConfigurationError) return { ok: false, says: error.message, models: [] }
    throw error
  }
  const { client, connection } = connectAnthropic(options, timeoutMs)
  const { server } = connection
  const signal = AbortSignal.timeout(timeoutMs)
  const listing = connection.modelIds(signal).catch((): readonly string[] => [])
  try {
    const { max_input_tokens: limit } = await client.models.retrieve(model, {}, { signal })
    const says = `${server} has the model ${model}`
    return { ok: true, says, models: await listing, ...(limit && { contextTokens: limit }) }
  } catch (error) {
    const models = await listing
    if (signal.aborted) {
      const says = `${server} did not answer within ${timeoutMs / 1000} s; see whether it is overloaded`
      return { ok: false, says, models }
    }
    // some servers answer questions and list nothing
    const unlisted = error instanceof APIError && (error.status === 404 || error.status === 405)
    if (unlisted && models.length === 0)
      return { ok: true, says: `${server} answers, and does not list its models`, models }
    if (unlisted && models.includes(model))
      return { ok: true, says: `${server} has the model ${model}`, models }
    return { ok: false, says: (await toFailure(connection, error, signal)).message, models }
  }
}
