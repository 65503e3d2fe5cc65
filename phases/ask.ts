// The only way a phase talks to a model: a contract is put in the run's style of
// prompt; the reply is parsed, checked, and asked for once more with the exact issues; then another
// model is turned to. What still fails is an outcome, not an exception.
import type { Asked, Asking, Contract, Ctx } from '../agent/contract.ts'
import type { ModelCalled } from '../agent/event.ts'
import type {
  CallError,
  CallOptions,
  Completion,
  LLMProvider,
  Message,
} from '../agent/llm/provider.ts'
import type { FailureMode } from '../agent/state.ts'
import { given } from '../plans/given.ts'
import type { Json } from '../tools/tool.ts'
import { type Put, put } from './contract-prompt.ts'

/**
 * Asks the model to fulfil `contract` on `reads`: in the conversation about the question, where there is
 * one and the contract has news for it, else in a conversation of its own. One of whose replies nothing can be
 * read is not asked any more.
 */
export function ask<Reads, Out>(
  contract: Contract<Reads, Out>,
  reads: Reads,
  asking: Asking,
): Promise<Asked<Out>> {
  const { talk, llm, unread } = asking.ctx
  if ((unread?.(asking.intention) ?? 0) >= mostUnread)
    return Promise.resolve(failed('model_error', illegible(llm.name), true))
  return talk && contract.news
    ? talk.ask(contract, reads, asking)
    : askSeparately(contract, reads, asking)
}

/**
 * Asks the model to fulfil `contract` on `reads`, in the style of `ctx.prompts`; reports each
 * completion as a `model-called` event. A model has two attempts. When its reply is still unusable
 * then, its fallback is asked afresh; when it gives none, its fallback goes on from the conversation
 * as far as it got. Tools are offered no more once the conversation says that their turns ran out. A
 * cancelled call and a spent budget (failure mode `budget`) end it at once.
 */
export async function askSeparately<Reads, Out>(
  contract: Contract<Reads, Out>,
  reads: Reads,
  asking: Asking,
): Promise<Asked<Out>> {
  const told = put(contract, reads, asking.ctx.prompts)
  // as a recording or a provider that reads no prompts gets it
  const plain = JSON.parse(JSON.stringify(reads)) as Json
  const work: Working<Out> = { contract, told, reads: plain, asking }
  const failures: { readonly by: string; readonly why: string; readonly answered: boolean }[] = []
  const opening: Conversation = { messages: told.messages, exhausted: false }
  let sofar = opening
  for (let llm: LLMProvider | undefined = reachable(asking); llm; llm = llm.fallback) {
    const came = await converse(llm, sofar, work)
    if ('value' in came) return { ok: true, value: came.value, model: llm.name }
    if ('issues' in came) {
      const why = `the model's ${contract.purpose} reply cannot be used: ${came.issues.join('; ')}`
      failures.push({ by: llm.name, why, answered: true })
      sofar = opening
      continue
    }
    const { kind, message } = came.error
    if (kind === 'budget') return failed('budget', message, true)
    if (kind === 'aborted') return failed('model_error', message, true)
    failures.push({ by: llm.name, why: message, answered: false })
    sofar = came.sofar
  }
  const [only, more] = failures
  const why = more ? failures.map(each => blaming(each.by, each.why)).join('; ') : (only?.why ?? '')
  return failed('model_error', why, !failures.some(each => each.answered))
}

/** The first model that the question has not found out of reach, or the last one there is. */
export function reachable({ ctx, intention }: Pick<Asking, 'ctx' | 'intention'>): LLMProvider {
  const gone = ctx.unreachable?.(intention) ?? []
  let { llm } = ctx
  while (llm.fallback && gone.includes(llm.name)) llm = llm.fallback
  return llm
}

/** What a model was asked for and what came of it. */
export type Call = Omit<ModelCalled, 'type' | 'model' | 'usage'>

