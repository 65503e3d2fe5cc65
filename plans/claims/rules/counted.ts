// Whether a number counts something else than its role, whose own noun stands behind another number of the quote.
import { isKnownUnit } from '../../expressions/units.ts'
import type { Figure } from '../../text/amounts.ts'
import { termsOf } from '../../text/words.ts'
import type { Claim, Named } from '../claim.ts'

/**
 * The number that the role names: of "143 passengers in 52 minutes", `passengers` is not 52. `figures` are where the
 * value stands. A role that is named by more than one noun (`car_fare`) may be what stands behind either.
 */
export function countedElsewhere(
  { name, value }: Claim,
  figures: readonly Figure[],
  { reading, spans }: Pick<Named, 'reading' | 'spans'>,
): string | undefined {
  const [noun, ...more] = termsOf(name).filter(term => !counting.has(term))
  if (noun === undefined || more.length > 0 || figures.length === 0) return undefined
  const counts = figures.map(figure => countedBehind(figure, reading.text))
  if (counts.some(word => word === undefined || is(word, noun))) return undefined
  const quoted = reading.figures.filter(({ start, end }) =>
    spans.some(span => span.start <= start && end <= span.end),
  )
  for (const figure of quoted) {
    const word = countedBehind(figure, reading.text)
    if (word !== undefined && is(word, noun))
      return `${name}: there it says ${value} ${counts[0]}, and ${figure.value} ${word}; take the number of ${word}, or quote words that say it of ${value}`
  }
  return undefined
}

// --- internal ---

/** Words of a name that say only that something is counted. */
const counting = new Set(
  termsOf('number count total amount quantity stated overall first second other'),
)

/** The unit or the noun in the plural right behind a number. */
function countedBehind({ end }: Figure, text: string): string | undefined {
  const word = /^[\s-]?(\p{L}{2,})(?![\p{L}\d])/u.exec(text.slice(end, end + 40))?.[1]
  if (word === undefined || termsOf(word).length === 0) return undefined
  return isKnownUnit(word) || /s$|^(?:people|children|men|women)$/i.test(word) ? word : undefined
}

const is = (word: string, noun: string) => termsOf(word)[0] === noun
