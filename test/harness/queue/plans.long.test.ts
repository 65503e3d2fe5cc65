// The plans of a leader's library as its workers have them.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blobsOn } from '../../../harness/queue/blobs.ts'
import { publishing, subscribing } from '../../../harness/queue/plans.ts'
import { openRedis, type Redis } from '../../../harness/queue/redis.ts'
import { printLibrary } from '../../../plans/library/file.ts'
import { memoryLibrary, type PlanLibrary } from '../../../plans/library/library.ts'
import { contentOf } from '../../../plans/library/merge.ts'
import { plan } from '../../plans/arbitrary-plans.ts'
import { noRedis, type RedisServer, startRedis } from '../../support/redis.ts'

let server: RedisServer
let redis: Redis
beforeAll(async () => {
  server = await startRedis()
  redis = await openRedis(server.address)
})
afterAll(async () => {
  redis.disconnect()
  await server.close()
})

const printed = (library: PlanLibrary) => printLibrary(contentOf(library.plans()))
const sizeOf = async (key: string) => Number(await redis.call('MEMORY', 'USAGE', key))
const keys = async (kind: string) => (await redis.call('KEYS', `intend:${kind}:*`)) as string[]

test.skipIf(noRedis)(
  'whatever a library learns and loses, a worker that follows and one that joins late have the same plans',
  async () => {
    const writes = fc.array(
      fc.tuple(fc.array(plan, { maxLength: 3 }), fc.option(fc.nat(4), { nil: undefined })),
      { minLength: 1, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { maxLength: 4 }), writes, async (first, writes) => {
        const blobs = blobsOn(redis)
        const { publish, close } = publishing(redis, blobs)
        const library = memoryLibrary(first)
        const follow = subscribing(redis, blobs)
        for (const [run, [plans, gone]] of writes.entries()) {
          const removed = library.plans().filter((_, at) => at === gone)
          await library.record(`run ${run}`, {
            plans: plans.map(each => [each.id, each] as const),
            stats: [],
            removed: removed.map(({ id }) => [id, 'no use'] as const),
          })
          expect(printed(await follow(await publish(library)))).toBe(printed(library))
        }
        const late = await subscribing(redis, blobs)(await publish(library))
        expect(printed(late)).toBe(printed(library))
        await close()
      }),
      { numRuns: 25 },
    )
    expect(await keys('changes')).toEqual([])
  },
)

test.skipIf(noRedis)(
  'what one more question leaves in Redis does not hang on how many there were, or on how many plans there are',
  async () => {
    const [used, ...others] = fc.sample(plan, { numRuns: 300, seed: 7 })
    const library = memoryLibrary([used!, ...others])
    const { publish, close } = publishing(redis, blobsOn(redis))
    await publish(library)
    const blobs = await keys('blob')
    const counts = { useCount: 1, successCount: 1, failureCount: 0, judgedRight: 1, judgedWrong: 0 }
    const sizes = []
    for (let run = 0; run < 200; run++) {
      await library.record(`run ${run}`, { plans: [], stats: [[used!.id, counts]], removed: [] })
      await publish(library)
      if (run % 100 === 99) sizes.push(await sizeOf((await keys('changes'))[0]!))
    }
    expect(await keys('blob')).toHaveLength(blobs.length)
    expect(sizes[1]! / sizes[0]!).toBeLessThan(2.2)
    await close()
  },
)
