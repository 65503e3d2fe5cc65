// How two typed inputs of one purpose differ, in words for a person whose replay found no reply.
import type { Json } from '../../../tools/tool.ts'

/** At how many places two values differ, and the first few of these places in words. */
interface Difference {
  readonly count: number
  readonly words: string
}

/** Compares what was recorded with what is asked, leaf by leaf. */
export function difference(recorded: Json, asked: Json): Difference {
  const before = leaves(recorded)
  const now = leaves(asked)
  const places = [...new Set([...before.keys(), ...now.keys()])].filter(
    place => before.get(place) !== now.get(place),
  )
  const shown = places
    .slice(0, 3)
    .map(
      place =>
        `${place || 'the whole'} was ${short(before.get(place))} and is ${short(now.get(place))}`,
    )
  const more = places.length > 3 ? ` and ${places.length - 3} more differences` : ''
  return { count: places.length, words: shown.join(', ') + more }
}

/** Dotted path to the JSON of every leaf; empty lists and objects are leaves. */
function leaves(value: Json, path = '', found = new Map<string, string>()): Map<string, string> {
  const entries = value !== null && typeof value === 'object' ? Object.entries(value) : []
  if (entries.length === 0 && value !== undefined) found.set(path, JSON.stringify(value))
  for (const [key, inner] of entries) leaves(inner, path ? `${path}.${key}` : key, found)
  return found
}

function short(leaf: string | undefined): string {
  if (leaf === undefined) return 'absent'
  return leaf.length > 80 ? `${leaf.slice(0, 80)}...` : leaf
}
