// What a person says of an MCP server, in the form that other programs take it in, and how it is told from
// another of the same name.
import { z } from 'zod'
import { fingerprint } from '../../plans/canonical.ts'
import { withTexts } from './words.ts'

/** What both kinds of servers may be given. */
const shared = {
  /** Tools of the server that only read: the person's word, and not the server's own. */
  reads: z.array(z.string().min(1)).exactOptional(),
  /** Seconds that starting and each call may take without a sign of life. */
  timeout: z.number().positive().max(3600).exactOptional(),
}

const Program = z.strictObject({
  type: z.literal('stdio').exactOptional(),
  command: z.string().min(1),
  args: z.array(z.string()).exactOptional(),
  /** What it gets beside the few variables that every program needs. `${NAME}` is a variable of the person's. */
  env: z.record(z.string(), z.string()).exactOptional(),
  ...shared,
})

const Address = z.strictObject({
  type: z.enum(['http', 'streamable-http']).exactOptional(),
  url: z.string().min(1),
  headers: z.record(z.string(), z.string()).exactOptional(),
  ...shared,
})

/**
 * One MCP server: a program that is started, or an address. `reads` names its tools that only read: it is the word of
 * whoever sets it up, and not the server's own.
 * @example
 * ```ts
 * import type { ServerSettings } from 'intend/tools'
 *
 * const shop: ServerSettings = { command: 'node', args: ['shop.js'], reads: ['stock'] }
 * console.log(Object.keys(shop).length) // 3
 * ```
 */
export const ServerSettings = z.union([Program, Address])
export type ServerSettings = z.infer<typeof ServerSettings>
export type Program = z.infer<typeof Program>
export type Address = z.infer<typeof Address>

/** Names of servers are the beginnings of the names of tools: no protocol of a model takes other signs. */
export const serverName = /^[A-Za-z][A-Za-z0-9-]{0,23}$/

/** A server as it is reached, with every `${NAME}` filled in. */
export interface Reached {
  readonly name: string
  readonly settings: ServerSettings
  /** Texts that must not be shown. */
  readonly secrets: readonly string[]
}

/**
 * Fills in variables of the environment, `${NAME}` or `${NAME:-otherwise}`.
 * @throws Error, one sentence, for one that is not set.
 */
export function filledIn(
  name: string,
  settings: ServerSettings,
  env: Readonly<Record<string, string | undefined>>,
): Reached {
  const secrets = new Set<string>()
  const fill = (text: string) =>
    text.replace(variable, (_, wanted: string, otherwise?: string) => {
      const value = env[wanted] || otherwise
      if (value === undefined)
        throw new Error(`the MCP server ${name} needs ${wanted}; set it in the environment`)
      if (secret.test(wanted) || text.trim() === `Bearer \${${wanted}}`) secrets.add(value)
      return value
    })
  const filled = withTexts(settings, fill)
  return { name, settings: filled, secrets: [...secrets].filter(each => each.length > 3) }
}

/** What tells a server from another of the same name; no value of a variable is in it. */
export const identityOf = (settings: ServerSettings): string =>
  fingerprint(
    'url' in settings ? settings.url : { command: settings.command, args: settings.args ?? [] },
  )

/** The member of the settings that holds a key where it should name a variable; undefined when there is none. */
export function keyIn(settings: ServerSettings): string | undefined {
  const isKey = ([name, value]: readonly [string, string]) =>
    secret.test(name) && value.search(variable) < 0
  const held = 'url' in settings ? settings.headers : settings.env
  const found = Object.entries(held ?? {}).find(isKey)
  if (found) return found[0]
  if (!('url' in settings) || !URL.canParse(settings.url)) return undefined
  const { password, searchParams } = new URL(settings.url)
  return password !== '' || [...searchParams].some(isKey) ? 'url' : undefined
}

// --- internal ---

const variable = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g

const secret = /key|token|secret|passw|credential|auth(?!or(?!iz))/i
