// The folder of a run: `run.json` (what is needed to resume it), `events.jsonl` (the journal) and, at
// the end, `trace.json`. One process at a time works in it.
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import type { BudgetLimits } from '../../agent/llm/provider.ts'
import { makeFolder, reasonOf } from '../../plans/writable.ts'
import { CommandError, exit, usage } from '../cli/command.ts'
import { isTable } from '../cli/stdin.ts'

/** What models may use together; see `BudgetLimits`. */
const Budget = z.object({
  tokens: z.number().positive().exactOptional(),
  cost: z.number().positive().exactOptional(),
  seconds: z.number().positive().exactOptional(),
})

/** How the model is asked; see `ModelSettings`. */
const Settings = z.object({
  sampling: z
    .object({
      temperature: z.number().exactOptional(),
      topP: z.number().exactOptional(),
      seed: z.int().exactOptional(),
      effort: z.enum(['low', 'medium', 'high']).exactOptional(),
    })
    .exactOptional(),
  contextTokens: z.int().positive().exactOptional(),
  prices: z.string().exactOptional(),
})

/** What a run was asked to do. Paths are absolute; nothing in it is secret. */
export const Run = z.object({
  format: z.literal(1),
  /** The version of intend that began it. */
  version: z.string(),
  /** Names the run in the library's statistics; also its folder, unless --out named another. */
  id: z.string(),
  begunAt: z.iso.datetime(),
  /** The folder it was begun in: file names inside a model's name are looked up there. */
  folder: z.string(),
  question: z.string(),
  files: z.array(z.string()),
  model: z.string(),
  agent: z.string(),
  plans: z.string(),
  /** A file that keeps what questions establish. */
  memory: z.string().exactOptional(),
  /** A folder of documents to search. */
  corpus: z.string().optional(),
  /** Hosts that pages may be read from although they are private. */
  allowHosts: z.array(z.string()).optional(),
  allow: z.array(z.string()),
  limits: z.object({
    cycles: z.int().positive().optional(),
    minConfidence: z.number().min(0).max(1).optional(),
  }),
  settings: Settings.exactOptional(),
  budget: Budget.exactOptional(),
  prompts: z.enum(['aware', 'plain', 'free']).exactOptional(),
  talk: z.enum(['one', 'separate']).exactOptional(),
  /** How plans that fit but for their wording are told: `lexical`, `model` or an address. */
  entailment: z.string().exactOptional(),
})
export type Run = z.infer<typeof Run>

export interface RunFolder {
  readonly run: Run
  /** Absolute path. */
  readonly path: string
  /** What to write after `intend resume`. */
  readonly name: string
}

export const journalFile = ({ path }: RunFolder) => join(path, 'events.jsonl')
/** The folder, below the one a command is given in, that keeps results of searches. */
export const searchCacheOf = (folder: string) => join(folder, '.intend', 'cache', 'search')
/** Where tools may write for the questions of the run. */
export const workspaceOf = ({ path }: RunFolder) => join(path, 'files')
export const traceFile = ({ path }: RunFolder) => join(path, 'trace.json')

/** The folder, below the one a command is given in, that holds the runs. */
export const runsFolder = (folder: string) => join(folder, '.intend', 'runs')

/** A name that sorts by time: `20261121T223012.123Z-1a2b3c`. */
export function newRunId(now: number): string {
  const time = new Date(now).toISOString().replace(/[-:]/g, '')
  return `${time}-${randomBytes(3).toString('hex')}`
}

/**
 * Makes the folder of a new run: `out`, or one named by the run's id. `piped` is kept in it as a file
 * that is attached. Throws a CommandError when it
 * cannot be written, or when `out` holds a run already.
 */
export function createRunFolder(asked: Run, out: string | undefined, piped?: string): RunFolder {
  const { id, folder } = asked
  const path = out === undefined ? join(runsFolder(folder), id) : resolve(folder, out)
  const name = nameOf(path, folder)
  const kept = piped === undefined ? undefined : join(path, `stdin.${endingOf(piped)}`)
  const run = kept === undefined ? asked : { ...asked, files: [...asked.files, kept] }
  if (existsSync(join(path, 'run.json')))
    throw usage(
      `${path} holds a run already; go on with it by: intend resume ${name}, or choose another folder`,
    )
  try {
    makeFolder(path)
    if (kept !== undefined) writeFileSync(kept, piped!)
    writeWhole(join(path, 'run.json'), run)
  } catch (error) {
    throw new CommandError(
      `cannot write in ${path} (${reasonOf(error)}); work in a folder you may write in, or name one with --out DIR`,
      exit.configuration,
      { cause: error },
    )
  }
  return { run, path, name }
}

/** The run with these limits from now on, those not named as they were. */
export function rebudgeted(folder: RunFolder, budget: BudgetLimits | undefined): RunFolder {
  if (!budget) return folder
  const run = { ...folder.run, budget: { ...folder.run.budget, ...budget } }
  writeWhole(join(folder.path, 'run.json'), run)
  return { ...folder, run }
}

/** Removes what `createRunFolder` made, for a run that never began. */
export function discardRunFolder(folder: RunFolder): void {
  const piped = folder.run.files.filter(file => dirname(file) === folder.path)
  for (const file of piped) rmSync(file, { force: true })
  for (const file of ['run.json', 'events.jsonl', 'owner.json', 'run.lock'])
    rmSync(join(folder.path, file), { force: true, recursive: true })
  if (readdirSync(folder.path).length === 0) rmdirSync(folder.path)
}

