// `intend doctor`: what is configured, and whether it would work. It asks no model anything and changes
// nothing.
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { type Command, exit, type Surroundings } from '../command.ts'
import { readLibrary } from '../library-read.ts'
import { harmless, printJson } from '../plain-text.ts'
import { createScreen } from '../screen.ts'
import { showingOf } from './showing.ts'

/** One thing looked at. */
interface Check {
  readonly name: string
  readonly ok: boolean
  /** What there is, or one sentence with what is wrong and the way out. */
  readonly says: string
}

export const doctor: Command = {
  name: 'doctor',
  about: 'what is configured, and whether it works: model, library, corpus, folders, tools',
  arguments: [],
  options: [
    {
      flags: '--model <spec>',
      about: 'the model to look at (default: INTEND_MODEL, else offline)',
    },
    { flags: '--plans <file>', about: 'the plan library (default: .intend/plans.json)' },
    { flags: '--corpus <dir>', about: 'a folder of documents that web_search searches' },
    { flags: '--json', about: 'as one line of JSON' },
    { flags: '--no-color', about: 'no colours' },
    { flags: '--verbose', about: 'the stack trace of an error' },
  ],
  async run(_given, options, around) {
    const path = (name: string, otherwise?: string) => {
      const given = (options[name] as string | undefined) ?? otherwise
      return given === undefined ? undefined : resolve(around.folder, given)
    }
    const checks: readonly Check[] = [
      node(),
      await model(options.model as string | undefined, around.env),
      plans(path('plans', '.intend/plans.json')!),
      await corpus(path('corpus')),
      writable(path('.intend', '.intend')!),
      await tools(options.corpus !== undefined),
    ]
    const ok = checks.every(check => check.ok)
    if (options.json === true) around.stdout.write(`${printJson({ ok, checks })}\n`)
    else print(checks, options, around)
    return ok ? exit.satisfied : exit.configuration
  },
}

// --- internal ---

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function print(
  checks: readonly Check[],
  options: Readonly<Record<string, unknown>>,
  { stdout, env }: Surroundings,
): void {
  const { paint, close } = createScreen(
    { stderr: stdout, env },
    { quiet: true, color: showingOf(options).color, live: false },
  )
  close()
  for (const { name, ok, says } of checks) {
    const mark = ok ? paint.good('✓') : paint.bad('✗')
    stdout.write(`${mark} ${paint.phase(name.padEnd(8))} ${harmless(says)}\n`)
  }
}

function node(): Check {
  const ok = Number.parseInt(process.versions.node, 10) >= 24
  const says = `Node ${process.versions.node}${ok ? '' : '; intend needs Node 24: run npm install in its folder'}`
  return { name: 'node', ok, says }
}

async function model(given: string | undefined, env: Surroundings['env']): Promise<Check> {
  const [spec, from] = given
    ? [given, '--model']
    : env.INTEND_MODEL
      ? [env.INTEND_MODEL, 'INTEND_MODEL']
      : ['offline', 'as none is configured']
  const inner = spec.replace(/^record:.+?@(?=(offline|openai|replay)\b)/, '') // opening it would begin a recording
  const { openModel } = await import('../../agent/llm/models.ts')
  const { says, ok } = await openModel(inner, env).then(
    async ({ notice }) => (await reach(inner, env)) ?? { ok: true, says: notice ?? 'ready' },
    error => ({ ok: false, says: messageOf(error) }),
  )
  return { name: 'model', ok, says: `${spec} (${from}): ${says}` }
}

/** Undefined for a model that is not behind a server. */
async function reach(spec: string, env: Surroundings['env']) {
  const [, name] = /^openai:(.+)$/.exec(spec) ?? []
  if (name === undefined) return undefined
  const { reachOpenAI } = await import('../../agent/llm/openai-models.ts')
  return reachOpenAI({
    model: name,
    baseURL: env.OPENAI_BASE_URL || undefined,
    apiKey: env.OPENAI_API_KEY || undefined,
  })
}

function plans(file: string): Check {
  const folder = dirname(file)
  const names = existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : []
  const aside = names.filter(name => name.startsWith(`${basename(file)}.corrupt-`))
  const more = aside.length > 0 ? `; set aside, as they did not parse: ${aside.join(', ')}` : ''
  const check = (ok: boolean, says: string) => ({ name: 'plans', ok, says: says + more })
  if (!existsSync(file)) return check(true, `${file} is made when a question is answered`)
  try {
    const { size } = readLibrary(file).plans
    return check(true, `${file} holds ${size} plan${size === 1 ? '' : 's'}`)
  } catch (error) {
    return check(false, messageOf(error))
  }
}

async function corpus(folder: string | undefined): Promise<Check> {
  const check = (ok: boolean, says: string) => ({ name: 'corpus', ok, says })
  if (folder === undefined) return check(true, 'none; name a folder of documents with --corpus DIR')
  try {
    const { createCorpus } = await import('../../tools/corpus.ts')
    const provider = await createCorpus(folder)
    await provider.search('anything', { signal: AbortSignal.timeout(60_000), limit: 1 })
    const remarks = provider.remarks?.() ?? []
    return check(true, [`${folder} can be searched`, ...remarks].join('; '))
  } catch (error) {
    return check(false, messageOf(error))
  }
}

function writable(folder: string): Check {
  const check = (ok: boolean, says: string) => ({ name: 'folder', ok, says })
  try {
    if (existsSync(folder) && !statSync(folder).isDirectory())
      return check(false, `${folder} is not a folder; rename it, runs are kept there`)
    accessSync(existsSync(folder) ? folder : dirname(folder), constants.W_OK)
    return check(true, `runs are kept in ${folder}`)
  } catch (error) {
    return check(false, `cannot write in ${folder} (${messageOf(error)}); work in another folder`)
  }
}

async function tools(searching: boolean): Promise<Check> {
  const { standardTools } = await import('../../agent/create-agent.ts')
  const names = [...standardTools.map(tool => tool.name), ...(searching ? ['web_search'] : [])]
  return { name: 'tools', ok: true, says: names.join(', ') }
}
