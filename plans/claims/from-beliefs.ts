// A claim that says how it follows from beliefs: the derivation is evaluated again and compared.

import { derive, ownDigits, readBy, textOf, wordsIn } from '../expressions/derive.ts'
import { sameQuantity } from '../expressions/expression.ts'
import type { Value } from '../plan.ts'
import { replaceSlots } from '../template.ts'
import { parseDate } from '../text/dates.ts'
import { dateOccurs, valueOccurs } from '../text/evidence.ts'
import { withoutNumbering } from '../text/numerals.ts'
import { type Claim, type Ground, type Support, said as text, unsupported } from './claim.ts'
import { placesNaming } from './naming.ts'
import { misread } from './rules/copy.ts'
import { inventedIn } from './rules/number.ts'
import { computedUnitFault } from './rules/unit.ts'
import { byRule } from './rules.ts'

type Derivation = Claim & Required<Pick<Claim, 'derivation'>>

/** Whether the derivation gives the value, from what the step reads and nothing of its own. */
export function fromBeliefs(claim: Derivation, ground: Ground): Support {
  const { name, value, unit, derivation } = claim
  const { beliefs } = ground
  const wrong = (why: string): Support => ({ fault: 'incorrect_computation', why })
  const result = derive(derivation, beliefs, unit)
  if (!result.ok) return wrong(`${name}: its derivation "${derivation}" fails: ${result.error}`)
  if (!sameQuantity({ value, unit }, result) && !sameDay(value, result.value))
    return wrong(`${name} = ${text(value)}, but "${derivation}" is ${result.text}`)
  const astray = byRule('copy', ground, () => misread(claim, ground))
  if (astray !== undefined) return wrong(astray)
  // what a derivation brings along by itself is not derived
  const invented = byRule('number', ground, () => inventedIn(claim, ground))
  if (invented !== undefined) return unsupported(invented)
  const rests =
    textOf(derivation) !== undefined
      ? !bringsDigits(derivation, value, ground)
      : readBy(derivation, Object.keys(ground.beliefs)).length > 0
  if (!rests) {
    if (valueOccurs(value, ground.question)) return { provenance: 'given' }
    const own = replaceSlots(derivation, () => ' ').match(/\d(?:[\d.,]*\d)?/g) ?? []
    const which = own.length > 0 ? `: ${[...new Set(own)].join(', ')}` : ''
    return unsupported(
      `${name}: its derivation "${derivation}" holds values that no belief gives${which}`,
    )
  }
  const fault = byRule('unit', ground, () => {
    const plain = derive(derivation, beliefs)
    return plain.ok
      ? computedUnitFault(claim, plain, placesNaming(claim, undefined, ground))
      : undefined
  })
  return fault === undefined ? { provenance: 'derived' } : unsupported(fault)
}

// --- internal ---

/**
 * Digits of a text's own are a made-up value, unless they spell a day that a belief gives in words, or are part of a
 * name in the question or of a unit: CO2, litres per 100 km.
 */
function bringsDigits(said: string, value: Value, { beliefs, question }: Ground): boolean {
  if (!/\d/.test(replaceSlots(withoutNumbering(said), () => ' '))) return false
  const days = String(value).match(/\d{4}-\d{2}-\d{2}/g) ?? []
  const known = Object.values(beliefs).map(belief => String(belief.value))
  const given = (day: string) => known.some(words => dateOccurs(day, words, known.join('\n')))
  const units = Object.values(beliefs).map(({ unit = '' }) => unit)
  const named = wordsIn(question).filter(word => /\p{L}/u.test(word))
  const names = new Set([...named, ...wordsIn(units.join('\n'))])
  return !days.every(given) || ownDigits(said, names).length > 0
}

function sameDay(a: Value, b: Value): boolean {
  const [one, two] = [parseDate(String(a)), parseDate(String(b))]
  return one !== undefined && one === two
}
