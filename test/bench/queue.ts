// What a queue costs: a bench on workers over Redis against the ideal and against this process, Redis and
// the leader with very many questions queued, and a plan library that several writers share.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inThisProcess } from '../../harness/bench/bench.ts'
import { type Bench as Asked, benches, readResults } from '../../harness/bench/folder.ts'
import { openShared } from '../../harness/bench/shared.ts'
import { openSuite } from '../../harness/bench/suite.ts'
import type { Jobs } from '../../harness/bench/work.ts'
import { exit } from '../../harness/cli/command.ts'
import { version } from '../../harness/cli/version.ts'
import { queued } from '../../harness/queue/leader.ts'
import { openSharedLibrary } from '../../harness/queue/plan-library.ts'
import { openRedis } from '../../harness/queue/redis.ts'
import { fingerprint } from '../../plans/canonical.ts'
import { byCode, formalized, perceived, question } from '../phases/replies/replies.ts'
import { type ChatBody, startChatServer } from '../support/chat-server.ts'
import { type RedisServer, startRedis } from '../support/redis.ts'
import { type Bench, type Given, type Measured, rounded } from './bench.ts'
import { createRandom, samplePlan } from './sample-plans.ts'

export const queue: Bench = {
  name: 'queue',
  about:
    'a bench on workers over Redis against the ideal; what is queued; a library that is shared',
  usage: '[--questions N] [--latency MS] [--workers 1,2,4,8] [--queued N] [--plans N]',
  options: {
    questions: { type: 'string', default: '100' },
    latency: { type: 'string', default: '200' },
    workers: { type: 'string', default: '1,2,4,8' },
    queued: { type: 'string', default: '100000' },
    plans: { type: 'string', default: '10000' },
  },
  missing: ({ flags }) =>
    ['questions', 'latency', 'queued', 'plans'].every(name => /^\d+$/.test(String(flags[name])))
      ? undefined
      : '--questions, --latency, --queued and --plans take whole numbers; 0 of queued or plans leaves that out',
  run: measure,
}

// --- internal ---

const main = fileURLToPath(new URL('../../harness/bin.js', import.meta.url))
/** Questions at once of a worker. */
const slots = 1
/** Turns of workers and of this process, one after the other: what else the machine does meets both. */
const turns = 5
/** Questions at once that a bench is asked for at most, by `--parallel`. */
const mostParallel = 1000

/** Three calls for each question: what one has learned is of no use to another. */
function replyTo(body: ChatBody, delayMs: number) {
  const format = body.response_format as { json_schema?: { name?: string } } | undefined
  const said = JSON.stringify(body.messages)
  const kind = /case ([a-z]+)/.exec(said.slice(said.lastIndexOf('case ')))?.[1]
  const replies: Readonly<Record<string, string>> = {
    perceive: perceived.replace('task', `case ${kind}`),
    formalize: formalized.replace('divide', `divide_${kind}`),
    deliberate: byCode.replace('task', `case ${kind}`),
  }
  return { text: replies[format?.json_schema?.name ?? ''] ?? '', delayMs }
}

/** A word for each number. */
const wordOf = (n: number) => [...String(n)].map(digit => 'bcdfghjklm'[Number(digit)]).join('a')

async function measure({ flags }: Given): Promise<Measured> {
  const [questions, latency, many, plans] = ['questions', 'latency', 'queued', 'plans'].map(name =>
    Number(flags[name]),
  ) as [number, number, number, number]
  const redis = await startRedis()
  try {
    const rows = []
    const library = plans > 0 ? { library: [await shared(redis, plans)] } : {}
    for (const workers of String(flags.workers).split(',').map(Number))
      rows.push(await paced(redis, { questions, latency, workers }))
    return {
      tables: {
        pace: rows,
        ...(many > 0 && { queued: [await held(redis, many)] }),
        ...library,
      },
      notes: [
        `pace: ${slots} question at once a worker, three calls each, from the first question on; here: as many at once in this process. ideal: the latencies of all calls, shared by those. overhead: of the queue, a question, what it takes longer than here over how many are at once; the median of ${turns} turns.`,
        `queued: a bench of so many questions by the command line with --parallel ${mostParallel}, its most, and no worker there: megabytes of Redis and of the leader's process, more than with one question.`,
      ],
    }
  } finally {
    await redis.close()
  }
}

