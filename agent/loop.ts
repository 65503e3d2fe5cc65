// The loop (seed 001, Algorithm 1; DESIGN: one loop serves every agent). The only writer: a phase
// returns an event, `commit` folds it in, journals it and emits it. A sub-goal is `pursue` again.
import { runDag } from '../plans/dag.ts'
import type { Step } from '../plans/plan.ts'
import { apply, emptyState } from './apply.ts'
import type { Ctx, Phases } from './contract.ts'
import type { Event, EventBody } from './event.ts'
import type { Journal } from './journal.ts'
import { recordOf } from './record.ts'
import type { Intention, Perception, State, StepResult } from './state.ts'
import { childId } from './state.ts'
import { adopted, outcome } from './sub-goal.ts'
import { view } from './view.ts'

export interface LoopOptions {
  readonly phases: Phases
  readonly surroundings: Omit<Ctx, 'report'>
  readonly journal: Journal
  /** Names this run in the library's statistics; the same when the run is resumed. */
  readonly run: string
  /** Events of the run so far, when it is resumed. */
  readonly past?: readonly Event[]
  readonly onEvent?: (event: Event, state: State) => void
}

export interface Loop {
  /**
   * Takes in a perception and pursues what it asks for. Resolves with the root's id, closed and
   * recorded. `signal` cancels this perception only.
   */
  handle(perception: Perception, signal?: AbortSignal): Promise<string | undefined>
  /** Goes on with everything a killed run left undone. Resolves with the ids of those roots. */
  resume(): Promise<readonly string[]>
  state(): State
}

/**
 * Throws what a bug or an abort throws, and nothing else: what goes wrong in reasoning, tools or
 * worlds is an event. After an abort nothing more is committed, so the run can be resumed.
 */
export function createLoop(options: LoopOptions): Loop {
  const { phases, journal, surroundings, onEvent } = options
  const { policy, limits, environment, library } = surroundings
  const contexts = new Map<string, Ctx>() // by root: each perception may be cancelled by itself
  const inTurn = turns()
  let state = (options.past ?? []).reduce(apply, emptyState(library.version))
  const own: Ctx = { ...surroundings, report: event => void commit(event) }
  const at = (id: string): Intention => state.intentions.get(id)! // always through the state

  function ctx(id: string): Ctx {
    return contexts.get(at(id)?.root ?? id) ?? own
  }

  function commit<Body extends EventBody>(body: Body): Body {
    ctx(body.intention).signal.throwIfAborted()
    const event = { ...body, seq: state.seq + 1, at: surroundings.now() }
    state = apply(state, event)
    journal.append(event)
    onEvent?.(event, state)
    return body
  }

  async function handle(perception: Perception, signal?: AbortSignal): Promise<string | undefined> {
    const observation = perception.kind === 'observation'
    const id = observation ? `o${state.seq + 1}` : String(state.roots + 1)
    const intention = observation ? (state.currentIntention ?? id) : id
    if (signal && !observation) contexts.set(id, { ...own, signal })
    commit({ type: 'perception-received', id, intention, perception })
    await perceived(id)
    return observation ? undefined : goOn(id) // an observation forms no intention
  }

  async function goOn(root: string): Promise<string> {
    let id = root
    await perceived(id)
    if (!at(id)) commit(await phases.formalize(id, state, ctx(id)))
    const objection = at(id).plan ? undefined : await policy.objection(at(id), state)
    if (objection) commit(closed(id, 'dropped', objection))
    for (await pursue(id); asked(id) === 'rethink'; await pursue(id)) {
      const before = ctx(id)
      id = commit(await phases.formalize(id, state, before)).intention // keeps it, or replaces it
      contexts.set(id, before)
    }
    const record = recordOf(state, id, surroundings.now())
    commit({ type: 'intention-recorded', intention: id, record })
    await reflect()
    contexts.delete(id)
    return id
  }

  async function pursue(id: string): Promise<void> {
    while (at(id).status === 'open') {
      if (at(id).cycle > limits.cycles)
        commit(closed(id, 'failed', `gave up after ${limits.cycles} cycles`))
      else if (at(id).plan === undefined) commit(await phases.deliberate(id, state, ctx(id)))
      else {
        await runDag(
          () => progress(id),
          limits.parallel,
          step => advance(id, step),
        )
        if (asked(id) === 'rethink') return // only the root re-thinks; progress stays in the state
        const replan = { type: 'plan-set-aside', intention: id, reason: 'replan' } as const
        commit(asked(id) === 'replan' ? replan : await phases.satisfy(id, state, ctx(id)))
      }
    }
  }

  async function advance(id: string, step: Step): Promise<void> {
    const again = at(id).steps[step.id] === 'started'
    if (!again) commit({ type: 'step-started', intention: id, step: step.id })
    if (step.effect) journal.flush()
    if (step.kind === 'achieve') {
      await pursue(commit(adopted(state, id, step)).intention) // the same id on resume
      if (asked(id) === 'rethink') return
    }
    const result = await carryOut(id, step, again)
    await observe()
    const verdict = await phases.verify(id, step, result, view(state, id, step), ctx(id))
    const ask = policy.reconsider(at(id), step, verdict, state)
    commit({ type: 'step-finished', intention: id, step: step.id, result, verdict, ask })
  }

  async function carryOut(id: string, step: Step, again: boolean): Promise<StepResult> {
    if (step.kind === 'achieve') return outcome(state, childId(at(id), step.id), step)
    if (again && step.effect) return lost // never twice: look at the world, then verify
    const execute = () => phases.execute(id, step, view(state, id, step), ctx(id))
    return step.kind === 'act' ? inTurn('act', execute) : execute()
  }

  const observe = () =>
    inTurn('observe', async () => {
      for (const seen of (await environment.world?.observations(state.observed)) ?? [])
        await handle({ ...seen, kind: 'observation', source: 'world' })
    })

  async function reflect(): Promise<void> {
    await library.record(options.run, worthKeeping(state.planLibrary))
    await inTurn('review', async () => {
      if (!policy.reviewIsDue(state)) return
      commit(await phases.review(state, own))
      await library.record(options.run, worthKeeping(state.planLibrary))
    })
  }

  async function resume(): Promise<readonly string[]> {
    for (const { id } of state.perceptions
      .filter(p => p.perception.kind === 'observation')
      .values())
      await perceived(id)
    const roots = await Promise.all([...state.begun.keys()].map(id => goOn(id)))
    await reflect()
    return roots
  }

  async function perceived(id: string): Promise<void> {
    const received = state.perceptions.get(id)
    if (received && !received.perceived)
      commit(await phases.perceive(received, state, ctx(received.intention)))
  }

  const asked = (id: string) => at(id).asked ?? at(at(id).root).asked
  const progress = (id: string) => ({
    steps: state.planLibrary.plans.get(at(id).plan!)!.steps,
    status: at(id).steps,
    stopped: asked(id) !== undefined,
  })

  return { handle, resume, state: () => state }
}

const lost: StepResult = { summary: 'begun before a crash', beliefs: [], calls: [], lost: true }

const closed = (intention: string, status: 'failed' | 'dropped', reason: string) =>
  ({ type: 'intention-closed', intention, status, reason }) as const

/** Fallback plans are carried out and forgotten. */
function worthKeeping(touched: State['planLibrary']): State['planLibrary'] {
  const { plans, stats } = touched
  return { ...touched, plans: plans.filter(plan => stats.has(plan.id) || plan.origin.refines) }
}

/** Runs work of the same key one at a time, in the order it was asked for. */
function turns() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    return mine
  }
}
