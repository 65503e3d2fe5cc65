// The loop (A Self-Aware BDI Agent, 2026, Algorithm 1). The only writer: a phase
// returns an event, `commit` folds it in, journals it and emits it. A sub-goal is `pursue` again.
import { runDag } from '../plans/dag.ts'
import type { Step } from '../plans/plan.ts'
import { apply, emptyState } from './apply.ts'
import type { Ctx, Phases } from './contract.ts'
import type { Event, EventBody, IntentionClosed, PlanSelected } from './event.ts'
import type { Memory } from './memory/memory.ts'
import type { Journal } from './runs/journal.ts'
import { recordOf } from './runs/record.ts'
import { createRecorder } from './runs/remember.ts'
import type {
  Intention,
  NewBelief,
  Perception,
  Scope,
  State,
  StepResult,
  Verdict,
} from './state.ts'
import { childId } from './state.ts'
import { adopted, outcome } from './sub-goal.ts'
import { view } from './view.ts'

export interface LoopOptions {
  readonly phases: Phases
  readonly surroundings: Omit<Ctx, 'report'>
  readonly journal: Journal
  /** Names this run in the library's statistics; the same when the run is resumed. */
  readonly run: string
  /** Told what each finished root has established. */
  readonly memory?: Memory | undefined
  /** Told why the library or the memory could not be written; a warning of the process unless given. */
  readonly onUnsaved?: ((error: Error) => void) | undefined
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
  resume(signal?: AbortSignal): Promise<readonly string[]>
  /**
   * A person's edit: in place of everything believed under these names in `scope`, `beliefs`; what
   * rested on it is derived again or withdrawn.
   */
  edit(scope: Scope, beliefs: readonly NewBelief[], withdrawn: readonly string[]): void
  /** Clears the mind and keeps the library; what was under way is forgotten. */
  reset(): void
  state(): State
}

