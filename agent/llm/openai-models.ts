// Whether a chat-completions server can be reached and knows a model, asked without a completion.
import OpenAI, { APIError } from 'openai'
import { ConfigurationError } from '../configuration.ts'
import { toFailure } from './failure.ts'
import { connect, type OpenAIOptions, openai } from './openai.ts'

export interface Reached {
  readonly ok: boolean
  /** One sentence; it never holds the key. */
  readonly says: string
}

/** Lists the models of the server that `openai(options)` would speak to, within `timeoutMs`. Never rejects. */
export async function reachOpenAI(options: OpenAIOptions, timeoutMs = 3_000): Promise<Reached> {
  const { model, apiKey, baseURL = 'https://api.openai.com/v1' } = options
  try {
    openai(options)
  } catch (error) {
    if (error instanceof ConfigurationError) return { ok: false, says: error.message }
    throw error
  }
  const client = new OpenAI({
    baseURL,
    apiKey: apiKey || 'none',
    ...(!apiKey && { defaultHeaders: { Authorization: null } }),
    ...{ adminAPIKey: null, organization: null, project: null },
    ...{ maxRetries: 0, timeout: timeoutMs, logLevel: 'off' },
  })
  const connection = connect(client, { model, baseURL, apiKey })
  const { server } = connection
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const ids = await connection.modelIds(signal)
    if (ids.includes(model)) return { ok: true, says: `${server} has the model ${model}` }
    const shown = ids.slice(0, 12).join(', ') || 'none'
    return { ok: false, says: `${server} does not know the model ${model}; it has: ${shown}` }
  } catch (error) {
    if (signal.aborted)
      return {
        ok: false,
        says: `${server} did not answer within ${timeoutMs / 1000} s; see whether it is overloaded`,
      }
    // some servers answer questions and list nothing
    if (error instanceof APIError && (error.status === 404 || error.status === 405))
      return { ok: true, says: `${server} answers, and does not list its models` }
    const failure = await toFailure(connection, error, signal)
    return { ok: false, says: failure.message }
  }
}
