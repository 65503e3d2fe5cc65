// The planner where it is hard: how far limits are overrun on tasks too large for them, and how wrong plans
// of pushing boxes are repaired. All tasks are written here, by seed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validatePlan } from '../../plans/pddl/judge/validate.ts'
import { repairPlan } from '../../plans/pddl/repair/repair.ts'
import { type HardTask, hardTasks } from '../plans/pddl/hard-tasks.ts'
import { median } from '../plans/pddl/planbench.ts'
import { wrongPlans } from '../plans/pddl/wrong-plans.ts'
import { type Bench, rounded } from './bench.ts'

export const hard: Bench = {
  name: 'hard',
  about:
    'the planner on 60 tasks too large for its time, and 60 wrong plans of pushing boxes repaired',
  usage: '[--seconds 2] [--seed 1]',
  options: {
    seconds: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
  run: async ({ flags }) => {
    const folder = mkdtempSync(join(tmpdir(), 'hard-bench-'))
    try {
      const [seconds, seed] = [Number(flags.seconds), Number(flags.seed)]
      const runs = hardTasks(seed).map(task => ({ ...task, ...timed(folder, task, seconds) }))
      const limits = ['airport', 'parking', 'hiking', 'synthesis'].map(family => {
        const own = runs.filter(run => run.family === family)
        return {
          family,
          tasks: own.length,
          answered: own.filter(run => run.answered).length,
          worstSearch: rounded(Math.max(...own.map(run => run.search - seconds))),
          worstProcess: rounded(Math.max(...own.map(run => run.whole - seconds))),
        }
      })
      return { unit: 's beyond the limit', tables: { limits, repair: [repairRow(seed)] } }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

// --- internal ---

const intend = fileURLToPath(new URL('../../harness/bin.js', import.meta.url))

/** Seconds that the search says it took, and those of the whole process. */
function timed(folder: string, task: HardTask, seconds: number) {
  const files = [join(folder, 'domain.pddl'), join(folder, 'problem.pddl')] as const
  writeFileSync(files[0], task.domain)
  writeFileSync(files[1], task.problem)
  const args = [intend, 'solve', ...files, '--max-seconds', String(seconds), '--json', '--quiet']
  const begun = performance.now()
  const { stdout, stderr, error } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const whole = (performance.now() - begun) / 1000
  if (error) throw error
  if (stdout === '') throw new Error(`no answer for a task of ${task.family}: ${stderr}`)
  const { plan, status, seconds: search } = JSON.parse(stdout)
  return { whole, search, answered: plan !== null || status === 'unsolvable' }
}

function repairRow(seed: number) {
  const runs = wrongPlans(seed).map(({ task, plan }) => {
    const begun = performance.now()
    const result = repairPlan(task, plan, { seconds: 5 })
    const seconds = (performance.now() - begun) / 1000
    const isRepaired = result.status === 'repaired' && validatePlan(task, result.plan).valid
    return {
      isRepaired,
      seconds,
      edits: result.status === 'repaired' ? result.distance : Number.NaN,
    }
  })
  const repaired = runs.filter(run => run.isRepaired)
  return {
    plans: runs.length,
    repaired: repaired.length,
    medianEdits: median(repaired.map(run => run.edits)),
    medianSeconds: rounded(median(runs.map(run => run.seconds))),
    worstSeconds: rounded(Math.max(...runs.map(run => run.seconds))),
  }
}
