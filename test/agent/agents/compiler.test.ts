// The plan compiler through the real loop, with a model whose replies are scripted.
import { describe, expect, test } from 'vitest'
import { compiler } from '../../../agent/agents/compiler.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { type ScriptedReply, scripted } from '../../../agent/llm/replay/scripted.ts'
import { pddlWorld, type Surprise } from '../../../harness/worlds/pddl.ts'
import { validatePlan } from '../../../plans/pddl/judge/validate.ts'
import { printPlan } from '../../../plans/pddl/syntax/print.ts'
import { lamps, letters, serving, written } from './planning-problems.ts'

interface Problem {
  readonly domain: string
  readonly problem: string
}

async function run(
  problem: Problem,
  replies: readonly ScriptedReply[] | 'offline',
  surprises: readonly Surprise[] = [],
) {
  const wire = scripted(replies === 'offline' ? [] : { compile: replies })
  const world = pddlWorld({ ...problem, surprises })
  const events: Event[] = []
  const agent = await createAgent({
    agent: compiler,
    model: replies === 'offline' ? 'offline' : createProvider(wire),
    world,
    onEvent: event => events.push(event),
  })
  const perception = { kind: 'goal', text: 'solve it', data: problem, source: 'user' } as const
  for await (const _ of agent.handle(perception));
  const of = <T extends Event['type']>(type: T) =>
    events.filter((event): event is Extract<Event, { type: T }> => event.type === type)
  const record = agent.state().intentionHistory.last()!
  const prompt = (n: number) => wire.requests[n]!.messages.at(-1)!.content
  return { world, events, of, record, selected: of('plan-selected'), prompt, wire }
}

const serve = [
  ['go-to', 'table_1', 'kitchen'],
  ['pick-up', 'red-cup', 'kitchen'],
  ['go-to', 'kitchen', 'table_1'],
  ['put-down', 'red-cup', 'table_1'],
] as const
const right = written(...serve)
const forgetful = written(serve[0], serve[1], serve[3])

