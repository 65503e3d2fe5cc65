// A store of articles with a tool that reserves some of them, and what a model says of a question about it.
import { z } from 'zod'
import { createAgent } from '../../../agent/create-agent.ts'
import type { Event } from '../../../agent/event.ts'
import { createProvider } from '../../../agent/llm/create-provider.ts'
import { type ScriptedReply, scripted } from '../../../agent/llm/replay/scripted.ts'
import { memoryLibrary } from '../../../plans/library/library.ts'
import type { Permission, PermissionQuestion } from '../../../tools/permission/question.ts'
import { defineTool, type Tool } from '../../../tools/tool.ts'

export const perceive = (beliefs: Readonly<Record<string, string | number>>) => ({
  schemaBeliefs: ['task requires something of an article in store'],
  groundBeliefs: Object.entries(beliefs).map(([name, value]) => ({ name, value })),
  answerContract: { kind: 'number' },
})

/** A step that calls a tool with what is believed under these names. */
export const calling = (id: string, name: string, role: string, ...given: readonly string[]) => ({
  id,
  kind: 'fetch',
  description: `${role} of {article}`,
  writes: [{ role, type: 'number' }],
  tool: { name, input: Object.fromEntries(given.map(each => [each, `{${each}}`])) },
})

export const answered = (expression: string) => ({
  id: 'last',
  kind: 'synthesize',
  description: 'the answer',
  writes: [{ role: 'final_answer' }],
  expression,
})

export const say = (
  beliefs: Readonly<Record<string, string | number>>,
  ...steps: readonly object[]
) =>
  JSON.stringify({
    perceive: perceive(beliefs),
    formalize: { type: 'something_of_article' },
    deliberate: { goal: 'something of an article', steps },
  })

/** What the model says in place of a plan. */
export const unachievable = (why: string) =>
  JSON.stringify({ deliberate: { goal: 'none', unachievable: why } })

/** The tools of a store, and in `reserved` what they have done; `more` is what else holds of `reserve_item`. */
export function store(more: Pick<Partial<Tool>, 'effect' | 'server'> = {}) {
  const pieces = new Map([
    ['bolt', 1200],
    ['nut', 950],
  ])
  const reserved: string[] = []
  const stock = defineTool({
    name: 'stock',
    description: 'How many pieces of an article are in store.',
    input: z.object({ article: z.string().describe('in the singular') }),
    execute: async ({ article }) => {
      const value = pieces.get(article)
      if (value === undefined) throw new Error(`there is no ${article}`)
      return { content: `${value} pieces`, value }
    },
  })
  const reserve = defineTool({
    name: 'reserve_item',
    description: 'Reserves pieces of an article.',
    effect: true,
    arguments: { article: 'selector' },
    input: z.object({ article: z.string() }),
    execute: async ({ article }) => {
      reserved.push(article)
      return { content: 'reserved 40', value: 40 }
    },
  })
  return { tools: [stock, { ...reserve, ...more }], reserved }
}

/** What comes of a question in one conversation, with all that the model was told. */
export async function asked(
  question: string,
  replies: readonly ScriptedReply[],
  tools: readonly Tool[],
  {
    permission = 'nobody',
    plans = memoryLibrary(),
  }: {
    readonly permission?: Permission
    readonly plans?: ReturnType<typeof memoryLibrary>
  } = {},
) {
  const wire = scripted(replies)
  const events: Event[] = []
  const questions: PermissionQuestion[] = []
  const agent = await createAgent({
    model: createProvider(wire, { converses: true }),
    tools,
    plans,
    policy: {
      permission: async each => {
        questions.push(each)
        return permission
      },
    },
    onEvent: event => events.push(event),
  })
  try {
    const came = await agent.ask(question)
    return { ...came, events, questions, requests: wire.requests, state: agent.state() }
  } finally {
    agent.close()
  }
}
