// What holds of a bench wherever its questions are answered. Each implementation of `Jobs` runs this.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readJournal } from '../../agent/runs/journal.ts'
import { type Bench, type BenchFolder, benches, readResults } from '../../harness/bench/folder.ts'
import { openShared } from '../../harness/bench/shared.ts'
import { openSuite } from '../../harness/bench/suite.ts'
import type { Jobs } from '../../harness/bench/work.ts'
import { fingerprint } from '../../plans/canonical.ts'
import { openLibrary } from '../../plans/library/library.ts'
import { folder, purposeOf } from '../harness/intend.ts'
import { byCode, formalized, perceived, question } from '../phases/replies/replies.ts'
import { type ChatServer, startChatServer } from '../support/chat-server.ts'

/** The suite for the jobs that `open` opens, for a model behind a server named by `env`. */
export function jobsContract(open: (env: Env) => Promise<Jobs>): void {
  test('every question has one result, one whole journal, a trace, and counts once in the library', async () => {
    await benched(open, { count: 6 }, async ({ run, path, bench }) => {
      await run()
      const results = readResults(path)
      expect(results.map(({ id }) => id).toSorted()).toEqual(idsOf(6))
      expect(results.map(({ verdict }) => verdict)).toEqual(Array(6).fill('right'))
      const [plan] = (await openLibrary(bench.plans)).plans()
      for (const id of idsOf(6)) {
        const home = join(path.path, 'questions', id)
        const events = readJournal(join(home, 'events.jsonl'))
        const last = events.filter(({ type }) => type === 'intention-recorded')
        expect(last).toHaveLength(1)
        const trace = JSON.parse(readFileSync(join(home, 'trace.json'), 'utf8'))
        expect(trace).toMatchObject({ id, verdict: 'right', answer: '3', run: `${bench.id}/${id}` })
        expect(trace.state.seq).toBe(events.length)
        expect(plan?.stats[`${bench.id}/${id}`]).toMatchObject({ useCount: 1, judgedRight: 1 })
      }
    })
  })

  test('what is stopped rejects with the reason and goes on from its journals', async () => {
    await benched(open, { count: 4, delayMs: 150 }, async ({ run, path, stopping, server }) => {
      const reason = new Error('enough')
      const running = run()
      while (server.bodies.length < 5) await new Promise(resolve => setTimeout(resolve, 10))
      stopping.abort(reason)
      await expect(running).rejects.toBe(reason)
      expect(readResults(path).length).toBeLessThan(4)
      await run(new AbortController())
      expect(
        readResults(path)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(idsOf(4))
      for (const id of idsOf(4)) {
        const events = readJournal(join(path.path, 'questions', id, 'events.jsonl'))
        expect(events.filter(({ type }) => type === 'perception-received')).toHaveLength(1)
      }
    })
  })

  test('a budget binds all of them together', async () => {
    const budget = { tokens: 6_000 }
    await benched(open, { count: 8, delayMs: 20, budget }, async ({ run, path, server }) => {
      await run()
      expect(readResults(path).length).toBeLessThan(8)
      // a thousand tokens each, and one call under way beside
      expect(server.bodies.length).toBeGreaterThan(2)
      expect(server.bodies.length).toBeLessThanOrEqual(7)
    })
  })
}

// --- internal ---

type Env = Readonly<Record<string, string>>

interface Benched {
  readonly path: BenchFolder
  readonly bench: Bench
  readonly stopping: AbortController
  readonly server: ChatServer
  readonly run: (stopping?: AbortController) => Promise<unknown>
}

interface Size extends Pick<Bench, 'budget'> {
  readonly count: number
  readonly delayMs?: number
}

const idsOf = (count: number) => Array.from({ length: count }, (_, n) => `q${n}`)
const replies: Env = { perceive: perceived, formalize: formalized, deliberate: byCode }
const usage = { inputTokens: 900, outputTokens: 100, cachedTokens: 0 }

async function benched(
  open: (env: Env) => Promise<Jobs>,
  { count, delayMs = 0, budget }: Size,
  look: (benched: Benched) => Promise<void>,
): Promise<void> {
  const cwd = folder()
  const server = await startChatServer(body => ({
    text: replies[purposeOf(body)] ?? '',
    usage,
    delayMs,
  }))
  const env = { HOME: cwd, PATH: process.env.PATH ?? '', OPENAI_BASE_URL: server.baseURL }
  const set = join(cwd, 'set.jsonl')
  const lines = idsOf(count).map(id => JSON.stringify({ id, question, answer: '3' }))
  writeFileSync(set, `${lines.join('\n')}\n`)
  const suite = openSuite(set, [], {})
  const bench: Bench = {
    format: 1,
    version: '0.1.0',
    id: 'b',
    begunAt: new Date().toISOString(),
    folder: cwd,
    model: 'openai:m',
    talk: 'separate',
    agent: 'self-aware',
    allow: [],
    limits: {},
    set,
    plans: join(cwd, 'b/plans.json'),
    plansAtStart: 0,
    questions: fingerprint(suite.questions),
    parallel: 2,
    ...(budget && { budget }),
  }
  const path = benches.create(bench, join(cwd, 'b'))
  const stopping = new AbortController()
  const jobs = await open(env)
  const watch = { onStart: () => undefined, onResult: () => undefined }
  const run = async (stop = stopping) => {
    const shared = await openShared(bench, env, path)
    const { questions } = suite
    return jobs.run(path, { questions, suite, shared, env, stopping: stop, ...watch })
  }
  try {
    await look({ path, bench, stopping, server, run })
  } finally {
    await jobs.close()
    await server.close()
  }
}
