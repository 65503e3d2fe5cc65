// How the servers that speak chat completions differ: one table, read by the one wire that speaks to
// them, and what the environment says about each.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { ConfigurationError } from '../../../plans/configuration.ts'
import type { ServerOptions } from '../conversing.ts'
import type { Sampling } from '../provider.ts'

/** The servers that are known by name; any other that speaks the protocol is used through `openai`. */
export type ServerName = 'openai' | 'ollama' | 'vllm' | 'lmstudio'

/** What `openai` and `reachOpenAI` take. */
export interface OpenAIOptions extends ServerOptions {
  /** The wire's name; the server, a colon and the model unless given. */
  readonly name?: string
  /**
   * Which server's ways to follow. Left out: OpenAI's at its own address, elsewhere those of a server
   * of which only the protocol is known, and what that one refuses is left out from then on.
   */
  readonly server?: ServerName
}

/** A field of a request, or one value of it, that a server may refuse and that a request can do without. */
export type Refusable =
  | (typeof refusableFields)[number]
  | 'json_schema'
  | 'json_object'
  | 'tool_choice'
  | 'thinking_with_tools'
  | 'images'

/** Those of them that are fields a request has or has not. */
export const refusableFields = [
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'seed',
  'reasoning_effort',
  'chat_template_kwargs',
  'stream_options',
  'prompt_cache_key',
] as const

/** One server's row. Of several spellings the first that it has not refused is used. */
export interface Server {
  /** Where it is unless its address is given. */
  readonly home: string
  /** The environment variables that hold its address and its key. */
  readonly addressVariable: string
  readonly keyVariable: string
  readonly needsKey: boolean
  /** How a reply of a given schema is asked for, in `response_format`. */
  readonly formats: readonly Extract<Refusable, 'json_schema' | 'json_object'>[]
  readonly strict: boolean
  /** Whether `response_format` leaves the model free to call tools. */
  readonly formatWithTools: boolean
  /** How the length of a reply is limited. */
  readonly lengths: readonly Extract<Refusable, 'max_tokens' | 'max_completion_tokens'>[]
  /** Settings that it refuses or disregards, by the models this is true of. */
  readonly untaken: readonly { readonly models: RegExp; readonly settings: readonly Setting[] }[]
  /** The fields that switch the thinking of Qwen3 on and off. */
  readonly thinking: readonly Extract<Refusable, 'chat_template_kwargs' | 'reasoning_effort'>[]
  /** Whether requests with one key share a cache of prompts. */
  readonly cacheKey: boolean
  /** Whether calls of tools may be left in the text, when it was started without a parser for the model. */
  readonly leavesCalls: boolean
}

type Setting = keyof Sampling

const unknown: Server = {
  home: 'https://api.openai.com/v1',
  addressVariable: 'OPENAI_BASE_URL',
  keyVariable: 'OPENAI_API_KEY',
  needsKey: false,
  formats: ['json_schema', 'json_object'],
  // that mode refuses optional members, and the reply is checked by its reader anyway
  strict: false,
  formatWithTools: false,
  lengths: ['max_tokens', 'max_completion_tokens'],
  untaken: [],
  thinking: ['chat_template_kwargs'],
  cacheKey: false,
  leavesCalls: true,
}

/** The table of differences. Every row begins as a server of which only the protocol is known. */
const servers: Readonly<Record<ServerName, Server>> = {
  openai: {
    ...unknown,
    needsKey: true,
    formatWithTools: true,
    lengths: ['max_completion_tokens', 'max_tokens'],
    untaken: [{ models: /^(o\d|gpt-5(?!\.|.*chat))/, settings: ['temperature', 'topP'] }],
    thinking: [],
    cacheKey: true,
    leavesCalls: false,
  },
  ollama: {
    ...unknown,
    home: 'http://127.0.0.1:11434/v1',
    addressVariable: 'OLLAMA_HOST',
    keyVariable: 'OLLAMA_API_KEY',
    lengths: ['max_tokens'],
    // its own name for it, `think`, counts only outside this protocol
    thinking: ['reasoning_effort'],
  },
  vllm: {
    ...unknown,
    home: 'http://127.0.0.1:8000/v1',
    addressVariable: 'VLLM_BASE_URL',
    keyVariable: 'VLLM_API_KEY',
    // a grammar keeps the reply to the schema, and optional members are no trouble to it
    strict: true,
  },
  lmstudio: {
    ...unknown,
    home: 'http://127.0.0.1:1234/v1',
    addressVariable: 'LMSTUDIO_BASE_URL',
    keyVariable: 'LMSTUDIO_API_KEY',
    formats: ['json_schema'],
    strict: true,
    lengths: ['max_tokens'],
    untaken: [{ models: /^(?!.*qwen-?3)/i, settings: ['effort'] }],
    // which of the two counts depends on its version and on the model's own settings
    thinking: ['chat_template_kwargs', 'reasoning_effort'],
  },
}

