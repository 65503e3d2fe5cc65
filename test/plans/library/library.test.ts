import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigurationError } from '../../../plans/configuration.ts'
import { identify } from '../../../plans/identify.ts'
import { parseLibrary, printLibrary } from '../../../plans/library/file.ts'
import { memoryLibrary, openLibrary, type PlanLibrary } from '../../../plans/library/library.ts'
import { baselineOf, withoutPlan } from '../../../plans/library/lift.ts'
import { contentOf, type LibraryContent, merge } from '../../../plans/library/merge.ts'
import { mayServe, trustOf } from '../../../plans/library/trust.ts'
import { noStats, type Plan, totals } from '../../../plans/plan.ts'
import { plan } from '../arbitrary-plans.ts'
import { killedWriter } from '../processes/killed-writers.ts'
import { counted, outcome } from '../processes/outcome.ts'
import { simpleDraft } from '../simple-draft.ts'

let folder = ''
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intend-library-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A file name nobody has used, in a folder of its own. */
async function freshFile(): Promise<string> {
  const own = join(folder, String(++files))
  await mkdir(own)
  return join(own, 'plans.json')
}

const other = identify(simpleDraft('find_source'), counted.origin)
const nothing = { plans: [], stats: [], removed: [] }

test('a file is read though it begins with a byte order mark', async () => {
  const file = await freshFile()
  await writeFile(file, `\uFEFF${printLibrary(contentOf([other]))}`)
  const library = await openLibrary(file)
  expect(library.setAside).toBeUndefined()
  expect(library.plans()).toHaveLength(1)
})

describe('merge', () => {
  const reason = fc.constantFrom('never succeeds', 'doubles another plan')
  const content: fc.Arbitrary<LibraryContent> = fc
    .tuple(fc.array(plan, { maxLength: 6 }), fc.array(fc.tuple(plan, reason), { maxLength: 1 }))
    .map(([plans, removed]) =>
      contentOf(
        plans,
        removed.map(([{ id }, why]) => [id, why] as const),
      ),
    )

  test('is commutative, associative and idempotent, to the last character of the file', () => {
    fc.assert(
      fc.property(content, content, content, (a, b, c) => {
        expect(printLibrary(merge(a, b))).toBe(printLibrary(merge(b, a)))
        expect(printLibrary(merge(merge(a, b), c))).toBe(printLibrary(merge(a, merge(b, c))))
        expect(printLibrary(merge(a, a))).toBe(printLibrary(a))
        expect(printLibrary(merge(merge(a, b), b))).toBe(printLibrary(merge(a, b)))
      }),
    )
  })

  test('loses no plan, no count and no question, and removed plans stay removed', () => {
    fc.assert(
      fc.property(content, content, (a, b) => {
        const { plans, removed } = merge(a, b)
        for (const side of [a, b]) {
          for (const id of side.removed.keys()) {
            expect(removed.has(id)).toBe(true)
            expect(plans.has(id)).toBe(false)
          }
          for (const [id, { stats, origin }] of side.plans) {
            const joined = plans.get(id)
            if (!joined) {
              expect(removed.has(id)).toBe(true)
              continue
            }
            for (const [run, { useCount }] of Object.entries(stats))
              expect((joined.stats[run] ?? joined.stats['run-1'])!.useCount).toBeGreaterThanOrEqual(
                useCount,
              )
            expect(joined.origin.seenQuestions).toEqual(
              expect.arrayContaining(origin.seenQuestions),
            )
            expect(joined.origin.createdAt <= origin.createdAt).toBe(true)
          }
        }
      }),
    )
  })

  test('a file reads back as what was written', () => {
    fc.assert(
      fc.property(content, before => {
        const text = printLibrary(before)
        const parsed = parseLibrary(text, 'plans.json')
        expect('content' in parsed && printLibrary(parsed.content)).toBe(text)
      }),
    )
  })
})

describe('an id', () => {
  test('names the content: the same content has the same id, whatever its history', () => {
    const { id } = identify(simpleDraft('Rate of Change'), counted.origin)
    expect(id).toMatch(/^rate-of-change-[0-9a-f]{12}$/)
    const seen = { ...counted.origin, model: 'another', seenQuestions: ['q9'] }
    expect(identify(simpleDraft('Rate of Change'), seen, { run: noStats }).id).toBe(id)
    expect(identify(simpleDraft('Rate of Change', 'another goal'), seen).id).not.toBe(id)
  })

  test('is a safe file name even for a type that holds no letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), type => {
        expect(identify(simpleDraft(type), counted.origin).id).toMatch(/^[a-z0-9][a-z0-9-]{0,52}$/)
      }),
    )
  })
})

