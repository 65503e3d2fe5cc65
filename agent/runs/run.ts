// A run of an agent: its state, and the only writer of it. An event is folded in, journaled and emitted.
import { setImmediate } from 'node:timers/promises'
import { coalesced } from '../../plans/awaitable.ts'
import { apply, emptyState } from '../apply.ts'
import type { Surroundings } from '../contract.ts'
import type { Event, EventBody } from '../event.ts'
import { type Control, createControl } from '../goals/control.ts'
import { openGoals } from '../goals/intentions.ts'
import { rootOf, type State } from '../state.ts'
import { type Contexts, createContexts } from './contexts.ts'
import type { Journal } from './journal.ts'
import { createRecorder, type Kept } from './remember.ts'

export interface RunOptions extends Pick<Kept, 'memory' | 'onUnsaved'> {
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

export interface Run extends Omit<Contexts, 'cancel'> {
  /** As it is now; each is another object. */
  readonly state: State
  readonly journal: Journal
  readonly control: Control
  /**
   * Throws when the root it is about is cancelled, the agent is closed or the journal cannot be written: then
   * nothing has happened. What a killed run would decide again by itself may be put off with `journal.defer`.
   */
  commit<Body extends EventBody>(body: Body, write?: Journal['append']): Body
  /** Resolves with the state as soon as something else is believed than in `since`, or a root begins or is over. */
  changed(since?: State): Promise<State>
  /** Tells the library and the memory what the run has learned. */
  keep(): Promise<void>
}

/** A run that goes on after `past`. `onBegun` is told of each root that a step or an observation has begun. */
export function createRun(options: RunOptions, onBegun: (root: string) => void): Run {
  const { journal, surroundings, onEvent, run, masked = event => event } = options // and not the past, which is long
  const { library, llm, now } = surroundings
  const watching: ((state: State) => void)[] = []
  let state = (options.past ?? []).reduce(apply, emptyState(library.version()))
  const recorder = createRecorder({ ...options, library, model: llm.name }, run, state)
  const cancel: Contexts['cancel'] = (root, reason) => contexts.cancel(root, reason)
  const control = createControl({ state: () => state, commit, enter, now, cancel })
  const contexts = createContexts({
    ...surroundings,
    report: event => void commit(event),
    changed,
    unread: id => state.unread.get(rootOf(state, id)) ?? 0,
    unreachable: id => state.unreachable.get(rootOf(state, id)) ?? [],
    goals: { ...control, open: () => openGoals(state) },
  })

  /** Roots that are over soon after each other are told of together. */
  const keep = coalesced(() => setImmediate().then(() => recorder.keep(state)))

  async function changed(since = state): Promise<State> {
    const { groundBeliefs, begun } = state
    if (groundBeliefs !== since.groundBeliefs || begun !== since.begun) return state
    return new Promise(tell => watching.push(tell))
  }

  function commit<Body extends EventBody>(body: Body, write = journal.append): Body {
    signalOf(body).throwIfAborted()
    fold(body, write)
    return body
  }

  /** Commits what happens although its root may be cancelled. */
  function enter(body: EventBody): void {
    contexts.ctx().signal.throwIfAborted() // the agent is closed
    fold(body, journal.append)
  }

  function fold(body: EventBody, write: Journal['append']): void {
    const before = state
    const first = before.seq === 0 && { run }
    const event = masked({ ...body, seq: before.seq + 1, at: now(), ...first })
    const next = apply(before, event)
    write(event) // when this throws, nothing has happened
    state = next
    const learned = next.groundBeliefs !== before.groundBeliefs || next.begun !== before.begun
    if (learned || body.type === 'intention-resumed')
      for (const tell of watching.splice(0)) tell(next)
    recorder.note(event, before)
    onEvent?.(event, state)
    if (body.type !== 'perception-received' && body.type !== 'intention-formed')
      for (let { roots } = next; roots > before.roots; roots -= 1) onBegun(String(roots))
  }

  /** An observation is taken in although the goal it came during was dropped meanwhile. */
  function signalOf(body: EventBody): AbortSignal {
    const { intention } = body
    const other = body.type === 'beliefs-perceived' && body.perception !== intention
    const root = other && !state.begun.has(intention) ? undefined : rootOf(state, intention)
    return contexts.ctx(root).signal
  }

  return {
    ...contexts,
    get state() {
      return state
    },
    journal,
    control,
    commit,
    changed,
    keep,
  }
}
