// What a model can do beyond answering: found out by asking it two short things, never by its name.
import { z } from 'zod'
import { jsonOf } from '../../plans/canonical.ts'
import { defineTool, type Json } from '../../tools/tool.ts'
import { isEnding } from './abort.ts'
import { withinBounds } from './limits/bounds.ts'
import { type ModelEvent, noUsage, type Request, type Usage, type Wire } from './provider.ts'
import { runTurn, sumUsage, type Turn } from './retry.ts'

/** What was found out about a model. */
export interface Probe {
  /**
   * `native`: the reply kept to a schema that only the protocol carried. `prompted`: it did so once
   * the prompt showed the schema. `none`: not even then, or a request with a schema failed.
   */
  readonly schema: 'native' | 'prompted' | 'none'
  /** Whether a tool is called as asked: several in one turn, one at least, or none. */
  readonly tools: 'parallel' | 'single' | 'none'
  /** Whether the server says how many tokens a call took. */
  readonly usage: boolean
  /** Whether text arrives in pieces while it is written. */
  readonly streams: boolean
  /** Where a model that thinks aloud does so: apart from the reply, or left in its text. */
  readonly reasoning: 'none' | 'apart' | 'in-text'
  /** Milliseconds from the first request to the first piece of its reply; left out when none came. */
  readonly firstPieceMs?: number
  /** What the probe has spent, as far as the server says. */
  readonly spent: Usage
  /** Why something above is missing, one sentence each. */
  readonly failures: readonly string[]
}

interface ProbeOptions {
  readonly signal?: AbortSignal
  /** Milliseconds for each request; half a minute unless given. */
  readonly timeoutMs?: number
}

/**
 * Asks `wire` for a small reply under a schema and for two calls of a tool: two requests, a third when
 * the schema must be shown in the prompt, a few hundred tokens together. Never rejects; a request that
 * fails or takes too long is a sentence in `failures`, and one that cannot succeed ends the probe.
 */
export async function probe(wire: Wire, options: ProbeOptions = {}): Promise<Probe> {
  const { signal, timeoutMs = 30_000 } = options
  const listen = (request: Partial<Request>) => hear(wire, request, timeoutMs, signal)
  const bare = await listen({ purpose: 'probe-schema', schema, messages: [user(facts)] })
  const keptAlone = keeps(bare.turn.text)
  // a request with a schema that fails would fail for every phase, whatever the prompt shows
  const shown =
    keptAlone || !('stop' in bare.turn.end)
      ? undefined
      : await listen({ purpose: 'probe-prompt', messages: [user(facts + spelledOut)] })
  const kept = keptAlone ? 'native' : shown && keeps(shown.turn.text) ? 'prompted' : 'none'
  // a server that is silent or gone would cost the person the same wait again
  const calling = (shown ?? bare).hopeless
    ? undefined
    : await listen({ purpose: 'probe-tools', tools: [note], messages: [user(twoCalls)] })
  const heard = [bare, shown, calling].filter(each => each !== undefined)
  const { firstPieceMs } = bare
  return {
    schema: kept,
    tools: calling ? callsOf(calling.turn) : 'none',
    usage: heard.some(({ events }) => events.some(each => each.type === 'done' && each.usage)),
    streams: heard.some(({ events }) => events.filter(isPiece).length > 1),
    reasoning: reasoningOf(heard),
    ...(firstPieceMs !== undefined && { firstPieceMs }),
    spent: heard.reduce((sum, { turn }) => sumUsage(sum, turn.usage), noUsage),
    failures: failuresOf(bare, shown, calling),
  }
}

// --- internal ---

const user = (content: string) => ({ role: 'user', content }) as const

// the members' names are in the schema alone, so that only one who was given it can use them
const Reply = z.object({ bird_seen: z.string(), eggs_counted: z.number() })
const { $schema: _, ...spelledSchema } = z.toJSONSchema(Reply)
const schema = spelledSchema as Json
const facts = 'At the pond there was a heron with 47 eggs. Give the bird and the number as JSON.'
const spelledOut = `\nReply with one JSON object and nothing else. Its JSON Schema: ${JSON.stringify(schema)}`

const codes = ['heron-47', 'plover-11']
const Noted = z.object({ code: z.string() })
const note = defineTool({
  name: 'note_code',
  description: 'Notes one code.',
  input: Noted,
  execute: async ({ code }) => ({ content: `noted ${code}` }),
})
const twoCalls = `Note the codes ${codes.join(' and ')}: call note_code once for each of them, both calls now, at once.`

