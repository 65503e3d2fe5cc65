// Jobs that several workers share by leases: whoever takes, dies, hangs or comes back, each has one result.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBudget } from '../../../agent/llm/limits/budget.ts'
import { failed } from '../../../harness/bench/result.ts'
import type { Question } from '../../../harness/questions/question-set.ts'
import { mostDeaths, openLeasedJobs, openQueue } from '../../../harness/workers/jobs-leased.ts'
import { countIn } from '../../../harness/workers/messages.ts'

const home = mkdtempSync(join(tmpdir(), 'intend-jobs-'))
afterAll(() => rmSync(home, { recursive: true }))

let file = ''
let files = 0
beforeEach(() => {
  file = join(home, `${files++}.sqlite`)
})

const questions = (count: number): readonly Question[] =>
  Array.from({ length: count }, (_, n) => ({ id: `q${n}`, question: '', answer: '', files: [] }))
const result = (question: Question, reason = '') => failed(question, reason, 0)
const idOf = (taken: Question | 'later' | undefined) =>
  typeof taken === 'object' ? taken.id : taken

describe('workers that share jobs', () => {
  test('never have the same one, and wait for what others have as long as it may come free', () => {
    const all = questions(3)
    const queue = openQueue(file, all)
    const [a, b] = ['a', 'b'].map(name => openLeasedJobs(file, all, name))
    expect([a!, b!, a!, b!].map(each => idOf(each.claim()))).toEqual(['q0', 'q1', 'q2', 'later'])
    expect(a!.finish(all[1]!, result(all[1]!))).toBe(false) // it is b's
    expect(a!.finish(all[0]!, result(all[0]!))).toBe(true)
    expect(a!.finish(all[0]!, result(all[0]!))).toBe(false)
    a!.release(all[2]!)
    expect(idOf(b!.claim())).toBe('q2')
    for (const question of [all[1]!, all[2]!])
      expect(b!.finish(question, result(question))).toBe(true)
    expect(b!.claim()).toBeUndefined()
    expect(queue.results().map(({ id }) => id)).toEqual(['q0', 'q1', 'q2'])
    for (const each of [a!, b!, queue]) each.close()
  })

  test('that have died or were lost give theirs back; who was only thought so ends nothing any more', () => {
    const all = questions(1)
    const queue = openQueue(file, all)
    const [slow, next] = ['slow', 'next'].map(name => openLeasedJobs(file, all, name))
    slow!.claim()
    queue.freeLost(new Set()) // its process lives, and its lease runs
    expect(next!.claim()).toBe('later')
    const database = new DatabaseSync(file)
    database.exec('UPDATE jobs SET expires = 0')
    expect(queue.hung()).toEqual(['slow'])
    queue.freeLost(new Set(['slow'])) // its owner sees to it
    expect(next!.claim()).toBe('later')
    queue.freeLost(new Set())
    expect(idOf(next!.claim())).toBe('q0')
    database.exec('UPDATE jobs SET pid = 999999999') // there is no such process
    queue.freeLost(new Set())
    expect(next!.finish(all[0]!, result(all[0]!))).toBe(false)
    expect(slow!.finish(all[0]!, result(all[0]!))).toBe(false)
    expect(queue.left()).toBe(1)
    for (const each of [database, slow!, next!, queue]) each.close()
  })

  test('take a question that others died on last and alone, until it has cost too many', () => {
    const all = questions(3)
    const queue = openQueue(file, all)
    let hired = 0
    const next = () => openLeasedJobs(file, all, `${++hired}`)
    const first = next()
    const took = [first.claim(), first.claim(), first.claim()]
    expect(took.map(idOf)).toEqual(['q0', 'q1', 'q2'])
    first.release(all[2]!)
    expect(queue.free('1', true)).toBe(2)
    first.close()
    const order: (string | undefined)[] = []
    for (let deaths = 1; deaths < mostDeaths; ) {
      const worker = next()
      const [one, other] = [worker.claim(), worker.claim()].map(idOf)
      order.push(one)
      expect([other, queue.deadly()]).toEqual(['later', []])
      if (one === 'q0') deaths += queue.free(`${hired}`, true)
      else worker.finish(all[Number(one!.slice(1))]!, result(all[1]!))
      worker.close()
    }
    expect(order).toEqual(['q2', 'q0', 'q1', 'q0', 'q0', 'q0'])
    expect(queue.deadly()).toEqual(['q0'])
    queue.close()
  })
})

