// Carrying a plan out on questions whose answers are known, each in a fresh agent that knows no other
// plan: whether it is right, before a library is trusted or a refinement takes its parent's place.
import { agentNamed } from '../../agent/agents/agents.ts'
import type { Agent, Phases } from '../../agent/contract.ts'
import { createAgent } from '../../agent/create-agent.ts'
import type { AgentOptions } from '../../agent/embedded.ts'
import type { Event, ModelCalled } from '../../agent/event.ts'
import type { Model } from '../../agent/llm/models.ts'
import type { LLMProvider } from '../../agent/llm/provider.ts'
import { ConfigurationError } from '../../plans/configuration.ts'
import { memoryLibrary, type PlanLibrary } from '../../plans/library/library.ts'
import { mayServe } from '../../plans/library/trust.ts'
import type { Plan } from '../../plans/plan.ts'
import type { Tool } from '../../tools/tool.ts'
import type { Environment } from '../cli/command.ts'
import { isRight } from '../measure/score.ts'

/** A question to try a plan on. `files` are absolute paths; an empty answer means that declining is right. */
export interface KnownQuestion {
  readonly question: string
  readonly answer: string
  readonly files?: readonly string[]
}

/** What plans are tested with: a model that is open, the tools of the agent (the standard ones unless given). */
export interface Testing {
  readonly model: Model | LLMProvider
  readonly tools?: readonly Tool[]
  readonly env: Environment
  /** Folders and files that tools may read besides those of the question. */
  readonly allow?: readonly string[]
  readonly signal?: AbortSignal
}

/**
 * What came of one example: `right` by the official rules; `not-applicable` when the agent understood
 * the question as one the plan is not for.
 */
export interface Tested {
  readonly verdict: 'right' | 'wrong' | 'not-applicable'
  readonly answer?: string
  /** Why, in a sentence. */
  readonly why: string
}

/**
 * Carries the plan out on an example. No other plan is used or written for the question itself, and nothing is
 * learned. A plan that may not serve whatever its examples say is not carried out. Rejects with a
 * ConfigurationError when the model cannot be asked or its budget is spent, and with the signal's reason when aborted.
 */
export async function testPlan(
  plan: Plan,
  example: KnownQuestion,
  testing: Testing,
): Promise<Tested> {
  const refusal = mayServe(untested(plan))
  if (refusal !== undefined) return { verdict: 'not-applicable', why: refusal }
  return (await tryOn(example, [plan], testing)).tested
}

/**
 * Asks one question of an agent that knows these plans alone, and says which of them it took, if any,
 * and what came of it. Otherwise as `testPlan`.
 */
export async function tryOn(
  known: KnownQuestion,
  plans: readonly Plan[],
  testing: Testing,
): Promise<{ readonly plan?: string; readonly tested: Tested }> {
  const { library, onEvent, seen } = watchFor(plans.map(untested))
  const agent = onlyWith(await agentNamed('self-aware'))
  const { answer, reason } = await askedOf({ agent, plans: library, onEvent }, known, testing)
  const { plan, unable, misfit } = seen()
  if (unable) throw new ConfigurationError(`no plan can be tested: ${unable.message}`)
  if (plan === undefined) return { tested: { verdict: 'not-applicable', why: misfit ?? reason } }
  return { plan, tested: judged(answer, known.answer, reason) }
}

/** Asks the question of a fresh agent. Rejects with the signal's reason when aborted. */
export async function askedOf(
  fresh: Pick<AgentOptions, 'agent' | 'plans' | 'onEvent'>,
  { question, files = [] }: KnownQuestion,
  { model, tools, env, allow, signal }: Testing,
) {
  const agent = await createAgent({ ...fresh, model, env, tools, allow })
  try {
    return await agent.ask(question, { files, ...(signal && { signal }) })
  } finally {
    agent.close()
  }
}

// --- internal ---

function judged(answer: string | undefined, expected: string, reason: string): Tested {
  if (answer === undefined)
    return { verdict: expected === '' ? 'right' : 'wrong', why: `no answer: ${reason}` }
  const why = `answered ${answer}, right is ${expected === '' ? 'no answer' : expected}`
  const right = expected !== '' && isRight(answer, expected)
  return { verdict: right ? 'right' : 'wrong', answer, why }
}

/** The plan as if it were one's own and new: only its content is tested. */
function untested({ origin: { trust: _, ...origin }, ...plan }: Plan): Plan {
  return { ...plan, stats: {}, origin }
}

/** A library that holds these plans alone, and what becomes of them. */
function watchFor(plans: readonly Plan[]) {
  const held = memoryLibrary(plans)
  const tested = new Set(plans.map(({ id }) => id))
  let plan: string | undefined
  let unable: ModelCalled['error']
  let misfit: string | undefined
  const library: PlanLibrary = {
    ...held,
    shortlist(query, limit) {
      const found = held.shortlist(query, limit)
      misfit = found.candidates[0]?.reason ?? found.abstained
      return found
    },
  }
  const onEvent = (event: Event) => {
    if (event.type === 'plan-selected' && tested.has(event.plan.id)) plan ??= event.plan.id
    const { error } = event.type === 'model-called' ? event : {}
    if (error?.kind === 'unavailable' || error?.kind === 'budget') unable = error
  }
  return { library, onEvent, seen: () => ({ plan, unable, misfit }) }
}

/** The agent with one try and nothing to fall back on: it takes the plan whenever it fits. */
function onlyWith(agent: Agent): Agent {
  const { phases, policy, limits } = agent
  return {
    ...agent,
    phases: { ...phases, deliberate: withoutWriting(phases.deliberate) },
    policy: {
      ...policy,
      choosePlan: ([plan]) => ({ ...(plan && { plan }), why: 'it is tested', quarantined: [] }),
      fallback: () => undefined,
      reviewIsDue: () => false,
    },
    limits: { ...limits, cycles: 1 },
  }
}

/** For the question itself no plan is written; for the parts of the tested one it may be. */
function withoutWriting(deliberate: Phases['deliberate']): Phases['deliberate'] {
  return (id, state, ctx) => {
    const part = state.intentions.get(id)?.parent !== undefined
    return deliberate(id, state, part ? ctx : { ...ctx, llm: silent, report: () => undefined })
  }
}

const refused = async () => ({
  text: '',
  requests: 0,
  messages: [],
  usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
  error: { kind: 'refusal', message: 'the plan that is tested does not fit' } as const,
})

const silent: LLMProvider = { name: 'none', complete: refused, runAgentic: refused }
