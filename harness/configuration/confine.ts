// What a file that came with a folder may decide, be it the folder's configuration or the description of
// a run that is to be gone on with: what its word is enough for, by the table of `tools/source.ts`.
import { join, resolve } from 'node:path'
import { ConfigurationError } from '../../plans/configuration.ts'
import { isInside, withoutLinks } from '../../tools/files/links.ts'
import { type Stake, weightOf } from '../../tools/source.ts'
import type { Environment, Surroundings } from '../cli/command.ts'
import { isTrusted, personalFolder, UntrustedError } from './own.ts'

export interface Saying extends Pick<Surroundings, 'folder' | 'env'> {
  readonly file: string
}

/**
 * Checks what a folder's file says, each thing under its name. Paths are relative to the folder.
 * @throws ConfigurationError naming what it may not say at all: anything that sends, pays, or lies outside
 * the folder; an UntrustedError for what it may say once the person trusts the folder.
 */
export function confine(said: Readonly<Record<string, unknown>>, saying: Saying): void {
  const { file, folder, env } = saying
  const trusted: string[] = []
  for (const [name, value] of Object.entries(said)) {
    const stake = stakeOf(name, value)
    const weight = weightOf('folder', stake)
    if (weight === 'nothing') throw new ConfigurationError(refusal(name, saying))
    if (stake === 'read' || stake === 'written')
      for (const path of [value].flat())
        refuseOutside(name, String(path), saying, stake === 'written' ? '.intend' : '')
    if (weight === 'trust') trusted.push(name)
  }
  if (trusted.length > 0 && !isTrusted(folder, env))
    throw new UntrustedError(folder, `${file} names ${trusted.join(', ')}`)
}

/** The absolute path that `path` is, said in `folder`; `~/` is the home folder. */
export function pathFrom(folder: string, path: string, env: Environment): string {
  const home = env.HOME ?? env.USERPROFILE
  return resolve(folder, home && /^~[/\\]/.test(path) ? join(home, path.slice(2)) : path)
}

// --- internal ---

/** The models a folder may choose: those that read and write no file of their own. */
const modest = /^(?:offline|(?:anthropic|openai|ollama|vllm|lmstudio):[^\s,]+)$/

/** Names that a file of configuration or the description of a run may hold and on which nothing hangs but a choice. */
const choices: ReadonlySet<string> = new Set(
  `format version id kind begunAt question agent prompts talk name from
  maxCost maxTokens maxSeconds maxCycles minConfidence contextTokens
  temperature topP seed effort sampling limits budget questions
  level family split shuffle limit epochs timeout parallel workers
  plansAtStart rounds refine revealExpected keepBeliefs arms allowSeen`.split(/\s+/),
)

/** What hangs on each other name. */
const stakes: Readonly<Record<string, Stake>> = {
  corpus: 'read',
  allow: 'read',
  folder: 'read',
  files: 'read',
  set: 'read',
  handwritten: 'read',
  plans: 'written',
  memory: 'written',
  prices: 'paid',
  entailment: 'sent',
  allowHosts: 'sent',
}

/** What is not known to be harmless sends. */
function stakeOf(name: string, value: unknown): Stake {
  if (name === 'model') return typeof value === 'string' && modest.test(value) ? 'choice' : 'sent'
  if (choices.has(name)) return 'choice'
  return (Object.hasOwn(stakes, name) && stakes[name]) || 'sent'
}

function refusal(name: string, { file, env }: Saying): string {
  const what = name === 'model' ? 'a model but as offline or provider:MODEL' : name
  return `${file} may not name ${what}, as it may have come with the folder; ${elsewhere(env)}`
}

/** What is written stays within `.intend`, where all that is not the person's own is known for it. */
function refuseOutside(
  name: string,
  path: string,
  { file, folder, env }: Saying,
  below: string,
): void {
  if (!isInside(withoutLinks(pathFrom(folder, path, env)), [withoutLinks(join(folder, below))]))
    throw new ConfigurationError(
      `${file}: ${name} names ${path}, which is not in ${below || 'this folder'}; ${elsewhere(env)}`,
    )
}

function elsewhere(env: Environment): string {
  const own = personalFolder(env)
  return `name it on the command line or in ${own ? join(own, 'config.json') : 'a file of your own'}`
}
