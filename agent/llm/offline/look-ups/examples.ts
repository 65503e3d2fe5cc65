// Questions that a document can answer, for one who asked another.
import { wantIn } from '../wanted.ts'
import { answerFrom } from './answering.ts'
import type { Sentence } from './documents.ts'

/** Two questions that the file answers: of its own sentences where one can be turned round. */
export function examplesIn(sentences: readonly Sentence[]): string {
  const asked = sentences.flatMap(({ text }) => {
    const [question] = turned.flatMap(([statement, ask]) => {
      const [, thing, verb] = statement.exec(text) ?? []
      return thing ? [ask(thing.toLowerCase(), verb)] : []
    })
    return question ?? []
  })
  const answered = asked.filter(question => {
    const want = wantIn(question)
    return want && 'found' in answerFrom(sentences, want)
  })
  const [one, other] = [...new Set(answered), 'What is this file about?', 'Summarise this file.']
  return `it can answer "${one}" or "${other}"`
}

// --- internal ---

const noun = '(?!(?:will|would|shall|should|may|might|can|could|must|now)\\b)\\p{Ll}+'
const thing = `((?:The|An?) (?:${noun} ){0,3}${noun})`

/** Statements, and the questions that they answer. */
const turned: readonly (readonly [RegExp, (thing: string, verb?: string) => string])[] = [
  [new RegExp(`^${thing} costs? (?=\\p{Sc}|\\d)`, 'u'), thing => `How much does ${thing} cost?`],
  [new RegExp(`^${thing} (?:takes?|lasts?) `, 'u'), thing => `How long does ${thing} take?`],
  [new RegExp(`^${thing} was (\\p{Ll}+ed) by `, 'u'), (thing, verb) => `Who ${verb} ${thing}?`],
  [new RegExp(`^${thing} was (\\p{Ll}+ed) `, 'u'), (thing, verb) => `When was ${thing} ${verb}?`],
  [/^The (\p{L}+ of the \p{Ll}+) (?:is|was)\b/u, thing => `What is the ${thing}?`],
]
