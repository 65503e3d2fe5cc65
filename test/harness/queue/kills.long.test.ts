// A bench on three machines that are homes without anything in common, whose workers, leader and Redis server
// are killed again and again. INTEND_QUESTIONS and INTEND_KILLS make it longer: 300 and 30 were run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { seeded } from '../../../plans/library/beta.ts'
import { question } from '../../phases/replies/replies.ts'
import { noRedis, startRedis } from '../../support/redis.ts'
import { folder, removeFolders, type Started, serveReplies, start, until } from '../intend.ts'
import {
  expectCountedOnce,
  expectDoneOnce,
  repliesWithEffect,
  resultsIn,
} from '../workers/kills.ts'

afterAll(removeFolders)

const questions = Number(process.env.INTEND_QUESTIONS ?? 60)
const kills = Number(process.env.INTEND_KILLS ?? 9)

test.skipIf(noRedis)(
  'whenever workers, the leader or Redis are killed, each question has one result and no effect happens twice',
  async () => {
    const cwd = folder()
    const ids = Array.from({ length: questions }, (_, n) => `q${n}`)
    const lines = ids.map(id => `${JSON.stringify({ id, question, answer: '3' })}\n`)
    writeFileSync(join(cwd, 'set.jsonl'), lines.join(''))
    const server = await serveReplies(repliesWithEffect, 250)
    const redis = await startRedis()
    const work = (): Started => {
      const home = folder()
      const words = ['worker', '--queue', redis.address, '--parallel', '4']
      return start(words, { cwd: home, env: server.env })
    }
    const lead = (): Started => {
      const setup = ['--model', 'openai:m', '--talk', 'separate', '--parallel', '12', '--out', 'b']
      const words = ['bench', 'set.jsonl', '--queue', redis.address, ...setup]
      return start(words, { cwd, env: server.env })
    }
    const crew = [work(), work(), work()]
    let leader = lead()
    const seed = Date.now() % 1_000_000
    const random = seeded(seed)
    const killed = { worker: 0, leader: 0, redis: 0 }
    const kinds = ['worker', 'leader', 'worker', 'redis'] as const
    const done = () => {
      try {
        return resultsIn(cwd).length
      } catch {
        return 0 // none yet
      }
    }
    const share = questions / (kills + 2)
    let sinceLeader = 0
    for (let n = 0; n < kills && leader.child.exitCode === null; n++) {
      await until(() => done() >= n * share || leader.child.exitCode !== null, 600_000)
      await wait(random() * 1_000)
      const kind = kinds[n % kinds.length]!
      killed[kind] += 1
      if (kind === 'redis') {
        // a leader that has not reached it yet leaves with a sentence, as it does for a wrong address
        const reached = () => done() > sinceLeader || done() === questions
        await until(() => reached() || leader.child.exitCode !== null, 600_000)
        await redis.kill()
        await wait(random() * 3_000)
        await redis.start()
      } else if (kind === 'leader') {
        leader.child.kill('SIGKILL')
        await leader.ended
        leader = lead()
        sinceLeader = done()
      } else {
        const at = Math.floor(random() * crew.length)
        crew[at]!.child.kill('SIGKILL')
        await crew[at]!.ended
        crew[at] = work()
      }
    }
    const shown = () => [leader, ...crew].map(({ output }) => output.stderr).join('\n---\n')
    const still = await Promise.race([leader.ended, wait(300_000).then(shown)])
    if (typeof still === 'string') throw new Error(`seed ${seed}: it does not end\n${still}`)
    const { code, stderr } = still
    for (const { child, ended } of crew) {
      child.kill('SIGKILL')
      await ended
    }
    await redis.close()
    await server.close()
    expect(code, stderr).toBe(0)
    const results = resultsIn(cwd)
    expect(results.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    // one use and one judgement for each question, as a bench has that nobody kills
    expectCountedOnce(cwd, ids)
    const inDoubt = expectDoneOnce(cwd, ids)
    const wanting = results.filter(({ verdict }) => verdict !== 'right')
    const why = wanting.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`)
    expect(wanting.length, why.join('\n')).toBeLessThanOrEqual(inDoubt)
    console.log(
      `seed ${seed}; killed ${JSON.stringify(killed)}; ${questions} questions, ${results.length} results, ${inDoubt} in doubt`,
    )
  },
)
