// Questions that only an earlier session can answer: a value that it established.
import { type Asked, readAsked } from '../asked.ts'
import { clauseOf } from '../clause.ts'
import {
  type Believed,
  designWith,
  fetched,
  type Method,
  miss,
  numberForm,
  type Reading,
  understood,
} from '../quantities/method.ts'
import { isPercent, quantities } from '../quantities/quantities.ts'
import { wantOf } from '../wanted.ts'
import { hypothesis, questionIn } from './sources.ts'

/** Tried last, and only by an agent that remembers. */
export const recollect: Method = { name: 'recollections', read, design }

// --- internal ---

const required = 'task requires a value that an earlier session established'

function read({ question, files, recalls }: Parameters<Method['read']>[0]) {
  if (!recalls || files.length > 0) return miss('nothing is remembered', 0)
  const asked = readAsked(question)
  const sentence = questionIn(asked.rest, [])
  if ('obstacle' in sentence) return miss(sentence.obstacle, 0)
  if (hypothesis.test(sentence.question)) return miss('what is supposed is not remembered', 0)
  const measured = quantities(asked.rest, asked.noun).some(
    ({ unit, counted }) => unit !== '' && !counted && !isPercent(unit),
  )
  if (measured) return miss('quantities are given', 0)
  const about = [{ name: 'asked', value: question.trim() }]
  return understood(question, [required], about, formOf(asked, sentence.question))
}

type Contract = Extract<Reading, { read: unknown }>['read']['answerContract']

function formOf(asked: Asked, sentence: string): Contract {
  const clause = clauseOf(sentence)
  const kind = clause && wantOf(clause)?.kind
  const number = kind === 'number' || asked.unit !== '' || asked.decimals !== undefined
  const form = numberForm(asked, asked.noun === undefined ? asked.unit : '')
  return { ...form, kind: number ? 'number' : kind === 'date' ? 'date' : 'text' }
}

function design({ schemaBeliefs }: Believed) {
  if (!schemaBeliefs.includes(required)) return undefined
  const told = 'Recall what earlier sessions established for {asked}.'
  return designWith({
    type: 'recall_value',
    goal: 'what an earlier session established for the same question',
    contextConditions: [required],
    parameters: ['asked'],
    steps: [fetched('s1', 'found', ['asked'], told)],
    answer: 'found',
  })
}
