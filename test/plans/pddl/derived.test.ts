// Derived predicates, as people meet them: plans that rest on them, and why a broken one does not hold.
import { describe, expect, it } from 'vitest'
import { deorderPlan } from '../../../plans/pddl/judge/deorder.ts'
import { renderVerdict, validatePlan } from '../../../plans/pddl/judge/validate.ts'
import { repairPlan } from '../../../plans/pddl/repair/repair.ts'
import { solve } from '../../../plans/pddl/search/solve.ts'
import { parsePlan } from '../../../plans/pddl/syntax/plan-text.ts'
import { readTask } from '../../../plans/pddl/task/task.ts'
import { sample, sampleTask } from './support.ts'

const rooms = sampleTask('rooms')
const way = '(take key) (go hall study) (open study attic) (take saw)'

describe('a plan that rests on what is derived', () => {
  it('is valid when the axioms give what it needs', () => {
    const plan = `${way} (close study hall) (close study attic)`
    expect(validatePlan(rooms, plan)).toMatchObject({ valid: true, cost: 6 })
  })

  it.each([
    [
      'what never became true',
      '(take key) (take saw)',
      'Step 2, (take saw), fails: it needs (at-hand saw).',
      '(at-hand saw): does not follow, as there would have to be (in attic) (never made true)',
    ],
    [
      'what a step undid',
      '(close hall study) (take key)',
      'Step 2, (take key), fails: it needs (at-hand key).',
      '(at-hand key): does not follow, as there would have to be (in study) (never made true)',
    ],
    [
      'what must not follow',
      way,
      'Every step can be executed, but 1 goal not reached: (safe).',
      '(safe): does not follow, as there would have to be',
    ],
  ])('is explained when broken by %s', (_, plan, message, why) => {
    const verdict = validatePlan(rooms, plan)
    expect(verdict.message).toBe(message)
    expect(renderVerdict(verdict)).toContain(why)
  })

  it('says what a fact follows from that must not hold', () => {
    const { domain, problem } = sample('rooms')
    const goal = '(:goal (not (at-hand saw)))'
    const task = readTask(domain, problem.replace(/\(:goal.*/s, `${goal})`))
    expect(validatePlan(task, way.replace(' (take saw)', '')).why).toEqual([
      'follows from (lies saw attic) (true from the start and never deleted) and (door study attic) (true from the start, and no action can delete it) and (not (shut study attic)) (deleted by step 3 (open study attic)) and (in study) (made true by step 2 (go hall study))',
    ])
  })

  it('is repaired, and freed of the order that nothing needs', () => {
    const repaired = repairPlan(rooms, `${way} (close study hall)`)
    expect(repaired).toMatchObject({ status: 'repaired', distance: 1, minimal: true })
    const { steps } = deorderPlan(
      rooms,
      parsePlan(`${way} (close study hall) (close study attic)`).steps,
    )
    expect(steps.find(step => step.action === 'take' && step.args[0] === 'saw')?.deps).toEqual([
      's3',
    ])
  })
})

it('what exists may have the name of a parameter, and is another thing', () => {
  const { domain, problem } = sample('rooms')
  const anything = domain.replace(
    '(exists (?r - room) (and (lies ?t ?r) (reach ?r)))',
    '(exists (?r - room) (exists (?t - tool ?q - room) (and (lies ?t ?q) (reach ?q))))',
  )
  const task = readTask(anything, problem.replace(/\(:goal.*/s, '(:goal (has saw)))'))
  expect(validatePlan(task, '(take saw)')).toMatchObject({ valid: true })
  expect(solve(task)).toMatchObject({ status: 'solved', cost: 1 })
})

it('what rests on itself under a quantifier is followed to its end', () => {
  const domain = `(define (domain order) (:requirements :adl :derived-predicates)
    (:predicates (job ?x) (before ?x ?y) (done ?x))
    (:derived (done ?x) (and (job ?x) (forall (?y) (or (not (before ?y ?x)) (done ?y)))))
    (:action add :parameters (?x) :effect (job ?x)))`
  const problem = `(define (problem p) (:domain order) (:objects c b a)
    (:init (job c) (job b) (job a) (before a b) (before b c)) (:goal (done c)))`
  expect(validatePlan(readTask(domain, problem), '')).toMatchObject({ valid: true })
})

it('a goal that no axiom can give is said to be out of reach', () => {
  expect(solve(sampleTask('no way out'))).toMatchObject({
    status: 'unsolvable',
    certificate: { kind: 'unreachable', facts: ['(has saw)'] },
  })
})
