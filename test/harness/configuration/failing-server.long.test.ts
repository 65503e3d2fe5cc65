// The whole program against a server that fails: it ends in bounded time, with one sentence and the
// right exit code, or with the answer.
import { afterAll, describe, test } from 'vitest'
import { byCode, formalized, perceived, question } from '../../phases/replies/replies.ts'
import { chunk, type Scene, startChatServer } from '../../support/chat-server.ts'
import { type Fault, faults, protocols, startFailingServer } from '../../support/failing-server.ts'
import { folder, intend, purposeOf, removeFolders, runsOf } from '../intend.ts'

afterAll(removeFolders)

const secret = 'sk-secret-heron'
const words = ['ask', question, '--model', 'openai:m', '--quiet']
const environment = (baseURL: string) => ({ OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: secret })
/** For what would go on for minutes, or for ever, were it not ended. */
const timeout = 120_000

describe.concurrent('a server that never recovers', { timeout }, () => {
  const cases: readonly (readonly [keyof typeof faults, code: number, sentence: RegExp])[] = [
    ['refused key', 3, /refused the key \(401\); set OPENAI_API_KEY to one that is valid there$/],
    ['redirect to itself', 3, /redirects to \S+ \(307\); set OPENAI_BASE_URL to the address that/],
    ['reset before the first byte', 3, /cannot reach .*: connection reset; start the server or se/],
    ['overload', 3, /failed \(503\): no luck with \[key\]; try again later$/],
  ]
  for (const [what, code, sentence] of cases)
    test(`ends the program with one sentence: ${what}`, async ({ expect, onTestFinished }) => {
      const fault: Fault = faults[what]
      const failures = Number.POSITIVE_INFINITY
      const server = await startFailingServer(protocols.chat, fault, { failures, secret })
      onTestFinished(server.close)
      const cwd = folder()
      const ended = await intend(words, { cwd, env: environment(server.baseURL) })
      expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' })
      const begun = what === 'overload' // it was there when the run began
      expect(ended.stderr).toMatch(begun ? /^no answer: .*\n$/ : /^intend: .*\n$/)
      expect(ended.stderr.trimEnd()).toMatch(sentence)
      expect(ended.stderr).toContain(server.baseURL)
      expect(ended.stderr).not.toContain('heron')
      // what failed for want of a server is not a run that failed
      expect(runsOf(cwd)).toHaveLength(begun ? 1 : 0)
    })

  test('keeps no program longer than --max-seconds', async ({ expect, onTestFinished }) => {
    const stall: Fault = faults['stall in the middle']
    const failures = Number.POSITIVE_INFINITY
    const server = await startFailingServer(protocols.chat, stall, { failures })
    onTestFinished(server.close)
    const limited = [...words, '--max-seconds', '1']
    const ended = await intend(limited, { cwd: folder(), env: environment(server.baseURL) })
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(
      /^no answer: .*; go on with: intend resume \S+ --max-seconds MORE\n$/,
    )
  })
})

describe.concurrent('a server that recovers', { timeout }, () => {
  const replies: Readonly<Record<string, string>> = {
    perceive: perceived,
    formalize: formalized,
    deliberate: byCode,
  }

  test('is asked again, and the answer is the same', async ({ expect, onTestFinished }) => {
    const reset: Scene = { pieces: [chunk({ content: '{"sch' })], ending: 'reset' }
    const failed = new Set<string>()
    // every purpose fails once
    const server = await startChatServer(body => {
      const purpose = purposeOf(body)
      if (failed.has(purpose)) return replies[purpose] ?? ''
      failed.add(purpose)
      return reset
    })
    onTestFinished(server.close)
    const ended = await intend(words, { cwd: folder(), env: environment(server.baseURL) })
    expect(ended).toMatchObject({ code: 0, stdout: '3\n', stderr: '' })
    expect(failed.size).toBeGreaterThanOrEqual(3)
  })

  test('and then leaves its responses open: the program ends nevertheless', async ({
    expect,
    onTestFinished,
  }) => {
    const server = await startChatServer(body => {
      const content = replies[purposeOf(body)] ?? ''
      const pieces = [chunk({ content }), chunk({}, 'stop'), 'data: [DONE]\n\n']
      return { pieces, ending: 'stall' }
    })
    onTestFinished(server.close)
    const ended = await intend(words, { cwd: folder(), env: environment(server.baseURL) })
    expect(ended).toMatchObject({ code: 0, stdout: '3\n' })
  })
})
