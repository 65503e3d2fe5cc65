// What can go wrong with a chat-completions server, as one sentence that names the server and the
// way out. Keys never get into it.
import type OpenAI from 'openai'
import { APIConnectionError, APIError } from 'openai'
import { z } from 'zod'
import type { ModelEvent } from './provider.ts'

/** A server, the model asked for, and what must not be repeated. */
export interface Connection {
  readonly client: OpenAI
  readonly model: string
  /** The address as it may be shown. */
  readonly server: string
  readonly apiKey: string | undefined
}

type Failure = Extract<ModelEvent, { type: 'error' }>

const lookupMs = 3_000

/** The `error` event for what the client threw. May ask the server which models it has. */
export async function toFailure(
  connection: Connection,
  error: unknown,
  signal: AbortSignal,
): Promise<Failure> {
  const failure = await describe(connection, error, signal)
  const { apiKey } = connection
  return apiKey ? { ...failure, message: failure.message.replaceAll(apiKey, '[key]') } : failure
}

async function describe(
  connection: Connection,
  error: unknown,
  signal: AbortSignal,
): Promise<Failure> {
  const { server } = connection
  if (error instanceof APIConnectionError) return unreachable(server, error)
  if (error instanceof APIError) return await rejected(connection, error, signal)
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return failed(`${server} sent a piece of a reply that is not valid: ${detailOf(error)}`, true)
  if (codeOf(error)) {
    const [words] = networkWords(error)
    return failed(`${server} broke off in the middle of the reply: ${words}; try again`, true)
  }
  return failed(`the request to ${server} failed: ${detailOf(error)}`, false)
}

/** What the codes of the network mean, and whether it may pass by itself. */
const networkCodes: Readonly<Record<string, readonly [words: string, passing: boolean]>> = {
  ECONNREFUSED: ['connection refused', false],
  ENOTFOUND: ['no such host', false],
  EAI_AGAIN: ['the name of the host cannot be looked up', true],
  EHOSTUNREACH: ['no route to the host', false],
  ENETUNREACH: ['no network', false],
  ECONNRESET: ['connection reset', true],
  EPIPE: ['connection closed', true],
  ETIMEDOUT: ['connection timed out', true],
  UND_ERR_CONNECT_TIMEOUT: ['connection timed out', true],
  UND_ERR_SOCKET: ['connection closed', true],
}

function unreachable(server: string, error: unknown): Failure {
  const [words, passing] = networkWords(error)
  return unavailable(
    `cannot reach ${server}: ${words}; start the server or set OPENAI_BASE_URL`,
    passing,
  )
}

function networkWords(error: unknown): readonly [words: string, passing: boolean] {
  const code = codeOf(error)
  return (code && networkCodes[code]) || [code ?? detailOf(error), true]
}

/** The system's error code, from wherever in the chain of causes it is. */
function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') return at.code
  return undefined
}

async function rejected(
  connection: Connection,
  error: APIError,
  signal: AbortSignal,
): Promise<Failure> {
  const { server, model, apiKey } = connection
  const status = error.status ?? (Number(error.code) || Number.NaN)
  const detail = detailOf(error)
  if (status === 401 || status === 403)
    return unavailable(
      apiKey
        ? `${server} refused the key (${status}); set OPENAI_API_KEY to one that is valid there`
        : `${server} asks for a key (${status}); set OPENAI_API_KEY`,
      false,
    )
  if (isOverflow(error))
    return failed(
      `the prompt does not fit the context of ${model} at ${server}: ${detail}; use a model with a larger context or less input`,
      false,
    )
  if (status === 404 || isUnknownModel(error)) return await notFound(connection, status, signal)
  if (error.code === 'insufficient_quota' || status === 402)
    return unavailable(
      `the account at ${server} has no credit left: ${detail}; add credit or use another model`,
      false,
    )
  if (status === 429) {
    const retryAfterMs = retryAfter(error.headers)
    const failure = unavailable(
      `${server} limits the rate of requests (429): ${detail}; wait a while or use another model`,
      true,
    )
    return retryAfterMs === undefined ? failure : { ...failure, retryAfterMs }
  }
  const passing = !(status >= 400 && status < 500) || [408, 409, 425].includes(status)
  const number = Number.isInteger(status) ? ` (${status})` : ''
  const retryAfterMs = passing ? retryAfter(error.headers) : undefined
  const failure = failed(
    passing
      ? `${server} failed${number}: ${detail}; try again later`
      : `${server} rejected the request${number}: ${detail}; check that it serves ${model} with what was asked for`,
    passing,
  )
  return retryAfterMs === undefined ? failure : { ...failure, retryAfterMs }
}

function isOverflow({ code, message }: APIError): boolean {
  const words =
    /context (length|window|size)|maximum context|exceeds?\b.*\bcontext|(prompt|input) is too long|too many (input )?tokens/i
  return code === 'context_length_exceeded' || words.test(message)
}

function isUnknownModel({ code, message }: APIError): boolean {
  return code === 'model_not_found' || /model\b.*\b(not found|does not exist)/i.test(message)
}

async function notFound(
  { client, server, model }: Connection,
  status: number,
  signal: AbortSignal,
): Promise<Failure> {
  const ids = await client.models
    .list({ signal, timeout: lookupMs })
    .then(page => page.data.map(each => String(each.id)))
    .catch(() => undefined)
  if (ids && !ids.includes(model)) {
    const shown = ids.slice(0, 12).join(', ') || 'none'
    const more = ids.length > 12 ? ` and ${ids.length - 12} more` : ''
    return unavailable(`${server} does not know the model ${model}; it has: ${shown}${more}`, false)
  }
  const why = ids ? 'although it lists the model' : 'and does not list its models'
  return unavailable(
    `${server} answers ${status} for the model ${model}, ${why}; set OPENAI_BASE_URL to the address of the model server, which usually ends in /v1`,
    false,
  )
}

/** Milliseconds the server asks to wait. */
function retryAfter(headers: Headers | undefined): number | undefined {
  const ms = headers?.get('retry-after-ms')
  if (ms && Number(ms) >= 0) return Number(ms)
  const after = headers?.get('retry-after')
  if (!after) return undefined
  const seconds = Number(after)
  if (seconds >= 0) return seconds * 1000
  const date = Date.parse(after)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/** The server's own words on one line, without markup and of bounded length. */
function detailOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error).replace(/\s+/g, ' ')
  const message = error instanceof Error ? error.message : String(error)
  const words = message.replace(/^\d{3} /, '')
  if (/<html|<!doctype/i.test(words)) {
    const title = /<title>([^<]*)/i.exec(words)?.[1]?.trim()
    return title ? `an HTML page titled "${title}"` : 'an HTML page'
  }
  const line = words.replace(/\s+/g, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300)}...` : line
}

function failed(message: string, retryable: boolean): Failure {
  return { type: 'error', message, retryable }
}

/** A failure that every other request would meet as well. */
function unavailable(message: string, retryable: boolean): Failure {
  return { ...failed(message, retryable), unavailable: true }
}
