// The question answered by our engine, whole or with a plan that is given.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfAware } from '../../agent/agents/self-aware.ts'
import type { Agent, Phases } from '../../agent/contract.ts'
import { createAgent } from '../../agent/create-agent.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import { memoryLibrary } from '../../plans/library/library.ts'
import * as the from './engine-question.ts'

export interface IntendOptions {
  /** Perceive and formalize ask the model; else the beliefs, the intention and the plan are given. */
  readonly whole: boolean
  /** A new agent for each question, as on the command line; else one for all. */
  readonly anew?: boolean
  /** Events go to a file; they do unless this is false. */
  readonly journal?: boolean
  /** Steps and the answer are checked; they are unless this is false. */
  readonly verified?: boolean
}

/**
 * The self-aware agent with its library in memory. It neither reviews nor turns steps into executable
 * ones: with experience it would soon ask the model less than the other engine does.
 */
export function intend(model: the.InstantModel, options: IntendOptions): the.Engine {
  const { anew = false, journal = true } = options
  const folder = mkdtempSync(join(tmpdir(), 'intend-engine-'))
  const agent = chosen(options)
  let opened = 0
  const open = () =>
    createAgent({
      agent,
      model: createProvider(wireOf(model)),
      plans: memoryLibrary([the.plan]),
      tools: [],
      env: {},
      ...(journal && { journal: join(folder, `${opened++}.jsonl`) }),
    })
  const shared = anew ? undefined : open()
  return {
    ask: async () => {
      const asked = await (shared ?? open())
      const { answer, reason } = await asked.ask(the.question)
      if (anew) asked.close()
      if (answer !== the.answer) throw new Error(`our engine answers ${answer}: ${reason}`)
    },
    close: async () => {
      if (shared) (await shared).close()
      rmSync(folder, { recursive: true })
    },
  }
}

// --- internal ---

const wireOf = (model: the.InstantModel) => ({
  name: 'instant',
  byPurpose: true as const,
  async *stream({ purpose, reads }: { readonly purpose: string; readonly reads: unknown }) {
    const { step } = reads as { step?: { writes: readonly { role: string }[] } }
    const call = step?.writes[0]?.role ?? purpose
    yield { type: 'text', delta: model.reply(call) } as const
    yield { type: 'done', stop: 'end' } as const
  },
})

function chosen({ whole, verified = true }: IntendOptions): Agent {
  const { automate: _, ...phases } = selfAware.phases
  return {
    ...selfAware,
    phases: { ...phases, ...(!whole && planGiven), ...(!verified && unverified) },
    policy: { ...selfAware.policy, reviewIsDue: () => false },
  }
}

const planGiven: Pick<Phases, 'perceive' | 'formalize' | 'deliberate'> = {
  perceive: async ({ id, intention }) => ({
    type: 'beliefs-perceived',
    intention,
    perception: id,
    schemaBeliefs: the.schemaBeliefs,
    scope: intention,
    beliefs: Object.entries(the.given).map(([name, value]) => ({
      name,
      value,
      source: 'user',
      provenance: 'given' as const,
    })),
    withdrawn: [],
    desire: the.desire,
    answerContract: the.answerContract,
  }),
  formalize: async intention => ({
    type: 'intention-formed',
    intention,
    intentionType: the.intentionType,
    goal: the.desire,
    satisfactionCondition: the.satisfactionCondition,
    openParameters: [],
    bind: {},
  }),
  deliberate: async intention => ({
    type: 'plan-selected',
    intention,
    plan: the.plan,
    from: 'library',
    bind: {},
    candidates: [],
    refused: [],
  }),
}

const unverified: Pick<Phases, 'verify' | 'satisfy'> = {
  verify: async () => ({ passed: true, tier: 'pattern', why: 'not looked at' }),
  satisfy: async (intention, state) => {
    const belief = state.groundBeliefs.get(intention)?.get('final_answer')?.at(-1)
    const answer = String(belief?.value)
    return { type: 'intention-closed', intention, status: 'satisfied', reason: '', answer }
  },
}
