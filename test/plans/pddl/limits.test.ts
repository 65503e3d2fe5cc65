// Limits that are kept, whatever the search is busy with.
import { describe, expect, test } from 'vitest'
import { solve } from '../../../plans/pddl/search/solve.ts'
import { Budget } from '../../../plans/pddl/task/limits.ts'
import { readTask, type Task } from '../../../plans/pddl/task/task.ts'

const names = (letter: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${letter}${i}`)

/** Actions whose join runs through many pairs and gives nothing. */
function barren(objects: number): Task {
  const all = names('o', objects)
  const roads = all.flatMap((one, i) =>
    all.flatMap((other, j) => ((7 * i + 13 * j) % 3 === 0 ? [`(road ${one} ${other})`] : [])),
  )
  return readTask(
    `(define (domain d) (:predicates (road ?x ?y) (wet ?x) (done ?x))
      (:action a :parameters (?a ?b ?c ?d ?e)
        :precondition (and (road ?a ?b) (road ?b ?c) (road ?c ?d) (road ?d ?e) (not (= ?a ?e)) (wet ?e))
        :effect (done ?a)))`,
    `(define (problem p) (:domain d) (:objects ${all.join(' ')}) (:init ${roads.join(' ')} (wet o1)) (:goal (done o0)))`,
  )
}

/** Cars in rows, so many that pairs of facts cannot all be looked at in time. */
function parking(cars: number): Task {
  const all = names('c', cars)
  const start = all.map((car, i) => (i === 0 ? `(front ${car})` : `(behind ${car} c${i - 1})`))
  return readTask(
    `(define (domain d) (:predicates (front ?x) (behind ?x ?y) (clear ?x))
      (:action out :parameters (?x ?y) :precondition (and (clear ?x) (behind ?x ?y))
        :effect (and (front ?x) (clear ?y) (not (behind ?x ?y))))
      (:action in :parameters (?x ?y) :precondition (and (front ?x) (clear ?x) (clear ?y) (not (= ?x ?y)))
        :effect (and (behind ?x ?y) (not (front ?x)) (not (clear ?y)))))`,
    `(define (problem p) (:domain d) (:objects ${all.join(' ')}) (:init ${start.join(' ')} (clear c${cars - 1}))
      (:goal (and (behind c0 c1) (behind c1 c0))))`,
  )
}

/** A walk over most cells of a square: a first plan is found at once, and none is proven the shortest for long. */
function tour(side: number): Task {
  const cells = names('p', side * side)
  const pairs = cells.flatMap((_, i) => [
    ...((i + 1) % side === 0 ? [] : [[i, i + 1] as const]),
    ...(i + side < cells.length ? [[i, i + side] as const] : []),
  ])
  const ways = pairs.map(([a, b]) => `(way p${a} p${b}) (way p${b} p${a})`)
  const seen = cells.filter((_, i) => i % 3 !== 0).map(cell => `(seen ${cell})`)
  return readTask(
    `(define (domain d) (:predicates (at ?x) (way ?x ?y) (seen ?x))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (way ?x ?y))
        :effect (and (at ?y) (seen ?y) (not (at ?x)))))`,
    `(define (problem p) (:domain d) (:objects ${cells.join(' ')}) (:init (at p0) ${ways.join(' ')})
      (:goal (and ${seen.join(' ')})))`,
  )
}

describe('a limit', () => {
  test.each([
    ['grounding', barren(150)],
    ['a proof', parking(40)],
  ])('of no time at all ends %s after a few turns', (_, task) => {
    let looks = 0
    const signal = {
      get aborted() {
        looks++
        return looks > 20
      },
    }
    expect(solve(task, { signal })).toMatchObject({ status: 'stopped', reason: 'aborted' })
    expect(looks).toBeLessThan(200)
  })

  test('of memory leads to a search that holds less', () => {
    // every car but the last one has to come out: thousands of moves are possible at each step
    const task = parking(60)
    const goal = { kind: 'atom', atom: { name: 'clear', args: ['c0'] } } as const
    const reachable = { ...task, problem: { ...task.problem, goal } }
    const limits = { megabytes: 1, mode: 'first' } as const
    expect(solve(reachable, limits)).toMatchObject({ status: 'solved' })
  })
})

test('improving ends by patience when nothing better is found', () => {
  const limits = { patience: 0.05, expansions: 10_000 } // without patience the expansions end it
  expect(solve(tour(9), limits)).toMatchObject({
    status: 'solved',
    optimal: false,
    stopped: 'time',
  })
})

describe('a budget', () => {
  const spent = (budget: Budget, times: number) => {
    for (let i = 0; i < times; i++) budget.expand(0)
    return budget
  }

  test('of expansions and memory is kept to the last', () => {
    const budget = spent(new Budget({ expansions: 10 }), 9)
    expect([budget.expand(0), budget.stopped]).toEqual([true, undefined])
    expect([budget.expand(0), budget.stopped, budget.expanded]).toEqual([false, 'expansions', 11])
    for (const [limits, bytes] of [
      [{ megabytes: 3 }, 3 * 2 ** 20],
      [{}, 2 ** 30],
    ] as const) {
      const held = new Budget(limits)
      expect([held.expand(bytes), held.stopped]).toEqual([true, undefined])
      expect([held.expand(bytes + 1), held.stopped]).toEqual([false, 'memory'])
    }
  })

  test('is shared out by what is left, and joined', () => {
    const whole = spent(new Budget({ expansions: 11 }), 1)
    const part = spent(whole.share(0.25), 2)
    expect(part.stopped).toBe(undefined)
    expect(part.expand(0)).toBe(false)
    whole.join(part)
    expect([whole.expanded, whole.stopped]).toEqual([4, undefined])
    const rest = spent(whole.share(1), 8)
    expect(rest.stopped).toBe('expansions')
    const over = spent(whole, 9).share(1)
    expect([over.expand(0), over.stopped]).toEqual([false, 'expansions'])
  })

  test.each([
    ['memory', 'memory'],
    ['aborted', 'aborted'],
    ['expansions', undefined],
    ['time', undefined],
  ] as const)('whose part ends by %s is itself %s', (reason, joined) => {
    const whole = new Budget({})
    const part = whole.share(1)
    part.stopped = reason
    whole.join(part)
    expect(whole.stopped).toBe(joined)
  })

  test('looks at the signal every 1024 turns, and keeps the first reason', () => {
    const budget = new Budget({ signal: { aborted: true } })
    let turns = 1
    while (budget.tick()) turns++
    expect([turns, budget.stopped]).toEqual([1024, 'aborted'])
    budget.endIn(-1)
    expect([budget.checkClock(), budget.stopped]).toEqual([false, 'aborted'])
    expect(new Budget({ signal: { aborted: true } }).checkClock()).toBe(false)
  })

  test('of time is kept, whoever ends it sooner', () => {
    const wait = (seconds: number) => {
      for (const since = performance.now(); performance.now() - since < 1000 * seconds; );
    }
    const [long, short] = [new Budget({ seconds: 1000 }), new Budget({ seconds: 0.01 })]
    const [half, whole, hastened] = [long.share(0.5), short.share(1), long.share(1)]
    hastened.endIn(0.01)
    short.endIn(1000)
    wait(0.02)
    const open = [long, half, whole, short, hastened].map(each => each.checkClock())
    expect(open).toEqual([true, true, false, false, false])
    expect(long.seconds).toBeGreaterThanOrEqual(0.02)
    expect(long.seconds).toBeLessThan(5)
    long.join(half)
    expect(long.stopped).toBe(undefined)
    hastened.stopped = undefined
    hastened.join(half)
    expect(hastened.stopped).toBe('time')
  })
})

test('a budget ends when it was told to, and its shares with it', () => {
  const budget = new Budget({})
  expect(budget.checkClock()).toBe(true)
  budget.endIn(0)
  while (budget.tick()) {
    // a thousand turns at most before it looks at the clock
  }
  expect(budget.stopped).toBe('time')
})
