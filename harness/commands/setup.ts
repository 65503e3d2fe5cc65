// The options that say how an agent is put together: model, phases, library, what it may read. Shared
// by all commands that ask an agent something.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CommandOption, type Surroundings, usage } from '../command.ts'

/** How the agents of a command are put together. Paths are absolute. */
export interface Setup {
  readonly model: string
  readonly agent: string
  /** Undefined unless given; what then serves as library is the command's to say. */
  readonly plans: string | undefined
  readonly corpus: string | undefined
  readonly allow: readonly string[]
  readonly limits: { readonly cycles?: number }
}

/** The options; `plans` says what --plans is for and what serves without it. */
export const setupOptions = (plans: string): readonly CommandOption[] => [
  {
    flags: '--model <spec>',
    about:
      'offline, openai:MODEL, record:FILE@MODEL or replay:FILE (default: INTEND_MODEL, else offline)',
  },
  { flags: '--agent <name>', about: 'which choice of phases (default: self-aware)' },
  { flags: '--plans <file>', about: plans },
  {
    flags: '--corpus <dir>',
    about: 'a folder of documents that web_search searches (bench: corpus beside the set, if any)',
  },
  { flags: '--allow <dir>', about: 'a folder that tools may read as well', repeated: true },
  { flags: '--max-cycles <number>', about: 'plans tried before giving up' },
]

/** Reads what the options say. Throws a CommandError for a folder that is none and a number that is none. */
export function setupOf(
  options: Readonly<Record<string, unknown>>,
  { folder, env }: Pick<Surroundings, 'folder' | 'env'>,
): Setup {
  const text = (name: string) => options[name] as string | undefined
  const path = (name: string) => {
    const given = text(name)
    return given === undefined ? undefined : resolve(folder, given)
  }
  const corpus = path('corpus')
  const cycles = positive('--max-cycles', text('maxCycles'))
  const allow = (options.allow ?? []) as readonly string[]
  return {
    model: text('model') || env.INTEND_MODEL || 'offline',
    agent: text('agent') ?? 'self-aware',
    plans: path('plans'),
    corpus: corpus === undefined ? undefined : existingFolder(corpus, '--corpus'),
    allow: allow.map(each => existingFolder(resolve(folder, each), '--allow')),
    limits: cycles === undefined ? {} : { cycles },
  }
}

/** The whole number from 1 to 1000 in `text`, which was given after `flag`. Throws a CommandError for another text. */
export function positive(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= 1000) return number
  throw usage(`${flag} takes a whole number from 1 to 1000, not "${text}"`)
}

/** `path`, when there is a file. Throws a CommandError that says where the name was written. */
export function existingFile(path: string, where: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw usage(`there is no file ${path}; check the name after ${where}`)
  if (!found.isFile()) throw usage(`${path} is not a file; name a file after ${where}`)
  return path
}

// --- internal ---

function existingFolder(path: string, flag: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw usage(`there is no folder ${path}; check the name after ${flag}`)
  // tools may be allowed a single file
  if (flag === '--allow' || found.isDirectory()) return path
  throw usage(`${path} is not a folder; name a folder after ${flag}`)
}
