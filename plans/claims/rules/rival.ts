// Whether another source says another number of the same thing.
import { isSameUnit, type Unit } from '../../expressions/units.ts'
import type { Figure } from '../../text/amounts.ts'
import type { Span } from '../../text/passages.ts'
import type { Reading } from '../../text/reading.ts'
import { placesOf } from '../../text/values.ts'
import { stemsOf } from '../../text/words.ts'
import type { Claim, Ground } from '../claim.ts'

/**
 * The sentence of another result that says another number in the same unit, of all names and all words but one that
 * the step asks for and the quoted sentence has; unless that number is claimed or believed too, or the step is told
 * which source to read.
 */
export function rivalled(claim: Claim, ground: Ground): string | undefined {
  const stated = statedBy(claim, ground)
  if (!stated) return undefined
  const { name, value } = claim
  const { evidence, call, unit, own, told } = stated
  const input = JSON.stringify(call.input ?? '')
  if (told.some(each => each.includes('.') && input.includes(each))) return undefined
  const asked = [ground.question, ground.step.description, name, ...told].join('\n')
  const names = inBoth(stemsOf((asked.match(/\p{Lu}[\p{L}\d]+|\d+/gu) ?? []).join(' ')), own)
  const words = inBoth(stemsOf(asked), own)
  if (names.length === 0) return undefined
  const believed = Object.values(ground.beliefs).flatMap(each => each.value)
  const known = [value, ...(ground.claimed ?? []), ...believed]
  for (const id of (ground.inView?.() ?? ground.calls).filter(each => each !== evidence.call)) {
    const other = ground.call(id)
    if (!other || other.computes || other.failed || other.content === call.content) continue
    const there = ground.read(other.content)
    const alike = figuresOf(unit, there).filter(figure => {
      const sentence = sentenceAt(figure, there)
      return sentence && isAbout(sentence, { names, words })
    })
    const [rival] = alike
    if (!rival || alike.some(each => known.includes(each.value * each.scale))) continue
    const said = there.text.slice(rival.start, rival.end)
    return `${name}: ${labelOf(id)} says ${said} of it where ${labelOf(evidence.call)} says ${value}; give each value with its own quote, the one that holds first, and why in summary`
  }
  return undefined
}

/**
 * The sentence that says a number in the same unit of the names that the step reads, when the one quoted says its
 * number of others and no quote has those names.
 */
export function ofAnother(claim: Claim, ground: Ground): string | undefined {
  const stated = statedBy(claim, ground)
  if (!stated) return undefined
  const { name, value, furtherEvidence = [] } = claim
  const { evidence, reading, place, unit, own, told } = stated
  const names = [...stemsOf(namesOf(told.join('\n')))]
  const quoted = stemsOf([evidence, ...furtherEvidence].map(each => each.quote ?? '').join('\n'))
  if (names.length === 0) return undefined
  if (names.some(each => own.has(each) || quoted.has(each))) return undefined
  const passage = reading.passageAt(place.start)!
  const sentence = reading.text.slice(passage.start, passage.end)
  // any word may begin a sentence with a capital; and what a pronoun stands for was named before
  const isName = (word: string) =>
    new RegExp(`\\p{Ll}[,;]? ${word}(?!\\p{L})`, 'u').test(reading.text)
  const others = namesOf(sentence).split(' ').filter(isName)
  if (others.length === 0 || pronoun.test(sentence)) return undefined
  const isNamed = figuresOf(unit, reading).some(figure => {
    const words = sentenceAt(figure, reading)
    return words && names.every(each => words.has(each))
  })
  return isNamed
    ? `${name}: the sentence quoted says ${value} of something else than ${told.join(' and ')}; quote the one that names it`
    : undefined
}

// --- internal ---

/** Where a sentence says the number that is claimed, in a unit, and the values that the step reads. */
function statedBy({ value, unit: wanted, evidence, implied }: Claim, ground: Ground) {
  const call = evidence && ground.call(evidence.call)
  if (typeof value !== 'number' || implied || !evidence?.quote || !call || call.computes)
    return undefined
  const reading = ground.read(call.content)
  const [place] = placesOf(value, reading.find(evidence.quote), reading, wanted)
  const unit = place?.unit
  const own = unit && sentenceAt(place, reading)
  const told = ground.step.reads.flatMap(role => ground.beliefs[role]?.value ?? []).map(String)
  return own && { evidence, call, reading, place, unit, own, told }
}

const pronoun =
  /\b(?:it|its|itself|he|his|him|she|her|they|them|their|this|these|that|those|there)\b/i

/** The words with a capital. */
const namesOf = (text: string) => (text.match(/\p{Lu}[\p{L}\d]+/gu) ?? []).join(' ')

const labelOf = (id: string) => id.slice(id.lastIndexOf('/') + 1)

const figuresOf = (unit: Unit, { figures }: Reading): readonly Figure[] =>
  figures.filter(each => each.unit && isSameUnit(each.unit, unit))

/** The words of the sentence that a place lies in; a row is of its table. */
function sentenceAt({ start }: Span, reading: Reading): ReadonlySet<string> | undefined {
  const passage = reading.passageAt(start)
  return passage && !passage.isRow
    ? stemsOf(reading.text.slice(passage.start, passage.end))
    : undefined
}

const inBoth = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].filter(each => others.has(each))

function isAbout(
  sentence: ReadonlySet<string>,
  { names, words }: { readonly names: readonly string[]; readonly words: readonly string[] },
): boolean {
  const shared = words.filter(each => sentence.has(each)).length
  return names.every(each => sentence.has(each)) && shared >= Math.max(2, words.length - 1)
}
