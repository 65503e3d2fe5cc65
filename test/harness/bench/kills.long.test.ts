// A bench killed at moments of chance.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Result } from '../../../harness/bench/result.ts'
import { question } from '../../phases/replies/replies.ts'
import { folder, inProcess, removeFolders, serveReplies, start, until } from '../intend.ts'
import { replies as slow } from '../workers/killed.ts'

afterAll(removeFolders)

test('killed at any moment and gone on with, every question has one result and one journal', async () => {
  const cwd = folder()
  const server = await serveReplies(slow, 80)
  const many = Array.from({ length: 12 }, (_, n) => ({ id: `q${n}`, question, answer: '3' }))
  writeFileSync(join(cwd, 'set.jsonl'), many.map(each => `${JSON.stringify(each)}\n`).join(''))
  const words = ['bench', 'set.jsonl', '--model', 'openai:m', '--out', 'b', '--parallel', '3']
  for (let kill = 0; kill < 5; kill++) {
    const started = start(words, { cwd, env: server.env })
    await until(() => existsSync(join(cwd, 'b/bench.json')) || started.child.exitCode !== null)
    await new Promise(resolve => setTimeout(resolve, 900 * Math.random()))
    started.child.kill('SIGKILL')
    await started.ended
  }
  const { code, stderr } = await inProcess(['resume', 'b'], { cwd, env: server.env })
  expect(code, stderr).toBe(0)
  const lines = readFileSync(join(cwd, 'b/results.jsonl'), 'utf8').trim().split('\n')
  const results = lines.map(line => Result.parse(JSON.parse(line)))
  expect(results.map(each => each.id).sort()).toEqual(many.map(each => each.id).sort())
  for (const { id, verdict } of results) {
    expect(verdict).toBe('right')
    const journal = readFileSync(join(cwd, 'b/questions', id, 'events.jsonl'), 'utf8')
    for (const type of ['perception-received', 'plan-selected', 'intention-recorded'])
      expect(journal.match(new RegExp(`"type":"${type}"`, 'g')), `${id} ${type}`).toHaveLength(1)
  }
  const library = JSON.parse(readFileSync(join(cwd, 'b/plans.json'), 'utf8'))
  const stats = library.plans.flatMap((plan: { stats: object }) => Object.values(plan.stats))
  // after three of them the plan has a version that needs no model; no use counts twice
  const sum = (count: string) =>
    stats.reduce((all: number, run: Record<string, number>) => all + run[count]!, 0)
  for (const count of ['useCount', 'successCount', 'judgedRight'])
    expect(sum(count), count).toBe(12)
  expect(sum('judgedWrong')).toBe(0)
  await server.close()
})
