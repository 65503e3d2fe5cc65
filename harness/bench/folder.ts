// The folder of a bench: `bench.json` (what is needed to go on), `results.jsonl` (one line a question,
// only ever appended to), `questions/ID/` (each an agent run of its own) and, at the end, `summary.json`.

import { appendFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { dropTornLine, wholeLines } from '../../agent/runs/json-lines.ts'
import { fingerprint } from '../../plans/canonical.ts'
import { CommandError, type ExitCode, exit } from '../cli/command.ts'
import { Seeds } from '../library/seeds.ts'
import type { Question } from '../questions/question-set.ts'
import { foldersOf, type Held, replaceFile } from '../run/folders.ts'
import { Run, type RunFolder } from '../run/runs.ts'
import { Result } from './result.ts'

const Common = Run.omit({ question: true, files: true })

/** What a bench was asked to do: what the runs of its questions have in common, and which questions. */
export const Bench = Common.extend({
  /** Absolute path of the question set, or what the episodes of a world are. */
  set: z.string(),
  /** The world whose episodes are played, with the options that are its own. */
  world: z
    .object({
      name: z.string(),
      options: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    })
    .exactOptional(),
  /** What its library began with, where that is a copy. */
  seeds: Seeds.exactOptional(),
  /** Fingerprint of the questions chosen from it: results of another set are not mixed in. */
  questions: z.string(),
  level: z.string().exactOptional(),
  family: z.string().exactOptional(),
  /** Any text; the same one gives the same order, which no other question of the set has a part in. */
  shuffle: z.string().exactOptional(),
  /** How many of them, after shuffling. */
  limit: z.int().positive().exactOptional(),
  /** How often each is asked, one round after the other; once unless given. */
  epochs: z.int().positive().exactOptional(),
  /** Seconds a question may take before it counts as failed. */
  timeout: z.number().positive().exactOptional(),
  /** Questions at once, in all processes together. */
  parallel: z.int().positive(),
  /** Processes that share the questions; without it, they are all asked in one. */
  workers: z.int().positive().exactOptional(),
  plansAtStart: z.int(),
})
export type Bench = z.infer<typeof Bench>

export type BenchFolder = Held<'bench', Bench>

export const benches = foldersOf<'bench', Bench>({
  noun: 'bench',
  plural: 'benches',
  schema: Bench,
  begunIn: ({ folder }) => folder,
  kept: ['id', 'begunAt', 'version', 'plansAtStart', 'folder'],
  free: ['parallel', 'workers', 'budget'],
  differences: {
    questions: 'other questions',
    seeds: 'other plans, or another share of them',
    world: 'another world, or other options of it',
    shuffle: 'another order of the questions',
    epochs: 'another number of epochs',
    timeout: 'another time for a question',
  },
})

/**
 * The bench in the folder `path` that is a part of the experiment called `name`, a round or an arm, as
 * it is asked now; when it was begun stays.
 */
export function partOf(name: string, asked: Omit<Bench, 'begunAt'>, path: string): BenchFolder {
  const begunAt = benches.open(path)?.bench.begunAt ?? new Date().toISOString()
  return { ...benches.create({ ...asked, begunAt }, path), name }
}

export const resultsFile = ({ path }: Pick<BenchFolder, 'path'>) => join(path, 'results.jsonl')

export const questionPath = ({ path }: Pick<BenchFolder, 'path'>, id: string): string =>
  join(path, 'questions', folderNameOf(id))

export function questionFolder(folder: BenchFolder, { id, question, files }: Question): RunFolder {
  const { bench } = folder
  const path = questionPath(folder, id)
  return {
    run: {
      ...Common.parse(bench),
      id: `${bench.id}/${basename(path)}`,
      question,
      files: [...files],
    },
    path,
    name: id,
  }
}

/** The results so far. A last line that was cut off by a crash is removed: its question has none yet. */
export function readResults(folder: Pick<BenchFolder, 'path'>): readonly Result[] {
  const file = resultsFile(folder)
  dropTornLine(file)
  return resultsIn(file, 'remove the line, and its question runs again', exit.configuration)
}

/** The results in a file; the last line may still be written. Throws a CommandError with the way out for what is none. */
export function resultsIn(file: string, way: string, code: ExitCode): readonly Result[] {
  return wholeLines(file).map((line, index) => {
    try {
      return Result.parse(JSON.parse(line))
    } catch {
      throw new CommandError(`${file}, line ${index + 1} is not a result; ${way}`, code)
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
export function replaceResults(folder: BenchFolder, results: readonly Result[]): void {
  const lines = results.map(result => `${JSON.stringify(result)}\n`)
  replaceFile(resultsFile(folder), lines.join(''))
}

/** Forgets what came of the questions on which the model was not heard, so that they are asked again. */
export function forgetUnheard(folder: BenchFolder): void {
  const results = readResults(folder)
  const heard = results.filter(({ unheard }) => !unheard)
  if (heard.length === results.length) return
  for (const { id, unheard } of results)
    if (unheard) rmSync(questionPath(folder, id), { recursive: true, force: true })
  replaceResults(folder, heard)
}

// --- internal ---

/** An id that is no plain lower-case name is told from others by its fingerprint. */
function folderNameOf(id: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/.test(id)) return id
  const slug = id.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 40)
  return `${slug}~${fingerprint(id)}`
}
