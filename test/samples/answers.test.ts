// The sample set is well formed, and the answers it states are those its files give.
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { recompute } from './recompute.ts'
import { sameAnswer } from './same-answer.ts'
import { readQuestions, samplePath } from './sample-files.ts'

const questions = readQuestions()
const families = Map.groupBy(questions, question => question.family)

describe('the sample set', () => {
  test('has at least 40 questions with ids of their own', () => {
    expect(questions.length).toBeGreaterThanOrEqual(40)
    expect(new Set(questions.map(question => question.id)).size).toBe(questions.length)
    expect(new Set(questions.map(question => question.question)).size).toBe(questions.length)
  })

  test('has eight families of at least five, and each kind within one has five twins', () => {
    expect(families.size).toBe(8)
    const kinds = Map.groupBy(questions, question => question.id.replace(/-\d+$/, ''))
    for (const [kind, twins] of kinds) expect(twins.length, kind).toBeGreaterThanOrEqual(5)
  })

  test('names only files it brings along', () => {
    const missing = questions.flatMap(({ files = [] }) =>
      files.filter(file => !existsSync(samplePath(file))),
    )
    expect(missing).toEqual([])
  })

  test('expects no answer in the family of declines, and one everywhere else', () => {
    for (const { id, family, answer } of questions)
      expect(answer === '', id).toBe(family === 'decline')
  })
})

describe('the answer stated agrees with the files', () => {
  test.each(questions.filter(question => question.answer !== ''))('of $id', async question => {
    const answer = await recompute[question.id]!()
    expect(sameAnswer(question.answer, answer, question.tolerance), answer).toBe(true)
  })
})

describe('an answer counts as the same', () => {
  test.each([
    ['14.60', '14.6'],
    ['1240', '1,240 euros'],
    ['14 March 1887', '1887-03-14'],
    ['Agnes Thorburn', 'agnes thorburn.'],
    ['', undefined],
  ])('when %j is expected and %j is given', (expected, given) => {
    expect(sameAnswer(expected, given)).toBe(true)
  })

  test.each([
    ['14.60', '14.61'],
    ['115', 'about 115 or 116'],
    ['14 March 1887', '1887-03-15'],
    ['Graz', 'Linz'],
    ['', '0'],
    ['0', undefined],
  ])('but not when %j is expected and %j is given', (expected, given) => {
    expect(sameAnswer(expected, given)).toBe(false)
  })
})
