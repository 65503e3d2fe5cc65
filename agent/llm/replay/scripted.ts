// A model whose replies are written down beforehand: for tests, demonstrations and measurements.
import { setTimeout as wait } from 'node:timers/promises'
import type { Json } from '../../../tools/tool.ts'
import { untilAborted } from '../abort.ts'
import type { ModelEvent, Request, StopReason, Usage, Wire } from '../provider.ts'

/** A tool call of a script. An `input` that is a string is the raw text of the arguments, as written. */
interface ScriptedCall {
  readonly name: string
  readonly input: Json
  /** `call_<messages so far>_<position>` unless given. */
  readonly id?: string
}

/**
 * One turn, played in the order of the members. A bare string is a turn of that text; several texts
 * are several deltas. `delayMs` passes before the first event. `hang` never ends, except by abort.
 */
export type ScriptedReply =
  | string
  | {
      readonly delayMs?: number
      readonly reasoning?: string
      readonly text?: string | readonly string[]
      readonly calls?: readonly ScriptedCall[]
      readonly hang?: boolean
      readonly error?: Omit<Extract<ModelEvent, { type: 'error' }>, 'type'>
      /** `tools` when there are calls, else `end`, unless given. */
      readonly stop?: StopReason
      readonly usage?: Usage
    }

/**
 * Replies in order, a function of the request, or replies in order for each purpose.
 * @example
 * ```ts
 * import { type Script, scripted } from 'intend/provider'
 *
 * const script: Script = request => (request.tools.length > 0 ? 'with tools' : 'without')
 * console.log(scripted(script).name) // scripted
 * ```
 */
export type Script =
  | readonly ScriptedReply[]
  | ((request: Request) => ScriptedReply)
  | Readonly<Record<string, readonly ScriptedReply[]>>

/**
 * A wire that plays `script`. `requests` holds every request received, in order. A script that runs
 * out ends the stream with an error that is not retryable, naming the purpose it ran out for.
 * @example
 * ```ts
 * import { createAgent } from 'intend'
 * import { createProvider, scripted } from 'intend/provider'
 *
 * const model = createProvider(scripted(['FINAL ANSWER: 42']))
 * const agent = await createAgent({ agent: 'direct', model })
 * console.log((await agent.ask('What is 6 times 7?')).answer) // 42
 * agent.close()
 * ```
 */
export function scripted(script: Script): Wire & { readonly requests: readonly Request[] } {
  const requests: Request[] = []
  const replyTo = toFunction(script)
  return {
    name: 'scripted',
    byPurpose: true,
    requests,
    async *stream(request) {
      requests.push(request)
      let reply: ScriptedReply
      try {
        reply = replyTo(request)
      } catch (error) {
        yield { type: 'error', message: (error as Error).message, retryable: false }
        return
      }
      yield* play(typeof reply === 'string' ? { text: reply } : reply, request)
    },
  }
}

function toFunction(script: Script): (request: Request) => ScriptedReply {
  if (typeof script === 'function') return script
  const given = new Map<string, number>()
  return ({ purpose }) => {
    const inOrder = isList(script)
    const replies = inOrder ? script : (Object.hasOwn(script, purpose) && script[purpose]) || []
    const queue = inOrder ? '' : purpose
    const position = given.get(queue) ?? 0
    const reply = replies[position]
    if (reply === undefined)
      throw new Error(`script ran out after ${position} calls (purpose: ${purpose})`)
    given.set(queue, position + 1)
    return reply
  }
}

function isList(script: Exclude<Script, () => unknown>): script is readonly ScriptedReply[] {
  return Array.isArray(script)
}

async function* play(
  reply: Exclude<ScriptedReply, string>,
  { signal, messages }: Request,
): AsyncGenerator<ModelEvent> {
  const { calls = [], error, usage } = reply
  const texts = typeof reply.text === 'string' ? [reply.text] : (reply.text ?? [])
  if (reply.delayMs) await wait(reply.delayMs, undefined, { signal }).catch(() => undefined)
  if (signal.aborted) return yield { type: 'aborted' }
  if (reply.reasoning) yield { type: 'reasoning', delta: reply.reasoning }
  for (const delta of texts) yield { type: 'text', delta }
  for (const [position, { name, input, id }] of calls.entries()) {
    const raw = typeof input === 'string' ? input : JSON.stringify(input)
    const call = { id: id ?? `call_${messages.length}_${position}`, name, input: raw }
    yield { type: 'tool-call', call }
  }
  if (reply.hang) await untilAborted(signal)
  if (signal.aborted) yield { type: 'aborted' }
  else if (error) yield { type: 'error', ...error }
  else {
    const stop = reply.stop ?? (calls.length > 0 ? 'tools' : 'end')
    yield { type: 'done', stop, ...(usage && { usage }) }
  }
}
