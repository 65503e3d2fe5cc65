import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Fact,
  type MemoryContent,
  memoryOf,
  mergeMemories,
  parseMemory,
  printMemory,
} from '../../../agent/memory/fact.ts'
import { type Memory, openMemory } from '../../../agent/memory/memory.ts'
import { createShelf } from '../../../agent/memory/shelf.ts'
import { ConfigurationError } from '../../../plans/configuration.ts'
import { arbitraryFact, fact, later, manyFacts, noon, tariff } from './kit.ts'

let folder = ''
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intend-memory-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A file name nobody has used, in a folder of its own. */
async function freshFile(): Promise<string> {
  const own = join(folder, String(++files))
  await mkdir(own)
  return join(own, 'memory.json')
}

const clock = { now: () => noon + 24 * 60 * 60_000 }
const query = 'how much does a child pay for a crossing'

/** The ids that a search gives, of a memory that has learned these facts in this order. */
async function recalled(...facts: readonly Fact[]): Promise<readonly string[]> {
  const memory = await openMemory(await freshFile(), clock)
  for (const each of facts) await memory.remember([each])
  return ids(memory)
}

const ids = async (memory: Memory) => (await memory.search(query, 8)).facts.map(({ id }) => id)

describe('two memories', () => {
  const content: fc.Arbitrary<MemoryContent> = fc
    .tuple(
      fc.array(arbitraryFact, { maxLength: 6 }),
      fc.dictionary(fc.constantFrom('m1', 'm5'), fc.constantFrom('wrong', 'not mine')),
    )
    .map(([facts, forgotten]) => memoryOf(facts, Object.entries(forgotten)))
  const text = (memory: MemoryContent) => printMemory(memory, () => ({ version: 1 }))

  test('merge in any order and any number of times to the same text', () => {
    fc.assert(
      fc.property(content, content, content, (a, b, c) => {
        const joined = text(mergeMemories(mergeMemories(a, b), c))
        expect(text(mergeMemories(a, mergeMemories(b, c)))).toBe(joined)
        expect(text(mergeMemories(c, mergeMemories(b, a)))).toBe(joined)
        expect(text(mergeMemories(mergeMemories(a, b), a))).toBe(text(mergeMemories(a, b)))
      }),
    )
  })

  test('keep every fact of both but those that one of them has forgotten', () => {
    fc.assert(
      fc.property(content, content, (a, b) => {
        const { facts, forgotten } = mergeMemories(a, b)
        for (const id of [...a.facts.keys(), ...b.facts.keys()])
          expect(facts.has(id)).toBe(!forgotten.has(id))
        expect([...forgotten.keys()].sort()).toEqual(
          [...new Set([...a.forgotten.keys(), ...b.forgotten.keys()])].sort(),
        )
      }),
    )
  })

  test('are read back as they were printed', () => {
    fc.assert(
      fc.property(content, memory => {
        const read = parseMemory(text(memory), 'memory.json')
        expect('content' in read && text(read.content)).toBe(text(memory))
      }),
    )
  })
})

