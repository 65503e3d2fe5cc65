// The inner tool loop of a step: turn, tool calls, results, next turn, until the model answers.
import type { Picture } from '../../tools/tool.ts'
import { aborted, orAborted } from './abort.ts'
import type { Channel, Message, Request, ToolCall, ToolExecutor, Usage } from './provider.ts'
import { noUsage } from './provider.ts'
import { cancelled, sumUsage, type Turn } from './retry.ts'
import { failure, type Outcome, outcomeOf, type Prepared, prepare } from './tool-calls.ts'

const lastTurn =
  'No further tool call is possible. Answer now, in the form asked for, with what is known so far.'

/** Calls of one turn that are carried out, and how many of them at the same time. */
const mostCalls = 32
const mostTogether = 8
/** Times that a call is made whose result cannot change. */
const mostRepeats = 2
/** Turns in a row of which no call could be made. */
const mostVain = 3

/**
 * Calls `turn` until it ends without tool calls, at most `maxTurns` times; in the last one no tools
 * are offered. Calls of one turn run in parallel (8 at a time, 32 in all), their results go back in
 * the order of the calls. A call that failed or only computes is made twice; asked for a third time
 * with the same arguments, and nothing else done since, it is answered with where its result stands.
 * After three turns whose calls name no tool, or do not fit it, the next is the last.
 * Returns the last turn and the conversation before it, its `usage` and `requests` summed over all
 * of them, whether it was the last that is allowed, in which the model is told so, and what was wrong with
 * the calls when none could be made.
 */
export async function toolLoop(
  turn: (request: Request) => Promise<Turn>,
  request: Request,
  executor: ToolExecutor,
  maxTurns: number,
  channel: Channel,
): Promise<LastTurn> {
  const { signal, tools } = request
  const messages: Message[] = [...request.messages]
  const repeated = repetitions()
  let usage: Usage = noUsage
  let requests = 0
  let objections: readonly string[] = []
  for (let number = 1; ; number++) {
    const vain = objections.length >= mostVain
    const last = (number >= maxTurns || vain) && tools.length > 0
    if (last) messages.push({ role: 'user', content: lastTurn })
    const heard = await turn({ ...request, messages: [...messages], tools: last ? [] : tools })
    usage = sumUsage(usage, heard.usage)
    requests += heard.requests
    const ended = 'stop' in heard.end && goesOn[heard.end.stop]
    const objection = vain ? { objection: objections.at(-1)! } : {}
    const sofar = { ...heard, usage, requests, exhausted: last, ...objection, messages }
    if (!ended || last || tools.length === 0 || heard.calls.length === 0) return sofar
    const made = await orAborted(
      inParallel(heard.calls, signal, async (call, position): Promise<Made> => {
        if (position >= mostCalls) return { call, ...failure(tooMany) }
        const asked = await prepare(call, tools)
        if ('objection' in asked) return { ...asked, ...failure(asked.objection) }
        const again = repeated.answerTo(asked)
        return { ...asked, ...(again ? failure(again) : await outcomeOf(asked.meant, executor)) }
      }),
      signal,
    )
    if (made === aborted) {
      channel({ type: 'aborted' })
      return { ...sofar, end: cancelled }
    }
    for (const each of made) if ('tool' in each) repeated.note(each)
    const wrong = made.flatMap(each => ('objection' in each ? each.objection : []))
    objections = wrong.length === made.length ? [...objections, ...wrong.slice(0, 1)] : []
    messages.push(
      { role: 'assistant', content: heard.text, calls: made.map(each => each.call) },
      ...made.map(toMessage),
      ...made.flatMap(({ call, images }) => (images ? [pictured(call, images)] : [])),
    )
  }
}

/** The turn with which a loop ends. */
interface LastTurn extends Turn {
  readonly exhausted: boolean
  readonly objection?: string
  readonly messages: readonly Message[]
}

/** A call, read where it could be, with what the model is told of it. */
type Made = (Prepared | { readonly call: ToolCall; readonly objection?: string }) & Outcome

function toMessage({ call, told, failed }: Made): Message {
  return { role: 'tool', call: call.id, content: told, ...(failed && { failed }) }
}

// not every protocol lets a tool's result hold pictures
const pictured = ({ name }: ToolCall, images: readonly Picture[]): Message => ({
  role: 'user',
  content:
    images.length === 1 ? `The picture that ${name} gave:` : `The pictures that ${name} gave:`,
  images,
})

// a turn that was cut off or refused is over, whatever it had begun to ask for
const goesOn = { end: true, tools: true, length: false, refusal: false } as const

const tooMany = `this call was not made, since one turn makes ${mostCalls} calls at most; ask for it again if it is still needed`

/** Does `work` on every item, a few at a time, and gives what came of it in the order of the items. */
async function inParallel<Item, Out>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item, position: number) => Promise<Out>,
): Promise<readonly Out[]> {
  const results: Out[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [position, item] of waiting) {
      if (signal.aborted) return
      results[position] = await work(item, position)
    }
  }
  await Promise.all(Array.from({ length: mostTogether }, worker))
  return results
}

/**
 * Remembers calls whose result cannot have changed: of tools that only compute, and failed ones. Any
 * other call may have changed what a failed one met, so after it everything is forgotten. Calls of
 * the same turn do not count as repetitions of each other.
 */
function repetitions() {
  const made = new Map<string, { readonly times: number; readonly told: string }>()
  return {
    /** What to tell the model instead of making the call again. */
    answerTo({ key }: Prepared): string | undefined {
      const before = made.get(key)
      if (!before || before.times < mostRepeats) return undefined
      const beginning = JSON.stringify(before.told.slice(0, 80))
      return `this call was not made again, since it was made ${before.times} times with the same arguments; its result stands above and begins with ${beginning}; change the arguments, use another tool, or answer with what is known`
    },
    note({ key, tool, told, failed }: Prepared & Outcome): void {
      const { times = 0 } = made.get(key) ?? {}
      if (!tool.computes && !failed) made.clear()
      else if (times < mostRepeats) made.set(key, { times: times + 1, told })
    },
  }
}
