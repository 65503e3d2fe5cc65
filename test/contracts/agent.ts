// What every agent keeps to, whatever its phases: the paper's plugin interface, and what a harness makes
// of it. An agent's test calls this with a task it can do and one it cannot.
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { apply, emptyState } from '../../agent/apply.ts'
import type { World } from '../../agent/contract.ts'
import { createAgent } from '../../agent/create-agent.ts'
import type { Action, AgentOptions, Answer, EmbeddedAgent } from '../../agent/embedded.ts'
import type { Event } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { createBudget } from '../../agent/llm/limits/budget.ts'
import type { Request } from '../../agent/llm/provider.ts'
import { type ScriptedReply, scripted } from '../../agent/llm/replay/scripted.ts'
import { readJournal } from '../../agent/runs/journal.ts'
import type { Perception, State } from '../../agent/state.ts'
import { Outcome, outcomeOf } from '../../harness/run/outcome.ts'
import { createProgress } from '../../harness/terminal/progress.ts'
import { memoryLibrary } from '../../plans/library/library.ts'
import type { Plan } from '../../plans/plan.ts'

/** Something to be done, and a model whose replies depend on the request alone. */
export interface Task {
  readonly perception: Perception
  /** The world it is done in, made anew. */
  readonly world?: () => World
  readonly reply: (request: Request) => ScriptedReply
}

export interface AgentCases {
  readonly agent: string
  readonly possible: Task & { readonly answer: string | undefined }
  readonly impossible: Task & { readonly why: RegExp }
  /** Whether it does what is possible also when its model cannot be asked, by rules of its own. */
  readonly managesAlone?: true
  /** What it is given to choose from. */
  readonly plans?: readonly Plan[]
  /** A fresh folder. */
  readonly folder: () => string
}