const isPiece = ({ type }: ModelEvent) => type === 'text' || type === 'reasoning'

/** Enough for a model that thinks first; ends one that does not find an end. */
const maxOutputTokens = 2_000

interface Heard {
  readonly turn: Turn
  readonly events: readonly ModelEvent[]
  readonly firstPieceMs: number | undefined
  /** One sentence when there is no whole reply. */
  readonly failure: string | undefined
  /** True when another request would fare no better. */
  readonly hopeless: boolean
}

async function hear(
  wire: Wire,
  asked: Partial<Request>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Heard> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const began = performance.now()
  let firstPieceMs: number | undefined
  const events: ModelEvent[] = []
  const onEvent = (event: ModelEvent) => {
    events.push(event)
    if (!isEnding(event)) firstPieceMs ??= performance.now() - began
  }
  const request: Request = {
    purpose: 'probe',
    reads: {},
    messages: [],
    tools: [],
    maxOutputTokens,
    ...asked,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }
  // asked once: what a retry would hide is what is to be seen
  const once = { retries: 0, patienceMs: 0, now: () => 0 }
  const settings = { ...once, sleep: async () => undefined, random: Math.random }
  const turn = await runTurn(withinBounds(wire), request, onEvent, settings)
  return {
    turn,
    events,
    firstPieceMs,
    failure: failureOf(turn, timeout.aborted ? timeoutMs : undefined),
    hopeless:
      'failed' in turn.end && (turn.end.failed === 'unavailable' || turn.end.failed === 'aborted'),
  }
}

function failureOf({ end }: Turn, lateMs: number | undefined): string | undefined {
  if ('stop' in end) {
    if (end.stop === 'length') return 'the reply was cut off: the model did not come to an end'
    return end.stop === 'refusal' ? 'the model refused to answer' : undefined
  }
  return lateMs !== undefined && end.failed === 'aborted'
    ? `the model did not finish a short reply within ${lateMs / 1000} s; it may still be loading, so try again`
    : end.message
}

/** The text without what a model thought aloud before it, when its server has left that in. */
const afterThinking = (text: string) =>
  text.replace(/^.*(<\/(think|thinking|reasoning|thought)>|<\|message\|>)/s, '')

/** By value: a reply of the right form that says something else has not kept to what was asked. */
function keeps(text: string): boolean {
  const body = afterThinking(text)
    .trim()
    .replace(/^```(json)?\s*|\s*```$/g, '')
  const { bird_seen = '', eggs_counted } = Reply.safeParse(jsonOf(body)).data ?? {}
  return /heron/i.test(bird_seen) && eggs_counted === 47
}

function callsOf({ calls }: Turn): Probe['tools'] {
  const noted = calls.filter(({ name }) => name === note.name).map(({ input }) => codeOf(input))
  const found = codes.filter(code => noted.includes(code))
  return found.length === codes.length ? 'parallel' : found.length > 0 ? 'single' : 'none'
}

const codeOf = (input: string) => Noted.safeParse(jsonOf(input)).data?.code.trim()

function reasoningOf(heard: readonly Heard[]): Probe['reasoning'] {
  const marks = /<\/?(think|thinking|reasoning|thought)>|<\|(channel|message)\|>/
  if (heard.some(({ turn }) => marks.test(turn.text))) return 'in-text'
  const apart = heard.some(({ events }) => events.some(each => each.type === 'reasoning'))
  return apart ? 'apart' : 'none'
}

function failuresOf(bare: Heard, shown: Heard | undefined, calling: Heard | undefined): string[] {
  const unkept = shown && !keeps(shown.turn.text) ? said(shown.turn) : undefined
  const uncalled =
    calling && callsOf(calling.turn) === 'none' ? objectionTo(calling.turn) : undefined
  const sentences = [
    ['asked under a schema', bare.failure],
    ['asked with the schema in the prompt', shown?.failure ?? unkept],
    ['asked to call a tool', calling?.failure ?? uncalled],
  ]
  return sentences.flatMap(([asked, why]) => (why ? [`${asked}: ${why}`] : []))
}

const said = ({ text }: Turn) =>
  text ? `it replied ${JSON.stringify(text.slice(0, 80))}` : 'it replied nothing'

function objectionTo(turn: Turn): string {
  const [call] = turn.calls
  return call
    ? `it called ${call.name} with ${call.input.slice(0, 80)} instead of a code it was given`
    : said(turn)
}
