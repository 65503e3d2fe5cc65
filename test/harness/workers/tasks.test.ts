// Questions that several workers share: whichever worker dies or leaves, each question is finished once.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failed } from '../../../harness/bench/result.ts'
import { createTasks, type Ended } from '../../../harness/workers/tasks.ts'

const questionOf = (id: string) => ({ id, question: '', answer: '', files: [] })
const resultOf = (id: string) => failed(questionOf(id), '', 0)

/** Tasks, what each worker was given, and how the questions that are over ended. */
function setUp() {
  const given: string[] = []
  const ended = new Map<string, Ended>()
  const tasks = createTasks<string>((worker, { id }) => given.push(`${worker} ${id}`))
  const ask = (id: string, alone = false) =>
    void tasks
      .ask({ question: questionOf(id), alone, onAnswer: () => undefined })
      .then(how => ended.set(id, how))
  return { given, ended, tasks, ask }
}
const settled = () => new Promise(setImmediate)

test('a question goes to the worker with the fewest, and waits until there is one', async () => {
  const { given, ended, tasks, ask } = setUp()
  ask('q0')
  expect(given).toEqual([])
  tasks.join('a')
  tasks.join('b')
  for (const id of ['q1', 'q2', 'q3']) ask(id)
  expect(given).toEqual(['a q0', 'b q1', 'a q2', 'b q3'])
  tasks.finish('b', 'q0', resultOf('q0')) // it is a's
  expect(tasks.find('a', 'q0')?.question.id).toBe('q0')
  tasks.finish('a', 'q0', resultOf('q0'))
  tasks.finish('a', 'q2', resultOf('q2'))
  ask('q4')
  expect(given.at(-1)).toBe('a q4')
  await settled()
  expect([...ended.keys()]).toEqual(['q0', 'q2'])
})

test('a question on which a worker died gets a worker of its own', async () => {
  const { given, ended, tasks, ask } = setUp()
  tasks.join('a')
  ask('q0')
  ask('q1')
  tasks.leave('a', 'died')
  await settled()
  expect([...ended]).toEqual([
    ['q0', 'died'],
    ['q1', 'died'],
  ])
  tasks.join('b')
  ask('q2')
  ask('q0', true)
  expect(given.at(-1)).toBe('b q2')
  tasks.finish('b', 'q2', resultOf('q2'))
  ask('q3')
  expect(given.at(-1)).toBe('b q0')
  tasks.join('c')
  expect(given.at(-1)).toBe('c q3')
})

test('whatever order workers come, finish, die and leave in, every question that is asked again is finished once', async () => {
  const step = fc.record({
    kind: fc.constantFrom('finish', 'die', 'leave', 'join'),
    worker: fc.nat(2),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
      const has = new Map<string, string[]>()
      const done: string[] = []
      const tasks = createTasks<string>((worker, { id }) => {
        has.get(worker)!.push(id)
      })
      const ask = async (id: string, alone = false): Promise<void> => {
        const how = await tasks.ask({ question: questionOf(id), alone, onAnswer: () => undefined })
        if (typeof how === 'string') return ask(id, how === 'died')
        done.push(how.id)
      }
      const all = Promise.all(['q0', 'q1', 'q2', 'q3', 'q4'].map(id => ask(id)))
      const join = (worker: string) => {
        has.set(worker, [])
        tasks.join(worker)
      }
      const finish = (worker: string) => {
        const id = has.get(worker)?.shift()
        if (id !== undefined) tasks.finish(worker, id, resultOf(id))
      }
      let hired = 0
      for (const { kind, worker: n } of steps) {
        const worker = [...has.keys()][n]
        if (kind === 'join') join(`${hired++}`)
        else if (worker !== undefined && kind === 'finish') finish(worker)
        else if (worker !== undefined) {
          has.delete(worker)
          tasks.leave(worker, kind === 'die' ? 'died' : 'left')
        }
        await settled()
      }
      join('last')
      while (done.length < 5) {
        for (const worker of has.keys()) finish(worker)
        await settled()
      }
      await all
      expect(done.toSorted()).toEqual(['q0', 'q1', 'q2', 'q3', 'q4'])
    }),
  )
})

test('what still waits when there are to be no more workers is not answered', async () => {
  const { ended, tasks, ask } = setUp()
  ask('q0')
  tasks.close()
  await settled()
  expect([...ended]).toEqual([['q0', 'left']])
})
