import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryOf, printMemory } from '../../../agent/memory/fact.ts'
import { openMemory } from '../../../agent/memory/memory.ts'
import { recall } from '../../../tools/recall.ts'
import { manyFacts, priceQuestion } from './kit.ts'

test('of 100,000 facts the one asked for is found in less than 50 ms, and no more is shown than of 100', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'intend-many-'))
  const shown: number[] = []
  for (const size of [100, 100_000]) {
    const file = join(folder, `${size}.json`)
    await writeFile(
      file,
      printMemory(memoryOf(manyFacts(size)), () => ({ version: 1 })),
    )
    const memory = await openMemory(file)
    await memory.search(priceQuestion(size, 0), 8) // builds the index
    const milliseconds: number[] = []
    for (let at = 1; at <= 50; at++) {
      const begun = process.cpuUsage()
      const { facts } = await memory.search(priceQuestion(size, at), 8)
      const { user, system } = process.cpuUsage(begun)
      milliseconds.push((user + system) / 1000)
      expect(facts.slice(0, 2).map(fact => fact.value)).toContain((at * 7907) % size)
    }
    expect(milliseconds.toSorted((a, b) => a - b)[45]).toBeLessThan(50)
    const context = { roots: [], signal: new AbortController().signal }
    const { content } = await recall(memory).execute({ query: priceQuestion(size, 1) }, context)
    shown.push(content.length)
  }
  await rm(folder, { recursive: true })
  expect(shown[1]).toBeLessThan(1.5 * shown[0]!)
})
