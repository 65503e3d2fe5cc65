// Which model a run uses: what a person writes after `--model`, opened. A provider's module is
// loaded only when it is asked for.
import { distance } from 'fastest-levenshtein'
import type { Tool } from '../../tools/tool.ts'
import { ConfigurationError } from '../configuration.ts'
import { createProvider } from './create-provider.ts'
import type { LLMProvider, Wire } from './provider.ts'
import type { Drift } from './recording.ts'

/** A model ready for use, with what a recording or a replay must do to the tools beside it. */
export interface Model {
  readonly provider: LLMProvider
  /** The tools as this model's run must use them: as they are, recorded, or replayed. */
  readonly tools: (tools: readonly Tool[]) => readonly Tool[]
  /** One sentence a person should know before the run. */
  readonly notice?: string
  /** Only for a replay: how many prompts have changed since they were recorded. */
  readonly drift?: () => Drift
}

type Environment = Readonly<Record<string, string | undefined>>
interface Opened extends Omit<Model, 'provider'> {
  readonly wire: Wire
  /** True when waiting between retries would wait for nobody. */
  readonly instant?: boolean
}

interface Form {
  readonly name: string
  /** How it is written, for messages. */
  readonly usage: string
  /** `rest` is what follows the name and its colon; empty when there is none. */
  readonly open: (rest: string, env: Environment, spec: string) => Promise<Opened>
}

const asTheyAre = (tools: readonly Tool[]) => tools

const forms: readonly Form[] = [
  { name: 'offline', usage: 'offline', open: openOffline },
  { name: 'openai', usage: 'openai:MODEL', open: openOpenAI },
  { name: 'record', usage: 'record:FILE@MODEL', open: openRecord },
  { name: 'replay', usage: 'replay:FILE', open: openReplay },
]

/**
 * Opens the model that `spec` names: `offline`, `openai:MODEL` (any server that speaks chat
 * completions: `OPENAI_BASE_URL`, key in `OPENAI_API_KEY`, both read from `env`),
 * `record:FILE@MODEL` (another model, every turn and tool call added to FILE), or `replay:FILE`.
 * @throws ConfigurationError naming the spec, the known forms and the nearest, or what is missing.
 */
export async function openModel(spec: string, env: Environment): Promise<Model> {
  const { wire, instant, ...model } = await openWire(spec, env)
  const provider = createProvider(wire, instant ? { sleep: () => Promise.resolve() } : {})
  return { ...model, provider }
}

async function openWire(spec: string, env: Environment): Promise<Opened> {
  const colon = spec.indexOf(':')
  const name = colon < 0 ? spec : spec.slice(0, colon)
  const form = forms.find(each => each.name === name)
  if (!form) throw unknown(spec, name)
  return form.open(colon < 0 ? '' : spec.slice(colon + 1), env, spec)
}

async function openOffline(rest: string, _env: Environment, spec: string): Promise<Opened> {
  if (rest) throw malformed(spec, 'offline')
  const { offline } = await import('./offline/offline.ts')
  const notice =
    'offline is a small rule-based reasoner, not a language model; choose a model with --model openai:MODEL'
  return { wire: offline(), tools: asTheyAre, notice }
}

async function openOpenAI(model: string, env: Environment, spec: string): Promise<Opened> {
  if (!model) throw malformed(spec, 'openai:MODEL')
  const { openai } = await import('./openai.ts')
  const wire = openai({
    model,
    baseURL: env.OPENAI_BASE_URL || undefined,
    apiKey: env.OPENAI_API_KEY || undefined,
  })
  return { wire, tools: asTheyAre }
}

async function openRecord(rest: string, env: Environment, spec: string): Promise<Opened> {
  // a file's name and a model's name may both hold an @; a model begins with a known form
  const names = forms.map(form => form.name).join('|')
  const [, file, inner] = new RegExp(`^(.+?)@((?:${names})(?::.*)?)$`).exec(rest) ?? []
  if (!file || !inner) throw malformed(spec, 'record:FILE@MODEL, such as record:run.jsonl@offline')
  const opened = await openWire(inner, env)
  const { openRecording, recordTools, recordWire } = await import('./recording.ts')
  const recording = openRecording(file)
  return {
    ...opened,
    wire: recordWire(opened.wire, recording),
    tools: tools => recordTools(opened.tools(tools), recording),
  }
}

async function openReplay(file: string, _env: Environment, spec: string): Promise<Opened> {
  if (!file) throw malformed(spec, 'replay:FILE')
  const { openRecording, replayTools, replayWire } = await import('./recording.ts')
  const recording = openRecording(file)
  if (recording.entries.length === 0)
    throw new ConfigurationError(
      `there is no recording in ${file}; make one with record:${file}@MODEL`,
    )
  const wire = replayWire(recording)
  const tools = (real: readonly Tool[]) => replayTools(real, recording)
  return { wire, tools, drift: wire.drift, instant: true }
}

function malformed(spec: string, usage: string): ConfigurationError {
  return new ConfigurationError(`the model "${spec}" is not complete; write ${usage}`)
}

function unknown(spec: string, name: string): ConfigurationError {
  const [nearest] = forms
    .map(form => ({ form, apart: distance(name.toLowerCase(), form.name) }))
    .sort((a, b) => a.apart - b.apart)
  const suggestion = nearest && nearest.apart <= 3 ? nearest.form.usage : `openai:${spec}`
  return new ConfigurationError(
    `there is no model "${spec}"; known are ${forms.map(form => form.usage).join(', ')}; did you mean ${suggestion}?`,
  )
}
