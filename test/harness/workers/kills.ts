// A bench in worker processes that is killed again and again (all of it, the one that leads, or one
// worker) and gone on with, and what must hold of it in the end.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { readJournal } from '../../../agent/runs/journal.ts'
import { Result } from '../../../harness/bench/result.ts'
import { seeded } from '../../../plans/library/beta.ts'
import type { Plan, RunStats } from '../../../plans/plan.ts'
import { byCode, formalized, perceived, question } from '../../phases/replies/replies.ts'
import { folder, intend, main, serveReplies, until } from '../intend.ts'

export interface Killing {
  readonly questions: number
  readonly kills: number
  readonly seed: number
  /** Who is killed, in turn. */
  readonly kinds: readonly Kind[]
  /** Of each reply of the model. */
  readonly delayMs: number
  /** Whether each question has an effect: a line its plan adds to a file. */
  readonly effects: boolean
}

export interface Killed {
  /** How often all, the leading process or a worker was killed while questions were under way. */
  readonly kills: Readonly<Record<Kind, number>>
  readonly results: readonly Result[]
  /** Questions whose effect is not known to have happened, so that it was not tried again. */
  readonly inDoubt: number
}

/** The whole group of processes, the one that leads, or a worker. */
export type Kind = 'all' | 'leader' | 'worker'

/** Runs, kills and goes on; asserts that each question has one result and that nothing counts or happens twice. */
export async function killAndGoOn(killing: Killing): Promise<Killed> {
  const { questions, effects, delayMs } = killing
  const cwd = folder()
  const server = await serveReplies(effects ? repliesWithEffect : replies, delayMs)
  const ids = Array.from({ length: questions }, (_, n) => `q${n}`)
  const lines = ids.map(id => JSON.stringify({ id, question, answer: '3' }))
  writeFileSync(join(cwd, 'set.jsonl'), `${lines.join('\n')}\n`)
  try {
    const kills = await killAtRandom(killing, cwd, server.env)
    const { code, stdout, stderr } = await intend([...words, '--json'], { cwd, env: server.env })
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ total: questions })
    const results = resultsIn(cwd)
    expect(results.map(each => each.id).toSorted()).toEqual(ids.toSorted())
    expectCountedOnce(cwd, ids)
    return { kills, results, inDoubt: effects ? expectDoneOnce(cwd, ids) : 0 }
  } finally {
    await server.close()
  }
}

// --- internal ---

const setup = [
  '--model',
  'openai:m',
  '--talk',
  'separate',
  '--parallel',
  '8',
  '--workers',
  '2',
  '--out',
  'b',
]
const words = ['bench', 'set.jsonl', ...setup]

/** Kills what is at work at random moments, and goes on as often as that has ended it. */
async function killAtRandom({ kills: wanted, kinds, seed }: Killing, cwd: string, env: Env) {
  const random = seeded(seed)
  const kills = { all: 0, leader: 0, worker: 0 }
  let running = begin(words, cwd, env)
  while (kills.all + kills.leader + kills.worker < wanted) {
    await until(() => running.ended() || workersOf(running.pid).length > 0, 60_000)
    if (running.ended()) return kills // there was nothing left to do
    await wait(random() * 1_000)
    const kind = kinds[(kills.all + kills.leader + kills.worker) % kinds.length]!
    const workers = workersOf(running.pid)
    const worker = workers[Math.floor(random() * workers.length)]
    if (worker === undefined || running.ended()) continue
    const { pid } = running
    if (!killed(kind === 'worker' ? worker : kind === 'leader' ? pid : -pid)) continue
    kills[kind] += 1
    if (kind === 'worker') continue
    await until(running.ended)
    running = begin(random() < 0.5 ? words : ['resume', 'b'], cwd, env)
  }
  await until(running.ended, 600_000)
  return kills
}

type Env = Readonly<Record<string, string>>

function begin(words: readonly string[], cwd: string, env: Env) {
  const child = spawn(process.execPath, [main, ...words], {
    cwd,
    stdio: 'ignore',
    detached: true, // a group of its own
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
  })
  return { pid: child.pid!, ended: () => child.exitCode !== null || child.signalCode !== null }
}

