// What day it is comes from the clock, anew with each question: a plan that reads it serves on any day.
import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { openRecording, recordWire } from '../../../agent/llm/replay/recording.ts'
import { type ScriptedReply, scripted } from '../../../agent/llm/replay/scripted.ts'
import { memoryLibrary } from '../../../plans/library/library.ts'
import { temporaryFolder } from '../../support/model.ts'

const folder = temporaryFolder()
const file = folder.path('loans.csv')
writeFileSync(file, 'book,back\nAtlas,2031-05-02\nPoems,2031-05-09\nTales,2031-06-20\n')

const question = 'Which loans are overdue?'
const overdue = {
  perceive: {
    schemaBeliefs: ['task requires the rows whose date is past'],
    groundBeliefs: [
      { name: 'file', value: 'loans.csv' },
      { name: 'name_column', value: 'book' },
      { name: 'date_column', value: 'back' },
      { name: 'today', value: '2031-05-05' },
    ],
    answerContract: { kind: 'list' },
  },
  formalize: { type: 'rows_whose_date_is_past' },
  deliberate: {
    goal: 'the rows whose date is past',
    steps: [
      {
        id: 's1',
        kind: 'read',
        description: 'the rows',
        writes: [{ role: 'late', type: 'list' }],
        tool: {
          name: 'table',
          input: {
            file: '{file}',
            sql: 'SELECT "{name_column}" FROM t WHERE "{date_column}" < \'{today}\' ORDER BY 1',
          },
        },
      },
      {
        id: 's2',
        kind: 'synthesize',
        description: 'the answer',
        writes: [{ role: 'final_answer' }],
        expression: 'late',
      },
    ],
  },
}
const plans = memoryLibrary()

async function asked(on: string, text: string, replies: readonly ScriptedReply[]) {
  vi.setSystemTime(`${on}T12:00`)
  const wire = scripted(replies)
  const agent = await createAgent({
    model: createProvider(wire, { converses: true }),
    plans,
  })
  try {
    const { answer } = await agent.ask(text, { files: [file] })
    const beliefs = agent.state().groundBeliefs.get('1')?.get('today')
    return { answer, requests: wire.requests, today: beliefs?.at(-1) }
  } finally {
    agent.close()
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('is shown, given by the clock, and another on the day the question is asked again', async () => {
  const first = await asked('2031-05-05', question, [JSON.stringify(overdue)])
  expect(first.answer).toBe('Atlas')
  expect(first.requests[0]!.messages.at(-1)!.content).toContain('# Today\nMonday, 2031-05-05')
  expect(first.today).toMatchObject({ value: '2031-05-05', source: 'clock', provenance: 'given' })
  const again = await asked('2031-05-10', question, [])
  expect(again.answer).toBe('Atlas, Poems')
  expect(again.requests).toHaveLength(0)
})

test('is no value that a model is asked for when it says which plan serves', async () => {
  const [plan] = plans.plans()
  const values = { file: 'loans.csv', name_column: 'book', date_column: 'back' }
  const recognized = { plan: plan!.id, values, answerContract: { kind: 'list' } }
  const said = [JSON.stringify({ recognize: recognized })]
  const { answer, requests } = await asked(
    '2031-07-01',
    'Which rows have a date that is past?',
    said,
  )
  expect(answer).toBe('Atlas, Poems, Tales')
  expect(requests[0]!.messages.at(-1)!.content).toContain('file, name_column, date_column\n')
})

test('is the one that the message names, where it names one', async () => {
  const worded = 'Taking 2031-05-05 for today, which loans are overdue?'
  const { answer, today } = await asked('2031-07-01', worded, [JSON.stringify(overdue)])
  expect(answer).toBe('Atlas')
  expect(today).toMatchObject({ value: '2031-05-05', source: 'user' })
})

test('gives no other value: a year that nobody has said is refused', async () => {
  const { perceive } = overdue
  const year = { name: 'year', value: 2032 }
  const guessed = { ...overdue, perceive: { ...perceive, groundBeliefs: [year] } }
  const replies = [guessed, overdue].map(each => JSON.stringify(each))
  const { requests } = await asked('2032-01-05', 'Which loans of this year are late?', replies)
  expect(requests[1]!.messages.at(-1)!.content).toContain('year = 2032')
})

test('is the day of the recording in a replay', async () => {
  const beliefs = [{ name: 'today', value: '2031-05-05' }]
  const days = {
    id: 's1',
    kind: 'synthesize',
    description: 'the days',
    writes: [{ role: 'final_answer' }],
  }
  const reply = {
    perceive: {
      schemaBeliefs: ['task requires the days left'],
      groundBeliefs: beliefs,
      answerContract: { kind: 'number' },
    },
    formalize: { type: 'days_left_in_month' },
    deliberate: { goal: 'the days left', steps: [{ ...days, expression: '31 - day(today)' }] },
  }
  const recording = openRecording(folder.path('day.jsonl'))
  vi.setSystemTime('2031-05-05T12:00')
  const wire = recordWire(scripted([JSON.stringify(reply)]), recording)
  const left = 'How many days are left?'
  const agent = await createAgent({ model: createProvider(wire, { converses: true }), tools: [] })
  expect((await agent.ask(left)).answer).toBe('26')
  vi.setSystemTime('2031-05-20T12:00')
  const again = await createAgent({ model: `replay:${recording.file}`, tools: [] })
  expect((await again.ask(left)).answer).toBe('26')
  agent.close()
  again.close()
})
