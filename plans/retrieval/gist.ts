// What a sentence of a plan or of a question comes down to: the words that tell, under one name for one
// meaning. Two sentences of the same gist say the same as far as words alone can tell.
import { memo } from '../memo.ts'
import { stem, stopWords } from '../text/words.ts'
import { concepts, neutral, ordered, synonyms } from './concepts.ts'

/**
 * The telling words of a text in their order, each once, in lower case, without inflection and
 * boilerplate; synonyms of an operation are one word. Underscores part words, so names are texts too.
 * A formula (`price * (1 + rate)`) is a word more, as it is written.
 */
export const gistOf = memo(20_000, makeGist)

/**
 * One spelling for all sentences of the same gist. Where an operation is not symmetric, or there is
 * more than one, the order of the words counts.
 */
export function gistKey(text: string): string {
  const words = gistOf(text)
  const operations = words.filter(isOperation)
  const fixed = operations.length > 1 || operations.some(word => ordered.has(word))
  return (fixed ? words : words.toSorted()).join(' ')
}

/** The words of all texts, each once. */
export function gistOfAll(texts: Iterable<string>): Set<string> {
  const words = new Set<string>()
  for (const text of texts) for (const word of gistOf(text)) words.add(word)
  return words
}

/** Whether a word of a gist names an operation. */
export function isOperation(word: string): boolean {
  return Object.hasOwn(concepts, word)
}

// --- internal ---

function makeGist(text: string): readonly string[] {
  const stems = (text.toLowerCase().match(/[\p{L}\p{N}]+|%/gu) ?? []).map(stemOf)
  const words: string[] = []
  for (let at = 0; at < stems.length; ) {
    const length = phraseAt(stems, at)
    const phrase = stems.slice(at, at + length).join('_')
    const word = meaning.get(phrase) ?? phrase
    if (!boilerplate.has(phrase) || meaning.has(phrase)) words.push(word)
    at += length
  }
  const formula = formulaIn(text)
  return [...new Set(formula === '' ? words : [...words, formula])]
}

/** From the first to the last sign of arithmetic with what they join: their order is what a formula says. */
function formulaIn(text: string): string {
  if (!/[-−–+*^×÷/]/.test(text)) return '' // most texts, of a library of 100,000 plans
  const parts = text.split(/\s+/)
  const joins = parts.flatMap((part, at) => {
    if (/[\p{L}\p{N}_)][*+^×÷][-−(\p{L}\p{N}]/u.test(part)) return [{ from: at, to: at }]
    const sides = [parts[at - 1] ?? '', parts[at + 1] ?? '']
    const isSign =
      (/^[*+^×÷]$/.test(part) && sides.every(side => /[\p{L}\p{N})]/u.test(side))) ||
      // a dash or a stroke stands between words of prose as well
      (/^[-−–/]$/.test(part) && sides.every(side => /[\p{L}\p{N}]_|\d|[()]|^\p{L}$/u.test(side)))
    return isSign ? [{ from: at - 1, to: at + 1 }] : []
  })
  if (joins.length === 0) return ''
  const spelled = parts.slice(joins[0]!.from, joins.at(-1)!.to + 1).join('')
  return spelled.toLowerCase().replace(/[.,;:?!]+$/, '')
}

/** How many words from `at` on belong together. */
function phraseAt(stems: readonly string[], at: number): number {
  for (let length = Math.min(longestPhrase, stems.length - at); length > 1; length--)
    if (meaning.has(stems.slice(at, at + length).join('_'))) return length
  return 1
}

const stemOf = (word: string) => (word === '%' ? 'percent' : stem(word))
const stemmed = (phrase: string) => phrase.split('_').map(stemOf).join('_')

const meaning = new Map(
  Object.entries({ ...concepts, ...synonyms }).flatMap(([concept, words]) =>
    words.split(/\s+/).map(word => [stemmed(word), concept] as const),
  ),
)
const longestPhrase = Math.max(...[...meaning.keys()].map(phrase => phrase.split('_').length))
const boilerplate = new Set([...stopWords, ...neutral.split(/\s+/)].map(stemmed))