describe('where facts stand', () => {
  test('does not hang on the order in which they came', () => {
    const standings = (facts: readonly Fact[]) => {
      const shelf = createShelf()
      for (const each of facts) shelf.put(mergeMemories(shelf.content(), memoryOf([each])))
      return [...shelf.content().facts.values()]
        .map(each => [each.id, shelf.standing(each, noon)])
        .sort()
    }
    fc.assert(
      fc.property(fc.uniqueArray(arbitraryFact, { selector: each => each.id }), facts => {
        expect(standings(facts.toReversed())).toEqual(standings(facts))
      }),
    )
  })

  test('is indexed while other work goes on', async () => {
    const shelf = createShelf()
    shelf.put(memoryOf(manyFacts(2000)))
    let turns = 0
    let isDone = false
    const turn = () => {
      turns++
      if (!isDone) setImmediate(turn)
    }
    setImmediate(turn)
    await shelf.search(query, 8, noon)
    isDone = true
    expect(turns).toBeGreaterThan(3)
    expect(turns).toBeLessThan(12)
  })

  test('does not hang on whether they were searched meanwhile, and changed or forgotten', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(arbitraryFact, { selector: each => each.id }),
        fc.nat(5),
        fc.array(arbitraryFact, { maxLength: 1 }),
        async (facts, first, others) => {
          const grown = createShelf()
          grown.put(memoryOf([...facts.slice(0, first), ...others]))
          await grown.search(query, 8, noon)
          grown.put(memoryOf(facts))
          const whole = createShelf()
          whole.put(memoryOf(facts))
          for (const each of whole.content().facts.values())
            expect(grown.standing(each, noon)).toEqual(whole.standing(each, noon))
          expect(await grown.search(query, 8, noon)).toEqual(await whole.search(query, 8, noon))
        },
      ),
    )
  })

  test('a later value of the same source supersedes, and the old one is not recalled', async () => {
    const newer = fact('m2', {
      value: 3.4,
      files: [{ ...tariff, edition: 'summer' }],
      learnedAt: later(1),
    })
    expect(await recalled(fact('m1'), newer)).toEqual(['m2'])
    // what was learned later counts, whichever is written first
    expect(await recalled(newer, fact('m1'))).toEqual(['m2'])
  })

  test('the file shows which version a fact is and what has superseded it', async () => {
    const file = await freshFile()
    const memory = await openMemory(file, clock)
    await memory.remember([fact('m1'), fact('m2', { value: 3.4, learnedAt: later(1) })])
    const { facts } = JSON.parse(await readFile(file, 'utf8'))
    expect(facts).toMatchObject([
      { id: 'm1', version: 1, supersededBy: 'm2' },
      { id: 'm2', version: 2 },
    ])
    expect(facts[1]).not.toHaveProperty('supersededBy')
  })

  test('of two hundred versions the last is recalled', async () => {
    const memory = await openMemory(await freshFile(), clock)
    const versions = Array.from({ length: 200 }, (_, at) =>
      fact(`m${at}`, { value: at, learnedAt: later(at) }),
    )
    await memory.remember(versions)
    expect(await ids(memory)).toEqual(['m199'])
  })

  test('other circumstances make another fact', async () => {
    const adult = fact('m2', { value: 7.2, given: { passenger: 'adult' }, learnedAt: later(1) })
    expect((await recalled(fact('m1'), adult)).toSorted()).toEqual(['m1', 'm2'])
  })

  test.each<[string, Partial<Fact>, Partial<Fact>]>([
    ['another question, where nothing was given', { given: {} }, { given: {}, about: 'Who pays?' }],
    ['another source without files', { files: [] }, { files: [], source: 'guide' }],
  ])('%s makes another fact', async (_, one, other) => {
    const both = [fact('m1', one), fact('m2', { value: 3.4, learnedAt: later(1), ...other })]
    const memory = await openMemory(await freshFile(), clock)
    await memory.remember(both)
    expect(memory.facts().map(({ standing }) => standing.current)).toEqual([true, true])
  })

  test('a search gives as many as are wanted', async () => {
    const memory = await openMemory(await freshFile(), clock)
    await memory.remember(
      Array.from({ length: 12 }, (_, at) => fact(`m${at}`, { given: { passenger: `sort ${at}` } })),
    )
    expect((await memory.search(query, 3)).facts).toHaveLength(3)
  })

  test('a value is found by words that only the one it superseded had', async () => {
    const bare = { about: 'Fare?', quote: 'It is 3.40.', value: 3.4, learnedAt: later(1) }
    const memory = await openMemory(await freshFile(), clock)
    await memory.remember([fact('m1'), fact('m2', bare)])
    expect((await memory.search('crossing', 8)).facts.map(({ id }) => id)).toEqual(['m2'])
  })

  test('values of two sources that disagree are both recalled, each with the other', async () => {
    const memory = await openMemory(await freshFile(), clock)
    const guide = { name: 'guide.txt', place: 'quay', edition: 'first' }
    await memory.remember([
      fact('m1'),
      fact('m2', { value: 2.9, source: 'guide.txt', files: [guide] }),
    ])
    const { facts } = await memory.search(query, 8)
    expect(facts.map(({ id, conflicts }) => [id, ...conflicts]).toSorted()).toEqual([
      ['m1', 'm2'],
      ['m2', 'm1'],
    ])
  })

  test('the same value in another unit is no conflict', async () => {
    const memory = await openMemory(await freshFile(), clock)
    const in_ = (source: string, value: number, unit: string): Partial<Fact> => ({
      source,
      value,
      unit,
      files: [{ name: source, place: source, edition: 'first' }],
    })
    await memory.remember([
      fact('m1', in_('a.txt', 1.5, 'km')),
      fact('m2', in_('b.txt', 1500, 'm')),
    ])
    const conflicts = async () =>
      (await memory.search(query, 8)).facts.map(({ conflicts }) => conflicts)
    expect(await conflicts()).toEqual([[], []])
    await memory.remember([fact('m3', in_('b.txt', 1600, 'm'))])
    expect((await conflicts()).toSorted()).toEqual([['m1'], ['m3']])
  })

  test('a file that was seen to have changed takes what it said before with it', async () => {
    const memory = await openMemory(await freshFile(), clock)
    const elsewhere = {
      name: 'hours',
      about: 'When does the last ferry leave?',
      given: { ferry: 'last' },
    }
    const changed = [{ ...tariff, edition: 'summer' }]
    await memory.remember([
      fact('m1'),
      fact('m2', { ...elsewhere, files: changed, learnedAt: later(1) }),
    ])
    const { facts, outdated } = await memory.search(query, 8)
    expect(facts.map(({ id }) => id)).not.toContain('m1')
    expect(outdated).toEqual({ replaced: 0, changed: 1 })
  })

  test('a file of the same name in another folder is another source', async () => {
    const other = [{ ...tariff, place: 'lake', edition: 'summer' }]
    const both = await recalled(
      fact('m1'),
      fact('m2', { value: 3.4, files: other, learnedAt: later(1) }),
    )
    expect(both.toSorted()).toEqual(['m1', 'm2'])
  })

  test('a fact holds on its last day and not on the day after', async () => {
    const until = (validUntil: string) => recalled(fact('m1', { validUntil }))
    expect(await until('2026-06-11')).toEqual(['m1'])
    expect(await until('2026-06-10')).toEqual([])
    const shelf = createShelf()
    const day = fact('m1', { validUntil: '2026-06-10' })
    shelf.put(memoryOf([day]))
    const midnight = Date.UTC(2026, 5, 11)
    expect(shelf.standing(day, midnight - 1)).toMatchObject({ current: true })
    expect(shelf.standing(day, midnight)).toMatchObject({ current: false, why: 'expired' })
  })

  test('what was worked out from a fact falls with it, however far up', async () => {
    const total = { name: 'total', value: 31, files: [], given: { children: '10' } }
    const derived = (id: string, ...rests: readonly string[]) =>
      fact(id, {
        ...total,
        name: `total_${id}`,
        source: id,
        rests: [...rests],
        learnedAt: later(2),
      })
    const chain = [fact('m1'), derived('m2', 'm1'), derived('m3', 'm2'), derived('m4')]
    expect((await recalled(...chain)).toSorted()).toEqual(['m1', 'm2', 'm3', 'm4'])
    const newer = fact('m5', { value: 3.4, learnedAt: later(3) })
    expect((await recalled(...chain, newer)).toSorted()).toEqual(['m4', 'm5'])
  })
})

