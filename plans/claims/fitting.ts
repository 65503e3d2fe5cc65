// Which of the places where a value could stand is the one asked for: the words a step asks with are
// looked for around each. Nothing is believed of the claim itself.
import type { Quantity } from '../expressions/expression.ts'
import type { Role, Step } from '../plan.ts'
import type { Passage, Span } from '../text/passages.ts'
import type { Reading } from '../text/reading.ts'
import { stemsOf } from '../text/words.ts'

/** Words that ask for a value, with how much each says. */
export type Asked = ReadonlyMap<string, number>

/** What a word of a value that the step reads weighs at least. */
export const keyWeight = 2
const roleWeight = 1.5

/** What of a step is needed to know what it asks for. */
export type Asking = Pick<Step, 'description' | 'reads' | 'writes'>

/**
 * The words by which `step` asks for `role`: the values of what it reads say most, then the role's
 * name, then the description; those of another role are left out where a step writes several.
 */
export function askedOf(
  role: string,
  step: Asking,
  beliefs: Readonly<Record<string, Quantity>>,
): Asked {
  const asked = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const stem of stemsOf(text))
      if (weight > roleWeight || !planWords.has(stem))
        asked.set(stem, Math.max(weight, asked.get(stem) ?? 0))
  }
  const alone = step.writes.length < 2
  const others = step.writes.filter(other => other.role !== role)
  const own = ownWords(role, others)
  // names of roles are the plan's words, not the text's
  add(
    step.description.replaceAll(/\{?\b[a-z]+(?:_[a-z0-9]+)+\b\}?|\{[a-z]+\}/g, ' '),
    alone ? 1 : 0.3,
  )
  add([...own].join(' '), roleWeight)
  for (const name of step.reads) {
    const belief = beliefs[name]
    if (!belief || !isKey(belief.value)) continue
    const words = stemsOf(name.replaceAll('_', ' '))
    const elsewhere = others.some(other =>
      overlap(
        words,
        ownWords(
          other.role,
          step.writes.filter(each => each !== other),
        ),
      ),
    )
    if (!overlap(words, own) && elsewhere) continue
    add([belief.value].flat().join(' '), overlap(words, own) ? 3 : keyWeight)
  }
  return asked
}

/** How well the surroundings of `place` fit what is asked: in its cell's row and head, or its clause. */
export function fitOf(place: Span, asked: Asked, reading: Reading): number {
  return sharesOf(place, asked, reading).reduce((sum, share) => sum + share, 0)
}

/** What each of the words asked for adds to the fit, in their order; a rare word adds most. */
export function sharesOf(place: Span, asked: Asked, reading: Reading): readonly number[] {
  const passage = reading.passageAt(place.start)
  if (!passage) return []
  const around = surroundings(place, passage, reading)
  const itself = reading.stems(place)
  const count = reading.passages.length
  const size = Math.log2(1 + count)
  return [...asked].map(([stem, weight]) => {
    const share = itself.has(stem) ? 0 : around(stem)
    if (share === 0) return 0
    const rare = Math.log2(1 + count / Math.max(1, reading.spread(stem))) / size
    return weight * share * Math.min(1, rare)
  })
}

// --- internal ---

/** How near to `place` a word stands: 1 in its row and head or its clause, less further away. */
function surroundings(place: Span, passage: Passage, reading: Reading): (stem: string) => number {
  const own = passage.parts.find(
    part => part.start <= place.start && place.start < Math.max(part.end, part.start + 1),
  )
  const above = reading.above(passage)
  const whole = reading.stems(passage)
  if (!passage.isRow) {
    const clause = own ? reading.stems(own) : whole
    const spoken = spokenOf(passage, reading)
    return stem =>
      clause.has(stem) || spoken?.has(stem) ? 1 : whole.has(stem) ? 0.5 : above.has(stem) ? 0.25 : 0
  }
  const filled = own && own.start >= place.start && own.end <= place.end
  const others = filled ? passage.parts.filter(part => part !== own) : undefined
  return stem => {
    if (own?.head !== undefined && reading.stemsOfHead(own.head).has(stem)) return 1
    const inRow = whole.has(stem) && (!others || others.some(part => reading.stems(part).has(stem)))
    return inRow ? 1 : above.has(stem) ? 0.25 : 0
  }
}

/** "It is 1,233 km long": the sentence before says of what. */
function spokenOf(passage: Passage, reading: Reading): ReadonlySet<string> | undefined {
  const words = reading.text.slice(passage.start, passage.start + 12).trimStart()
  const before = pronoun.test(words) ? reading.before(passage) : undefined
  return before && reading.stems(before)
}

const pronoun = /^(?:it|its|he|his|she|her|they|their|this|that|these|those|there)\b/i

/** The words of a role's name that no other role of the step has. */
function ownWords(role: string, others: readonly Role[]): ReadonlySet<string> {
  const taken = new Set(others.flatMap(other => [...stemsOf(other.role.replaceAll('_', ' '))]))
  const words = [...stemsOf(role.replaceAll('_', ' '))]
  // a number in a role's name counts roles
  return new Set(words.filter(stem => !taken.has(stem) && !/^\d+$/.test(stem)))
}

/** Words that plans are written in, whatever they are about. */
const planWords = stemsOf(
  'row column table file sheet page line list value number text word unit step role quote item read write copy find search look give take use call tool',
)

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].some(word => b.has(word))

/** A name, a number, a date, a short list of them; no file and no passage. */
function isKey(value: Quantity['value']): boolean {
  const text = String(value)
  return typeof value !== 'boolean' && text.length <= 120 && !/^\S+\.[a-z]\w{1,4}$/i.test(text)
}
