// The paper's LLMProvider (seed 001, section 3): `complete` and `runAgentic`, both built from the
// one `stream` that a wire supplies.
import { setTimeout as wait } from 'node:timers/promises'
import type { Completion, LLMProvider, Message, Wire } from './provider.ts'
import { toolLoop } from './tool-loop.ts'
import type { RetrySettings, Turn } from './turn.ts'
import { runTurn } from './turn.ts'

export interface ProviderOptions extends Partial<RetrySettings> {
  /** Turns of a tool loop, the last one without tools; 12 unless given. At least 2 to use tools at all. */
  readonly maxTurns?: number
}

/**
 * A provider that speaks through `wire`. A failed call is a value (`Completion.error`); nothing the
 * wire or a tool does makes a method reject. Retryable failures, before or in the middle of a turn,
 * are asked again up to `retries` times (3 unless given), waiting as long as the server asked for (a
 * minute at most) or else half a second, doubling, with jitter. An aborted signal ends a call at
 * once, even when the wire or a tool hangs.
 * @throws RangeError when `maxTurns` is not a positive integer or `retries` not a natural number.
 */
export function createProvider(wire: Wire, options: ProviderOptions = {}): LLMProvider {
  const { maxTurns = 12, retries = 3, random = Math.random } = options
  const sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
  if (!Number.isInteger(maxTurns) || maxTurns < 1)
    throw new RangeError(`maxTurns must be a positive integer, not ${maxTurns}`)
  if (!Number.isInteger(retries) || retries < 0)
    throw new RangeError(`retries must be zero or a positive integer, not ${retries}`)
  const settings: RetrySettings = { retries, sleep, random }
  return {
    name: wire.name,
    async complete(messages, call) {
      const request = { ...call, messages, tools: [] }
      return toCompletion(await runTurn(wire, request, () => undefined, settings), messages)
    },
    async runAgentic(messages, tools, executor, channel, call) {
      const turn = await toolLoop(
        request => runTurn(wire, request, channel, settings),
        { ...call, messages, tools },
        executor,
        maxTurns,
        channel,
      )
      const completion = toCompletion(turn, turn.messages)
      if (!turn.exhausted) return completion
      const message = `the model gave no answer in ${maxTurns} turns; allow more turns or make the step smaller`
      return { ...completion, error: { kind: 'turns', message } }
    },
  }
}

function toCompletion(turn: Turn, messages: readonly Message[]): Completion {
  const { text, usage, requests, end } = turn
  const heard = { text, usage, requests, messages }
  if ('failed' in end) return { ...heard, error: { kind: end.failed, message: end.message } }
  switch (end.stop) {
    case 'end':
    case 'tools':
      return heard
    case 'length': {
      const message = `the reply was cut off after ${text.length} characters, at the model's length limit; ask for less or raise the limit`
      return { ...heard, error: { kind: 'length', message } }
    }
    case 'refusal':
      return {
        ...heard,
        error: { kind: 'refusal', message: text || 'the model refused to answer' },
      }
  }
}
