// How sure an answer is: the weakest thing it rests on decides, and a person may say how sure is enough.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apply, emptyState } from '../../../agent/apply.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event, EventBody } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { scripted } from '../../../agent/llm/replay/scripted.ts'
import type { NewBelief, State } from '../../../agent/state.ts'
import { view } from '../../../agent/view.ts'
import {
  confidenceOn,
  type Ground,
  groundOf,
  measured,
} from '../../../phases/satisfy/confidence.ts'
import { conflictsIn } from '../../../phases/satisfy/conflicts.ts'
import { identify } from '../../../plans/identify.ts'
import type { Plan, PlanDraft } from '../../../plans/plan.ts'
import {
  answer,
  crates,
  formalize,
  perceive,
  planOf as planOfSteps,
  question,
  say,
  sum,
  total,
} from '../../support/crates.ts'
import { recorded, replayed } from '../recorded.ts'
import { saying } from './runs.ts'

const number = { kind: 'number' } as const

describe('an answer', () => {
  test('that code makes of the question alone rests on what is given', async () => {
    const { closed, answer } = await saying({ says: 'count + other_count', form: number })
    expect(closed).toMatchObject({ answer: '20', confidence: confidenceOn('given') })
    expect(answer.answer).toBe('20')
  })

  test('in which a value was perceived that nobody has stated rests on an assumption', async () => {
    const also = [{ name: 'share', value: 0.25 }]
    const { closed } = await saying({ says: 'count * share', form: number, also })
    expect(closed).toMatchObject({ answer: '4.25', confidence: confidenceOn('assumed') })
  })

  test.each([
    ['wait', '1.5'],
    ['wait / 60', undefined],
  ])('of minutes, asked for in hours, is %s and no other', async (says, answer) => {
    const also = [{ name: 'wait', value: '90 min' }]
    const form = { kind: 'number', unit: 'h' } as const
    const { closed } = await saying({ says, form, also })
    expect(closed.type === 'intention-closed' && closed.answer).toBe(answer)
  })

  test('whose last step no pattern could judge is doubted', async () => {
    const postcondition = 'the final answer is what a careful person would say'
    const { closed } = await saying({ says: 'count', form: number, postcondition })
    expect(closed).toMatchObject({ status: 'satisfied', confidence: confidenceOn('doubted') })
  })

  test.each<[string, Ground]>([
    ['relay', 'given'],
    ['recipe', 'given'],
    ['orders', 'computed'],
    ['grant', 'searched'],
    ['hasty-hall', 'reworked'],
    ['pantry', 'reworked'],
  ])('of the recorded run %s is %s', async (id, ground) => {
    const { events } = await replayed(recorded.find(each => each.id === id)!)
    const closed = events.findLast(event => event.type === 'intention-closed')
    expect(closed).toMatchObject({ confidence: confidenceOn(ground) })
  })
})

describe('what was handed over', () => {
  const { folder, file } = crates()
  const note = join(folder, 'note.txt')
  writeFileSync(note, 'The crates of the depot Alder weigh 19 kg together.\n')

  async function groundFor(about: string, sections: object) {
    const wire = scripted([say({ ...sections, formalize })])
    const agent = await createAgent({ model: createProvider(wire, { converses: true }) })
    const { confidence } = await agent.ask(question, { files: [about] })
    agent.close()
    return measured.find(({ ground }) => confidenceOn(ground) === confidence)?.ground
  }

  test('is computed where a query gives the value of all its rows', async () => {
    const sections = { perceive: perceive(), deliberate: planOfSteps(sum(), answer) }
    expect(await groundFor(file, sections)).toBe('computed')
  })

  test('is found where words of it are quoted', async () => {
    const groundBeliefs = [{ name: 'target_entity', value: 'Alder' }]
    const byEye = sum({ tool: undefined, description: 'the weight of {target_entity} together' })
    const quote = 'The crates of the depot Alder weigh 19 kg together.'
    const sections = {
      perceive: { ...perceive(), groundBeliefs },
      deliberate: planOfSteps(byEye, answer),
      results: total(19, { call: 'c1', quote }, 'kg'),
    }
    expect(await groundFor(note, sections)).toBe('found')
  })
})

describe('the least that is given', () => {
  const ask = (minConfidence: number) =>
    saying({ says: 'count', form: number, limits: { minConfidence } })

  test('declines an answer that is less sure, and says so', async () => {
    const { closed, answer } = await ask(0.999)
    expect(closed).toMatchObject({ status: 'failed' })
    expect(answer).toMatchObject({ satisfied: false, answer: undefined })
    expect(answer.reason).toMatch(/^0\.\d\d sure, and less than 0\.999 is not given$/)
    expect(closed).toMatchObject({ status: 'failed', confidence: expect.closeTo(0.98, 1) })
    expect(closed).not.toHaveProperty('answer')
  })

  test('gives an answer that is exactly as sure', async () => {
    const { answer } = await ask(confidenceOn('given'))
    expect(answer).toMatchObject({ satisfied: true, answer: '17' })
  })

  test('never says that as much as wanted is too little', async () => {
    const shares = fc.double({ min: 0, max: 1, noNaN: true })
    await fc.assert(
      fc.asyncProperty(shares, async share => {
        const { answer } = await ask(share)
        expect(answer.satisfied).toBe(confidenceOn('given') >= share)
        const [, said = '0'] = /^([\d.]+) sure/.exec(answer.reason) ?? []
        if (!answer.satisfied) expect(Number(said)).toBeLessThan(share)
      }),
      { numRuns: 15 },
    )
  })
})