test('a library in memory refuses what is no plan, and says what it lacks', () => {
  const { id: _, ...nameless } = counted
  const steps = [null] as unknown as Plan['steps']
  const draft = simpleDraft('rate')
  const given = (...plans: readonly unknown[]) => memoryLibrary(plans as readonly Plan[])
  expect(() => given(counted, nameless)).toThrow(/^plan 2 of 2 is not one .* \(id: /)
  expect(() => given({ ...counted, steps })).toThrow(`plan ${counted.id} is not one`)
  expect(() => given(draft)).toThrow(ConfigurationError)
  expect(() => given(null)).toThrow(/^plan 1 of 1 is not one/)
})

const kinds: readonly (readonly [string, () => Promise<PlanLibrary>])[] = [
  ['in memory', async () => memoryLibrary()],
  ['in a file', async () => openLibrary(await freshFile())],
]

describe.each(kinds)('a library %s', (_, create) => {
  test('holds what is recorded, and recording the same again changes nothing', async () => {
    const library = await create()
    await library.record('run-1', outcome(3))
    const version = library.version()
    await library.record('run-1', outcome(3))
    await library.record('run-1', outcome(2))
    expect(library.version()).toBe(version)
    expect(library.plans().map(({ id }) => id)).toEqual([counted.id])
    expect(totals(library.get(counted.id)!).successCount).toBe(3)
    await library.record('run-2', outcome(4))
    expect(library.version()).not.toBe(version)
    expect(totals(library.get(counted.id)!).useCount).toBe(7)
  })

  test('counts a plan it knows though the run does not hand it over again', async () => {
    const library = await create()
    await library.record('run-1', outcome(1))
    await library.record('run-2', { ...outcome(5), plans: [] })
    expect(totals(library.get(counted.id)!).useCount).toBe(6)
  })

  test('never takes a removed plan back', async () => {
    const library = await create()
    await library.record('run-1', outcome(1))
    await library.record('run-1', { ...nothing, removed: [[counted.id, 'never succeeds']] })
    await library.record('run-2', outcome(1))
    expect(library.get(counted.id)).toBeUndefined()
    expect(library.plans()).toEqual([])
    const query = { type: counted.intentionType, schemaBeliefs: [], roles: [] }
    expect(library.shortlist(query, 5)).toMatchObject({ exact: [], candidates: [] })
  })

  test('knows of doing without what the plans that it holds say, counted once', async () => {
    const library = await create()
    const first = (judgedRight: number) => ({
      ...nothing,
      plans: [counted, other].map(plan => [plan.id, plan] as const),
      stats: [counted, other].map(
        ({ id }) => [id, { ...noStats, useCount: 4, freshCount: 4, judgedRight }] as const,
      ),
    })
    for (const touched of [
      first(3),
      first(3),
      first(4),
      { ...nothing, removed: [[other.id, 'doubles another plan']] as const },
    ]) {
      await library.record('run-1', touched)
      for (const type of ['rate_of_change', 'find_source'])
        expect(library.baseline(type)).toEqual(
          baselineOf(library.plans().flatMap(withoutPlan), type),
        )
    }
    const { right, wrong } = library.baseline('rate_of_change')
    expect(right).toBeGreaterThan(4)
    expect(right / (right + wrong)).toBeLessThan(1)
  })

  test('finds a recorded plan at once', async () => {
    const library = await create()
    await library.record('run-1', outcome(1))
    const { exact } = library.shortlist(
      {
        type: 'rate_of_change',
        schemaBeliefs: counted.contextConditions,
        roles: [{ role: 'amount' }],
      },
      5,
    )
    expect(exact.map(({ id }) => id)).toEqual([counted.id])
  })
})

describe('a library file', () => {
  test('is not created by reading, is created with its folder by the first record, and is not touched when nothing changes', async () => {
    const file = join(await freshFile(), 'deeper', 'plans.json')
    const library = await openLibrary(file)
    await expect(stat(file)).rejects.toThrow('ENOENT')
    await library.record('run-1', outcome(1))
    const { mtimeMs, ino } = await stat(file)
    await library.record('run-1', outcome(1))
    expect(await stat(file)).toMatchObject({ mtimeMs, ino })
    expect(await readdir(join(file, '..'))).toEqual(['plans.json'])
  })

  test('reads well and in the same order whatever the order of writing', async () => {
    const texts = []
    for (const plans of [
      [counted, other],
      [other, counted],
    ]) {
      const file = await freshFile()
      const library = await openLibrary(file)
      for (const each of plans)
        await library.record('run', { ...nothing, plans: [[each.id, each]] })
      texts.push(await readFile(file, 'utf8'))
    }
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]?.split('\n').slice(0, 6)).toEqual([
      '{',
      '  "format": 1,',
      '  "plans": [',
      '    {',
      `      "id": "${other.id}",`,
      '      "intentionType": "find_source",',
    ])
    expect(texts[0]).toMatch(/\n {2}\],\n {2}"removed": \{\}\n\}\n$/)
  })

  test('shows one handle what another has written, at its next record', async () => {
    const file = await freshFile()
    const [one, two] = await Promise.all([openLibrary(file), openLibrary(file)])
    await Promise.all([
      one.record('run-1', outcome(1)),
      two.record('run-2', outcome(2)),
      one.record('run-1', outcome(3)),
      two.record('run-2', { ...nothing, plans: [[other.id, other]] }),
    ])
    const three = await openLibrary(file)
    expect(totals(three.get(counted.id)!).useCount).toBe(5)
    expect(three.get(other.id)).toEqual(other)
    await one.record('run-1', outcome(3))
    expect(one.version()).toBe(three.version())
  })

  test('that has lost a removal is followed, at the next record', async () => {
    const file = await freshFile()
    const first = await openLibrary(file)
    await first.record('run-1', { ...nothing, removed: [[other.id, 'never succeeds']] })
    const library = await openLibrary(file)
    await rm(file)
    await library.record('run-2', { ...nothing, plans: [[counted.id, counted]] })
    expect(library.version()).toBe((await openLibrary(file)).version())
  })

  test('that was put back to what it was before is mended, at the next record', async () => {
    const file = await freshFile()
    const library = await openLibrary(file)
    await library.record('run-1', outcome(1))
    const before = await readFile(file)
    await library.record('run-2', { ...nothing, plans: [[other.id, other]] })
    await writeFile(file, before)
    await library.record('run-3', outcome(2))
    const plans = (await openLibrary(file)).plans()
    expect(plans.map(({ id }) => id).sort()).toEqual([counted.id, other.id].sort())
  })

  test('keeps what one run records on top of what a person has changed meanwhile', async () => {
    const file = await freshFile()
    const library = await openLibrary(file)
    await library.record('run-1', outcome(1))
    const edited = { ...counted, goal: 'edited by hand' }
    await writeFile(file, JSON.stringify({ format: 1, plans: [edited], removed: {} }))
    await library.record('run-1', outcome(2))
    const goals = library.plans().map(({ goal, origin }) => [goal, origin.refines])
    expect(goals).toContainEqual(['edited by hand', counted.id])
    expect(totals(library.get(counted.id)!).useCount).toBe(2)
  })

  test('gives a plan that was edited by hand its own id and names the old one', async () => {
    const file = await freshFile()
    const edited = { ...other, goal: 'edited by hand' }
    await writeFile(file, JSON.stringify({ format: 1, plans: [edited], removed: {} }))
    const [found] = (await openLibrary(file)).plans()
    expect(found).toMatchObject({ goal: 'edited by hand', origin: { refines: other.id } })
    expect(found!.id).toBe(identify(edited, other.origin).id)
    // what was right of the old one says nothing of it
    expect(found!.stats).toEqual({})
    expect(mayServe(found!)).toContain('was imported and has not been tested')
  })

  test('that is damaged is set aside by name, reported, and never overwritten', async () => {
    const broken = [
      '{ "format": 1, "plans": [<<<<<<< ours',
      '{ "format": 1, "plans": [{}], "removed": {} }',
      '{\n  "format": 1,\n  "plans": []',
    ]
    for (const text of broken) {
      const file = await freshFile()
      await writeFile(file, text)
      const now = () => Date.UTC(2026, 10, 21, 22, 7, 59)
      const library = await openLibrary(file, { now })
      const aside = 'plans.json.corrupt-20261121T220759Z'
      expect(library.setAside).toContain(aside)
      expect(library.plans()).toEqual([])
      await library.record('run-1', outcome(1))
      const again = (await readFile(file, 'utf8')).slice(0, -9)
      await writeFile(file, again)
      await library.record('run-1', outcome(2))
      expect(library.setAside).toContain(`${aside}-2`)
      expect(await readFile(join(file, '..', aside), 'utf8')).toBe(text)
      expect(await readFile(join(file, '..', `${aside}-2`), 'utf8')).toBe(again)
      const reopened = await openLibrary(file)
      expect(reopened.setAside).toBeUndefined()
      expect(totals(reopened.get(counted.id)!).useCount).toBe(2)
    }
  })

  test('that never was a library is refused and left as it is, also in mid-run', async () => {
    const others = [
      '[]',
      'a,b\n1,2\n',
      '{ "plans": [] }',
      '{ "format": 1, "facts": [], "forgotten": {} }',
    ]
    for (const text of others) {
      const file = await freshFile()
      const library = await openLibrary(file)
      await writeFile(file, text)
      await expect(library.record('run-1', outcome(1))).rejects.toThrow(
        /not a plan library .* left/,
      )
      await expect(openLibrary(file)).rejects.toThrow(ConfigurationError)
      expect(await readFile(file, 'utf8')).toBe(text)
      expect(await readdir(join(file, '..'))).toEqual(['plans.json'])
    }
  })

  test('that bears no mark of this machine holds imported plans and says so, one that does its own', async () => {
    const seal = {
      of: (text: string) => text.length.toString(16),
      isOf: (mark: string, text: string) => mark === text.length.toString(16),
    }
    const said = async (...plans: readonly Plan[]) => {
      const file = await freshFile()
      await writeFile(file, printLibrary(contentOf(plans)))
      const strange = await openLibrary(file, { seal })
      expect(strange.plans().map(trustOf)).toEqual(plans.map(() => 'imported'))
      await strange.record('run-1', { ...nothing, plans: [] })
      return strange.setAside?.replace(file, 'FILE')
    }
    expect(await said()).toBeUndefined()
    expect(await said(counted)).toBe(
      '1 plan of FILE came from elsewhere and is not used before a test on questions of yours: intend plans test --set FILE',
    )
    expect(await said(counted, other)).toMatch(/^2 plans of FILE came from elsewhere and are not/)
    const own = await freshFile()
    await (await openLibrary(own, { seal })).record('run-1', outcome(1))
    const again = await openLibrary(own, { seal })
    expect([again.setAside, again.plans().map(trustOf)]).toEqual([undefined, ['own']])
  })

  test('at an address is refused here', async () => {
    await expect(openLibrary('redis://localhost/plans')).rejects.toThrow(/^the library is a file/)
  })

  test('of a newer format is left alone and named', async () => {
    const file = await freshFile()
    const text = '{ "format": 7, "plans": "elsewhere" }'
    await writeFile(file, text)
    await expect(openLibrary(file)).rejects.toThrow(/plans\.json has format 7 .* up to 1/)
    expect(await readFile(file, 'utf8')).toBe(text)
  })

  test('behind a symbolic link is written where it lies', async () => {
    const file = await freshFile()
    const link = `${file}.link`
    await (await openLibrary(file)).record('run-1', outcome(1))
    await symlink(file, link)
    await (await openLibrary(link)).record('run-2', outcome(1))
    expect(totals((await openLibrary(file)).get(counted.id)!).useCount).toBe(2)
  })

  test('an empty file is an empty library', async () => {
    const file = await freshFile()
    await writeFile(file, '\n')
    const library = await openLibrary(file)
    expect([library.plans(), library.setAside]).toEqual([[], undefined])
  })

  test('removes the temporary files of dead writers and nobody else', async () => {
    const file = await freshFile()
    const left = `plans.json.${randomUUID()}.tmp`
    for (const name of [left, 'plans.json.mine.tmp']) await writeFile(join(file, '..', name), '')
    await (await openLibrary(file)).record('run-1', outcome(1))
    expect((await readdir(join(file, '..'))).sort()).toEqual(['plans.json', 'plans.json.mine.tmp'])
  })
})

