// What goes to a model and what comes back, seen from outside: each request as the text a server
// reads, in the order in which servers keep prompts (tools, then messages).
import type { ModelEvent, Request, Usage, Wire } from '../../agent/llm/provider.ts'
import { shownInput } from '../../tools/tool.ts'
import type { Row } from './bench.ts'

/** One request and its reply. */
export interface Turn {
  readonly purpose: string
  /** The whole prompt, definitions of the tools first. */
  readonly prompt: string
  /** The definitions of the tools alone. */
  readonly offered?: string
  /** Characters of the reply, the arguments of tool calls included. */
  readonly said: number
  /** What the server counted, when it did. */
  readonly usage?: Usage
}

/** A wire that does what `wire` does and tells of every turn that ended. */
export function observe(wire: Wire, tell: (turn: Turn) => void): Wire {
  return {
    ...wire,
    async *stream(request) {
      const { purpose } = request
      let said = 0
      for await (const event of wire.stream(request)) {
        if ('delta' in event) said += event.delta.length
        if (event.type === 'tool-call') said += event.call.name.length + event.call.input.length
        const usage = event.type === 'done' && event.usage?.inputTokens ? event.usage : undefined
        // before it is passed on: who reads a wire leaves after the last event
        if (last.has(event.type))
          tell({ purpose, ...written(request), said, ...(usage && { usage }) })
        yield event
      }
    },
  }
}

/** Tokens in and out over all turns: counted by the server where it did, else estimated. */
export function sumOf(turns: readonly Turn[]) {
  const add = (of: (turn: Turn) => number) => turns.reduce((sum, turn) => sum + of(turn), 0)
  return {
    tokensIn: add(({ usage, prompt }) => usage?.inputTokens ?? prompt.length / perToken),
    tokensOut: add(({ usage, said }) => usage?.outputTokens ?? said / perToken),
  }
}

/**
 * For each turn of the questions, how many characters of its prompt are the same from the beginning in all
 * prompts of its purpose with the same tools; none where no other question has such a prompt.
 */
export function stablePrefixes(
  questions: readonly { readonly turns: readonly Turn[] }[],
): ReadonlyMap<Turn, number> {
  const all = questions.flatMap(({ turns }, of) => turns.map(turn => ({ turn, of })))
  const groups = Map.groupBy(all, ({ turn }) => `${turn.purpose}\n${turn.offered ?? ''}`)
  return new Map(
    [...groups.values()].flatMap(some => {
      const isShared = some.some(({ of }) => of !== some[0]!.of)
      const length = isShared ? sharedLength(some.map(({ turn }) => turn)) : 0
      return some.map(({ turn }) => [turn, length] as const)
    }),
  )
}

/** What share of all that was sent in `turns` is stable prefix, such as `75.6 %`. */
export function prefixShare(turns: readonly Turn[], stable: ReadonlyMap<Turn, number>): string {
  const kept = turns.reduce((sum, turn) => sum + (stable.get(turn) ?? 0), 0)
  return `${((100 * kept) / Math.max(sentIn(turns), 1)).toFixed(1)} %`
}

/** A row a purpose and one for all: requests, prompts, and what of them never varies. */
export function byPurpose(
  turns: readonly Turn[],
  stable: ReadonlyMap<Turn, number>,
): readonly Row[] {
  const groups = Map.groupBy(turns, ({ purpose }) => purpose)
  const rows = [...groups].map(([purpose, some]) => {
    const prefixChars = Math.min(...some.map(turn => stable.get(turn) ?? 0))
    return {
      ...about(purpose, some),
      longest: Math.round(Math.max(...some.map(({ prompt }) => prompt.length)) / perToken),
      prefixChars,
      prefixTokens: Math.round(prefixChars / perToken),
      prefix: prefixShare(some, stable),
    }
  })
  return [...rows, { ...about('all', turns), prefix: prefixShare(turns, stable) }]
}

// --- internal ---

/** The events a turn ends with. */
const last: ReadonlySet<ModelEvent['type']> = new Set(['done', 'error', 'aborted'])

/** Characters a token, for prompts nobody counted. */
const perToken = 4

const sentIn = (turns: readonly Turn[]) => turns.reduce((sum, { prompt }) => sum + prompt.length, 0)

function about(purpose: string, turns: readonly Turn[]) {
  const { tokensOut } = sumOf(turns)
  return {
    purpose,
    requests: turns.length,
    meanPrompt: Math.round(sentIn(turns) / turns.length / perToken),
    meanReply: Math.round(tokensOut / turns.length),
  }
}

function sharedLength(turns: readonly Turn[]): number {
  const [first = '', ...others] = turns.map(({ prompt }) => prompt)
  let length = first.length
  for (const text of others) {
    let at = 0
    while (at < length && first[at] === text[at]) at++
    length = at
  }
  return length
}

function written({ tools, messages }: Request): Pick<Turn, 'prompt' | 'offered'> {
  const offered = tools
    .map(({ name, description, input }) =>
      JSON.stringify({ name, description, input: shownInput(input) }),
    )
    .join('\n')
  const spoken = messages.map(message => {
    const { role, content } = message
    const calls = role === 'assistant' ? message.calls.map(({ name, input }) => name + input) : []
    return [`[${role}]`, content, ...calls].join('\n')
  })
  return { prompt: [...(offered ? [offered] : []), ...spoken].join('\n'), offered }
}
