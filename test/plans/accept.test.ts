import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accept, type Needs } from '../../plans/accept.ts'
import { ancestors } from '../../plans/dag.ts'
import { identify } from '../../plans/identify.ts'
import type { PlanDraft, Step } from '../../plans/plan.ts'
import { carryOut } from '../agent/goals/carry-out.ts'
import { carelessDraft, forgetfulDraft, role } from './arbitrary-plans.ts'
import { simpleDraft } from './simple-draft.ts'

const needs: Needs = {
  openParameters: [],
  satisfactionCondition: 'ground_belief(result) is known',
  given: ['amount'],
}

function step(id: string, part: Partial<Step> = {}): Step {
  return {
    id,
    kind: 'compute',
    description: 'do it',
    deps: [],
    reads: [],
    writes: [],
    postcondition: 'it is done',
    ...part,
  }
}

function draft(steps: readonly Step[], part: Partial<PlanDraft> = {}): PlanDraft {
  return { ...simpleDraft('rate_of_change'), parameters: [], steps: [...steps], ...part }
}

const result = { writes: [{ role: 'result' }], postcondition: 'ground_belief(result) is known' }
const fetchRate = step('fetch_rate', { kind: 'fetch', writes: [{ role: 'rate' }] })

/** Runs an accepted plan in an order of chance and tells every step that lacked what it reads. */
async function faultsOf(plan: PlanDraft, given: readonly string[], scheduler: fc.Scheduler) {
  const status: Record<string, 'started' | 'done'> = {}
  const faults: string[] = []
  const byId = new Map(plan.steps.map(each => [each.id, each]))
  const advance = async (each: Step) => {
    const seen = new Set(given)
    for (const dep of each.deps)
      if (status[dep] !== 'done') faults.push(`${each.id} started before ${dep}`)
    for (const id of ancestors(plan.steps, each.id))
      for (const written of byId.get(id)!.writes) seen.add(written.role)
    for (const read of each.reads) if (!seen.has(read)) faults.push(`${each.id} misses ${read}`)
    status[each.id] = 'started'
    await scheduler.schedule(Promise.resolve(), each.id)
    status[each.id] = 'done'
  }
  const run = carryOut(() => ({ steps: plan.steps, status, stopped: false }), 3, advance)
  await scheduler.waitFor(run)
  for (const each of plan.steps) if (status[each.id] !== 'done') faults.push(`${each.id} never ran`)
  return faults
}

describe('an accepted plan', () => {
  const asked = fc.record({
    openParameters: fc.uniqueArray(role, { maxLength: 2 }),
    satisfactionCondition: fc.oneof(
      role.map(name => `ground_belief(${name}) is known`),
      fc.constant('the question is answered'),
    ),
    given: fc.uniqueArray(role, { minLength: 1, maxLength: 5 }).map(g => [...g, 'given_role']),
  })
  const cases = fc.tuple(fc.oneof(carelessDraft, forgetfulDraft), asked)

  test('runs to its end, and no step starts before its deps or lacks what it reads', async () => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(cases, fc.scheduler(), async ([careless, wanted], scheduler) => {
        const { plan, issues } = accept(careless, wanted)
        if (issues.length > 0) return
        accepted++
        expect(await faultsOf(plan, wanted.given, scheduler)).toEqual([])
      }),
      { numRuns: 250 },
    )
    expect(accepted).toBeGreaterThan(50)
  })

  test('has every open parameter before each synthesis, one writer for each role, and believed parameters', () => {
    fc.assert(
      fc.property(cases, ([careless, wanted]) => {
        const { plan, issues } = accept(careless, wanted)
        if (issues.length > 0) return
        const written = plan.steps.flatMap(each => each.writes.map(to => to.role))
        expect(new Set(written).size).toBe(written.length)
        for (const { role: name } of plan.parameters) expect(wanted.given).toContain(name)
        for (const each of plan.steps.filter(({ kind }) => kind === 'synthesize')) {
          const above = [...ancestors(plan.steps, each.id)]
          const before = plan.steps.filter(({ id }) => above.includes(id))
          const known = before.flatMap(({ writes }) => writes.map(to => to.role))
          expect([...known, ...wanted.given]).toEqual(expect.arrayContaining(wanted.openParameters))
        }
      }),
      { numRuns: 150 },
    )
  })

  test('is accepted again as it is, and can be given an id', () => {
    fc.assert(
      fc.property(cases, ([careless, wanted]) => {
        const first = accept(careless, wanted)
        if (first.issues.length > 0) return
        expect(accept(first.plan, wanted)).toEqual({ plan: first.plan, repairs: [], issues: [] })
        const origin = { agent: '', model: '', createdAt: '', seenQuestions: [] }
        expect(identify(first.plan, origin)).toMatchObject(first.plan)
      }),
      { numRuns: 150 },
    )
  })

  test('that only lacked edges, reads and parameters is always mended', () => {
    fc.assert(
      fc.property(forgetfulDraft, careless => {
        const names = careless.steps.flatMap(({ writes }) => writes.map(to => to.role))
        const last = names.at(-1)!
        const { issues } = accept(
          { ...careless, parameters: [] },
          {
            openParameters: [],
            satisfactionCondition: `ground_belief(${last}) is known`,
            given: ['given_role'],
          },
        )
        expect(issues).toEqual([])
      }),
    )
  })
})

