import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderVerdict, validatePlan } from '../../../plans/pddl/judge/validate.ts'
import { solve } from '../../../plans/pddl/search/solve.ts'
import { readTask } from '../../../plans/pddl/task/task.ts'
import { anyPlan, anyString, sample, sampleTask } from './support.ts'

const blocks = sampleTask('blocks')
const gripper = sampleTask('gripper')
const judge = (text: string) => validatePlan(blocks, text)

const solution = `; numbers, times and durations around the steps do not matter
  0: (unstack c a) [1]
  1. (PUT-DOWN C) (pick-up b)
  (stack b c)
  (pick-up a) (stack a b)`

describe('a plan is valid', () => {
  it('when every step can be executed and the goal holds in the end', () => {
    expect(judge(solution)).toMatchObject({ valid: true, kind: 'valid', missing: [], cost: 6 })
  })

  it('when it is empty and the goal holds already', () => {
    const done = readTask(
      sample('blocks').domain,
      '(define (problem p) (:domain towers) (:objects a) (:init (clear a)) (:goal (clear a)))',
    )
    expect(validatePlan(done, '')).toMatchObject({ valid: true, kind: 'valid', cost: 0 })
  })

  it('and not without a value of the function that is its cost', () => {
    const { domain, problem } = sample('ferry')
    const plan = solve(readTask(domain, problem))
    if (plan.status !== 'solved') throw new Error(plan.status)
    const valueless = problem.replaceAll(/\(= \((?!total-cost).*?\) \d+\)/g, '')
    const metric = /\(:metric.*?\)\)/
    expect(solve(readTask(domain, problem.replace(metric, '')))).toMatchObject({ cost: 7 })
    for (const text of [valueless, valueless.replace(metric, '')]) {
      const task = readTask(domain, text)
      expect(validatePlan(task, plan.plan)).toMatchObject({ valid: false, kind: 'cost' })
      expect(solve(task).status).toBe('unsolvable')
    }
  })

  it('with its cost where the problem minimises total-cost', () => {
    const plan =
      '(sail n w) (board blue w) (sail w s) (land blue s) (board red s) (sail s n) (land red n)'
    expect(validatePlan(sampleTask('ferry'), plan)).toMatchObject({ valid: true, cost: 18 })
  })
})

describe('a failing precondition', () => {
  it('names the first failing step, every missing literal and why', () => {
    expect(judge('(unstack c a) (put-down c) (stack b a)')).toEqual({
      valid: false,
      kind: 'precondition',
      step: 3,
      action: '(stack b a)',
      missing: ['(holding b)'],
      why: ['never made true'],
      message: 'Step 3, (stack b a), fails: it needs (holding b).',
    })
    expect(judge('(pick-up b) (stack b c) (unstack c a)')).toMatchObject({
      step: 3,
      missing: ['(clear c)'],
      why: ['deleted by step 2 (stack b c)'],
    })
    expect(judge('(unstack c b)')).toMatchObject({ missing: ['(on c b)'] })
  })

  it('explains a negative literal, an equality and a static fact', () => {
    const ferry = sampleTask('ferry')
    const full = '(sail n s) (board red s) (sail s w) (board blue w)'
    expect(validatePlan(ferry, full)).toMatchObject({
      step: 4,
      missing: ['(not (full))'],
      why: ['made true by step 2 (board red s)'],
    })
    const briefcase = sampleTask('briefcase')
    expect(validatePlan(briefcase, '(move home home)')).toMatchObject({
      missing: ['(not (= home home))'],
      why: ['both are home'],
    })
    expect(validatePlan(sampleTask('lights'), '(toggle-on c)')).toMatchObject({
      missing: ['(not (on c))', '(not (fused c))'],
      why: [
        'true from the start and never deleted',
        'true from the start, and no action can delete it',
      ],
    })
    const push = sampleTask('sokoban')
    expect(validatePlan(push, '(walk c0-0 c2-0 e)').why[0]).toMatch(
      /^no action can make it true; what holds is \(step c0-0 c1-0 e\) .* \.\.\.$/,
    )
  })
})

