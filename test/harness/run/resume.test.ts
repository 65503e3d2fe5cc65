// A run that was killed, interrupted or is at work elsewhere, and `intend resume`.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRunFolder, findRunFolder, type Run } from '../../../harness/run/runs.ts'
import { byModel, perceived, question } from '../../phases/replies/replies.ts'
import type { ChatServer } from '../../support/chat-server.ts'
import { startChatServer } from '../../support/chat-server.ts'
import {
  folder,
  inProcess,
  intend,
  purposeOf,
  removeFolders,
  runsOf,
  serveReplies,
  start,
  until,
} from '../intend.ts'
import { asking, expectOnce, journal, replies } from '../workers/killed.ts'

let slow: ChatServer & { readonly env: Readonly<Record<string, string>> }
beforeAll(async () => {
  slow = await serveReplies(replies, 100)
})
afterAll(async () => {
  await slow.close()
  removeFolders()
})

const runIn = (cwd: string, more: Partial<Run>): Run => ({
  format: 1,
  version: '0.1.0',
  id: 'r1',
  begunAt: '2026-01-01T00:00:00.000Z',
  folder: cwd,
  question,
  files: [],
  agent: 'self-aware',
  plans: join(cwd, 'p.json'),
  allow: [],
  limits: {},
  model: 'offline',
  ...more,
})

test('an answer of several lines is printed in as many, without what a terminal would obey', async () => {
  const server = await serveReplies({
    ...replies,
    perceive: replies.perceive.replace('"kind":"number","unit":"h"', '"kind":"text"'),
    deliberate: byModel.replace(
      ',"type":"number"}],"expression":"duration"',
      '}],"expression":"| hours |\\n|---|\\n| \\u0007{duration} |"',
    ),
  })
  const { stdout } = await inProcess(asking, { cwd: folder(), env: server.env })
  expect(stdout).toBe('| hours |\n|---|\n|  3 |\n')
  await server.close()
})

describe.concurrent('a killed ask', () => {
  // at any other moment: resume.long.test.ts
  test('goes on with resume to the same answer, and does nothing twice', async () => {
    const cwd = folder()
    const { child, ended } = start(asking, { cwd, env: slow.env })
    await until(() => journal(cwd).includes('"type":"intention-formed"'))
    child.kill('SIGKILL')
    expect((await ended).signal).toBe('SIGKILL')
    const before = journal(cwd)
    const resumed = await inProcess(['resume'], { cwd, env: slow.env })
    expect(resumed).toMatchObject({ code: 0, stdout: '3\n' })
    expect(journal(cwd).startsWith(before.slice(0, before.lastIndexOf('\n') + 1))).toBe(true)
    expectOnce(cwd)
  })

  test('is begun by resume when not even the question had been written down', async () => {
    const cwd = folder()
    const run = createRunFolder(runIn(cwd, { model: 'offline' }), undefined, { HOME: cwd })
    const resumed = await inProcess(['resume'], { cwd })
    expect(resumed).toMatchObject({ code: 0, stdout: '3\n' })
    expect(existsSync(join(run.path, 'trace.json'))).toBe(true)
  })

  test('goes on in the folder it was begun in, wherever resume is called', async () => {
    const cwd = folder()
    const recording = `record:${join(cwd, 'r.jsonl')}@offline`
    await inProcess(['ask', question, '--model', recording], { cwd })
    const env = { HOME: cwd }
    const run = createRunFolder(runIn(cwd, { model: 'replay:r.jsonl' }), 'run', env)
    const elsewhere = await intend(['resume', run.path], { cwd: folder(), env })
    expect(elsewhere).toMatchObject({ code: 0, stdout: '3\n' })
  })
})

describe.concurrent('resume', () => {
  test('prints the answer of a finished run again, and says that it is finished', async () => {
    const cwd = folder()
    await inProcess(['ask', question, '--quiet'], { cwd })
    const [run] = runsOf(cwd)
    const { code, stdout, stderr } = await inProcess(['resume', run!], { cwd })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '3\n' })
    expect(stderr).toMatch(/^This run is finished; its answer was:\nanswer {6}\d\d % sure\n$/)
    const json = await inProcess(['resume', run!, '--json'], { cwd })
    expect(JSON.parse(json.stdout)).toMatchObject({ answer: '3', satisfied: true })
    const missing = () => findRunFolder('x', cwd)
    expect(missing).toThrow(`there is no run x; the latest runs are: ${run}`)
    expect(() => findRunFolder(undefined, cwd)).toThrow('there is no unfinished run')
  })

  test('refuses a run at which another process is at work', async () => {
    const cwd = folder()
    const server = await serveReplies(replies, 60_000)
    const { child, ended } = start(asking, { cwd, env: server.env })
    await until(() => journal(cwd) !== '')
    const second = await inProcess(['resume'], { cwd, env: server.env })
    expect(second.code).toBe(3)
    expect(second.stderr).toMatch(/^intend: another process is at work on the run \S+; .*\n$/)
    child.kill('SIGKILL')
    await ended
    await server.close()
  })

  test('names a run whose description is damaged', async () => {
    const cwd = folder()
    const { path } = createRunFolder(runIn(cwd, {}), 'run', {})
    for (const [text, why] of [
      ['{"format":1', /does not describe a run \(.*JSON.*\)/],
      ['{"format":2}', /does not describe a run \(format: /],
    ] as const) {
      writeFileSync(join(path, 'run.json'), text)
      const { code, stderr } = await inProcess(['resume', 'run'], { cwd })
      expect(code).toBe(3)
      expect(stderr).toMatch(why)
    }
  })
})

describe.concurrent('an interrupted ask', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('says how to go on after %s, and resume goes on', async (signal, ends) => {
    const cwd = folder()
    const { child, ended } = start(asking, { cwd, env: slow.env })
    await until(() => journal(cwd).includes('"type":"beliefs-perceived"'))
    child.kill(signal)
    const { code, stdout, stderr } = await ended
    expect({ code, stdout }).toEqual({ code: ends, stdout: '' })
    const [, name] = /^intend: interrupted; go on with: intend resume (\S+)\n/m.exec(stderr)!
    const resumed = await inProcess(['resume', name!], { cwd, env: slow.env })
    expect(resumed).toMatchObject({ code: 0, stdout: '3\n' })
  })

  test('is kept when the server goes away in the middle', async () => {
    const cwd = folder()
    const server = await startChatServer(body =>
      purposeOf(body) === 'perceive' ? perceived : { hang: true },
    )
    const { ended } = start(asking, { cwd, env: { OPENAI_BASE_URL: server.baseURL } })
    await until(() => server.bodies.length === 2)
    await server.close()
    const { code, stderr } = await ended
    expect(code).toBe(3)
    expect(stderr).toMatch(/^intend: cannot reach .*; then go on with: intend resume \S+\n/m)
    const resumed = await inProcess(['resume'], { cwd, env: slow.env })
    expect(resumed).toMatchObject({ code: 0, stdout: '3\n' })
  })
})
