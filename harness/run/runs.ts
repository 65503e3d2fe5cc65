// The folder of a run: `run.json` (what is needed to resume it), `events.jsonl` (the journal) and, at
// the end, `trace.json`. One process at a time works in it.
import { randomBytes } from 'node:crypto'
import {
  constants,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { makeFolder, reasonOf } from '../../plans/writable.ts'
import { isInside } from '../../tools/files/links.ts'
import { type Environment, usage } from '../cli/command.ts'
import { isTable } from '../cli/stdin.ts'
import { foldersOf, type Held } from './folders.ts'

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
  corpus: z.string().exactOptional(),
  /** Hosts that pages may be read from although they are private. */
  allowHosts: z.array(z.string()).exactOptional(),
  /** MCP servers: names of the person's configuration, or as the command line spells them. */
  mcp: z.array(z.string()).exactOptional(),
  allow: z.array(z.string()),
  limits: z.object({
    cycles: z.int().positive().exactOptional(),
    minConfidence: z.number().min(0).max(1).exactOptional(),
  }),
  settings: Settings.exactOptional(),
  budget: Budget.exactOptional(),
  prompts: z.enum(['aware', 'plain', 'free']).exactOptional(),
  talk: z.enum(['one', 'separate']).exactOptional(),
  shell: z.enum(['simulated', 'host']).exactOptional(),
  /** Where what the answer has written is copied to. */
  save: z.string().exactOptional(),
  /** How plans that fit but for their wording are told: `lexical`, `model` or an address. */
  entailment: z.string().exactOptional(),
  /** What goes on with a task in a world when no rule is left. */
  fallback: z.string().exactOptional(),
})
export type Run = z.infer<typeof Run>

export type RunFolder = Held<'run', Run>

export const runs = foldersOf<'run', Run>({
  noun: 'run',
  last: 'trace.json',
  schema: Run,
  begunIn: ({ folder }) => folder,
  elsewhere: ({ folder, plans }) =>
    plans === join(folder, '.intend/plans.json')
      ? ', or name others with --out DIR and --plans FILE'
      : ', or name one with --out DIR',
})

export const journalFile = ({ path }: { readonly path: string }) => join(path, 'events.jsonl')
/** Where tools may write for the questions of the run. */
export const workspaceOf = ({ path }: RunFolder) => join(path, 'files')

/**
 * What tools have written into `workspace`, as a person in `folder` names it, in order: at most ten files, then
 * how many more there are.
 */
export function filesWritten(workspace: string, folder: string): readonly string[] {
  const files = madeBelow(workspace).map(name => join(workspace, name))
  const named = (path: string) => pathSeenFrom(folder, path)
  const more = files.length - mostNamed
  return [
    ...files.slice(0, mostNamed).map(named),
    ...(more > 0 ? [`and ${more} more in ${named(workspace)}`] : []),
  ]
}

/**
 * Copies what a question has made in `workspace` into the folder `to`, with its folders, and gives the paths. Nothing
 * is written over: a CommandError names those that are there already with other content, or that cannot be written.
 */
export function saveWritten(workspace: string, to: string): readonly string[] {
  const left: string[] = []
  const saved = madeBelow(workspace).flatMap(name => {
    const target = join(to, name)
    try {
      makeFolder(dirname(target))
      copyFileSync(join(workspace, name), target, constants.COPYFILE_EXCL)
      return [target]
    } catch (error) {
      const isThere = existsSync(target)
      if (isThere && isSameFile(join(workspace, name), target)) return [target]
      const why = isThere ? 'is there already' : `cannot be written (${reasonOf(error)})`
      left.push(`${target} ${why}; the new ${name} is ${join(workspace, name)}`)
      return []
    }
  })
  if (left.length > 0)
    throw usage([...left, ...(saved.length > 0 ? [`saved: ${saved.join(', ')}`] : [])].join('\n'))
  return saved
}

/** Whether two paths hold the same bytes. */
const isSameFile = (one: string, other: string): boolean =>
  statSync(other).isFile() && readFileSync(one).equals(readFileSync(other))

/** Paths of the files below a folder that a question has made: what it has unpacked of an archive or a mail is none. */
export const madeBelow = (folder: string): readonly string[] =>
  filesBelow(folder).filter(
    path => !/(?:^|\/)(?:unpacked|[^/]+\.(?:zip|eml|docx|pptx|xlsx|od[stp]))\//i.test(path),
  )

/** A path as a person in `folder` names it. */
export const pathSeenFrom = (folder: string, path: string) =>
  isInside(path, [folder]) ? relative(folder, path) : path

/** Paths of the files below a folder, in order; links are left out, as what they lead to is not in it. */
export function filesBelow(folder: string): readonly string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile())
    .map(each => relative(folder, join(each.parentPath, each.name)).replaceAll('\\', '/'))
    .sort()
}

export const traceFile = ({ path }: { readonly path: string }) => join(path, 'trace.json')

/** A name that sorts by time: `20261121T223012.123Z-1a2b3c`. */
export function newRunId(now: number): string {
  const time = new Date(now).toISOString().replace(/[-:]/g, '')
  return `${time}-${randomBytes(3).toString('hex')}`
}

/**
 * Makes the folder of a new run: `out`, or one named by the run's id. `piped` is kept in it as a file
 * that is attached. Throws a CommandError when it cannot be written, or when `out` holds a run already
 * or something that would be written over.
 */
export function createRunFolder(
  asked: Run,
  out: string | undefined,
  env: Environment,
  piped?: string,
): RunFolder {
  const path = runs.pathOf(asked.id, asked.folder, out)
  const there = runs.open(path)
  if (there)
    throw usage(
      `${path} holds a run already; go on with it by: intend resume ${there.name}, or choose another folder`,
    )
  if (piped === undefined) return runs.create(asked, path, env)
  const kept = join(path, `stdin.${endingOf(piped)}`)
  const run = { ...asked, files: [...asked.files, kept] }
  return runs.create(run, path, env, () => writeFileSync(kept, piped, { flag: 'wx' }))
}

/** Removes what `createRunFolder` made, for a run that never began. */
export function discardRunFolder(folder: RunFolder): void {
  const piped = folder.run.files.filter(file => dirname(file) === folder.path)
  for (const file of piped) rmSync(file, { force: true })
  for (const file of ['run.json', 'events.jsonl', 'owner.json', 'run.lock'])
    rmSync(join(folder.path, file), { force: true, recursive: true })
  if (readdirSync(folder.path).length === 0) rmdirSync(folder.path)
}

/**
 * The run called `name` (a folder, or its name among the runs of `folder`), or without a name the
 * latest that is not finished. Throws a CommandError that lists the latest runs when there is none.
 */
export function findRunFolder(name: string | undefined, folder: string): RunFolder {
  const run = runs.find(name ?? runs.unfinished(folder) ?? '', folder)
  if (run) return run
  const latest = runs
    .all(folder)
    .slice(0, 3)
    .map(path => basename(path))
    .join(', ')
  const way = latest
    ? `the latest runs are: ${latest}`
    : 'ask a question with: intend ask "QUESTION"'
  const wanted = name === undefined ? `unfinished run in ${folder}` : `run ${name}`
  throw usage(`there is no ${wanted}; ${way}`)
}

// --- internal ---

const mostNamed = 10

/** By what the text looks like, the ending that tools know such files by. */
function endingOf(text: string): 'csv' | 'tsv' | 'json' | 'txt' {
  if (/^\s*[[{]/.test(text)) return 'json'
  const [head = ''] = text.split('\n')
  return head.includes('\t') ? 'tsv' : isTable(text) ? 'csv' : 'txt'
}