describe('a missed goal', () => {
  it('tells never reached from undone, and by which step', () => {
    const plan = '(unstack c a) (put-down c) (pick-up a) (stack a b) (unstack a b) (put-down a)'
    expect(judge(plan)).toMatchObject({
      kind: 'goal',
      missing: ['(on a b)', '(on b c)'],
      why: ['deleted by step 5 (unstack a b)', 'never made true'],
    })
    expect(judge(plan).step).toBeUndefined()
  })

  it('is kind empty when no action was found', () => {
    expect(judge('; nothing to do')).toMatchObject({
      kind: 'empty',
      missing: ['(on a b)', '(on b c)'],
      message: 'The plan is empty, and the goal does not hold.',
    })
  })
})

describe('a text of a model', () => {
  const done = readTask(
    sample('blocks').domain,
    '(define (problem p) (:domain towers) (:objects a) (:init (clear a)) (:goal (clear a)))',
  )

  it('is no plan where it says anything beside its steps, even where nothing has to be done', () => {
    const message =
      'Step 1 cannot be read: line 1, column 1: "I" is no step; write each as (action argument ...), and remarks after ";"'
    for (const task of [blocks, done])
      expect(validatePlan(task, 'I would first move c.')).toMatchObject({ kind: 'syntax', message })
    for (const plan of [`Plan:\n${solution}`, `${solution}\nput-down a`])
      expect(judge(plan)).toMatchObject({ valid: false, kind: 'syntax' })
    expect(judge(`0.000: ${solution.replace(')', ') [1.000] ; cost 1\n')}`)).toMatchObject({
      cost: 6,
    })
  })

  it.each(['(pick-up a) (stack', '(pick-up a) (stack a *)', '(pick-up a) (and (stack a b))'])(
    'that ends in %s is judged as far as it can be read',
    text => {
      expect(judge(text)).toMatchObject({ kind: 'precondition', step: 1, missing: ['(clear a)'] })
    },
  )
})

describe('a plan that cannot be read', () => {
  it.each([
    [
      'unknown_action',
      '(unstack c a) (putdown c)',
      2,
      'there is no action "putdown", did you mean "put-down"?',
    ],
    ['unknown_object', '(unstack cc a)', 1, 'there is no object "cc", did you mean "c"?'],
    ['unknown_object', '(unstack yellow a)', 1, 'there is no object "yellow"; there is a, b, c'],
    ['arity', '(unstack c)', 1, '(unstack ?x ?y) takes 2 arguments, not 1'],
    ['arity', '(unstack c a b)', 1, '(unstack ?x ?y) takes 2 arguments, not 3'],
    ['syntax', '(unstack c *)', 1, '"*" is not a name'],
    ['syntax', '(unstack c a)\n (put-down c', 2, 'line 2, column 2: "(" is never closed'],
    [
      'syntax',
      '(unstack c a) then (fly a)',
      2,
      'line 1, column 15: "then" is no step; write each as (action argument ...), and remarks after ";"',
    ],
    ['syntax', '(and (unstack c a))', 1, 'line 1, column 6: "(" inside a step, expected ")" first'],
    ['syntax', '()', 1, 'line 1, column 1: "()" names no action'],
  ])('%s: %s', (kind, plan, step, why) => {
    const verdict = judge(plan)
    expect(verdict).toMatchObject({ valid: false, kind, step })
    expect(verdict.why).toContain(why)
    expect(renderVerdict(verdict).split(why)).toHaveLength(2)
  })

  it('says which type was expected and which was given', () => {
    expect(validatePlan(gripper, '(pick b1 rooma roomb)')).toMatchObject({
      kind: 'type',
      step: 1,
      why: ['?g of pick must be of type gripper, and roomb is of type room'],
    })
    expect(validatePlan(gripper, '(move rooma romb)')).toMatchObject({
      kind: 'unknown_object',
      why: ['there is no object "romb", did you mean "roomb"?', '?to of move must be of type room'],
    })
  })

  it('gives the unsatisfied literals of an untyped unknown object too', () => {
    expect(judge('(pick-up z)').missing).toEqual(['(clear z)', '(ontable z)'])
  })
})