interface Pace {
  readonly questions: number
  readonly latency: number
  readonly workers: number
}

async function paced(redis: RedisServer, { questions, latency, workers }: Pace) {
  const server = await startChatServer(body => replyTo(body, latency))
  const env = { OPENAI_BASE_URL: server.baseURL }
  const parallel = workers * slots
  const homes = Array.from({ length: workers }, () =>
    mkdtempSync(join(tmpdir(), 'intend-worker-home-')),
  )
  const crew = homes.map(home =>
    spawn(process.execPath, [main, 'worker', '--queue', redis.address, '--parallel', `${slots}`], {
      cwd: home,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, HOME: home, ...env },
    }),
  )
  try {
    const far = async () => queued(redis.address, env)
    await answered(await far(), { questions: parallel, parallel, env }) // until all have begun
    const size = Math.ceil(questions / turns / parallel) * parallel
    const took: { readonly there: number; readonly near: number; readonly ideal: number }[] = []
    for (let turn = 0; turn < turns; turn++) {
      const calls = server.bodies.length
      const there = await answered(await far(), { questions: size, parallel, env })
      const ideal = ((server.bodies.length - calls) * latency) / 1000 / parallel
      took.push({
        there,
        ideal,
        near: await answered(inThisProcess, { questions: size, parallel, env }),
      })
    }
    const sum = (of: 'there' | 'near' | 'ideal') => took.reduce((all, each) => all + each[of], 0)
    const overheads = took.map(({ there, near }) => ((there - near) * 1000 * parallel) / size)
    return {
      workers,
      questions: size * turns,
      seconds: rounded(sum('there')),
      hereSeconds: rounded(sum('near')),
      idealSeconds: rounded(sum('ideal')),
      ofIdeal: `${((sum('ideal') / sum('there')) * 100).toFixed(0)} %`,
      overheadMs: rounded(overheads.toSorted((a, b) => a - b)[(turns - 1) / 2]!),
    }
  } finally {
    for (const worker of crew) worker.kill('SIGKILL')
    for (const home of homes) rmSync(home, { recursive: true, force: true })
    await server.close()
  }
}

interface Answering {
  readonly questions: number
  readonly parallel: number
  readonly env: Readonly<Record<string, string>>
}

/** Runs a bench of so many questions; gives the seconds it took. */
async function answered(jobs: Jobs, { questions, parallel, env }: Answering): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'intend-queue-'))
  try {
    const set = setIn(home, questions)
    const suite = openSuite(set, [], {})
    const bench: Asked = {
      format: 1,
      version: version(),
      id: home,
      begunAt: new Date().toISOString(),
      folder: home,
      model: 'openai:m',
      talk: 'separate',
      agent: 'self-aware',
      allow: [],
      limits: {},
      set,
      plans: join(home, 'plans.json'),
      plansAtStart: 0,
      parallel,
      questions: fingerprint(suite.questions),
    }
    const folder = benches.create(bench, join(home, 'b'))
    const stopping = new AbortController()
    const watch = { onStart: () => undefined, onResult: () => undefined }
    const opened = await openShared(bench, env)
    const began = performance.now()
    const work = { questions: suite.questions, suite, shared: opened, env, stopping, ...watch }
    await jobs.run(folder, work)
    if (readResults(folder).some(({ verdict }) => verdict !== 'right'))
      throw new Error('a question went wrong')
    return (performance.now() - began) / 1000
  } finally {
    await jobs.close()
    rmSync(home, { recursive: true, force: true })
  }
}

