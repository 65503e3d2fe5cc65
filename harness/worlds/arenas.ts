// The worlds that a bench plays, by name.
import { meantBy } from '../../plans/text/nearest.ts'
import { type CommandOption, usage } from '../cli/command.ts'
import type { ArenaKind, ArenaOptions } from './arena.ts'
import { explorer } from './explorer/arena.ts'
import { laboratory } from './text/laboratory-arena.ts'
import { scienceworld } from './text/scienceworld-arena.ts'
import { story } from './text/story-arena.ts'

export const arenas: readonly ArenaKind[] = [explorer, laboratory, scienceworld, story]

/** The options of all worlds, each once. */
export const arenaOptions: readonly CommandOption[] = [
  ...new Map(arenas.flatMap(({ options }) => options).map(each => [each.flags, each])).values(),
]

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
export function ownOptions(
  { name, options: own }: ArenaKind,
  given: Readonly<Record<string, unknown>>,
): ArenaOptions {
  const keys = own.map(keyOf)
  const strange = arenaOptions.find(
    option => !keys.includes(keyOf(option)) && given[keyOf(option)] !== undefined,
  )
  if (strange)
    throw usage(`the world ${name} takes no ${strange.flags.split(' ')[0]}; leave it out`)
  return Object.fromEntries(
    keys.flatMap(key => (given[key] === undefined ? [] : [[key, given[key] as string]])),
  )
}

// --- internal ---

/** `--ask-score <command>` is found under `askScore`. */
const keyOf = ({ flags }: CommandOption) =>
  flags
    .replace(/^.*--([a-z-]+).*$/, '$1')
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
