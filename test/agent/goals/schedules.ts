// Goals that are suspended, gone on with and dropped, and messages that are sent, in an agent that is killed and
// resumed, at moments that a schedule names.
import fc from 'fast-check'
import { expect } from 'vitest'
import { agentspeak } from '../../../agent/agents/agentspeak.ts'
import type { World } from '../../../agent/contract.ts'
import type { Event } from '../../../agent/event.ts'
import { rootGoals } from '../../../agent/goals/desires.ts'
import { createLoop, type Loop } from '../../../agent/loop.ts'
import { noJournal } from '../../../agent/runs/journal.ts'
import type { State } from '../../../agent/state.ts'
import { surroundings } from '../miniatures/drive.ts'

export interface Moment {
  /** How many events later it comes. */
  readonly after: number
  readonly deed: 'suspend' | 'goOnWith' | 'drop' | 'send' | 'kill'
  readonly goal: number
}

const program = `
+!work(G) <- !part(G, 1); !part(G, 2); act(G, 3).
+!part(G, N) <- act(G, N); +last(G, N); ?last(G, N).
+!note(K) <- act(m, K).
`

const moments: fc.Arbitrary<Moment> = fc.record({
  after: fc.integer({ min: 1, max: 25 }),
  deed: fc.constantFrom('suspend', 'goOnWith', 'drop', 'send', 'kill'),
  goal: fc.integer({ min: 1, max: 3 }),
})

/** Between two steps of a goal that is ready, another of its priority begins so many at most. */
const mostBetween = 2

/** Holds so many schedules against what must be true of each. */
export async function nothingIsLost(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(moments, { maxLength: 8 }), async schedule => {
      const { goals, effects, dropped, events, sent, overtaken } = await run(schedule)
      expect(goals.map(({ id }) => id)).toEqual(goals.map((_, i) => String(i + 1)))
      expect(goals).toHaveLength(3 + sent)
      for (const { id, status } of goals)
        expect([id, status]).toEqual([id, dropped.has(id) ? 'dropped' : 'achieved'])
      expect(effects.length).toBe(new Set(effects).size)
      for (const { text, status } of goals) {
        const [, name] = /\((\w+)\)/.exec(text)!
        const own = effects.filter(each => each.startsWith(`${name},`) || each === `m,${name}`)
        if (status === 'achieved') expect(own).toHaveLength(text.includes('note') ? 1 : 3)
      }
      expect(overtaken).toBeLessThanOrEqual(mostBetween)
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1))
    }),
    { numRuns },
  )
}

/** Runs three goals under the schedule. Gives where they end, and how often each effect took place. */
export async function run(schedule: readonly Moment[]) {
  const effects = new Map<string, string>() // by key, as a world that may be asked again keeps them
  const world: World = {
    name: 'count',
    act: async (_action, args, key) => {
      effects.set(key, args.join())
      await undefined
      return { accepted: true, text: args.join() }
    },
    observations: async () => [],
  }
  let events: Event[] = []
  const left = [...schedule]
  let due = left[0]?.after ?? Number.POSITIVE_INFINITY
  const dropped = new Set<string>()
  const outbox: string[] = []
  const steps = pace()
  for (;;) {
    steps.anew()
    const kill = new AbortController()
    const mine = [...events]
    const deeds: Moment[] = []
    const loop: Loop = createLoop({
      phases: agentspeak.phases,
      surroundings: {
        ...surroundings(
          { limits: agentspeak.limits, policy: agentspeak.policy },
          world as never,
          kill.signal,
        ),
      },
      journal: noJournal,
      run: 'test',
      past: events,
      onEvent: event => {
        mine.push(event)
        steps.note(event, loop.state())
        if (--due > 0) return
        const [now] = left.splice(0, 1)
        due = left[0]?.after ?? Number.POSITIVE_INFINITY
        if (now?.deed === 'kill') kill.abort(new Error('killed'))
        else if (now?.deed === 'send') outbox.push(`k${outbox.length}`)
        else if (now)
          queueMicrotask(() =>
            unlessKilled(() => deed(loop, now, dropped, kill.signal), kill.signal),
          )
        deeds.push(now!)
      },
    })
    const handed = events.filter(({ type }) => type === 'perception-received').length
    const begin = () =>
      Promise.all(
        [1, 2, 3].slice(handed).map(goal =>
          loop.handle({
            kind: 'goal',
            text: `work(g${goal})`,
            source: 'user',
            data: { program },
          }),
        ),
      )
    const going = Promise.all([loop.resume().then(() => loop.idle()), begin()])
    // what is left suspended when the schedule is over is gone on with, so that everything ends
    const freed = setInterval(() => {
      void deliver(loop, outbox, kill.signal)
      if (left.length > 0 && due < 40) left.length = 0
      for (const { id, status } of rootGoals(loop.state()))
        if (status === 'suspended' && !kill.signal.aborted) loop.goOnWith(id)
    }, 2)
    const ended = await going
      .then(() => delivered(loop, outbox, kill.signal))
      .then(
        () => true,
        () => false,
      )
    clearInterval(freed)
    events = mine
    if (!kill.signal.aborted) {
      if (!ended) await going
      const goals = rootGoals(loop.state())
      const found = {
        effects: [...effects.values()],
        dropped,
        events,
        sent: taught(loop) ? outbox.length : 0,
      }
      return { goals, ...found, overtaken: steps.overtaken() }
    }
  }
}

