// What a model server says of itself without being asked for a completion, in every protocol.
import { ConfigurationError } from '../../../plans/configuration.ts'
import { type Connection, toFailure } from '../failure.ts'
import { withoutKey } from '../secrets.ts'

export interface Reached {
  /** Whether the server answers and does not deny that it has the model. */
  readonly ok: boolean
  /** One sentence; it never holds the key. */
  readonly says: string
  /** Every model the server lists; none when it lists none or was not reached. */
  readonly models: readonly string[]
  /** Tokens that prompt and reply may have together as the model runs now; left out when that is not known. */
  readonly contextTokens?: number
}

/**
 * What `look` finds at the server that `connect` gives, within `timeoutMs` milliseconds; why nothing
 * was found where one of the two fails. Never rejects for what a server does or a person has set.
 */
export async function reached<Connected extends Connection>(
  connect: () => Connected,
  timeoutMs: number,
  look: (connected: Connected, signal: AbortSignal) => Promise<Reached>,
): Promise<Reached> {
  let connected: Connected
  try {
    connected = connect()
  } catch (error) {
    if (error instanceof ConfigurationError) return { ok: false, says: error.message, models: [] }
    throw error
  }
  const signal = AbortSignal.timeout(timeoutMs)
  const { server } = connected
  const late = `${server} did not answer within ${timeoutMs / 1000} s; see whether it is overloaded`
  const { says, models, ...rest } = await look(connected, signal).catch(async error => {
    if (isUnlisted(error)) return unlisted(connected)
    const why = signal.aborted ? late : (await toFailure(connected, error, signal)).message
    return { ok: false, says: why, models: [] }
  })
  const hidden = (text: string) => withoutKey(text, connected.apiKey)
  return { ...rest, says: hidden(says), models: models.map(hidden) }
}

/** One sentence: the model is there. */
export function found({ server, model }: Connection): string {
  return `${server} has the model ${model}`
}

/** Some servers answer questions and list nothing. */
export function unlisted({ server }: Connection): Reached {
  return { ok: true, says: `${server} answers, and does not list its models`, models: [] }
}

/** Whether a server answers that there is nothing where models are listed. */
export function isUnlisted(error: unknown): boolean {
  return error instanceof Error && 'status' in error && [404, 405].includes(Number(error.status))
}
