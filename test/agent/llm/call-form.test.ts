// Arguments and ids of calls, as all protocols send them.
import { expect, test } from 'vitest'
import {
  asMalformed,
  freshIds,
  lenientJson,
  toName,
  toObject,
} from '../../../agent/llm/call-form.ts'

test.each([
  ['{"a":1}', { a: 1 }],
  ['{"a":"\\ud800"}', { a: '\ufffd' }],
  ['[1]', undefined],
  ['null', undefined],
  ['"x"', undefined],
  ['{"a":', undefined],
])('%s as arguments: %j', (text, value) => {
  expect(toObject(text)).toEqual(value)
})

test.each([
  ['{"a": 1,}', { a: 1 }],
  ["{'a': 1}", { a: 1 }],
  ['```json\n{"a": 1}\n```', { a: 1 }],
  ['[1, 2,]', [1, 2]],
  ['{"a": 1', undefined],
  ['{"a": f(1)}', undefined],
  ['5', 5],
  ['hello', undefined],
])('%s as near-JSON: %j', (text, value) => {
  expect(lenientJson(text)).toEqual(value)
})

test('what is said to be whole is mended though no brace ends it', () => {
  expect(lenientJson('{"a": 1', true)).toEqual({ a: 1 })
  expect(asMalformed('{\ud800')).toEqual({ malformed_arguments: '{\ufffd' })
})

test('names have the characters and the length that protocols allow', () => {
  expect(toName('read page/2', 64)).toBe('read_page_2')
  expect(toName('abcdef', 3)).toBe('abc')
  expect(toName('', 3)).toBe('unnamed')
})

test('no two calls of a conversation have one id', () => {
  const call = (id: string) => ({ id, name: 't', arguments: '{}' })
  const messages = [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: '', calls: [call('a'), call('call_2_1')] },
  ] as never
  const fresh = freshIds(messages)
  expect(fresh('b', 0)).toBe('b')
  expect(fresh('b', 0)).toBe('call_2_0')
  expect(fresh('a', 1)).toBe('call_2_2')
  expect(fresh('', 1)).toBe('call_2_3')
  expect(fresh('', 9)).toBe('call_2_9')
})
