// `intend doctor`: what is configured, and whether it works. It changes nothing; a configured model is
// asked a few short things.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { standardTools } from '../../../agent/toolset.ts'
import { refusalIn } from '../../../plans/writable.ts'
import { createCorpus } from '../../../tools/search/providers/corpus.ts'
import { describeSearch } from '../../../tools/search/setup.ts'
import { type Check, checkOf, lookAtModel } from '../../configuration/doctor-model.ts'
import { lookAtServers } from '../../configuration/doctor-servers.ts'
import {
  noSettings,
  personalFile,
  type ReadSettings,
  readSettings,
  settingsFrom,
} from '../../configuration/file.ts'
import { configuredModel } from '../../configuration/model.ts'
import { personalCache, sealKey } from '../../configuration/own.ts'
import { readLibrary } from '../../library/read.ts'
import { harmless, printJson } from '../../terminal/plain-text.ts'
import { counted } from '../../terminal/spending.ts'
import { printChecks } from '../checks.ts'
import { type Command, exit, messageOf, type Options, type Surroundings } from '../command.ts'
import { showingOf } from '../options/showing.ts'

export const doctor: Command = {
  name: 'doctor',
  about: 'check the configuration: model, plan library, corpus, folders, tools',
  arguments: {},
  options: {
    '--model <spec>': 'the model to check (default: the one other commands would use)',
    '--no-calls': 'do not call the model (a check takes a few hundred tokens)',
    '--plans <file>': 'the plan library (default: .intend/plans.json)',
    '--corpus <dir>': 'a folder of documents that web_search searches',
    '--json': 'as one line of JSON',
    '--no-color': 'no colours',
  },
  async run(_given, options, around) {
    const { read, check } = configuration(around)
    const merged = settingsFrom(options, around, read)
    const path = (name: string, otherwise?: string) => {
      const given = (merged[name] as string | undefined) ?? otherwise
      return given === undefined ? undefined : resolve(around.folder, given)
    }
    const checks: readonly Check[] = [
      node(),
      check,
      ...(await model(options, around, read)),
      await plans(path('plans', '.intend/plans.json')!),
      await corpus(path('corpus')),
      writable(path('.intend', '.intend')!),
      ...home(around),
      await shell(merged.shell === 'host', around),
      await tools(options.model as string | undefined, around, read, merged.corpus !== undefined),
      ...(await lookAtServers(read.settings.mcpServers, around)),
    ]
    const ok = checks.every(check => check.ok)
    if (options.json === true) around.stdout.write(`${printJson({ ok, checks })}\n`)
    else printChecks(checks, showingOf(options), { to: around.stdout, env: around.env })
    return ok ? exit.satisfied : exit.configuration
  },
}

// --- internal ---

/** What `look` says; why it fails where it throws. */
async function looked(name: string, look: () => string | Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, says: await look() }
  } catch (error) {
    return { name, ok: false, says: messageOf(error) }
  }
}

function node(): Check {
  const ok = Number.parseInt(process.versions.node, 10) >= 24
  const way = ok ? '' : '; intend needs Node 24: run npm install in its folder'
  return checkOf('node')(ok, `Node ${process.versions.node}${way}`)
}

/** What the files say; a file that cannot be used is a check that fails, and then no file counts. */
function configuration(around: Surroundings): { read: ReadSettings; check: Check } {
  const check = checkOf('config')
  try {
    const read = readSettings(around)
    const { files, from } = read
    const places = [join(around.folder, '.intend', 'config.json'), personalFile(around.env)]
    const nowhere = `no file; settings may be in ${places.filter(Boolean).join(' or ')}`
    const told = files.map(file => {
      const names = Object.entries(from).flatMap(([name, whence]) => (whence === file ? name : []))
      return `${file} sets ${names.join(', ') || 'nothing that counts'}`
    })
    return { read, check: check(true, told.join('; ') || nowhere) }
  } catch (error) {
    return { read: noSettings, check: check(false, messageOf(error)) }
  }
}

async function model(
  options: Options,
  around: Surroundings,
  read: ReadSettings,
): Promise<readonly Check[]> {
  try {
    const chosen = await configuredModel(options.model as string | undefined, around, read)
    return await lookAtModel(chosen, {
      env: around.env,
      settings: read.settings,
      calls: options.calls !== false,
      signal: around.interrupted,
      onCall: sentence => around.stderr.write(`${harmless(sentence)}\n`),
    })
  } catch (error) {
    return [{ name: 'model', ok: false, says: messageOf(error) }]
  }
}

async function plans(file: string): Promise<Check> {
  const folder = dirname(file)
  const names = existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : []
  const aside = names.filter(name => name.startsWith(`${basename(file)}.corrupt-`))
  const more = aside.length > 0 ? `; set aside, as they did not parse: ${aside.join(', ')}` : ''
  const check = await looked('plans', () =>
    existsSync(file)
      ? `${file} holds ${counted(readLibrary(file).plans.size, 'plan')}`
      : `${file} is made when a question is answered`,
  )
  return { ...check, says: check.says + more }
}

const corpus = (folder: string | undefined): Promise<Check> =>
  looked('corpus', async () => {
    if (folder === undefined) return 'none; name a folder of documents with --corpus DIR'
    const provider = await createCorpus(folder)
    await provider.search('anything', { signal: AbortSignal.timeout(60_000), limit: 1 })
    return [`${folder} can be searched`, ...(provider.remarks?.() ?? [])].join('; ')
  })

function writable(folder: string): Check {
  const check = checkOf('folder')
  if (existsSync(folder) && !statSync(folder).isDirectory())
    return check(false, `${folder} is not a folder; rename it, runs are kept there`)
  const why = refusalIn(folder)
  return why === undefined
    ? check(true, `runs are kept in ${folder}`)
    : check(false, `cannot write in ${folder} (${why}); work in another folder`)
}

/** What is missing where the key that tells the person's own plans from others cannot be kept. */
function home({ env }: Surroundings): readonly Check[] {
  const key = sealKey(env)
  const why = key !== undefined && !existsSync(key) && refusalIn(dirname(key))
  if (!why) return []
  const says = `cannot write in ${dirname(key)} (${why}), so plans in a folder .intend are not known to be yours and are not used before they are tested; make it writable, or keep them elsewhere with --plans FILE`
  return [{ name: 'home', ok: true, says, lacks: true }]
}

/** Which shell holds here; one that was asked for and cannot be had is a fault. */
async function shell(asked: boolean, { env }: Surroundings): Promise<Check> {
  const { openHostShell } = await import('../../../tools/shell/host/host.ts')
  const check = checkOf('shell')
  try {
    const { says } = await openHostShell({ env, cache: personalCache(env, 'shell.json') })
    return check(true, `${asked ? 'host' : 'simulated; --shell host can be had'}: ${says}`)
  } catch (error) {
    return check(!asked, `${asked ? '' : 'simulated; '}${messageOf(error)}`)
  }
}

async function tools(
  given: string | undefined,
  around: Surroundings,
  read: ReadSettings,
  hasCorpus: boolean,
): Promise<Check> {
  const { spec } = await configuredModel(given, around, read).catch(() => ({ spec: '' }))
  const network = /\b(openai|anthropic|ollama|vllm|lmstudio):/.test(spec)
  const corpus = hasCorpus ? { corpus: { name: 'corpus', search: async () => [] } } : {}
  const names = standardTools.map(tool => tool.name).join(', ')
  const search = () => describeSearch(around.env, { network, ...corpus })
  return looked('tools', () => `${names}; web_search: ${search()}`)
}
