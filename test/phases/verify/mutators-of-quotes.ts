// Claims whose backing went wrong: a second quote made up, a passage that does not imply the value, an
// operand made up, another column of the right row, a unit that nothing gives.
import type { StoredCall } from '../../../agent/state.ts'
import { evaluate } from '../../../plans/expressions/expression.ts'
import { callOf, claiming, type Mutant, type Mutator, same } from './mutant.ts'
import { kindOf, numbersOf, plain } from './parts.ts'
import type { Right } from './rights.ts'

export const quotes: Readonly<Record<string, Mutator>> = {
  'made-up second quote': madeUpSecond,
  'does not imply': doesNotImply,
  'made-up operand': madeUpOperand,
  'neighbouring column': neighbouringColumn,
  'unit invented': unitInvented,
}

// --- internal ---

function madeUpSecond(right: Right): Mutant | undefined {
  const { belief } = right
  const { evidence } = belief
  if (evidence?.quote === undefined || callOf(right)?.computes) return undefined
  const quote = `that is, the ${belief.name.replaceAll('_', ' ')} of which it speaks`
  const furtherEvidence = [{ call: evidence.call, quote }]
  const how = 'a second quote that stands nowhere'
  return { ...right, ...withClaim(right, { ...belief, furtherEvidence }), how }
}

/** Another value, said to follow from a line of the result that says something else. */
function doesNotImply(right: Right): Mutant | undefined {
  const { belief, seen } = right
  const call = callOf(right)
  if (!call || call.computes || Array.isArray(belief.value)) return undefined
  const other = Object.values(seen.beliefs).find(
    each => kindOf(each.value) === kindOf(belief.value) && !same(each, belief),
  )
  const quote = call.content
    .split(/\n|(?<=[.!?])\s/)
    .map(line => line.trim())
    .find(line => line.length > 20 && !plain(line).includes(plain(String(belief.value))))
  if (!other || quote === undefined) return undefined
  const evidence = { call: call.id, quote }
  return claiming(right, { ...belief, value: other.value, implied: true, evidence }, quote)
}

/** The call, or the derivation, with a number in it that nothing gave, and the result of that. */
function madeUpOperand(right: Right): Mutant | undefined {
  const { belief, seen } = right
  const call = callOf(right)
  const input = call?.input as { readonly expression?: string } | undefined
  const expression = belief.derivation ?? (call?.computes ? input?.expression : undefined)
  const wanted = ({ value }: { readonly value: number }) => !Number.isInteger(value) || value > 12
  const place = numbersOf(expression ?? '').find(wanted)
  const name = belief.derivation && right.step.reads.find(read => expression!.includes(read))
  const from = place?.text ?? name
  if (expression === undefined || from === undefined || expression.includes('{')) return undefined
  const made = expression.replace(from, String(37.61 + right.run.length))
  const given = evaluate(made, seen.beliefs, belief.unit)
  if (!given.ok || typeof given.value !== 'number') return undefined
  const claim = { ...belief, value: given.value }
  if (belief.derivation !== undefined) return claiming(right, { ...claim, derivation: made }, made)
  const changed: StoredCall = {
    ...call!,
    input: { ...input, expression: made },
    value: given.value,
    content: given.text,
  }
  const mutant = claiming(right, claim, made)
  const find = (id: string) => (id === call!.id ? changed : seen.call(id))
  return mutant && { ...mutant, seen: { ...seen, call: find } }
}

/** The number in the next column of the row that is quoted. */
function neighbouringColumn(right: Right): Mutant | undefined {
  const { belief } = right
  const { quote } = belief.evidence ?? {}
  if (typeof belief.value !== 'number' || !quote?.includes('|') || callOf(right)?.computes)
    return undefined
  const { unit: _, ...bare } = belief
  for (const { value } of numbersOf(quote.replaceAll('|', ' | '))) {
    const mutant = claiming(right, { ...bare, value }, 'another column')
    if (mutant) return mutant
  }
  return undefined
}

/** A unit that neither source nor question nor role knows. */
function unitInvented(right: Right): Mutant | undefined {
  const { belief, step } = right
  const role = step.writes.find(each => each.role === belief.name)
  if (typeof belief.value !== 'number' || belief.unit !== undefined || role?.unit) return undefined
  return claiming(right, { ...belief, unit: 'lb' }, 'in pounds')
}

const withClaim = ({ result }: Right, belief: Right['belief']) => ({
  belief,
  result: {
    ...result,
    beliefs: result.beliefs.map(each => (each.name === belief.name ? belief : each)),
  },
})
