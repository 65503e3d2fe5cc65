// Reads the folder of a question, a bench, a simulation or a trial. Nothing is ever written there: a bench may
// still be running.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { summaryFile } from '../bench/experiment.ts'
import { type Bench, benches, questionPath, resultsFile, resultsIn } from '../bench/folder.ts'
import { outcomeIn } from '../bench/question.ts'
import { judge } from '../bench/result.ts'
import { plansAtEndIn } from '../bench/summary.ts'
import { type CommandError, exit, usage } from '../cli/command.ts'
import { runs as askedRuns, findRunFolder, journalFile } from '../run/runs.ts'

export type BenchRead = ReturnType<typeof readBench>

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
export function readBench(name: string, folder: string) {
  const found = benches.find(name, folder)
  if (!found) throw notBench(name, resolve(folder, name))
  const { path, bench } = found
  // a last line that is not whole is still being written
  const all = resultsIn(resultsFile(found), 'remove the line', exit.usage)
  return {
    path,
    bench,
    /** One for each question that has been answered, in the order of the ends. */
    results: [...new Map(all.map(result => [result.id, result])).values()],
    /** False while questions are missing. */
    finished: existsSync(summaryFile(found)),
    /** Undefined as long as it is not finished. */
    plansAtEnd: plansAtEndIn(found),
  }
}

/**
 * Reads what `name` is: the folder of a simulation or a trial, or a bench or a question by its folder or
 * its name among those of `folder`. Throws a CommandError of one sentence when it is none of them, not
 * answered yet, or damaged.
 */
export function readRuns(name: string, folder: string): RunsRead {
  const path = resolve(folder, name)
  const group = groupIn(path)
  if (group) {
    const read = benchesIn(path, group, folder)
    if (read.length > 0) return pageOf(group.kind, path, read)
    throw usage(`${path} holds a ${group.kind} in which nothing has been answered yet`)
  }
  const bench = benches.find(name, folder)
  if (bench) return pageOf('bench', bench.path, [{ bench: readBench(name, folder) }])
  if (askedRuns.find(name, folder)) return readAsk(name, folder)
  throw usage(
    `there is nothing to report in ${name}; name the folder of a question, a session, a bench, a simulation or a trial`,
  )
}

/** Reads several benches as `readBench` does, for one page in `folder`. */
export function readBenches(names: readonly string[], folder: string): RunsRead {
  const read = [...new Set(names)].map(name => ({ name, bench: readBench(name, folder) }))
  return pageOf('bench', folder, read)
}

// --- internal ---

interface Named {
  /** As the person named it; that of its folder unless given. */
  readonly name?: string
  readonly bench: BenchRead
}

function pageOf(kind: RunsRead['kind'], path: string, read: readonly Named[]): RunsRead {
  const titles = read.map(({ bench }) => basename(bench.bench.set).replace(/\.jsonl?$/, ''))
  const runs = read.map(({ bench, name = basename(bench.path) }): RunRead => {
    const journalOf = (id: string) => journalFile({ path: questionPath(bench, id) })
    return { ...bench, name, asked: bench.bench, bench, journalOf }
  })
  return { kind, title: [...new Set(titles)].join(', '), path, runs }
}

/** A question that was asked by itself: nobody has said what is right. */
function readAsk(name: string, folder: string): RunsRead {
  const found = findRunFolder(name, folder)
  const { run, path } = found
  const { id, question, files, agent, model, begunAt } = run
  const outcome = outcomeIn(found)
  if (!outcome)
    throw usage(`${name} has no answer yet; wait for it, or: intend resume ${found.name}`)
  const results = [judge({ id, question, files, answer: '', unscored: true }, outcome)]
  const asked = { agent, model, begunAt, plansAtStart: 0 }
  const title = question.length <= 120 ? question : `${question.slice(0, 119)}…`
  const journalOf = () => journalFile(found)
  return { kind: 'ask', title, path, runs: [{ ...alone, name: id, asked, results, journalOf }] }
}

/** Of what is no bench. */
export const alone = { finished: true, plansAtEnd: undefined } as const

const groups = [
  { kind: 'simulation', below: 'rounds', one: 'round' },
  { kind: 'trial', below: 'arms', one: 'arm' },
] as const

const groupIn = (path: string) => groups.find(({ kind }) => existsSync(join(path, `${kind}.json`)))

/** The rounds or arms that have been begun, in that order. */
function benchesIn(path: string, { below }: (typeof groups)[number], folder: string) {
  const home = join(path, below)
  const names = existsSync(home) ? readdirSync(home) : []
  return names
    .filter(name => benches.isIn(join(home, name)))
    .map(name => ({ name, bench: readBench(join(home, name), folder) }))
    .sort(
      ({ name: a, bench: { bench: one } }, { name: b, bench: { bench: other } }) =>
        one.begunAt.localeCompare(other.begunAt) || a.localeCompare(b, 'en', { numeric: true }),
    )
}

function notBench(name: string, path: string): CommandError {
  const group = groupIn(path)
  if (group) {
    const { kind, below, one } = group
    const [first = { name: 'NAME' }] = benchesIn(path, group, path)
    const such = join(name, below, first.name)
    return usage(`${name} holds a ${kind}; name one ${one} of it, such as ${such}`)
  }
  const there = statSync(path, { throwIfNoEntry: false })?.isDirectory()
  const what = there ? `${name} holds no bench` : `there is no folder ${name}`
  return usage(`${what}; name one that intend bench has written`)
}
