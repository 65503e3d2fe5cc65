// The folder of a bench: `bench.json` (what is needed to go on), `results.jsonl` (one line a question,
// only ever appended to), `questions/ID/` (each an agent run of its own) and, at the end, `summary.json`.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { BudgetLimits, Spent } from '../../agent/llm/provider.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import { spentIn } from '../../agent/runs/spent.ts'
import { canonical, fingerprint } from '../../plans/canonical.ts'
import { CommandError, exit, usage } from '../cli/command.ts'
import type { Question } from '../questions/question-set.ts'
import { nameOf, Run, type RunFolder, writeWhole } from '../run/runs.ts'
import { Result } from './result.ts'

/** What the runs of all questions have in common. */
const Common = Run.omit({ question: true, files: true })

/** What a bench was asked to do: what the runs of its questions have in common, and which questions. */
export const Bench = Common.extend({
  /** Absolute path of the question set. */
  set: z.string(),
  /** Fingerprint of the questions chosen from it: results of another set are not mixed in. */
  questions: z.string(),
  /** Which of them, in which order and how often: see `Choice`. */
  level: z.string().optional(),
  family: z.string().optional(),
  shuffle: z.string().optional(),
  limit: z.int().positive().optional(),
  epochs: z.int().positive().optional(),
  /** Seconds a question may take before it counts as failed. */
  timeout: z.number().positive().optional(),
  /** Questions at once, in all processes together. */
  parallel: z.int().positive(),
  /** Processes that share the questions; without it, they are all asked in one. */
  workers: z.int().positive().optional(),
  plansAtStart: z.int(),
})
export type Bench = z.infer<typeof Bench>

export interface BenchFolder {
  readonly bench: Bench
  /** Absolute path. */
  readonly path: string
  /** What to write after `intend resume`. */
  readonly name: string
}

/** The folder, below the one a command is given in, that holds the benches. */
export const benchesFolder = (folder: string) => join(folder, '.intend', 'benches')

export const resultsFile = ({ path }: Pick<BenchFolder, 'path'>) => join(path, 'results.jsonl')
export const summaryFile = ({ path }: Pick<BenchFolder, 'path'>) => join(path, 'summary.json')

/** The folder for a new bench named `id`: `out`, or one among the benches. */
export function benchPath(id: string, folder: string, out: string | undefined): string {
  return out === undefined ? join(benchesFolder(folder), id) : resolve(folder, out)
}

/** Makes the folder `path` of a new bench. Throws a CommandError when it cannot be written. */
export function createBenchFolder(bench: Bench, path: string): BenchFolder {
  try {
    mkdirSync(path, { recursive: true })
    writeWhole(join(path, 'bench.json'), bench)
  } catch (error) {
    throw new CommandError(
      `cannot write in ${path} (${(error as Error).message}); name another folder with --out DIR`,
      exit.configuration,
      { cause: error },
    )
  }
  return named(bench, path)
}

/** The bench in the folder `path`, or undefined when there is none. Throws a CommandError when it is damaged. */
export function openBenchFolder(path: string): BenchFolder | undefined {
  const file = join(path, 'bench.json')
  if (!existsSync(file)) return undefined
  try {
    return named(Bench.parse(JSON.parse(readFileSync(file, 'utf8'))), path)
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new CommandError(
      `${file} does not describe a bench (${why.replace(/\s+/g, ' ')}); begin another one`,
      exit.configuration,
    )
  }
}

/** The bench called `name`: a folder, or a name among the benches of `folder`. */
export function findBenchFolder(name: string, folder: string): BenchFolder | undefined {
  return (
    openBenchFolder(resolve(folder, name)) ?? openBenchFolder(join(benchesFolder(folder), name))
  )
}

/** The latest bench of `folder` that has no summary yet. */
export function unfinishedBench(folder: string): BenchFolder | undefined {
  const home = benchesFolder(folder)
  const latest = existsSync(home) ? readdirSync(home).sort().reverse() : []
  const open = latest.find(name => !existsSync(summaryFile({ path: join(home, name) })))
  return open === undefined ? undefined : openBenchFolder(join(home, open))
}