describe('what can be mended mechanically is mended and reported', () => {
  test('a plan without a fault is left alone', () => {
    const plan = simpleDraft('rate_of_change')
    expect(accept(plan, needs)).toEqual({ plan, repairs: [], issues: [] })
  })

  test('the edge to the only writer of a role, and the read of a name in the expression', () => {
    const { plan, repairs, issues } = accept(
      draft([fetchRate, step('s2', { ...result, action: { expression: '{rate} * 3 km' } })]),
      needs,
    )
    expect(issues).toEqual([])
    expect(plan.steps[1]).toMatchObject({
      deps: ['fetch_rate'],
      reads: ['rate'],
      action: { expression: 'rate * 3 km' },
    })
    expect(repairs.join(' ')).toMatch(
      /braces .* s2.*s2 now reads rate.*s2 now depends on fetch_rate/,
    )
  })

  test('the quotes around a text that is put together', () => {
    const said = step('s2', {
      ...result,
      kind: 'synthesize',
      action: { expression: '"{rate}, {rate:2}"' },
    })
    const { plan, issues, repairs } = accept(draft([fetchRate, said]), needs)
    expect(issues).toEqual([])
    expect(plan.steps[1]?.action).toEqual({ expression: '{rate}, {rate:2}' })
    expect(repairs.join(' ')).toMatch(/quotes .* s2/)
  })

  test('nothing of an expression that chooses among texts, whose slots are read with its names', () => {
    const expression = '"{rate:1}: " + if(rate > 3, "more than {rate}", "less")'
    const said = step('s2', { ...result, kind: 'synthesize', action: { expression } })
    const { plan, issues } = accept(draft([fetchRate, said]), needs)
    expect(issues).toEqual([])
    expect(plan.steps[1]).toMatchObject({ action: { expression }, reads: ['rate'] })
  })

  test('the edge from a synthesis to the writer of an open parameter', () => {
    const { plan, issues } = accept(
      draft([fetchRate, step('s2', { ...result, kind: 'synthesize' })]),
      {
        ...needs,
        openParameters: ['rate'],
      },
    )
    expect(issues).toEqual([])
    expect(plan.steps[1]?.deps).toEqual(['fetch_rate'])
  })

  test('duplicate entries', () => {
    const twice = step('s2', {
      deps: ['fetch_rate', 'fetch_rate'],
      reads: ['rate', 'rate'],
      writes: [{ role: 'result' }, { role: 'result' }],
    })
    const { plan, repairs, issues } = accept(draft([fetchRate, twice]), needs)
    expect(issues).toEqual([])
    expect(repairs).toHaveLength(3)
    expect(plan.steps[1]).toMatchObject({
      deps: ['fetch_rate'],
      reads: ['rate'],
      writes: result.writes,
    })
  })

  test('slots of tool inputs and of descriptions are reads, and believed names that are read are parameters', () => {
    const look = step('s1', {
      ...result,
      kind: 'fetch',
      description: 'look {amount} up and establish {result}',
      action: { tool: 'look_up', input: { query: ['{unit_name}'] } },
    })
    const { plan, issues } = accept(draft([look]), { ...needs, given: ['amount', 'unit_name'] })
    expect(issues).toEqual([])
    expect(plan.steps[0]?.reads).toEqual(['amount', 'unit_name'])
    expect(plan.parameters).toEqual([{ role: 'amount' }, { role: 'unit_name' }])
  })

  test('a parameter that a step writes, or that nobody needs or believes, is dropped', () => {
    const parameters = [{ role: 'rate' }, { role: 'leftover' }]
    const { plan, issues } = accept(draft([fetchRate, step('s2', result)], { parameters }), needs)
    expect([plan.parameters, issues]).toEqual([[], []])
  })

  test('roles bound to beliefs of another name are believed, for parameters and for the goal', () => {
    const { issues } = accept(simpleDraft('rate_of_change'), {
      openParameters: ['travel_time'],
      satisfactionCondition: 'ground_belief(travel_time) is known',
      given: ['distance'],
      bind: { amount: 'distance', result: 'travel_time' },
    })
    expect(issues).toEqual([])
  })
})

