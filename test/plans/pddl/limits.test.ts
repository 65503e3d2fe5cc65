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

test('a budget ends when it was told to, and its shares with it', () => {
  const budget = new Budget({})
  expect(budget.checkClock()).toBe(true)
  budget.endIn(0)
  while (budget.tick()) {
    // a thousand turns at most before it looks at the clock
  }
  expect(budget.stopped).toBe('time')
})
