// Questions that contradict themselves, and questions that only look so, as a reader of the requests
// perceived them (README, Results); replayed. The policy before commitment is to tell them apart.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedIn, replayed } from './recorded.ts'

const home = join(import.meta.dirname, '..', 'fixtures', 'contradictions')
const questions = recordedIn(home)
const contradictory = questions.filter(({ answer }) => answer === '')
const consistent = questions.filter(({ answer }) => answer !== '')

describe('a question that contradicts itself', () => {
  test.each(contradictory)('$id: is stopped before a step runs, both values named', async each => {
    const { answer, events } = await replayed(each, undefined, { home })
    expect(answer).toMatchObject({ satisfied: false, answer: undefined })
    expect(answer.reason).toMatch(
      /contradictory: .+ according to .+ but .+ according to .+ say which/,
    )
    expect(events.some(event => event.type === 'step-started')).toBe(false)
  })

  test.each(contradictory)(
    '$id: without the policy, a plan is built on one of its values',
    async each => {
      const bold = { objection: async () => undefined }
      const { events } = await replayed(each, undefined, { home, policy: bold })
      expect(events.some(event => event.type === 'step-started')).toBe(true)
    },
  )
})

test.each(consistent)('$id, which does not, is answered', async each => {
  const { answer } = await replayed(each, undefined, { home })
  expect(answer.satisfied).toBe(true)
  expect(Number.parseFloat(answer.answer ?? '')).toBe(Number(each.answer))
})