test('three processes that record twenty outcomes each in one file leave exactly sixty', async () => {
  const file = await freshFile()
  const script = join(import.meta.dirname, '..', 'processes', 'record-outcomes.ts')
  const runs = ['run-1', 'run-2', 'run-3']
  const codes = await Promise.all(
    runs.map(async run => {
      const child = spawn(process.execPath, [script, file, run, '20'], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const [code] = await once(child, 'exit')
      return code as number
    }),
  )
  expect(codes).toEqual([0, 0, 0])
  const { stats } = (await openLibrary(file)).get(counted.id)!
  expect(Object.keys(stats).sort()).toEqual(runs)
  expect(totals({ stats })).toMatchObject({ useCount: 60, successCount: 60 })
})

test('two writers killed at work leave readable libraries with true counts', async () => {
  const rounds = await Promise.all([4, 9].map(killedWriter))
  for (const { done, tried, found, after, setAside, left } of rounds) {
    expect(done).toBeGreaterThan(0)
    expect(found).toBeGreaterThanOrEqual(done)
    expect(found).toBeLessThanOrEqual(tried)
    expect({ after, setAside, left }).toEqual({ after: tried, setAside: undefined, left: [] })
  }
  expect(rounds.some(({ done, tried }) => tried > done)).toBe(true)
})
