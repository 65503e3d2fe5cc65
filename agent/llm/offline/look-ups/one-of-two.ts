// Two of a kind of which a document speaks, where a question does not say which.
import { contentTerms, stem } from '../stems.ts'
import type { Want } from '../wanted.ts'
import type { Sentence } from './texts/documents.ts'

/** `The old store holds 80`, where there is a new store as well and neither was asked for. */
export function contrastOf(
  sentence: Sentence,
  sentences: readonly Sentence[],
  { core, around }: Want,
): string | undefined {
  const asked = [...core, ...around]
  const nouns = (word: string, text: string) =>
    [...text.matchAll(new RegExp(`\\b${word}((?:\\s+\\p{L}+){1,2})`, 'giu'))].flatMap(
      ([, after = '']) => contentTerms(after).map(term => term.stem),
    )
  const [both] = contrasts
    .filter(pair => !pair.some(word => asked.includes(stem(word))))
    .flatMap(pair => [pair, pair.toReversed()] as [string, string][])
    .filter(([here, there]) =>
      nouns(here, sentence.text).some(
        noun =>
          asked.includes(noun) && sentences.some(({ text }) => nouns(there, text).includes(noun)),
      ),
    )
  return both && `the ${both[0]} and the ${both[1]}`
}

// --- internal ---

/** Adjectives of which each names one of two. */
const contrasts = [
  ['old', 'new'],
  ['former', 'present'],
  ['upper', 'lower'],
  ['inner', 'outer'],
  ['smaller', 'larger'],
  ['first', 'second'],
]
