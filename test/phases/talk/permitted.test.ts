// What a plan changes follows from the tools that it names, and whether it may from what the person said.
import { expect, test } from 'vitest'
import { answered, asked, calling, say, store, unachievable } from './store.ts'

const reserving = say(
  { article: 'bolt' },
  calling('s1', 'reserve_item', 'pieces', 'article'),
  answered('pieces'),
)

test('a step that names a tool which changes things is to change them, also where its author does not say so', async () => {
  const { tools, reserved } = store()
  const { answer, requests, events } = await asked('Reserve a bolt.', [reserving], tools)
  expect([answer, reserved, requests.length]).toEqual(['40', ['bolt'], 1])
  const [chosen] = events.flatMap(event => (event.type === 'plan-selected' ? [event.plan] : []))
  expect(chosen!.steps.map(({ effect }) => effect)).toEqual([true, undefined])
  const told = requests[0]!.tools!.map(({ name, description }) => [
    name,
    /"effect": true/.test(description),
  ])
  expect(told).toEqual([
    ['stock', false],
    ['reserve_item', true],
  ])
})

test('a refusal is nothing that was read, and the singular of a word of the person is theirs', async () => {
  const { tools, reserved } = store()
  const open = { ...calling('s1', 'reserve_item', 'pieces'), tool: undefined, reads: ['article'] }
  const { deliberate } = JSON.parse(reserving)
  const { answer, events, questions } = await asked(
    'I want some bolts.',
    [
      say({ article: 'bolt' }, open, answered('pieces')),
      { text: '', calls: [{ name: 'reserve_item', input: { article: 'bolt' } }] },
      JSON.stringify({ deliberate }),
    ],
    tools,
  )
  const calls = events.flatMap(event => (event.type === 'tool-called' ? [event] : []))
  expect(calls.map(({ content }) => content)).toEqual([
    expect.stringContaining('only a step with "effect": true may call it'),
    'reserved 40',
  ])
  expect([answer, reserved, questions]).toEqual(['40', ['bolt'], []])
})

test('where a tool of a server is refused, what would spare the question is said', async () => {
  const { tools, reserved } = store({ server: 'shop' })
  const why = 'I may not.'
  const { satisfied, questions, events, requests } = await asked(
    'How many bolts are in store?',
    [reserving, unachievable(why)],
    tools,
  )
  expect([satisfied, reserved, requests.length]).toEqual([false, [], 2])
  expect(questions[0]!.reasons).toEqual([
    'you named article "bolt", and said nothing of reserve_item',
  ])
  expect(questions[0]!.remedy).toMatch(/^if reserve_item only reads, "reads": /)
  const [call] = events.flatMap(event => (event.type === 'tool-called' ? [event.content] : []))
  expect(call).toContain(questions[0]!.remedy)
})

test('what the person did not permit ends the question, where the plan was for that alone', async () => {
  const { tools, reserved } = store()
  const { requests, state, ...came } = await asked(
    'I want some of the usual.',
    [reserving],
    tools,
    {
      permission: 'no',
    },
  )
  expect(came).toMatchObject({
    satisfied: false,
    reason: 'you did not permit reserve_item, so it was not done',
  })
  expect([reserved, requests.length]).toEqual([[], 1])
  const [stats] = [...state.planLibrary.stats.values()]
  expect(stats).toMatchObject({ useCount: 1, failureCount: 0 })
})

test('and where it is for more, the model goes on without', async () => {
  const { tools, reserved } = store()
  const { answer, requests } = await asked(
    'I want some of the usual.',
    [
      say(
        { article: 'bolt' },
        calling('s1', 'reserve_item', 'pieces', 'article'),
        calling('s2', 'stock', 'left', 'article'),
        answered('"{pieces} of {left}"'),
      ),
      JSON.stringify({
        results: { s1: { newGroundBeliefs: [], summary: 'not permitted' } },
        deliberate: {
          goal: 'how many there are',
          steps: [calling('s2', 'stock', 'left', 'article'), answered('left')],
        },
      }),
    ],
    tools,
    { permission: 'no' },
  )
  expect([answer, reserved, requests.length]).toEqual(['1200', [], 2])
})
