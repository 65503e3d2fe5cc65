// The configuration files: `.intend/config.json` in the folder a command runs in and, behind it, one
// for the person. They hold settings and never keys. The folder's may have been written by anybody.

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { agentNames } from '../../agent/agents/agents.ts'
import type { Sampling } from '../../agent/llm/provider.ts'
import { ConfigurationError } from '../../plans/configuration.ts'
import { given } from '../../plans/given.ts'
import { placedEntailment } from '../../plans/retrieval/entail-named.ts'
import { meantBy } from '../../plans/text/nearest.ts'
import { reasonOf, refuseLinks } from '../../plans/writable.ts'
import { keyIn, ServerSettings, serverName } from '../../tools/mcp/settings.ts'
import type { Environment, Options, Surroundings } from '../cli/command.ts'
import { confine, pathFrom } from './confine.ts'
import { personalFolder } from './own.ts'

const amount = z.number().positive()
const count = z.int().positive()

/** What a configuration file may hold. The numbers and paths mean what the flags of the same name mean. */
export const Settings = z.strictObject({
  /** A model as `--model` takes it. */
  model: z.string().min(1).exactOptional(),
  agent: z.enum(agentNames).exactOptional(),
  corpus: z.string().min(1).exactOptional(),
  plans: z.string().min(1).exactOptional(),
  allow: z.array(z.string().min(1)).exactOptional(),
  /** US dollars. */
  maxCost: amount.exactOptional(),
  maxTokens: count.exactOptional(),
  maxSeconds: amount.exactOptional(),
  maxCycles: count.max(1000).exactOptional(),
  minConfidence: z.number().min(0).max(1).exactOptional(),
  prompts: z.enum(['aware', 'plain', 'free']).exactOptional(),
  shell: z.enum(['simulated', 'host']).exactOptional(),
  entailment: z.string().exactOptional(),
  /** How many tokens the model takes in at once, where its server does not tell. */
  contextTokens: count.exactOptional(),
  temperature: z.number().min(0).max(2).exactOptional(),
  topP: z.number().min(0).max(1).exactOptional(),
  seed: z.int().exactOptional(),
  effort: z.enum(['low', 'medium', 'high']).exactOptional(),
  /** A file with prices of models. */
  prices: z.string().min(1).exactOptional(),
  /** Hosts that pages may be read from although their addresses are private. */
  allowHosts: z.array(z.string().min(1)).exactOptional(),
  /** MCP servers by name; only the person's own file may have them. */
  mcpServers: z.record(z.string().regex(serverName), ServerSettings).exactOptional(),
})
export type Settings = z.infer<typeof Settings>

/** What the files say together. */
export interface ReadSettings {
  /** Paths are absolute. */
  readonly settings: Settings
  /** The file each setting is from. */
  readonly from: Readonly<Partial<Record<keyof Settings, string>>>
  /** The files there are, the one that counts more first. */
  readonly files: readonly string[]
}

export type Around = Pick<Surroundings, 'folder' | 'env'>

export const noSettings: ReadSettings = { settings: {}, from: {}, files: [] }

/**
 * Reads both files. A setting of the folder's file counts before the person's, as far as its word is
 * enough (see `confine`), and a limit never above the person's. A path is relative to the folder that
 * holds `.intend`, or to the folder of the person's file; `~/` is the home folder.
 * @throws ConfigurationError with one sentence naming the file, the member and the way out; an
 * UntrustedError where the folder would have to be trusted.
 */
export function readSettings(around: Around): ReadSettings {
  const { folder, env } = around
  const own = personalFile(env)
  const person = own !== undefined && existsSync(own) ? readFile(own, resolve(own, '..'), env) : {}
  const file = join(folder, '.intend', 'config.json')
  refuseLinks(file)
  const there = existsSync(file)
  if (there) confine(parseFile(file), { ...around, file })
  const said = there ? within(readFile(file, folder, env), person) : {}
  return together([[file, said], ...(own === undefined ? [] : [[own, person] as const])])
}

/**
 * The options of a command, with what the files say for those that were not given, spelled as flags
 * are (numbers as text). All but the model, whose choice is `configuredModel`'s.
 * @throws ConfigurationError as `readSettings` does.
 */
export function settingsFrom(
  options: Options,
  around: Around,
  { settings }: ReadSettings = readSettings(around),
): Options {
  const { model: _, ...rest } = settings
  const spelled = Object.entries(rest).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ])
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(spelled), ...Object.fromEntries(given) }
}

export function samplingOf({ temperature, topP, seed, effort }: Settings): Sampling {
  return given({ temperature, topP, seed, effort })
}

/** Where the person's own file is looked for; undefined when the environment names no home. */
export function personalFile(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const folder = personalFolder(env, platform)
  return folder && join(folder, 'config.json')
}

// --- internal ---

