// Steps that become executable by habit, through the public door, with a model whose replies are a
// function of what it is asked.
import { expect, test } from 'vitest'
import { createAgent } from '../../agent/create-agent.ts'
import type { Event } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { type Script, scripted } from '../../agent/llm/scripted.ts'
import { memoryLibrary } from '../../plans/library.ts'
import { byModel, established, formalized, perceived } from '../phases/replies.ts'

const rides = [
  [54, 18],
  [30, 12],
  [77, 14],
  [45, 20],
  [26, 13],
] as const

const asked = ([distance, speed]: readonly [number, number]) =>
  `A courier rides ${distance} km at ${speed} km/h. How many hours does she need?`

const script: Script = request => {
  const text = JSON.stringify(request.reads)
  const [distance = 0, speed = 0] =
    rides.find(([d, s]) => text.includes(`${d}`) && text.includes(`${s}`)) ?? []
  switch (request.purpose) {
    case 'perceive':
      return perceived.replace('54', `${distance}`).replace('18', `${speed}`)
    case 'formalize':
      return formalized
    case 'deliberate':
      return byModel
    default:
      return established({ value: distance / speed, derivation: 'distance/speed' })
  }
}

test('a step that a model derived the same way three times is carried out by code from then on', async () => {
  const library = memoryLibrary()
  const calls: number[] = []
  for (const ride of rides) {
    const wire = scripted(script)
    const events: Event[] = []
    const agent = await createAgent({
      model: createProvider(wire),
      plans: library,
      onEvent: e => events.push(e),
    })
    const { answer } = await agent.ask(asked(ride))
    expect(answer).toBe(String(ride[0] / ride[1]))
    calls.push(wire.requests.length)
    agent.close()
  }
  expect(calls).toEqual([4, 3, 3, 2, 2])
})
