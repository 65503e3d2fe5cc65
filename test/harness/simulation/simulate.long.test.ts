// `intend simulate` as a person runs it: on the samples without a model, killed and gone on with.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { simulate } from '../../../harness/cli/commands/experiments/simulate.ts'
import type { SimulationSummary } from '../../../harness/simulation/round-result.ts'
import { saveContent } from '../../../harness/simulation/snapshot.ts'
import { identify } from '../../../plans/identify.ts'
import { contentOf } from '../../../plans/library/merge.ts'
import { defective, salesDraft } from '../../fixtures/simulation/make.ts'
import { folder, intend, removeFolders, start, until } from '../intend.ts'

afterAll(removeFolders)

const samples = join(import.meta.dirname, '../../../harness/samples/questions.jsonl')
const rate = (km: number) => `How many hours does it take to travel ${km} km at 40 km/h?`

describe('simulate', () => {
  test('killed and gone on with by resume, plans of the first round serve the second', async () => {
    const cwd = folder()
    const words = ['simulate', samples, '--rounds', '2', '--family', 'rates', '--model', 'offline']
    const { child, ended } = start([...words, '--out', 's', '--parallel', '2'], { cwd })
    await until(() => existsSync(join(cwd, 's/rounds/1/results.jsonl')))
    child.kill('SIGKILL')
    await ended
    const resumed = await intend(['resume', 's', '--json', '--quiet'], { cwd })
    expect(resumed.code, resumed.stderr).toBe(0)
    const summary: SimulationSummary = JSON.parse(resumed.stdout)
    const [first, second] = summary.rounds
    expect(first).toMatchObject({ round: 1, plansAtStart: 0, leaks: [] })
    expect(second).toMatchObject({ reused: 10, newlyRight: [], newlyLost: [], leaks: [] })
    expect(second!.plansAtStart).toBe(first!.plansAtEnd)
    expect(second!.usage.calls).toBeLessThan(first!.usage.calls)
    expect(summary).toMatchObject({
      mode: 'simulation',
      total: 10,
      cumulative: 10,
      plansAtStart: 0,
    })
    const round = JSON.parse(readFileSync(join(cwd, 's/rounds/2/summary.json'), 'utf8'))
    expect(round).toMatchObject({ mode: 'seeded', total: 10, correct: 10 })
  })
})

describe('the command', () => {
  /** The command in this process. */
  async function simulating(cwd: string, set: string, options: Readonly<Record<string, unknown>>) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const interrupted = new AbortController().signal
    const around = { stdin: process.stdin, stdout, stderr, folder: cwd, env: {}, interrupted }
    const code = await simulate.run([set], { model: 'offline', ...options }, around)
    return { code, stdout: String(stdout.read()), stderr: String(stderr.read()) }
  }

  const write = (cwd: string, questions: readonly object[]) =>
    writeFileSync(join(cwd, 'q.jsonl'), questions.map(each => JSON.stringify(each)).join('\n'))

  test('keeps a plan that led to a wrong answer where nobody can refine, and says why; the library given grows', async () => {
    const cwd = folder()
    const questions = [
      { id: 'a', question: rate(120), answer: '3' },
      { id: 'b', question: rate(200), answer: '6' },
    ]
    write(cwd, questions)
    const asked = { rounds: '2', plans: 'p.json', out: 's' }
    const { code, stdout } = await simulating(cwd, 'q.jsonl', asked)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^after round 1: \S+ keep: offline: it cannot refine; configure a model/m,
    )
    const { plans } = JSON.parse(readFileSync(join(cwd, 'p.json'), 'utf8'))
    expect(plans).toHaveLength(1)
    expect(plans[0].origin.seenQuestions.sort()).toEqual(questions.map(({ question }) => question))
    await expect(simulating(cwd, 'q.jsonl', { ...asked, refine: false })).rejects.toThrow(
      /with another word on refinement \(--no-refine\); go on .*resume \.\/s/,
    )
  })

  test('ends with exit code 1 after the round that finds a leak, and names the plan and the literal', async () => {
    const cwd = folder()
    const asked = { id: 'a', question: rate(120), answer: '3' }
    write(cwd, [asked])
    const origin = { ...defective.origin, seenQuestions: [asked.question] }
    const leaky = identify({ ...salesDraft(true), goal: 'travel 120 km' }, origin)
    await saveContent(join(cwd, 'p.json'), contentOf([leaky]))
    const { code, stderr } = await simulating(cwd, 'q.jsonl', { plans: 'p.json', out: 's' })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      new RegExp(`^leak: ${leaky.id} holds a literal of the question a: .*"120"`, 'm'),
    )
    expect(existsSync(join(cwd, 's/summary.json'))).toBe(true)
    expect(existsSync(join(cwd, 's/rounds/2'))).toBe(false)
  })

  test('refuses a set without answers to judge by', async () => {
    const cwd = folder()
    write(cwd, [{ task_id: 'g', Question: rate(40), Level: 1, 'Final answer': '?' }])
    await expect(simulating(cwd, 'q.jsonl', {})).rejects.toThrow(
      /no answer for the question g, so there is no judge; .*intend bench/,
    )
    expect(existsSync(join(cwd, '.intend'))).toBe(false)
  })
})