/** Settings with their files, the one that counts more first; a file that is not there says nothing. */
function together(read: readonly (readonly [file: string, settings: Settings])[]): ReadSettings {
  return read
    .filter(([file]) => existsSync(file))
    .reduceRight<ReadSettings>((behind, [file, settings]) => {
      const from = Object.fromEntries(Object.keys(settings).map(name => [name, file]))
      return {
        settings: { ...behind.settings, ...settings },
        from: { ...behind.from, ...from },
        files: [file, ...behind.files],
      }
    }, noSettings)
}

/** What a folder says without the limits that go beyond the person's. */
function within(said: Settings, { maxCycles = usualCycles, ...rest }: Settings): Settings {
  const person: Settings = { maxCycles, ...rest }
  const beyond = (name: keyof Settings, value: unknown) => {
    const own = person[name]
    if (typeof own !== 'number' || typeof value !== 'number') return false
    return name === 'minConfidence' ? value < own : limits.includes(name) && value > own
  }
  return Object.fromEntries(
    Object.entries(said).filter(([name, value]) => !beyond(name as keyof Settings, value)),
  )
}

/** What the usual agent tries: more of them cost more than a person expects. */
const usualCycles = 3

const limits = ['maxCost', 'maxTokens', 'maxSeconds', 'maxCycles', 'contextTokens']

function parseFile(file: string): Settings {
  const json = readJson(file)
  if (json === null || typeof json !== 'object' || Array.isArray(json))
    throw new ConfigurationError(
      `${file} must hold one JSON object, such as { "model": "openai:MODEL" }`,
    )
  refuseKeys(file, json)
  const parsed = Settings.safeParse(json)
  if (!parsed.success) throw new ConfigurationError(objection(file, json, parsed.error))
  for (const [name, server] of Object.entries(parsed.data.mcpServers ?? {})) {
    const key = keyIn(server)
    if (key !== undefined)
      throw new ConfigurationError(
        `${file} must hold no keys: write \${NAME} for the one in ${key} of ${name}, and set NAME in the environment`,
      )
  }
  return parsed.data
}

/** The settings of a file with absolute paths, relative ones meant from `base`. */
function readFile(file: string, base: string, env: Environment): Settings {
  const settings = parseFile(file)
  const { corpus, plans, prices, allow, entailment } = settings
  const absolute = (path: string) => pathFrom(base, path, env)
  const placed = {
    corpus: corpus && absolute(corpus),
    plans: plans && absolute(plans),
    prices: prices && absolute(prices),
    allow: allow?.map(absolute),
    entailment: entailment && placedEntailment(entailment, absolute),
  }
  return { ...settings, ...given(placed) }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new ConfigurationError(`${file}: ${reasonOf(error)}; mend it or remove it`)
  }
}

/** Which environment variable serves instead, by what the member is called or how the key begins. */
const variables: readonly (readonly [RegExp, string])[] = [
  [/anthropic|claude|sk-ant/i, 'ANTHROPIC_API_KEY'],
  [/brave/i, 'BRAVE_API_KEY'],
  [/./, 'OPENAI_API_KEY'],
]

/** A file is shared, copied and shown; a key must not be in it. Its value gets into no message. */
function refuseKeys(file: string, json: object): void {
  const named = /key|token|secret|passw|credential|authorization/i
  const spelled = /\b(sk|pk|gsk|hf|xai)[-_][\w-]{12,}/
  for (const [name, value] of Object.entries(json)) {
    const key = spelled.exec(JSON.stringify(value))
    const innocent = Object.hasOwn(Settings.shape, name) || /max|context/i.test(name)
    if (!key && (innocent || !named.test(name))) continue
    const hints = `${name} ${key?.[0] ?? ''}`
    const variable = variables.find(([hint]) => hint.test(hints))?.[1]
    throw new ConfigurationError(
      `${file} must hold no keys: remove "${name}" and set ${variable} in the environment`,
    )
  }
}

function objection(file: string, json: object, { issues: [issue] }: z.ZodError): string {
  const known = Object.keys(Settings.shape)
  if (issue?.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys
    return `${file}: there is no setting "${name}"; ${meantBy(name, known, `known are ${known.join(', ')}`)}`
  }
  const [name, ...deeper] = issue?.path ?? []
  // what is in it may be a key
  if (name === 'mcpServers')
    return `${file}: mcpServers.${deeper.join('.')} is no MCP server; write { "command": "PROGRAM", "args": [] } or { "url": "https://..." } under a name of letters, digits and hyphens`
  const value = (json as Readonly<Record<PropertyKey, unknown>>)[name ?? '']
  const where = deeper.length > 0 ? `${String(name)}[${deeper.join('][')}]` : String(name)
  const why = issue?.message.replace(/^Invalid input: /, '')
  return `${file}: ${where} cannot be ${JSON.stringify(value).slice(0, 80)} (${why})`
}
