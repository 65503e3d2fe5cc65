import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deorderPlan, type PlanGraph, validateGraph } from '../../../plans/pddl/judge/deorder.ts'
import { validatePlan } from '../../../plans/pddl/judge/validate.ts'
import { solve } from '../../../plans/pddl/search/solve.ts'
import { parsePlan } from '../../../plans/pddl/syntax/plan-text.ts'
import type { Task } from '../../../plans/pddl/task/task.ts'
import { samples } from './domains.ts'
import { blocksTask, expectValidInEveryOrder, sampleTask } from './support.ts'

function graphOf(task: Task): PlanGraph {
  const result = solve(task, { mode: 'first' })
  if (result.status !== 'solved') throw new Error(result.status)
  return deorderPlan(task, result.plan)
}

/** A topological order; `picks` decide among the steps that are ready. */
function orderBy({ steps }: PlanGraph, picks: readonly number[]): PlanGraph['steps'] {
  const done: PlanGraph['steps'][number][] = []
  while (done.length < steps.length) {
    const open = steps.filter(step => !done.includes(step))
    const ready = open.filter(({ deps }) => !open.some(({ id }) => deps.includes(id)))
    done.push(ready[(picks[done.length % picks.length] ?? 0) % ready.length]!)
  }
  return done
}

const picks = fc.array(fc.nat(20), { minLength: 1, maxLength: 30 })

describe('a deordered plan', () => {
  it('is valid in every topological order tried', () => {
    fc.assert(
      fc.property(blocksTask, picks, (task, choice) => {
        const graph = graphOf(task)
        expect(validatePlan(task, orderBy(graph, choice)).valid).toBe(true)
        expectValidInEveryOrder(task, graph)
      }),
      { numRuns: 25 },
    )
  })

  const solvable = Object.entries(samples).filter(([, s]) => s.cost !== undefined)
  it.each(solvable)('of %s is valid in every topological order tried', name => {
    const task = sampleTask(name)
    const graph = graphOf(task)
    fc.assert(
      fc.property(picks, choice => {
        expect(validatePlan(task, orderBy(graph, choice)).valid).toBe(true)
      }),
      { numRuns: 30 },
    )
    expectValidInEveryOrder(task, graph)
  })

  it('has only the dependencies that no other one implies', () => {
    const plan = `(pick b1 rooma left) (pick b2 rooma right) (move rooma roomb)
      (drop b1 roomb left) (drop b2 roomb right) (move roomb rooma) (pick b3 rooma left)
      (pick b4 rooma right) (move rooma roomb) (drop b3 roomb left) (drop b4 roomb right)`
    const graph = deorderPlan(sampleTask('gripper'), parsePlan(plan).steps)
    expect(graph.steps[0]?.deps).toEqual([])
    expect(graph.steps[1]?.deps).toEqual([])
    for (const step of graph.steps) {
      for (const dep of step.deps) {
        const others = graph.steps.filter(s => s.id !== dep && step.deps.includes(s.id))
        expect(others.some(o => o.deps.includes(dep))).toBe(false)
      }
    }
  })
})

describe('the judgement of a partially ordered plan', () => {
  const task = sampleTask('blocks')
  const graph = graphOf(task)
  const change = (index: number, deps: string[]): PlanGraph => ({
    steps: graph.steps.map((s, i) => (i === index ? { ...s, deps } : s)),
  })

  it('is that of an order that keeps to the dependencies', () => {
    const backwards = { steps: graph.steps.toReversed() }
    expect(validateGraph(task, backwards)).toMatchObject({ valid: true })
    const free = { steps: backwards.steps.map(step => ({ ...step, deps: [] })) }
    expect(validateGraph(task, free)).toMatchObject({ valid: false, kind: 'precondition' })
  })

  it('refuses cycles and unknown steps', () => {
    expect(validateGraph(task, change(0, ['s6'])).message).toMatch(/cycle among s1/)
    expect(validateGraph(task, change(0, ['x', 'y']))).toMatchObject({
      valid: false,
      message: 'Step s1 depends on "x", which is no step.',
    })
  })

  it('is only made of valid plans', () => {
    expect(() => deorderPlan(task, [])).toThrow(/only a valid plan/)
  })
})
