// What of a question's wording is kept for those worded alike: what worked as it was worded, or nothing.
import { expect, test } from 'vitest'
import { answered, asked, calling, say, store } from './store.ts'

const counting = (article: string) =>
  say({ article }, calling('s1', 'stock', 'pieces', 'article'), answered('pieces'))
const corrected = {
  newGroundBeliefs: [{ name: 'pieces', value: 950, evidence: { call: 'c2', quote: '950 pieces' } }],
}
const learned = ({ state }: Awaited<ReturnType<typeof asked>>) =>
  [...state.planLibrary.plans.values()].flatMap(({ wordings = [] }) =>
    wordings.map(each => each.text),
  )

test('a wording is learned of a question that its plan has answered with the values as they are worded', async () => {
  const { tools } = store()
  const came = await asked('How many pieces of "bolt" are in store?', [counting('bolt')], tools)
  expect(came.answer).toBe('1200')
  expect(learned(came)).toEqual(['How many pieces of "{article}" are in store?'])
})

test('and none where the tool took the value only as a model had corrected it', async () => {
  const { tools } = store()
  const came = await asked(
    'How many pieces of "nuts" are in store?',
    [
      counting('nuts'),
      { text: '', calls: [{ name: 'stock', input: { article: 'nut' } }] },
      JSON.stringify({ results: { s1: corrected } }),
    ],
    tools,
  )
  expect(came.answer).toBe('950')
  expect(learned(came)).toEqual([])
})