/** A set of so many questions as a file of the folder. */
function setIn(home: string, questions: number): string {
  const set = join(home, 'set.jsonl')
  const asked = Array.from({ length: questions }, (_, n) => ({
    id: `q${n}`,
    question: `In case ${wordOf(n)}: ${question}`,
    answer: '3',
  }))
  writeFileSync(set, asked.map(each => `${JSON.stringify(each)}\n`).join(''))
  return set
}

/** Memory of Redis and of the process of a bench whose questions wait for workers. */
async function held(redis: RedisServer, many: number) {
  const one = await waiting(redis, 1)
  const all = await waiting(redis, many)
  return {
    queued: many,
    handedOut: all.handedOut,
    redisMB: rounded(all.redisMB - one.redisMB),
    leaderMB: rounded(all.leaderMB - one.leaderMB),
    stoppedSeconds: rounded(all.stoppedSeconds),
  }
}

async function waiting(redis: RedisServer, questions: number) {
  const home = mkdtempSync(join(tmpdir(), 'intend-queue-'))
  const connection = await openRedis(redis.address)
  const asked = ['--queue', redis.address, '--parallel', `${mostParallel}`, '--model', 'openai:m']
  const leader = spawn(process.execPath, [main, 'bench', setIn(home, questions), ...asked], {
    cwd: home,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: home, OPENAI_API_KEY: 'sk-nobody-is-asked' },
  })
  const ended = once(leader, 'exit')
  const length = async () => Number(await connection.call('LLEN', 'intend:questions:wait'))
  try {
    while ((await length()) < Math.min(questions, mostParallel) && leader.exitCode === null)
      await wait(100)
    await wait(1_000) // what is still on its way there
    const [handedOut, info] = [await length(), String(await connection.call('INFO', 'memory'))]
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', `${leader.pid}`], { encoding: 'utf8' })
    const interrupted = performance.now()
    leader.kill('SIGINT')
    const [code] = await ended
    if (code !== exit.interrupted) throw new Error(`the bench ended with ${code}`)
    return {
      handedOut,
      stoppedSeconds: (performance.now() - interrupted) / 1000,
      redisMB: Number(/used_memory:(\d+)/.exec(info)?.[1]) / 1e6,
      leaderMB: (Number(stdout) * 1024) / 1e6,
    }
  } finally {
    leader.kill('SIGKILL')
    connection.disconnect()
    rmSync(home, { recursive: true, force: true })
  }
}

/** Eight writers of one library, and looking plans up in it. */
async function shared(redis: RedisServer, plans: number) {
  const random = createRandom(plans)
  const all = Array.from({ length: plans }, () => samplePlan(random))
  const open = () => openSharedLibrary(`${redis.address}#bench`, {})
  const writers = await Promise.all(Array.from({ length: 8 }, open))
  const began = performance.now()
  await Promise.all(
    writers.map((writer, at) =>
      writer.record('w', {
        plans: all.filter((_, place) => place % 8 === at).map(plan => [plan.id, plan] as const),
        stats: [],
        removed: [],
      }),
    ),
  )
  const written = performance.now() - began
  const openedAt = performance.now()
  const library = await open()
  const openMs = performance.now() - openedAt
  const asked = Array.from({ length: 200 }, () => all[random(plans)]!)
  const looked = asked.map(plan => {
    const from = performance.now()
    library.shortlist(
      {
        type: plan.intentionType,
        schemaBeliefs: plan.contextConditions,
        roles: plan.parameters.map(({ role }) => ({ role })),
      },
      5,
    )
    return performance.now() - from
  })
  const sorted = looked.toSorted((a, b) => a - b)
  const recordFrom = performance.now()
  await library.record('one', { plans: [[all[0]!.id, all[0]!]], stats: [], removed: [] })
  return {
    plans: library.plans().length,
    writers: 8,
    writeSeconds: rounded(written / 1000),
    openMs: rounded(openMs),
    lookUpMs: rounded(sorted[100]!),
    slowestMs: rounded(sorted.at(-1)!),
    recordMs: rounded(performance.now() - recordFrom),
  }
}
