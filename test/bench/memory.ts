// What a memory is worth and what it costs: questions in two sessions with and without one, by kind,
// and how long a memory of some size takes to open, to search and to write.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryOf, printMemory } from '../../agent/memory/fact.ts'
import { openMemory } from '../../agent/memory/memory.ts'
import { recall } from '../../tools/recall.ts'
import { manyFacts, priceQuestion } from '../agent/memory/kit.ts'
import { memoryPairs, type Pair, type PairResult, runPair } from '../support/memory-pairs.ts'
import { type Bench, type Row, rounded } from './bench.ts'

export const memory: Bench = {
  name: 'memory',
  about: 'questions of a second session with a memory and without; opening, searching, writing one',
  usage: '[--sizes 100,10000,100000] [--pairs off]',
  options: {
    sizes: { type: 'string', default: '100,10000,100000' },
    pairs: { type: 'string', default: 'on' },
  },
  missing: ({ flags }) =>
    sizesOf(flags.sizes).every(size => Number.isInteger(size) && size > 0)
      ? undefined
      : 'a size is a positive whole number, such as 10000',
  run: async ({ flags }) => {
    const pairs =
      flags.pairs === 'off' ? {} : { 'right in the second session': await comparePairs() }
    const rows = []
    for (const size of sizesOf(flags.sizes)) rows.push(await measure(size))
    return { tables: { ...pairs, 'by facts, in ms': rows }, notes }
  },
}

// --- internal ---

const notes = [
  'The first session reads files, the second is asked without them; offline answers, the official scorer judges.',
  'declined: no answer was given where none is to be given; outdated: a value that a newer one had replaced.',
  'index: the first search, which builds the index; shown: characters of what one call of recall returns.',
]

function sizesOf(given: string | boolean | undefined): readonly number[] {
  return String(given).split(',').map(Number)
}

async function comparePairs(): Promise<readonly Row[]> {
  const results: { readonly pair: Pair; readonly held: PairResult; readonly bare: PairResult }[] =
    []
  for (const pair of memoryPairs()) {
    const [held, bare] = [await runPair(pair, true), await runPair(pair, false)]
    results.push({ pair, held, bare })
  }
  const row = (kind: string, of: typeof results): Row => {
    const answerable = of.filter(({ pair }) => pair.second.answer !== '')
    const others = of.filter(({ pair }) => pair.second.answer === '')
    return {
      kind,
      pairs: of.length,
      'with answer': answerable.length,
      'answered with': answerable.filter(({ held }) => held.right).length,
      'answered without': answerable.filter(({ bare }) => bare.right).length,
      'to decline': others.length,
      'declined with': others.filter(({ held }) => held.right).length,
      'outdated given': of.filter(({ held }) => held.outdated).length,
    }
  }
  const kinds = [...Map.groupBy(results, ({ pair }) => pair.kind)]
  return [...kinds.map(([kind, of]) => row(kind, of)), row('all', results)]
}

async function measure(size: number): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-memory-'))
  const file = join(folder, 'memory.json')
  try {
    writeFileSync(
      file,
      printMemory(memoryOf(manyFacts(size)), () => ({ version: 1 })),
    )
    const lap = async (work: () => Promise<unknown>) => {
      const begun = performance.now()
      await work()
      return performance.now() - begun
    }
    const begun = performance.now()
    const opened = await openMemory(file)
    const open = performance.now() - begun
    const index = await lap(() => opened.search(priceQuestion(size, 0), 8))
    const laps: number[] = []
    for (let at = 1; at <= 200; at++)
      laps.push(await lap(() => opened.search(priceQuestion(size, at), 8)))
    laps.sort((a, b) => a - b)
    const context = { roots: [], signal: new AbortController().signal }
    const { content } = await recall(opened).execute({ query: priceQuestion(size, 1) }, context)
    const news = { ...manyFacts(1)[0]!, id: 'mnews', given: { item: 'news' } }
    const write = await lap(() => opened.remember([news]))
    return {
      facts: size,
      open: rounded(open),
      index: rounded(index),
      searchP50: rounded(laps[100]!),
      searchP95: rounded(laps[190]!),
      write: rounded(write),
      shown: content.length,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
