import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Step } from '../../../plans/plan.ts'
import { acyclic, stepOf } from '../../plans/steps.ts'
import { carryOut } from './carry-out.ts'

type Status = 'started' | 'done' | 'failed'

/** Runs a DAG whose steps finish in the order the scheduler picks, and writes down what happens. */
async function run(
  steps: readonly Step[],
  parallel: number,
  scheduler: fc.Scheduler,
  outcome: (id: string) => 'pass' | 'stop' | Error = () => 'pass',
  before: Readonly<Record<string, Status>> = {},
) {
  const status = { ...before }
  const started: string[] = []
  const faults: string[] = []
  const running = new Set<string>()
  let most = 0
  let stopped = false
  let broken = false
  const advance = async (step: Step) => {
    const again = before[step.id] === 'started'
    if (broken || (stopped && !again)) faults.push(`${step.id} started after the end`)
    for (const dep of step.deps)
      if (!again && status[dep] !== 'done') faults.push(`${step.id} started before ${dep} was done`)
    started.push(step.id)
    status[step.id] = 'started'
    running.add(step.id)
    most = Math.max(most, running.size)
    await scheduler.schedule(Promise.resolve(), step.id)
    running.delete(step.id)
    const said = outcome(step.id)
    if (said instanceof Error) {
      broken = true
      throw said
    }
    status[step.id] = 'done'
    if (said === 'stop') stopped = true
  }
  const whole = carryOut(() => ({ steps, status, stopped }), parallel, advance)
  const error = await scheduler.waitFor(
    whole.then(
      () => undefined,
      (reason: unknown) => reason,
    ),
  )
  return { error, started, faults, most, running, status }
}

test('every acyclic plan whose steps pass is finished, in order and within the bound', async () => {
  await fc.assert(
    fc.asyncProperty(
      acyclic,
      fc.integer({ min: 1, max: 4 }),
      fc.scheduler(),
      async (steps, parallel, s) => {
        const { error, started, faults, most } = await run(steps, parallel, s)
        expect(faults).toEqual([])
        expect(error).toBeUndefined()
        expect([...started].sort()).toEqual(steps.map(step => step.id).sort())
        expect(most).toBeLessThanOrEqual(parallel)
      },
    ),
  )
})

test('as many ready steps run at once as the bound allows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.scheduler(), async (parallel, s) => {
      const steps = ['a', 'b', 'c', 'd'].map(id => stepOf(id, []))
      expect((await run(steps, parallel, s)).most).toBe(Math.min(parallel, 4))
    }),
  )
})

test('once stopped nothing new starts, and what runs is finished first', async () => {
  await fc.assert(
    fc.asyncProperty(acyclic, fc.nat(), fc.scheduler(), async (steps, pick, s) => {
      const stopper = steps[pick % steps.length]!.id
      const result = await run(steps, 3, s, id => (id === stopper ? 'stop' : 'pass'))
      expect(result.faults).toEqual([])
      expect(result.error).toBeUndefined()
      expect(result.running.size).toBe(0)
      expect(result.started).toContain(stopper)
    }),
  )
})

test('an exception comes out after the steps under way have finished, and nothing starts after it', async () => {
  await fc.assert(
    fc.asyncProperty(acyclic, fc.nat(), fc.scheduler(), async (steps, pick, s) => {
      const thrower = steps[pick % steps.length]!.id
      const error = new Error('broken')
      const result = await run(steps, 3, s, id => (id === thrower ? error : 'pass'))
      expect(result.faults).toEqual([])
      expect(result.error).toBe(error)
      expect(result.running.size).toBe(0)
    }),
  )
})

test('done and failed steps are not run again, started ones are, and what waits for a failed one is not', async () => {
  const before = fc.constantFrom('started', 'done', 'failed', undefined)
  await fc.assert(
    fc.asyncProperty(
      acyclic.chain(steps => fc.tuple(fc.constant(steps), fc.array(before, { minLength: 12 }))),
      fc.scheduler(),
      async ([steps, states], s) => {
        const status: Record<string, Status> = {}
        steps.forEach(({ id }, i) => {
          const state = states[i]
          if (state) status[id] = state
        })
        const { started, faults } = await run(steps, 2, s, () => 'pass', status)
        const once = (id: string) => started.filter(other => other === id).length === 1
        const reached = (step: Step): boolean =>
          status[step.id] === 'started' ||
          (status[step.id] === undefined &&
            step.deps.every(dep => status[dep] === 'done' || once(dep)))
        for (const step of steps) {
          if (reached(step)) expect(once(step.id)).toBe(true)
          else expect(started).not.toContain(step.id)
        }
        expect(faults).toEqual([])
      },
    ),
  )
})
