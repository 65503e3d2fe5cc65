// Simulations interrupted at every call, and all twelve questions in two orders.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  begin,
  essence,
  interruptedAt,
  plansAfter,
  sales,
  simulated,
} from '../../fixtures/simulation/kit.ts'
import { mending, reader } from '../../fixtures/simulation/reader.ts'

const temporary = mkdtempSync(join(tmpdir(), 'intend-simulation-long-'))
afterAll(() => rmSync(temporary, { recursive: true }))

test('interrupted at any call and gone on with, it comes to the same, and no question is answered twice', async () => {
  const whole = begin(temporary)
  const wire = reader([mending])
  await simulated(whole, wire)
  for (let at = 1; at <= wire.requests.length; at++) {
    const folder = begin(temporary)
    const stopping = new AbortController()
    const broken = interruptedAt(at, reader([mending]), stopping)
    await expect(simulated(folder, broken, { stopping }), `${at}`).rejects.toThrow('interrupted')
    await simulated(folder, reader([mending]))
    for (const round of ['1', '2'])
      for (const { id } of sales) {
        const journal = join(folder.path, 'rounds', round, 'questions', id, 'events.jsonl')
        const recorded = readFileSync(journal, 'utf8').match(/"type":"intention-recorded"/g)
        expect(recorded, `${at}: ${round} ${id}`).toHaveLength(1)
      }
    expect(essence(plansAfter(folder, 2)), `${at}`).toEqual(essence(plansAfter(whole, 2)))
  }
})

test('order and parallelism change nothing where questions of several kinds write plans at once', async () => {
  const of = async (parallel: number, shuffle: string) => {
    const folder = begin(temporary, { parallel, shuffle, family: undefined })
    const rounds = await simulated(folder, reader([mending]))
    return { rounds, plans: essence(plansAfter(folder, 2)) }
  }
  const alone = await of(1, 'one')
  expect(alone.plans.length).toBeGreaterThan(4)
  for (const parallel of [2, 4, 12])
    expect(await of(parallel, `order ${parallel}`), `${parallel} at once`).toEqual(alone)
})
