// What a program can rely on when it stops a question, or the agent as a whole.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createAgent } from '../../agent/create-agent.ts'
import type { Asking } from '../../agent/embedded.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { scripted } from '../../agent/llm/replay/scripted.ts'
import { defineTool } from '../../tools/tool.ts'

const question = 'A ferry crosses 45 km at 30 km/h. How many minutes does the crossing take?'
const closed = 'the agent is closed; make another one with createAgent'
const goal = (program: string): Asking => ({
  kind: 'goal',
  text: '',
  data: { program },
  source: 'user',
})

it('is of use after a question whose signal was aborted before it was asked', async () => {
  const agent = await createAgent({ model: 'offline' })
  const first = agent.ask(question, { signal: AbortSignal.abort(new Error('first')) })
  await expect(first).rejects.toThrow('first')
  expect((await agent.ask(question)).answer).toBe('90')
  agent.close()
})

it('answers nothing once it is closed, which it may be twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'closed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const agent = await createAgent({ model: 'offline', journal: join(folder, 'journal.jsonl') })
  await agent.ask(question)
  agent.close()
  agent.close()
  await expect(agent.ask(question)).rejects.toThrow(closed)
  await expect(agent.ask(question, { signal: new AbortController().signal })).rejects.toThrow(
    closed,
  )
  await expect(agent.resume()).rejects.toThrow(closed)
  await expect(agent.idle()).rejects.toThrow(closed)
  expect(() => agent.believe([{ name: 'speed', value: 3 }])).toThrow(closed)
})

it('ends what is under way when it is closed, with a signal of its own or without', async () => {
  let begun = 0
  const slow = defineTool({
    name: 'slow',
    description: 'waits for ever',
    input: z.object({}),
    execute: () => {
      begun += 1
      if (begun === 2) agent.close()
      return new Promise(() => undefined)
    },
  })
  const wire = scripted(() => ({ calls: [{ name: 'slow', input: {} }] }))
  const agent = await createAgent({ agent: 'react', model: createProvider(wire), tools: [slow] })
  const { signal } = new AbortController()
  const asks = await Promise.allSettled([agent.ask('one'), agent.ask('two', { signal })])
  expect(asks.map(each => each.status === 'rejected' && each.reason.message)).toEqual([
    closed,
    closed,
  ])
})

it('begins no further goal of a program once it is closed', async () => {
  const agent = await createAgent({ agent: 'agentspeak' })
  await agent.ask(goal('!g. +!g <- !!g.'))
  const idle = agent.idle()
  agent.close()
  const { seq } = agent.state()
  await expect(idle).rejects.toThrow(closed)
  expect(agent.state().seq).toBe(seq)
})

it('holds no process up once it is closed', async () => {
  const module = pathToFileURL(join(import.meta.dirname, '../../agent/create-agent.ts'))
  const program = '!g. +!g <- !!h; !!i; !!j. +!h <- .wait(100000). +!i <- .wait(never). +!j <- !!j.'
  const script = `
    import { createAgent } from '${module}'
    const agent = await createAgent({ agent: 'agentspeak' })
    await agent.ask(${JSON.stringify(goal(program))})
    agent.close()
    console.log('closed')`
  const child = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 60_000,
  })
  expect((await child).stdout).toBe('closed\n')
})