test('no ground is surer than one before it, and none is certain', () => {
  const shares = measured.map(({ ground }) => confidenceOn(ground))
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  for (const share of shares) {
    expect(share).toBeGreaterThan(0.5)
    expect(share).toBeLessThan(1)
  }
})

describe('beliefs that disagree', () => {
  test('are kept with their sources, and an answer that rests on one is doubted', () => {
    const state = told([perceived([given('distance', 54, 'km')]), ...other(55, 'km')])
    expect(conflictsIn(view(state, '1'))).toEqual([
      {
        name: 'distance',
        values: [
          { value: 55, unit: 'km', source: 'map' },
          { value: 54, unit: 'km', source: 'user' },
        ],
      },
    ])
    expect(groundOf(state, '1', ['distance'])).toBe('doubted')
  })

  test('are none when the same is said in another unit', () => {
    const state = told([perceived([given('distance', 54, 'km')]), ...other(54_000, 'm')])
    expect(conflictsIn(view(state, '1'))).toEqual([])
    expect(groundOf(state, '1', ['distance'])).toBe('given')
  })

  test('do not touch an answer that does not rest on them', () => {
    const speed = given('speed', 18, 'km/h')
    const state = told([perceived([given('distance', 54, 'km'), speed]), ...other(55, 'km')])
    expect(groundOf(state, '1', ['speed'])).toBe('given')
  })
})

test('what a sub-goal rests on counts for the answer that rests on it', () => {
  const down = planOf({
    steps: [
      {
        id: 's1',
        kind: 'achieve',
        description: 'Find it.',
        deps: [],
        reads: ['place'],
        writes: [{ role: 'height' }],
        bind: { site: 'place', found: 'height' },
        postcondition: 'ground_belief(height) is known',
      },
    ],
  })
  const found: NewBelief = {
    name: 'found',
    value: 700,
    source: 'web_search',
    provenance: 'quoted',
    evidence: { call: 'c1', quote: '700' },
  }
  const below = planOf({
    steps: [
      {
        id: 's1',
        kind: 'fetch',
        description: 'Search.',
        deps: [],
        reads: ['site'],
        writes: [{ role: 'found' }],
        postcondition: 'ground_belief(found) is known',
      },
    ],
  })
  const child = '1/1.s1'
  const call = { intention: child, step: 's1', tool: 'web_search', input: {}, content: '700' }
  const searched = (assumed: boolean) =>
    told([
      perceived([{ ...given('place', 'Rehn'), provenance: assumed ? 'assumed' : 'given' }]),
      selected('1', down),
      {
        type: 'step-started',
        intention: '1',
        step: 's1',
        goal: {
          id: child,
          intentionType: 'find',
          goal: 'find',
          satisfactionCondition: '',
          openParameters: ['found'],
          beliefs: [{ ...given('site', 'Rehn'), source: 'step' }],
        },
      },
      selected(child, below),
      { type: 'tool-called', id: 'c1', ms: 1, computes: false, failed: false, ...call },
      finished(child, found, 'quoted'),
      finished('1', { ...found, name: 'height' }, 'quoted'),
    ])
  expect(groundOf(searched(false), '1', ['height'])).toBe('searched')
  expect(groundOf(searched(false), child, ['site'])).toBe('given')
  expect(groundOf(searched(true), child, ['site'])).toBe('assumed')
})

// --- internal ---

function told(bodies: readonly EventBody[]): State {
  const formed: EventBody = {
    type: 'intention-formed',
    intention: '1',
    intentionType: 'any',
    goal: 'any',
    satisfactionCondition: '',
    openParameters: [],
    bind: {},
  }
  const events = bodies.toSpliced(1, 0, formed).map((body, index) => ({
    ...body,
    seq: index + 1,
    at: index,
  })) as readonly Event[]
  return events.reduce(apply, emptyState())
}

function perceived(beliefs: readonly NewBelief[]): EventBody {
  return {
    type: 'beliefs-perceived',
    intention: '1',
    perception: '1',
    schemaBeliefs: [],
    scope: '1',
    beliefs,
    withdrawn: [],
  }
}

const given = (name: string, value: number | string, unit?: string): NewBelief => ({
  name,
  value,
  source: 'user',
  provenance: 'given',
  ...(unit !== undefined && { unit }),
})

/** A step of a plan takes another distance from a map. */
function other(value: number, unit: string): readonly EventBody[] {
  const plan = planOf({
    steps: [
      {
        id: 's1',
        kind: 'compute',
        description: 'Look.',
        deps: [],
        reads: [],
        writes: [{ role: 'distance' }],
        postcondition: 'ground_belief(distance) is known',
      },
    ],
  })
  const belief = { ...given('distance', value, unit), source: 'map' }
  return [selected('1', plan), finished('1', belief, 'given')]
}

const planOf = ({ steps }: Pick<PlanDraft, 'steps'>): Plan =>
  identify(
    { intentionType: 'any', goal: 'any', contextConditions: [], parameters: [], steps },
    { agent: 'test', model: '', createdAt: '', seenQuestions: [] },
  )

const selected = (intention: string, plan: Plan): EventBody => ({
  type: 'plan-selected',
  intention,
  plan,
  from: 'generated',
  bind: {},
  candidates: [],
  refused: [],
})

const finished = (
  intention: string,
  belief: NewBelief,
  provenance: NewBelief['provenance'],
): EventBody => ({
  type: 'step-finished',
  intention,
  step: 's1',
  ask: 'continue',
  result: { summary: '', beliefs: [belief], calls: [] },
  verdict: {
    passed: true,
    tier: 'pattern',
    why: '',
    provenance: { [belief.name]: provenance },
  },
})
