// Our engine against LangGraph.js: the same plan of five steps, the same instant model, one process. Ours
// keeps its journal in a file and checks every step; it is to take at most half the time a question.
import { type Bench, type Given, type Measured, type Row, rounded } from './bench.ts'
import { intend } from './engine-intend.ts'
import type { LangGraphOptions } from './engine-langgraph.ts'
import { type Engine, type InstantModel, instantModel } from './engine-question.ts'

export const engine: Bench = {
  name: 'engine',
  about: 'our engine and LangGraph.js on the same plan of five steps with the same instant model',
  usage: '[--rounds N] of [--questions N] each',
  options: {
    rounds: { type: 'string', default: '15' },
    questions: { type: 'string', default: '20' },
  },
  missing: ({ flags }) =>
    [flags.rounds, flags.questions].every(text => /^[1-9]\d*$/.test(String(text)))
      ? undefined
      : '--rounds and --questions take whole numbers above zero',
  run: measure,
}

/** Rounds before anything counts, in which code is compiled. */
const warmUp = 5

/** One way of answering the question. */
export interface Contestant {
  readonly name: string
  /** How often it asks the model for one question. */
  readonly calls: number
  readonly open: (model: InstantModel) => Engine | Promise<Engine>
}

/** Loaded only when it runs: reading it takes longer than listing the benchmarks. */
const langGraph = async (model: InstantModel, options: LangGraphOptions) =>
  (await import('./engine-langgraph.ts')).langGraph(model, options)

/** The two that are compared come first: both keep a trace in a file and ask the model as often. */
export const contestants: readonly Contestant[] = [
  whole('intend', model => intend(model, { whole: true })),
  whole('LangGraph.js, MemorySaver, debug stream to a file', model =>
    langGraph(model, { whole: true, traced: 'stream' }),
  ),
  whole('LangGraph.js, MemorySaver, callbacks to a file', model =>
    langGraph(model, { whole: true, traced: 'callbacks' }),
  ),
  whole('LangGraph.js, MemorySaver', model => langGraph(model, { whole: true })),
  whole('LangGraph.js, nothing kept', model =>
    langGraph(model, { whole: true, checkpoints: false }),
  ),
  whole('intend, an agent for each question', model => intend(model, { whole: true, anew: true })),
  whole('intend, no journal', model => intend(model, { whole: true, journal: false })),
  whole('intend, nothing verified', model => intend(model, { whole: true, verified: false })),
  planOnly('plan given: intend', model => intend(model, { whole: false })),
  planOnly('plan given: LangGraph.js, MemorySaver, debug stream', model =>
    langGraph(model, { whole: false, traced: 'stream' }),
  ),
]

// --- internal ---

function whole(name: string, open: Contestant['open']): Contestant {
  return { name, calls: 7, open }
}

function planOnly(name: string, open: Contestant['open']): Contestant {
  return { name, calls: 5, open }
}

async function measure({ flags }: Given): Promise<Measured> {
  const [rounds, questions] = [Number(flags.rounds), Number(flags.questions)]
  const times = new Map(contestants.map(({ name }) => [name, [] as Time[]]))
  for (let round = -warmUp; round < rounds; round++)
    for (const contestant of inTurn(round)) {
      const time = await timed(contestant, questions)
      if (round >= 0) times.get(contestant.name)!.push(time)
    }
  const mediansOf = (what: keyof Time) =>
    contestants.map(({ name }) => median(times.get(name)!.map(time => time[what])))
  const [medians, worked] = [mediansOf('wall'), mediansOf('processor')]
  const rows = contestants.map(({ name, calls }, at): Row => {
    const all = times.get(name)!
    const walls = all.map(({ wall }) => wall)
    return {
      engine: name,
      calls,
      median: rounded(medians[at]!),
      least: rounded(Math.min(...walls)),
      most: rounded(Math.max(...walls)),
      processor: rounded(worked[at]!),
    }
  })
  return { unit: 'ms a question', tables: { 'five steps': rows }, notes: notes(medians, worked) }
}

/** Each begins a round once, so that nobody always runs after the same other. */
function inTurn(round: number): readonly Contestant[] {
  const from = (round + warmUp) % contestants.length
  return [...contestants.slice(from), ...contestants.slice(0, from)]
}

/** Milliseconds a question: as they passed, and those in which a processor worked for this process. */
interface Time {
  readonly wall: number
  readonly processor: number
}

/** A new engine each time, opened before. */
async function timed({ name, calls, open }: Contestant, questions: number): Promise<Time> {
  const model = instantModel()
  const opened = await open(model)
  try {
    await opened.ask()
    const [begun, used] = [performance.now(), process.cpuUsage()]
    for (let asked = 0; asked < questions; asked++) await opened.ask()
    const wall = (performance.now() - begun) / questions
    const { user, system } = process.cpuUsage(used)
    const expected = calls * (questions + 1)
    if (model.calls() !== expected)
      throw new Error(`${name} asked the model ${model.calls()} times, not ${expected}`)
    return { wall, processor: (user + system) / 1000 / questions }
  } finally {
    await opened.close()
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function notes(medians: readonly number[], worked: readonly number[]): readonly string[] {
  const share = medians[0]! / medians[1]!
  const ofPlan = medians.at(-2)! / medians.at(-1)!
  const others = contestants.slice(2, 5).map(({ name }, at) => {
    const times = (medians[0]! / medians[at + 2]!).toFixed(2)
    return `${times} (${name.replace('LangGraph.js, ', '')})`
  })
  return [
    `${share <= 0.5 ? 'PASS' : 'FAIL'}: at most half the time a question, tracing on. intend takes ${share.toFixed(2)} times as long as LangGraph.js with a MemorySaver and its debug stream in a file (${(worked[0]! / worked[1]!).toFixed(2)} times the processor's time), ${ofPlan.toFixed(2)} times with the plan given; of its other settings ${others.join(', ')}.`,
    'calls: to the model for one question: perceive, formalize and five steps, or the steps alone. intend renders its prompts, keeps a journal in a file and verifies each step and the answer; a node of LangGraph.js parses its reply, validates it with zod and updates the state.',
    'processor: the time in which a processor worked for this process, which is steadier than the time that passed where others use the machine.',
  ]
}
