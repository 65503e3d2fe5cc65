// The loop (A Self-Aware BDI Agent, 2026, Algorithm 1). The only writer: a phase
// returns an event, `commit` folds it in, journals it and emits it. A sub-goal is `pursue` again.
import { type Awaitable, after } from '../plans/awaitable.ts'
import type { Step } from '../plans/plan.ts'
import { apply, emptyState } from './apply.ts'
import type { Ctx, Environment, Objection, Phases, Surroundings } from './contract.ts'
import type { Event, EventBody, IntentionClosed, PlanSelected, PlansAdded } from './event.ts'
import { type Control, createControl } from './goals/control.ts'
import { closed, openBelow, openGoals, unwanted } from './goals/intentions.ts'
import { amended, outdated, type Standing, standing } from './goals/standing.ts'
import { adopted, outcome } from './goals/sub-goal.ts'
import { createQueues, createTaskGroup } from './goals/task-group.ts'
import { createTurns } from './goals/turns.ts'
import { type Place, walk } from './goals/walk.ts'
import { orAborted } from './llm/abort.ts'
import type { Journal } from './runs/journal.ts'
import { recordOf } from './runs/record.ts'
import { createRecorder, type Kept } from './runs/remember.ts'
import type { Intention, Perception, State, StepResult, Verdict } from './state.ts'
import { childId, rootOf } from './state.ts'
import { view } from './view.ts'

export interface LoopOptions extends Pick<Kept, 'memory' | 'onUnsaved'> {
  readonly phases: Phases
  readonly surroundings: Surroundings
  readonly journal: Journal
  /** What is to be known and kept of an event: one without keys. All of it unless given. */
  readonly masked?: ((event: Event) => Event) | undefined
  /** Names this run in the library's statistics; the same when the run is resumed. */
  readonly run: string
  /** Events of the run so far, when it is resumed. */
  readonly past?: readonly Event[]
  readonly onEvent?: (event: Event, state: State) => void
}

export interface Loop extends Control {
  /**
   * Takes in a perception and pursues what it asks for. Resolves with the root's id, closed and
   * recorded. `signal` cancels this perception only.
   */
  handle(perception: Perception, signal?: AbortSignal): Promise<string | undefined>
  /** Goes on with everything a killed run left undone. Resolves with the ids of those roots. */
  resume(signal?: AbortSignal): Promise<readonly string[]>
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
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the loop reads as one page over one state
export function createLoop(options: LoopOptions): Loop {
  const { phases, journal, surroundings, run, onEvent, masked = event => event } = options // and not the past, which is long
  const { policy, limits, library, llm } = surroundings
  const contexts = new Map<string, Ctx>() // by root: each perception may be cancelled by itself
  const inTurn = createQueues()
  const watching: ((state: State) => void)[] = []
  const order = createTurns(surroundings.now)
  const beside = createTaskGroup() // roots that a step or an observation has begun
  let state = (options.past ?? []).reduce(apply, emptyState(library.version()))
  const recorder = createRecorder({ ...options, library, model: llm.name }, run, state)
  const control = createControl({
    state: () => state,
    commit,
    enter,
    now: surroundings.now,
    cancel: (root, reason) => {
      const signal = AbortSignal.abort(new Error(reason))
      contexts.set(root, { ...(contexts.get(root) ?? own), signal })
    },
  })
  let own: Ctx = {
    ...surroundings,
    report: event => void commit(event),
    changed,
    unread: id => state.unread.get(rootOf(state, id)) ?? 0,
    goals: { ...control, open: () => openGoals(state) },
  }
  const at = (id: string): Intention => state.intentions.get(id)! // always through the state

  const ctx = (root: string): Ctx => contexts.get(root) ?? own
  const also = (signal: AbortSignal): Ctx => ({
    ...own,
    signal: AbortSignal.any([own.signal, signal]),
  })

  async function changed(since = state): Promise<State> {
    const { groundBeliefs, begun } = state
    if (groundBeliefs !== since.groundBeliefs || begun !== since.begun) return state
    return new Promise(tell => watching.push(tell))
  }

  /** What a killed run would decide again by itself may be put off on its way into the journal. */
  function commit<Body extends EventBody>(body: Body, write = journal.append): Body {
    signalOf(body).throwIfAborted()
    enter(body, write)
    return body
  }

  /** Commits what happens although its root may be cancelled. */
  function enter(body: EventBody, write = journal.append): void {
    own.signal.throwIfAborted() // the agent is closed
    const event = masked({ ...body, seq: state.seq + 1, at: surroundings.now() })
    const before = state
    const next = apply(before, event)
    write(event) // when this throws, nothing has happened
    state = next
    const learned = next.groundBeliefs !== before.groundBeliefs || next.begun !== before.begun
    if (learned || body.type === 'intention-resumed')
      for (const tell of watching.splice(0)) tell(next)
    recorder.note(event, before.intentions.get(body.intention)?.plan)
    onEvent?.(event, state)
    if (body.type !== 'perception-received' && body.type !== 'intention-formed')
      for (let { roots } = next; roots > before.roots; roots -= 1) beside.add(goOn(String(roots)))
  }

  /** An observation is taken in although the goal it came during was dropped meanwhile. */
  function signalOf(body: EventBody): AbortSignal {
    const { intention } = body
    const other = body.type === 'beliefs-perceived' && body.perception !== intention
    return (other && !state.begun.has(intention) ? own : ctx(rootOf(state, intention))).signal
  }

  async function handle(perception: Perception, signal?: AbortSignal): Promise<string | undefined> {
    const observation = perception.kind === 'observation'
    const { key } = perception
    if (key !== undefined && state.perceptions.has(key)) return undefined
    const id = observation ? (key ?? `o${state.seq + 1}`) : String(state.roots + 1)
    const intention = observation ? (state.currentIntention ?? id) : id
    signal?.throwIfAborted() // kept for this id, it would be the signal of whatever has the id next
    if (signal && !observation) contexts.set(id, also(signal))
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
      for (await pursue(id); standing(state, id).asked === 'rethink'; await pursue(id))
        id = amended(state, id) ? await perceivedAnew(id) : await form(id)
      const record = recordOf(state, id, surroundings.now())
      commit({ type: 'intention-recorded', intention: id, record })
    } catch (error) {
      if (!ctx(id).signal.aborted || state.begun.has(id)) throw error
      return id // dropped, and recorded already
    } finally {
      order.leave(id)
      if (!ctx(id).signal.aborted) contexts.delete(id) // else what comes late would be committed
    }
    await reflect(id)
    return id
  }