describe('a fact that no action can make true', () => {
  const domain = `(define (domain d) (:predicates (road ?x ?y) (at ?x))
    (:action go :parameters (?x ?y) :precondition (road ?x ?y) :effect (at ?y)))`
  const whyNot = (init: string) => {
    const problem = `(define (problem p) (:domain d) (:objects a b c) (:init ${init}) (:goal (at b)))`
    return validatePlan(readTask(domain, problem), '(go a b)').why?.join()
  }

  it('is told with what holds instead', () => {
    expect(whyNot('(road c b) (road c a)')).toMatch(/; what holds is \(road c b\) \(road c a\)$/)
    expect(whyNot('')).toMatch(/, and \(road \.\.\.\) never holds$/)
  })
})

describe('on request', () => {
  it('says of what no action can change what holds instead, types and repeated variables heeded', () => {
    const marks = readTask(
      `(define (domain marks) (:requirements :typing) (:types item place)
        (:predicates (tied ?x ?y) (seen ?x) (near ?x ?y))
        (:action mark :parameters (?x - item) :effect (and (tied ?x ?x) (seen ?x))))`,
      `(define (problem p) (:domain marks) (:objects i j - item k - place)
        (:init (near i i) (near i j) (near j j) (near k i) (near k j))
        (:goal (and (tied i j) (seen k) (near j i))))`,
    )
    expect(validatePlan(marks, '(mark i)').why).toEqual([
      'no action can make it true, and (tied ...) never holds',
      'no action can make it true, and (seen ...) never holds',
      'no action can make it true; what holds is (near i i) (near j j) (near k i) (near i j) (near k j)',
    ])
  })

  it('returns the state after each executed step', () => {
    const { states } = validatePlan(blocks, '(unstack c a) (put-down a)', { states: true })
    expect(states?.length).toBe(2)
    expect(new Set(states?.[1])).toEqual(
      new Set(['(ontable a)', '(ontable b)', '(clear b)', '(holding c)', '(clear a)']),
    )
  })

  it('renders as text', () => {
    expect(renderVerdict(judge('(unstack c a) (pick-up b)'))).toBe(
      'Step 2, (pick-up b), fails: it needs (handempty).\n' +
        '  (handempty): deleted by step 1 (unstack c a)\n',
    )
  })
})

describe('a word of any length', () => {
  it.each([
    [59, ''],
    [60, ''],
    [61, '...'],
    [500, '...'],
  ])('of %i letters is told of in sixty', (length, rest) => {
    const word = 'x'.repeat(length)
    const verdict = validatePlan(sampleTask('blocks'), `(${word} a)`)
    expect(verdict).toMatchObject({ valid: false })
    expect(JSON.stringify(verdict)).toContain(
      `no action \\"${'x'.repeat(Math.min(60, length))}${rest}\\"`,
    )
  })
})

describe('the validator survives', () => {
  it('arbitrary text', () => {
    const word = fc.constantFrom(
      '(',
      ')',
      'stack',
      'unstack',
      'a',
      'b',
      'zz',
      ';',
      '\n',
      '(pick-up a)',
      '=',
      '?x',
    )
    const text = fc.oneof(
      fc.string(),
      anyString,
      fc.array(word).map(words => words.join(' ')),
    )
    fc.assert(
      fc.property(text, plan => {
        expect(renderVerdict(judge(plan))).toBeTruthy()
      }),
    )
    expect(judge('('.repeat(1e6)).kind).toBe('syntax')
    expect(judge(`(${'x'.repeat(1e6)})`).kind).toBe('unknown_action')
  })

  it('senseless steps in every sample', () => {
    for (const name of ['gripper', 'briefcase', 'ferry', 'elevator', 'lights', 'sokoban']) {
      const task = sampleTask(name)
      fc.assert(
        fc.property(anyPlan(task), plan => {
          const verdict = validatePlan(task, plan, { states: true })
          expect(verdict.valid).toBe(verdict.kind === 'valid')
          expect(verdict.why.length).toBeGreaterThanOrEqual(verdict.missing.length)
        }),
      )
    }
  })
})
