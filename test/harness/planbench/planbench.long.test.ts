// `intend bench` over a PlanBench folder, as a person runs it. Every case is a process in a folder with
// two domains of two problems each.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Result } from '../../../harness/bench/result.ts'
import { openSuite } from '../../../harness/bench/suite.ts'
import type { Summary } from '../../../harness/bench/summary.ts'
import { letters, serving, written } from '../../agent/agents/planning-problems.ts'
import { startChatServer } from '../../support/chat-server.ts'
import { folder, intend, removeFolders, start, until } from '../intend.ts'

afterAll(removeFolders)

const problems = {
  'serving/easy/instance-1.pddl': serving.problem,
  'serving/easy/instance-2.pddl': serving.problem.replace(
    '(:goal (cup-at red-cup table_1))',
    '(:goal (cup-at blue-cup table_1))',
  ),
  'post/instance-9.pddl': letters.problem,
  'post/instance-10.pddl': letters.problem.replace(/\(:goal.*\)\)/, '(:goal (shut north))'),
}
const brings = (cup: string) =>
  [
    ['go-to', 'table_1', 'kitchen'],
    ['pick-up', cup, 'kitchen'],
    ['go-to', 'kitchen', 'table_1'],
    ['put-down', cup, 'table_1'],
  ] as const

/** A folder with the problems in `bench`; `extra` are further files there. */
function planBench(extra: Readonly<Record<string, object>> = {}): string {
  const cwd = folder()
  const write = (path: string, text: string) => {
    mkdirSync(join(cwd, 'bench', path, '..'), { recursive: true })
    writeFileSync(join(cwd, 'bench', path), text)
  }
  write('domains/serving.pddl', serving.domain)
  write('domains/post.pddl', letters.domain)
  for (const [path, text] of Object.entries(problems)) write(`problems/${path}`, text)
  for (const [path, value] of Object.entries(extra)) write(path, JSON.stringify(value))
  return cwd
}

