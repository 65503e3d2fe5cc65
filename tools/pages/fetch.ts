// One page fetched from the web within limits: addresses checked at every redirect and on the connection
// itself, bytes counted after decompression, time counted from the first name that is resolved.
import { isUtf8 } from 'node:buffer'
import http, { type IncomingMessage, STATUS_CODES } from 'node:http'
import https from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { isAllowed, parseAddress, type Resolve, refuseAddress } from './addresses.ts'
import { lookupBy } from './lookup.ts'

/** What fetching one page may cost. */
export interface FetchLimits {
  /** Milliseconds until a connection stands, until the first byte of an answer, and for all of it. */
  readonly connectMs: number
  readonly answerMs: number
  readonly totalMs: number
  /** Bytes of a page of text after decompression; what is longer is cut. */
  readonly bytes: number
  /** Bytes of a PDF; what is longer is refused. */
  readonly pdfBytes: number
  readonly redirects: number
}

/** How pages are fetched. */
interface FetchSettings {
  readonly limits: FetchLimits
  /** Hosts, or hosts with a port, that may be private and use any port. */
  readonly allowHosts: readonly string[]
  readonly resolve: Resolve
  /** Whether an address was given literally: then a redirect to it may use any port. */
  readonly isNamed: (address: string) => boolean
}

/** What can be made of a page: `other` has no text to show. */
type PageKind = 'html' | 'text' | 'json' | 'pdf' | 'other'

/** A page as it came. `address` is where it was found after redirects. */
export interface Fetched {
  readonly address: string
  readonly kind: PageKind
  /** The media type in lower case, `an unknown type` when none was said. */
  readonly type: string
  readonly charset?: string
  /** Empty for `other`; decompressed. */
  readonly bytes: Uint8Array
  /** Bytes of the whole, when it was said or all of it came. */
  readonly size?: number
  /** True when there was more than the limit. */
  readonly cut: boolean
}

/**
 * Fetches `url`, which has been parsed by `parseAddress`. Redirects are followed to public addresses
 * (they are the server's choice, not put together from what the agent knows), never from https to http.
 * Rejects with one sentence, or with the reason of `signal` when that is aborted.
 */
export async function fetchPage(
  url: URL,
  settings: FetchSettings,
  signal: AbortSignal,
): Promise<Fetched> {
  const { totalMs } = settings.limits
  const late = AbortSignal.timeout(totalMs)
  try {
    return await follow(url, settings, AbortSignal.any([signal, late]))
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted)
      throw new Error(
        `${url.href} did not arrive within ${seconds(totalMs)}; try again later or use another source.`,
      )
    throw explained(url, error as NodeJS.ErrnoException)
  }
}

// --- internal ---

async function follow(start: URL, settings: FetchSettings, signal: AbortSignal): Promise<Fetched> {
  const seen = new Set<string>()
  for (let url = start; ; ) {
    seen.add(url.href)
    const response = await request(url, settings, signal)
    const { statusCode = 0, headers } = response
    if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined)
      try {
        return await received(url, response, settings)
      } finally {
        response.destroy()
      }
    response.destroy()
    url = redirected(url, headers.location)
    if (seen.has(url.href))
      throw new Error(
        `${start.href} redirects in a circle, as pages do that want cookies; use another source.`,
      )
    if (seen.size > settings.limits.redirects)
      throw new Error(
        `${start.href} redirects more than ${settings.limits.redirects} times; use another source.`,
      )
  }
}

/** Where a `Location` header leads. Throws when no redirect may lead there. */
export function redirected(from: URL, location: string): URL {
  // headers arrive as bytes, and browsers read these as UTF-8
  const to = parseAddress(Buffer.from(location, 'latin1').toString(), from)
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new Error(
      `${from.href} redirects from https to the unprotected ${to.href}, which is not followed.`,
    )
  return to
}

function request(
  url: URL,
  { limits, allowHosts, resolve, isNamed }: FetchSettings,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const allowed = isAllowed(url, allowHosts)
    if (!allowed) refuseAddress(url, isNamed(url.href))
    const wire = url.protocol === 'https:' ? https : http
    const asked = wire.request(url, {
      // a connection of its own: nothing that was checked for one name serves another
      agent: new wire.Agent(),
      lookup: lookupBy(resolve, allowed),
      signal,
      headers: {
        'user-agent': 'intend/0.1 (an agent that reads pages to answer a question)',
        accept: 'text/html, application/xhtml+xml, text/*, application/pdf;q=0.9, */*;q=0.5',
        'accept-language': 'en, *;q=0.5',
        'accept-encoding': 'gzip, br',
      },
    })
    const within = (ms: number, what: string) =>
      setTimeout(() => {
        const why = `${url.host} did not ${what} within ${seconds(ms)}; try again later or use another source.`
        asked.destroy(new Error(why))
      }, ms)
    let timer = within(limits.connectMs, 'accept a connection')
    asked.on('socket', socket =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer)
        timer = within(limits.answerMs, 'answer')
      }),
    )
    asked.on('response', response => {
      clearTimeout(timer)
      done(response)
    })
    asked.on('error', error => {
      clearTimeout(timer)
      failed(error)
    })
    asked.end()
  })
}

