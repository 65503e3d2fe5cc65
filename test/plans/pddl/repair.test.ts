import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validatePlan } from '../../../plans/pddl/judge/validate.ts'
import { alignPlans, repairPlan } from '../../../plans/pddl/repair/repair.ts'
import { solve } from '../../../plans/pddl/search/solve.ts'
import { parsePlan } from '../../../plans/pddl/syntax/plan-text.ts'
import { readTask } from '../../../plans/pddl/task/task.ts'
import { anyPlan, blocksTask, sampleTask } from './support.ts'

const blocks = sampleTask('blocks')
const solution = '(unstack c a) (put-down c) (pick-up b) (stack b c) (pick-up a) (stack a b)'

/** What is nearest is found at last, however busy the machine is. */
const patiently = { seconds: 1000 }

describe('repair', () => {
  it.each([
    ['a valid plan', solution, 0, 6],
    ['a missing step', solution.replace('(put-down c) ', ''), 1, 5],
    ['a superfluous step', solution.replace('(pick-up b)', '(stack c b) (pick-up b)'), 1, 6],
    ['a wrong argument', solution.replace('(stack b c)', '(stack b a)'), 1, 5],
    ['an unknown action', solution.replace('put-down', 'drop'), 1, 5],
    ['prose', 'I do not know', 6, 0],
  ])('%s', (_, plan, distance, kept) => {
    const result = repairPlan(blocks, plan, patiently)
    if (result.status !== 'repaired') throw new Error(result.status)
    expect(result).toMatchObject({ distance, kept, minimal: true })
    expect(validatePlan(blocks, result.plan).valid).toBe(true)
  })

  it('says what is kept, replaced, dropped and inserted', () => {
    const result = repairPlan(blocks, solution.replace('(stack b c)', '(stack b a)'))
    if (result.status !== 'repaired') throw new Error(result.status)
    expect(result.edits[3]).toEqual({
      kind: 'replace',
      at: 4,
      old: { action: 'stack', args: ['b', 'a'], at: { line: 1, column: 40 } },
      step: { action: 'stack', args: ['b', 'c'] },
    })
    expect(result.share).toBeCloseTo(5 / 6)
  })

  it('never costs more than to drop or replace everything, and is valid', () => {
    const cases = blocksTask.chain(task => fc.tuple(fc.constant(task), anyPlan(task)))
    fc.assert(
      fc.property(cases, ([task, plan]) => {
        const result = repairPlan(task, plan, patiently)
        const best = solve(task)
        if (result.status !== 'repaired' || best.status !== 'solved') throw new Error(result.status)
        expect(validatePlan(task, result.plan).valid).toBe(true)
        expect(result.distance).toBeLessThanOrEqual(Math.max(plan.length, best.length))
        expect(result.distance).toBeLessThanOrEqual(alignPlans(plan, best.plan).distance)
      }),
      { numRuns: 15 },
    )
  })

  it('works without the exact search when there is no time for it', () => {
    const result = repairPlan(blocks, solution.replace('(put-down c) ', ''), { expansions: 4 })
    expect(['repaired', 'stopped']).toContain(result.status)
  })

  it('keeps steps that serve no goal', () => {
    const gripper = sampleTask('gripper')
    const plan = parsePlan('(move rooma roomb) (move roomb rooma) (pick b1 rooma left)').steps
    expect(repairPlan(gripper, plan)).toMatchObject({ status: 'repaired', kept: 3 })
  })

  it('says when there is nothing to repair to', () => {
    for (const name of ['blocks in a circle', 'box in a corner']) {
      expect(repairPlan(sampleTask(name), '').status).toBe('unsolvable')
    }
  })

  it('says that all was looked at where nothing else tells that there is no plan', () => {
    const things = ['p', 'q', 'r']
    const buy = things.map(
      thing => `(:action buy-${thing} :parameters (?c)
        :precondition (coin ?c) :effect (and (${thing}) (not (coin ?c))))`,
    )
    const task = readTask(
      `(define (domain d) (:predicates (coin ?c) (p) (q) (r)) ${buy.join(' ')})`,
      '(define (problem x) (:domain d) (:objects c1 c2) (:init (coin c1) (coin c2)) (:goal (and (p) (q) (r))))',
    )
    const { status, ...told } = repairPlan(task, '(buy-p c1)', patiently)
    expect(status).toBe('unsolvable')
    expect(told).toMatchObject({ certificate: { kind: 'exhausted', expanded: told.expanded } })
  })
})

describe('an alignment', () => {
  const step = fc.constantFrom(...'abcd').map(action => ({ action, args: ['x'] }))
  const steps = fc.array(step, { maxLength: 7 })

  it('turns the one plan into the other with as few edits as there can be, keeping what it can', () => {
    type Steps = readonly { readonly action: string }[]
    const fewest = ([a, ...as]: Steps, [b, ...bs]: Steps): readonly [number, number] => {
      if (!a || !b) return [(a ? 1 + as.length : 0) + (b ? 1 + bs.length : 0), 0]
      const drop = fewest(as, [b, ...bs])
      const insert = fewest([a, ...as], bs)
      const both = fewest(as, bs)
      const same = Number(a.action === b.action)
      const ways = [
        [drop[0] + 1, drop[1]],
        [insert[0] + 1, insert[1]],
        [both[0] + 1 - same, both[1] + same],
      ] as const
      return ways.toSorted((one, other) => one[0] - other[0] || other[1] - one[1])[0]!
    }
    fc.assert(
      fc.property(steps, steps, (old, found) => {
        const { edits, distance, kept, share } = alignPlans(old, found)
        const before = edits.flatMap(each => (each.kind === 'insert' ? [] : [each.old]))
        const after = edits.flatMap(each => {
          if (each.kind === 'drop') return []
          return 'step' in each ? [each.step] : [each.old]
        })
        expect([before, after]).toEqual([old, found])
        const places = edits.flatMap(each => ('at' in each ? [each.at] : []))
        expect(places).toEqual(old.map((_, at) => at + 1))
        expect([distance, kept]).toEqual(fewest(old, found))
        expect(share).toBe(old.length > 0 ? kept / old.length : 1)
      }),
      { numRuns: 60 },
    )
  })
})
