// What a sentence of a plan or of a question comes down to: the words that tell, under one name for one
// meaning. Two sentences of the same gist say the same as far as words alone can tell.
import { concepts, neutral, ordered, synonyms } from './concepts.ts'

/**
 * The telling words of a text in their order, each once, in lower case, without inflection and
 * boilerplate; synonyms of an operation are one word. Underscores part words, so names are texts too.
 */
export function gistOf(text: string): readonly string[] {
  const known = gists.get(text)
  if (known) return known
  const made = makeGist(text)
  // texts repeat from plan to plan; an unbounded memory would grow with the library
  if (gists.size >= mostGists) gists.clear()
  gists.set(text, made)
  return made
}

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
export function wordsOf(texts: Iterable<string>): Set<string> {
  const words = new Set<string>()
  for (const text of texts) for (const word of gistOf(text)) words.add(word)
  return words
}

/** Whether a word of a gist names an operation. */
export function isOperation(word: string): boolean {
  return Object.hasOwn(concepts, word)
}

// --- internal ---

const gists = new Map<string, readonly string[]>()
const mostGists = 20_000

function makeGist(text: string): readonly string[] {
  const stems = (text.toLowerCase().match(/[\p{L}\p{N}]+|%/gu) ?? []).map(stem)
  const words: string[] = []
  for (let at = 0; at < stems.length; ) {
    const length = phraseAt(stems, at)
    const phrase = stems.slice(at, at + length).join('_')
    const word = meaning.get(phrase) ?? phrase
    if (!boilerplate.has(phrase) || meaning.has(phrase)) words.push(word)
    at += length
  }
  const directed = words.includes('difference')
  return [...new Set(words.filter(word => directed || word !== 'from'))]
}

/** How many words from `at` on belong together. */
function phraseAt(stems: readonly string[], at: number): number {
  for (let length = Math.min(longestPhrase, stems.length - at); length > 1; length--)
    if (meaning.has(stems.slice(at, at + length).join('_'))) return length
  return 1
}

/** A word without the endings of plural, tense and gerund; the same for all its forms, no word of a dictionary. */
function stem(word: string): string {
  if (word === '%') return 'percent'
  let bare = word
  if (bare.length > 3 && bare.endsWith('s') && !/(?:ss|us|is)$/.test(bare)) bare = bare.slice(0, -1)
  if (bare.length > 5 && bare.endsWith('ing')) bare = bare.slice(0, -3)
  else if (bare.length > 4 && bare.endsWith('ed')) bare = bare.slice(0, -2)
  bare = undoubled(bare)
  if (bare.length > 3 && bare.endsWith('e')) bare = bare.slice(0, -1)
  return bare.length > 3 && bare.endsWith('i') ? `${bare.slice(0, -1)}y` : bare
}

function undoubled(word: string): string {
  return /([bdfgmnprt])\1$/.test(word) ? word.slice(0, -1) : word
}

const stemmed = (phrase: string) => phrase.split('_').map(stem).join('_')

const meaning = new Map(
  Object.entries({ ...concepts, ...synonyms }).flatMap(([concept, words]) =>
    words.split(/\s+/).map(word => [stemmed(word), concept] as const),
  ),
)
const longestPhrase = Math.max(...[...meaning.keys()].map(phrase => phrase.split('_').length))
const boilerplate = new Set(neutral.split(/\s+/).map(stemmed))