  /** Forms the intention, keeps it, or replaces it: then the new one is numbered here. */
  async function form(id: string): Promise<string> {
    const mine = ctx(id)
    const formed = await phases.formalize(id, state, mine)
    const intention = formed.replaces === undefined ? id : String(state.roots + 1)
    commit({ ...formed, intention })
    if (contexts.delete(id)) contexts.set(intention, mine)
    return intention
  }

  /** The question with what was said since; its sub-goals and its plan go. */
  async function perceivedAnew(id: string): Promise<string> {
    const before = state
    await perceived(id)
    if (at(id).status !== 'open') return id
    for (const part of openBelow(state, id).slice(1))
      commit(closed(part.id, 'dropped', 'more was said of the question'))
    if (at(id).plan !== undefined) commit(outdated(before, state, id))
    return id
  }

  const pursue = (root: string) =>
    walk({ parallel: limits.parallel, progress, advance, onward }, root)

  /** Where a goal stands, unless its root is to be thought about anew: what was done stays in the state. */
  function progress(id: string): Standing | undefined {
    const now = standing(state, id)
    return now.asked === 'rethink' ? undefined : now
  }

  /** What a goal needs whose plan is at an end, or that has none. */
  function onward({ intention, held, asked }: Standing): Awaitable<Place | undefined> {
    const { id, root, cycle, plan } = intention
    if (intention.status !== 'open') return reached(intention)
    if (held) return released(intention)
    if (cycle > limits.cycles)
      return decided(closed(id, 'failed', `gave up after ${limits.cycles} cycles`))
    if (plan === undefined)
      return after(after(phases.deliberate(id, state, ctx(root)), examined), decided)
    if (asked === 'replan')
      return decided({ type: 'plan-set-aside', intention: id, reason: 'replan' })
    return after(phases.satisfy(id, state, ctx(root)), decided)
  }

  /** Back from a goal that is closed to the step that asked for it. */
  function reached(goal: Intention): Awaitable<Place> | undefined {
    if (!goal.parent) return undefined
    const above = at(goal.parent.intention)
    const { steps } = state.planLibrary.plans.get(above.plan!)!
    const step = steps.find(({ id }) => id === goal.parent!.step)!
    return ended(above.id, step, outcome(state, above, goal, step))
  }

  /** The plan that deliberate has chosen, unless something speaks against it. */
  function examined(chosen: PlanSelected | PlansAdded | IntentionClosed) {
    if (chosen.type !== 'plan-selected') return chosen
    const { intention, plan } = chosen
    const budget = llm.budget && { limits: llm.budget.limits, spent: llm.budget.spent() }
    const about = { intention: at(intention), plan, state, ...(budget && { budget }) }
    return after(policy.objection(about), objection => settled(chosen, objection))
  }

  function settled(chosen: PlanSelected, objection: Objection | undefined) {
    const { intention: id } = chosen
    if (objection === undefined) return chosen
    if (typeof objection === 'string') return closed(id, 'dropped', objection)
    if ('instead' in objection)
      return { ...chosen, plan: objection.instead, from: 'person' as const }
    commit(chosen)
    return unwanted(id, objection.another)
  }

  /** Back to `id` when its root is no longer suspended; rejects when it is dropped instead. */
  async function released({ id, root }: Intention): Promise<Place> {
    const { signal } = ctx(root)
    while (standing(state, id).held && !signal.aborted) await orAborted(changed(), signal)
    ctx(root).signal.throwIfAborted()
    return { goal: id }
  }