/** Whether a goal that brings the plans has been perceived before it was dropped. */
const taught = (loop: Loop) => loop.state().planLibrary.offered.has('+!note/1')

/** Sends all that there is to send, also what comes up meanwhile, and awaits what it begins. */
async function delivered(loop: Loop, outbox: readonly string[], killed: AbortSignal) {
  for (let sent = -1; sent !== outbox.length; ) {
    sent = outbox.length
    await deliver(loop, outbox, killed)
    await loop.idle()
  }
}

/** Sends what may not have arrived, each under its key, again and again: it is to be taken in once. */
async function deliver(loop: Loop, outbox: readonly string[], killed: AbortSignal): Promise<void> {
  if (!taught(loop)) return
  for (const key of outbox)
    if (!killed.aborted)
      await loop
        .handle({
          kind: 'observation',
          text: `note(${key})`,
          source: 'ann',
          key: `ann ${key}`,
          data: { performative: 'achieve' },
        })
        .catch((error: unknown) => {
          if (!killed.aborted) throw error
        })
}

/** The most steps that one root has begun between two of another that was neither suspended nor killed. */
function pace() {
  const since = new Map<string, Map<string, number>>()
  let most = 0
  return {
    anew: () => since.clear(),
    overtaken: () => most,
    note: (event: Event, state: State) => {
      const root = state.intentions.get(event.intention)?.root ?? event.intention
      if (event.type === 'intention-suspended' || event.type === 'intention-resumed')
        since.delete(root)
      if (event.type !== 'step-started') return
      most = Math.max(most, ...(since.get(root)?.values() ?? []))
      since.set(root, new Map())
      for (const [other, begun] of since)
        if (other !== root) begun.set(root, (begun.get(root) ?? 0) + 1)
    },
  }
}

function unlessKilled(work: () => void, killed: AbortSignal): void {
  try {
    work()
  } catch (error) {
    if (!killed.aborted) throw error
  }
}

function deed(loop: Loop, { deed, goal }: Moment, dropped: Set<string>, killed: AbortSignal): void {
  const id = String(goal)
  const status = rootGoals(loop.state()).find(each => each.id === id)?.status
  if (killed.aborted || !loop.state().begun.has(id)) return
  if (deed === 'drop') {
    try {
      loop.drop(id, 'not wanted any more')
    } finally {
      if (loop.state().intentions.get(id)?.status === 'dropped') dropped.add(id)
    }
  } else if (deed === 'suspend' && status === 'active') loop.suspend(id, 'later')
  else if (deed === 'goOnWith' && status === 'suspended') loop.goOnWith(id)
}
