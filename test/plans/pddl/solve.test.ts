import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validatePlan } from '../../../plans/pddl/judge/validate.ts'
import { type Progress, solve } from '../../../plans/pddl/search/solve.ts'
import { solveInWorker } from '../../../plans/pddl/search/worker.ts'
import { groundTask } from '../../../plans/pddl/task/ground.ts'
import { readTask } from '../../../plans/pddl/task/task.ts'
import { samples, sokobanProblem } from './domains.ts'
import { blocksTask, exhaustiveCost, sample, sampleTask } from './support.ts'

const solvable = Object.entries(samples).filter(([, s]) => s.cost !== undefined)
const unsolvable = Object.entries(samples).filter(([, s]) => s.cost === undefined)
const hard = readTask(
  sample('sokoban').domain,
  sokobanProblem(7, 7, ['c2-2', 'c4-3', 'c3-4', 'c2-4'], ['c6-6', 'c0-6', 'c6-0', 'c3-3']),
)

describe('every sample', () => {
  it.each(solvable)('%s: the first plan is valid', name => {
    const task = sampleTask(name)
    const result = solve(task, { mode: 'first' })
    if (result.status !== 'solved') throw new Error(result.status)
    expect(validatePlan(task, result.plan)).toMatchObject({ valid: true, cost: result.cost })
  })

  it.each(solvable)(
    '%s: the optimal plan is valid and as cheap as exhaustive search says',
    (name, { cost }) => {
      const task = sampleTask(name)
      for (const mode of ['optimal', 'anytime'] as const) {
        const result = solve(task, { mode })
        if (result.status !== 'solved') throw new Error(result.status)
        expect(result).toMatchObject({ cost, optimal: true, bound: cost })
        expect(validatePlan(task, result.plan)).toMatchObject({ valid: true, cost })
      }
      if (name !== 'sokoban') expect(exhaustiveCost(task)).toBe(cost)
    },
  )

  it.each(unsolvable)('%s: no plan, with a certificate', name => {
    const result = solve(sampleTask(name))
    if (result.status !== 'unsolvable') throw new Error(result.status)
    expect(['unreachable', 'mutex', 'exhausted']).toContain(result.certificate.kind)
  })
})

describe('large disjunctions', () => {
  it('become axioms, and the optimum stays the same', () => {
    const names = Array.from({ length: 12 }, (_, i) => `d${i}`)
    const task = readTask(
      `(define (domain dishes) (:predicates (clean ?d) (broken ?d) (soapy) (ready))
        (:action soap :effect (soapy))
        (:action wash :parameters (?d) :precondition (and (soapy) (not (broken ?d)))
          :effect (and (clean ?d) (not (soapy))))
        (:action smash :parameters (?d) :precondition (not (clean ?d)) :effect (broken ?d))
        (:action serve :precondition (forall (?d) (or (clean ?d) (broken ?d))) :effect (ready)))`,
      `(define (problem p) (:domain dishes) (:objects ${names.join(' ')})
        (:init ${names
          .slice(3)
          .map(d => `(broken ${d})`)
          .join(' ')})
        (:goal (and (ready) (exists (?d) (clean ?d)))))`,
    )
    expect(groundTask(task, () => undefined, []).axioms.length).toBeGreaterThan(0)
    const result = solve(task)
    if (result.status !== 'solved') throw new Error(result.status)
    expect(result).toMatchObject({ cost: 5, optimal: true })
    expect(validatePlan(task, result.plan).valid).toBe(true)
  })
})

describe('any problem of stacking blocks', () => {
  it('is solved with valid plans, none longer than the first and the last proven optimal', () => {
    fc.assert(
      fc.property(blocksTask, task => {
        const first = solve(task, { mode: 'first' })
        const told: Progress[] = []
        const best = solve(task, { onProgress: p => p.kind === 'plan' && told.push(p) })
        if (first.status !== 'solved' || best.status !== 'solved') throw new Error('no plan')
        expect(validatePlan(task, first.plan).valid).toBe(true)
        expect(validatePlan(task, best.plan).valid).toBe(true)
        expect(best.cost).toBeLessThanOrEqual(first.cost)
        expect(best.optimal).toBe(true)
        // each plan that is told of is better than the one before
        const costs = told.map(({ cost = 0 }) => cost)
        expect(costs[0]).toBe(first.cost)
        expect(costs).toEqual([...new Set(costs)].sort((a, b) => b - a))
        expect(costs.at(-1)).toBe(best.cost)
        for (const { plan, cost } of told) {
          expect(validatePlan(task, plan!).valid).toBe(true)
          expect(plan).toHaveLength(cost!)
        }
      }),
      { numRuns: 20 },
    )
  })
})

describe('names', () => {
  it('do not matter: renamed tasks have the same plans', () => {
    for (const [name, { domain, problem }] of solvable) {
      const renamed = (text: string) =>
        text.replace(/[^\s()]+/g, word => {
          const keyword =
            /^(:.*|define|domain|problem|and|or|not|imply|forall|exists|when|increase|object|either|minimize|total-cost|number|[-=]|\d+)$/
          if (keyword.test(word)) return word
          const letters = [...word].map(c => String.fromCharCode(122 - (c.charCodeAt(0) % 25)))
          return `${word.startsWith('?') ? '?' : ''}z${letters.join('')}${word.length}`
        })
      const plain = solve(readTask(domain, problem), { mode: 'first' })
      const other = solve(readTask(renamed(domain), renamed(problem)), { mode: 'first' })
      if (plain.status !== 'solved' || other.status !== 'solved') throw new Error(name)
      const back = plain.plan.map(s => [s.action, ...s.args].map(renamed))
      expect(other.plan.map(s => [s.action, ...s.args])).toEqual(back)
    }
  })
})

