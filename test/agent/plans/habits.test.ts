// Steps that become executable by habit, through the public door: with a model whose replies are a
// function of what it is asked, and with one that carries every step of its plans out by hand.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event, PlanDecision } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import type { Wire } from '../../../agent/llm/provider.ts'
import { type Script, scripted } from '../../../agent/llm/replay/scripted.ts'
import { memoryLibrary, openLibrary, type PlanLibrary } from '../../../plans/library/library.ts'
import { noStats, type Plan } from '../../../plans/plan.ts'
import { byModel, established, formalized, perceived } from '../../phases/replies/replies.ts'

const folder = mkdtempSync(join(tmpdir(), 'intend-habits-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Ride {
  readonly distance: number
  readonly speed: number
  /** What the step replies; the derivation of the duration unless given. */
  readonly reply?: string
}

const rides: readonly Ride[] = [
  { distance: 54, speed: 18 },
  { distance: 30, speed: 12 },
  { distance: 77, speed: 14 },
  { distance: 45, speed: 20 },
  { distance: 26, speed: 13 },
]

const asked = ({ distance, speed }: Ride) =>
  `A courier rides ${distance} km at ${speed} km/h. How many hours does she need?`

/** Answers for one ride, whatever came before it. */
const scriptFor =
  ({ distance, speed, reply }: Ride, plan = byModel): Script =>
  ({ purpose, reads }) => {
    const nearest = (reads as { nearest?: { id: string }[] }).nearest?.[0]
    switch (purpose) {
      case 'perceive':
        return perceived.replace('54', `${distance}`).replace('18', `${speed}`)
      case 'formalize':
        return nearest
          ? JSON.stringify({ ...JSON.parse(formalized), plan: nearest.id })
          : formalized
      case 'deliberate':
        return plan
      default:
        return reply ?? established({ value: distance / speed, derivation: 'distance/speed' })
    }
  }

async function ask(
  question: string,
  wire: Wire,
  plans: string | PlanLibrary,
  files: readonly string[] = [],
) {
  const events: Event[] = []
  let calls = 0
  const agent = await createAgent({
    model: createProvider(wire),
    plans,
    env: {},
    onEvent: event => {
      events.push(event)
      if (event.type === 'model-called') calls++
    },
  })
  const said = await agent.ask(question, { files })
  const library = agent.library
  agent.close()
  const decisions = events.flatMap((e): readonly PlanDecision[] =>
    e.type === 'library-reviewed' ? e.decisions : [],
  )
  const chosen = events.flatMap(e => (e.type === 'plan-selected' ? [e.plan] : []))
  return { ...said, events, calls, decisions, plans: chosen, library }
}

const ride = (each: Ride, file: string) => ask(asked(each), scripted(scriptFor(each)), file)

describe('a step that a model carried out the same way three times', () => {
  test('is carried out by code from then on, in whichever process; its plan is kept', async () => {
    const file = join(folder, 'rides.json')
    const runs = []
    for (const each of rides) runs.push(await ride(each, file))
    expect(runs.map(({ answer }) => answer)).toEqual(rides.map(r => String(r.distance / r.speed)))
    expect(runs.map(({ calls }) => calls)).toEqual([4, 3, 3, 2, 0]) // the last one is worded as the one before
    const [decision, ...more] = runs.flatMap(({ decisions }) => decisions)
    expect(more).toEqual([])
    expect(decision).toMatchObject({
      decision: 'automate',
      reason: 's1 was carried out the same way 3 times',
    })
    const [base, version] = [runs[2]!.plans[0]!, runs[3]!.plans[0]!]
    expect(version.steps[0]!.action).toEqual({ expression: 'distance / speed' })
    expect(version.origin).toMatchObject({ refines: base.id, automated: ['s1'] })
    expect(version.origin.seenQuestions).toContain(asked(rides[0]!))
    const kept = (await openLibrary(file)).plans().map(plan => plan.id)
    expect(kept.toSorted()).toEqual([base.id, version.id].toSorted())
  })

  test('is none of code when each time the model found another way', async () => {
    const file = join(folder, 'ways.json')
    const ways = ['distance / speed', '1 / speed * distance', 'distance * (1 / speed)']
    for (const [n, derivation] of ways.entries()) {
      const { distance, speed } = rides[n]!
      const reply = established({ value: distance / speed, derivation })
      const { decisions, calls } = await ride({ distance, speed, reply }, file)
      expect(decisions).toEqual([])
      expect(calls).toBe(n === 0 ? 4 : 3)
    }
  })

  test('that the model did not get right is not counted', async () => {
    const file = join(folder, 'wrong.json')
    for (const { distance, speed } of rides.slice(0, 3)) {
      const reply = established({ value: distance, derivation: 'distance/speed' })
      const { decisions, answer } = await ride({ distance, speed, reply }, file)
      expect([decisions, answer]).toEqual([[], undefined])
    }
    const counted = (await openLibrary(file)).plans().flatMap(plan => Object.values(plan.stats))
    expect(counted.every(({ ways }) => ways === undefined)).toBe(true)
  })
})

/** A plan whose one step is carried out by a model: adds up a column of a file. */
const addUp = JSON.stringify({
  goal: 'add up column of file',
  contextConditions: ['task requires adding up a column'],
  parameters: [{ role: 'file' }, { role: 'column' }],
  steps: [
    {
      id: 's1',
      kind: 'read',
      deps: [],
      reads: ['file', 'column'],
      description: 'Add up {column} over all rows of {file} with the table tool.',
      writes: [{ role: 'total', type: 'number' }],
      postcondition: 'ground_belief(total) is a number',
    },
    {
      id: 's2',
      kind: 'synthesize',
      deps: ['s1'],
      reads: ['total'],
      expression: 'total',
      description: 'Give {total} as the answer.',
      writes: [{ role: 'final_answer' }],
      postcondition: 'ground_belief(final_answer) is known',
    },
  ],
})

/** A file of its own for a question, with two columns that hold these numbers. */
function sheet(name: string, column: string, numbers: readonly number[]): string {
  mkdirSync(join(folder, name), { recursive: true })
  const path = join(folder, name, `${name}.csv`)
  writeFileSync(
    path,
    [`day,"${column.replaceAll('"', '""')}"`, ...numbers.map((n, i) => `${i + 1},${n}`)].join('\n'),
  )
  return path
}

/** A model that adds up with a query of its own, the column's head as it stands. */
const adding = (name: string, column: string, total: number, head: string): Script => {
  const spelled = /^\w+$/.test(head) ? head : `"${head.replaceAll('"', '""')}"`
  const query = `SELECT SUM(${spelled}) FROM t`
  return ({ purpose, messages }) => {
    switch (purpose) {
      case 'perceive':
        return JSON.stringify({
          schemaBeliefs: ['task requires adding up a column'],
          groundBeliefs: [
            { name: 'file', value: `${name}.csv` },
            { name: 'column', value: column },
          ],
          desire: 'add up the column',
          answerContract: { kind: 'number' },
        })
      case 'formalize':
        return JSON.stringify({
          type: 'sum_of_column',
          goal: 'add up the column',
          openParameters: ['total'],
          satisfactionCondition: 'ground_belief(final_answer) is known',
        })
      case 'deliberate':
        return addUp
      default:
        return messages.some(({ role }) => role === 'tool')
          ? JSON.stringify({
              newGroundBeliefs: [{ name: 'total', value: total, evidence: { call: 'c1' } }],
              postconditionMet: true,
              summary: 'added up',
            })
          : { calls: [{ name: 'table', input: { file: `${name}.csv`, sql: query } }] }
    }
  }
}

async function added(
  file: string,
  name: string,
  column: string,
  numbers: readonly number[],
  head = column,
) {
  const total = numbers.reduce((a, b) => a + b, 0)
  const path = sheet(name, head, numbers)
  const question = `What do the numbers in column ${column} of ${name}.csv add up to?`
  const run = await ask(question, scripted(adding(name, column, total, head)), file, [path])
  expect(run.answer).toBe(String(total))
  return run
}

describe('a question worded as one before it', () => {
  const byHand = JSON.stringify({
    ...JSON.parse(byModel),
    steps: JSON.parse(byModel).steps.map((step: { id: string }) =>
      step.id === 's1' ? { ...step, expression: 'distance / speed' } : step,
    ),
  })
  const put = (each: Ride, plans: PlanLibrary) =>
    ask(asked(each), scripted(scriptFor(each, byHand)), plans)

  test('asks no model, says so, and has its own values', async () => {
    const library = memoryLibrary()
    await put(rides[0]!, library)
    const { calls, answer, events } = await put(rides[2]!, library)
    expect([calls, answer]).toEqual([0, '5.5'])
    const [plan] = library.plans()
    expect(events.find(event => event.type === 'beliefs-perceived')).toMatchObject({
      known: { plan: plan!.id, bind: {} },
      beliefs: [{ value: 77, provenance: 'given' }, { value: 14 }],
    })
  })

  test.each<[string, (plan: Plan) => Plan]>([
    [
      'was judged wrong',
      (plan: Plan): Plan => ({ ...plan, stats: { other: { ...noStats, judgedWrong: 1 } } }),
    ],
    [
      'was imported',
      (plan: Plan): Plan => ({ ...plan, origin: { ...plan.origin, trust: 'imported' as const } }),
    ],
    [
      'was tested only',
      (plan: Plan): Plan => ({ ...plan, origin: { ...plan.origin, trust: 'tested' as const } }),
    ],
  ])('asks the model when its plan %s', async (_, changed) => {
    const library = memoryLibrary()
    await put(rides[0]!, library)
    const { calls } = await put(rides[2]!, memoryLibrary(library.plans().map(changed)))
    expect(calls).toBeGreaterThan(0)
  })
})

describe('an executable form that fails', () => {
  test('gives way to the plan it was made from, and is not made again', async () => {
    const file = join(folder, 'sums.json')
    await added(file, 'hens', 'eggs', [3, 5])
    await added(file, 'cows', 'milk', [31, 17])
    const third = await added(file, 'bees', 'honey', [2, 9])
    expect(third.decisions).toMatchObject([{ decision: 'automate' }])
    const byCode = await added(file, 'goats', 'goat cheese', [7, 8])
    expect(byCode.calls).toBe(2)
    const version = byCode.plans[0]!
    expect(version.steps[0]!.action).toMatchObject({
      input: { file: '{file}', sql: 'SELECT SUM("{column}") FROM t' },
    })
    // a quote in a name is doubled in the query; worded as before, it needs no model
    const quoted = await added(file, 'lambs', 'raw "wool"', [12, 14])
    expect([quoted.plans[0]!.id, quoted.calls]).toEqual([version.id, 0])
    // the question does not name the column as the file does
    const once = await added(file, 'sheep', 'fleece', [12, 13], 'raw wool')
    expect([once.plans[0]!.id, once.calls > 2, once.decisions]).toEqual([version.id, true, []])
    const finished = once.events.flatMap(e => (e.type === 'step-finished' ? [e.result] : []))
    expect(finished[0]!.attempted).toContain('fleece')
    const twice = await added(file, 'geese', 'feathers', [1, 4], 'soft down')
    expect(twice.decisions).toEqual([
      { plan: version.id, decision: 'remove', reason: 'the executable form of s1 failed 2 times' },
    ])
    const back = await added(file, 'ducks', 'eggs', [6, 9])
    expect(back.plans[0]!.id).toBe(version.origin.refines)
    expect(back.decisions).toEqual([])
    expect((await openLibrary(file)).get(version.id)).toBeUndefined()
  })

  test('is given up at once when it never worked', async () => {
    const file = join(folder, 'first.json')
    await added(file, 'oats', 'tonnes', [3, 5])
    await added(file, 'rye', 'sacks', [31, 17])
    await added(file, 'wheat', 'bags', [2, 9])
    const { decisions } = await added(file, 'corn', 'grain', [7, 8], 'dry matter')
    expect(decisions).toMatchObject([
      { decision: 'remove', reason: 'the executable form of s1 failed before it ever worked' },
    ])
  })
})
