// The PDDL engine on PlanBench: planning warm and cold, judging plans; beside VAL and Fast Downward
// when flags name their programs, in the same run.
// usage: node test/bench/pddl.ts [--count N] [--val VALIDATE] [--downward FAST-DOWNWARD.PY]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { solve } from '../../plans/pddl/solve.ts'
import { readTask } from '../../plans/pddl/task.ts'
import { validatePlan } from '../../plans/pddl/validate.ts'
import {
  dataFolder,
  hasPlanbench,
  headline,
  mean,
  median,
  recordedPlans,
  texts,
} from '../plans/pddl/planbench.ts'

const { values: flags } = parseArgs({
  options: {
    count: { type: 'string', default: '50' },
    val: { type: 'string' },
    downward: { type: 'string' },
  },
})
if (!hasPlanbench) throw new Error(`no data at ${dataFolder}, set INTEND_DATA`)
/** A process that plans and prints, started anew for each problem. */
const COLD = `
  import { readFileSync } from 'node:fs'
  import { solve } from '${new URL('../../plans/pddl/solve.ts', import.meta.url)}'
  import { readTask } from '${new URL('../../plans/pddl/task.ts', import.meta.url)}'
  const [domain, problem] = process.argv.slice(1).map(f => readFileSync(f, 'utf8'))
  console.log(solve(readTask(domain, problem), { mode: 'first' }).status)`
const folder = mkdtempSync(join(tmpdir(), 'pddl-bench-'))
try {
  const planning = Object.entries(headline()).map(([domain, all]) => ({
    domain,
    ...planningRow(spread(all, Number(flags.count))),
  }))
  const judging = judgingRow(spread(recordedPlans(), 20 * Number(flags.count)))
  console.table(planning)
  console.table([judging])
  console.log(JSON.stringify({ benchmark: 'pddl', unit: 'ms', planning, judging }))
} finally {
  rmSync(folder, { recursive: true })
}

/** Milliseconds from texts to a first plan: in this process, and as processes of their own. */
function planningRow(problems: readonly string[]) {
  const warm: number[] = []
  const cold: number[] = []
  const other: number[] = []
  for (const [i, path] of problems.entries()) {
    const text = texts(path)
    warm.push(timed(() => solve(readTask(text.domain, text.problem), { mode: 'first' })))
    if (i >= 10) continue
    const files = write(text)
    cold.push(timed(() => run(process.execPath, ['--input-type=module', '-e', COLD, ...files])))
    if (flags.downward) {
      other.push(timed(() => run(flags.downward!, ['--alias', 'lama-first', ...files])))
    }
  }
  return {
    problems: problems.length,
    warmMean: round(mean(warm)),
    warmMedian: round(median(warm)),
    coldMean: round(mean(cold)),
    ...(other.length > 0 ? { fastDownwardMean: round(mean(other)) } : {}),
  }
}

/** Milliseconds to judge a plan. */
function judgingRow(plans: ReturnType<typeof recordedPlans>) {
  const tasks = new Map(
    [...new Set(plans.map(p => p.problem))].map(path => {
      const text = texts(path)
      return [path, readTask(text.domain, text.problem)]
    }),
  )
  const all = timed(() => {
    for (const p of plans) validatePlan(tasks.get(p.problem)!, p.plan.join('\n'))
  })
  const val = flags.val
    ? plans.slice(0, 50).map(p => {
        const file = join(folder, 'plan')
        writeFileSync(file, p.plan.join('\n'))
        const files = write(texts(p.problem))
        return timed(() => run(flags.val!, ['-v', ...files, file], true))
      })
    : []
  return {
    plans: plans.length,
    mean: round(all / plans.length),
    ...(val.length > 0 ? { valMean: round(mean(val)) } : {}),
  }
}

/** `count` items, evenly spread. */
function spread<T>(items: readonly T[], count: number): T[] {
  const stride = Math.max(1, Math.floor(items.length / count))
  return items.filter((_, i) => i % stride === 0).slice(0, count)
}

function write(text: { domain: string; problem: string }): [string, string] {
  const files: [string, string] = [join(folder, 'domain.pddl'), join(folder, 'problem.pddl')]
  writeFileSync(files[0], text.domain)
  writeFileSync(files[1], text.problem)
  return files
}

function run(program: string, args: readonly string[], mayFail = false): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  if (error) throw error
  if (status !== 0 && !mayFail) throw new Error(`${program} ended with ${status}: ${stderr}`)
}

function timed(work: () => unknown): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}

function round(milliseconds: number): number {
  return Number(milliseconds.toPrecision(3))
}
