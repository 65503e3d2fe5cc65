// The loop (A Self-Aware BDI Agent, 2026, Algorithm 1). A phase returns an event, `run.commit` folds it into the
// state, and nothing else writes. How a goal is pursued between formalize and review is in `goals/pursue.ts`.
import type { Json } from '../tools/tool.ts'
import type { Environment, Phases, Shaped } from './contract.ts'
import type { Control } from './goals/control.ts'
import { closed, openBelow } from './goals/intentions.ts'
import { pursue } from './goals/pursue.ts'
import { amended, outdated, standing } from './goals/standing.ts'
import { createQueues, createTaskGroup } from './goals/task-group.ts'
import { createTurns } from './goals/turns.ts'
import { recordOf } from './runs/record.ts'
import { createRun, type RunOptions } from './runs/run.ts'
import type { Intention, Perception, State } from './state.ts'

export interface LoopOptions extends RunOptions {
  readonly phases: Phases
}

export interface Loop extends Control {
  /**
   * Takes in a perception and pursues what it asks for. Resolves with the root's id, closed and
   * recorded. `signal` cancels this perception only.
   */
  handle(perception: Perception, signal?: AbortSignal): Promise<string | undefined>
  /** Goes on with everything a killed run left undone. Resolves with the ids of those roots. */
  resume(signal?: AbortSignal): Promise<readonly string[]>
  /** The answer of a closed root in the form of a JSON Schema. */
  shape(root: string, form: Json, signal?: AbortSignal): Promise<Shaped>
  /** Resolves when the roots that steps and observations have begun are closed too. */
  idle(): Promise<void>
  state(): State
  /** Puts the agent elsewhere, before it has perceived anything. */
  place(environment: Environment): void
}

/**
 * Throws what a bug or an abort throws, and nothing else: what goes wrong in reasoning, tools or
 * worlds is an event. After an abort nothing more is committed, so the run can be resumed.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the loop reads as one page over one run
export function createLoop(options: LoopOptions): Loop {
  const { phases, surroundings } = options
  const beside = createTaskGroup() // roots that a step or an observation has begun
  const run = createRun(options, root => beside.add(goOn(root)))
  const { commit, control, ctx } = run
  const inTurn = createQueues()
  const order = createTurns(surroundings.now)
  const means = { run, phases, order, inTurn, observe }
  const at = (id: string): Intention => run.state.intentions.get(id)! // always through the state

  async function handle(perception: Perception, signal?: AbortSignal): Promise<string | undefined> {
    const { state } = run
    const observation = perception.kind === 'observation'
    const { key } = perception
    if (key !== undefined && state.perceptions.has(key)) return undefined
    const id = observation ? (key ?? `o${state.seq + 1}`) : String(state.roots + 1)
    const intention = observation ? (state.currentIntention ?? id) : id
    signal?.throwIfAborted() // kept for this id, it would be the signal of whatever has the id next
    if (signal && !observation) run.cancelledBy(id, signal)
    commit({ type: 'perception-received', id, intention, perception })
    if (!observation) return goOn(id)
    await perceived(id) // an observation forms no intention
    return undefined
  }

  async function goOn(root: string): Promise<string> {
    let id = root
    try {
      if (!at(id)) await perceived(id)
      await observe() // the first scene, before anything is decided
      if (!at(id)) await form(id)
      for (;;) {
        await pursue(means, id)
        if (standing(run.state, id).asked !== 'rethink') break
        id = amended(run.state, id) ? await perceivedAnew(id) : await form(id)
      }
      const record = recordOf(run.state, id, surroundings.now())
      commit({ type: 'intention-recorded', intention: id, record })
    } catch (error) {
      if (!ctx(id).signal.aborted || run.state.begun.has(id)) throw error
      return id // dropped, and recorded already
    } finally {
      order.leave(id)
      run.leave(id)
    }
    await reflect(id)
    return id
  }

  async function perceived(id: string): Promise<void> {
    const received = run.state.perceptions.get(id)
    if (!received || received.perceived) return
    const event = await phases.perceive(received, run.state, ctx(received.intention))
    if (run.state.perceptions.get(id) === received) commit(event)
    else await perceived(id) // more was said meanwhile
  }

  /** The question with what was said since; its sub-goals and its plan go. */
  async function perceivedAnew(id: string): Promise<string> {
    const before = run.state
    await perceived(id)
    if (at(id).status !== 'open') return id
    for (const part of openBelow(run.state, id).slice(1))
      commit(closed(part.id, 'dropped', 'more was said of the question'))
    if (at(id).plan !== undefined) commit(outdated(before, run.state, id))
    return id
  }

  /** Forms the intention, keeps it, or replaces it: then the new one is numbered here. */
  async function form(id: string): Promise<string> {
    const formed = await phases.formalize(id, run.state, ctx(id))
    const intention = formed.replaces === undefined ? id : String(run.state.roots + 1)
    commit({ ...formed, intention })
    run.inherit(id, intention)
    return intention
  }

  async function observe(): Promise<void> {
    await inTurn('observe', async () => {
      const { world } = ctx().environment
      for (const seen of (await world?.observations(run.state.observed)) ?? [])
        await handle({ ...seen, kind: 'observation', source: 'world' })
    })
  }

  async function reflect(root?: string): Promise<void> {
    await run.keep()
    await inTurn('review', async () => {
      const learned = root === undefined ? undefined : phases.automate?.(root, run.state, ctx())
      if (learned) {
        commit(learned)
        await run.keep()
      }
      if (!surroundings.policy.reviewIsDue(run.state)) return
      commit(await phases.review(run.state, ctx()))
      await run.keep()
    })
  }

  async function resume(signal?: AbortSignal): Promise<readonly string[]> {
    ctx().signal.throwIfAborted()
    const left = [...run.state.begun.keys()] // before anything new is handed over
    for (const id of left) run.cancelledBy(id, signal) // a question cancelled before is gone on with
    await reflect() // a review that was still owed
    for (const { id, perception } of [...run.state.perceptions.values()])
      if (perception.kind === 'observation') await perceived(id)
    const going = left.filter(id => at(id)?.suspended === undefined)
    for (const id of left) if (!going.includes(id)) beside.add(goOn(id))
    return Promise.all(going.map(goOn))
  }

  async function shape(root: string, form: Json, signal?: AbortSignal): Promise<Shaped> {
    if (!phases.shape) return { why: 'this agent answers in words alone' }
    run.cancelledBy(root, signal)
    try {
      return await phases.shape(root, form, run.state, ctx(root))
    } finally {
      run.leave(root)
    }
  }

  return {
    ...control,
    handle,
    resume,
    shape,
    idle: async () => {
      ctx().signal.throwIfAborted()
      await beside.done()
    },
    state: () => run.state,
    place: run.place,
  }
}
