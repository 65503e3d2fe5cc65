// The known name closest to one that is not known, for messages that show the way out.
import { distance as edits } from 'fastest-levenshtein'

/** The closest of `known` to `name`, or `undefined` when none is close. Words in common count most. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  const wanted = name.slice(0, 100).toLowerCase()
  const words = new Set(wanted.split('_'))
  for (const candidate of known) {
    const lower = candidate.slice(0, 100).toLowerCase()
    const shared = lower.split('_').some(word => word.length > 2 && words.has(word))
    const distance = slips(wanted, lower) / Math.max(wanted.length, lower.length, 1)
    const score = shared ? distance / 2 : distance
    if (score < least) [best, least] = [candidate, score]
  }
  return least <= 0.5 ? best : undefined
}

/** Letters to change; two neighbours in each other's place are one slip. */
function slips(a: string, b: string): number {
  const at = [...a].findIndex((letter, n) => letter !== b[n])
  const swapped = `${a.slice(0, at)}${a[at + 1]}${a[at]}${a.slice(at + 2)}`
  return at >= 0 && swapped === b ? 1 : edits(a, b)
}

/** `did you mean NAME?` of the closest known name, or else what is said `otherwise`. */
export function meantBy(name: string, known: Iterable<string>, otherwise: string): string {
  const meant = nearest(name, known)
  return meant === undefined ? otherwise : `did you mean ${meant}?`
}