describe('a goal that holds from the start', () => {
  it('has the empty plan', () => {
    const goals = ['()', '(clear a)', '(not (holding a))']
    for (const goal of goals) {
      const task = readTask(
        sample('blocks').domain,
        `(define (problem p) (:domain towers) (:objects a) (:init (clear a)) (:goal ${goal}))`,
      )
      expect(solve(task)).toMatchObject({ status: 'solved', plan: [], cost: 0, optimal: true })
    }
  })
})

describe('an action that only takes something away', () => {
  it.each([
    [
      'without it another action gives back what it takes',
      '(when (damp) (lit)) (not (lit))',
      '(not (lit))',
    ],
    [
      'with it another action loses what is wanted',
      '(warm) (when (damp) (not (lit)))',
      '(and (warm) (lit))',
    ],
  ])('is found: %s', (_, effect, goal) => {
    const task = readTask(
      `(define (domain lamps) (:requirements :adl) (:predicates (lit) (damp) (warm))
        (:action dry :parameters () :precondition (lit) :effect (not (damp)))
        (:action turn :parameters () :precondition (lit) :effect (and ${effect})))`,
      `(define (problem p) (:domain lamps) (:init (lit) (damp)) (:goal ${goal}))`,
    )
    for (const mode of ['first', 'optimal'] as const) {
      const result = solve(task, { mode })
      expect(result).toMatchObject({
        status: 'solved',
        plan: [{ action: 'dry' }, { action: 'turn' }],
      })
    }
  })
})

describe('an action that adds what it takes away as well', () => {
  it('leaves it there, though nothing but its absence is wanted', () => {
    const task = readTask(
      `(define (domain d) (:predicates (wet) (cold))
        (:action rain :parameters () :effect (and (wet) (when (cold) (not (wet)))))
        (:action freeze :parameters () :effect (cold)))`,
      '(define (problem p) (:domain d) (:init (wet)) (:goal (not (wet))))',
    )
    expect(solve(task)).toMatchObject({ status: 'unsolvable' })
  })
})

describe('limits', () => {
  it('stop the search with what there is', () => {
    expect(solve(hard, { expansions: 3 })).toMatchObject({
      status: 'stopped',
      reason: 'expansions',
    })
    expect(solve(hard, { seconds: 0 })).toMatchObject({ status: 'stopped', reason: 'time' })
    expect(solve(hard, { megabytes: 0.01 })).toMatchObject({ status: 'stopped', reason: 'memory' })
    expect(solve(hard, { signal: AbortSignal.abort() })).toMatchObject({ reason: 'aborted' })
  })

  it('are reported with the best plan when one is known', () => {
    const seen: Progress[] = []
    const result = solve(hard, { expansions: 2000, onProgress: p => seen.push(p) })
    if (result.status !== 'solved') throw new Error(result.status)
    expect(validatePlan(hard, result.plan).valid).toBe(true)
    expect(seen[0]?.kind).toBe('grounded')
    expect(seen.at(-1)).toMatchObject({ kind: 'plan', cost: result.cost })
  })
})

it('an action is found once, though one fact meets two of its conditions', () => {
  const meeting = readTask(
    `(define (domain meetings) (:predicates (here ?x) (met ?x ?y))
      (:action meet :parameters (?x ?y)
        :precondition (and (here ?x) (here ?y)) :effect (met ?x ?y))
      (:action come :parameters (?x) :precondition (and) :effect (here ?x)))`,
    '(define (problem p) (:domain meetings) (:objects ann) (:init) (:goal (met ann ann)))',
  )
  const seen: Progress[] = []
  expect(solve(meeting, { onProgress: p => seen.push(p) })).toMatchObject({ length: 2 })
  expect(seen[0]).toMatchObject({ kind: 'grounded', operators: 2 })
})

it('an object that does not fit a condition is not kept for the next one', () => {
  const task = readTask(
    `(define (domain knots) (:predicates (tied ?x ?y) (loose ?x))
      (:action loosen :parameters (?x) :precondition (tied ?x ?x) :effect (loose ?x)))`,
    `(define (problem p) (:domain knots) (:objects a b c)
      (:init (tied a b) (tied c c)) (:goal (loose c)))`,
  )
  expect(solve(task)).toMatchObject({ status: 'solved', plan: [{ action: 'loosen', args: ['c'] }] })
})

describe('in a worker', () => {
  it('the result is the same, whether a worker is needed for it or not', async () => {
    const limits = { mode: 'optimal', expansions: 1500 } as const
    for (const task of [sampleTask('gripper'), hard]) {
      const seen: Progress[] = []
      const result = await solveInWorker(task, { ...limits, onProgress: p => seen.push(p) })
      const { seconds: _, ...same } = solve(task, limits)
      expect(result).toMatchObject(same)
      expect(seen.map(p => p.kind)).toEqual(expect.arrayContaining(['grounded', 'plan']))
      expect(seen.filter(p => p.kind === 'grounded')).toHaveLength(1)
    }
  })

  it('what is aborted before it begins finds nothing, however easy it is', async () => {
    const signal = AbortSignal.abort()
    const result = await solveInWorker(sampleTask('gripper'), { signal })
    expect(result).toMatchObject({ status: 'stopped', reason: 'aborted' })
  })

  it('an abort ends it', async () => {
    const controller = new AbortController()
    const running = solveInWorker(hard, {
      mode: 'optimal',
      signal: controller.signal,
      onProgress: p => p.kind === 'plan' && controller.abort(),
    })
    expect(await running).toMatchObject({ status: 'solved', optimal: false, stopped: 'aborted' })
  })
})
