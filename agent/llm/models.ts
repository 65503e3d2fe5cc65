// Which models a run uses and under which settings: what a person writes after `--model`, opened. A
// provider's module is loaded only when it is asked for.
import { distance } from 'fastest-levenshtein'
import { ConfigurationError } from '../../plans/configuration.ts'
import type { Tool } from '../../tools/tool.ts'
import { createProvider } from './create-provider.ts'
import { type Budget, createBudget } from './limits/budget.ts'
import { type Price, priceOf, readPrices } from './limits/prices.ts'
import type { Reached } from './limits/reached.ts'
import type { ServerName } from './openai/servers.ts'
import type { BudgetLimits, Channel, LLMProvider, Sampling, Spent, Wire } from './provider.ts'
import type { ProviderOptions } from './provider-options.ts'
import type { Drift } from './replay/recording.ts'
import { maskedBy } from './secrets.ts'

/**
 * How a model that is named is to be used.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 * import type { ModelSettings } from 'intend/provider'
 *
 * const settings: ModelSettings = { budget: { tokens: 100_000, seconds: 600 }, sampling: { temperature: 0 } }
 * const agent = await createAgent({ model: 'offline', settings })
 * console.log(agent.model.budget?.limits.tokens) // 100000
 * agent.close()
 * ```
 */
export interface ModelSettings {
  readonly sampling?: Sampling
  /** What all calls together may use, those of fallbacks included. */
  readonly budget?: BudgetLimits
  /**
   * Tokens the model can hold, prompt and reply together; by the table of prices unless given, or by
   * the word of a server of one's own, which is asked when a prompt is long enough for it to matter.
   */
  readonly contextTokens?: number
  /** Turns of a tool loop; 12 unless given. */
  readonly maxTurns?: number
  /** A file with prices that count before those that come with intend; INTEND_PRICES unless given. */
  readonly prices?: string
  /** Told why a request failed and in how many milliseconds it is sent again. */
  readonly onRetry?: ((why: string, ms: number) => void) | undefined
  /** Told of all that the model says, as it arrives. */
  readonly onStream?: Channel | undefined
}

/**
 * A model ready for use, which several agents may share, with what a recording or a replay must do to the tools
 * beside it.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 * import { type Model, openModel } from 'intend/provider'
 *
 * const model: Model = await openModel('offline', process.env)
 * const agents = await Promise.all([createAgent({ model }), createAgent({ model })])
 * console.log(agents.map(agent => agent.model === model).join()) // true,true
 * for (const agent of agents) agent.close()
 * ```
 */
export interface Model {
  readonly provider: LLMProvider
  /** The tools as this model's run must use them: as they are, recorded, or replayed. */
  readonly tools: (tools: readonly Tool[]) => readonly Tool[]
  /** One sentence a person should know before the run. */
  readonly notice?: string
  /** Only for a replay: how many prompts have changed since they were recorded. */
  readonly drift?: () => Drift
  /** Settings that a server has refused so far, each with the model it was for. */
  readonly refused?: () => readonly { readonly model: string; readonly setting: string }[]
  /** What the model and its fallbacks may use together, and have used. */
  readonly budget?: Budget
  /** True when a server is asked, so that the network is used in any case; a replay did so once. */
  readonly network?: true
  /** The day a replayed run was recorded on, `2026-11-27`. */
  readonly today?: string
}

/** Servers that models are behind, by the names of their forms. */
export type ServedName = ServerName | 'anthropic'