/** Reports what a model was asked for, what that has used and what came of it. */
export function reportCall(
  { name: model, fallback }: LLMProvider,
  { usage, cost, requests }: Completion,
  { error, ...call }: Call,
  { report }: Pick<Ctx, 'report'>,
): void {
  const { inputTokens, outputTokens, cachedTokens } = usage
  // an `error` has outlived its retries, each of which may have waited for minutes
  const unreachable =
    fallback !== undefined && (error?.kind === 'unavailable' || error?.kind === 'error')
  report({
    type: 'model-called',
    model,
    ...call,
    usage: { calls: requests, inputTokens, outputTokens, cachedTokens, cost: cost ?? null },
    // `unavailable` is that no model can be asked, not so while there is another one
    ...(error && { error: unreachable ? { ...error, kind: 'error' } : error }),
    ...(unreachable && { unreachable }),
  })
}

/** Why a model failed, after its name, with which some say it themselves. */
export const blaming = (model: string, why: string) =>
  why.startsWith(`${model}: `) ? why : `${model}: ${why}`

/** Why a model of which nothing can be read is asked no more, and the way out. */
export const illegible = (model: string) =>
  `the replies of ${model} hold no JSON that could be used; see what it can do with: intend doctor --model ${model}, or choose another model`

// --- internal ---

/**
 * Replies in a row of which nothing can be read before a question is given up: twice what one ask takes. Were
 * every other reply of a model such a one, it would happen to one question in 250.
 */
const mostUnread = 8

interface Working<Out> {
  readonly contract: Contract<never, Out>
  readonly told: Put
  readonly reads: Json
  readonly asking: Asking
}

interface Conversation {
  readonly messages: readonly Message[]
  /** Whether it says that no tool can be called any more. */
  readonly exhausted: boolean
}

/** What came of the attempts of one model: a value, no reply, or replies that cannot be used. */
type Came<Out> =
  | { readonly value: Out }
  | { readonly error: CallError; readonly sofar: Conversation }
  | { readonly issues: readonly string[] }

async function converse<Out>(
  llm: LLMProvider,
  opening: Conversation,
  work: Working<Out>,
): Promise<Came<Out>> {
  const { contract, told, asking } = work
  let sofar = opening
  let issues: readonly string[] = []
  let faulty: { readonly value: Out } | undefined // better than none
  for (const attempt of [1, 2] as const) {
    const started = asking.ctx.now()
    const completion = await complete(llm, sofar, work)
    const { text, error, messages } = completion
    const exhausted = completion.exhausted ?? sofar.exhausted
    const cutOff = error?.kind === 'length'
    const reply = told.parse(text, contract.output)
    // of what was cut off, a mended reading may be the beginning of something else
    const usable = reply.ok && (!cutOff || reply.parsed === 'as-is')
    const faults = usable && attempt === 1 ? (contract.faults?.(reply.value) ?? []) : []
    issues = [...(reply.ok ? faults : reply.issues), ...(cutOff && !usable ? [error.message] : [])]
    const { ctx, intention, step } = asking
    const call: Call = {
      intention,
      ...(step !== undefined && { step }),
      purpose: contract.purpose,
      attempt,
      parsed: usable ? reply.parsed : 'failed',
      issues,
      ...(!reply.ok && reply.unread && !error && { unread: true }),
      ms: ctx.now() - started,
      ...(error && { error }),
    }
    reportCall(llm, completion, call, ctx)
    if (error && !cutOff) return faulty ?? { error, sofar: { messages, exhausted } }
    if (usable && faults.length === 0) return { value: reply.value }
    if (usable) faulty = { value: reply.value }
    const complaint: readonly Message[] = [
      { role: 'assistant', content: text, calls: [] },
      { role: 'user', content: faulty ? told.doubt(issues) : told.complaint(issues) },
    ]
    sofar = { messages: [...messages, ...complaint], exhausted }
  }
  return faulty ?? { issues }
}

async function complete<Out>(
  llm: LLMProvider,
  { messages, exhausted }: Conversation,
  { contract: { purpose, aside }, told: { schema }, reads, asking }: Working<Out>,
): Promise<Completion> {
  const { ctx, tools, executor } = asking
  const options: CallOptions = {
    purpose,
    reads,
    ...given({ aside, schema }),
    signal: ctx.signal,
  }
  return tools && executor && !exhausted
    ? llm.runAgentic(messages, tools, executor, () => undefined, options)
    : llm.complete(messages, options)
}

const failed = (mode: FailureMode, why: string, unanswered: boolean) =>
  ({ ok: false, mode, why, unanswered }) as const
