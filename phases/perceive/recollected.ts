// What a session has come to believe, as a prompt tells it: its length is bounded, however long the talk.
import type { NamedQuantity } from '../../plans/expressions/quantity.ts'
import { show } from '../../plans/show.ts'
import { bullets } from '../prompt-text.ts'

/** So many beliefs are told, the newest of them at a greater length than the others. */
const [most, newest] = [80, 24]
const [few, more] = [60, 300]

/**
 * The newest beliefs of a session, a line each: those of questions long ago cut, and a long value that a newer
 * one has too as the name of that. All of them stay believed, whole.
 */
export function recollected(session: readonly NamedQuantity[]): string {
  const told = session.slice(-most)
  return bullets(
    told.map((belief, at) => {
      const { name } = belief
      const text = show(belief)
      if (text.length <= few) return `${name} = ${text}`
      const same = told.slice(at + 1).findLast(newer => show(newer) === text)
      if (same) return `${name}: that of ${same.name}`
      const room = at < told.length - newest ? few : more
      return `${name} = ${text.length > room ? `${text.slice(0, room)} …` : text}`
    }),
  )
}
