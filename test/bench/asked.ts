// One question asked of one agent: what went to the model, and what became of it.
import { createAgent } from '../../agent/create-agent.ts'
import type { AgentOptions } from '../../agent/embedded.ts'
import type { Event } from '../../agent/event.ts'
import { createProvider } from '../../agent/llm/create-provider.ts'
import type { Model } from '../../agent/llm/models.ts'
import type { Wire } from '../../agent/llm/provider.ts'
import type { ProviderOptions } from '../../agent/llm/provider-options.ts'
import type { Question } from '../samples/sample-files.ts'
import { observe, type Turn } from './turns.ts'

export interface Asked {
  readonly family: string
  readonly turns: readonly Turn[]
  /** What was given as an answer; absent when it declined. */
  readonly answer?: string
  /** Whether a plan of the library was carried out. */
  readonly reused: boolean
  /** Characters of the first prompt besides the question and what its files tell. */
  readonly first: number
  /** Calls after something was refused, or to have it said again. */
  readonly mending: number
}

/** A model that is open, and what it makes of the tools. */
export interface Opened {
  readonly wire: Wire
  readonly tools: Model['tools']
  readonly options?: ProviderOptions
  /** Set when it may be offered what reads the web. */
  readonly network?: true
}

/** Asks the question of an agent of its own; what is not given is as in `createAgent`. */
export async function askOnce(
  { question, family, files = [] }: Omit<Question, 'id' | 'answer'>,
  { wire, tools, options, network }: Opened,
  having: Pick<AgentOptions, 'plans' | 'corpus' | 'agent' | 'talk'> = {},
): Promise<Asked> {
  const turns: Turn[] = []
  const events: Event[] = []
  const provider = createProvider(
    observe(wire, turn => turns.push(turn)),
    options,
  )
  const agent = await createAgent({
    ...having,
    model: { provider, tools, ...(network && { network }) },
    env: {},
    onEvent: event => events.push(event),
  })
  try {
    const { answer, satisfied } = await agent.ask(question, { files })
    return {
      family,
      turns,
      mending: mendingIn(events),
      ...(satisfied && answer !== undefined && { answer }),
      reused: events.some(each => each.type === 'plan-selected' && each.from === 'library'),
      first: besides(events, turns[0]?.prompt ?? ''),
    }
  } finally {
    agent.close()
  }
}

// --- internal ---

function mendingIn(events: readonly Event[]): number {
  let refused = false
  let calls = 0
  for (const event of events) {
    if (event.type === 'plan-set-aside') refused = true
    if (event.type === 'step-finished') refused ||= !event.verdict.passed
    if (event.type === 'model-called' && (refused || (event.attempt ?? 1) > 1))
      calls += event.usage.calls
  }
  return calls
}

/** Characters of a prompt without the question, the descriptions of its files, and what of them it shows whole. */
function besides(events: readonly Event[], prompt: string): number {
  const received = events.find(event => event.type === 'perception-received')
  const { text = '', files = [] } = received?.perception ?? {}
  const opened = events.flatMap(event => (event.type === 'tool-called' ? [event.content] : []))
  return [text, ...files.map(({ description }) => description), ...opened]
    .filter(part => prompt.includes(part))
    .reduce((length, part) => length - part.length, prompt.length)
}
