// What the PDDL tests share: an exhaustive solver that knows only the semantics, and generators.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { deorderPlan, type PlanGraph } from '../../../plans/pddl/judge/deorder.ts'
import { applyChange, changeOf, holds, type State } from '../../../plans/pddl/judge/semantics.ts'
import { bind } from '../../../plans/pddl/judge/truth.ts'
import { validatePlan } from '../../../plans/pddl/judge/validate.ts'
import { repairPlan } from '../../../plans/pddl/repair/repair.ts'
import { solve } from '../../../plans/pddl/search/solve.ts'
import type { Step } from '../../../plans/pddl/syntax/syntax.ts'
import { readTask, type Task } from '../../../plans/pddl/task/task.ts'
import { type Sample, samples } from './domains.ts'

/** A sample by name. */
export function sample(name: string): Sample {
  const found = samples[name]
  if (!found) throw new Error(`no sample "${name}"`)
  return found
}

/** A sample as a task. */
export function sampleTask(name: string): Task {
  const { domain, problem } = sample(name)
  return readTask(domain, problem)
}

const numbered = join(import.meta.dirname, '../../fixtures/pddl/tasks/tasks.jsonl')

/** Tasks of random domains, with goals that are far away. */
export const numberedTasks: readonly Task[] = readFileSync(numbered, 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => readTask(...(JSON.parse(line) as [string, string])))

/** The optimal cost by uniform-cost search over the semantics; undefined when there is no plan. */
export function exhaustiveCost(task: Task, visit?: (state: State) => void): number | undefined {
  const key = (state: State) => [...state].sort().join()
  const instances = task.domain.actions.flatMap(action => {
    const rows = action.parameters.reduce<string[][]>(
      (all, p) => all.flatMap(row => task.range(p).map(o => [...row, o])),
      [[]],
    )
    return rows.map(args => ({ action, binding: bind(action.parameters, args) }))
  })
  const best = new Map([[key(task.init), 0]])
  const open: { cost: number; state: State }[] = [{ cost: 0, state: task.init }]
  while (open.length > 0) {
    const least = open.reduce((a, b, i) => (b.cost < open[a]!.cost ? i : a), 0)
    const { cost, state } = open.splice(least, 1)[0]!
    visit?.(state)
    if (holds(task.problem.goal, new Map(), state, task)) return cost
    for (const { action, binding } of instances) {
      if (!holds(action.precondition, binding, state, task)) continue
      const change = changeOf(action.effect, binding, state, task)
      const next = applyChange(state, change)
      const nextCost = cost + (task.problem.minimizeCost ? change.cost : 1)
      const known = best.get(key(next))
      if (known !== undefined && known <= nextCost) continue
      best.set(key(next), nextCost)
      open.push({ cost: nextCost, state: next })
    }
  }
  return undefined
}

/** Problems of stacking blocks: any start, any goal. */
export const blocksTask: fc.Arbitrary<Task> = fc
  .integer({ min: 2, max: 6 })
  .chain(n => {
    const names = Array.from({ length: n }, (_, i) => `b${i}`)
    const towers = fc.tuple(
      fc.shuffledSubarray(names, { minLength: n }),
      fc.array(fc.boolean(), { minLength: n, maxLength: n }),
    )
    return fc.tuple(towers, towers, fc.integer({ min: 1, max: n }))
  })
  .map(([start, goal, goals]) => {
    const facts = ([order, breaks]: [string[], boolean[]]) =>
      order.map((block, i) =>
        i === 0 || breaks[i] ? `(ontable ${block})` : `(on ${block} ${order[i - 1]})`,
      )
    const below = (list: string[]) => list.flatMap(f => f.match(/^\(on \S+ (\S+)\)/)?.[1] ?? [])
    const init = facts(start)
    const clear = start[0].filter(b => !below(init).includes(b)).map(b => `(clear ${b})`)
    return readTask(
      sample('blocks').domain,
      `(define (problem random) (:domain towers) (:objects ${start[0].join(' ')})
        (:init (handempty) ${[...init, ...clear].join(' ')})
        (:goal (and ${facts(goal).slice(0, goals).join(' ')})))`,
    )
  })

/** A sequence of steps with the names of a task, most of them senseless. */
export function anyPlan(task: Task): fc.Arbitrary<Step[]> {
  const step = fc.constantFrom(...task.domain.actions).chain(action =>
    fc.record({
      action: fc.constant(action.name),
      args: fc.tuple(
        ...action.parameters.map(p => fc.constantFrom(...task.range(p), ...task.objects)),
      ),
    }),
  )
  return fc.array(step, { maxLength: 10 })
}

/** Any sequence of code units; `fc.string({ unit: 'binary' })` takes a second to prepare. */
export const anyString: fc.Arbitrary<string> = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map(codes => String.fromCharCode(...codes))

/** Expects of planner, judge and repair what exhaustive search finds. */
export function expectAsExhaustive(task: Task): void {
  const cost = exhaustiveCost(task)
  const first = solve(task, { mode: 'first' })
  const best = solve(task, { mode: 'optimal' })
  expect(first.status).toBe(cost === undefined ? 'unsolvable' : 'solved')
  expect(best).toMatchObject(
    cost === undefined ? { status: 'unsolvable' } : { status: 'solved', cost, optimal: true },
  )
  for (const found of [first, best]) {
    if (found.status !== 'solved') continue
    expect(validatePlan(task, found.plan)).toMatchObject({ valid: true, cost: found.cost })
    const graph = deorderPlan(task, found.plan)
    expectValidInEveryOrder(task, graph)
    const { status, ...repaired } = repairPlan(task, found.plan.slice(1))
    expect(status).toBe('repaired')
    expect(repaired).toMatchObject({ minimal: true })
  }
}

/** Expects a plan of the first topological orders, of all where they are few. */
export function expectValidInEveryOrder(task: Task, { steps }: PlanGraph): void {
  let left = 200
  const visit = (done: PlanGraph['steps']): void => {
    if (left === 0) return
    const open = steps.filter(step => !done.includes(step))
    if (open.length === 0) {
      left -= 1
      expect(validatePlan(task, done).valid).toBe(true)
    }
    const ready = open.filter(({ deps }) => !open.some(({ id }) => deps.includes(id)))
    for (const step of ready) visit([...done, step])
  }
  visit([])
}
