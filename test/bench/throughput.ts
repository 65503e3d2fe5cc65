// How much of the time that a model of fixed latency allows is lost between its calls, in a bench of
// several questions at once, and what memory grows by over thousands of them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createProvider } from '../../agent/llm/create-provider.ts'
import type { ModelEvent, Wire } from '../../agent/llm/provider.ts'
import { standardTools } from '../../agent/toolset.ts'
import { runBench } from '../../harness/bench/bench.ts'
import { type Bench as Asked, benches } from '../../harness/bench/folder.ts'
import { openSuite } from '../../harness/bench/suite.ts'
import { fingerprint } from '../../plans/canonical.ts'
import { openLibrary } from '../../plans/library/library.ts'
import { byModel, established, formalized, perceived, question } from '../phases/replies/replies.ts'
import { type Bench, type Given, type Measured, rounded } from './bench.ts'

export const throughput: Bench = {
  name: 'throughput',
  about:
    'a bench on a model of fixed latency against the ideal; memory over thousands of questions',
  usage: '[--questions N] [--parallel N] [--latency MS] [--many N], 0 of many to leave memory out',
  options: {
    questions: { type: 'string', default: '200' },
    parallel: { type: 'string', default: '8' },
    latency: { type: 'string', default: '100' },
    many: { type: 'string', default: '2000' },
  },
  missing: ({ flags }) =>
    [flags.questions, flags.parallel].every(text => /^[1-9]\d*$/.test(String(text))) &&
    [flags.latency, flags.many].every(text => /^\d+$/.test(String(text)))
      ? undefined
      : '--questions and --parallel take whole numbers above zero, --latency and --many from zero on',
  run: measure,
}

/** What a bench took. */
export interface Pace {
  readonly questions: number
  readonly right: number
  readonly calls: number
  readonly seconds: number
  /** The calls' latencies, shared by as many questions as run at once. */
  readonly idealSeconds: number
}

/** How a bench is run here. */
export interface Pacing {
  readonly questions: number
  readonly parallel: number
  readonly latencyMs: number
  /** Called after each question with how many have ended. */
  readonly onEnd?: (ended: number) => void
}

const replies: Readonly<Record<string, string>> = {
  perceive: perceived,
  formalize: formalized,
  deliberate: byModel,
  execute: established({ value: 3, derivation: 'distance / speed' }),
}

/** Runs a bench as `intend bench` does, on a library file, with a model that waits and then replies. */
export async function paced({ questions, parallel, latencyMs, onEnd }: Pacing): Promise<Pace> {
  const home = mkdtempSync(join(tmpdir(), 'intend-throughput-'))
  try {
    const set = join(home, 'set.jsonl')
    const asked = Array.from({ length: questions }, (_, n) => ({
      id: `q${n}`,
      question,
      answer: '3',
    }))
    writeFileSync(set, asked.map(each => `${JSON.stringify(each)}\n`).join(''))
    const suite = openSuite(set, [], {})
    const folder = benches.create(
      benchOf(home, { set, parallel, questions: fingerprint(suite.questions) }),
      join(home, 'bench'),
    )
    const model = { wire: waiting(latencyMs), calls: 0 }
    const began = performance.now()
    let ended = 0
    let right = 0
    await runBench(folder, {
      questions: suite.questions,
      suite,
      shared: {
        model: { provider: createProvider(model.wire), tools: tools => tools },
        library: await openLibrary(folder.bench.plans),
        tools: standardTools,
      },
      env: {},
      stopping: new AbortController(),
      onStart: () => undefined,
      onResult: (_, result) => {
        ended += 1
        right += Number(result.verdict === 'right')
        model.calls += result.usage.calls
        onEnd?.(ended)
      },
    })
    const seconds = (performance.now() - began) / 1000
    const idealSeconds = (model.calls * latencyMs) / 1000 / parallel
    return { questions, right, calls: model.calls, seconds, idealSeconds }
  } finally {
    rmSync(home, { recursive: true })
  }
}

// --- internal ---

function waiting(latencyMs: number): Wire {
  return {
    name: 'waiting',
    async *stream({ purpose, signal }): AsyncGenerator<ModelEvent> {
      await wait(latencyMs, undefined, { signal })
      yield { type: 'text', delta: replies[purpose] ?? '' }
      yield { type: 'done', stop: 'end' }
    },
  }
}

function benchOf(home: string, chosen: Pick<Asked, 'set' | 'parallel' | 'questions'>): Asked {
  return {
    format: 1,
    version: '0',
    id: 'throughput',
    begunAt: new Date().toISOString(),
    folder: home,
    model: 'waiting',
    agent: 'self-aware',
    allow: [],
    limits: {},
    plans: join(home, 'plans.json'),
    plansAtStart: 0,
    ...chosen,
  }
}

async function measure({ flags }: Given): Promise<Measured> {
  const [questions, parallel, latencyMs, many] = ['questions', 'parallel', 'latency', 'many'].map(
    name => Number(flags[name]),
  ) as [number, number, number, number]
  const { right, calls, seconds, idealSeconds } = await paced({ questions, parallel, latencyMs })
  const pace = {
    questions,
    parallel,
    latencyMs,
    right,
    calls,
    seconds: rounded(seconds),
    idealSeconds: rounded(idealSeconds),
    ofIdeal: `${((idealSeconds / seconds) * 100).toFixed(1)} %`,
  }
  return {
    tables: {
      pace: [pace],
      ...(many > 0 && { memory: await growth({ questions: many, parallel, latencyMs }) }),
    },
    notes: [
      'ideal: the sum of the latencies of all calls, shared by the questions that run at once. Everything else (reasoning, journals, traces, library) happens in between.',
      'memory: megabytes after a full collection, at a tenth of the questions and at the end.',
    ],
  }
}

async function growth({ questions, parallel, latencyMs }: Pacing) {
  const at: { readonly questions: number; readonly heapMB: number; readonly rssMB: number }[] = []
  const onEnd = (ended: number) => {
    if (ended !== Math.ceil(questions / 10) && ended !== questions) return
    collect()
    const { heapUsed, rss } = process.memoryUsage()
    at.push({ questions: ended, heapMB: rounded(heapUsed / 1e6), rssMB: rounded(rss / 1e6) })
  }
  await paced({ questions, parallel, latencyMs, onEnd })
  const [first, last] = [at[0]!, at.at(-1)!]
  const grown = {
    heapMB: rounded(last.heapMB - first.heapMB),
    rssMB: rounded(last.rssMB - first.rssMB),
  }
  return [...at, { questions: 'growth', ...grown }]
}

function collect(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
