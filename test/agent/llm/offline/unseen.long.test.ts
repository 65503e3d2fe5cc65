// Questions that no rule was written for, half of them traps: none of those may be answered.
import { expect, test } from 'vitest'
import { figuresOf, judgeUnseen } from './unseen.ts'

test.each(['unseen', 'unseen-second', 'unseen-third', 'unseen-fourth'])(
  '%s: no trap is answered, at most 2 answers are wrong, 60 % are right',
  async folder => {
    const judged = await judgeUnseen(folder)
    const wrong = judged.filter(({ outcome }) => outcome === 'wrong')
    const answerable = judged.filter(({ asked }) => asked.answer !== '')
    const right = answerable.filter(({ outcome }) => outcome === 'right')
    const figures = figuresOf(judged)
    expect(
      wrong.filter(({ asked }) => asked.answer === ''),
      figures,
    ).toEqual([])
    expect(wrong.length, figures).toBeLessThanOrEqual(2)
    expect(right.length / answerable.length, figures).toBeGreaterThanOrEqual(0.6)
  },
)
