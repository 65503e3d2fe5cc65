// Which of the places where a value could stand is the one asked for: the words a step asks with are
// looked for around each (DESIGN 3). Nothing is believed of the claim itself.
import type { Quantity } from '../expression.ts'
import type { Role, Step } from '../plan.ts'
import type { Passage, Span } from './passages.ts'
import type { Reading } from './reading.ts'
import { stemsOf } from './words.ts'

/** Words that ask for a value, with how much each says. */
export type Asked = ReadonlyMap<string, number>

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
    for (const stem of stemsOf(text)) asked.set(stem, Math.max(weight, asked.get(stem) ?? 0))
  }
  const alone = step.writes.length < 2
  const others = step.writes.filter(other => other.role !== role)
  const own = ownWords(role, others)
  // names of roles are the plan's words, not the text's
  add(
    step.description.replaceAll(/\{?\b[a-z]+(?:_[a-z0-9]+)+\b\}?|\{[a-z]+\}/g, ' '),
    alone ? 1 : 0.3,
  )
  add([...own].join(' '), 1.5)
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
    add([belief.value].flat().join(' '), overlap(words, own) ? 3 : 2)
  }
  return asked
}

/** How well the surroundings of `place` fit what is asked: in its cell's row and head, or its clause. */
export function fitOf(place: Span, asked: Asked, reading: Reading): number {
  const passage = reading.passageAt(place.start)
  if (!passage) return 0
  const near = nearStems(place, passage, reading)
  const wide = passage.isRow ? near : reading.stems(passage)
  const far = reading.above(passage)
  const spoken = passage.isRow ? undefined : spokenOf(passage, reading)
  const itself = stemsOf(reading.text.slice(place.start, place.end))
  const size = Math.log2(1 + reading.passages.length)
  let score = 0
  for (const [stem, weight] of asked) {
    if (itself.has(stem)) continue
    const share = near.has(stem)
      ? 1
      : wide.has(stem) || spoken?.has(stem)
        ? 0.5
        : far.has(stem)
          ? 0.25
          : 0
    if (share > 0) {
      const rare = Math.log2(1 + reading.passages.length / Math.max(1, reading.spread(stem))) / size
      score += weight * share * Math.min(1, rare)
    }
  }
  return score
}

// --- internal ---

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
  return new Set([...stemsOf(role.replaceAll('_', ' '))].filter(stem => !taken.has(stem)))
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].some(word => b.has(word))

/** A name, a number, a date, a short list of them; no file and no passage. */
function isKey(value: Quantity['value']): boolean {
  const text = String(value)
  return typeof value !== 'boolean' && text.length <= 120 && !/^\S+\.[a-z]\w{1,4}$/i.test(text)
}

function nearStems(place: Span, passage: Passage, reading: Reading): ReadonlySet<string> {
  const at = passage.parts.findIndex(
    part => part.start <= place.start && place.start < Math.max(part.end, part.start + 1),
  )
  const own = passage.parts[at]
  if (!passage.isRow) return own ? reading.stems(own) : reading.stems(passage)
  const around = new Set<string>(own?.head === undefined ? [] : stemsOf(own.head))
  for (const part of passage.parts)
    for (const stem of reading.stems(part))
      if (part !== own || part.end > place.end || part.start < place.start) around.add(stem)
  return around
}
