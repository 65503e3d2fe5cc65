// What all commands over question sets are asked: the set, which of its questions, how many at once,
// and how the agent is put together.
import { lstatSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { modelsIn } from '../../../agent/llm/models.ts'
import { fingerprint } from '../../../plans/canonical.ts'
import { given } from '../../../plans/given.ts'
import { refuseAddress } from '../../../plans/library/library.ts'
import type { Bench } from '../../bench/folder.ts'
import { suiteOf } from '../../bench/suite.ts'
import type { Suite } from '../../bench/work.ts'
import { newRunId } from '../../run/runs.ts'
import { arenaNamed, ownOptions } from '../../worlds/arenas.ts'
import { type CommandOptions, type Options, type Surroundings, usage, without } from '../command.ts'
import { version } from '../version.ts'
import { queueOption } from './jobs.ts'
import { amount, aShare, fromOneOn, numberOf, upToThousand } from './numbers.ts'
import { existingFile, setupOf } from './setup.ts'
import { showingOptions, watchOption } from './showing.ts'
import { setupOptions } from './spelled.ts'

/** The options of an experiment; `plans` says what --plans is for and what serves without it. */
export const experimentOptions = (noun: string, plans: string): CommandOptions => ({
  ...setupOptions(plans),
  '--parallel <number>': `questions at once (default: ${usualParallel})`,
  '--family <name>': 'only the questions of one family, or the problems of one domain',
  '--level <name>': 'only the questions of one level',
  '--shuffle <seed>': 'in an order that follows from any text',
  '--limit <number>':
    'only the first questions, after shuffling; of planning problems so many, evenly chosen',
  '--out <dir>': `folder for this ${noun}; when it holds this one already, what is missing is run`,
  ...queueOption,
  ...without(showingOptions, /^--events/),
  '--json': 'the summary as one line of JSON',
  ...watchOption,
})

/**
 * Reads what is asked about the question set, or the folder of planning problems, called `name`. Rejects with
 * a CommandError for what is not there.
 */
export async function experimentOf(name: string, options: Options, around: Surroundings) {
  const path = resolve(around.folder, name)
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const set = isFolder ? path : existingFile(path, 'the command')
  const usual = isFolder ? { agent: 'compiler' } : { corpus: beside(set, 'corpus') }
  return experimentOn({ set, ...usual, parallel: usualParallel }, options, around)
}

/** Reads what is asked about the world called `name`. Rejects with a CommandError for what is none. */
export async function experimentIn(name: string, options: Options, around: Surroundings) {
  const kind = arenaNamed(name)
  const own = ownOptions(kind, options)
  if (options.agent !== undefined && options.agent !== kind.agent)
    throw usage(`in the world ${name} it is the agent ${kind.agent} that acts; leave --agent out`)
  for (const one of ['model', 'temperature'])
    if (options[one] !== undefined && own[`${one}s`] !== undefined)
      throw usage(`--${one}s stands in place of --${one}; leave one of them out`)
  const seed = kind.seeded ? given({ seed: options.seed as string | undefined }) : {}
  const world = { name, options: { ...own, ...seed } }
  const set = [name, ...Object.values(world.options).flat()].join(' ')
  const seeds = seedsOf(options, around.folder)
  const [model] = own.models === undefined ? [options.model] : modelsIn(String(own.models))
  const { seed: _, ...others } = options
  const asked = { ...(kind.seeded ? others : options), model, plans: undefined }
  // one after the other: what is learned in one serves the next
  return experimentOn({ set, world, seeds, agent: kind.agent, parallel: 1 }, asked, around)
}

/**
 * The questions of what has been begun; names of files inside a model's name are meant from its folder
 * then. Throws a CommandError when the set has changed since.
 */
export async function sameQuestions(
  begun: Questioned,
  what: string,
  { env }: Pick<Surroundings, 'env'>,
): Promise<Suite> {
  process.chdir(begun.folder)
  const suite = await suiteOf(begun, { folder: begun.folder, env })
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

type Questioned = Choosing & Pick<Bench, 'folder' | 'set' | 'allow' | 'questions' | 'world'>

export type TextOf = (option: string) => string | undefined

type Choosing = Pick<Bench, 'level' | 'family' | 'shuffle' | 'limit' | 'epochs' | 'timeout'>

/** The folder `name` beside a set, which belongs to it: its documents, or plans that people wrote. */
export function beside(set: string, name: 'corpus' | 'plans'): string | undefined {
  const folder = join(dirname(set), name)
  // a link would lead to what is nobody's who made the set
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : undefined
}

// --- internal ---

const usualParallel = 4

/** What is asked about, and what serves where an option is left out. */
interface Subject extends Pick<Bench, 'set' | 'parallel'> {
  readonly world?: Bench['world']
  readonly seeds?: Bench['seeds'] | undefined
  readonly agent?: string
  readonly corpus?: string | undefined
}

/** The plans that a bench in a world begins with; none unless --plans names some. */
function seedsOf(options: Options, folder: string): Bench['seeds'] {
  const text: TextOf = option => options[option] as string | undefined
  const share = numberOf('--share', text('share'), aShare) ?? 1
  const named = text('plans')
  if (named === undefined) return undefined
  refuseAddress(named)
  const files = named.split(',').map(file => existingFile(resolve(folder, file), '--plans'))
  return { files, share, seed: Number(text('seed') ?? 0) }
}

/** What is asked, but for the questions themselves: those are told by `sameQuestions`. */
async function experimentOn(
  { set, world, seeds, ...usual }: Subject,
  options: Options,
  around: Surroundings,
) {
  const text: TextOf = option => options[option] as string | undefined
  const setup = await setupOf({ ...options, agent: options.agent ?? usual.agent }, around)
  const { plans, corpus = usual.corpus, allow, ...common } = setup
  const now = Date.now()
  const asked: Omit<Bench, 'plans' | 'questions' | 'plansAtStart'> = {
    format: 1,
    version: version(),
    id: newRunId(now),
    folder: around.folder,
    begunAt: new Date(now).toISOString(),
    ...given({ ...common, corpus, world, seeds }),
    allow: [...allow],
    set,
    ...choiceOf(text),
    parallel: numberOf('--parallel', text('parallel'), upToThousand) ?? usual.parallel,
  }
  return { asked, plans }
}

/** Only what was given, as a bench is told from another by it. Throws a CommandError for what is no such choice. */
function choiceOf(text: TextOf): Choosing {
  return given({
    level: text('level'),
    family: text('family'),
    shuffle: text('shuffle'),
    limit: numberOf('--limit', text('limit'), fromOneOn),
    epochs: numberOf('--epochs', text('epochs'), upToThousand),
    timeout: numberOf('--timeout', text('timeout'), amount('seconds')),
  })
}
