// Whether the words that a value is quoted from speak of the year that the step asks for.
import { dateOccurs } from '../../text/evidence.ts'
import type { Claim, Ground, Named, Quote } from '../claim.ts'
import { elsewhen, isYear } from './asked.ts'

/** That the words quoted in prose name other years alone than those that the step reads. */
export function otherYear(
  { name, value }: Claim,
  named: readonly Named[],
  { step, beliefs }: Ground,
): string | undefined {
  const wanted = step.reads.flatMap(role => beliefs[role]?.value ?? []).filter(isYear)
  if (wanted.length === 0 || [value].flat().some(isYear) || elsewhen.test(step.description))
    return undefined
  const isRow = ({ reading, spans }: Named) =>
    spans.some(({ start }) => reading.passageAt(start)?.isRow)
  if (named.some(each => each.quote === undefined || isRow(each))) return undefined
  // 2024/25 is a year of two
  const said = named.flatMap(
    ({ quote }) => quote?.match(/(?<![\d/.,-])(?:1[5-9]|20)\d\d(?![\d/–-])/g) ?? [],
  )
  const [other] = said
  return other === undefined || said.some(year => wanted.map(String).includes(year))
    ? undefined
    : `${name}: the words quoted are of ${other}, and this step asks for ${wanted.join(' and ')}; quote what is said of that, with the year`
}

/** Whether one quote holds the day that is claimed, and another the year that it leaves out. */
export function isDayOfSeveral({ value }: Claim, evidence: readonly Quote[]): boolean {
  const quotes = evidence.map(({ quote = '' }) => quote)
  const all = quotes.join('\n')
  return quotes.some(quote => dateOccurs(String(value), quote, all))
}
