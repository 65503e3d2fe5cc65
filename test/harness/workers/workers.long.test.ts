// A bench in worker processes: killed fifty times over a hundred questions, out of budget, interrupted.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { byCode, formalized, perceived, question } from '../../phases/replies/replies.ts'
import { startChatServer } from '../../support/chat-server.ts'
import { folder, intend, purposeOf, removeFolders, serveReplies, start, until } from '../intend.ts'
import { killAndGoOn, workersOf } from './kills.ts'

afterAll(removeFolders)

const replies: Readonly<Record<string, string>> = {
  perceive: perceived,
  formalize: formalized,
  deliberate: byCode,
}

function setIn(cwd: string, count: number): string {
  const ids = Array.from({ length: count }, (_, n) => `q${n}`)
  const lines = ids.map(id => `${JSON.stringify({ id, question, answer: '3' })}\n`)
  writeFileSync(join(cwd, 'set.jsonl'), lines.join(''))
  return 'set.jsonl'
}

test('whenever all, the leading process or a worker is killed, each question ends with one result and no effect happens twice', async () => {
  const kinds = ['all', 'leader', 'worker'] as const
  const seed = Date.now() % 1_000_000
  console.log(`seed ${seed}`)
  const killing = { questions: 100, kills: 50, seed, kinds, delayMs: 250, effects: true } as const
  const { kills, results, inDoubt } = await killAndGoOn(killing)
  console.log(`killed ${JSON.stringify(kills)}; effects in doubt: ${inDoubt}`)
  expect(kills.all + kills.leader + kills.worker).toBe(50)
  // what is in doubt is not done again, and may leave its question without an answer
  const wanting = results.filter(({ verdict }) => verdict !== 'right')
  expect(wanting.length).toBeLessThanOrEqual(inDoubt)
})

test('workers share one budget, and the bench goes on where more is allowed', async () => {
  const cwd = folder()
  const usage = { inputTokens: 90, outputTokens: 10, cachedTokens: 0 }
  const server = await startChatServer(body => ({
    text: replies[purposeOf(body)] ?? '',
    usage,
    delayMs: 30,
  }))
  const env = { OPENAI_BASE_URL: server.baseURL }
  const shared = [
    '--model',
    'openai:m',
    '--talk',
    'separate',
    '--workers',
    '2',
    '--parallel',
    '2',
    '--out',
    'b',
  ]
  const words = ['bench', setIn(cwd, 8), ...shared]
  const cut = await intend([...words, '--max-tokens', '1000'], { cwd, env })
  expect(cut.code).toBe(1)
  expect(cut.stderr).toMatch(/the budget of 1,000 tokens .*; \d questions? ha(s|ve) no result yet/)
  // what one more call in the other worker takes, and its prompt as it was reckoned
  expect(server.bodies.length).toBeLessThanOrEqual(12)
  const { code, stdout } = await intend([...words, '--json', '--quiet'], { cwd, env })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ total: 8, failed: 0, plansAtEnd: 1 })
  await server.close()
})

test('all workers stop when the bench is interrupted, and it says how to go on', async () => {
  const cwd = folder()
  const server = await serveReplies(replies, 2_000)
  const setup = ['--model', 'openai:m', '--talk', 'separate', '--workers', '2', '--out', 'b']
  const started = start(['bench', setIn(cwd, 4), ...setup], { cwd, env: server.env })
  await until(() => server.bodies.length === 4)
  started.child.kill('SIGINT')
  const { code, stderr } = await started.ended
  expect(code).toBe(130)
  expect(stderr).toMatch(/intend: interrupted; go on with: intend resume \.\/b\n$/)
  const journal = readFileSync(join(cwd, 'b/questions/q0/events.jsonl'), 'utf8')
  expect(journal).toMatch(/^{"type":"perception-received".*}\n$/)
  await server.close()
})

test('a worker that is told to end does, and its question goes to another', async () => {
  const cwd = folder()
  const server = await serveReplies(replies, 1_000)
  const setup = ['--model', 'openai:m', '--talk', 'separate', '--workers', '1', '--out', 'b']
  const started = start(['bench', setIn(cwd, 1), ...setup], { cwd, env: server.env })
  await until(() => server.bodies.length === 1)
  const [worker] = workersOf(started.child.pid!)
  process.kill(worker!, 'SIGTERM')
  const { code, stdout, stderr } = await started.ended
  expect(code, stderr).toBe(0)
  expect(stdout).toContain('accuracy 100 %')
  // what the first one was asking is asked again
  expect(server.bodies.map(purposeOf)).toEqual(['perceive', ...Object.keys(replies)])
  await server.close()
})
