// A plan library in Redis that many share: whoever writes when, everybody ends with the same, and it is what
// merging files gives.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSharedLibrary, sharedAddress } from '../../../harness/queue/plan-library.ts'
import { printLibrary } from '../../../plans/library/file.ts'
import type { PlanLibrary } from '../../../plans/library/library.ts'
import { contentOf, merge } from '../../../plans/library/merge.ts'
import { plan } from '../../plans/arbitrary-plans.ts'
import { noRedis, type RedisServer, startRedis } from '../../support/redis.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis('another-secret-4711')
})
afterAll(() => redis.close())

const env = { INTEND_REDIS_PASSWORD: 'another-secret-4711' }
const open = (name: string) =>
  openSharedLibrary(`${redis.address.replace(/:another.*@/, '')}#${name}`, env)
const printed = (library: PlanLibrary) => printLibrary(contentOf(library.plans()))
let names = 0

test.skipIf(noRedis)(
  'whatever several writers add, count and remove, in whatever order, all end with the join of it',
  async () => {
    const reason = fc.constantFrom('never succeeds', 'doubles another plan')
    const content = fc
      .tuple(fc.array(plan, { maxLength: 4 }), fc.array(fc.tuple(plan, reason), { maxLength: 1 }))
      .map(([plans, removed]) =>
        contentOf(
          plans,
          removed.map(([{ id }, why]) => [id, why] as const),
        ),
      )
    const writes = fc.array(fc.tuple(fc.nat(2), content), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(writes, async writes => {
        names += 1
        const name = `n${names}`
        const writers = await Promise.all([open(name), open(name), open(name)])
        // all at once: they meet in Redis in no order
        await Promise.all(
          writes.map(([who, { plans, removed }]) =>
            writers[who]!.record('', { plans, stats: [], removed }),
          ),
        )
        const expected = writes.map(([, each]) => each).reduce(merge, contentOf([]))
        const nothing = { plans: [], stats: [], removed: [] }
        for (const writer of [...writers, await open(name)]) {
          await writer.record('', nothing)
          expect(printed(writer)).toBe(printLibrary(contentOf(expected.plans.values())))
        }
      }),
      { numRuns: 25 },
    )
  },
)

test.skipIf(noRedis)('what is written while Redis is away is written when it is back', async () => {
  const [a, b] = [await open('away'), await open('away')]
  const [first, second] = fc.sample(plan, { numRuns: 2, seed: 7 }) as [never, never]
  const told = (each: { readonly id: string }) => ({
    plans: [[each.id, each] as never],
    stats: [],
    removed: [],
  })
  await a.record('run', told(first))
  await redis.kill()
  await expect(a.record('run', told(second))).rejects.toThrow('cannot use the Redis server at')
  await redis.start()
  await a.record('run', { plans: [], stats: [], removed: [] })
  await b.record('run', { plans: [], stats: [], removed: [] })
  expect(printed(b)).toBe(printed(a))
})

test.skipIf(noRedis)('an address with a password is refused, since it would be kept', () => {
  expect(() => sharedAddress('redis://:hush-hush-1@host')).toThrow(/set INTEND_REDIS_PASSWORD/)
  expect(() => sharedAddress('redis://:hush-hush-1@host')).not.toThrow(/hush/)
})
