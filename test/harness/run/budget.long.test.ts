// Limits and settings of a model from the command line to the server and back: what is kept, what is
// refused, what is said. Every case is a process.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Outcome } from '../../../harness/run/outcome.ts'
import {
  byModel,
  established,
  formalized,
  perceived,
  question,
} from '../../phases/replies/replies.ts'
import { type ChatServer, startChatServer } from '../../support/chat-server.ts'
import { folder, intend, purposeOf, removeFolders, runsOf, start, until } from '../intend.ts'
import { journal } from '../workers/killed.ts'

const servers: ChatServer[] = []
afterAll(async () => {
  for (const server of servers) await server.close()
  removeFolders()
})

const key = 'sk-secret-0123456789abcdef'
const usage = { inputTokens: 1000, outputTokens: 100, cachedTokens: 0 }
const replies: Readonly<Record<string, string>> = {
  perceive: perceived,
  formalize: formalized,
  deliberate: byModel,
  execute: established({ value: 3, derivation: 'distance / speed' }),
}

/** A server each of whose replies uses 1,100 tokens, by its own word. */
async function serving(delayMs = 0) {
  const server = await startChatServer(body => ({
    text: replies[purposeOf(body)] ?? '',
    usage,
    delayMs,
  }))
  servers.push(server)
  return { server, env: { OPENAI_BASE_URL: server.baseURL, OPENAI_API_KEY: key } }
}

const asking = ['ask', question, '--model', 'openai:m', '--talk', 'separate']

function pricesIn(cwd: string): string {
  const file = join(cwd, 'prices.json')
  const models = { 'openai:m': { input: 10, output: 100 } }
  writeFileSync(file, JSON.stringify({ date: '2026-11-22', models }))
  return file
}

const refusal = (words: readonly string[], cwd = folder()) => intend(words, { cwd })

describe.concurrent('a budget for ask', () => {
  test('ends with code 1, says which limit and how much was used, and what is known so far', async () => {
    const { server, env } = await serving()
    const cwd = folder()
    const { code, stdout, stderr } = await intend([...asking, '--max-tokens', '2900'], { cwd, env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^known +\w+ = 54 km \(given\)$/m)
    expect(stderr).toMatch(
      /^no answer: the budget of 2,900 tokens .*[\d,]+ (tokens )?used.*; go on with: intend resume \S+ --max-tokens MORE$/m,
    )
    expect(server.bodies).toHaveLength(2)
    const json = await intend(['resume', runsOf(cwd)[0]!, '--json'], { cwd, env })
    const outcome = Outcome.parse(JSON.parse(json.stdout))
    expect(outcome.reason).toContain('the budget of 2,900 tokens')
    expect(outcome.usage.inputTokens).toBeGreaterThan(1000)
    expect(outcome.beliefs).toContainEqual(expect.objectContaining({ value: 54, unit: 'km' }))
    const rest = await intend(['resume', runsOf(cwd)[0]!, '--max-tokens', '90000'], { cwd, env })
    expect({ code: rest.code, stdout: rest.stdout }).toEqual({ code: 0, stdout: '3\n' })
    // what was known stays known
    expect(server.bodies.map(purposeOf).filter(each => each === 'perceive')).toHaveLength(1)
    const asked = server.bodies.length
    const again = await intend(['resume', runsOf(cwd)[0]!, '--max-tokens', '99000'], { cwd, env })
    expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 0, stdout: '3\n' })
    expect(server.bodies).toHaveLength(asked)
  })

  test('that ends a run twice lets it go on from the second end', async () => {
    const { server, env } = await serving()
    const cwd = folder()
    await intend([...asking, '--max-tokens', '1600'], { cwd, env })
    const more = ['resume', runsOf(cwd)[0]!, '--max-tokens']
    const second = await intend([...more, '2900'], { cwd, env })
    expect(second.code, second.stderr).toBe(1)
    const rest = await intend([...more, '90000'], { cwd, env })
    expect({ code: rest.code, stdout: rest.stdout }).toEqual({ code: 0, stdout: '3\n' })
    const purposes = server.bodies.map(purposeOf)
    expect(purposes).toEqual([...new Set(purposes)])
  })

  test('holds for seconds with a server that hangs', async () => {
    const { env } = await serving(600_000)
    const words = [...asking, '--max-seconds', '0.5']
    const { code, stderr } = await intend(words, { cwd: folder(), env })
    expect(code).toBe(1)
    expect(stderr).toContain('the budget of 0.5 seconds is used up')
  }, 120_000)

  test('a run that is gone on with counts what it had used before', async () => {
    const { env, server } = await serving(300)
    const cwd = folder()
    const { child, ended } = start([...asking, '--max-tokens', '4000'], { cwd, env })
    await until(() => journal(cwd).includes('"type":"intention-formed"'))
    child.kill('SIGKILL')
    await ended
    const asked = server.bodies.length
    const { code, stderr } = await intend(['resume', '--max-tokens', '2300'], { cwd, env })
    expect(code).toBe(1)
    expect(stderr).toContain('the budget of 2,300 tokens does not allow another call: 2,200 tokens')
    expect(server.bodies).toHaveLength(asked)
  })
})