/** Processes of the workers that `leader` has started. */
export function workersOf(leader: number): readonly number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(leader)], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

const killed = (pid: number) => signalled(pid, 'SIGKILL')

function signalled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

export function resultsIn(cwd: string): readonly Result[] {
  const lines = readFileSync(join(cwd, 'b/results.jsonl'), 'utf8').trim().split('\n')
  return lines.map(line => Result.parse(JSON.parse(line)))
}

/** What the library counts is what the journals say, plan by plan and question by question. */
export function expectCountedOnce(cwd: string, ids: readonly string[]): void {
  const { id: bench } = JSON.parse(readFileSync(join(cwd, 'b/bench.json'), 'utf8'))
  const { plans } = JSON.parse(readFileSync(join(cwd, 'b/plans.json'), 'utf8'))
  for (const id of ids) {
    const events = readJournal(journalOf(cwd, id))
    const began = events.filter(({ type }) => type === 'perception-received')
    expect(began, id).toHaveLength(1)
    expect(events.filter(({ type }) => type === 'intention-recorded')).toHaveLength(1)
    const chosen = events.flatMap(each => (each.type === 'plan-selected' ? [each.plan.id] : []))
    const counted = (plans as readonly Plan[]).flatMap(plan => {
      const stats: RunStats | undefined = plan.stats[`${bench}/${id}`]
      return stats ? [{ plan: plan.id, ...stats }] : []
    })
    for (const { plan, useCount } of counted)
      expect(useCount, `${id} ${plan}`).toBe(chosen.filter(each => each === plan).length)
    const judged = counted.reduce((sum, each) => sum + each.judgedRight + each.judgedWrong, 0)
    expect(judged, id).toBeLessThanOrEqual(1)
    for (const { useCount, successCount, failureCount } of counted)
      expect(successCount + failureCount, id).toBeLessThanOrEqual(useCount)
  }
}

/** The lines that effects have left; of how many questions it is not known whether there is one. */
export function expectDoneOnce(cwd: string, ids: readonly string[]): number {
  const doubtful = ids.filter(id => {
    const home = join(cwd, 'b/questions', id, 'files')
    const files = existsSync(home) ? readdirSync(home, { recursive: true, encoding: 'utf8' }) : []
    const sent = files.filter(name => name.endsWith('sent.txt'))
    const lines = sent.map(name => readFileSync(join(home, name), 'utf8')).join('')
    expect(lines === '' || lines === 'sent\n', `${id}: ${JSON.stringify(lines)}`).toBe(true)
    const events = readJournal(journalOf(cwd, id))
    const calls = events.filter(each => each.type === 'tool-called' && each.tool === 'bash')
    expect(calls.length, id).toBeLessThanOrEqual(1)
    return events.some(each => each.type === 'step-finished' && each.result.lost)
  })
  return doubtful.length
}

const journalOf = (cwd: string, id: string) => join(cwd, 'b/questions', id, 'events.jsonl')

/** The plan by code, with a step that leaves a line in a file. */
const withEffect = JSON.stringify({
  ...JSON.parse(byCode),
  steps: JSON.parse(byCode).steps.flatMap((step: { readonly id: string }) =>
    step.id === 's2'
      ? [
          {
            id: 'e1',
            kind: 'read',
            description: 'Say that duration is known.',
            deps: ['s1'],
            reads: ['duration'],
            writes: [{ role: 'receipt', type: 'number' }],
            effect: true,
            tool: { name: 'bash', input: { command: 'echo sent >> sent.txt; echo 1' } },
            postcondition: 'ground_belief(receipt) is a number',
          },
          { ...step, deps: ['e1'] },
        ]
      : [step],
  ),
})

const replies = { perceive: perceived, formalize: formalized, deliberate: byCode }

/** Where it is not known whether the effect happened, the model is asked to go on and can not. */
export const repliesWithEffect = {
  ...replies,
  deliberate: withEffect,
  execute: JSON.stringify({ newGroundBeliefs: [], postconditionMet: false, summary: 'not known' }),
}
