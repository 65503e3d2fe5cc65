// The question answered by LangGraph.js: a node for each call of the model, which parses the reply,
// validates it and updates the state.
import { appendFileSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { awaitAllCallbacks } from '@langchain/core/callbacks/promises'
import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph'
import { z } from 'zod'
import * as the from './engine-question.ts'

export interface LangGraphOptions {
  /** Two nodes before the five steps, which read the question and form the goal. */
  readonly whole: boolean
  /** A MemorySaver keeps the state after every super-step; it does unless this is false. */
  readonly checkpoints?: boolean
  /**
   * What happens is appended to a file: the events of the graph's own debug stream, or the inputs and
   * outputs of all runs, as tracers get them (`callbacks`).
   */
  readonly traced?: 'stream' | 'callbacks'
}

/** A graph compiled once; every question is a thread of its own. */
export function langGraph(model: the.InstantModel, options: LangGraphOptions): the.Engine {
  const folder = mkdtempSync(join(tmpdir(), 'langgraph-engine-'))
  const file = openSync(join(folder, 'trace.jsonl'), 'a')
  const graph = compiled(model, options)
  const say = (event: object) => appendFileSync(file, `${JSON.stringify(event)}\n`)
  const { whole, traced } = options
  const begun = whole ? { question: the.question } : { beliefs: the.given }
  let thread = 0
  const threaded = () => ({ configurable: { thread_id: String(thread++) } })

  async function invoked(): Promise<Beliefs> {
    const callbacks = traced === 'callbacks' ? { callbacks: [tracer(say)] } : {}
    const { beliefs } = await graph.invoke(begun, { ...threaded(), ...callbacks })
    if (traced === 'callbacks') await awaitAllCallbacks() // they run beside the graph
    return beliefs
  }

  async function streamed(): Promise<Beliefs> {
    const streamMode: ['debug', 'values'] = ['debug', 'values']
    let last: Beliefs = {}
    for await (const [mode, chunk] of await graph.stream(begun, { ...threaded(), streamMode }))
      if (mode === 'debug') say(chunk)
      else last = chunk.beliefs
    return last
  }

  return {
    ask: async () => {
      const { final_answer } = await (traced === 'stream' ? streamed() : invoked())
      if (String(final_answer) !== the.answer)
        throw new Error(`LangGraph.js answers ${final_answer}, not ${the.answer}`)
    },
    close: async () => {
      closeSync(file)
      rmSync(folder, { recursive: true })
    },
  }
}

// --- internal ---

const Perceived = z.object({
  schemaBeliefs: z.array(z.string()),
  groundBeliefs: z.array(z.object({ name: z.string(), value: z.number() })),
  desire: z.string(),
  answerContract: z.object({ kind: z.string() }),
})

const Formalized = z.object({
  type: z.string(),
  goal: z.string(),
  satisfactionCondition: z.string(),
  openParameters: z.array(z.string()),
  plan: z.string(),
  bind: z.array(z.object({ role: z.string(), belief: z.string() })),
})

const Executed = z.object({
  newGroundBeliefs: z.array(
    z.object({ name: z.string(), value: z.number(), derivation: z.string() }),
  ),
  postconditionMet: z.boolean(),
  summary: z.string(),
})

const tracer = (say: (event: object) => void) => ({
  handleChainStart: (_: unknown, inputs: unknown, run: string) => say({ run, inputs }),
  handleChainEnd: (outputs: unknown, run: string) => say({ run, outputs }),
})

type Beliefs = Readonly<Record<string, number>>

const State = Annotation.Root({
  question: Annotation<string>(),
  desire: Annotation<string>(),
  goal: Annotation<string>(),
  beliefs: Annotation<Beliefs>({
    reducer: (known, added) => ({ ...known, ...added }),
    default: () => ({}),
  }),
})

const valuesOf = (found: readonly { readonly name: string; readonly value: number }[]): Beliefs =>
  Object.fromEntries(found.map(({ name, value }) => [name, value]))

/** The two nodes are in either graph; the one without them begins at the first step. */
function compiled(model: the.InstantModel, { whole, checkpoints = true }: LangGraphOptions) {
  const step = (role: string) => async () => {
    const { newGroundBeliefs } = Executed.parse(JSON.parse(model.reply(role)))
    return { beliefs: valuesOf(newGroundBeliefs) }
  }
  const graph = new StateGraph(State)
    .addNode('total', step('total'))
    .addNode('first_amount', step('first_amount'))
    .addNode('second_amount', step('second_amount'))
    .addNode('sum', step('sum'))
    .addNode('final_answer', step('final_answer'))
    .addEdge('total', 'first_amount')
    .addEdge('total', 'second_amount')
    .addEdge(['first_amount', 'second_amount'], 'sum')
    .addEdge('sum', 'final_answer')
    .addEdge('final_answer', END)
  const saver = checkpoints ? { checkpointer: new MemorySaver() } : {}
  if (!whole) return graph.addEdge(START, 'total').compile(saver)
  return graph
    .addNode('perceive', async () => {
      const { groundBeliefs, desire } = Perceived.parse(JSON.parse(model.reply('perceive')))
      return { desire, beliefs: valuesOf(groundBeliefs) }
    })
    .addNode('formalize', async () => {
      const { goal } = Formalized.parse(JSON.parse(model.reply('formalize')))
      return { goal }
    })
    .addEdge(START, 'perceive')
    .addEdge('perceive', 'formalize')
    .addEdge('formalize', 'total')
    .compile(saver)
}