/**
 * Throws what a bug or an abort throws, and nothing else: what goes wrong in reasoning, tools or
 * worlds is an event. After an abort nothing more is committed, so the run can be resumed.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the loop reads as one page over one state
export function createLoop(options: LoopOptions): Loop {
  const { phases, journal, surroundings, run, onEvent } = options // and not the past, which is long
  const { policy, limits, environment, library, llm } = surroundings
  const contexts = new Map<string, Ctx>() // by root: each perception may be cancelled by itself
  const inTurn = turns()
  let state = (options.past ?? []).reduce(apply, emptyState(library.version))
  const { memory, onUnsaved } = options
  const recorder = createRecorder({ library, memory, model: llm.name, onUnsaved }, run, state)
  const own: Ctx = { ...surroundings, report: event => void commit(event) }
  const at = (id: string): Intention => state.intentions.get(id)! // always through the state

  function ctx(id: string): Ctx {
    return contexts.get(at(id)?.root ?? id) ?? own
  }

  function commit<Body extends EventBody>(body: Body): Body {
    ctx(body.intention).signal.throwIfAborted()
    const event = { ...body, seq: state.seq + 1, at: surroundings.now() }
    const plan = at(body.intention)?.plan
    const next = apply(state, event)
    journal.append(event) // when this throws, nothing has happened
    state = next
    recorder.note(event, plan)
    onEvent?.(event, state)
    return body
  }

  async function handle(perception: Perception, signal?: AbortSignal): Promise<string | undefined> {
    const observation = perception.kind === 'observation'
    const id = observation ? `o${state.seq + 1}` : String(state.roots + 1)
    const intention = observation ? (state.currentIntention ?? id) : id
    if (signal && !observation) contexts.set(id, { ...own, signal })
    commit({ type: 'perception-received', id, intention, perception })
    if (!observation) return goOn(id)
    await perceived(id) // an observation forms no intention
    return undefined
  }

  async function goOn(root: string): Promise<string> {
    let id = root
    try {
      await perceived(id)
      await observe() // the first scene, before anything is decided
      if (!at(id)) await form(id)
      for (await pursue(id); asked(id) === 'rethink'; await pursue(id)) id = await form(id)
      const record = recordOf(state, id, surroundings.now())
      commit({ type: 'intention-recorded', intention: id, record })
    } finally {
      contexts.delete(id)
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

  async function pursue(id: string): Promise<void> {
    while (at(id).status === 'open') {
      if (at(id).cycle > limits.cycles)
        commit(closed(id, 'failed', `gave up after ${limits.cycles} cycles`))
      else if (at(id).plan === undefined) commit(await commitment(id))
      else {
        const advanced = new Set<string>() // a sub-goal that waits for a rethink is not begun again
        await runDag(
          () => progress(id, advanced),
          limits.parallel,
          step => advance(id, step).finally(() => waits(id, step) && advanced.add(step.id)),
        )
        if (asked(id) === 'rethink') return // only the root re-thinks; progress stays in the state
        const replan = { type: 'plan-set-aside', intention: id, reason: 'replan' } as const
        commit(asked(id) === 'replan' ? replan : await phases.satisfy(id, state, ctx(id)))
      }
    }
  }

  /** The plan that deliberate has chosen, unless something speaks against it. */
  async function commitment(id: string): Promise<PlanSelected | IntentionClosed> {
    const chosen = await phases.deliberate(id, state, ctx(id))
    if (chosen.type !== 'plan-selected') return chosen
    const { limits, spent } = surroundings.llm.budget ?? {}
    const budget = limits && spent && { limits, spent: spent() }
    const about = { intention: at(id), plan: chosen.plan, state, ...(budget && { budget }) }
    const objection = await policy.objection(about)
    return objection === undefined ? chosen : closed(id, 'dropped', objection)
  }

  async function advance(id: string, step: Step): Promise<void> {
    const again = at(id).steps[step.id] === 'started'
    if (!again) commit({ type: 'step-started', intention: id, step: step.id })
    if (step.effect) journal.flush()
    if (step.kind === 'achieve') {
      const child = childId(at(id), step.id) // the same on resume
      if (!at(child)) commit(adopted(state, id, step))
      await undefined // resuming goes down through sub-goals that exist; not on the call stack
      await pursue(child)
      if (asked(id) === 'rethink') return
    }
    let result = again && step.effect && step.kind !== 'achieve' ? lost : await carryOut(id, step)
    let verdict = await judge(id, step, result)
    // never twice on a guess: only when the world itself shows that it has not happened
    if (result.lost && !verdict.passed && verdict.tier === 'world') {
      result = await carryOut(id, step)
      verdict = await judge(id, step, result)
    }
    const ask = policy.reconsider(at(id), step, verdict, state)
    commit({ type: 'step-finished', intention: id, step: step.id, result, verdict, ask })
  }

  async function judge(id: string, step: Step, result: StepResult): Promise<Verdict> {
    await observe()
    return phases.verify(id, step, result, view(state, id, step), ctx(id))
  }

  async function carryOut(id: string, step: Step): Promise<StepResult> {
    if (step.kind === 'achieve') return outcome(state, childId(at(id), step.id), step)
    const execute = () => phases.execute(id, step, view(state, id, step), ctx(id))
    return step.kind === 'act' ? inTurn('act', execute) : execute()
  }

  const observe = () =>
    inTurn('observe', async () => {
      for (const seen of (await environment.world?.observations(state.observed)) ?? [])
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
    const left = [...state.begun.keys()] // before anything new is handed over
    if (signal) for (const id of left) contexts.set(id, { ...own, signal })
    await reflect() // a review that was still owed
    for (const { id } of state.perceptions
      .filter(p => p.perception.kind === 'observation')
      .values())
      await perceived(id)
    return Promise.all(left.map(goOn))
  }

  async function perceived(id: string): Promise<void> {
    const received = state.perceptions.get(id)
    if (received && !received.perceived)
      commit(await phases.perceive(received, state, ctx(received.intention)))
  }

  // a root that replans lets its sub-goals come to their end; one that re-thinks stops them
  const asked = (id: string) => (at(at(id).root).asked === 'rethink' ? 'rethink' : at(id).asked)
  const progress = (id: string, advanced: ReadonlySet<string>) => ({
    steps: state.planLibrary.plans.get(at(id).plan!)!.steps.filter(s => !advanced.has(s.id)),
    status: at(id).steps,
    stopped: asked(id) !== undefined,
  })

  const waits = (id: string, step: Step) => at(id).steps[step.id] === 'started'

  const reset = () => void commit({ type: 'mind-cleared', intention: '' })

  const edit: Loop['edit'] = (scope, beliefs, withdrawn) => {
    const shared = ['session', 'memory', 'world'].includes(scope)
    if (!shared && at(scope)?.status !== 'open')
      throw new Error(`there is no open question ${scope}`)
    commit({
      type: 'beliefs-perceived',
      intention: at(scope) ? scope : '',
      perception: '',
      schemaBeliefs: [],
      scope,
      beliefs,
      withdrawn: [...withdrawn, ...beliefs.map(belief => belief.name)],
    })
  }

  return { handle, resume, edit, reset, state: () => state }
}

const lost: StepResult = { summary: 'begun before a crash', beliefs: [], calls: [], lost: true }

const closed = (intention: string, status: 'failed' | 'dropped', reason: string) =>
  ({ type: 'intention-closed', intention, status, reason }) as const

/** Runs work of the same key one at a time, in the order it was asked for. */
function turns() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    return mine
  }
}
