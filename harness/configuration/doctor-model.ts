// What `intend doctor` finds out about a model: whether it is there, what it takes in and costs, and
// what it lacks.

import { costOf, type Price, priceOf, readPrices } from '../../agent/llm/limits/prices.ts'
import { modelsBehind, openModel, openServed } from '../../agent/llm/models.ts'
import type { Probe } from '../../agent/llm/probe.ts'
import type { Wire } from '../../agent/llm/provider.ts'
import { nearest } from '../../plans/text/nearest.ts'
import { type Environment, messageOf } from '../cli/command.ts'
import { type Settings, samplingOf } from './file.ts'
import type { ConfiguredModel } from './model.ts'
import { type ModelServer, modelServers } from './model-servers.ts'

export interface Check {
  readonly name: string
  readonly ok: boolean
  /** What there is, or one sentence with what is wrong and the way out. */
  readonly says: string
  /** True for what is usable and lacks something. */
  readonly lacks?: true
}

export const checkOf =
  (name: string) =>
  (ok: boolean, says: string): Check => ({ name, ok, says })

interface Looking {
  readonly env: Environment
  readonly settings: Settings
  /** Whether the model may be asked something, which costs tokens. */
  readonly calls: boolean
  readonly signal: AbortSignal
  /** Told what is about to be asked. */
  readonly onCall: (sentence: string) => void
}

/**
 * Looks at every model that `spec` names: the one behind `record:FILE@`, each of a list. Of a list
 * one must be usable; what is wrong with the others is then told as lacking. Never rejects for a
 * model that cannot be used.
 */
export async function lookAtModel(
  { spec, from }: ConfiguredModel,
  looking: Looking,
): Promise<readonly Check[]> {
  const all: (readonly Check[])[] = []
  for (const part of modelsBehind(spec)) all.push(await lookAtPart(part, from, looking))
  const usable = all.filter(checks => checks.every(check => check.ok)).length
  if (usable === 0) return all.flat()
  return all.flat().map(check => (check.ok ? check : { ...check, ok: true, lacks: true }))
}

// --- internal ---

async function lookAtPart(spec: string, from: string, looking: Looking): Promise<readonly Check[]> {
  const check = (ok: boolean, says: string) => checkOf('model')(ok, `${spec} (${from}): ${says}`)
  try {
    const { notice } = await openModel(spec, looking.env, {
      sampling: samplingOf(looking.settings),
    })
    const [, name, model] = /^([^:]+):(.+)$/.exec(spec) ?? []
    const server = modelServers.find(each => each.name === name)
    if (!server || model === undefined) return [check(true, notice ?? 'ready')]
    return await lookAtServer(server, model, check, looking)
  } catch (error) {
    return [check(false, messageOf(error))]
  }
}

async function lookAtServer(
  server: ModelServer,
  model: string,
  check: (ok: boolean, says: string) => Check,
  looking: Looking,
): Promise<readonly Check[]> {
  const { env, calls, settings } = looking
  const served = await openServed(server.name, model, env, samplingOf(settings))
  const { ok, says, models, contextTokens } = await served.reach()
  const meant = ok ? undefined : nearest(model, models)
  const key = env[server.keyVariable]?.trim() ? ` (${server.keyVariable} is set)` : ''
  const reached = check(ok, says + (meant ? `; did you mean ${meant}?` : '') + key)
  if (!ok) return [reached]
  const prices = readPrices(env.INTEND_PRICES || settings.prices)
  const price = priceOf(prices, `${server.name}:${model}`)
  const asked = calls ? await ask(served.wire(), server, price, looking) : []
  return [reached, context(contextTokens, price, looking), priced(price, server, looking), ...asked]
}

function context(told: number | undefined, price: Price | undefined, looking: Looking): Check {
  const ways: readonly (readonly [number | undefined, string])[] = [
    [looking.settings.contextTokens, 'from the configuration file'],
    [told, 'says its server'],
    [price?.contextTokens, 'by the table of prices'],
  ]
  const [tokens, whence] = ways.find(([tokens]) => tokens !== undefined) ?? []
  return tokens !== undefined
    ? good('context', `${tokens} tokens, ${whence}`)
    : lacking(
        'context',
        'its length is not known: long prompts are shortened only after it refused one; set contextTokens in .intend/config.json',
      )
}

function priced(price: Price | undefined, server: ModelServer, { env, settings }: Looking): Check {
  if (price)
    return good('price', `$${price.input} for a million tokens read, $${price.output} written`)
  const way = 'name a table of prices with INTEND_PRICES'
  if (settings.maxCost !== undefined)
    return bad(
      'price',
      `not known, so maxCost of the configuration file cannot be kept; write maxTokens there or ${way}`,
    )
  const own = !server.cloud || env[server.addressVariable]
  return own
    ? good('price', 'none is known for a server of your own')
    : lacking('price', `not known: costs are not told and --max-cost cannot be kept; ${way}`)
}

async function ask(
  wire: Wire,
  server: ModelServer,
  price: Price | undefined,
  { signal, onCall }: Looking,
): Promise<readonly Check[]> {
  onCall(
    `asking ${wire.name} two or three short things, a few hundred tokens; --no-calls leaves this out`,
  )
  const { probe } = await import('../../agent/llm/probe.ts')
  const found = await probe(wire, { signal })
  return [replies(found), callsTools(found, server), speed(found, costOf(price, found.spent))]
}

const good = (name: string, says: string) => checkOf(name)(true, says)
const bad = (name: string, says: string) => checkOf(name)(false, says)
const lacking = (name: string, says: string): Check => ({ name, ok: true, says, lacks: true })

function replies({ schema, failures }: Probe): Check {
  switch (schema) {
    case 'native':
      return good('schema', 'replies keep to a schema by themselves')
    case 'prompted': {
      const how = 'the prompt shows it, replies are checked and asked again'
      return lacking('schema', `no native schema: ${how}`)
    }
    case 'none':
      return bad('schema', `no reply that keeps to a schema: ${failures.join('; ') || 'none came'}`)
  }
}

function callsTools({ tools, failures }: Probe, { name }: ModelServer): Check {
  const atOnce = { parallel: 'several at once', single: 'one at a time', none: undefined }[tools]
  if (atOnce) return good('calls', `calls tools, ${atOnce}`)
  const why = failures.find(failure => failure.includes('to call a tool'))
  const way =
    name === 'vllm'
      ? 'start it with --enable-auto-tool-choice and a --tool-call-parser'
      : 'use a model that can call tools'
  const what = `no tool calls: steps that need tools will fail; ${way}`
  return lacking('calls', `${what}${why ? ` (${why})` : ''}`)
}

function speed({ firstPieceMs, streams, reasoning, usage, spent }: Probe, cost?: number): Check {
  const seconds = firstPieceMs && `first piece after ${(firstPieceMs / 1000).toFixed(1)} s`
  const thinking = {
    none: undefined,
    apart: 'thinks apart from its reply',
    'in-text': 'leaves its thinking in the text, where it is cut off before a reply is read',
  }[reasoning]
  const tokens = spent.inputTokens + spent.outputTokens
  const told = usage
    ? `this took ${tokens} tokens${cost === undefined ? '' : `, $${cost.toFixed(4)}`}`
    : 'it does not say how many tokens a call takes, so --max-tokens and --max-cost go by estimates'
  const flow = streams ? undefined : 'replies come in one piece'
  const says = [seconds, flow, thinking, told].filter(Boolean).join('; ')
  return usage ? { name: 'speed', ok: true, says } : lacking('speed', says)
}
