// Two values of one step under each other's names: the places they were taken from say which is which.

import { read } from '../text/reading.ts'
import { placesOf, spansOf } from '../text/values.ts'
import type { Claim, Ground, Support } from './claim.ts'
import { type Asked, askedOf, fitOf } from './fitting.ts'

/** The claims that, exchanged with another of the step, would fit the places they were taken from strictly better. */
export function exchanged(
  claims: readonly Claim[],
  ground: Ground,
): ReadonlyMap<string, Extract<Support, { readonly fault: string }>> {
  const found = new Map<string, Extract<Support, { readonly fault: string }>>()
  const { step, beliefs } = ground
  if (!step || claims.length < 2 || claims.length > 30) return found
  const asked = new Map(claims.map(({ name }) => [name, askedOf(name, step, beliefs)]))
  const fits = (name: string, at: Claim) => fitOfClaim(at, asked.get(name)!, ground)
  for (const [i, one] of claims.entries())
    for (const other of claims.slice(i + 1)) {
      if (typeof one.value !== typeof other.value) continue
      const gains = [
        gain(fits(one.name, one), fits(one.name, other)),
        gain(fits(other.name, other), fits(other.name, one)),
      ]
      if (gains.some(each => each <= 0) || gains[0]! + gains[1]! <= margin) continue
      const why = `${one.name} and ${other.name} seem to be exchanged: the words around each value fit the other role better; look at both places again`
      found.set(one.name, { fault: 'unsupported_value', why })
      found.set(other.name, { fault: 'unsupported_value', why })
    }
  return found
}

// --- internal ---

/** How much better an exchange has to fit, so that chance does not decide. */
const margin = 0.4

const gain = (now: number | undefined, then: number | undefined) =>
  now === undefined || then === undefined ? 0 : then - now

function fitOfClaim({ value, evidence }: Claim, asked: Asked, ground: Ground): number | undefined {
  const call = evidence && ground.call(evidence.call)
  if (!call || typeof value === 'object' || typeof value === 'boolean') return undefined
  const reading = (ground.read ?? read)(call.content)
  const places =
    typeof value === 'number'
      ? placesOf(value, evidence.quote, reading)
      : reading.findWords(value, spansOf(evidence.quote, reading))
  if (places.length === 0) return undefined
  return Math.max(...places.slice(0, 20).map(place => fitOf(place, asked, reading)))
}
