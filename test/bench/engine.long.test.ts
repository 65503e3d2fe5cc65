import { expect, test } from 'vitest'
import { contestants } from './engine.ts'
import { instantModel } from './engine-question.ts'

test.each(contestants)('$name answers the question with $calls calls of the model', async each => {
  const model = instantModel()
  const engine = await each.open(model)
  for (let asked = 1; asked <= 2; asked++) {
    await engine.ask() // rejects unless the answer is right
    expect(model.calls()).toBe(asked * each.calls)
  }
  await engine.close()
})
