// `intend bench --workers` when a worker is killed. Fifty kills, budgets and interruptions:
// workers.long.test.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folder, intend, removeFolders } from '../intend.ts'
import { killAndGoOn } from '../workers/kills.ts'

afterAll(removeFolders)

test('a worker that is killed is replaced: each question has one result, and nothing counts twice', async () => {
  const killing = { questions: 8, kills: 1, kinds: ['worker'], seed: 7, delayMs: 100 } as const
  const { kills, results } = await killAndGoOn({ ...killing, effects: false })
  expect(kills).toEqual({ all: 0, leader: 0, worker: 1 })
  expect(results.filter(({ verdict }) => verdict !== 'right')).toEqual([])
})

test('workers that die before they are ready end the bench with what they said', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'set.jsonl'), '{"id":"a","question":"Why?","answer":""}\n')
  // loaded by every process; only a worker, which has a channel to who started it, is refused
  const script = join(cwd, 'no-workers.cjs')
  writeFileSync(script, "if (process.channel) throw new Error('no worker is wanted here')")
  const env = { NODE_OPTIONS: `--require=${script}` }
  const words = ['bench', 'set.jsonl', '--workers', '2', '--out', 'b']
  const { code, stderr } = await intend(words, { cwd, env })
  expect(code).toBe(3)
  expect(stderr).toMatch(
    /^intend: 3 worker processes in a row ended .*\(exit code 1: .*no worker is wanted.*without --workers/m,
  )
  expect(await intend(['bench', 'set.jsonl', '--out', 'b'], { cwd })).toMatchObject({ code: 0 })
})
