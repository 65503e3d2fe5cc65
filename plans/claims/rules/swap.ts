// Two values of a step under each other's names: each name stands in the words quoted for the other, and
// in none of its own.
import { stemsOf } from '../../text/words.ts'
import type { Claim } from '../claim.ts'

/** The other of `claims` that `claim` stands in the place of, in one sentence. */
export function swapped(claim: Claim, claims: readonly Claim[]): string | undefined {
  const other = claims.find(
    each => each !== claim && isNamedBy(claim, each) && isNamedBy(each, claim),
  )
  return (
    other &&
    `${claim.name}: its quote speaks of ${other.name}, and that of ${other.name} speaks of it; exchange the two`
  )
}

/**
 * The doubt where only one of the two names is in the other's words: what `claim` is called stands beside
 * a value that is called otherwise and whose own name stands nowhere near.
 */
export function swapDoubt(claim: Claim, claims: readonly Claim[]): string | undefined {
  const halves = ([one, other]: readonly [Claim, Claim]) =>
    isNamedBy(one, other) && !namesIn(other, quotedBy(other), one)
  const other = claims.find(
    each => each !== claim && (halves([claim, each]) || halves([each, claim])),
  )
  return other && `${claim.name} and ${other.name} may stand in each other's place`
}

// --- internal ---

/** Whether the words quoted for `other` name `claim`, and its own do not. */
function isNamedBy({ name, ...claim }: Claim, other: Claim): boolean {
  const [own, its] = [quotedBy(claim), quotedBy(other)]
  if (own.size === 0 || its.size === 0) return false
  return namesIn({ name }, its, other) && !namesIn({ name }, own, other)
}

/** Whether `words` name `claim`, by what it does not share with the name of `other`. */
function namesIn(
  claim: Pick<Claim, 'name'>,
  words: ReadonlySet<string>,
  other: Pick<Claim, 'name'>,
) {
  const beside = stemsOf(other.name)
  const own = [...stemsOf(claim.name)].filter(word => !beside.has(word))
  return own.some(word => words.has(word))
}

function quotedBy({ evidence, furtherEvidence = [] }: Omit<Claim, 'name'>): ReadonlySet<string> {
  const quotes = [evidence, ...furtherEvidence].flatMap(each => each?.quote ?? [])
  return stemsOf(quotes.join('\n'))
}
