// Reads the options that say how an agent is put together: model, phases, library, what it may read.
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { agentNames } from '../../../agent/agents/agents.ts'
import { fallbackNames } from '../../../agent/agents/fallbacks.ts'
import { given } from '../../../plans/given.ts'
import { entailmentNamed, placedEntailment } from '../../../plans/retrieval/entail-named.ts'
import { readSettings, settingsFrom } from '../../configuration/file.ts'
import { isShared, sharedAddress } from '../../queue/plan-library.ts'
import { filesAt, mostAttached } from '../../run/attachments.ts'
import { type Options, type Surroundings, usage } from '../command.ts'
import { budgetOf, modelOf, settingsOf } from './model-options.ts'
import { aShare, numberOf, upToThousand } from './numbers.ts'

/**
 * Reads what the options say and, for those not given, the configuration files, as a run keeps it: paths are
 * absolute. Plans and corpus are undefined unless given: what then serves is the command's to say. A model that nobody
 * has named is told on stderr. Rejects with a CommandError for a folder that is none and a value that is
 * none, and with a ConfigurationError for a bad file.
 */
export async function setupOf(
  named: Options,
  around: Pick<Surroundings, 'folder' | 'env' | 'stderr'>,
) {
  const { folder } = around
  const read = readSettings(around)
  const options = settingsFrom(named, around, read)
  const text = (name: string) => options[name] as string | undefined
  const path = (name: string) => {
    const said = text(name)
    return said === undefined ? undefined : resolve(folder, said)
  }
  const plans = text('plans')
  const corpus = path('corpus')
  const allow = (options.allow ?? []) as readonly string[]
  const settings = settingsOf(options)
  const entailment = await entailmentOf(text('entailment'), folder)
  return {
    agent: oneOf('--agent', options.agent, agentNames) ?? 'self-aware',
    plans: plans && isShared(plans) ? sharedAddress(plans) : path('plans'),
    corpus: corpus === undefined ? undefined : existingFolder(corpus, '--corpus'),
    allow: allow.map(each => existingFolder(resolve(folder, each), '--allow')),
    limits: given({
      cycles: numberOf('--max-cycles', text('maxCycles'), upToThousand),
      minConfidence: numberOf('--min-confidence', text('minConfidence'), aShare),
    }),
    ...given({
      settings: Object.keys(settings).length > 0 ? settings : undefined,
      budget: budgetOf(options),
      prompts: oneOf('--prompts', options.prompts, ['aware', 'plain', 'free']),
      talk: oneOf('--talk', options.talk, ['one', 'separate']),
      shell: oneOf('--shell', options.shell, ['simulated', 'host']),
      entailment,
      fallback: oneOf('--fallback', options.fallback, fallbackNames),
      memory: path('memory'),
      allowHosts: read.settings.allowHosts,
    }),
    model: await modelOf(named, around, read),
  }
}

/** `path`, when there is a file. Throws a CommandError that says where the name was written. */
export function existingFile(path: string, where: string): string {
  const [file] = existingFiles(path, where)
  if (file !== path) throw usage(`${path} is not a file; name a file after ${where}`)
  return path
}

/** The file at `path`, or those of the folder there. Throws a CommandError that names `where` when there are none, or too many. */
export function existingFiles(path: string, where: string): readonly string[] {
  if (!existsSync(path)) throw usage(`there is no file ${path}; check the name after ${where}`)
  const files = filesAt(path)
  const whole = where === '-f' ? ', or have the folder read with --allow' : ''
  const number = files.length === 0 ? 'no file' : `${files.length} files`
  if (files.length === 0 || files.length > mostAttached)
    throw usage(`${path} holds ${number}; name files after ${where}${whole}`)
  return files
}

/** The path of a folder that is there. Throws a CommandError that names the flag `flag` when it is not. */
export function existingFolder(path: string, flag: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw usage(`there is no folder ${path}; check the name after ${flag}`)
  // tools may be allowed a single file
  if (flag === '--allow' || found.isDirectory()) return path
  throw usage(`${path} is not a folder; name a folder after ${flag}`)
}

// --- internal ---

async function entailmentOf(way: string | undefined, folder: string): Promise<string | undefined> {
  if (way === undefined) return undefined
  const placed = placedEntailment(way, path => resolve(folder, path))
  await entailmentNamed(placed)
  return placed
}

function oneOf<Choice extends string>(
  flag: string,
  given: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  const chosen = choices.find(choice => choice === given)
  if (given === undefined || chosen) return chosen
  const all = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
  throw usage(`${flag} takes ${all}, not "${given}"`)
}
