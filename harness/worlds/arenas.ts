// The worlds that a bench plays, by name.
import { meantBy } from '../../plans/text/nearest.ts'
import { type CommandOptions, keyOf, type Options, usage } from '../cli/command.ts'
import type { ArenaKind, ArenaOptions } from './arena.ts'
import { explorer } from './explorer/arena.ts'
import { laboratory } from './text/laboratory.ts'
import { scienceworld } from './text/scienceworld-arena.ts'
import { story } from './text/story.ts'

export const arenas: readonly ArenaKind[] = [explorer, laboratory, scienceworld, story]

/** The options of all worlds, each once. */
export const arenaOptions: CommandOptions = Object.assign(
  {},
  ...arenas.map(({ options }) => options),
)

/** The world called `name`. Throws a CommandError that lists those there are. */
export function arenaNamed(name: string): ArenaKind {
  const found = arenas.find(kind => kind.name === name)
  if (found) return found
  const known = arenas.map(kind => kind.name)
  const way = meantBy(name, known, `known are ${known.join(', ')}`)
  throw usage(`there is no world "${name}" to play; ${way}`)
}

/**
 * Of the options of a command, those that are this world's. Throws a CommandError for one that belongs to
 * another world.
 */
export function ownOptions({ name, options: own }: ArenaKind, given: Options): ArenaOptions {
  const keys = Object.keys(own).map(keyOf)
  const strange = Object.keys(arenaOptions).find(
    flags => !keys.includes(keyOf(flags)) && given[keyOf(flags)] !== undefined,
  )
  if (strange) throw usage(`the world ${name} takes no ${strange.split(' ')[0]}; leave it out`)
  return Object.fromEntries(
    keys.flatMap(key => (given[key] === undefined ? [] : [[key, given[key] as string]])),
  )
}
