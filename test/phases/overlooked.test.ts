// A plan chooses rows by all that the message says, and adds no hours of its own to a time.
import { writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { scripted } from '../../agent/llm/replay/scripted.ts'
import { temporaryFolder } from '../support/model.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

/** What comes of a question about these beliefs, of plans with one step each. */
async function asked(
  question: string,
  beliefs: Readonly<Record<string, string | readonly string[]>>,
  steps: readonly { readonly filesNotRead?: string; readonly [field: string]: unknown }[],
  files: readonly string[] = [],
  before: Readonly<Record<string, string>> = {},
) {
  const perceive = {
    schemaBeliefs: ['task requires a value'],
    groundBeliefs: Object.entries(beliefs).map(([name, value]) => ({ name, value })),
    desire: 'find a value',
    answerContract: { kind: 'text' },
  }
  const deliberate = steps.map(({ filesNotRead, ...step }) => ({
    goal: 'find a value',
    filesNotRead,
    contextConditions: perceive.schemaBeliefs,
    parameters: Object.keys(beliefs).map(role => ({ role })),
    steps: [
      {
        id: 's1',
        description: 'The value.',
        deps: [],
        reads: [],
        writes: [{ role: 'found' }],
        ...step,
      },
      {
        id: 's2',
        kind: 'synthesize',
        description: 'The answer.',
        deps: ['s1'],
        reads: ['found'],
        writes: [{ role: 'final_answer' }],
        expression: 'found',
      },
    ],
  }))
  const formalize = {
    type: 'a_value',
    goal: 'find a value',
    openParameters: ['found'],
    satisfactionCondition: 'ground_belief(final_answer) is known',
  }
  const wire = scripted({
    perceive: [JSON.stringify(perceive)],
    formalize: [JSON.stringify(formalize)],
    deliberate: deliberate.map(each => JSON.stringify(each)),
  })
  const events: Event[] = []
  const agent = await createAgent({
    model: createProvider(wire),
    onEvent: event => events.push(event),
  })
  agent.believe(Object.entries(before).map(([name, value]) => ({ name, value })))
  const { answer, reason } = await agent.ask(question, { files })
  const refused = events.find(event => event.type === 'plan-selected')?.refused
  return { answer: answer ?? reason, refused }
}

test('a value is read where a list of its spellings is', async () => {
  writeFileSync(folder.path('spent.csv'), 'firm,spent\nMoss,5\nMOSS Ltd,7\nZed,9\n')
  const step = {
    kind: 'read',
    tool: {
      name: 'table',
      input: { file: '{file}', sql: 'SELECT SUM(spent) FROM t WHERE firm IN {spellings}' },
    },
  }
  const question = 'How much was spent with Moss?'
  const answered = (spellings: readonly string[]) =>
    asked(
      question,
      { file: 'spent.csv', entity: 'Moss', spellings },
      [step, step, step],
      [folder.path('spent.csv')],
    )
  const { answer, refused } = await answered(['Moss', 'MOSS Ltd'])
  expect([answer, refused]).toEqual(['12', []])
  // spellings of another one are none of its
  expect((await answered(['Zed'])).refused?.[0]).toMatch(/no step reads entity/)
})

test('a value of the message that a column holds is read by a step', async () => {
  writeFileSync(folder.path('hours.csv'), 'team,month,hours\nDesign,April,152\nDesign,May,144\n')
  const total = (condition: string) => ({
    kind: 'read',
    tool: {
      name: 'table',
      input: { file: '{file}', sql: `SELECT SUM(hours) FROM t WHERE team = '{team}'${condition}` },
    },
  })
  const beliefs = { file: 'hours.csv', team: 'Design', month: 'May', wish: 'thanks' }
  const question = 'How many hours has Design in May? thanks'
  const plans = [total(''), total(` AND month = '{month}'`)]
  const { answer, refused } = await asked(question, beliefs, plans, [folder.path('hours.csv')])
  expect(refused).toEqual([
    'no step reads month, and the column "month" holds such values; let a step take only the rows of {month}, or say in filesNotRead why month chooses none',
  ])
  expect(answer).toBe('144')
})

test('a value that chooses no rows is left alone where the plan says so', async () => {
  writeFileSync(folder.path('paid.csv'), 'team,paid,hours\nDesign,open,152\nDesign,late,144\n')
  const sql = "SELECT SUM(hours) FROM t WHERE team = '{team}'"
  const step = { kind: 'read', tool: { name: 'table', input: { file: '{file}', sql } } }
  const beliefs = { file: 'paid.csv', team: 'Design', assumed: 'late' }
  const question = 'How many hours has Design, were all of them late?'
  const why = { filesNotRead: 'assumed is what if, and chooses no rows' }
  const files = [folder.path('paid.csv')]
  const { answer, refused } = await asked(question, beliefs, [step, { ...step, ...why }], files)
  expect(refused).toEqual([
    expect.stringContaining('or say in filesNotRead why assumed chooses none'),
  ])
  expect(answer).toBe('296')
})

test('what a question before was about binds no further one', async () => {
  writeFileSync(folder.path('year.csv'), 'team,month,hours\nDesign,April,152\nDesign,May,144\n')
  const sql = "SELECT SUM(hours) FROM t WHERE team = '{team}'"
  const plans = [{ kind: 'read', tool: { name: 'table', input: { file: '{file}', sql } } }]
  const beliefs = { file: 'year.csv', team: 'Design' }
  const files = [folder.path('year.csv')]
  const question = 'How many hours has Design in all?'
  const { answer, refused } = await asked(question, beliefs, plans, files, { month: 'May' })
  expect({ answer, refused }).toEqual({ answer: '296', refused: [] })
})

test('a time is not moved by hours that nobody gave', async () => {
  const beliefs = {
    start: '2026-03-12T18:25',
    origin: 'New York',
    place: 'Berlin',
    flight: '7 h 50 min',
  }
  const question =
    'A plane leaves New York on 2026-03-12T18:25 and flies 7 h 50 min; when does it land in Berlin?'
  const compute = (expression: string) => ({ kind: 'compute', expression })
  const plans = [compute('start + flight + 6 h'), compute('at_zone(start, origin, place) + flight')]
  const { answer, refused } = await asked(question, beliefs, plans)
  expect(refused).toEqual([expect.stringContaining('adds or takes away 6 h, which nobody gave')])
  expect(answer).toBe('2026-03-13T07:15')
})

test('a text brings no numbers that nobody gave, before anything is carried out', async () => {
  const text = (expression: string) => ({ kind: 'compute', expression })
  const plans = [text('about 1 in {odds}, as of 7 May'), text('about one in {odds}')]
  const question = 'What are the odds of the draw of 7 May, 4500 to one?'
  const { answer, refused } = await asked(question, { odds: '4500' }, plans)
  expect(refused).toEqual([expect.stringContaining('holds 1, which nobody gave')])
  expect(answer).toBe('about one in 4500')
})

test('a month is no such hours', async () => {
  const question = 'What is the last day of the month of 2026-03-12?'
  const step = { kind: 'compute', expression: 'start + 1 month - 12 days' }
  const { refused } = await asked(question, { start: '2026-03-12' }, [step])
  expect(refused).toEqual([])
})

test('a whole day and what hours are divided by are no such hours', async () => {
  const night = { start: '22:30', end: '06:00' }
  const expression = 'clock(end) - clock(start) + 24 h to min'
  const question = 'A shift begins at 22:30 and ends at 06:00; how many minutes is it?'
  const { answer, refused } = await asked(question, night, [{ kind: 'compute', expression }])
  expect(refused).toEqual([])
  expect(answer).toMatch(/^450/)
})
