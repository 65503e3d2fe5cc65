// Questions in two sessions: what the first learns from files, the second is asked without them. Run
// through the real agent with `offline`, with a memory file and without, and scored by the official rules.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent } from '../../agent/create-agent.ts'
import { grade, isRight } from '../../harness/measure/score.ts'

export interface Pair {
  readonly id: string
  readonly kind: string
  /** Asked one after the other, each in an agent of its own; `files` maps a name to what it holds by then. */
  readonly first: readonly {
    readonly files?: Readonly<Record<string, string>>
    readonly question: string
    readonly answer: string
  }[]
  /** Asked without files; an empty answer means that declining is right. */
  readonly second: { readonly question: string; readonly answer: string }
  /** Values that were learned once and have been replaced. */
  readonly outdated?: readonly string[]
}

export interface PairResult {
  readonly id: string
  readonly kind: string
  /** What the first session was told, with whether it is right. */
  readonly learned: readonly { readonly answer: string | undefined; readonly right: boolean }[]
  readonly answer: string | undefined
  readonly reason: string
  readonly right: boolean
  /** True when the second session gave a value that had been replaced. */
  readonly outdated: boolean
}

const folder = new URL('../fixtures/memory/', import.meta.url).pathname
const samples = new URL('../../harness/samples/files/', import.meta.url).pathname

/** The pairs of the samples; `second-pairs.jsonl` were written after the rules, to try these. */
export function memoryPairs(name = 'pairs.jsonl'): readonly Pair[] {
  const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line) as Pair)
}

/** Runs one pair; without `memory` only the second session, which knows nothing but what it is asked. */
export async function runPair(pair: Pair, memory: boolean): Promise<PairResult> {
  const home = mkdtempSync(join(tmpdir(), 'memory-pair-'))
  try {
    const remembering = memory ? { memory: join(home, 'memory.json') } : {}
    const learned = []
    for (const { files = {}, question, answer } of memory ? pair.first : []) {
      const paths = Object.entries(files).map(([name, from]) => {
        const source = from.startsWith('samples/')
          ? join(samples, from.slice('samples/'.length))
          : join(folder, 'files', from)
        copyFileSync(source, join(home, name))
        return join(home, name)
      })
      const given = await asked(question, paths, remembering)
      learned.push({ answer: given.answer, right: scored(given.answer, answer) })
    }
    const { answer, reason } = await asked(pair.second.question, [], remembering)
    return {
      id: pair.id,
      kind: pair.kind,
      learned,
      answer,
      reason,
      right: scored(answer, pair.second.answer),
      outdated: (pair.outdated ?? []).some(old =>
        ['right', 'form'].includes(grade(answer ?? '', old)),
      ),
    }
  } finally {
    rmSync(home, { recursive: true })
  }
}

// --- internal ---

async function asked(
  question: string,
  files: readonly string[],
  remembering: { readonly memory?: string },
): Promise<{ readonly answer: string | undefined; readonly reason: string }> {
  const agent = await createAgent({ ...remembering, env: {} })
  try {
    return await agent.ask(question, { files })
  } finally {
    agent.close()
  }
}

const scored = (answer: string | undefined, truth: string) =>
  truth === '' ? answer === undefined : answer !== undefined && isRight(answer, truth)
