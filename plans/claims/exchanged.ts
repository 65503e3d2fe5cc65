// Two values of one step under each other's names: the places they were taken from say which is which.
import type { Claim, Ground, Support } from '../support.ts'
import { askedOf, fitOf } from './fitting.ts'
import { read } from './reading.ts'
import { placesOf, spansOf } from './values.ts'

/** The fault when two of the claims, exchanged, would fit the places they were taken from strictly better. */
export function exchanged(
  claims: readonly Claim[],
  ground: Ground,
): Extract<Support, { readonly fault: string }> | undefined {
  const { step, beliefs } = ground
  if (!step || claims.length < 2) return undefined
  const asked = new Map(claims.map(({ name }) => [name, askedOf(name, step, beliefs)]))
  for (const [i, one] of claims.entries())
    for (const other of claims.slice(i + 1)) {
      if (typeof one.value !== typeof other.value) continue
      const fits = (name: string, at: Claim) => fitOfClaim(at, asked.get(name)!, ground)
      const now = [fits(one.name, one), fits(other.name, other)] as const
      const then = [fits(one.name, other), fits(other.name, one)] as const
      if ([...now, ...then].some(score => score === undefined)) continue
      const better = then[0]! > now[0]! && then[1]! > now[1]!
      if (better && then[0]! + then[1]! > now[0]! + now[1]! + 0.4)
        return {
          fault: 'unsupported_value',
          why: `${one.name} and ${other.name} seem to be exchanged: the words around each value fit the other role better; look at both places again`,
        }
    }
  return undefined
}

// --- internal ---

function fitOfClaim(
  claim: Claim,
  asked: ReadonlyMap<string, number>,
  ground: Ground,
): number | undefined {
  const { value, evidence } = claim
  const call = evidence && ground.call(evidence.call)
  if (!call || Array.isArray(value) || typeof value === 'boolean') return undefined
  const reading = (ground.read ?? read)(call.content)
  const spans = spansOf(evidence.quote, reading)
  const places =
    typeof value === 'number'
      ? placesOf(value, evidence.quote, reading)
      : reading.findWords(value as string, spans)
  return places.length === 0
    ? undefined
    : Math.max(...places.slice(0, 20).map(place => fitOf(place, asked, reading)))
}
