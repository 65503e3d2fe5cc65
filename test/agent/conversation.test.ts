// What of the one conversation about a question is an intention's: where in it the intention is, and whether
// it holds words that are not the person's.
import { expect, test } from 'vitest'
import { emptyState } from '../../agent/apply.ts'
import { conversationOf, dropped, isTainted, said } from '../../agent/conversation.ts'
import type { State, StoredCall } from '../../agent/state.ts'

/** The root `1`, its part `2` and the part of that, `3`. */
function nested(): State {
  const state = emptyState()
  const of = (id: string, parent?: object) => ({ id, root: '1', parent }) as never
  return {
    ...state,
    intentions: state.intentions
      .set('1', of('1'))
      .set('2', of('2', { intention: '1', step: 's1' }))
      .set('3', of('3', { intention: '2', step: 's4' })),
  }
}

test('an intention is found by the steps that lead to it', () => {
  const paths = ['1', '2', '3', '9'].map(id => conversationOf(nested(), id).path)
  expect(paths).toEqual(['', 's1.', 's1.s4.', ''])
})

test('what was said ahead is void where a conversation is held, from the dropped plan down', () => {
  const silent = nested()
  expect(dropped(silent, '3')).toBe(silent)
  const begun = dropped(said(silent, '2', { dropped: '' }), '3')
  expect([...conversationOf(begun, '1').exchanges]).toEqual([
    { dropped: '' },
    { dropped: 's1.s4.' },
  ])
})

test.each([
  ['a result', [{} as StoredCall], [], true],
  ['what was handed over', [], [{ name: 'note', text: 'hello' }], true],
  ['nothing', [], [], false],
])('beside the words of the person there is %s', (_, calls, handed, tainted) => {
  expect(isTainted({ calls, heard: () => ({ said: ['so'], calls, handed }) })).toBe(tainted)
})

test('what is observed is no word of the person', () => {
  const state = emptyState()
  const perceived = (kind: string, text: string) => ({ perception: { kind, text } }) as never
  const heard = conversationOf(
    {
      ...state,
      perceptions: state.perceptions
        .set('1', perceived('question', 'What is on the desk?'))
        .set('2', perceived('observation', 'a lamp is on the desk')),
    },
    '1',
  ).heard()
  expect(heard.said).toEqual(['What is on the desk?'])
})
