// The interpreter of AgentSpeak(L) on what Jason was measured on: nested sub-goals, failures that a failure
// plan recovers from, and many intentions at once; with a journal in a file and without one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent } from '../../agent/create-agent.ts'
import { type Bench, type Given, type Measured, type Row, rounded } from './bench.ts'

export const interpreter: Bench = {
  name: 'interpreter',
  about: 'goals of AgentSpeak(L): nested, failing and recovered, many at once; beside Jason 3.2.2',
  usage: '[--share N], the part of the sizes that Jason was measured with, 1 for all of them',
  options: { share: { type: 'string', default: '1' } },
  missing: ({ flags }) =>
    Number(flags.share) > 0 && Number(flags.share) <= 1
      ? undefined
      : '--share takes a number above zero and up to 1',
  run: measure,
}

interface Load {
  readonly name: string
  readonly size: number
  /** Seconds that Jason 3.2.2 on Java 17 took for the whole size. */
  readonly jason: number
  readonly program: (size: number) => string
}

const loads: readonly Load[] = [
  {
    name: 'sub-goals, each within the one before',
    size: 100_000,
    jason: 0.89,
    program: size => `!down(${size}). +!down(0). +!down(N) : N > 0 <- !down(N - 1).`,
  },
  {
    name: 'failures, each recovered',
    size: 20_000,
    jason: 1.58,
    program: size =>
      `!again(${size}). +!again(0). +!again(N) : N > 0 <- !bad(N); !again(N - 1). +!bad(N) <- .fail. -!bad(N).`,
  },
  {
    name: 'intentions of 20 steps at once',
    size: 1_000,
    jason: 0.46,
    program: size =>
      `!begin(${size}). +!begin(0). +!begin(N) : N > 0 <- !!work(20); !begin(N - 1). +!work(0). +!work(N) : N > 0 <- !work(N - 1).`,
  },
]

// --- internal ---

async function measure({ flags }: Given): Promise<Measured> {
  const share = Number(flags.share)
  const rows: Row[] = []
  for (const { name, size, jason, program } of loads) {
    const scaled = Math.round(size * share)
    const [off, on] = [await timed(program(scaled), false), await timed(program(scaled), true)]
    const ofJason = jason * share
    rows.push({
      load: name,
      size: scaled,
      jason: rounded(ofJason),
      off: rounded(off.seconds),
      timesOff: rounded(off.seconds / ofJason),
      on: rounded(on.seconds),
      timesOn: rounded(on.seconds / ofJason),
      processorOff: rounded(off.processor),
      processorOn: rounded(on.processor),
      events: on.events,
    })
  }
  const met = rows.every(({ timesOff, timesOn }) => Number(timesOff) <= 1 && Number(timesOn) <= 3)
  return {
    unit: 'seconds',
    tables: { interpreter: rows },
    notes: [
      `${met ? 'PASS' : 'FAIL'}: as fast as Jason without a journal (off), and at most three times its time with one (on).`,
      'jason: what Jason 3.2.2 took on Java 17 on two idle cores, scaled where --share is below 1; it is not measured here.',
      'processor: the time in which processors worked for this process, collection of garbage included, which is steadier where others use the machine.',
    ],
  }
}

/** Runs the program to its end. Throws when a goal of it was not reached. */
async function timed(program: string, journaled: boolean) {
  const home = mkdtempSync(join(tmpdir(), 'intend-interpreter-'))
  const agent = await createAgent({
    agent: 'agentspeak',
    model: 'offline',
    tools: [],
    ...(journaled && { journal: join(home, 'journal.jsonl') }),
  })
  try {
    const [begun, used] = [performance.now(), process.cpuUsage()]
    const goal = { kind: 'goal', text: '', data: { program }, source: 'user' } as const
    await agent.ask(goal)
    await agent.idle()
    const seconds = (performance.now() - begun) / 1000
    const { user, system } = process.cpuUsage(used)
    const left = agent.goals().filter(({ status }) => status !== 'achieved')
    if (left.length > 0)
      throw new Error(`${left.length} goals were not reached: ${left[0]!.reason}`)
    return { seconds, processor: (user + system) / 1e6, events: agent.state().seq }
  } finally {
    agent.close()
    rmSync(home, { recursive: true })
  }
}
