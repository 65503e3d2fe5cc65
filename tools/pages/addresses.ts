// Which web addresses may be read: their normal form, and the machines that nothing on the web may lead to.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All addresses of a host, `family` 4 or 6. Rejects when it has none. */
export type Resolve = (
  host: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

/** The resolver of the system. */
export const systemResolve: Resolve = host => lookup(host, { all: true })

/** Web addresses longer than this many characters are not read. */
export const longestAddress = 2000

/**
 * A web address, in relation to `from` if it is given, without its fragment. Throws one sentence when it
 * is none of http or https, carries a name or password, or writes a number address in an unusual way.
 */
export function parseAddress(text: string, from?: URL): URL {
  const shown = JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
  if (!URL.canParse(text, from?.href))
    throw new Error(`${shown} is not a web address; give one that starts with https://.`)
  const url = new URL(text, from)
  url.hash = ''
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`${shown} is not read: only addresses of http and https are.`)
  if (url.href.length > longestAddress)
    throw new Error(
      `${shown} is longer than ${longestAddress} characters and is not read; use a shorter one.`,
    )
  if (url.username !== '' || url.password !== '')
    throw new Error(
      `${shown} carries a user name or password and is not read; use the address without it.`,
    )
  if (isOddlyWritten(text, url))
    throw new Error(
      `${shown} writes the address ${url.hostname} in an unusual way and is not read; use its plain form.`,
    )
  return url
}

/**
 * The form in which two web addresses are compared: no fragment, no default port, the host in lower case,
 * a bare host with its slash; path and query letter by letter. Undefined for what is not a web address.
 */
export function normalAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  url.hash = ''
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}

/** True for an IP address that anybody on the internet reaches; false also for what is not an IP address. */
export function isPublic(ip: string): boolean {
  if (isIP(ip) === 0 || ip === metadataService) return false
  const address = ipaddr.parse(ip)
  if (address.range() !== 'unicast') return false
  // beyond 2000::/3 nothing is given out; IPv4 addresses stand there in forms out of use
  return address.kind() === 'ipv4' || address.match(given, 3)
}

/** True when `hosts` (`wiki.local`, or with one port `10.0.0.5:3000`) lists the host of `url`. */
export function isAllowed(url: URL, hosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return hosts.some(host => host === url.hostname || host === `${url.hostname}:${port}`)
}

/** Throws one sentence when the port or the number address of `url` is not for reading; `named`: it was given literally. */
export function refuseAddress(url: URL, named: boolean): void {
  if (!usualPorts.has(url.port) && !named)
    throw new Error(
      `${url.href} is not read: port ${url.port} is none that pages are served on (80, 443, 8080, 8443).`,
    )
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isPublic(host)) throw notPublic(url.hostname, host)
}

/** The refusal of a host that is the address `ip`, or leads to it. */
export function notPublic(host: string, ip: string): Error {
  const leads = host.replace(/^\[|\]$/g, '') === ip ? 'is' : `leads to ${ip},`
  return new Error(
    `${host} ${leads} a private or reserved address and is not read; only the configuration can allow the host.`,
  )
}

// --- internal ---

/** `http://2130706433/`, `http://0x7f.1/` and the like: a number address that is not spelled as it is shown. */
function isOddlyWritten(text: string, url: URL): boolean {
  if (isIP(url.hostname) !== 4) return false
  const authority = /^(?:https?:)?\/\/([^/?#\\]*)/i.exec(text.trim())?.[1]
  if (authority === undefined) return URL.canParse(text)
  return authority.replace(/:\d*$/, '') !== url.hostname
}

const usualPorts = new Set(['', '80', '443', '8080', '8443'])

/** Of one cloud, at an address that is public otherwise. */
const metadataService = '168.63.129.16'
const given = ipaddr.IPv6.parse('2000::')