describe.concurrent('what a run costs', () => {
  test('is shown, printed and kept within a limit where the price is known', async () => {
    const { env } = await serving()
    const cwd = folder()
    const priced = { ...env, INTEND_PRICES: pricesIn(cwd) }
    const full = await intend([...asking, '--json'], { cwd, env: priced })
    const outcome = Outcome.parse(JSON.parse(full.stdout))
    expect(outcome.satisfied).toBe(true)
    expect(outcome.usage.cost).toBeCloseTo(outcome.usage.calls * 0.02)
    expect(full.stderr).toMatch(/model calls, [\d,]+ tokens, \$0\.\d+$/m)
    const limited = await intend([...asking, '--max-cost', '0.05'], { cwd, env: priced })
    expect(limited.code).toBe(1)
    expect(limited.stderr).toMatch(
      /the budget of \$0.05 .*; go on with: intend resume \S+ --max-cost MORE/,
    )
  })

  test('is said to be unknown where the price is not known', async () => {
    const { env } = await serving()
    const { stdout, stderr } = await intend([...asking, '--json'], { cwd: folder(), env })
    expect(JSON.parse(stdout).usage.cost).toBeNull()
    expect(stderr).toMatch(/ tokens, price not known$/m)
  })

  test('cannot be limited without a price: nothing is asked and nothing is left', async () => {
    const { server, env } = await serving()
    const cwd = folder()
    const { code, stderr } = await intend([...asking, '--max-cost', '1'], { cwd, env })
    expect(code).toBe(3)
    expect(stderr).toBe(
      'intend: the price of openai:m is not known, so a budget of US dollars cannot be kept; limit its tokens, or name a file with its price in INTEND_PRICES\n',
    )
    expect(server.bodies).toEqual([])
    expect(runsOf(cwd)).toEqual([])
  })
})

describe.concurrent('the settings of a model', () => {
  test('reach the server, also when a run is gone on with, and no key is kept', async () => {
    const { server, env } = await serving(200)
    const cwd = folder()
    const words = [
      ...['--temperature', '0.5', '--top-p', '0.9', '--seed', '7', '--effort', 'low'],
      ...['--prompts', 'plain', '--context-tokens', '32000', '--max-tokens', '100000'],
    ]
    const { child, ended } = start([...asking, ...words], { cwd, env })
    await until(() => journal(cwd).includes('"type":"intention-formed"'))
    child.kill('SIGKILL')
    await ended
    const resumed = await intend(['resume'], { cwd, env })
    expect(resumed).toMatchObject({ code: 0, stdout: '3\n' })
    for (const body of server.bodies)
      expect(body).toMatchObject({ temperature: 0.5, top_p: 0.9, seed: 7, reasoning_effort: 'low' })
    const run = join(cwd, '.intend/runs', runsOf(cwd)[0]!)
    expect(JSON.parse(readFileSync(join(run, 'run.json'), 'utf8'))).toMatchObject({
      settings: {
        sampling: { temperature: 0.5, topP: 0.9, seed: 7, effort: 'low' },
        contextTokens: 32_000,
      },
      budget: { tokens: 100_000 },
      prompts: 'plain',
    })
    for (const name of readdirSync(run))
      expect(readFileSync(join(run, name), 'utf8'), name).not.toContain(key)
  })

  test.each([
    ['--max-cost', '0', 'takes US dollars, such as 0.50, above 0 and up to 1000000, not "0"'],
    ['--max-tokens', '1.5', 'takes a whole number from 1 on, not "1.5"'],
    ['--max-seconds', 'soon', 'takes a number of seconds, above 0 and up to 1000000, not "soon"'],
    ['--temperature', '3', 'takes a number from 0 to 2, not "3"'],
    ['--top-p', 'Infinity', 'takes a number from 0 to 1, not "Infinity"'],
    ['--seed', '1e3', 'takes a whole number, not "1e3"'],
    ['--effort', 'much', 'takes low, medium or high, not "much"'],
    ['--context-tokens', '0', 'takes a whole number from 1 on, not "0"'],
    ['--prompts', 'rude', 'takes aware, plain or free, not "rude"'],
  ])('%s %s is refused in one sentence', async (flag, value, sentence) => {
    const { code, stderr } = await refusal(['ask', 'why?', flag, value])
    expect({ code, stderr }).toEqual({ code: 2, stderr: `intend: ${flag} ${sentence}\n` })
  })
})

describe.concurrent('a budget for bench', () => {
  test('leaves questions without a result when it is used up, and a larger one goes on with them', async () => {
    const { server, env } = await serving()
    const cwd = folder()
    const lines = [120, 200, 80].map((km, n) =>
      JSON.stringify({
        id: `q${n}`,
        question: `How many hours does it take to travel ${km} km at 40 km/h?`,
        answer: String(km / 40),
      }),
    )
    writeFileSync(join(cwd, 'set.jsonl'), `${lines.join('\n')}\n`)
    const words = [
      'bench',
      'set.jsonl',
      '--model',
      'openai:m',
      '--talk',
      'separate',
      '--out',
      'b',
      '--parallel',
      '1',
    ]
    const first = await intend([...words, '--max-tokens', '2900'], { cwd, env })
    expect(first.code).toBe(1)
    expect(first.stderr).toMatch(
      /^the budget of 2,900 tokens .*; 3 questions have no result yet; go on with: intend resume \S+ --max-tokens MORE$/m,
    )
    expect(server.bodies).toHaveLength(1)
    expect(existsSync(join(cwd, 'b', 'summary.json'))).toBe(false)
    const again = await intend(['resume', 'b'], { cwd, env })
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('3 questions have no result yet')
    const rest = await intend([...words, '--max-tokens', '900000', '--json'], { cwd, env })
    expect(rest.code, rest.stderr).toBe(0)
    expect(JSON.parse(rest.stdout)).toMatchObject({ total: 3, declined: 0 })
    expect(existsSync(join(cwd, 'b', 'summary.json'))).toBe(true)
  })
})
