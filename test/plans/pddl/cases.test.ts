// What grounding and searches come to, and what is said of plans, on small tasks: no clock ends it, so each comes to
// the same.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deorderPlan } from '../../../plans/pddl/judge/deorder.ts'
import { renderVerdict, validatePlan } from '../../../plans/pddl/judge/validate.ts'
import { type Edit, repairPlan } from '../../../plans/pddl/repair/repair.ts'
import { createFf } from '../../../plans/pddl/search/ff.ts'
import { createLmCut } from '../../../plans/pddl/search/lmcut.ts'
import { relax } from '../../../plans/pddl/search/relaxed.ts'
import { type SolveMode, solve } from '../../../plans/pddl/search/solve.ts'
import { parsePlan } from '../../../plans/pddl/syntax/plan-text.ts'
import { printDomain, printPlan, printProblem } from '../../../plans/pddl/syntax/print.ts'
import type { Step } from '../../../plans/pddl/syntax/syntax.ts'
import { groundTask } from '../../../plans/pddl/task/ground.ts'
import { Budget } from '../../../plans/pddl/task/limits.ts'
import { findMutexGoals } from '../../../plans/pddl/task/mutex.ts'
import { packTask } from '../../../plans/pddl/task/packed.ts'
import { readTask } from '../../../plans/pddl/task/task.ts'
import { testCases } from '../../support/cases.ts'
import { samples } from './domains.ts'
import { hardTasks } from './hard-tasks.ts'
import { numberedTasks } from './support.ts'

/** A sample, the least of the hard tasks of a family, a task of `test/fixtures/compiler`, or a numbered one. */
function taskNamed(name: string | number) {
  if (typeof name === 'number') return numberedTasks[name]!
  const read = (file: string) =>
    readFileSync(join(import.meta.dirname, '../../fixtures/compiler', `${file}.pddl`), 'utf8')
  const hard = hardTasks(1).find(({ family }) => family === name)
  const { domain, problem } = samples[name] ??
    hard ?? {
      domain: read(name.replace(/-\d$/, '')),
      problem: read(name),
    }
  return readTask(domain, problem)
}

const grounded = (name: string | number, keep = '') =>
  groundTask(taskNamed(name), () => undefined, parsePlan(keep).steps)

/** Without the clock, edits by their first letters. */
const shown = (found: { status: string; plan?: readonly Step[]; edits?: readonly Edit[] }) => ({
  ...found,
  seconds: undefined,
  ...(found.plan && { plan: printPlan(found.plan).trim() }),
  ...(found.edits && { edits: found.edits.map(({ kind }) => kind[0]).join('') }),
})

const functions = {
  read: (domainText: string, problemText: string) => {
    const { domain, problem } = readTask(domainText, problemText)
    return printDomain(domain) + printProblem(problem)
  },
  ground: (name: string | number, keep?: string) => {
    const { facts, operators, ...rest } = grounded(name, keep)
    const of = (list: readonly number[]) => list.map(fact => facts[fact]).join(' ')
    return {
      facts: facts.join(' '),
      operators: operators.map(({ step, precondition, effects, cost }) => [
        `${printPlan([step]).trim()} ${cost}: ${of(precondition)}`,
        ...effects.map(e => `${of(e.condition)} > ${of(e.add)} - ${of(e.delete)}`),
      ]),
      ...rest,
    }
  },
  /** How much there is, and how often and at what point it is asked whether to go on. */
  grounding: (name: string) => {
    const asked: number[] = []
    const task = groundTask(taskNamed(name), instances => asked.push(instances), [])
    return [task.facts.length, task.operators.length, task.axioms.length, asked.join(' ')]
  },
  /** All that excludes each other of what holds at some time. */
  mutexes: (name: string | number) => {
    const task = grounded(name)
    const numbers = [...task.facts.keys()]
    const told = numbers.flatMap(a =>
      numbers.map(b => findMutexGoals({ ...task, goal: [a, b] }, new Budget({}))?.join(' ')),
    )
    return [...new Set(told)]
  },
  /** What is left to do from the states nearest to the first, by landmarks and by a relaxed plan, and how that begins. */
  estimates: (name: string | number, most: number) => {
    const task = packTask(grounded(name))
    const relaxation = relax(task)
    const landmarks = createLmCut(task, relaxation, new Budget({}))
    const { evaluate, preferred } = createFf(task, relaxation, task.costs)
    const states = new Map([[task.init.join(), task.init]])
    const applicable = new Int32Array(task.operators)
    const told: string[] = []
    for (const state of states.values()) {
      if (told.length === most) break
      const open = applicable.subarray(0, task.applicable(state, 0, applicable))
      for (const operator of open) {
        const next = new Uint32Array(task.words)
        task.apply(operator, state, 0, next, 0)
        if (!states.has(next.join())) states.set(next.join(), next)
      }
      told.push(`${landmarks(state, 0)} ${evaluate(state, 0)} ${preferred()} of ${open}`)
    }
    return told
  },
  solve: (name: string | number, mode: SolveMode, expansions: number, megabytes?: number) => {
    const told: unknown[] = []
    const found = solve(taskNamed(name), {
      mode,
      expansions,
      ...(megabytes && { megabytes }),
      onProgress: ({ facts, operators, cost, expanded }) =>
        told.push(facts === undefined ? [cost, expanded] : [facts, operators]),
    })
    return { ...shown(found), told }
  },
  repair: (name: string | number, plan: string, expansions: number) =>
    shown(repairPlan(taskNamed(name), plan, { expansions, seconds: 3600 })),
  validate: (name: string | number, plan: string, states?: boolean) =>
    renderVerdict(validatePlan(taskNamed(name), plan, { ...(states && { states }) })),
  deorder: (name: string | number, plan: string) =>
    deorderPlan(taskNamed(name), parsePlan(plan).steps).steps.map(({ deps }) => deps.join()),
}
for (const room of ['pddl/tasks', 'pddl']) testCases(room, functions)
