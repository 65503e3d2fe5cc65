// What can go wrong with a model server, as one sentence that names the server and the way out.
// Serves the clients of all protocols, whose errors have one shape. Keys never get into it.
import { z } from 'zod'
import type { ModelEvent } from './provider.ts'
import { withoutKey, withoutPasswords } from './secrets.ts'

/** A server, the model asked for, and what must not be repeated. */
export interface Connection {
  readonly model: string
  /** The address as it may be shown. */
  readonly server: string
  readonly apiKey: string | undefined
  /** The environment variables that hold the key and the address. */
  readonly keyVariable: string
  readonly addressVariable: string
  /** The ids of the server's models; may reject. */
  readonly modelIds: (signal: AbortSignal) => Promise<readonly string[]>
}

/** What the clients throw when a server has answered with an error, or could not be reached (no headers). */
interface ApiError extends Error {
  readonly status: number | undefined
  readonly headers: Headers | undefined
  readonly code?: string | null
  /** Anthropic's client: the kind of failure, also of one in the middle of a reply, which has no status. */
  readonly type?: string | null
  readonly errorCode?: string | null
  /** Anthropic's client: what the server says, of which `message` is the raw form. */
  readonly apiMessage?: string | null
}

function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'status' in error && 'headers' in error
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
  return { ...failure, message: withoutKey(failure.message, connection.apiKey) }
}

/** One sentence: the server has other models, the first twelve of which are named. */
export function unknownModel(
  { server, model }: Pick<Connection, 'server' | 'model'>,
  ids: readonly string[],
): string {
  const shown = ids.slice(0, 12).join(', ') || 'none'
  const more = ids.length > 12 ? ` and ${ids.length - 12} more` : ''
  return `${server} does not know the model ${model}; it has: ${shown}${more}`
}

async function describe(
  connection: Connection,
  error: unknown,
  signal: AbortSignal,
): Promise<Failure> {
  const { server } = connection
  if (isApiError(error))
    return error.status === undefined && !error.headers
      ? unreachable(connection, error)
      : await rejected(connection, error, signal)
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return passing(
      `${server} sent a piece of a reply that is not valid: ${detailOf(error)}; try again`,
    )
  if (codeOf(error)) {
    const [words] = networkWords(error)
    return passing(`${server} broke off in the middle of the reply: ${words}; try again`)
  }
  return lasting(`the request to ${server} failed: ${detailOf(error)}`)
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
  Z_DATA_ERROR: ['the compressed data is damaged', true],
}

function unreachable({ server, addressVariable }: Connection, error: unknown): Failure {
  const [words, retryable] = networkWords(error)
  const message = `cannot reach ${server}: ${words}; start the server or set ${addressVariable}`
  return { ...unavailable(message), retryable }
}

function networkWords(error: unknown): readonly [words: string, passing: boolean] {
  const code = codeOf(error)
  return (code && networkCodes[code]) || [code ?? detailOf(causeOf(error)), true]
}

/** The innermost cause: those around it only say that something failed. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause ? causeOf(error.cause) : error
}

/** The system's error code, from wherever in the chain of causes it is. */
function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') return at.code
  return undefined
}