/**
 * The row for a wire: that of the server named; without a name OpenAI's when the address is OpenAI's
 * own or none, and otherwise that of a server of which only the protocol is known.
 */
export function rowOf({ server, baseURL }: Pick<OpenAIOptions, 'server' | 'baseURL'>): Server {
  if (server) return servers[server]
  return baseURL === undefined || isOpenAI(baseURL) ? servers.openai : unknown
}

function isOpenAI(address: string): boolean {
  return URL.canParse(address) && /(^|\.)api\.openai\.com$/.test(new URL(address).hostname)
}

/**
 * Whether the server is one that somebody runs for himself rather than a service for many: it goes by
 * the name of such a program, or its address is not a public one.
 */
export function isOwn({ server, baseURL }: Pick<OpenAIOptions, 'server' | 'baseURL'>): boolean {
  if (baseURL === undefined) return server !== undefined && server !== 'openai'
  if (!URL.canParse(baseURL)) return false
  const { hostname } = new URL(baseURL)
  if (/(^|\.)(openai|ollama)\.com$/.test(hostname)) return false
  return (server !== undefined && server !== 'openai') || isPrivate(hostname)
}

/** Kinds of addresses, in the words of ipaddr.js, that only machines nearby reach. */
const nearby = ['loopback', 'private', 'linkLocal', 'carrierGradeNat', 'uniqueLocal']

function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return nearby.includes(ipaddr.parse(host).range())
  return !host.includes('.') || /\.(localhost|local|lan|internal|home\.arpa)$/.test(host)
}

/** Whether the model thinks unless it is told not to, and can be told. */
export function thinksUnlessTold(model: string): boolean {
  return /qwen-?3/i.test(model) && !/thinking/i.test(model)
}

/**
 * What `openai` and `reachOpenAI` take, for `model` behind `server` as `env` describes it. Addresses
 * of local servers may lack the scheme, the port and `/v1`. Never fails: what is wrong with an
 * address or a key is said by those two.
 */
export function openServer(
  server: ServerName,
  model: string,
  env: Readonly<Record<string, string | undefined>>,
  sampling?: Sampling,
): OpenAIOptions {
  const { addressVariable, keyVariable, home } = servers[server]
  const written = env[addressVariable]?.trim() || undefined
  const options = {
    model,
    name: `${server}:${model}`,
    apiKey: env[keyVariable]?.trim() || undefined,
    ...(sampling && { sampling }),
  }
  // any server may be behind that variable, so its address decides
  if (server === 'openai') return { ...options, baseURL: written }
  return { ...options, server, baseURL: written && completed(written, home) }
}

/** An address with what `home` has and it lacks; as it was written when it cannot be one. */
function completed(written: string, home: string): string {
  const named = /^[a-z][a-z\d+.-]*:\/\//i.test(written)
  const whole = named ? written : `http://${written.replace(/^(?=:\d)/, '127.0.0.1')}`
  if (!URL.canParse(whole)) return written
  const url = new URL(whole)
  if (!named && !/:\d+(\/|$)/.test(written)) url.port = new URL(home).port
  // where a server listens on all addresses, this one is among them
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.pathname === '/') url.pathname = new URL(home).pathname
  return url.href.replace(/\/$/, '')
}

const ranges: Readonly<Record<string, readonly [least: number, most: number]>> = {
  temperature: [0, 2],
  topP: [0, 1],
  seed: [-(2 ** 31), 2 ** 31 - 1],
}

/** @throws ConfigurationError when a setting is out of its range or one that the server does not take. */
export function checkSampling(name: string, model: string, row: Server, sampling: Sampling): void {
  const untaken = row.untaken.flatMap(each => (each.models.test(model) ? each.settings : []))
  for (const [setting, value] of Object.entries(sampling)) {
    if (value === undefined) continue
    if (untaken.some(each => each === setting))
      throw new ConfigurationError(`${name} does not take the setting ${setting}; leave it out`)
    const [least, most] = ranges[setting] ?? []
    if (least !== undefined && most !== undefined && !(value >= least && value <= most))
      throw new ConfigurationError(
        `the setting ${setting} of ${name} is ${value}; choose one from ${least} to ${most}`,
      )
  }
  if (sampling.seed !== undefined && !Number.isInteger(sampling.seed))
    throw new ConfigurationError(
      `the setting seed of ${name} is ${sampling.seed}; choose a whole number`,
    )
}
