// Questions that several workers share: whoever takes, dies or comes back, each is finished once.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBudget } from '../../../agent/llm/limits/budget.ts'
import type { Question } from '../../../harness/questions/question-set.ts'
import { countIn } from '../../../harness/workers/messages.ts'
import { createQueue, mostDeaths, type Queue } from '../../../harness/workers/queue.ts'

const queueOf = (count: number): Queue =>
  createQueue(
    Array.from({ length: count }, (_, n) => ({
      id: `q${n}`,
      question: '',
      answer: '',
      files: [],
    })),
  )
const idOf = (taken: Question | 'later' | undefined) =>
  typeof taken === 'object' ? taken.id : taken

describe('workers that share questions', () => {
  test('never have the same one, and wait for what others have as long as it may come free', () => {
    const queue = queueOf(3)
    const took = ['a', 'b', 'a', 'b'].map(worker => idOf(queue.take(worker)))
    expect(took).toEqual(['q0', 'q1', 'q2', 'later'])
    expect(queue.finish('a', 'q1')).toBeUndefined() // it is b's
    expect(queue.finish('a', 'q0')?.id).toBe('q0')
    expect(queue.finish('a', 'q0')).toBeUndefined()
    queue.release('b', 'q2') // it is a's
    expect(queue.take('b')).toBe('later')
    queue.release('a', 'q2')
    expect(idOf(queue.take('b'))).toBe('q2')
    for (const id of ['q1', 'q2']) expect(queue.finish('b', id)?.id).toBe(id)
    expect([queue.take('b'), queue.left()]).toEqual([undefined, 0])
  })

  test('take a question that others died on last and alone, until it has cost too many', () => {
    const queue = queueOf(3)
    expect([1, 2, 3].map(() => idOf(queue.take('0')))).toEqual(['q0', 'q1', 'q2'])
    queue.release('0', 'q2')
    expect(queue.free('0', true)).toEqual([])
    const order: (string | undefined)[] = []
    let over: readonly Question[] = []
    for (let worker = 1; over.length === 0; worker++) {
      const [one, other] = [queue.take(`${worker}`), queue.take(`${worker}`)].map(idOf)
      order.push(one)
      expect(other).toBe('later')
      if (one === 'q0') over = queue.free(`${worker}`, true)
      else queue.finish(`${worker}`, one!)
    }
    expect(order).toEqual(['q2', 'q0', 'q1', 'q0', 'q0', 'q0'])
    expect(over.map(({ id }) => id)).toEqual(['q0'])
    expect([order.filter(id => id === 'q0').length, queue.left()]).toEqual([mostDeaths - 1, 0])
  })
})

test('whatever order workers take, end, die and are replaced in, every question is finished once', () => {
  const step = fc.record({
    kind: fc.constantFrom('take', 'finish', 'release', 'die'),
    worker: fc.nat(2),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const queue = queueOf(5)
      const done: string[] = []
      let hired = 3
      const crew = [0, 1, 2].map(n => ({ name: `${n}`, has: [] as string[] }))
      const finish = (worker: { name: string; has: string[] }) => {
        const id = worker.has.shift()
        if (id !== undefined) done.push(queue.finish(worker.name, id)!.id)
      }
      const take = (worker: { name: string; has: string[] }) => {
        const taken = queue.take(worker.name)
        if (typeof taken === 'object') worker.has.push(taken.id)
        return taken
      }
      for (const { kind, worker: n } of steps) {
        const worker = crew[n]!
        if (kind === 'take') take(worker)
        if (kind === 'finish') finish(worker)
        if (kind === 'release' && worker.has[0]) queue.release(worker.name, worker.has.shift()!)
        if (kind !== 'die') continue
        done.push(...queue.free(worker.name, true).map(({ id }) => id))
        crew[n] = { name: `${hired++}`, has: [] }
      }
      for (const worker of crew)
        while (worker.has.length > 0 || typeof take(worker) === 'object') finish(worker)
      expect([...done].sort()).toEqual(['q0', 'q1', 'q2', 'q3', 'q4'])
      expect(queue.left()).toBe(0)
    }),
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
