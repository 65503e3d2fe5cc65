// `intend bench --watch` on a real terminal: its own, and another one beside it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { byCode, formalized, perceived, question } from '../../phases/replies/replies.ts'
import { startChatServer } from '../../support/chat-server.ts'
import { noRedis, startRedis } from '../../support/redis.ts'
import { noTmux, windowOf } from '../cli/tmux.ts'
import { folder, purposeOf, removeFolders, start } from '../intend.ts'

afterAll(removeFolders)

const replies: Readonly<Record<string, string>> = {
  perceive: perceived,
  formalize: formalized,
  deliberate: byCode,
}

/** A model that takes its time and is busy at first, and a set of questions for it. */
async function slow(delayMs: number) {
  const cwd = folder()
  let busy = 1
  const server = await startChatServer(body => {
    busy -= 1
    return busy >= 0
      ? { status: 503, body: 'busy' }
      : { text: replies[purposeOf(body)] ?? '', delayMs }
  })
  const lines = Array.from({ length: 12 }, (_, n) => ({ id: `q${n}`, question, answer: '3' }))
  writeFileSync(join(cwd, 'set.jsonl'), lines.map(each => `${JSON.stringify(each)}\n`).join(''))
  return { cwd, server, env: { OPENAI_BASE_URL: server.baseURL } }
}

const asked = 'bench set.jsonl --model openai:m --talk separate --out b --watch'

test.skipIf(noTmux)(
  'workers, what they are at and what went wrong are seen, in a narrower window as well',
  async () => {
    const { cwd, server, env } = await slow(700)
    const own = windowOf(`${asked} --workers 2`, cwd, { env, columns: 100 })
    try {
      await own.sees(/2 workers · 4 under way · \d+ wait/)
      await own.sees(/\w+ \d+ \(\d+ s\): q\d+ \w+ \d+ s, q\d+ \w+ \d+ s/)
      await own.sees(/✗ \d\d:\d\d:\d\d asking again in/)
      own.resize(44, 24)
      await own.sees(/q\d…|q\d+ \w+…/)
      expect(own.screen().match(/2 workers/g)).toHaveLength(1)
      await own.sees(/left with 0/)
      expect(own.screen()).not.toMatch(/2 workers|under way/)
      expect(own.seen()).toMatch(/accuracy 100 %/)
      expect(own.seen()).not.toContain('[')
    } finally {
      own.close()
      await server.close()
    }
  },
)

test.skipIf(noTmux || noRedis)(
  'those who serve a queue are seen with their version, from the terminal of the bench and beside it',
  async () => {
    const { cwd, server, env } = await slow(700)
    const redis = await startRedis()
    const worker = start(['worker', '--queue', redis.address], { cwd: folder(), env })
    const own = windowOf(`${asked} --queue ${redis.address}`, cwd, { env, columns: 120 })
    try {
      await own.sees(/1 worker · [1-4] under way/)
      await own.sees(new RegExp(`\\w+ ${worker.child.pid} \\([\\d.]+, \\d+ s\\): q\\d`))
      const other = windowOf('bench --watch b', cwd, { columns: 120 })
      await other.sees(new RegExp(`\\w+ ${worker.child.pid} \\([\\d.]+, \\d+ s\\): q\\d`))
      await other.sees(/left with 0/)
      expect(other.seen()).toMatch(/accuracy 100 %/)
      other.close()
      await own.sees(/left with 0/)
    } finally {
      worker.child.kill('SIGKILL')
      await worker.ended
      own.close()
      await redis.close()
      await server.close()
    }
  },
)