/** A model behind a server. */
interface Served {
  /** The wire, with nothing between. Throws a ConfigurationError for an address, a key or a setting that is none. */
  readonly wire: () => Wire
  /** Asks the server for its models, within so many milliseconds, and whether the model is one of them. Never rejects. */
  readonly reach: (timeoutMs?: number) => Promise<Reached>
  /** Whether a person runs the server for himself. */
  readonly isOwn: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** One model of those that are asked one after the other. */
interface Member
  extends Pick<
    ProviderOptions,
    'tokenless' | 'contextTokens' | 'record' | 'sleep' | 'converses' | 'price'
  > {
  readonly wire: Wire
}

interface Opened extends Omit<Model, 'provider' | 'budget' | 'refused'> {
  /** The first one and its fallbacks. */
  readonly members: readonly Member[]
}

interface Opening {
  readonly env: Environment
  readonly settings: ModelSettings
  readonly prices: Readonly<Record<string, Price>>
}

interface Form {
  readonly name: string
  /** How it is written, for messages. */
  readonly usage: string
  /** `rest` is what follows the name and its colon; empty when there is none. */
  readonly open: (rest: string, opening: Opening, spec: string) => Promise<Opened>
}

/** How long a prompt waits for a server to say how many tokens its model can hold. */
const lookupMs = 1_000

const asTheyAre = (tools: readonly Tool[]) => tools

const forms: readonly Form[] = [
  { name: 'offline', usage: 'offline', open: openOffline },
  ...(['openai', 'anthropic', 'ollama', 'vllm', 'lmstudio'] as const).map(served),
  { name: 'record', usage: 'record:FILE@MODEL', open: openRecord },
  { name: 'replay', usage: 'replay:FILE', open: openReplay },
]
const formNames = forms.map(form => form.name).join('|')

/**
 * Opens what `spec` names: `offline`; a model behind a server, `openai:MODEL` (any server that speaks
 * chat completions), `anthropic:MODEL`, `ollama:MODEL`, `vllm:MODEL` or `lmstudio:MODEL`, with key
 * and address from `env` (`OPENAI_API_KEY`, `OPENAI_BASE_URL` and so on); `replay:FILE`; or several
 * with commas between them, `A,B`: B is asked when A fails. `record:FILE@A,B` adds every turn and tool
 * call of these to FILE. Of the budget in `settings`, `spent` has been used before.
 * @throws ConfigurationError naming the spec, the known forms and the nearest, what is missing, or a
 * model whose price is not known although cost is limited.
 * @example
 * ```ts
 * import { openModel } from 'intend/provider'
 *
 * const { provider } = await openModel('offline', process.env, { budget: { seconds: 60 } })
 * console.log(provider.name) // offline
 * ```
 */
export async function openModel(
  spec: string,
  env: Environment,
  settings: ModelSettings = {},
  spent?: Spent | Budget,
): Promise<Model> {
  const own = settings.prices ?? env.INTEND_PRICES
  const prices = readPrices(own)
  const budget = spent && 'reserve' in spent ? spent : createBudget(settings.budget, spent)
  const { members, ...model } = await openSpec(spec, { env, settings, prices })
  if (settings.budget?.cost !== undefined) for (const member of members) refuseUnpriced(member)
  const provider = members.reduceRight<LLMProvider | undefined>(
    (fallback, { wire, ...options }) => {
      const { maxTurns, onRetry, onStream } = settings
      return createProvider(wire, { ...options, budget, fallback, maxTurns, onRetry, onStream })
    },
    undefined,
  )
  const refused = () =>
    members.flatMap(({ wire }) =>
      (wire.refused?.() ?? []).map(setting => ({ model: wire.name, setting })),
    )
  return { ...model, provider: provider!, budget, refused }
}

/** @throws ConfigurationError when it is not known what the model costs. */
function refuseUnpriced({ wire, price }: Member): void {
  if (price) return
  throw new ConfigurationError(
    `the price of ${wire.name} is not known, so a budget of US dollars cannot be kept; limit its tokens, or name a file with its price in INTEND_PRICES`,
  )
}

/** The models of a spec, the first one's recording around all of them. */
async function openSpec(spec: string, opening: Opening): Promise<Opened> {
  const parts = spec.startsWith('record:') ? [spec] : modelsIn(spec)
  const opened: Opened[] = []
  for (const part of parts) {
    const colon = part.indexOf(':')
    const name = colon < 0 ? part : part.slice(0, colon)
    const form = forms.find(each => each.name === name)
    const broken = part.includes(',') || (part === '' && parts.length > 1)
    if (!form) throw broken ? malformedList(spec) : unknown(part, name)
    if (form.name === 'record' && parts.length > 1)
      throw new ConfigurationError(
        `the model "${spec}" records only a part of a list; write record:FILE@ before the whole list`,
      )
    opened.push(await form.open(colon < 0 ? '' : part.slice(colon + 1), opening, part))
  }
  const [first] = opened
  return {
    ...first!,
    ...(opened.some(each => each.network) && { network: true as const }),
    members: opened.flatMap(each => each.members),
    tools: opened.map(each => each.tools).reduce((before, tools) => all => tools(before(all))),
  }
}

/** The models of a list. The name of a file may hold a comma, and every model begins with a known form. */
export function modelsIn(list: string): readonly string[] {
  return list.split(new RegExp(`,\\s*(?=(?:${formNames})(?:[:,]|$))`)).map(part => part.trim())
}

/** The models of a spec as they are asked, without a recording around them: opening that would begin it. */
export const modelsBehind = (spec: string): readonly string[] =>
  modelsIn(spec.replace(new RegExp(`^record:.+?@(?=(?:${formNames})(?:[:,]|$))`), ''))

async function openOffline(rest: string, { prices, settings }: Opening, spec: string) {
  if (rest) throw malformed(spec, 'offline')
  const { offline } = await import('./offline/offline.ts')
  const warm = settings.sampling?.temperature !== undefined
  const notice = `offline is a small rule-based reasoner, not a language model${warm ? ', and has no temperature' : ''}; choose a model with --model openai:MODEL`
  const member = { wire: offline(), price: priceOf(prices, 'offline'), tokenless: true }
  return { members: [member], tools: asTheyAre, notice }
}

/** The form of a model behind a server. */
function served(server: ServedName): Form {
  const usage = `${server}:MODEL`
  return {
    name: server,
    usage,
    async open(model, { env, settings, prices }, spec) {
      if (!model) throw malformed(spec, usage)
      if (model.includes(',')) throw malformedList(spec)
      const behind = await openServed(server, model, env, settings.sampling)
      const wire = behind.wire()
      const price = priceOf(prices, wire.name)
      const told = async () => (await behind.reach(lookupMs)).contextTokens
      const contextTokens =
        settings.contextTokens ?? price?.contextTokens ?? (behind.isOwn ? told : 'learned')
      return {
        members: [{ wire, price, contextTokens }],
        tools: asTheyAre,
        network: true,
      }
    },
  }
}

/** Gets ready to speak to `model` behind the server as `env` describes it; nothing is asked yet. Never rejects. */
export async function openServed(
  server: ServedName,
  model: string,
  env: Environment,
  sampling?: Sampling,
): Promise<Served> {
  if (server === 'anthropic') {
    const { anthropic, openAnthropic } = await import('./anthropic/wire.ts')
    const options = openAnthropic(model, env, sampling)
    const reach = async (timeoutMs?: number) =>
      (await import('./anthropic/models.ts')).reachAnthropic(options, timeoutMs)
    return { wire: () => anthropic(options), reach, isOwn: false }
  }
  const { isOwn, openai, openServer } = await import('./openai/wire.ts')
  const options = openServer(server, model, env, sampling)
  const reach = async (timeoutMs?: number) =>
    (await import('./openai/models.ts')).reachOpenAI(options, timeoutMs)
  return { wire: () => openai(options), reach, isOwn: isOwn(options) }
}

async function openRecord(rest: string, opening: Opening, spec: string): Promise<Opened> {
  // a file's name and a model's name may both hold an @; a model begins with a known form
  const [, file, inner] = new RegExp(`^(.+?)@((?:${formNames})(?:[:,].*)?)$`).exec(rest) ?? []
  if (!file || !inner) throw malformed(spec, 'record:FILE@MODEL, such as record:run.jsonl@offline')
  const opened = await openSpec(inner, opening)
  const { assertRecordable, openRecording, recordTools, recordWire } = await import(
    './replay/recording.ts'
  )
  const recording = openRecording(file, maskedBy(opening.env))
  await assertRecordable(file)
  return {
    ...opened,
    members: opened.members.map((member, place) => ({
      ...member,
      record: (wire: Wire) => recordWire(member.record?.(wire) ?? wire, recording, place),
    })),
    tools: tools => recordTools(opened.tools(tools), recording),
  }
}

async function openReplay(file: string, { prices }: Opening, spec: string): Promise<Opened> {
  if (!file) throw malformed(spec, 'replay:FILE')
  const { openRecording, recordedModels, replayTools, replayWire } = await import(
    './replay/recording.ts'
  )
  const recording = openRecording(file)
  if (recording.entries.length === 0)
    throw new ConfigurationError(
      `there is no recording in ${file}; make one with record:${file}@MODEL`,
    )
  const replayed = recordedModels(recording).map((names, place) => {
    const [name = ''] = names
    // it is told what the recorded run cost, when that is known
    const price = names.size === 1 ? priceOf(prices, name) : undefined
    return { wire: replayWire(recording, place), price, tokenless: name === 'offline' }
  })
  const day = recording.entries.filter(entry => entry.type === 'turn').at(-1)?.day
  return {
    // waiting between retries would wait for nobody
    members: replayed.map(member => ({ ...member, sleep: () => Promise.resolve() })),
    tools: real => replayTools(real, recording),
    network: true,
    ...(day !== undefined && { today: day }),
    drift: () =>
      replayed
        .map(({ wire }) => wire.drift())
        .reduce((a, b) => ({ total: a.total + b.total, drifted: a.drifted + b.drifted })),
  }
}

function malformed(spec: string, usage: string): ConfigurationError {
  return new ConfigurationError(`the model "${spec}" is not complete; write ${usage}`)
}

function malformedList(spec: string): ConfigurationError {
  return new ConfigurationError(
    `the list of models "${spec}" is not complete; write each one whole, such as openai:MODEL,anthropic:MODEL`,
  )
}

function unknown(spec: string, name: string): ConfigurationError {
  const [nearest] = forms
    .map(form => ({ form, apart: distance(name.toLowerCase(), form.name) }))
    .sort((a, b) => a.apart - b.apart)
  const named = spec.includes(':') ? undefined : `openai:${spec}`
  const suggestion = nearest && nearest.apart <= 3 ? nearest.form.usage : named
  const meant = suggestion === undefined ? '' : `; did you mean ${suggestion}?`
  return new ConfigurationError(
    `there is no model "${spec}"; known are ${forms.map(form => form.usage).join(', ')}${meant}`,
  )
}
