// What `ask` says of a goal that brings a program: which of its goals were reached, and why it is refused.
import { expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'

async function asked(data: unknown, text = '') {
  const agent = await createAgent({ agent: 'agentspeak' })
  const { satisfied, reason } = await agent.ask({ kind: 'goal', text, data, source: 'user' })
  await agent.idle()
  agent.close()
  return { satisfied, reason }
}

test.each([
  ['', { progam: '!g. +!g <- .fail.' }, /its data, which holds progam, has no `program`/],
  ['', undefined, /its data, which is empty, has no `program`/],
  ['', { program: 5 }, /^the program cannot be read: program: it is AgentSpeak\(L\) as text$/],
  ['g', { program: '+!g.', reached: 5 }, /^the program cannot be read: reached: it is what/],
  ['count down', { program: '!g. +!g.' }, /"count down" is no goal such as reach\(home\)/],
])('text "%s" with %o is refused', async (text, data, reason) => {
  expect(await asked(data, text)).toEqual({
    satisfied: false,
    reason: expect.stringMatching(reason),
  })
})

const plans = '+!a <- +da. +!slow <- .wait(30). +!b <- .fail(no_way).'

test.each([
  ['!a. !b.', 'b, with which the program begins too, failed: '],
  ['!b. !a.', ''],
  ['!a. !slow. !b.', 'b, with which the program begins too, failed: '],
  ['!a. !a. !slow. !missing.', 'missing, with which the program begins too, failed: '],
])('%s is not reached where one of its goals fails', async (goals, beginning) => {
  const { satisfied, reason } = await asked({ program: `${goals} ${plans}` })
  expect(satisfied).toBe(false)
  expect(reason.startsWith(beginning)).toBe(true)
})

test.each(['!a.', '!a. !slow.', '!slow. !a. !slow. !a.', 'p(1).'])('%s is reached', async goals => {
  expect((await asked({ program: `${goals} ${plans}` })).satisfied).toBe(true)
})

test('what failed for an earlier program counts no more', async () => {
  const agent = await createAgent({ agent: 'agentspeak' })
  const reached: boolean[] = []
  for (const program of ['!a. !b. +!a. +!b : ready.', 'ready. !a. !b.']) {
    const goal = { kind: 'goal', text: '', data: { program }, source: 'user' } as const
    reached.push((await agent.ask(goal)).satisfied)
  }
  expect(reached).toEqual([false, true])
  agent.close()
})

test.each(['its signal', 'close'])(
  'waiting for the other goals of a program is ended by %s',
  async way => {
    const agent = await createAgent({ agent: 'agentspeak' })
    const stop = new AbortController()
    const data = { program: '!a. !b. +!a. +!b <- .wait(100000).' }
    const goal = { kind: 'goal', text: '', data, source: 'user' } as const
    const asking = agent.ask(goal, { signal: stop.signal })
    setTimeout(() => (way === 'close' ? agent.close() : stop.abort(new Error('enough'))), 50)
    await expect(asking).rejects.toThrow(way === 'close' ? 'the agent is closed' : 'enough')
    agent.close()
  },
)
