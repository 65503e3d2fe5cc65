// `ask` and `resume` killed at random moments, many times over.
import { afterAll, expect, test } from 'vitest'
import { folder, intend, removeFolders, runsOf, serveReplies, start, until } from '../intend.ts'
import { asking, expectOnce, replies } from '../workers/killed.ts'

afterAll(removeFolders)

test('whenever ask and then resume are killed, resume comes to the same answer', async () => {
  const server = await serveReplies(replies, 100)
  const { env } = server
  for (let round = 0; round < 25; round++) {
    const cwd = folder()
    await killed(asking, cwd, env)
    while (Math.random() < 0.7 && runsOf(cwd).length > 0) await killed(['resume'], cwd, env)
    // killed before there was a run, or after its end
    const words = runsOf(cwd).length === 0 ? asking : ['resume', runsOf(cwd)[0]!]
    expect(await intend(words, { cwd, env })).toMatchObject({ code: 0, stdout: '3\n' })
    expect(runsOf(cwd)).toHaveLength(1)
    expectOnce(cwd)
  }
  await server.close()
})

test('an interrupted ask can be interrupted again after resume', async () => {
  const cwd = folder()
  const stuck = await serveReplies(replies, 60_000)
  const first = start(asking, { cwd, env: stuck.env })
  await until(() => stuck.bodies.length === 1)
  first.child.kill('SIGINT')
  expect((await first.ended).code).toBe(130)
  const second = start(['resume'], { cwd, env: stuck.env })
  await until(() => stuck.bodies.length === 2)
  second.child.kill('SIGINT')
  const { code, stderr } = await second.ended
  expect(code).toBe(130)
  expect(stderr).toMatch(/^intend: interrupted; go on with: intend resume \S+\n/m)
  await stuck.close()
})

async function killed(words: readonly string[], cwd: string, env: Record<string, string>) {
  const { child, ended } = start(words, { cwd, env })
  const timer = setTimeout(() => child.kill('SIGKILL'), Math.random() * 2_000)
  await ended
  clearTimeout(timer)
}
