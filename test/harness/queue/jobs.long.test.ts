// Where the questions of a bench are answered: by workers of a queue, each in a home of its own.
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { queued } from '../../../harness/queue/leader.ts'
import { jobsContract } from '../../contracts/jobs.ts'
import { noRedis, type RedisServer, startRedis } from '../../support/redis.ts'
import { folder, removeFolders, type Started, start } from '../intend.ts'

let redis: RedisServer
const workers: Started[] = []
beforeAll(async () => {
  redis = await startRedis()
})
afterEach(async () => {
  for (const { child, ended } of workers.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})
afterAll(() => redis.close().finally(removeFolders))

describe.skipIf(noRedis)('by workers of a queue', () =>
  jobsContract(async env => {
    for (const _ of ['one', 'other']) {
      const words = ['worker', '--queue', redis.address, '--parallel', '1']
      workers.push(start(words, { cwd: folder(), env: { OPENAI_BASE_URL: env.OPENAI_BASE_URL! } }))
    }
    return queued(redis.address, env)
  }),
)
