// Who serves the queue, as a leader sees it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { looking, sayPresent } from '../../../harness/queue/presence.ts'
import { openRedis, type Redis } from '../../../harness/queue/redis.ts'
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

test.skipIf(noRedis)(
  'workers are seen from their first word to their end, whatever stands beside them',
  async () => {
    const troubles: string[] = []
    const look = looking(redis, what => troubles.push(what))
    for (const strange of ['no JSON', '{"version":7}', '[]', 'null'])
      await redis.call('HSET', 'intend:workers', `strange ${strange}`, strange)
    const there = sayPresent(redis, { name: 'hut 7', version: '1.2.3' })
    await expect.poll(look).toMatchObject([{ name: 'hut 7', version: '1.2.3' }])
    there.trouble('asking again in 2.0 s: busy')
    await expect
      .poll(async () => (await look()) && troubles, { timeout: 10_000 })
      .toEqual(['asking again in 2.0 s: busy'])
    await there.end()
    expect(await look()).toEqual([])
  },
)
