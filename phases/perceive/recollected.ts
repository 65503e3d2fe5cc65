// What a session has come to believe, as a prompt tells it: its length is bounded, however long the talk.
import type { NamedQuantity } from '../../plans/expressions/quantity.ts'
import { show } from '../../plans/show.ts'
import { bullets } from '../prompt-text.ts'

/** So many of the newest beliefs are told with their values, of which so many characters. */
const [newest, longest] = [24, 300]
/** A value as long as that is told once. */
const long = 60
/** So many of the others are told by their names. */
const named = 80

/**
 * The newest beliefs of a session, a line each, before them those that the person gave, where they are short, and the
 * names of the others: all stay believed, whole.
 */
export function recollected(
  session: readonly NamedQuantity[],
  given: ReadonlySet<string> = new Set(),
): string {
  const older = session.slice(0, -newest)
  const kept = older
    .filter(each => given.has(each.name) && show(each).length <= long)
    .slice(-newest)
  const told = [...kept, ...session.slice(-newest)]
  const others = older.filter(each => !kept.includes(each)).slice(-named)
  const lines = told.map((belief, at) => {
    const { name } = belief
    const text = show(belief)
    const same = text.length > long && told.slice(at + 1).findLast(newer => show(newer) === text)
    if (same) return `${name}: that of ${same.name}`
    return `${name} = ${text.length > longest ? `${text.slice(0, longest)} …` : text}`
  })
  const names = others.map(({ name }) => name)
  return bullets(names.length > 0 ? [`before that: ${names.join(', ')}`, ...lines] : lines)
}
