// What all commands over question sets are asked: the set, which of its questions, how many at once,
// and how the agent is put together.
import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fingerprint } from '../../../plans/canonical.ts'
import type { Bench } from '../../bench/folder.ts'
import type { Suite } from '../../bench/work.ts'
import { newRunId } from '../../run/runs.ts'
import { type CommandOption, type Surroundings, usage } from '../command.ts'
import { version } from '../version.ts'
import { amount, fromOneOn, numberOf, upToThousand } from './numbers.ts'
import { existingFile, type Setup, setupOf } from './setup.ts'

/** The options; `about` says what is kept in the folder that --out names. */
export const questionOptions = (about: string): readonly CommandOption[] => [
  { flags: '--parallel <number>', about: `questions at once (default: ${usualParallel})` },
  {
    flags: '--family <name>',
    about: 'only the questions of one family, or the problems of one domain',
  },
  { flags: '--level <name>', about: 'only the questions of one level' },
  { flags: '--shuffle <seed>', about: 'in an order that follows from any text' },
  {
    flags: '--limit <number>',
    about: 'only the first questions, after shuffling; of planning problems so many, evenly chosen',
  },
  {
    flags: '--out <dir>',
    about: `folder for this ${about}; when it holds this one already, what is missing is run`,
  },
]

/** What is asked, but for the questions themselves: those are told by `sameQuestions`. */
export interface Asked {
  readonly asked: Omit<Bench, 'plans' | 'questions' | 'plansAtStart'>
  readonly plans: Setup['plans']
  /** A sentence for the person about a model that nobody has named. */
  readonly notice?: string
}

/**
 * Reads what is asked about the question set, or the folder of planning problems, called `name`; `where`
 * is what a person has written it after. Rejects with a CommandError for what is not there.
 */
export async function experimentOf(
  name: string,
  where: string,
  options: Readonly<Record<string, unknown>>,
  around: Surroundings,
): Promise<Asked> {
  const { folder } = around
  const text: Given = option => options[option] as string | undefined
  const path = resolve(folder, name)
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const set = isFolder ? path : existingFile(path, where)
  const agent = options.agent ?? (isFolder ? 'compiler' : undefined)
  const { setup, ...notice } = await setupOf({ ...options, agent }, around)
  const { plans, corpus: wanted, allow, ...common } = setup
  const corpus = wanted ?? (isFolder ? undefined : beside(set, 'corpus'))
  const now = Date.now()
  const asked = {
    ...{ format: 1 as const, version: version(), id: newRunId(now), folder },
    begunAt: new Date(now).toISOString(),
    ...common,
    ...(corpus !== undefined && { corpus }),
    ...{ allow: [...allow], set, ...choiceOf(text) },
    parallel: numberOf('--parallel', text('parallel'), upToThousand) ?? usualParallel,
  }
  return { asked, plans, ...notice }
}

/**
 * The questions of what has been begun; names of files inside a model's name are meant from its folder
 * then. Throws a CommandError when the set has changed since.
 */
export async function sameQuestions(begun: Questioned, what: string): Promise<Suite> {
  const { openSuite } = await import('../../bench/suite.ts')
  process.chdir(begun.folder)
  const suite = openSuite(begun.set, begun.allow, begun)
  refuseChanged(begun, fingerprint(suite.questions), what)
  return suite
}

/** Throws a CommandError when `questions` is not the fingerprint that it had when this was begun. */
export function refuseChanged(begun: Questioned, questions: string, what: string): void {
  if (questions === begun.questions) return
  throw usage(
    `${begun.set} has changed since this ${what} was begun; put it back as it was, or begin another ${what === 'bench' ? what : 'one'}`,
  )
}

type Questioned = Choosing & Pick<Bench, 'folder' | 'set' | 'allow' | 'questions'>

/** Gives the text an option was given, if any. */
export type Given = (option: string) => string | undefined

/** Which questions, in which order, how often and for how long. */
type Choosing = Pick<Bench, 'level' | 'family' | 'shuffle' | 'limit' | 'epochs' | 'timeout'>

/** The folder `name` beside a set, which belongs to it: its documents, or plans that people wrote. */
export function beside(set: string, name: 'corpus' | 'plans'): string | undefined {
  const folder = join(dirname(set), name)
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : undefined
}

// --- internal ---

const usualParallel = 4

/** Only what was given, as a bench is told from another by it. Throws a CommandError for what is no such choice. */
function choiceOf(text: Given): Choosing {
  const [level, family, shuffle] = [text('level'), text('family'), text('shuffle')]
  const limit = numberOf('--limit', text('limit'), fromOneOn)
  const epochs = numberOf('--epochs', text('epochs'), upToThousand)
  const timeout = numberOf('--timeout', text('timeout'), amount('seconds'))
  return {
    ...(level !== undefined && { level }),
    ...(family !== undefined && { family }),
    ...(shuffle !== undefined && { shuffle }),
    ...(limit !== undefined && { limit }),
    ...(epochs !== undefined && { epochs }),
    ...(timeout !== undefined && { timeout }),
  }
}
