// One run of a session's screen over synthetic events, in a process of its own: `node terminal-run.ts ink 2000`.
import { PassThrough, Writable } from 'node:stream'
import { apply, emptyState } from '../../agent/apply.ts'
import type { Event, EventBody } from '../../agent/event.ts'
import type { State } from '../../agent/state.ts'
import { type Board, createStore } from '../../harness/session/board.ts'
import { liveLines } from '../../harness/session/live.ts'
import { inputLines } from '../../harness/session/screen/input-lines.ts'
import { after, begun, type Turn } from '../../harness/session/turn.ts'
import { createBrief } from '../../harness/terminal/brief.ts'
import { blank } from '../../harness/terminal/input/prompt.ts'
import { paintFor } from '../../harness/terminal/screen.ts'
import type { Step } from '../../plans/plan.ts'

const [columns, rows, steps] = [100, 40, 60]

/** `count` events of one question with a plan of 60 steps. */
export function eventsOf(count: number): readonly Event[] {
  const plan = {
    id: 'plan',
    intentionType: 'any',
    goal: 'sixty readings one after the other',
    contextConditions: [],
    parameters: [],
    stats: {},
    origin: { agent: 'a', model: 'm', createdAt: '', seenQuestions: [] },
    steps: Array.from(
      { length: steps },
      (_, at): Step => ({
        id: `s${at}`,
        kind: 'read',
        description: `read value ${at}`,
        reads: [],
        deps: at === 0 ? [] : [`s${Math.floor((at - 1) / 2)}`],
        writes: [{ role: `value_${at}` }],
        postcondition: `known(value_${at})`,
      }),
    ),
  }
  const usage = { calls: 1, inputTokens: 900, outputTokens: 60, cachedTokens: 700, cost: 0.001 }
  const perception = {
    kind: 'question',
    text: 'What are the sixty readings?',
    source: 'user',
  } as const
  const head: EventBody[] = [
    { type: 'perception-received', intention: '1', id: '1', perception },
    {
      type: 'beliefs-perceived',
      intention: '1',
      perception: '1',
      schemaBeliefs: [],
      scope: '1',
      beliefs: [],
      withdrawn: [],
      desire: 'd',
    },
    {
      type: 'intention-formed',
      intention: '1',
      intentionType: 'any',
      goal: 'readings',
      satisfactionCondition: '',
      openParameters: [],
      bind: {},
    },
    {
      type: 'plan-selected',
      intention: '1',
      plan,
      from: 'generated',
      bind: {},
      candidates: [],
      refused: [],
    },
  ]
  const each = Math.floor((count - head.length) / steps)
  const body = plan.steps.flatMap(({ id }, at): EventBody[] => [
    { type: 'step-started', intention: '1', step: id },
    ...Array.from(
      { length: each - 2 },
      (_, time): EventBody =>
        time % 2 === 0
          ? {
              type: 'model-called',
              intention: '1',
              step: id,
              purpose: 'execute',
              model: 'm',
              usage,
              ms: 1,
              parsed: 'as-is',
              issues: [],
            }
          : {
              type: 'tool-called',
              id: `${id}.${time}`,
              intention: '1',
              step: id,
              tool: 'read_file',
              input: { path: 'a.txt' },
              content: `reading ${at}`,
              computes: false,
              failed: false,
              ms: 1,
            },
    ),
    {
      type: 'step-finished',
      intention: '1',
      step: id,
      ask: 'continue',
      result: {
        summary: '',
        calls: [],
        beliefs: [{ name: `value_${at}`, value: at, source: 'read_file', provenance: 'quoted' }],
      },
      verdict: { passed: true, tier: 'pattern', why: 'it is there' },
    },
  ])
  return [...head, ...body].map((event, at) => ({ ...event, seq: at + 1, at }) as Event)
}

if (import.meta.main) {
  const [mode = 'ink', count = '2000'] = process.argv.slice(2)
  process.stdout.write(`${JSON.stringify(await run(mode, eventsOf(Number(count))))}\n`)
}

/** Shows the events in one way, a little apart as a run has them; what was written and what it took. */
async function run(mode: string, events: readonly Event[]) {
  let [bytes, frames, whole] = [0, 0, 0]
  const out = Object.assign(
    new Writable({
      write(piece, _encoding, done) {
        bytes += piece.length
        done()
      },
    }),
    { isTTY: true, columns, rows },
  )
  const paint = paintFor(true, {})
  const unfolded = mode === 'unfolded'
  const board = createStore<Board>({
    finished: [],
    queue: [],
    files: [],
    about: 'offline',
    unfolded,
  })
  const look = () => ({
    paint,
    width: columns,
    rows: rows - 5,
    now: Date.now(),
    unfolded,
    animated: true,
  })
  const brief = createBrief({ paint, width: columns })
  const showing = mode === 'plain' ? undefined : shown()
  await new Promise(resolve => setTimeout(resolve, 300))
  const began = process.cpuUsage()
  let state: State = emptyState()
  let turn = begun(Date.now())
  const turns: Turn[] = []
  for (const event of events) {
    state = apply(state, event)
    turn = after(turn, event, state, 'm')
    if (mode === 'plain') for (const line of brief(event, state)) out.write(`${line}\n`)
    else {
      board.set({ turn })
      turns.push(turn)
    }
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  const { user, system } = process.cpuUsage(began)
  const rss = process.resourceUsage().maxRSS / 1024
  // what is only there to be compared with is counted once the clock has stopped
  const typing = {
    prompt: blank,
    history: [],
    completions: { from: 0, options: [] },
    width: columns,
    paint,
  }
  for (const each of turns) {
    const drawn = [...liveLines(each, look()), ...inputLines(board.get(), typing).lines]
    whole += Buffer.byteLength(drawn.join('\n')) + 7
  }
  board.set({ left: 0 })
  await showing
  return {
    events: events.length,
    frames,
    bytes,
    whole,
    cpuMs: (user + system) / 1000,
    rss,
  }

  async function shown() {
    const { inkScreen } = await import('../../harness/session/screen/mount.ts')
    const stdin = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: () => undefined,
      ref: () => undefined,
      unref: () => undefined,
    })
    const history = { lines: () => [], add: () => undefined }
    const talk = {
      opened: Promise.resolve(),
      submit: () => undefined,
      stop: () => false,
      complete: () => ({ from: 0, options: [] }),
      close: async () => undefined,
    }
    await inkScreen(
      { stdin: stdin as never, stdout: out as never, stderr: out as never, env: {} },
      board,
      {
        paint,
        animated: true,
        begin: async () => ({ talk, history, liveLines, edited: text => text }),
        onRender: () => {
          frames += 1
        },
      },
    )
  }
}