export function agentContract(cases: AgentCases): void {
  const { agent: name, possible, impossible, managesAlone, plans, folder } = cases

  const open = (model: AgentOptions['model'], rest: Partial<AgentOptions> = {}) =>
    createAgent({
      agent: name,
      model: model!,
      run: 'test',
      tools: [],
      ...rest,
      ...(plans && { plans: memoryLibrary(plans) }),
    })

  const living = ({ world, reply }: Task, rest: Partial<AgentOptions> = {}) =>
    open(createProvider(scripted(reply)), { ...(world && { world: world() }), ...rest })

  describe(name, () => {
    test('hands out its events in order and the answer last, which a harness can read', async () => {
      const all: Event[] = []
      const agent = await open(createProvider(scripted(possible.reply)), {
        onEvent: event => all.push(event),
      })
      await agent.initialize({
        tools: [],
        roots: [],
        ...(possible.world && { world: possible.world() }),
      })
      const { events, answer } = await handled(agent, possible.perception)
      expect(answer).toMatchObject({ satisfied: true, answer: possible.answer })
      const order = events.map(event => event.seq)
      expect(order).toEqual([...new Set(order)].sort((a, b) => a - b))
      expect(order.at(-1)).toBe(agent.state().seq)
      const outcome = Outcome.parse(outcomeOf(agent.state(), ''))
      expect(outcome).toMatchObject({ satisfied: true, answer: possible.answer ?? null })
      expect(shown(all)).toContain('satisfy')
      agent.close()
    })

    test('forgets everything but its library when it is reset', async () => {
      const agent = await living(possible)
      const first = await handled(agent, possible.perception)
      const plans = agent.library.plans().map(({ id }) => id)
      await agent.reset()
      const { intentions, groundBeliefs, intentionHistory, toolCalls } = agent.state()
      expect([intentions, groundBeliefs, intentionHistory, toolCalls].map(all => all.size)).toEqual(
        [0, 0, 0, 0],
      )
      expect(agent.library.plans().map(({ id }) => id)).toEqual(plans)
      if (!possible.world) {
        const { answer } = await handled(agent, possible.perception)
        const usage = expect.anything() // a plan of the library costs less than a new one
        expect(answer).toEqual({ ...first.answer, intention: '2', usage })
      }
      agent.close()
    })

    test('says why when it has no answer', async () => {
      const agent = await living(impossible)
      const { answer } = await handled(agent, impossible.perception)
      expect(answer).toMatchObject({
        satisfied: false,
        reason: expect.stringMatching(impossible.why),
      })
      const { declined } = outcomeOf(agent.state(), '')
      expect(declined).toBe(true)
      agent.close()
    })

    test('comes to an end with a model that always fails', async () => {
      const error = { message: 'the model is on fire', retryable: false }
      const agent = await living({ ...possible, reply: () => ({ error }) })
      const { answer } = await handled(agent, possible.perception)
      expect(answer).toMatchObject(
        managesAlone
          ? { satisfied: true }
          : { satisfied: false, answer: undefined, reason: 'the model is on fire' },
      )
      agent.close()
    })

    test('is ended by its budget before a call that does not fit', async () => {
      const wire = scripted(possible.reply)
      const budget = createBudget({ tokens: 1 })
      const model = createProvider(wire, { budget })
      const agent = await open(model, { ...(possible.world && { world: possible.world() }) })
      const { answer, events } = await handled(agent, possible.perception)
      expect(wire.requests).toEqual([])
      expect(answer.satisfied).toBe(managesAlone ?? false)
      if (!managesAlone) expect(answer.reason).toMatch(/token/)
      const errors = events.flatMap(event => (event.type === 'model-called' ? [event.error] : []))
      // one that asks nobody has no call that could not fit
      if (errors.length > 0 || !managesAlone)
        expect(errors).toContainEqual(expect.objectContaining({ kind: 'budget' }))
      else expect(answer.satisfied).toBe(true)
      agent.close()
    })

    test('comes to the same end when it is stopped anywhere and resumed from its journal', async () => {
      const whole = await living(possible)
      const { events } = await handled(whole, possible.perception)
      const reference = endOf(whole.state())
      whole.close()
      let halfway = 0
      for (const { seq } of spread(events.slice(0, -1), mostStops)) {
        const journal = join(folder(), 'journal.jsonl')
        const world = possible.world?.()
        const rest = { journal, ...(world && { world }) }
        const stopped = await open(createProvider(scripted(possible.reply)), rest)
        for await (const action of stopped.handle(possible.perception))
          if (action.type === 'event' && action.event.seq >= seq) break
        await turn() // what was under way has seen that it is over
        stopped.close()
        if (readJournal(journal).at(-1)?.type !== 'intention-recorded') halfway++
        const resumed = await open(createProvider(scripted(possible.reply)), rest)
        await resumed.resume()
        expect(endOf(resumed.state()), `stopped after event ${seq}`).toEqual(reference)
        const folded = readJournal(journal).reduce(apply, emptyState(resumed.library.version()))
        expect(folded.seq).toBe(resumed.state().seq)
        expect(endOf(folded)).toEqual(reference)
        resumed.close()
      }
      expect(halfway).toBeGreaterThan(2)
    })
  })
}

// --- internal ---

const mostStops = 6

/** At most `count` of all, at even distances. */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  return all.filter((_, index) => index % Math.ceil(all.length / count) === 0)
}

async function handled(
  agent: EmbeddedAgent,
  perception: Perception,
): Promise<{ readonly events: readonly Event[]; readonly answer: Answer }> {
  const actions: Action[] = []
  for await (const action of agent.handle(perception)) actions.push(action)
  const last = actions.pop()
  if (last?.type !== 'answer') throw new Error('the last action is no answer')
  return {
    answer: last.answer,
    events: actions.flatMap(a => (a.type === 'event' ? [a.event] : [])),
  }
}

/** What the terminal shows of a run. */
function shown(events: readonly Event[]): string {
  const progress = createProgress()
  let state = emptyState()
  return events
    .flatMap(event => {
      state = apply(state, event)
      return progress(event, state)
    })
    .join('\n')
}

/** What two runs that came to the same end agree on. */
function endOf(state: State) {
  return {
    history: state.intentionHistory.map(({ seconds: _, usage: __, ...record }) => record).toArray(),
    facts: [...(state.groundBeliefs.get('world')?.keys() ?? [])].sort(),
    open: state.begun.size,
  }
}
