// What a plan changes follows from the tools that it names.
import { expect, test } from 'vitest'
import { answered, asked, calling, say, store } from './store.ts'

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