/** Throws a CommandError that says in what the bench differs from the one `asked` for. */
export function refuseAnother({ bench, path, name }: BenchFolder, asked: Bench): void {
  const own = [
    ...['id', 'begunAt', 'version', 'plansAtStart', 'folder'],
    ...['parallel', 'workers', 'budget'],
  ]
  const differs = (Object.keys({ ...bench, ...asked }) as (keyof Bench)[]).filter(
    key => !own.some(each => each === key) && canonical([bench[key]]) !== canonical([asked[key]]),
  )
  const [first] = differs
  if (first === undefined) return
  const what = first === 'questions' ? 'other questions' : `another ${labels[first] ?? first}`
  throw usage(
    `${path} holds a bench with ${what}; go on with that one by: intend resume ${name}, or name another folder with --out`,
  )
}

/** The bench with other ways to run it, which are kept: what is given as undefined is no longer so. */
export function goOnWith(
  folder: BenchFolder,
  ways: Partial<Pick<Bench, 'parallel'>> & {
    readonly workers?: number | undefined
    readonly budget: BudgetLimits | undefined
  },
): BenchFolder {
  const given = Object.entries({ ...folder.bench, ...ways })
  const bench = Bench.parse(Object.fromEntries(given.filter(([, value]) => value !== undefined)))
  writeWhole(join(folder.path, 'bench.json'), bench)
  return { ...folder, bench }
}

/** What all questions of the bench have used so far. */
export function spentInBench({ path }: Pick<BenchFolder, 'path'>): Spent {
  const home = join(path, 'questions')
  const names = existsSync(home) ? readdirSync(home) : []
  return spentIn(names.flatMap(name => readJournal(join(home, name, 'events.jsonl'))))
}

/** Where the question with this id is pursued, as the folder of a run. */
export function questionFolder(
  { bench, path }: BenchFolder,
  { id, question, files }: Question,
): RunFolder {
  const name = folderNameOf(id)
  return {
    run: { ...Common.parse(bench), id: `${bench.id}/${name}`, question, files: [...files] },
    path: join(path, 'questions', name),
    name: id,
  }
}

/** The results so far. A last line that was cut off by a crash is removed: its question has none yet. */
export function readResults(folder: Pick<BenchFolder, 'path'>): readonly Result[] {
  const file = resultsFile(folder)
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) truncateSync(file, Buffer.byteLength(whole))
  return whole
    .split('\n')
    .slice(0, -1)
    .map((line, index) => {
      try {
        return Result.parse(JSON.parse(line))
      } catch {
        throw new CommandError(
          `${file}, line ${index + 1} is not a result; remove the line, and its question runs again`,
          exit.configuration,
        )
      }
    })
}

/**
 * Adds the line of one question. A process that is killed afterwards does not lose it; what a machine
 * that fails may lose is made again from the question's trace or journal.
 */
export function appendResult(folder: Pick<BenchFolder, 'path'>, result: Result): void {
  appendFileSync(resultsFile(folder), `${JSON.stringify(result)}\n`)
}

/** Puts these results in place of all there are; a reader sees the old ones or the new ones. */
export function replaceResults(
  folder: Pick<BenchFolder, 'path'>,
  results: readonly Result[],
): void {
  const file = resultsFile(folder)
  const lines = results.map(result => `${JSON.stringify(result)}\n`)
  writeFileSync(`${file}.tmp`, lines.join(''), { flush: true })
  renameSync(`${file}.tmp`, file)
}

// --- internal ---

/** How a person calls what differs. */
const labels: Partial<Record<keyof Bench, string>> = {
  set: 'question set',
  plans: 'plan library',
  limits: 'number of cycles or least confidence',
  allow: 'list of allowed folders',
  settings: 'set of model settings',
  prompts: 'style of prompts',
  shuffle: 'order of the questions',
  epochs: 'number of epochs',
  timeout: 'time for a question',
}

const named = (bench: Bench, path: string): BenchFolder => ({
  bench,
  path,
  name: nameOf(path, bench.folder, benchesFolder(bench.folder)),
})

/** An id that is no plain lower-case name is told from others by its fingerprint. */
function folderNameOf(id: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/.test(id)) return id
  const slug = id.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 40)
  return `${slug}~${fingerprint(id)}`
}
