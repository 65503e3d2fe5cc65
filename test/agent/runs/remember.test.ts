// What a run tells the library: of each plan it touched, what it now counts, once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apply, emptyState } from '../../../agent/apply.ts'
import { createAgent } from '../../../agent/create-agent.ts'
import type { EventBody } from '../../../agent/event.ts'
import { createRecorder } from '../../../agent/runs/remember.ts'
import { noUsageTotals } from '../../../agent/runs/usage.ts'
import { planId } from '../../../plans/identify.ts'
import { memoryLibrary, openLibrary, type PlanLibrary } from '../../../plans/library/library.ts'
import type { Plan } from '../../../plans/plan.ts'
import * as kit from '../miniatures/kit.ts'

const drafted = kit.plan('look', [kit.step('s1', 'read')])
const look = { ...drafted, id: planId(drafted) }
const wait = kit.plan('wait', [kit.step('s1', 'read')])
const refined: Plan = {
  ...kit.plan('look', [kit.step('s2', 'read')]),
  origin: { ...look.origin, refines: look.id },
}

/** A run whose events are told one by one, with the plan that its goal is carrying out. */
function runTold(library: PlanLibrary, onUnsaved?: (error: Error) => void) {
  const recorder = createRecorder({ library, model: 'm', onUnsaved }, 'run', emptyState())
  let state = emptyState()
  const fold = (body: EventBody) => {
    state = apply(state, { ...body, seq: state.seq + 1, at: 0 })
  }
  fold({
    type: 'perception-received',
    id: '1',
    intention: '1',
    perception: { kind: 'goal', text: 'look', source: 'user' },
  } as EventBody)
  fold(kit.formed('1', 'look', ''))
  return {
    /** What happens without the recorder being told of it. */
    fold,
    happens(body: EventBody) {
      const before = state
      fold(body)
      recorder.note(body, before)
    },
    keep: () => recorder.keep(state),
  }
}

const usesIn = (library: PlanLibrary) =>
  Object.fromEntries(library.plans().map(({ id, stats }) => [id, stats.run?.useCount]))

test('a plan that was selected is told of, though its goal is replaced before it closes', async () => {
  const library = memoryLibrary()
  const run = runTold(library)
  run.happens(kit.selected('1', look))
  run.happens(kit.formed('1', 'wait', '', '1'))
  await run.keep()
  expect(usesIn(library)).toEqual({ [look.id]: 1 })
  // what came of it is no model's doing until one is asked
  expect(library.get(look.id)?.stats.run).not.toHaveProperty('model')
  run.happens({ type: 'model-called', intention: '1', usage: noUsageTotals } as EventBody)
  run.happens(kit.selected('1', look))
  await run.keep()
  expect(library.get(look.id)?.stats.run).toMatchObject({ useCount: 2, model: 'm' })
})

test('what is carried out and forgotten reaches no library', async () => {
  const library = memoryLibrary()
  const run = runTold(library)
  run.happens(kit.selected('1', look, 'fallback'))
  run.happens(kit.closed('1', 'satisfied', 'done', 'yes'))
  await run.keep()
  expect(library.plans()).toEqual([])
})

test.each<[string, EventBody]>([
  ['set aside', kit.setAside('1', 'it failed')],
  ['closed with its goal', kit.closed('1', 'satisfied', 'done', 'yes')],
])('a plan that is %s is told of again', async (_, event) => {
  const library = memoryLibrary()
  const run = runTold(library)
  run.happens(kit.selected('1', look))
  await run.keep()
  // a resumed run may count what was not told
  run.fold(kit.selected('1', look))
  await run.keep()
  expect(usesIn(library)).toEqual({ [look.id]: 1 })
  run.happens(event)
  await run.keep()
  expect(usesIn(library)).toEqual({ [look.id]: 2 })
})

test('what a review decides is told of, with the plan it is about', async () => {
  const library = memoryLibrary()
  const run = runTold(library)
  run.fold(kit.selected('1', look))
  run.fold(kit.selected('1', wait))
  const reason = 'it is better'
  const refine = { plan: look.id, decision: 'refine', refined, reason } as const
  const remove = { plan: wait.id, decision: 'remove', reason: 'it failed' } as const
  run.happens({
    type: 'library-reviewed',
    intention: '',
    decisions: [refine, remove],
    records: 0,
  })
  await run.keep()
  expect(
    library
      .plans()
      .map(({ id }) => id)
      .sort(),
  ).toEqual([look.id, refined.id].sort())
  await library.record('other', { plans: [[wait.id, wait]], stats: [], removed: [] })
  expect(library.get(wait.id)).toBeUndefined()
})

test('what cannot be written is told of the next time', async ({ onTestFinished }) => {
  const home = mkdtempSync(join(tmpdir(), 'intend-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const blocked = join(home, 'plans')
  const library = await openLibrary(join(blocked, 'plans.json'))
  const errors: Error[] = []
  const run = runTold(library, error => errors.push(error))
  run.happens(kit.selected('1', look))
  writeFileSync(blocked, 'no folder')
  await run.keep()
  expect(errors).toHaveLength(1)
  rmSync(blocked)
  await run.keep()
  expect(errors).toHaveLength(1)
  const other = await openLibrary(join(blocked, 'plans.json'))
  expect(Object.values(usesIn(other))).toEqual([1])
})

test('roots that are over soon after each other are told of together', async () => {
  const library = memoryLibrary()
  let told = 0
  const plans: PlanLibrary = {
    ...library,
    record(run, touched) {
      told += 1
      return library.record(run, touched)
    },
  }
  const agent = await createAgent({ agent: 'agentspeak', model: 'offline', tools: [], plans })
  const program = '!begin(50). +!begin(0). +!begin(N) : N > 0 <- !!work; !begin(N - 1). +!work.'
  await agent.ask({ kind: 'goal', text: '', data: { program }, source: 'user' })
  await agent.idle()
  agent.close()
  const uses = library.plans().flatMap(({ stats }) => Object.values(stats))
  expect(uses.map(({ useCount }) => useCount).sort()).toEqual([1, 50, 50])
  expect(told).toBeLessThan(25)
})