describe('the plan compiler', () => {
  test('acts the first plan step by step when it is right', async () => {
    const { world, record, selected, of } = await run(serving, [right])
    expect(record).toMatchObject({ satisfied: true, cycles: 1, usage: { calls: 1 } })
    expect(printPlan(world.acts())).toBe(
      '(go-to table_1 kitchen)\n(pick-up red-cup kitchen)\n(go-to kitchen table_1)\n(put-down red-cup table_1)\n',
    )
    expect(record.answer).toBe(printPlan(world.acts()).trimEnd())
    expect(selected).toMatchObject([{ from: 'generated', refused: [] }])
    expect(selected[0]!.plan.origin.reason).toBe('written by scripted at attempt 1')
    const order = of('step-started').map(each => each.seq)
    const ends = of('step-finished').map(each => each.seq)
    expect(order.slice(1).every((seq, i) => seq > ends[i]!)).toBe(true)
  })

  test('believes the problem in words made from the PDDL, and desires its goal', async () => {
    const { of } = await run(letters, 'offline')
    const [beliefs] = of('beliefs-perceived')
    expect(beliefs!.schemaBeliefs).toContain(
      'The action "sort ?l ?b" (?l is a letter and ?b is a box) can be done only when "loose ?l" and not "shut ?b". Then "in ?l ?b" becomes true; "loose ?l" becomes false; it costs 1.',
    )
    expect(beliefs!.desire).toBe(
      'Bring it about that "in x north", "in y south", "shut north" and "shut south".',
    )
    expect(beliefs!.beliefs.map(({ name }) => name)).toEqual(['(loose x)', '(loose y)'])
  })

  test('keeps only the order that is needed, also where the model wrote none', async () => {
    const steps = [
      ['a', 'sort', 'x', 'north'],
      ['b', 'sort', 'y', 'south'],
      ['c', 'shut-box', 'north'],
      ['d', 'shut-box', 'south'],
    ].map(([id, action, ...args], n) => ({ id, action, args, ...(n % 2 === 0 && { deps: [] }) }))
    const { selected, record } = await run(letters, [JSON.stringify({ steps })])
    expect(record).toMatchObject({ satisfied: true, usage: { calls: 1 } })
    expect(selected[0]!.plan.steps.map(({ id, deps }) => [id, deps])).toEqual([
      ['s1', []],
      ['s2', []],
      ['s3', ['s1']],
      ['s4', ['s2']],
    ])
  })

  test('sends a wrong plan back with what was missing, why, and what was true then', async () => {
    const { selected, record, prompt } = await run(serving, [forgetful, right])
    expect(record).toMatchObject({ satisfied: true, usage: { calls: 2 } })
    const fault = 'Step 3, (put-down red-cup table_1), fails: it needs (robot-at table_1).'
    expect(prompt(1)).toContain(fault)
    expect(prompt(1)).toContain('(robot-at table_1): deleted by step 1 (go-to table_1 kitchen)')
    expect(prompt(1)).toMatch(/true before step 3: .*\(holds red-cup\)/)
    expect(selected[0]!.refused).toEqual([expect.stringContaining(fault)])
    expect(selected[0]!.plan.origin.reason).toBe('written by scripted at attempt 2')
  })

  test('tells the whole history of refused plans, three repairs at most, then mends the last one itself', async () => {
    const empty = JSON.stringify({ steps: [] })
    const { selected, record, prompt, wire, world } = await run(serving, [
      empty,
      written(serve[1]),
      written(serve[0], serve[1]),
      forgetful,
    ])
    expect(wire.requests).toHaveLength(4)
    expect(prompt(3).match(/## Attempt/g)).toHaveLength(3)
    expect(prompt(3)).toContain('## Attempt 1\nThe plan: no steps')
    expect(selected[0]).toMatchObject({ from: 'fallback', refused: { length: 4 } })
    expect(selected[0]!.plan.origin).toMatchObject({
      model: 'repair',
      reason:
        '4 plans of scripted were refused; the last one was repaired without a model: kept 3 of 3 steps, 1 changed',
    })
    expect(record.satisfied).toBe(true)
    expect(world.acts()).toHaveLength(4)
  })

  test('asks the planner when no reply held any step', async () => {
    const empty = JSON.stringify({ steps: [] })
    const { selected, record } = await run(serving, [empty, empty, empty, empty])
    expect(record.satisfied).toBe(true)
    expect(selected[0]!.plan.origin.reason).toBe(
      '4 plans of scripted were refused; the planner wrote it',
    )
  })

  test('finds the plan in a reply with thoughts, prose and a code fence around it', async () => {
    const prose = `<think>cups { red }</think>Here is my plan:\n\`\`\`json\n${right}\n\`\`\`\nIt works!`
    const { record, of } = await run(serving, [prose])
    expect(record).toMatchObject({ satisfied: true, usage: { calls: 1 } })
    expect(of('model-called')[0]).toMatchObject({ parsed: 'repaired' })
  })

  test('reads names in other spellings, arguments by name and actions written as text', async () => {
    const steps = [
      { id: '1', action: 'GoTo', args: { to: 'Kitchen', from: 'Table 1' }, deps: [] },
      { id: '2', action: '(pick_up RedCup kitchen)', args: [], deps: ['1'] },
      { id: '3', action: 'go to', args: ['kitchen', 'table1'], deps: ['2'] },
      { id: '4', action: 'PUT-DOWN', args: ['red_cup', 'table_1'], deps: ['3'] },
    ]
    const { record, selected } = await run(serving, [JSON.stringify({ steps })])
    expect(record).toMatchObject({ satisfied: true, usage: { calls: 1 } })
    expect(selected[0]!.plan.origin.reason).toMatch(
      /"GoTo" read as go-to; .*"RedCup" read as red-cup/,
    )
  })

  test.each([
    ['an action nobody knows', ['grab', 'red-cup', 'kitchen'], 'there is no action "grab"'],
    ['an object nobody knows', ['pick-up', 'rad-cup', 'kitchen'], 'did you mean "red-cup"?'],
    ['an object of another kind', ['pick-up', 'table_1', 'kitchen'], 'must be of type cup'],
    ['too few arguments', ['go-to', 'table_1'], 'takes 2 arguments, not 1'],
  ])('says what is wrong with %s', async (_what, action, complaint) => {
    const { prompt, record } = await run(serving, [written(action), right])
    expect(prompt(1)).toContain(complaint)
    expect(record.satisfied).toBe(true)
  })

  test.each([
    ['a cycle', ['s2'], 'The dependencies form a cycle among s1, s2'],
    ['a dependency on no step', ['s9'], 'Step s1 depends on "s9", which is no step'],
  ])('says what is wrong with the structure: %s', async (_what, deps, complaint) => {
    const plan = JSON.parse(right)
    plan.steps[0].deps = deps
    const { prompt } = await run(serving, [JSON.stringify(plan), right])
    expect(prompt(1)).toContain(complaint)
  })

  test('goes on to the next attempt when a reply holds no plan, even after it was asked again', async () => {
    const { record, selected } = await run(serving, ['I cannot.', 'No.', right])
    expect(record.satisfied).toBe(true)
    expect(selected[0]!.refused).toEqual([expect.stringContaining('holds no JSON object')])
  })

  test.each(Object.entries({ serving, lamps, letters }))(
    'uses the planner offline and says so: %s',
    async (_name, problem) => {
      const { record, selected, world } = await run(problem, 'offline')
      expect(record.satisfied).toBe(true)
      expect(world.goalReached()).toBe(true)
      expect(validatePlan(world.task, world.acts()).valid).toBe(true)
      expect(selected[0]!.plan.origin).toMatchObject({
        model: 'planner',
        reason: expect.stringMatching(/^offline: it cannot compile; .*; the planner wrote it$/),
      })
    },
  )

  test('compiles again, from the world as it is, when the rest of the plan no longer leads to the goal', async () => {
    const moved = { after: 2, added: ['(robot-at table_1)'], deleted: ['(robot-at kitchen)'] }
    const { record, of, prompt } = await run(serving, [right, written(serve[3])], [moved])
    expect(record).toMatchObject({ satisfied: true, cycles: 2 })
    expect(of('step-finished').map(({ ask }) => ask)).toEqual(['continue', 'replan', 'continue'])
    expect(prompt(1)).toMatch(/True now:\n(- .*\n)*- robot-at: table_1\n/)
  })

  test('goes on with its plan when what happened does not matter to it', async () => {
    const dropped = {
      after: 1,
      added: ['(cup-at blue-cup table_1)'],
      deleted: ['(cup-at blue-cup kitchen)'],
    }
    const { record, of } = await run(serving, [right], [dropped])
    expect(record).toMatchObject({ satisfied: true, cycles: 1 })
    expect(of('step-finished').every(({ ask }) => ask === 'continue')).toBe(true)
  })

  test('gives up with a certificate when there is no plan', async () => {
    const locked = serving.problem.replace('(door kitchen table_1)', '')
    const { record } = await run({ ...serving, problem: locked }, 'offline')
    expect(record).toMatchObject({ satisfied: false })
    expect(record.reason).toMatch(/^no plan exists: /)
  })

  test('does nothing when the goal holds already', async () => {
    const there = serving.problem.replace('(cup-at red-cup kitchen)', '(cup-at red-cup table_1)')
    const { record, world } = await run({ ...serving, problem: there }, [])
    expect(record).toMatchObject({ satisfied: true, usage: { calls: 0 } })
    expect(world.acts()).toEqual([])
  })

  test('says where the PDDL cannot be read', async () => {
    const agent = await createAgent({ agent: compiler })
    const data = { domain: serving.domain.replace('hand-free)\n', 'hand-fre)\n'), problem: '' }
    const perception = { kind: 'goal', text: 'x', data, source: 'user' } as const
    for await (const _ of agent.handle(perception));
    const { satisfied, reason } = agent.state().intentionHistory.last()!
    expect(satisfied).toBe(false)
    expect(reason).toMatch(/^the PDDL cannot be read: line \d+, column \d+: expected /)
  })
})