/** Whether there is a run called `name`: a folder, or a name among the runs of `folder`. */
export function hasRun(name: string, folder: string): boolean {
  return name !== '' && placesOf(name, folder).some(place => existsSync(join(place, 'run.json')))
}

/**
 * The run called `name` (a folder, or its name among the runs of `folder`), or without a name the
 * latest that is not finished. Throws a CommandError that lists the latest runs when there is none.
 */
export function findRunFolder(name: string | undefined, folder: string): RunFolder {
  if (name === undefined) {
    const latest = unfinishedRun(folder)
    if (latest !== undefined) return openRunFolder(latest, folder)
    throw usage(`there is no unfinished run in ${runsFolder(folder)}; ${latestOf(folder)}`)
  }
  if (!hasRun(name, folder)) throw usage(`there is no run ${name}; ${latestOf(folder)}`)
  const path = placesOf(name, folder).find(place => existsSync(join(place, 'run.json')))
  return openRunFolder(path!, folder)
}

/** The folder of the latest run that is not finished. */
export function unfinishedRun(folder: string): string | undefined {
  return runsIn(folder).find(path => !existsSync(join(path, 'trace.json')))
}

/** Writes JSON so that a reader sees the old file or the new one, never a part. */
export function writeWhole(file: string, value: unknown): void {
  const temporary = `${file}.tmp`
  writeFileSync(temporary, `${JSON.stringify(value, undefined, 2)}\n`, { flush: true })
  renameSync(temporary, file)
}

/**
 * Makes this process the only one that works in the run's folder, for as long as it lives; takes over
 * from one that has died. `onLost` is called should another process take over from this one. Rejects
 * with a CommandError when another process is at work there.
 */
export async function lockRun(
  folder: Pick<RunFolder, 'path' | 'name'>,
  onLost: (error: CommandError) => void,
): Promise<() => Promise<void>> {
  const { lock } = await import('proper-lockfile')
  const file = (name: string) => join(folder.path, name)
  const busy = () =>
    new CommandError(
      `another process is at work on the run ${folder.name}; wait for its end, then: intend resume ${folder.name}`,
      exit.configuration,
    )
  const taking = (name: string, retries: number) =>
    lock(file(name), {
      realpath: false,
      stale: staleMs,
      update: 1_000,
      retries: { retries, factor: 1, minTimeout: 200, maxTimeout: 200 },
      onCompromised: () => onLost(busy()),
    }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ELOCKED' ? busy() : error
    })
  const openGate = await taking('gate', 20) // one at a time finds out who is dead
  try {
    if (isDead(file('owner.json'))) rmSync(file('run.lock'), { recursive: true, force: true })
    const release = await taking('run', 0)
    writeWhole(file('owner.json'), { pid: process.pid, host: hostname() })
    return async () => {
      rmSync(file('owner.json'), { force: true })
      await release().catch(() => undefined) // lost before: then it is not ours to release
    }
  } finally {
    await openGate().catch(() => undefined)
  }
}

// --- internal ---

const placesOf = (name: string, folder: string) => [
  resolve(folder, name),
  join(runsFolder(folder), name),
]

/** By what the text looks like, the ending that tools know such files by. */
function endingOf(text: string): 'csv' | 'tsv' | 'json' | 'txt' {
  if (/^\s*[[{]/.test(text)) return 'json'
  const [head = ''] = text.split('\n')
  return head.includes('\t') ? 'tsv' : isTable(text) ? 'csv' : 'txt'
}

/** After this long without a sign of life a lock may be taken over, whoever holds it. */
const staleMs = 3_000

/** Whether the process named in `file` ran on this machine and no longer does. */
function isDead(file: string): boolean {
  try {
    const { pid, host } = Owner.parse(JSON.parse(readFileSync(file, 'utf8')))
    if (host !== hostname()) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const Owner = z.object({ pid: z.int(), host: z.string() })

function openRunFolder(path: string, folder: string): RunFolder {
  const file = join(path, 'run.json')
  const fault = (why: string) =>
    new CommandError(
      `${file} does not describe a run (${why}); ask the question again`,
      exit.configuration,
    )
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw fault((error as Error).message)
  }
  const parsed = Run.safeParse(json)
  if (parsed.success) return { run: parsed.data, path, name: nameOf(path, folder) }
  const { path: at = [], message = '' } = parsed.error.issues[0] ?? {}
  throw fault(`${at.join('.')}: ${message}`)
}

/** What to write for the folder `path` of a run among those in `home`. */
export function nameOf(path: string, folder: string, home = runsFolder(folder)): string {
  if (resolve(path, '..') === home) return basename(path)
  const way = relative(folder, path)
  return way.startsWith('..') || isAbsolute(way) ? path : `.${sep}${way}`
}

/** Folders of the runs, the latest first. */
function runsIn(folder: string): readonly string[] {
  const home = runsFolder(folder)
  if (!existsSync(home)) return []
  const names = readdirSync(home).filter(name => existsSync(join(home, name, 'run.json')))
  return names
    .sort()
    .reverse()
    .map(name => join(home, name))
}

function latestOf(folder: string): string {
  const names = runsIn(folder)
    .slice(0, 3)
    .map(path => basename(path))
  return names.length > 0
    ? `the latest runs are: ${names.join(', ')}`
    : 'ask a question with: intend ask "QUESTION"'
}
