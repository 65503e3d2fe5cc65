// What verification is worth: the same questions asked through a proxy that alters one value in every
// fifth reply, of an agent that verifies and of a tool loop that does not.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openServer } from '../../../agent/llm/openai/servers.ts'
import { openai } from '../../../agent/llm/openai/wire.ts'
import { openRecording, recordTools, recordWire } from '../../../agent/llm/replay/recording.ts'
import type { Opened } from '../asked.ts'
import type { Bench, Given, Measured, Row } from '../bench.ts'
import { sumOf } from '../turns.ts'
import { type Answered, type Arm, answerAll, heldOut, recordedAs, recordings } from './arms.ts'
import { startFaultProxy } from './fault-proxy.ts'
import type { Fault } from './faults.ts'

/**
 * Without options, the recordings are replayed. With `--model`, the model behind `OPENAI_BASE_URL` (any
 * server of chat completions) is asked, and each agent's replies and faults are kept in the folder of
 * the recordings.
 */
export const worth: Bench = {
  name: 'worth',
  about: 'wrong answers that get out when every fifth reply has one wrong value',
  usage: '[--model MODEL behind OPENAI_BASE_URL] [--agents A,B] [--seeds N,N] [--parallel N]',
  options: {
    model: { type: 'string' },
    agents: { type: 'string', default: 'self-aware,react' },
    seeds: { type: 'string', default: '10,11,12,13,14' },
    parallel: { type: 'string', default: '1' },
  },
  missing: ({ flags }) =>
    [...seedsOf(flags), flags.parallel].every(text => /^[1-9]\d*$/.test(String(text)))
      ? undefined
      : '--seeds and --parallel take whole numbers above zero',
  run: measure,
}

/** Every second question of the set: half of each family. */
export const asked = () => heldOut('set').filter((_, at) => at % 2 === 1)

/** What each agent made of them without faults, and with those of each seed, by the recordings there are. */
export async function worthRows(agents: readonly string[], seeds: readonly string[]) {
  const rows: Row[] = []
  for (const agent of agents) {
    const without = recordedAs(agent)
    if (without) rows.push(rowOf(agent, await answerAll(asked(), armOf(agent), without), []))
    const rounds: Round[] = []
    for (const seed of seeds) {
      const model = recordedAs(nameOf(agent, seed))
      if (!model) continue
      const answered = await answerAll(asked(), armOf(agent), model)
      rounds.push({ answered, faults: faultsIn(faultsFile(agent, seed)) })
    }
    if (rounds.length > 0) rows.push(rowOfAll(agent, rounds))
  }
  return rows
}

// --- internal ---

/** The questions asked once, and what was altered meanwhile. */
interface Round {
  readonly answered: readonly Answered[]
  readonly faults: readonly Fault[]
}

const seedsOf = (flags: Given['flags']) => String(flags.seeds).split(',')

async function measure({ flags }: Given): Promise<Measured> {
  const agents = String(flags.agents).split(',')
  if (flags.model !== undefined)
    for (const agent of agents)
      for (const seed of seedsOf(flags)) await throughProxy(agent, seed, flags)
  const notes = [
    'wrong: answers that were given and are not right. mending: calls after something was refused, or to have it said again.',
    'faults: replies in which a digit, the value of a neighbouring row, a unit or a quote was altered; harmless ones among them.',
  ]
  return { tables: { 'with faults and without': await worthRows(agents, seedsOf(flags)) }, notes }
}

async function throughProxy(agent: string, seed: string, flags: Given['flags']): Promise<void> {
  const upstream = process.env.OPENAI_BASE_URL
  if (!upstream) throw new Error('set OPENAI_BASE_URL to the address of the model server')
  const proxy = await startFaultProxy(upstream, { seed: Number(seed) })
  try {
    const env = { ...process.env, OPENAI_BASE_URL: proxy.baseURL }
    const recording = openRecording(join(recordings, `${nameOf(agent, seed)}.jsonl`))
    const model: Opened = {
      wire: recordWire(openai(openServer('openai', String(flags.model), env)), recording),
      tools: tools => recordTools(tools, recording),
      options: { converses: true },
    }
    await answerAll(asked(), armOf(agent), model, Number(flags.parallel))
    const lines = proxy.faults.map(fault => `${JSON.stringify(fault)}\n`)
    writeFileSync(faultsFile(agent, seed), lines.join(''))
  } finally {
    await proxy.close()
  }
}

const nameOf = (agent: string, seed: string) => `${agent}-faults-${seed}`
const armOf = (agent: string): Arm => ({ name: agent, agent, set: 'set' })
const faultsFile = (agent: string, seed: string) =>
  join(recordings, `${nameOf(agent, seed)}.faults.jsonl`)

function faultsIn(file: string): readonly Fault[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as Fault)
}

function rowOf(agent: string, answered: readonly Answered[], faults: readonly Fault[]): Row {
  const count = (verdict: Answered['verdict']) =>
    answered.filter(each => each.verdict === verdict).length
  const turns = answered.flatMap(each => each.turns)
  const { tokensIn, tokensOut } = sumOf(turns)
  return {
    agent,
    questions: answered.length,
    faults: faults.filter(({ kind }) => kind !== 'none').length,
    right: count('right'),
    wrong: count('wrong'),
    declined: count('declined'),
    calls: Number((turns.length / answered.length).toFixed(2)),
    mending: answered.reduce((sum, each) => sum + each.mending, 0),
    tokens: Math.round((tokensIn + tokensOut) / answered.length),
  }
}

const rowOfAll = (agent: string, rounds: readonly Round[]) =>
  rowOf(
    agent,
    rounds.flatMap(({ answered }) => answered),
    rounds.flatMap(({ faults }) => faults),
  )