async function received(
  url: URL,
  response: IncomingMessage,
  { limits }: FetchSettings,
): Promise<Fetched> {
  const { statusCode = 0, headers } = response
  if (statusCode !== 200 && statusCode !== 203) throw await failure(url, response)
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charsets = parameters.map(each => /^\s*charset\s*=\s*["']?([^"'\s]+)/.exec(each)?.[1])
  const charset = charsets.find(each => each !== undefined)
  const declared = kindOf(type.trim())
  const length = headers['content-encoding'] === undefined ? headers['content-length'] : undefined
  const most = declared === undefined ? limits.pdfBytes : bytesOf(declared, limits)
  const { bytes, cut } = await bodyOf(response, most)
  const kind = settled(declared, type.trim(), bytes)
  const size = cut || declared === 'other' ? Number(length) : bytes.length
  const fits = bytes.subarray(0, kind === 'other' ? 0 : bytesOf(kind, limits))
  return {
    address: url.href,
    kind,
    type: type.trim() || 'an unknown type',
    ...(charset !== undefined && { charset }),
    bytes: fits,
    ...(Number.isFinite(size) && { size }),
    cut: cut || fits.length < bytes.length,
  }
}

/** The kind that a media type stands for; undefined when it says nothing and the bytes have to. */
function kindOf(type: string): PageKind | undefined {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (type === 'application/pdf' || type === 'application/x-pdf') return 'pdf'
  if (/^(application|text)\/([\w.-]+\+)?json$/.test(type)) return 'json'
  if (/^text\/|^application\/([\w.-]+\+)?(xml|yaml|x-yaml|javascript|x-ndjson|jsonl)$/.test(type))
    return 'text'
  return /^$|octet-stream$|^application\/(binary|download|force-download)$/.test(type)
    ? undefined
    : 'other'
}

function bytesOf(kind: PageKind | undefined, limits: FetchLimits): number {
  return kind === 'pdf' ? limits.pdfBytes : kind === 'other' ? 0 : limits.bytes
}

/** The first bytes have the last word: a PDF is one whatever it was called, and NUL bytes are no text. */
function settled(declared: PageKind | undefined, type: string, bytes: Uint8Array): PageKind {
  const start = Buffer.from(bytes.subarray(0, 1024))
  const wide = /^(fffe|feff)/.test(start.toString('hex', 0, 2))
  if (declared === 'other') return 'other'
  if (start.subarray(0, 8).includes('%PDF-')) return 'pdf'
  if (start.includes(0) && !wide) return 'other'
  if (type !== 'text/plain' && htmlStart.test(start.toString('latin1'))) return 'html'
  if (declared !== undefined && declared !== 'pdf') return declared
  // a character may be cut at the end
  return isUtf8(start.subarray(0, start.lastIndexOf(' ') + 1)) ? 'text' : 'other'
}

const htmlStart = /^[^<]{0,8}(<!doctype html|<html[\s>]|<\?xml[\s\S]*<html[\s>])/i

/** The first `most` bytes of an answer, decompressed. */
async function bodyOf(
  response: IncomingMessage,
  most: number,
): Promise<{ readonly bytes: Uint8Array; readonly cut: boolean }> {
  const pieces: Buffer[] = []
  let size = 0
  if (most > 0)
    for await (const piece of unpacked(response) as AsyncIterable<Buffer>) {
      pieces.push(piece)
      size += piece.length
      if (size > most) break
    }
  return { bytes: new Uint8Array(Buffer.concat(pieces).subarray(0, most)), cut: size > most }
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const ended = () => undefined // an error ends the iteration as well
  switch (encoding) {
    case 'identity':
      return response
    case 'gzip':
    case 'deflate':
      return pipeline(response, createUnzip(), ended)
    case 'br':
      return pipeline(response, createBrotliDecompress(), ended)
    default:
      throw new Error(
        `The page is compressed as ${encoding.slice(0, 40)}, which was not asked for.`,
      )
  }
}

/** The words with which sites ask for proof that a person is reading. */
const challenge =
  /captcha|just a moment|verify (that )?you are (a )?human|are you a robot|not a robot|unusual traffic|checking your browser|enable javascript and cookies|access denied|bot detection|cf-chl|px-captcha|security check/i

async function failure(url: URL, response: IncomingMessage): Promise<Error> {
  const { statusCode = 0, headers } = response
  const status = `${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim()
  if ([401, 403, 429, 503].includes(statusCode)) {
    const { bytes } = await bodyOf(response, 100_000).catch(() => ({ bytes: new Uint8Array() }))
    if (headers['cf-mitigated'] !== undefined || challenge.test(Buffer.from(bytes).toString()))
      return new Error(
        `${url.href} is blocked: the site answered ${status} and wants proof that a person is reading; use another source.`,
      )
  }
  return new Error(`${url.href} answered ${status}: ${wayOut(statusCode)}.`)
}

function wayOut(status: number): string {
  if ([404, 410].includes(status))
    return 'there is no such page; check the address, or search for it'
  if ([401, 402, 403, 451].includes(status))
    return 'it is blocked for this reader; use another source'
  if (status === 429) return 'it is blocked for now by too many requests; use another source'
  if (status >= 500) return 'the site has a fault; try again later or use another source'
  return 'there is no page to read; use another source'
}

const unreachable: Readonly<Record<string, string>> = {
  ENOTFOUND: 'was not found: no such host is known; check the address',
  EAI_AGAIN: 'cannot be reached: there seems to be no network',
  ENETUNREACH: 'cannot be reached: there seems to be no network',
}

function explained({ href }: URL, error: NodeJS.ErrnoException): Error {
  if (error.code === undefined) return error
  const why = /^(Z_|ERR__|HPE_)/.test(error.code) ? 'what it sent is damaged' : error.code
  const fault = `could not be fetched (${why}); try again later or use another source`
  return new Error(`${href} ${unreachable[error.code] ?? fault}.`)
}

const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`