describe('what cannot be mended goes back with the step and the way out', () => {
  const faults: readonly (readonly [string, readonly Step[], RegExp, Partial<Needs>?])[] = [
    ['an id used twice', [step('s1', result), step('s1')], /s1 is used twice/],
    [
      'a dependency on no step',
      [step('s1', { ...result, deps: ['s9'] })],
      /s1 depends on s9.*ids are s1/,
    ],
    [
      'a cycle',
      [step('s1', { ...result, deps: ['s2'] }), step('s2', { deps: ['s1'] })],
      /s1, s2 form a cycle/,
    ],
    [
      'a role nobody writes',
      [step('s1', { ...result, reads: ['amuont'] })],
      /s1 reads amuont.*nearest: amount/,
    ],
    [
      'a role written only after it is read',
      [step('s1', { ...result, reads: ['rate'] }), { ...fetchRate, deps: ['s1'] }],
      /s1 reads rate, which step fetch_rate writes only after it/,
    ],
    [
      'a step that reads only its own result',
      [step('s1', { ...result, reads: ['result'] })],
      /only the step itself/,
    ],
    [
      'two writers of a role',
      [step('s1', result), step('s2', result)],
      /result is written by step s1 and step s2/,
    ],
    [
      'a fetch of two roles',
      [step('s1', { kind: 'fetch', writes: [{ role: 'result' }, { role: 'x' }] })],
      /exactly one role/,
    ],
    [
      'a fetch of nothing',
      [step('s1', result), step('s2', { kind: 'fetch' })],
      /s2 is a fetch and writes nothing/,
    ],
    [
      'an action whose value has no place',
      [step('s1', result), step('s2', { action: { expression: '1 + 1' } })],
      /s2 has an action and writes nothing/,
    ],
    [
      'an expression that is none',
      [step('s1', { ...result, action: { expression: 'take the ) of it' } })],
      /expression of step s1 \(take the \) of it\)/,
    ],
    [
      'a goal nobody establishes',
      [fetchRate],
      /No step writes result, which the satisfaction condition needs/,
    ],
    [
      'an open parameter nobody establishes',
      [step('s1', result)],
      /open parameter rate/,
      { openParameters: ['rate'] },
    ],
    [
      'a synthesis of the open parameter itself',
      [step('s1', { ...result, kind: 'synthesize' })],
      /s1 synthesizes without the open parameter result, which only the step itself writes/,
      { openParameters: ['result'] },
    ],
    [
      'a postcondition about what the step cannot see',
      [step('s1', { ...result, postcondition: 'ground_belief(other) > 1' })],
      /s1 has a postcondition about other/,
    ],
    [
      'a binding to an unknown role',
      [step('s1', { ...result, kind: 'achieve', bind: { inner: 'nowhere' } })],
      /s1 binds inner to nowhere/,
    ],
    [
      'a plan that changes nothing',
      [step('s1', { kind: 'read' })],
      /would change nothing/,
      { satisfactionCondition: 'the question is answered' },
    ],
    ['no step at all', [], /has no step/],
  ]

  for (const [title, steps, message, more] of faults)
    test(title, () => {
      const { issues } = accept(draft(steps), { ...needs, ...more })
      expect(issues).toEqual([expect.stringMatching(message)])
      expect(issues[0]).toMatch(/^[A-Z].*\.$/s)
    })

  test('a parameter that is not believed', () => {
    const { issues } = accept(simpleDraft('rate_of_change'), { ...needs, given: [] })
    expect(issues).toHaveLength(1)
    expect(issues[0]).toMatch(/s1 reads amount, a parameter that is not believed/)
  })
})

test('a goal that something is not known needs no step that writes it', () => {
  const move = step('s1', { kind: 'act', action: { act: 'move', args: [] } })
  const { issues } = accept(draft([move]), {
    ...needs,
    satisfactionCondition: 'not ground_belief(obstacle) is known',
  })
  expect(issues).toEqual([])
})