  function advance({ intention, root, status }: Standing, step: Step): Awaitable<Place> {
    const { id } = intention
    if (status[step.id] === 'started') return carriedOn(id, step, true)
    const turn = order.take(root.id, root.priority ?? 1, state.begun.size === 1)
    if (turn === undefined) return begin(id, step)
    return turn.then(() => {
      const now = progress(id)
      const meant = now && !now.stopped && step.deps.every(dep => now.status[dep] === 'done')
      return meant ? begin(id, step) : { goal: id, ended: step.id } // else overtaken meanwhile
    })
  }

  function begin(id: string, step: Step): Awaitable<Place> {
    commit({ type: 'step-started', intention: id, step: step.id }, written(step))
    return carriedOn(id, step, false)
  }

  const written = ({ kind }: Step) => (kind === 'achieve' ? journal.defer : journal.append)

  function carriedOn(id: string, step: Step, again: boolean): Awaitable<Place> {
    if (step.kind !== 'achieve')
      return after(step.effect ? journal.flush() : undefined, () => finish(id, step, again))
    const child = subGoal(at(id), step, again)
    return child === undefined ? finish(id, step, again) : { goal: child }
  }

  /** The id of the sub-goal that the step asks for, or has asked for, where it needs one. */
  function subGoal(above: Intention, step: Step, again: boolean): string | undefined {
    const before = again ? childId(above, step.id) : undefined
    if (before !== undefined && state.intentions.has(before)) return before
    const goal = adopted(state, above, step)
    return goal && commit(goal, journal.defer).intention
  }

  function finish(id: string, step: Step, again: boolean): Awaitable<Place> {
    const unknown = again && step.effect && step.kind !== 'achieve'
    return after(unknown ? lost : carryOut(id, step), result => ended(id, step, result))
  }

  function ended(id: string, step: Step, result: StepResult): Awaitable<Place> {
    return after(judge(id, step, result), verdict => {
      // never twice on a guess: only when the world itself shows that it has not happened
      if (result.lost && !verdict.passed && verdict.tier === 'world')
        return after(carryOut(id, step), again => ended(id, step, again))
      const ask = policy.reconsider(at(id), step, verdict, state)
      const judged = { step: step.id, result, verdict, ask }
      commit({ type: 'step-finished', intention: id, ...judged }, written(step))
      return { goal: id, ended: step.id }
    })
  }

  function judge(id: string, step: Step, result: StepResult): Awaitable<Verdict> {
    const verify = () => phases.verify(id, step, result, view(state, id, step), ctx(at(id).root))
    return own.environment.world ? observe().then(verify) : verify()
  }

  function carryOut(id: string, step: Step): Awaitable<StepResult> {
    const execute = () => phases.execute(id, step, view(state, id, step), ctx(at(id).root))
    return isDeed(step) ? inTurn('act', execute) : execute()
  }

  const observe = () =>
    inTurn('observe', async () => {
      for (const seen of (await own.environment.world?.observations(state.observed)) ?? [])
        await handle({ ...seen, kind: 'observation', source: 'world' })
    })

  async function reflect(root?: string): Promise<void> {
    await recorder.keep(state)
    await inTurn('review', async () => {
      const learned = root === undefined ? undefined : phases.automate?.(root, state, own)
      if (learned) {
        commit(learned)
        await recorder.keep(state)
      }
      if (!policy.reviewIsDue(state)) return
      commit(await phases.review(state, own))
      await recorder.keep(state)
    })
  }

  async function resume(signal?: AbortSignal): Promise<readonly string[]> {
    own.signal.throwIfAborted()
    const left = [...state.begun.keys()] // before anything new is handed over
    // a question cancelled before is gone on with
    for (const id of left) contexts.set(id, signal ? also(signal) : own)
    await reflect() // a review that was still owed
    for (const { id, perception } of [...state.perceptions.values()])
      if (perception.kind === 'observation') await perceived(id)
    const going = left.filter(id => at(id)?.suspended === undefined)
    for (const id of left) if (!going.includes(id)) beside.add(goOn(id))
    return Promise.all(going.map(goOn))
  }

  async function perceived(id: string): Promise<void> {
    const received = state.perceptions.get(id)
    if (!received || received.perceived) return
    const event = await phases.perceive(received, state, ctx(received.intention))
    if (state.perceptions.get(id) === received) commit(event)
    else await perceived(id) // more was said meanwhile
  }

  // what was decided before the person said more counts no longer
  const decided = (event: EventBody): Place => {
    if (!amended(state, at(event.intention).root)) commit(event, journal.defer)
    return { goal: event.intention }
  }

  return {
    handle,
    resume,
    idle: beside.done,
    ...control,
    state: () => state,
    place: environment => {
      own = { ...own, environment }
    },
  }
}

/** Whether the step does something in the world; an internal action, such as `.wait`, holds nobody up there. */
const isDeed = ({ kind, action }: Step) =>
  kind === 'act' && !(action && 'act' in action && action.act.startsWith('.'))

const lost: StepResult = { summary: 'begun before a crash', beliefs: [], calls: [], lost: true }