function resultsIn(cwd: string): readonly Result[] {
  const lines = readFileSync(join(cwd, 'out', 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
  return lines.map(line => Result.parse(JSON.parse(line)))
}

const words = ['bench', 'bench', '--out', 'out', '--parallel', '1']

describe.concurrent('bench over a PlanBench folder', () => {
  test('has the compiler solve every problem, sums by domain, and goes on with what is missing', async () => {
    const optimal = { 'serving/easy/instance-1.pddl': { optimalLength: 4 } }
    const cwd = planBench({
      'reference.json': {
        problems: { ...optimal, 'serving/easy/instance-2.pddl': { optimalLength: 2 } },
      },
    })
    const { code, stdout, stderr } = await intend(words, { cwd })
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/^post +2 +2 +0 +0 +0 +2 +- /m)
    expect(stdout).toMatch(/^serving +2 +2 +0 +0 +0 +2 +1\.50 /m)
    expect(stdout).toMatch(/^all +4 +4 +0 +0 +0 +4 +1\.50 /m)
    const results = resultsIn(cwd)
    expect(results.map(({ id }) => id)).toEqual([
      ...['post/instance-9', 'post/instance-10'],
      ...['serving/easy/instance-1', 'serving/easy/instance-2'],
    ])
    expect(results[2]).toMatchObject({
      verdict: 'right',
      family: 'serving',
      answer: brings('red-cup')
        .map(action => `(${action.join(' ')})`)
        .join('\n'),
      planning: { length: 4, optimal: 4, attempts: 0, refused: [], writer: 'planner' },
    })

    const kept = readFileSync(join(cwd, 'out', 'results.jsonl'), 'utf8')
      .split('\n')
      .slice(0, 3)
    writeFileSync(join(cwd, 'out', 'results.jsonl'), `${kept.join('\n')}\n{"id":"serv`)
    rmSync(join(cwd, 'out', 'questions'), { recursive: true })
    rmSync(join(cwd, 'out', 'summary.json'))
    const again = await intend([...words, '--json'], { cwd })
    expect(again.stderr).toMatch(/3 of 4 questions have a result already/)
    expect(again.stderr.match(/^✓/gm)).toHaveLength(1)
    expect(resultsIn(cwd).slice(0, 3)).toEqual(results.slice(0, 3))
    const summary = JSON.parse(again.stdout) as Summary
    expect(summary).toMatchObject({ agent: 'compiler', total: 4, correct: 4 })
    expect(summary.domains).toMatchObject([
      { domain: 'post', right: 2, planned: 2, overOptimum: null },
      { domain: 'serving', right: 2, overOptimum: 1.5 },
      { domain: 'all', instances: 4, calls: 1 },
    ])
  })

  test('tells plans of the model at once, mended and repaired apart, of the headline problems', async () => {
    const cwd = planBench({
      'headline.json': {
        post: ['post/instance-10.pddl'],
        serving: ['serving/easy/instance-1.pddl', 'serving/easy/instance-2.pddl'],
      },
    })
    const [go, take, , put] = brings('red-cup')
    const server = await startChatServer(({ messages }) => {
      const prompt = JSON.stringify(messages.at(-1))
      if (prompt.includes('shut-box')) return { text: written(['shut-box', 'north']) }
      if (prompt.includes('cup-at blue-cup table_1')) return { text: written(take) }
      return {
        text: prompt.includes('Attempt 1') ? written(...brings('red-cup')) : written(go, put),
      }
    })
    const env = { OPENAI_BASE_URL: server.baseURL }
    const { code, stderr } = await intend([...words, '--model', 'openai:m'], { cwd, env })
    await server.close()
    expect(code, stderr).toBe(0)
    expect(resultsIn(cwd)).toMatchObject([
      { id: 'post/instance-10', planning: { writer: 'model', attempts: 1, refused: [] } },
      {
        id: 'serving/easy/instance-1',
        usage: { calls: 2 },
        planning: {
          writer: 'model',
          attempts: 2,
          refused: [expect.stringContaining('(put-down red-cup table_1), fails')],
        },
      },
      { id: 'serving/easy/instance-2', planning: { writer: 'repair', refused: { length: 4 } } },
    ])
    const summary: Summary = JSON.parse(readFileSync(join(cwd, 'out', 'summary.json'), 'utf8'))
    expect(summary.domains?.at(-1)).toMatchObject({
      instances: 3,
      right: 3,
      firstTry: 1,
      mended: 1,
      repaired: 1,
      planned: 0,
    })
  })

  test('goes on after it was killed, and each problem has one result', async () => {
    const cwd = planBench()
    let asked = 0
    const server = await startChatServer(() => {
      asked++
      return { text: written(['shut-box', 'north']), delayMs: asked === 2 ? 60_000 : 0 }
    })
    const env = { OPENAI_BASE_URL: server.baseURL }
    const these = [...words, '--family', 'post', '--model', 'openai:m']
    const { child, ended } = start(these, { cwd, env })
    await until(() => asked === 2)
    child.kill('SIGKILL')
    await ended
    const { code, stderr } = await intend(['resume', 'out'], { cwd, env })
    await server.close()
    expect(code, stderr).toBe(0)
    expect(resultsIn(cwd).map(({ id, verdict }) => [id, verdict])).toEqual([
      ['post/instance-9', 'right'],
      ['post/instance-10', 'right'],
    ])
  })

  test('takes a few problems from all over the folder, and declines what has no solution', async () => {
    const cwd = planBench()
    const locked = serving.problem.replace('(door table_1 kitchen)', '')
    writeFileSync(join(cwd, 'bench', 'problems', 'serving', 'easy', 'instance-1.pddl'), locked)
    const { stderr } = await intend([...words, '--limit', '2'], { cwd })
    expect(stderr).toMatch(/^✓ right +post\/instance-9 /m)
    expect(stderr).toMatch(/^○ declined +serving\/easy\/instance-1 .*no plan exists/m)
    expect(resultsIn(cwd)).toHaveLength(2)
  })
})

describe('what is no PlanBench folder is refused before anything runs', () => {
  test.each([
    ['a problem elsewhere', { 'headline.json': { x: ['../x.pddl'] } }, /not at "\.\.\/x\.pddl"/],
    ['a damaged headline.json', { 'headline.json': { x: 'y' } }, /headline\.json cannot be read/],
    ['no domain', { 'problems/x/a.pddl': {} }, /there is no file .*x\.pddl for the problem/],
  ])('%s', (_name, extra, message) => {
    expect(() => openSuite(join(planBench(extra), 'bench'), [], {})).toThrow(message)
  })

  test('a domain it does not have', () => {
    const path = join(planBench(), 'bench')
    const choice = { family: 'servin' }
    expect(() => openSuite(path, [], choice)).toThrow(/did you mean serving\?/)
  })

  test('a folder of another shape', () => {
    expect(() => openSuite(folder(), [], {})).toThrow(/has no folder "domains"; name a file of/)
  })
})
