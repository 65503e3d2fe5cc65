import { describe, expect, it } from 'vitest'
import type { Phases, Policy } from '../../agent/contract.ts'
import { openJournal, readJournal } from '../../agent/runs/journal.ts'
import { journalIn, surroundings, worldIn } from './miniatures/drive.ts'
import { temporaryFolders } from './miniatures/folders.ts'
import * as kit from './miniatures/kit.ts'
import { goal, loopOf, phasesOf } from './miniatures/plain.ts'
import { effects, fileWorld } from './miniatures/world.ts'

const folder = temporaryFolders()

describe('the loop', () => {
  it('lets the steps that run come to their end before it replans, sub-goals included', async () => {
    const later = Promise.withResolvers<void>()
    const phases: Phases = {
      ...phasesOf([]),
      deliberate: async (id, state) => {
        const { parent, cycle } = state.intentions.get(id)!
        const sub = kit.step('sub', 'achieve', { action: { achieve: 'any' } })
        const steps = parent
          ? kit.inSequence([kit.step('one', 'read'), kit.step('two', 'read')])
          : cycle === 1
            ? [sub, kit.step('bad', 'read')]
            : [kit.step('good', 'read')]
        return kit.selected(id, kit.plan('any', steps))
      },
      execute: async (_id, step) => {
        if (step.id === 'one') await later.promise
        return kit.result(step.id)
      },
      verify: async (_id, step) =>
        step.id === 'bad' ? kit.failed('bad', 'tool_error') : kit.passed('done'),
    }
    const { loop, events } = loopOf(phases, {}, {})
    const done = loop.handle(goal('both'))
    while (!events.some(e => e.type === 'step-finished' && e.step === 'bad'))
      await new Promise(setImmediate)
    later.resolve()
    await done
    expect(loop.state().intentions.get('1/1.sub')).toMatchObject({ status: 'satisfied', cycle: 1 })
    expect(loop.state().intentions.get('1')).toMatchObject({ status: 'satisfied', cycle: 2 })
    const aside = events.findIndex(e => e.type === 'plan-set-aside')
    expect(events.findIndex(e => e.type === 'step-finished' && e.step === 'sub')).toBeLessThan(
      aside,
    )
    expect(events.filter(e => e.type === 'plan-set-aside')).toHaveLength(1)
  })

  it('takes in an observation while an intention is pursued', async () => {
    const heard = Promise.withResolvers<void>()
    const phases: Phases = {
      ...phasesOf([['listen', 'read']]),
      perceive: async received =>
        received.perception.kind === 'observation'
          ? kit.perceived(received, {
              scope: 'world',
              beliefs: [kit.believe('rain', true, 'world')],
            })
          : kit.perceived(received, {}),
      execute: async () => {
        await heard.promise
        return kit.result('')
      },
      verify: async (_id, _step, _result, { beliefs }) =>
        beliefs.rain ? kit.passed('heard it') : kit.failed('silence', 'world_refused'),
    }
    const { loop, events } = loopOf(phases)
    const done = loop.handle(goal('listen'))
    while (!events.some(e => e.type === 'step-started')) await new Promise(setImmediate)
    await loop.handle({ kind: 'observation', text: 'it rains', source: 'somebody' })
    heard.resolve()
    expect(await done).toBe('1')
    expect(loop.state().perceptions.size).toBe(1) // the observation is spent
    expect(loop.state().intentions.get('1')?.cycle).toBe(1)
  })

  it('numbers a replacement after whatever arrived while it was thought about', async () => {
    const thinking = Promise.withResolvers<void>()
    const thought = Promise.withResolvers<void>()
    const phases: Phases = {
      ...phasesOf([['only', 'read']]),
      formalize: async (id, state) => {
        if (!state.intentions.has(id)) return kit.formed(id, 'any', '')
        thinking.resolve()
        await thought.promise
        return kit.formed(String(state.roots + 1), 'better', '', id)
      },
    }
    const { loop } = loopOf(phases, {
      reconsider: ({ root, type }) => (root === '1' && type === 'any' ? 'rethink' : 'continue'),
    })
    const first = loop.handle(goal('first'))
    await thinking.promise
    const second = loop.handle(goal('second'))
    thought.resolve()
    expect(await second).toBe('2')
    expect(await first).toBe('3')
    const { intentions } = loop.state()
    expect([...intentions.values()].map(({ id, type, status }) => [id, type, status])).toEqual([
      ['1', 'any', 'dropped'],
      ['3', 'better', 'satisfied'],
      ['2', 'any', 'satisfied'],
    ])
    expect(
      loop
        .state()
        .intentionHistory.map(r => r.question)
        .toArray()
        .sort(),
    ).toEqual(['first', 'second'])
  })

  it('does not commit to a plan that is objected to, and asks about each plan once', async () => {
    const asked: string[] = []
    const policy: Partial<Policy> = {
      objection: async ({ intention: { id, cycle } }) => {
        asked.push(`${id}/${cycle}`)
        return id === '2' ? 'not today' : undefined
      },
    }
    let tries = 0
    const phases: Phases = {
      ...phasesOf([['only', 'read']]),
      verify: async () => (++tries === 1 ? kit.failed('once', 'tool_error') : kit.passed('')),
    }
    const { loop, events } = loopOf(phases, policy)
    await loop.handle(goal('first'))
    await loop.handle(goal('second'))
    expect(loop.state().intentions.get('2')).toMatchObject({
      status: 'dropped',
      reason: 'not today',
    })
    for (const until of events.keys()) {
      const past = events.slice(0, until)
      const decided = (commitment: string) => {
        const [id, cycle] = commitment.split('/')
        const plans = past.filter(e => e.intention === id && /plan-selected|closed/.test(e.type))
        return plans.length >= Number(cycle)
      }
      asked.length = 0
      const { loop: resumed } = loopOf(phases, policy, { past })
      await resumed.resume()
      expect(asked.filter(decided), `after ${until} events`).toEqual([])
    }
  })

  it('carries out the plan that a person puts in place of another, which reaches no library', async () => {
    const instead = kit.plan('any', [kit.step('own', 'read')])
    const { loop, events } = loopOf(phasesOf([['only', 'read']]), {
      objection: async () => ({ instead }),
    })
    await loop.handle(goal('first'))
    expect(events.flatMap(e => (e.type === 'step-started' ? [e.step] : []))).toEqual(['own'])
    expect(events.find(e => e.type === 'plan-selected')).toMatchObject({ from: 'person' })
    expect(loop.state().planLibrary.stats.size).toBe(0)
  })

  it('thinks of another plan when a person wants one, and is told why', async () => {
    let asked = 0
    const { loop, events } = loopOf(phasesOf([['only', 'read']]), {
      objection: async () => (++asked === 1 ? { another: 'use the table' } : undefined),
    })
    await loop.handle(goal('first'))
    expect(loop.state().intentions.get('1')).toMatchObject({ status: 'satisfied', cycle: 2 })
    expect(loop.state().intentions.get('1')!.tried[0]!.failures).toEqual([
      { mode: 'unwanted', why: 'use the table' },
    ])
    expect(events.filter(e => e.type === 'step-started')).toHaveLength(1)
  })

  it('goes on with no question that was given up, and commits nothing that comes late', async () => {
    for (const late of ['perceive', 'execute'] as const) {
      const begun = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      const plain = phasesOf([['only', 'read']])
      const held = async <T>(work: () => T | Promise<T>): Promise<T> => {
        begun.resolve()
        await gate.promise
        return work()
      }
      const phases: Phases = {
        ...plain,
        ...(late === 'perceive'
          ? { perceive: (...args) => held(() => plain.perceive(...args)) }
          : { execute: (...args) => held(() => plain.execute(...args)) }),
      }
      const { loop, events } = loopOf(phases)
      const cancel = new AbortController()
      const asked = loop.handle(goal('first'), cancel.signal).catch(() => undefined)
      await begun.promise
      cancel.abort()
      loop.giveUp('1', 'stopped')
      const committed = events.length
      gate.resolve()
      await asked
      expect(events).toHaveLength(committed)
      const { loop: resumed } = loopOf(plain, {}, { past: events })
      expect(await resumed.resume()).toEqual([])
      expect(resumed.state().intentionHistory.last()).toMatchObject({ reason: 'stopped' })
      await resumed.handle(goal('second'))
      expect(resumed.state().intentions.get('2')).toMatchObject({ status: 'satisfied' })
    }
  })

  it('leaves state and journal in step when an event cannot be written', async () => {
    const home = folder()
    const journal = openJournal(journalIn(home))
    let full = false
    const { loop, events } = loopOf(
      phasesOf([['only', 'read']]),
      {},
      {
        journal: {
          ...journal,
          append: event => {
            if (full) throw new Error('no space left on device')
            journal.append(event)
          },
        },
        onEvent: event => {
          full = event.type === 'step-started'
        },
      },
    )
    await expect(loop.handle(goal('write'))).rejects.toThrow('no space left')
    expect(events).toEqual([])
    expect(loop.state().seq).toBe(readJournal(journalIn(home)).length)
    full = false
    expect(await loop.resume()).toEqual(['1'])
    journal.close()
    expect(readJournal(journalIn(home)).map(e => e.seq)).toEqual(
      Array.from({ length: loop.state().seq }, (_, index) => index + 1),
    )
  })

  it.each([
    { tier: 'world', done: 1, status: 'satisfied' },
    { tier: 'judgement', done: 0, status: 'failed' },
  ] as const)(
    'carries a lost effect out when the $tier says it did not happen: $done times',
    async ({ tier, done, status }) => {
      const home = folder()
      const world = fileWorld(worldIn(home), {
        scene: past => past.map(() => ({ text: 'sent' })),
      })
      const phases: Phases = {
        ...phasesOf([['send', 'act', { effect: true, action: { act: 'send', args: [] } }]]),
        perceive: async received =>
          received.perception.kind === 'goal'
            ? kit.perceived(received, {})
            : kit.perceived(received, {
                scope: 'world',
                beliefs: [kit.believe('sent', true, 'world')],
              }),
        execute: kit.act,
        verify: async (_id, _step, _result, { beliefs }) =>
          beliefs.sent
            ? kit.passed('seen', 'world')
            : kit.failed('not seen', 'world_refused', tier),
        satisfy: async (id, state) =>
          state.groundBeliefs.get('world')?.has('sent')
            ? kit.closed(id, 'satisfied', 'sent')
            : kit.closed(id, 'failed', 'it is not known whether it was sent'),
      }
      const nowhere = loopOf({ ...phases, execute: () => Promise.reject(new Error('died')) })
      await expect(nowhere.loop.handle(goal('send'))).rejects.toThrow('died')
      expect(nowhere.types().at(-1)).toBe('step-started')
      const limits = { cycles: 1, parallel: 1 }
      const policy: Partial<Policy> = { reconsider: () => 'continue' }
      const { loop } = loopOf(
        phases,
        {},
        {
          past: nowhere.events,
          surroundings: surroundings({ limits, policy }, world),
        },
      )
      await loop.resume()
      expect(effects(worldIn(home))).toHaveLength(done)
      expect(loop.state().intentions.get('1')?.status).toBe(status)
    },
  )

  it('rejects with what a phase throws, after the other steps have come to their end', async () => {
    const later = Promise.withResolvers<void>()
    let ended = false
    const { loop } = loopOf({
      ...phasesOf([
        ['bug', 'read'],
        ['slow', 'read'],
      ]),
      execute: async (_id, step) => {
        if (step.id === 'bug') throw new TypeError('a bug')
        await later.promise
        ended = true
        return kit.result('')
      },
    })
    const done = loop.handle(goal('any'))
    setTimeout(later.resolve, 20)
    await expect(done).rejects.toThrow(new TypeError('a bug'))
    expect(ended).toBe(true)
  })
})
