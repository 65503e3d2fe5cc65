import { expect, test } from 'vitest'
import { memo, memoOf } from '../../plans/memo.ts'

test('what is known is not computed again, and only so much is kept', () => {
  const asked: string[] = []
  const length = memo(2, text => {
    asked.push(text)
    return text === '' ? undefined : text.length
  })
  expect(['a', 'bb', 'a', '', ''].map(length)).toEqual([1, 2, 1, undefined, undefined])
  expect(asked).toEqual(['a', 'bb', ''])
  length('bb') // made room for the last one
  expect(asked).toEqual(['a', 'bb', '', 'bb'])
  length.keep('ccc', 3)
  expect(length('ccc')).toBe(3)
  expect(asked).toHaveLength(4)
})

test('things are told apart by what they are, not by what they hold', () => {
  let computed = 0
  const of = memoOf((list: readonly number[]) => {
    computed++
    return list.length
  })
  const list = [1, 2]
  expect([of(list), of(list), of([1, 2])]).toEqual([2, 2, 2])
  expect(computed).toBe(2)
})