async function rejected(
  connection: Connection,
  error: ApiError,
  signal: AbortSignal,
): Promise<Failure> {
  const { server, model, apiKey, keyVariable } = connection
  const status = statusOf(error)
  const detail = detailOf(error)
  if (status === 401 || status === 403)
    return unavailable(
      apiKey
        ? `${server} refused the key (${status}); set ${keyVariable} to one that is valid there`
        : `${server} asks for a key (${status}); set ${keyVariable}`,
    )
  if (status >= 300 && status < 400) return redirected(connection, error, status)
  if (isOverflow(error)) {
    const message = `the prompt does not fit the context of ${model} at ${server}: ${detail}; use a model with a larger context or less input`
    return { ...lasting(message), kind: 'overflow' }
  }
  if (status === 404 || isUnknownModel(error)) return await notFound(connection, status, signal)
  if (isSpent(error))
    return unavailable(
      `the account at ${server} has no credit left: ${detail}; add credit or use another model`,
    )
  const number = Number.isInteger(status) ? ` (${status})` : ''
  if (status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status))
    return lasting(
      `${server} rejected the request${number}: ${detail}; check that it serves ${model} with what was asked for`,
    )
  const retryAfterMs = retryAfter(error.headers)
  const limited = `${server} limits the rate of requests (429): ${detail}; wait a while or use another model`
  const failure: Failure =
    status === 429
      ? { ...passing(limited), kind: 'unavailable' }
      : passing(`${server} failed${number}: ${detail}; try again later`)
  return retryAfterMs === undefined ? failure : { ...failure, retryAfterMs }
}

/** Not followed, since the key would go along. */
function redirected(
  { server, addressVariable }: Connection,
  { headers }: ApiError,
  status: number,
): Failure {
  const location = headers?.get('location') ?? ''
  const { origin, pathname } = new URL(URL.canParse(location, server) ? location : '', server)
  const target = origin + pathname
  return unavailable(
    `${server} redirects to ${target} (${status}); set ${addressVariable} to the address that answers itself`,
  )
}

/** The HTTP status of a failure; of one in the middle of a reply, what it would have been. */
function statusOf({ status, code, type }: ApiError): number {
  return status ?? (Number(code) || statusOfType[type ?? ''] || Number.NaN)
}

const statusOfType: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

/** Nothing is left to spend: neither waiting nor another request would help. */
function isSpent({ status, code, type, errorCode, message }: ApiError): boolean {
  return (
    status === 402 ||
    type === 'billing_error' ||
    code === 'insufficient_quota' ||
    /spend_limit_reached$/.test(errorCode ?? '') ||
    /credit balance is too low/i.test(message)
  )
}

function isOverflow({ status, code, type, message }: ApiError): boolean {
  const words =
    /context (length|window|size)|maximum context|exceeds?\b.*\bcontext|(prompt|input) is too long|too many (input )?tokens/i
  const tooLarge = status === 413 || type === 'request_too_large'
  return tooLarge || code === 'context_length_exceeded' || words.test(message)
}

function isUnknownModel({ code, message }: ApiError): boolean {
  return code === 'model_not_found' || /model\b.*\b(not found|does not exist)/i.test(message)
}

async function notFound(
  { server, model, modelIds, addressVariable }: Connection,
  status: number,
  signal: AbortSignal,
): Promise<Failure> {
  const looking = AbortSignal.any([signal, AbortSignal.timeout(lookupMs)])
  const ids = await modelIds(looking).catch(() => undefined)
  if (ids && !ids.includes(model)) return unavailable(unknownModel({ server, model }, ids))
  const why = ids ? 'although it lists the model' : 'and does not list its models'
  return unavailable(
    `${server} answers ${status} for the model ${model}, ${why}; set ${addressVariable} to the address of the model server`,
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
  if (isApiError(error) && error.apiMessage) return onOneLine(error.apiMessage)
  const words = message.replace(/^\d{3} /, '')
  if (/<html|<!doctype/i.test(words)) {
    const title = /<title>([^<]*)/i.exec(words)?.[1]?.trim()
    return title ? `an HTML page titled "${title}"` : 'an HTML page'
  }
  return onOneLine(words)
}

function onOneLine(words: string): string {
  const line = withoutPasswords(words).replace(/\s+/g, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300)}...` : line
}

/** A failure that may pass by itself. */
function passing(message: string): Failure {
  return { type: 'error', message, retryable: true }
}

function lasting(message: string): Failure {
  return { type: 'error', message, retryable: false }
}

/** A failure that every other request would meet as well. */
function unavailable(message: string): Failure {
  return { ...lasting(message), kind: 'unavailable' }
}
