// Which server an Anthropic wire speaks to: its client, and what it has said about itself so far.
import Anthropic from '@anthropic-ai/sdk'
import { ConfigurationError } from '../../../plans/configuration.ts'
import { clientSettings, type ServerOptions, serverOf, usualIdleMs } from '../conversing.ts'
import type { Connection } from '../failure.ts'
import type { Sampling, ToolCall } from '../provider.ts'
import type { Block } from './request.ts'

/**
 * The address is without the closing `/v1`. Of the sampling only `effort` can be set: the protocol has
 * no temperature, top-p or seed.
 */
export type AnthropicOptions = ServerOptions

/** What a wire has found out about its server and keeps in mind. */
interface Learned {
  /** Purposes whose schema the server has refused. */
  readonly withoutSchema: Set<string>
  /** The most tokens a reply may have, once the server has said so. */
  most: number
  /** Replies with thinking in them, by their first call: they have to go back as they were. */
  readonly spoken: WeakMap<ToolCall, readonly Block[]>
}

/** A server with what is known of it by now. */
export interface Connected extends Connection {
  readonly client: Anthropic
  readonly effort: Sampling['effort']
  readonly learned: Learned
}

const home = 'https://api.anthropic.com'
// what every model since Claude 4.5 allows; an older one names its own limit when asked for more
const usualMost = 64_000
const keyVariable = 'ANTHROPIC_API_KEY'
const addressVariable = 'ANTHROPIC_BASE_URL'

/**
 * Where `anthropic(options)` would speak to, without a word said.
 * @throws ConfigurationError as `anthropic` does.
 */
export function connect(options: AnthropicOptions, idleMs = usualIdleMs): Connected {
  const { model, baseURL = home, apiKey, sampling } = options
  const name = `anthropic:${model}`
  checkSampling(name, sampling)
  // the client itself adds the version to every path
  const address = baseURL.replace(/\/(v1\/?)?$/, '')
  const example = 'http://127.0.0.1:4000'
  const needsKey = address === home
  const setting = { name, address, keyVariable, addressVariable, needsKey, example }
  const server = serverOf(options, setting)
  const client = new Anthropic({
    baseURL: address,
    ...clientSettings(apiKey, idleMs),
    openTelemetry: false,
  })
  return {
    ...server,
    client,
    modelIds: async signal =>
      (await client.models.list({ limit: 1000 }, { signal })).data.map(each => String(each.id)),
    effort: sampling?.effort,
    learned: { withoutSchema: new Set(), most: usualMost, spoken: new WeakMap() },
  }
}

/** What `anthropic` and `reachAnthropic` take, for `model` behind the server that `env` describes. Never fails. */
export function openAnthropic(
  model: string,
  env: Readonly<Record<string, string | undefined>>,
  sampling?: Sampling,
): AnthropicOptions {
  return {
    model,
    baseURL: env[addressVariable]?.trim() || undefined,
    apiKey: env[keyVariable]?.trim() || undefined,
    ...(sampling && { sampling }),
  }
}

const absent = { temperature: 'temperature', topP: 'top-p', seed: 'seed' } as const

function checkSampling(name: string, sampling: Sampling = {}): void {
  for (const [setting, words] of Object.entries(absent))
    if (sampling[setting as keyof typeof absent] !== undefined)
      throw new ConfigurationError(
        `${name} takes no ${words}; leave it out (only effort can be set: low, medium or high)`,
      )
}
