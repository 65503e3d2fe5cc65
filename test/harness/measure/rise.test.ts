// The rise of the last half over the first, against SciPy 1's ttest_ind(late, early, equal_var=False).
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { riseOf } from '../../../harness/measure/rise.ts'

test("is the difference of the means of both halves, with Welch's interval", () => {
  const rise = riseOf([1, 2, 2, 5, 4, 5, 7, 8])!
  expect(rise).toMatchObject({ first: 2.5, last: 6, difference: 3.5 })
  expect(rise.interval[0]).toBeCloseTo(0.418968, 6)
  expect(rise.interval[1]).toBeCloseTo(6.581032, 6)
  expect(riseOf([1, 1, 1])).toBeUndefined()
  expect(riseOf([0, 0, 1, 1])).toEqual({ first: 0, last: 1, difference: 1, interval: [1, 1] })
})

test('the same values the other way round have fallen by as much', () => {
  const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: 2,
    maxLength: 20,
  })
  fc.assert(
    fc.property(values, half => {
      const even = [...half, ...half.toReversed()]
      const turned = riseOf([...half, ...half.map(each => each + 1)])
      const back = riseOf([...half.map(each => each + 1), ...half])
      expect(riseOf(even)?.difference ?? 0).toBeCloseTo(0, 9)
      expect((turned?.difference ?? 0) + (back?.difference ?? 0)).toBeCloseTo(0, 9)
      expect((turned?.interval[0] ?? 0) + (back?.interval[1] ?? 0)).toBeCloseTo(0, 9)
    }),
  )
})
