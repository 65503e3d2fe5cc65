// Look-ups of one value: in the attached document, or in the passages that a search finds.

import { readAsked } from '../asked.ts'
import { exchanged } from '../follow-ups.ts'
import {
  type Believed,
  designWith,
  fetched,
  heldIn,
  type Method,
  miss,
  numberForm,
  type Posed,
  understood,
} from '../method.ts'
import { quantities } from '../quantities/quantities.ts'
import { clauseOf, type Want, wantIn, wantOf } from '../wanted.ts'
import { kinds } from '../wanted-kind.ts'
import { answerFrom } from './answering.ts'
import { fileNameIn, hypothesis, questionIn } from './sources.ts'
import type { Sentence } from './texts/documents.ts'

export const lookUp: Method = { read, design }

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

const inFile = (kind: Want['kind']) =>
  `task requires looking up ${kinds[kind]} in an attached document`
const inPassages = (kind: Want['kind']) => `task requires searching for ${kinds[kind]} in passages`

function read({ question: said, files, session }: Posed) {
  const question = exchanged(said, session)
  const asked = readAsked(question)
  const reached = files.some(({ columns }) => !columns) ? 3 : 0
  const sentence = questionIn(
    asked.rest,
    files.map(file => file.name),
  )
  if ('obstacle' in sentence) return miss(sentence.obstacle, reached)
  if (hypothesis.test(sentence.question))
    return miss('what is supposed takes more than a look-up', 1)
  const clause = clauseOf(sentence.question)
  const want = clause && wantOf(clause)
  if (!clause || !want) return miss('what is to be looked up is not understood', reached)
  const { core, around, soft, property, noun, by } = want
  const named = [...core, ...around, ...soft, ...(property ?? noun ?? by ?? [])]
  if (named.length === 0) return miss('nothing is named to look for', reached)
  const file = fileNameIn(question, files)
  if (file !== undefined && typeof file !== 'string') return miss(file.obstacle, reached)
  if (file === undefined && quantities(asked.rest, asked.noun).length > 0)
    return miss('quantities are given', 0)
  if (file === undefined && !isOfTheWorld(clause.subject))
    return miss('what it is about is neither attached nor named', 0)
  const open = /^(?:frequency|truth|items)$/.test(want.kind)
  if (file === undefined && open) return miss('what it is about is not attached', 0)
  const unit =
    want.kind === 'number' && want.noun === undefined && asked.noun === undefined ? asked.unit : ''
  const takes = [(file === undefined ? inPassages : inFile)(want.kind)]
  const beliefs = [
    ...(file === undefined ? [] : [{ name: 'file', value: file }]),
    { name: 'wanted', value: clause.wanted },
    { name: 'subject', value: clause.subject },
  ]
  // `when` may be answered by a time of day, and `which day` by one of the week
  const dated = want.kind === 'date' && want.part !== 'day' && !/when$/i.test(clause.wanted)
  const kind =
    want.kind === 'number' || dated ? want.kind : want.kind === 'truth' ? 'boolean' : 'text'
  return understood(said, takes, beliefs, { ...numberForm(asked, unit), kind })
}

/** `the towers` are some towers the asker sees; a name, a kind (`a cheetah`) or a record can be searched for. */
function isOfTheWorld(subject: string): boolean {
  if (/\p{Lu}/u.test(subject) || /\bthe\s+(?:\w+est|most|first|last)\b/i.test(subject)) return true
  return !/\b(?:the|his|her|its|their|this|these)\b/i.test(subject)
}

function design({ schemaBeliefs }: Believed) {
  const stored = heldIn(schemaBeliefs, kinds, inFile)
  const kind = stored ?? heldIn(schemaBeliefs, kinds, inPassages)
  if (!kind) return undefined
  const reads = [...(stored ? ['file'] : []), 'wanted', 'subject']
  const where = stored ? 'Read {file}' : 'Search for {subject}'
  const told = `${where} and take from the sentence that speaks of {subject} what is wanted: {wanted}.`
  const type = kind === 'number' ? 'number' : undefined
  return designWith({
    type: `look_up_${kind}_in_${stored ? 'document' : 'passages'}`,
    goal: `${kinds[kind]} that one sentence states of the subject`,
    contextConditions: [(stored ? inFile : inPassages)(kind)],
    parameters: reads,
    steps: [fetched('s1', 'found', reads, told, { kind: stored ? 'read' : 'fetch', type })],
    answer: 'found',
  })
}