test('a fact is recalled with what it was taken from, and without what nobody has said of it', async () => {
  const memory = await openMemory(await freshFile(), clock)
  const { unit: _, quote: __, answers: ___, ...bare } = fact('m2', { given: { passenger: 'dog' } })
  await memory.remember([fact('m1', { by: 'person', asOf: '2026-06-01' }), bare])
  const { facts } = await memory.search(query, 8)
  const both = { name: 'price', value: 3.1, source: 'tariff.txt', learned: '2026-06-10' }
  const rest = { about: bare.about, version: 1, conflicts: [] }
  expect(facts).toEqual([
    {
      ...both,
      ...rest,
      id: 'm1',
      by: 'person',
      answers: true,
      given: { passenger: 'child' },
      unit: 'EUR',
      quote: 'A child pays 3.10 EUR for a crossing.',
      asOf: '2026-06-01',
    },
    { ...both, ...rest, id: 'm2', by: 'tool', answers: false, given: { passenger: 'dog' } },
  ])
})

describe('a memory file', () => {
  test('is not written again when its source says the same once more', async () => {
    const file = await freshFile()
    const memory = await openMemory(file, clock)
    await memory.remember([fact('m1')])
    const before = await readFile(file, 'utf8')
    await memory.remember([fact('m1')])
    await memory.remember([fact('m2', { run: 'second', learnedAt: later(5) })])
    expect(await readFile(file, 'utf8')).toBe(before)
  })

  test('lets what rests on a fact known before rest on that one', async () => {
    const memory = await openMemory(await freshFile(), clock)
    await memory.remember([fact('m1')])
    const total = fact('m3', { name: 'total', value: 31, rests: ['m2'], learnedAt: later(5) })
    await memory.remember([fact('m2', { learnedAt: later(5) }), total])
    expect(memory.facts().map(({ fact }) => [fact.id, fact.rests])).toEqual([
      ['m1', undefined],
      ['m3', ['m1']],
    ])
    expect((await ids(memory)).toSorted()).toEqual(['m1', 'm3'])
  })

  test('that people have edited is read as it stands', async () => {
    const file = await freshFile()
    await (await openMemory(file, clock)).remember([fact('m1')])
    await writeFile(file, (await readFile(file, 'utf8')).replace('3.1,', '3.2,'))
    const { facts } = await (await openMemory(file, clock)).search(query, 8)
    expect(facts.map(({ value }) => value)).toEqual([3.2])
  })

  test('forgets a fact with the older versions its source gave, and does not learn it again', async () => {
    const file = await freshFile()
    const memory = await openMemory(file, clock)
    const newer = fact('m2', { value: 3.4, learnedAt: later(1) })
    await memory.remember([fact('m1'), newer, fact('m3', { given: { passenger: 'dog' } })])
    expect(await memory.forget('m2', 'wrong')).toEqual(['m1', 'm2'])
    expect(await memory.forget('m9', 'wrong')).toEqual([])
    await memory.remember([newer])
    const text = await readFile(file, 'utf8')
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
    expect(JSON.parse(text)).toMatchObject({
      format: 1,
      facts: [{ id: 'm3' }],
      forgotten: { m1: 'wrong', m2: 'wrong' },
    })
    expect(await ids(await openMemory(file, clock))).toEqual(['m3'])
  })

  test('keeps the later of two versions when the first is forgotten, were they learned in one moment', async () => {
    const memory = await openMemory(await freshFile(), clock)
    await memory.remember([fact('m1'), fact('m2', { value: 3.4 })])
    expect(await memory.forget('m1', 'wrong')).toEqual(['m1'])
    expect(await ids(memory)).toEqual(['m2'])
  })

  test('that does not parse is set aside, named, and its content kept', async () => {
    const file = await freshFile()
    await writeFile(file, '{ "format": 1, "facts": [{ "id": "m1" }] }')
    const memory = await openMemory(file, clock)
    const [aside] = (await readdir(join(file, '..'))).filter(name => name.includes('.corrupt-'))
    expect(memory.setAside).toContain(aside!)
    expect(await readFile(join(file, '..', aside!), 'utf8')).toContain('"m1"')
    await memory.remember([fact('m2')])
    expect(await ids(await openMemory(file, clock))).toEqual(['m2'])
  })

  test('of a newer format is refused in one sentence and left alone', async () => {
    const file = await freshFile()
    await writeFile(file, '{ "format": 99 }')
    const refusal = await openMemory(file, clock).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ConfigurationError)
    expect((refusal as Error).message).toMatch(/memory\.json.*format 99.*update intend/)
    expect(await readFile(file, 'utf8')).toBe('{ "format": 99 }')
    await expect(openMemory(folder, clock)).rejects.toThrow(/it is a folder; name another/)
  })

  test('gives what another session has learned since it was opened', async () => {
    const file = await freshFile()
    const [one, other] = [await openMemory(file, clock), await openMemory(file, clock)]
    await one.remember([fact('m1')])
    expect(await ids(other)).toEqual(['m1'])
    await other.remember([fact('m2', { value: 3.4, learnedAt: later(1) })])
    expect(await ids(one)).toEqual(['m2'])
    await other.forget('m2', 'wrong')
    expect(await ids(one)).toEqual([])
  })

  test('loses nothing that two processes learn at the same time', async () => {
    const file = await freshFile()
    const url = (path: string) => JSON.stringify(new URL(`../../../${path}`, import.meta.url).href)
    const script = `
      const { openMemory } = await import(${url('agent/memory/memory.ts')})
      const { fact } = await import(${url('test/agent/memory/kit.ts')})
      const memory = await openMemory(process.argv[1])
      for (let i = 0; i < 20; i++)
        await memory.remember([fact('m' + process.argv[2] + i, { given: { i: process.argv[2] + i } })])`
    const learn = (name: string) =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, file, name])
    await Promise.all([learn('a'), learn('b')])
    expect((await openMemory(file)).facts()).toHaveLength(40)
  })
})
