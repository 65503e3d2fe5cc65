// The formatting pass: a model is asked only where code cannot make the form, and believed only where
// the value has stayed.
import { describe, expect, test } from 'vitest'
import { prefix } from '../../../phases/contract-prompt.ts'
import { formContract } from '../../../phases/satisfy/form.ts'
import type { AnswerForm } from '../../../plans/plan.ts'
import { question, saying } from './runs.ts'

const number: AnswerForm = { kind: 'number' }
const text = (reply: string) => JSON.stringify({ text: reply })

describe('an answer that code cannot bring into form', () => {
  const says = 'about {count} days'

  test('is brought into form by one call of the model', async () => {
    const { answer, formings } = await saying({ says, form: number, forming: [text('17')] })
    expect(answer).toMatchObject({ satisfied: true, answer: '17' })
    expect(formings).toHaveLength(1)
    expect(formings[0]!.reads).toEqual({
      question,
      believed: { value: 'about 17 days' },
      answerContract: number,
      fault: 'the question asks for a number, and "about 17 days" is none',
    })
  })

  test.each(['71', '17 or 18', '3', 'about 17 days', ''])(
    'stays refused when the model writes %j',
    async reply => {
      const { answer, events } = await saying({ says, form: number, forming: [text(reply)] })
      expect(answer).toMatchObject({ satisfied: false, answer: undefined })
      expect(events.find(event => event.type === 'plan-set-aside')).toMatchObject({
        reason: 'the question asks for a number, and "about 17 days" is none',
        verdict: { passed: false, mode: 'answer_format' },
      })
    },
  )

  test('stays refused when the model does not answer', async () => {
    const { answer, events } = await saying({ says, form: number })
    expect(answer.satisfied).toBe(false)
    expect(events.filter(e => e.type === 'model-called' && e.purpose === 'form')).toHaveLength(1)
  })
})

test.each<[string, AnswerForm, string]>([
  ['count', number, '17'],
  ['{count} days', { kind: 'text', note: 'number and unit, two decimals' }, '17 days'],
  ['{count}; {other_count}', { kind: 'list', note: 'in the order of the question' }, '17, 3'],
])('%s is brought into the form %j without a call', async (says, form, printed) => {
  const { answer, formings } = await saying({ says, form })
  expect(answer).toMatchObject({ satisfied: true, answer: printed })
  expect(formings).toEqual([])
})

test('the model is told what will be compared and is not asked to answer the question', () => {
  const told = prefix(formContract)
  expect(told).toContain('what is believed stays')
  expect(told).toContain('a program that compares your text with what is believed')
  expect(told).toMatch(/`?text`?.*the answer in the form demanded/)
})
