import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply, emptyState } from '../../agent/apply.ts'
import type { Event, EventBody } from '../../agent/event.ts'
import { createLoop } from '../../agent/loop.ts'
import { noJournal, readJournal } from '../../agent/runs/journal.ts'
import { canonical, fingerprint } from '../../plans/canonical.ts'
import { drive, journalIn, miniatures, names, surroundings } from './miniatures/drive.ts'
import { temporaryFolders } from './miniatures/folders.ts'
import { believe, type Miniature } from './miniatures/kit.ts'
import { fileWorld } from './miniatures/world.ts'
import { start } from './processes/spawn.ts'

const folder = temporaryFolders()

describe.each(names)('a trace of %s', name => {
  it('folds to the state of the run at every event, here and in a second process', async () => {
    const home = folder()
    const lived: string[] = []
    await drive(name, home, { onEvent: (_event, state) => lived.push(canonical(state)) })
    let state = emptyState()
    const events = readJournal(journalIn(home))
    expect(events).toHaveLength(lived.length)
    const chosen = events.filter(
      event => event.type === 'plan-selected' && event.from !== 'fallback',
    )
    for (const [index, event] of events.entries()) {
      state = apply(state, event)
      expect(canonical(state), `after event ${index + 1}`).toBe(lived[index])
    }
    const uses = state.planLibrary.stats.values().reduce((sum, each) => sum + each.useCount, 0)
    expect(uses).toBe(chosen.length)
    const { stdout } = await start('fold', journalIn(home))
    expect(stdout.trim().split('\n')).toEqual(lived.map(each => fingerprint(JSON.parse(each))))
  })
})

describe('an event', () => {
  it.each(names)('of %s does not grow with what the state holds', async name => {
    const alone = await sizes(name, { beliefs: 0, intentions: 0 })
    const held = fc.record({
      beliefs: fc.integer({ min: 1, max: 300 }),
      intentions: fc.integer({ min: 1, max: 300 }),
    })
    await fc.assert(
      fc.asyncProperty(held, async amount => {
        const crowded = await sizes(name, amount)
        expect(crowded.map(([type]) => type)).toEqual(alone.map(([type]) => type))
        // ids and numbers have more digits, and an id occurs a few times in an event
        for (const [index, [type, size]] of crowded.entries())
          expect(size, type).toBeLessThanOrEqual(alone[index]![1] + 50)
      }),
      { numRuns: 10 },
    )
  })
})

/** Type and length as JSON of every event of a run that starts with that much in the state, in no order of time: steps run at once. */
async function sizes(
  name: keyof typeof miniatures,
  amount: Record<'beliefs' | 'intentions', number>,
) {
  const { phases, perceptions, concurrent: _, ...miniature }: Miniature = miniatures[name]
  const world = miniature.world && fileWorld(`${folder()}/world.jsonl`, miniature.world)
  const found: [string, number][] = []
  const loop = createLoop({
    phases,
    surroundings: surroundings(miniature, world),
    journal: noJournal,
    run: 'test',
    past: crowd(amount),
    onEvent: event => found.push([event.type, JSON.stringify(event).length]),
  })
  for (const seen of (await world?.observations(0)) ?? [])
    await loop.handle({ ...seen, kind: 'observation', source: 'world' })
  for (const perception of perceptions) await loop.handle(perception)
  return found.sort(([a, m], [b, n]) => a.localeCompare(b) || m - n)
}

/** A past in which that many intentions were closed and that many things came to be believed. */
function crowd({ beliefs, intentions }: Record<'beliefs' | 'intentions', number>): Event[] {
  const bodies: EventBody[] = Array.from({ length: intentions }, (_, index) =>
    String(index + 1),
  ).flatMap(id => [
    {
      type: 'perception-received',
      id,
      intention: id,
      perception: { kind: 'goal', text: `goal ${id}`, source: 'user' },
    },
    {
      type: 'intention-formed',
      intention: id,
      intentionType: 'other',
      goal: 'another goal',
      satisfactionCondition: '',
      openParameters: [],
      bind: {},
    },
    { type: 'intention-closed', intention: id, status: 'satisfied', reason: 'done' },
  ])
  bodies.push({
    type: 'beliefs-perceived',
    intention: '1',
    perception: '1',
    schemaBeliefs: [],
    scope: 'session',
    beliefs: Array.from({ length: beliefs }, (_, n) => believe(`thing_${n}`, n, 'user')),
    withdrawn: [],
  })
  return bodies.map((body, index) => ({ ...body, seq: index + 1, at: 1_700_000_000_000 }))
}
