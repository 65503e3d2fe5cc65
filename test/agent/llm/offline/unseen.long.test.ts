// Questions that no rule was written for, half of them traps: none of those may be answered, but for those known to be.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryLibrary } from '../../../../plans/library/library.ts'
import { figuresOf, judgeUnseen, outcomesOf, sets } from './unseen.ts'

/** Traps that are known to be answered. */
const trapped: Readonly<Record<string, number>> = {
  'unseen-twentysecond': 2,
  'unseen-twentyninth': 1,
}

test.each([
  ['unseen', 0.6],
  ['unseen-second', 0.6],
  ['unseen-third', 0.6],
  ['unseen-fourth', 0.7],
  ['unseen-fifth', 0.6],
  ['unseen-sixth', 0.8],
  ['unseen-seventh', 0.8],
  ['unseen-eighth', 0.5],
  ['unseen-ninth', 0.4],
  ['unseen-tenth', 0.6],
  ['unseen-eleventh', 0.45],
  ['unseen-twelfth', 0.55],
  ['unseen-thirteenth', 0.35],
  ['unseen-fourteenth', 0.25],
  ['unseen-fifteenth', 0.65],
  ['unseen-sixteenth', 0.6],
  ['unseen-seventeenth', 0.4],
  ['unseen-eighteenth', 0.75],
  ['unseen-nineteenth', 0.5],
  ['unseen-twentieth', 0.1],
  ['unseen-twentyfirst', 0.1],
  ['unseen-twentysecond', 0.3],
  ['unseen-twentythird', 0.15],
  ['unseen-twentyfourth', 0.55],
  ['unseen-twentyfifth', 0.5],
  ['unseen-twentysixth', 0.7],
  ['unseen-twentyseventh', 0.5],
  ['unseen-twentyeighth', 0.5],
  ['unseen-twentyninth', 0.35],
  ['unseen-thirtieth', 0.1],
])(
  '%s: at most 2 answers are wrong, of traps none or as many as are known, of the others %d are right at least',
  async (folder, least) => {
    const judged = await judgeUnseen(`${folder}/questions.jsonl`)
    await expect(outcomesOf(judged)).toMatchFileSnapshot(join(sets, folder, 'outcomes.txt'))
    const wrong = judged.filter(({ outcome }) => outcome === 'wrong')
    const answerable = judged.filter(({ asked }) => asked.answer !== '')
    const right = answerable.filter(({ outcome }) => outcome === 'right')
    const figures = figuresOf(judged)
    const answered = wrong.filter(({ asked }) => asked.answer === '')
    expect(answered.length, figures).toBeLessThanOrEqual(trapped[folder] ?? 0)
    expect(wrong.length, figures).toBeLessThanOrEqual(2)
    expect(right.length / answerable.length, figures).toBeGreaterThanOrEqual(least)
  },
)

test('no answer depends on the plans that other questions have left', async () => {
  const thirteenth = 'unseen-thirteenth/questions.jsonl'
  const outcomes = (judged: Awaited<ReturnType<typeof judgeUnseen>>) =>
    judged.map(({ asked, outcome }) => `${outcome}: ${asked.question}`)
  const shared = await judgeUnseen(thirteenth, memoryLibrary())
  expect(outcomes(shared)).toEqual(outcomes(await judgeUnseen(thirteenth)))
})

test.each([
  'held-out.jsonl',
  'held-out-second.jsonl',
  'held-out-third.jsonl',
  'held-out-fourth.jsonl',
])('%s: at most one in twenty is wrong, at least three of five are right', async set => {
  const judged = await judgeUnseen(set)
  await expect(outcomesOf(judged)).toMatchFileSnapshot(
    join(sets, set.replace('.jsonl', '-outcomes.txt')),
  )
  const share = (wanted: string) =>
    judged.filter(({ outcome }) => outcome === wanted).length / judged.length
  expect(share('wrong'), figuresOf(judged)).toBeLessThanOrEqual(0.05)
  expect(share('right'), figuresOf(judged)).toBeGreaterThanOrEqual(0.6)
})
