import { expect, test } from 'vitest'
import { calculate } from '../../tools/calculate.ts'
import { toolContract } from '../contracts/tool.ts'

const context = { roots: [], signal: new AbortController().signal }
const run = (input: object) => calculate.execute(calculate.input.parse(input), context)

toolContract({
  tool: calculate,
  context: async () => context,
  works: [
    { expression: '2 + 3 * 4' },
    { expression: '240 km / (80 km/h)', unit: 'min' },
    { expression: '0.1 + 0.2' },
  ],
  fails: [
    { input: { expression: '2 +' }, says: /./ },
    { input: { expression: '3 km + 2 kg' }, says: /km|kg|length|mass/ },
    { input: { expression: '5 km', unit: 'kg' }, says: /kg/ },
    { input: { expression: '1 / 0' }, says: /zero/ },
    { input: { expression: 'require("fs")' }, says: /./ },
  ],
  refused: [{}, { expression: '' }, { expression: 5 }],
})

test('units cancel, convert and are shown with the calculation', async () => {
  const hours = await run({ expression: '240 km / (80 km/h)' })
  expect([hours.value, hours.unit]).toEqual([3, 'h'])
  expect(hours.content).toBe('240 km / (80 km/h) = 3 h')
  const minutes = await run({ expression: '240 km / (80 km/h)', unit: 'min' })
  expect([minutes.value, minutes.unit]).toEqual([180, 'min'])
})

test('decimals are exact', async () => {
  expect((await run({ expression: '0.1 + 0.2' })).value).toBe(0.3)
  expect((await run({ expression: '1.1 * 3' })).value).toBe(3.3)
})
