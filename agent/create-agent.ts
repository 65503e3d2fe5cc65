// The door for embedding: puts an agent together.
import { randomUUID } from 'node:crypto'
import { EventEmitter, on } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProlog } from '../phases/symbolic/engine.ts'
import { createTalk } from '../phases/talk/talk.ts'
import { ConfigurationError } from '../plans/configuration.ts'
import { memoryLibrary, openLibrary, type PlanLibrary } from '../plans/library/library.ts'
import type { Plan } from '../plans/plan.ts'
import { entailmentNamed } from '../plans/retrieval/entail-named.ts'
import { recall } from '../tools/recall.ts'
import { defineTool } from '../tools/tool.ts'
import { agentNamed } from './agents/agents.ts'
import { fallbackNamed } from './agents/fallbacks.ts'
import { attach } from './attach.ts'
import type { Environment } from './contract.ts'
import { conversationOf } from './conversation.ts'
import type { Action, AgentOptions, Asked, Asking, AskOptions, EmbeddedAgent } from './embedded.ts'
import type { Event } from './event.ts'
import { rootGoals } from './goals/desires.ts'
import { type Model, openModel } from './llm/models.ts'
import type { LLMProvider } from './llm/provider.ts'
import { maskedBy } from './llm/secrets.ts'
import { createLoop, type Loop } from './loop.ts'
import { openMemory } from './memory/memory.ts'
import { checkAsking, checkEdits, checkOptions, checkPerception, refuseTwins } from './options.ts'
import { remembering } from './policy.ts'
import { answerOf, typed } from './runs/asked.ts'
import { noJournal, openJournal, readJournal, runOf } from './runs/journal.ts'
import { spentIn } from './runs/spent.ts'
import { type NewBelief, type Perception, rootOf, type State } from './state.ts'
import { contentVariable, createTelemetry } from './telemetry/telemetry.ts'
import { openTools } from './toolset.ts'

