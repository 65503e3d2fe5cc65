// The PDDL engine on PlanBench: planning warm and cold, judging plans; beside VAL and Fast Downward
// when flags name their programs, in the same run.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validatePlan } from '../../plans/pddl/judge/validate.ts'
import { solve } from '../../plans/pddl/search/solve.ts'
import { readTask } from '../../plans/pddl/task/task.ts'
import {
  dataFolder,
  hasPlanbench,
  headline,
  mean,
  median,
  recordedPlans,
  texts,
} from '../plans/pddl/planbench.ts'
import { type Bench, type Given, rounded } from './bench.ts'

export const pddl: Bench = {
  name: 'pddl',
  about: 'PlanBench: planning warm and cold, judging plans; beside Fast Downward and VAL',
  usage: '[--count N] [--intend BIN.JS] [--val VALIDATE] [--downward FAST-DOWNWARD.PY]',
  options: {
    count: { type: 'string', default: '50' },
    intend: {
      type: 'string',
      default: fileURLToPath(new URL('../../harness/bin.js', import.meta.url)),
    },
    val: { type: 'string' },
    downward: { type: 'string' },
  },
  missing: () =>
    hasPlanbench ? undefined : `there is no data at ${dataFolder}; set INTEND_DATA to its folder`,
  run: async ({ flags }) => {
    const folder = mkdtempSync(join(tmpdir(), 'pddl-bench-'))
    const count = Number(flags.count)
    const [intend, val, downward] = [flags.intend, flags.val, flags.downward].map(program)
    const beside = { folder, intend: intend!, val, downward }
    try {
      const planning = Object.entries(headline()).map(([domain, all]) => ({
        domain,
        ...planningRow(spread(all, count), beside),
      }))
      const judging = [judgingRow(spread(recordedPlans(), 20 * count), beside)]
      return { unit: 'ms', tables: { planning, judging } }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

// --- internal ---

/** Where files may be written, our program, and those to run beside it. */
interface Beside {
  readonly folder: string
  readonly intend: string
  readonly val: string | undefined
  readonly downward: string | undefined
}

/** Programs are started in another folder; a bare name is looked up by the system. */
function program(path: Given['flags'][string]): string | undefined {
  if (typeof path !== 'string') return undefined
  return path.includes('/') ? resolve(path) : path
}

/** Milliseconds from texts to a first plan: in this process, and by the command, a process for each. */
function planningRow(problems: readonly string[], { folder, intend, downward }: Beside) {
  const warm: number[] = []
  const cold: number[] = []
  const other: number[] = []
  for (const [i, path] of problems.entries()) {
    const text = texts(path)
    warm.push(timed(() => solve(readTask(text.domain, text.problem), { mode: 'first' })))
    if (i >= 10) continue
    const files = write(folder, text)
    const words = [intend, 'solve', ...files, '--first', '--quiet']
    cold.push(timed(() => run(folder, process.execPath, words)))
    if (downward) {
      other.push(timed(() => run(folder, downward, ['--alias', 'lama-first', ...files])))
    }
  }
  return {
    problems: problems.length,
    warmMean: rounded(mean(warm)),
    warmMedian: rounded(median(warm)),
    coldMedian: rounded(median(cold)),
    coldMean: rounded(mean(cold)),
    ...(other.length > 0 ? { fastDownwardMean: rounded(mean(other)) } : {}),
  }
}

/** Milliseconds to judge a plan. */
function judgingRow(plans: ReturnType<typeof recordedPlans>, { folder, val: judge }: Beside) {
  const tasks = new Map(
    [...new Set(plans.map(p => p.problem))].map(path => {
      const text = texts(path)
      return [path, readTask(text.domain, text.problem)]
    }),
  )
  const all = timed(() => {
    for (const p of plans) validatePlan(tasks.get(p.problem)!, p.plan.join('\n'))
  })
  const val = judge
    ? plans.slice(0, 50).map(p => {
        const file = join(folder, 'plan')
        writeFileSync(file, p.plan.join('\n'))
        const files = write(folder, texts(p.problem))
        return timed(() => run(folder, judge, ['-v', ...files, file], true))
      })
    : []
  return {
    plans: plans.length,
    mean: rounded(all / plans.length),
    ...(val.length > 0 ? { valMean: rounded(mean(val)) } : {}),
  }
}

/** `count` items, evenly spread. */
function spread<T>(items: readonly T[], count: number): T[] {
  const stride = Math.max(1, Math.floor(items.length / count))
  return items.filter((_, i) => i % stride === 0).slice(0, count)
}

function write(folder: string, text: { domain: string; problem: string }): [string, string] {
  const files: [string, string] = [join(folder, 'domain.pddl'), join(folder, 'problem.pddl')]
  writeFileSync(files[0], text.domain)
  writeFileSync(files[1], text.problem)
  return files
}

function run(folder: string, program: string, args: readonly string[], mayFail = false): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  if (error) throw error
  if (status !== 0 && !mayFail) throw new Error(`${program} ended with ${status}: ${stderr}`)
}

function timed(work: () => unknown): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}
