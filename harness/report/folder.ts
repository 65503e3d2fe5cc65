// What is read of the folder of a run: of a question, a bench, a simulation or a trial. Nothing is ever
// written there: a bench may still be running.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { summaryFile } from '../bench/experiment.ts'
import { type Bench, benches, questionPath, resultsFile, resultsIn } from '../bench/folder.ts'
import { outcomeIn } from '../bench/question.ts'
import { judge, type Result } from '../bench/result.ts'
import { plansAtEndIn } from '../bench/summary.ts'
import { type CommandError, exit, usage } from '../cli/command.ts'
import { runs as askedRuns, findRunFolder, journalFile } from '../run/runs.ts'

/** A bench as it stands in its folder. */
export interface BenchRead {
  /** Absolute path of its folder. */
  readonly path: string
  readonly bench: Bench
  /** One for each question that has been answered, in the order of the ends. */
  readonly results: readonly Result[]
  /** False while questions are missing. */
  readonly finished: boolean
  /** Undefined as long as it is not finished. */
  readonly plansAtEnd: number | undefined
}

/** What is shown of a run: of a bench, or of one question. */
export interface RunRead extends Pick<BenchRead, 'results' | 'finished' | 'plansAtEnd'> {
  /** The round's number, the arm's name, that of its folder, or as the person named it among others. */
  readonly name: string
  readonly asked: Pick<Bench, 'agent' | 'model' | 'begunAt' | 'plansAtStart'>
  /** Absolute path of the journal of a question. */
  readonly journalOf: (id: string) => string
  /** The bench, for comparing; absent for a question. */
  readonly bench?: BenchRead
}

/** What one page is of: one question, one session, benches, the rounds of a simulation or the arms of a trial. */
export interface RunsRead {
  readonly kind: 'ask' | 'session' | 'bench' | 'simulation' | 'trial'
  /** What was asked: the question, or the name of the set, or of each where benches have several. */
  readonly title: string
  /** Absolute path of the folder that the page belongs into. */
  readonly path: string
  /** In the order of the rounds or arms, or as they were named. */
  readonly runs: readonly RunRead[]
}

/**
 * Reads the bench called `name`: a folder, or a name among the benches of `folder`. Throws a
 * CommandError of one sentence when there is none, or when it is damaged.
 */
export function readBench(name: string, folder: string): BenchRead {
  const found = benches.find(name, folder)
  if (!found) throw notBench(name, resolve(folder, name))
  const { path, bench } = found
  const finished = existsSync(summaryFile(found))
  return { path, bench, results: readResults(path), finished, plansAtEnd: plansAtEndIn(found) }
}

/**
 * Reads what `name` is: the folder of a simulation or a trial, or a bench or a question by its folder or
 * its name among those of `folder`. Throws a CommandError of one sentence when it is none of them, not
 * answered yet, or damaged.
 */
export function readRuns(name: string, folder: string): RunsRead {
  const path = resolve(folder, name)
  const group = groups.find(({ file }) => existsSync(join(path, file)))
  if (!group && !benches.find(name, folder) && askedRuns.find(name, folder))
    return readAsk(name, folder)
  if (!group && !benches.find(name, folder))
    throw usage(
      `there is nothing to report in ${name}; name the folder of a question, a session, a bench, a simulation or a trial`,
    )
  const names = group ? benchesIn(path, group) : [name]
  const below = (each: string) => (group ? join(path, group.below, each) : each)
  const read = names.map(each => readBench(below(each), folder))
  const [first] = read
  if (!first) throw usage(`${path} holds a ${group?.kind} in which nothing has been answered yet`)
  return {
    kind: group?.kind ?? 'bench',
    title: titleOf(first),
    path: group ? path : first.path,
    runs: read.map(each => runOf(each)),
  }
}

/** Reads several benches as `readBench` does, for one page in `folder`. */
export function readBenches(names: readonly string[], folder: string): RunsRead {
  const read = [...new Set(names)].map(name => ({ name, bench: readBench(name, folder) }))
  const titles = new Set(read.map(({ bench }) => titleOf(bench)))
  return {
    kind: 'bench',
    title: [...titles].join(', '),
    path: folder,
    runs: read.map(({ name, bench }) => runOf(bench, name)),
  }
}

// --- internal ---

const titleOf = ({ bench }: BenchRead) => basename(bench.set).replace(/\.jsonl?$/, '')

function runOf(read: BenchRead, name = basename(read.path)): RunRead {
  const { bench, results, finished, plansAtEnd } = read
  return {
    name,
    asked: bench,
    results,
    finished,
    plansAtEnd,
    bench: read,
    journalOf: id => journalFile({ path: questionPath(read, id) }),
  }
}

/** A question that was asked by itself: nobody has said what is right. */
function readAsk(name: string, folder: string): RunsRead {
  const found = findRunFolder(name, folder)
  const { run, path } = found
  const { id, question, files } = run
  const outcome = outcomeIn(found)
  if (!outcome)
    throw usage(`${name} has no answer yet; wait for it, or: intend resume ${found.name}`)
  const result = judge({ id, question, files, answer: '', unscored: true }, outcome)
  const asked = { agent: run.agent, model: run.model, begunAt: run.begunAt, plansAtStart: 0 }
  const one = { name: id, asked, results: [result], finished: true, plansAtEnd: undefined }
  const title = question.length <= 120 ? question : `${question.slice(0, 119)}…`
  return { kind: 'ask', title, path, runs: [{ ...one, journalOf: () => journalFile(found) }] }
}

const groups = [
  { kind: 'simulation', file: 'simulation.json', below: 'rounds', one: 'round' },
  { kind: 'trial', file: 'trial.json', below: 'arms', one: 'arm' },
] as const

type Group = (typeof groups)[number]

/** Names of the benches, the arms in the order in which the trial names them. */
function benchesIn(path: string, { file, below }: Group): readonly string[] {
  const home = join(path, below)
  if (!existsSync(home)) return []
  const arms = Arms.safeParse(readJson(join(path, file))).data?.arms.map(({ name }) => name) ?? []
  const place = (name: string) => (arms.indexOf(name) + arms.length + 1) % (arms.length + 1)
  return readdirSync(home)
    .filter(name => existsSync(join(home, name, 'bench.json')))
    .sort((a, b) => place(a) - place(b) || a.localeCompare(b, 'en', { numeric: true }))
}

const Arms = z.object({ arms: z.array(z.object({ name: z.string() })) })

/** What is no JSON counts as nothing: it decides of an order and of a number in a chart only. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function notBench(name: string, path: string): CommandError {
  const group = groups.find(({ file }) => existsSync(join(path, file)))
  if (group) {
    const [first = 'NAME'] = benchesIn(path, group)
    return usage(
      `${name} holds a ${group.kind}; name one ${group.one} of it, such as ${join(name, group.below, first)}`,
    )
  }
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return usage(`there is no folder ${name}; name one that intend bench has written`)
  return usage(`${name} holds no bench; name a folder that intend bench has written`)
}

/** A last line that is not whole is still being written. */
function readResults(path: string): readonly Result[] {
  const results = resultsIn(resultsFile({ path }), 'remove the line', exit.usage)
  return [...new Map(results.map(result => [result.id, result])).values()]
}
