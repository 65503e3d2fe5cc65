// The episodes of worlds of words: what all of them have in common.
import type { Event } from '../../../agent/event.ts'
import { pointsOf, sceneIn } from '../../../phases/scene.ts'
import type { Deed } from '../../../plans/rules/ways.ts'
import { usage } from '../../cli/command.ts'
import { fromOneOn, numberOf } from '../../cli/options/numbers.ts'
import type { Arena, ArenaOptions, Episode, Scored } from '../arena.ts'
import type { Stage } from './stage.ts'
import { entriesIn, textWorld } from './world.ts'

/** Which variations of a task are meant: those that rules and policies are made on, and those that show what they are worth. */
const splits = ['train', 'dev', 'test'] as const
export type Split = (typeof splits)[number]

/** The options of worlds that have tasks with variations. */
export const taskOptions = {
  '--task <name>': 'with --world: the task, or several as A,B',
  '--split <how>':
    'with --world: the variations of the task: train, dev or test (the default); else: grow plans on a part of this set and try them on the rest: a share of every family, such as 0.5, or family:NAME,NAME (--seed decides which questions)',
  '--prove <number>':
    'with --world and --split train: make rules of won episodes; one that is of use on so many dev variations, and lowers no score there, enters the library',
} as const

interface TaskWorld<Task extends string> {
  readonly tasks: () => readonly Task[] | Promise<readonly Task[]>
  readonly variations: (task: Task, split: Split) => readonly number[] | Promise<readonly number[]>
  readonly stage: (task: Task, variation: number) => Stage
}

/** The episodes that the options of such a world choose. Rejects with a CommandError for what is none. */
export async function taskArena<Task extends string>(
  { task, split, prove }: ArenaOptions,
  world: TaskWorld<Task>,
): Promise<Arena> {
  const part = splitOf(split)
  const proving = provingOf(prove, part)
  const families = tasksOf(task, await world.tasks())
  const episodesOn = async (of: Split, chosen = (all: readonly number[]) => all) => {
    const found = families.map(async family =>
      chosen(await world.variations(family, of)).map(variation => {
        const about = `${family}, variation ${variation}`
        const stage = () => world.stage(family, variation)
        return textEpisode({ id: `${family}-${variation}`, family, about }, stage)
      }),
    )
    return (await Promise.all(found)).flat()
  }
  return {
    episodes: await episodesOn(part),
    proving: await episodesOn('dev', proving),
    score: scoreOfScenes,
  }
}

/** The tasks that `--task` names. Throws a CommandError that lists those there are. */
function tasksOf<Task extends string>(named: unknown, known: readonly Task[]): readonly Task[] {
  if (typeof named !== 'string')
    throw usage(`name a task with --task; there are ${known.join(', ')}`)
  return named.split(',').map(name => {
    const task = known.find(each => each === name.trim())
    if (task === undefined)
      throw usage(`there is no task "${name.trim()}"; there are ${known.join(', ')}`)
    return task
  })
}

/** The split that `--split` names. Throws a CommandError for what is none. */
function splitOf(named: unknown): Split {
  const split = splits.find(each => each === (named ?? 'test'))
  if (split === undefined)
    throw usage(`--split takes train, dev or test in a world, not "${named}"`)
  return split
}

/**
 * Takes so many of the dev variations as `--prove` says, at even distances; none unless it was given. Throws a
 * CommandError for what is no number, and where what is played is not there to learn from.
 */
function provingOf(named: unknown, split: Split) {
  if (named !== undefined && split !== 'train')
    throw usage('rules are made of train variations and proved on dev: add --split train')
  const wanted = numberOf('--prove', named, fromOneOn) ?? 0
  return (variations: readonly number[]): readonly number[] => {
    const count = Math.min(wanted, variations.length)
    return variations.filter(
      (_, at) =>
        Math.floor(((at + 1) * count) / variations.length) >
        Math.floor((at * count) / variations.length),
    )
  }
}

export function textEpisode(
  episode: Pick<Episode, 'id' | 'family' | 'about'>,
  stageOf: () => Stage,
): Episode {
  return {
    ...episode,
    past: log => pastIn(entriesIn(log)),
    begin: async log => {
      const world = textWorld({ name: episode.id, stage: stageOf(), ...(log && { log }) })
      const goal = { kind: 'goal', text: await world.task(), source: 'world' } as const
      return { world, goal, leave: world.leave }
    },
  }
}

/** By the last scene that was seen. */
export function scoreOfScenes(events: readonly Event[]): Scored {
  const seen = events.findLast(
    event => event.type === 'perception-received' && sceneIn(event.perception) !== undefined,
  )
  const scene = seen?.type === 'perception-received' ? sceneIn(seen.perception) : undefined
  return { score: scene?.score ?? 0, won: scene?.won ?? false }
}

// --- internal ---

/** With the points among what was seen, as rules may consider them. */
function pastIn(entries: ReturnType<typeof entriesIn>) {
  const accepted = entries.filter(({ turn }) => turn.accepted)
  const deeds = accepted.slice(1).map(({ action, turn }, at): Deed => {
    const { score, sentences } = accepted[at]!.turn.scene
    return { action, seen: [pointsOf(score), ...sentences], reached: turn.scene.score }
  })
  return { task: accepted[0]?.turn.task ?? '', deeds }
}