/**
 * Puts an agent together. Rejects with a ConfigurationError that names what is wrong and the way out.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 *
 * const agent = await createAgent({ model: 'offline' })
 * const { answer } = await agent.ask('A ferry crosses 45 km at 30 km/h. How many minutes does the crossing take?')
 * console.log(answer) // 90
 * agent.close()
 * ```
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: all that an agent holds is opened and closed here
export async function createAgent(options: AgentOptions = {}): Promise<EmbeddedAgent> {
  checkOptions(options)
  const { agent: choice = 'self-aware', model: wanted = 'offline', env = process.env } = options
  const agent = typeof choice === 'string' ? await agentNamed(choice) : choice
  const kept = options.journal ?? noJournal
  const past = typeof kept === 'string' ? readJournal(kept) : kept.past
  const model: Model =
    typeof wanted === 'string'
      ? await openModel(wanted, env, options.settings, spentIn(past))
      : 'provider' in wanted
        ? wanted
        : { provider: wanted, tools: tools => tools }
  const served = model.network ?? model.provider === wanted // one's own provider is what it is for
  const { plans = memoryLibrary() } = options
  const library = typeof plans === 'string' ? await openLibrary(plans) : plans
  // who has opened a library reads it there
  if (plans !== library && library.setAside !== undefined) process.emitWarning(library.setAside)
  const memory =
    typeof options.memory === 'string' ? await openMemory(options.memory) : options.memory
  const recalling = memory ? [recall(memory)] : []
  const journal = typeof kept === 'string' ? openJournal(kept) : kept
  const run = options.run ?? runOf(past) ?? randomUUID()
  const watchers = new Set<(event: Event, state: State) => void>()
  if (options.onEvent) watchers.add(options.onEvent)
  // what is read by somebody is written first
  const defer = (event: Event) => (watchers.size > 0 ? journal.append : journal.defer)(event)
  const telemetry = createTelemetry({
    run,
    agent: agent.name,
    content: env[contentVariable] === 'true',
  })
  if (telemetry) watchers.add(telemetry)
  const workspace = options.workspace ?? join(tmpdir(), `intend-${randomUUID()}`)
  const joined = options.community?.join(named(options), {
    receive: async ({ key, from, performative, content }) => {
      const message = { text: content, data: { performative }, source: from }
      await loop.handle({ kind: 'observation', ...message, key: `${from} ${key}` })
    },
    plansFor: type => plansFor(loop.state(), library, type),
  })
  const environment: Environment = {
    tools: [
      ...(options.tools ?? (await openTools({ ...options, env, network: model.network ?? false }))),
      ...(options.moreTools ?? []),
    ].map(tool => defineTool(tool)),
    roots: options.allow ?? [],
    workspace,
    ...(options.world && { world: options.world }),
    ...(joined && { post: joined.post }),
  }
  refuseTwins([...environment.tools, ...recalling])
  const style = options.prompts ?? 'aware'
  const together = options.talk ?? (allConverse(model.provider) ? 'one' : 'separate')
  const sections = together === 'one' && style === 'aware' ? agent.sections : undefined
  const fallback = options.fallback === undefined ? undefined : fallbackNamed(options.fallback)
  const chosen = { ...agent.policy, ...(fallback && { fallback }), ...options.policy }
  const policy = remembering(chosen, options.rules ?? [])
  const closing = new AbortController()
  const prolog = createProlog() // it starts with its first evaluation
  // what is recorded or replayed are all tools that the agent is to use
  const placed = (environment: Environment): Environment => ({
    ...environment,
    tools: model.tools([...environment.tools, ...recalling]),
  })
  const loop: Loop = createLoop({
    phases: agent.phases,
    journal: { ...journal, defer },
    masked: maskedBy(env),
    run,
    memory,
    onUnsaved: options.onUnsaved,
    past,
    surroundings: {
      llm: model.provider,
      environment: placed(environment),
      library,
      policy,
      limits: { ...agent.limits, ...options.limits },
      signal: closing.signal,
      agent: agent.name,
      ...(options.prompts && { prompts: options.prompts }),
      entailment: await entailmentNamed(options.entailment ?? 'lexical'),
      prolog,
      ...(sections && { talk: createTalk(sections, id => conversationOf(loop.state(), id)) }),
      now: Date.now,
      ...(model.today !== undefined && { today: model.today }),
    },
    onEvent: (event, state) => {
      for (const watch of watchers) watch(event, state)
    },
  })

  async function* handle(perception: Perception): AsyncGenerator<Action> {
    checkPerception(perception)
    const abort = new AbortController()
    const heard = new EventEmitter()
    const events = on(heard, 'event', { close: ['end'] }) // kept for a reader slower than the loop
    let root: string | undefined
    const hear = (event: Event, state: State) => {
      const of = rootOf(state, event.intention)
      root ??= of // the first event is the perception that the reader brought
      if (event.type === 'intention-formed' && event.replaces === root) root = event.intention
      if (of === root) heard.emit('event', event)
    }
    watchers.add(hear)
    const done = loop.handle(perception, abort.signal).finally(() => heard.emit('end'))
    done.catch(() => undefined) // awaited below, unless the reader has left
    try {
      for await (const [event] of events) yield { type: 'event', event }
      const id = await done
      if (id !== undefined) yield { type: 'answer', answer: answerOf(loop.state(), id, served) }
    } finally {
      watchers.delete(hear)
      abort.abort(new Error('the reader of the events has left'))
    }
  }

  async function ask<T = string>(
    asked: string | Asking,
    options: AskOptions<T> = {},
  ): Promise<Asked<T>> {
    const asking: Asking =
      typeof asked === 'string' ? { kind: 'question', text: asked, source: 'user' } : asked
    checkAsking(asking, options)
    const { files = [], schema, signal } = options
    if (asking.kind === 'question' && asking.text.trim() === '')
      throw new ConfigurationError('the question is empty; ask something')
    const attached = [...(asking.files ?? []), ...(await attach(files))]
    const id = await loop.handle({ ...asking, files: attached }, signal)
    return typed(loop, id!, served, schema, signal)
  }

  return {
    ...loop,
    initialize: async env => {
      if (loop.state().seq > past.length)
        throw new Error('an agent is initialized before its first perception; make another one')
      loop.place(placed(env))
    },
    reset: async () => loop.reset(),
    handle,
    ask,
    resume: async ({ signal } = {}) =>
      (await loop.resume(signal)).map(id => answerOf(loop.state(), id, served)),
    believe(edits, scope = 'session') {
      checkEdits(edits)
      const typed = { source: 'user', provenance: 'given', typed: true } as const
      const believed = edits.flatMap(({ name, value, unit }): NewBelief[] =>
        value === undefined ? [] : [{ name, value, ...(unit !== undefined && { unit }), ...typed }],
      )
      const withdrawn = edits.filter(({ value }) => value === undefined).map(({ name }) => name)
      loop.edit(scope, believed, withdrawn)
    },
    goals: () => rootGoals(loop.state()),
    model,
    library,
    memory,
    close: () => {
      if (closing.signal.aborted) return
      closing.abort(new Error('the agent is closed; make another one with createAgent'))
      joined?.leave()
      journal.close()
      void prolog.close()
      if (options.workspace === undefined) rmSync(workspace, { recursive: true, force: true })
    },
  }
}

/** Whether the model, and whichever it may fall back on, can hold one conversation. */
const allConverse = ({ converses = false, fallback }: LLMProvider): boolean =>
  converses && (fallback === undefined || allConverse(fallback))

function named({ name }: AgentOptions): string {
  if (name !== undefined && /^[a-z]\w*$/.test(name)) return name
  throw new ConfigurationError(
    'an agent of a community has a name of small letters, such as { name: "ann" }',
  )
}

function plansFor({ planLibrary }: State, library: PlanLibrary, type: string): readonly Plan[] {
  const own = (planLibrary.offered.get(type) ?? []).map(id => planLibrary.plans.get(id)!)
  const all = [...own, ...library.plans().filter(plan => plan.intentionType === type)]
  return all.filter(({ id }) => !planLibrary.removed.has(id))
}
