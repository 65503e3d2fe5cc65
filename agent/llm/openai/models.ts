// What a chat-completions server says of its models, asked without a completion.
import { z } from 'zod'
import { unknownModel } from '../failure.ts'
import { found, type Reached, reached, unlisted } from '../limits/reached.ts'
import { type Connected, connect } from './connection.ts'
import type { OpenAIOptions } from './servers.ts'

/** How many tokens fit: now, and at most if the server were set to it. */
interface Context {
  readonly now?: number | undefined
  readonly most?: number | undefined
}

/**
 * Asks the server that `openai(options)` would speak to for its models and for the context of the one
 * meant, all within `timeoutMs`. Never rejects.
 */
export async function reachOpenAI(options: OpenAIOptions, timeoutMs = 3_000): Promise<Reached> {
  return reached(
    () => connect(options, timeoutMs),
    timeoutMs,
    (connected, signal) => look(connected, options, signal),
  )
}

const Size = z.number().int().positive().optional().catch(undefined)

const Listing = z.object({
  data: z.array(
    z.object({
      id: z.coerce.string(),
      // what vLLM calls it, and others
      max_model_len: Size,
      context_length: Size,
      context_window: Size,
    }),
  ),
})
type Listed = z.infer<typeof Listing>['data'][number]

async function look(
  connected: Connected,
  options: OpenAIOptions,
  signal: AbortSignal,
): Promise<Reached> {
  const { client, model } = connected
  const listing = Listing.safeParse(await client.get('/models', { signal }))
  if (!listing.success) return unlisted(connected)
  const { data } = listing.data
  const models = data.map(({ id }) => id)
  const listed = data.find(({ id }) => isSame(id, model, options))
  if (!listed) return { ok: false, says: unknownModel(connected, models), models }
  const { now, most } = await contextOf(connected, options, listed, signal)
  const atMost = `at most ${most} tokens; how many is settled when it is loaded`
  const size = now !== undefined ? `${now} tokens` : most === undefined ? undefined : atMost
  const says = found(connected) + (size === undefined ? '' : `, with a context of ${size}`)
  return { ok: true, says, models, ...(now !== undefined && { contextTokens: now }) }
}

function isSame(id: string, model: string, { server }: OpenAIOptions): boolean {
  return id === model || (server === 'ollama' && id === `${model}:latest`)
}

/** Never rejects: where a server does not tell, nothing is known. */
async function contextOf(
  connected: Connected,
  { server }: OpenAIOptions,
  { id, max_model_len, context_length, context_window }: Listed,
  signal: AbortSignal,
): Promise<Context> {
  try {
    if (server === 'ollama') return await ollamaContext(connected, id, signal)
    if (server === 'lmstudio') return await lmstudioContext(connected, id, signal)
  } catch {
    return {}
  }
  return { now: max_model_len ?? context_length ?? context_window }
}

/** An address beside `/v1` where a server speaks its own protocol. */
function beside({ client }: Connected, path: string): string {
  return client.baseURL.replace(/\/v1\/?$/, '') + path
}

const Running = z.object({
  models: z.array(z.object({ name: z.string(), context_length: Size })),
})
const Shown = z.object({
  /** Lines such as `num_ctx 8192`. */
  parameters: z.string().nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
})

/**
 * A loaded model has the context it was loaded with. One that is not will get what its own parameters
 * say; without them, what the server is set to, which is mostly far less than the model could take.
 */
async function ollamaContext(connected: Connected, id: string, signal: AbortSignal) {
  const { client } = connected
  const [running, shown] = await Promise.allSettled([
    client.get(beside(connected, '/api/ps'), { signal }),
    client.post(beside(connected, '/api/show'), { body: { model: id }, signal }),
  ])
  const { models = [] } = Running.safeParse(answerOf(running)).data ?? {}
  const { parameters, model_info } = Shown.safeParse(answerOf(shown)).data ?? {}
  const [, written] = /^num_ctx\s+(\d+)/m.exec(parameters ?? '') ?? []
  const entries = Object.entries(model_info ?? {})
  const most = Size.parse(entries.find(([key]) => key.endsWith('.context_length'))?.[1])
  const set = written === undefined ? undefined : Math.min(Number(written), most ?? Infinity)
  return { now: models.find(({ name }) => name === id)?.context_length ?? set, most }
}

function answerOf(settled: PromiseSettledResult<unknown>): unknown {
  return settled.status === 'fulfilled' ? settled.value : undefined
}

const Studio = z.object({
  data: z.array(
    z.object({ id: z.string(), loaded_context_length: Size, max_context_length: Size }),
  ),
})

/** What it is loaded with; one that is not loaded gets what a person has set in LM Studio. */
async function lmstudioContext(connected: Connected, id: string, signal: AbortSignal) {
  const { data } = Studio.parse(
    await connected.client.get(beside(connected, '/api/v0/models'), { signal }),
  )
  const model = data.find(each => each.id === id)
  return { now: model?.loaded_context_length, most: model?.max_context_length }
}