test('a queue that is opened anew has the questions asked for, and what was left for its owner', () => {
  const all = questions(4)
  const first = openQueue(file, all)
  const worker = openLeasedJobs(file, all, 'w')
  worker.finish(worker.claim() as Question, result(all[0]!))
  worker.claim()
  first.close()
  const queue = openQueue(file, all.slice(1, 3))
  expect(queue.results().map(({ id }) => id)).toEqual(['q0'])
  queue.clear('q0')
  expect(queue.results()).toEqual([])
  expect(queue.left()).toBe(2)
  expect(idOf(worker.claim())).toBe('q2') // q1 is still under way, and q3 no longer wanted
  worker.close()
  queue.close()
})

test('whatever order workers take, end, die and are replaced in, every question is written down once', () => {
  const step = fc.record({
    kind: fc.constantFrom('claim', 'finish', 'die', 'collect', 'lead'),
    worker: fc.nat(2),
  })
  let round = 0
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      const at = join(home, `p${round++}.sqlite`)
      const all = questions(5)
      const written: string[] = []
      const open = () =>
        openQueue(
          at,
          all.filter(({ id }) => !written.includes(id)),
        )
      let queue = open()
      let hired = 0
      const hire = () => ({
        name: `${hired}`,
        jobs: openLeasedJobs(at, all, `${hired++}`),
        has: [] as Question[],
      })
      const crew = [hire(), hire(), hire()]
      const collect = () => {
        for (const { id } of queue.results()) {
          if (!written.includes(id)) written.push(id)
          else throw new Error(`${id} twice`)
          queue.clear(id)
        }
      }
      const finish = (worker: (typeof crew)[number]) => {
        const question = worker.has.shift()
        if (question) expect(worker.jobs.finish(question, result(question))).toBe(true)
      }
      const claim = (worker: (typeof crew)[number]) => {
        const taken = worker.jobs.claim()
        if (typeof taken === 'object') worker.has.push(taken)
        return taken
      }
      for (const { kind, worker: n } of steps) {
        if (kind === 'claim') claim(crew[n]!)
        if (kind === 'finish') finish(crew[n]!)
        if (kind === 'collect') collect()
        if (kind === 'die') {
          queue.free(crew[n]!.name, false)
          crew[n]!.jobs.close()
          crew[n] = hire()
        }
        if (kind === 'lead') {
          queue.close()
          queue = open()
        }
      }
      for (const worker of crew)
        for (let more = claim(worker); worker.has.length > 0; more = claim(worker))
          if (more !== undefined) finish(worker)
          else while (worker.has.length > 0) finish(worker)
      collect()
      expect(written.toSorted()).toEqual(all.map(({ id }) => id))
      for (const each of [...crew.map(({ jobs }) => jobs), queue]) each.close()
    }),
    { numRuns: 15 },
  )
})

test('what other processes use counts in a budget, and cuts off what is under way', () => {
  const budget = createBudget({ tokens: 100, cost: 1 })
  const price = { input: 1, output: 1 }
  const account = budget.reserve(10, price)
  if ('refused' in account) throw new Error(account.refused)
  countIn(budget, { tokens: 60, cost: 0.25 })
  expect(budget.spent()).toMatchObject({ tokens: 70, cost: expect.closeTo(0.25, 4) })
  expect(account.signal.aborted).toBe(false)
  countIn(budget, { tokens: 30, cost: 0.25 })
  expect(account.signal.aborted).toBe(true)
  expect(budget.ended()).toMatch(/^the budget of 100 tokens is used up/)
})
