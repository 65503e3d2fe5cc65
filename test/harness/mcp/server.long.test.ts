// The official client against `intend mcp`.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CallToolResultSchema, type Progress } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChatServer } from '../../support/chat-server.ts'
import { folder, inProcess, main, removeFolders, runsOf, until } from '../intend.ts'

const samples = join(import.meta.dirname, '../../../harness/samples')

interface Opened {
  readonly client: Client
  readonly cwd: string
}

const open: Client[] = []

/** A client of a server in a folder of its own. */
async function openClient(
  words: readonly string[] = ['--model', 'offline'],
  env: Readonly<Record<string, string>> = {},
): Promise<Opened> {
  const cwd = folder()
  cpSync(join(samples, 'sales.csv'), join(cwd, 'sales.csv'))
  const client = new Client({ name: 'tester', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp', ...words],
      cwd,
      env: { HOME: cwd, PATH: process.env.PATH ?? '', ...env },
      stderr: 'ignore',
    }),
  )
  open.push(client)
  return { client, cwd }
}

afterAll(async () => {
  await Promise.all(open.map(client => client.close()))
  removeFolders()
})

const ferry = 'A ferry crosses 45 km at 30 km/h. How many minutes does the crossing take?'

const domain = `(define (domain lamp) (:predicates (on) (wired))
  (:action wire :parameters () :precondition () :effect (wired))
  (:action switch :parameters () :precondition (wired) :effect (on)))`
const problem = '(define (problem light) (:domain lamp) (:init) (:goal (on)))'

test('a server plans where the one that the environment names does not answer', async () => {
  const { client } = await openClient([], { OLLAMA_HOST: 'http://127.0.0.1:1' })
  const call = async (name: string, input: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: input }, CallToolResultSchema)) as object
  expect(await call('solve', { domain, problem })).toMatchObject({
    content: [{ text: '(wire)\n(switch)' }],
  })
  expect(await call('ask', { question: ferry })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/cannot reach http:\/\/127.0.0.1:1/) }],
  })
})

describe('a server that answers by rules', () => {
  let at: Opened
  beforeAll(async () => {
    at = await openClient()
  })
  const call = async (name: string, input: Record<string, unknown>, progress?: Progress[]) => {
    const onprogress = (news: Progress) => void progress?.push(news)
    const { content, ...rest } = await at.client.callTool(
      { name, arguments: input },
      CallToolResultSchema,
      { timeout: 120_000, ...(progress && { onprogress }) },
    )
    const [block] = content as { text: string }[]
    return { text: block!.text, ...rest } as {
      readonly text: string
      readonly isError?: boolean
      readonly structuredContent?: Readonly<Record<string, unknown>>
    }
  }

  test('offers what it can', async () => {
    const { tools } = await at.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      ...['ask', 'plans_search', 'plans_show', 'plans_test', 'validate', 'solve'],
    ])
  })

  test('answers a question, with files and progress', async () => {
    const progress: Progress[] = []
    const { text, structuredContent } = await call('ask', { question: ferry }, progress)
    expect([text, structuredContent?.satisfied]).toEqual(['90', true])
    expect(progress.length).toBeGreaterThan(2)
    expect(progress.map(({ progress: n }) => n)).toEqual(progress.map((_, n) => n + 1))
    const question = 'What is the sum of the column units in sales.csv?'
    const read = await call('ask', { question, files: ['sales.csv'] })
    expect(read.text).toMatch(/^(?:\d|no answer)/)
    const declined = await call('ask', { question: 'Why do people like ferries?' })
    expect(declined.text).toMatch(/^no answer: /)
    expect(declined.isError).toBeUndefined()
  })

  test('finds, shows and tests plans', async () => {
    const found = await call('plans_search', { text: 'a distance and a speed' })
    const [plan] = found.structuredContent!.plans as [{ id: string }]
    const shown = await call('plans_show', { plan: plan.id })
    expect(shown.structuredContent).toMatchObject({ plan: { id: plan.id } })
    const untested = await call('plans_test', { plan: plan.id })
    expect([untested.isError, untested.text]).toEqual([true, expect.stringContaining('example')])
    const known = { id: 'q1', question: ferry.replace('45', '60'), answer: '120' }
    writeFileSync(join(at.cwd, 'set.jsonl'), `${JSON.stringify(known)}\n`)
    const tested = await call('plans_test', { plan: plan.id, set: 'set.jsonl' })
    expect(tested.structuredContent).toMatchObject({
      tested: [{ plan: plan.id, right: 1, wrong: 0 }],
    })
  })

  test('judges and finds PDDL plans', async () => {
    const right = await call('validate', { domain, problem, plan: '(wire)\n(switch)' })
    expect(right.structuredContent).toMatchObject({ valid: true })
    const wrong = await call('validate', { domain, problem, plan: '(switch)' })
    expect(wrong.structuredContent).toMatchObject({ valid: false, kind: 'precondition' })
    expect(wrong.text).toContain('wired')
    expect((await call('solve', { domain, problem })).text).toBe('(wire)\n(switch)')
    const never = problem.replace('(on)', '(off)')
    expect((await call('solve', { domain, problem: never })).isError).toBe(true)
  })

  test.each([
    ['ask', {}, /^ask does not take that: question: /],
    ['ask', { question: ' ' }, /^the question is empty/],
    [
      'ask',
      { question: 'What?', files: ['../../etc/passwd'] },
      /^\S+ lies outside|^there is no file/,
    ],
    ['ask', { question: 'What?', files: ['/etc/passwd'] }, /^\/etc\/passwd lies outside/],
    ['ask', { question: 'What?', files: ['gone.csv'] }, /^there is no file gone\.csv$/],
    ['plans_show', { plan: '/etc/passwd' }, /^\/etc\/passwd is no id of a plan/],
    ['plans_show', { plan: 'nothing' }, /has no plan nothing/],
    ['plans_test', { set: '/etc/passwd' }, /^\/etc\/passwd lies outside/],
    ['validate', { domain: '(define', problem, plan: '' }, /^domain, /],
    ['solve', { domain: '/etc/passwd', problem }, /^\/etc\/passwd lies outside/],
    ['solv', {}, /did you mean solve\?$/],
  ])('%s with %j is one sentence', async (name, input, sentence) => {
    const { text, isError } = await call(name, input)
    expect(isError).toBe(true)
    expect(text).toMatch(sentence)
    expect(text.split('\n')).toHaveLength(1)
  })
})

