// A trial in a process of its own that is killed without a word, and run again.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runTrialCommand } from '../../../harness/cli/commands/experiments/trial.ts'
import { removeFolders, until } from '../intend.ts'
import { resultLines, run, summaryIn, workplace } from './kit.ts'

afterAll(removeFolders)

const options = { plans: 'mine.json', arms: 'none,seeded', out: 't', parallel: '1' }

test('a killed trial keeps every result it had, and the same command finishes it', async () => {
  const cwd = workplace()
  const command = import.meta.resolve('../../../harness/cli/commands/experiments/trial.ts')
  const begin = `const { runTrialCommand } = await import(${JSON.stringify(command)})
    const { stdin, stdout, stderr, env } = process
    const interrupted = new AbortController().signal
    await runTrialCommand('set.jsonl', ${JSON.stringify(options)}, {
      stdin, stdout, stderr, env, interrupted, folder: process.cwd() })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', begin], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd },
    stdio: 'ignore',
  })
  const ended = new Promise(resolve => child.on('close', resolve))
  const results = join(cwd, 't/arms/seeded/results.jsonl')
  await until(() => existsSync(results) && readFileSync(results, 'utf8').includes('\n'))
  child.kill('SIGKILL')
  await ended
  const before = [resultLines(join(cwd, 't'), 'none'), resultLines(join(cwd, 't'), 'seeded')]
  expect(before[1]!.length).toBeLessThan(8)
  const said = await run(cwd, around =>
    runTrialCommand('set.jsonl', { ...options, json: true }, around),
  )
  expect(said.code, said.stderr).toBe(0)
  expect(summaryIn(said).arms.map(({ total, correct }) => [total, correct])).toEqual([
    [8, 8],
    [8, 8],
  ])
  expect(resultLines(join(cwd, 't'), 'none')).toEqual(before[0])
  expect(resultLines(join(cwd, 't'), 'seeded').slice(0, before[1]!.length)).toEqual(before[1])
})