test('a request that is cancelled ends what it has begun', async () => {
  const model = await startChatServer(() => ({ hang: true }))
  const words = ['--model', 'openai:slow']
  const { client, cwd } = await openClient(words, { OPENAI_BASE_URL: model.baseURL })
  const stopping = new AbortController()
  const asked = client.callTool(
    { name: 'ask', arguments: { question: 'What is slow?' } },
    CallToolResultSchema,
    { signal: stopping.signal },
  )
  asked.catch(() => undefined)
  await until(() => model.bodies.length > 0)
  expect(await model.connections()).toBeGreaterThan(0)
  stopping.abort('enough')
  await expect(asked).rejects.toThrow('enough')
  const ends = Date.now() + 10_000
  while ((await model.connections()) > 0 && Date.now() < ends)
    await new Promise(r => setTimeout(r, 50))
  expect(await model.connections()).toBe(0)
  expect(existsSync(join(cwd, '.intend', 'runs', runsOf(cwd)[0] ?? '', 'trace.json'))).toBe(false)
  await model.close()
  const { tools } = await client.listTools() // it lives
  expect(tools).toHaveLength(6)
})

test('a client’s question sets none of the person’s servers in motion', async () => {
  const model = await startChatServer(() => 'FINAL ANSWER: done')
  const env = { OPENAI_BASE_URL: model.baseURL }
  const { client, cwd } = await openClient(['--model', 'openai:m', '--agent', 'react'], env)
  const own = join(cwd, '.config', 'intend')
  const started = join(cwd, 'started')
  const script = `require('node:fs').writeFileSync(${JSON.stringify(started)}, '')`
  cpSync(join(samples, 'sales.csv'), join(own, 'x')) // makes the folder
  const server = { command: process.execPath, args: ['-e', script] }
  writeFileSync(join(own, 'config.json'), JSON.stringify({ mcpServers: { s: server } }))
  await client.callTool({ name: 'ask', arguments: { question: 'Who is there?' } })
  await model.close()
  expect(existsSync(started)).toBe(false)
  expect(readdirSync(join(cwd, '.intend', 'runs'))).toHaveLength(1)
  const [run = ''] = runsOf(cwd)
  expect(readFileSync(join(cwd, '.intend', 'runs', run, 'run.json'), 'utf8')).not.toContain('"mcp"')
})

test('a folder that is none is one sentence', async () => {
  const { code, stderr } = await inProcess(['mcp', '--folder', 'nowhere'], { cwd: folder() })
  expect([code, stderr]).toEqual([2, expect.stringContaining('there is no folder')])
})
