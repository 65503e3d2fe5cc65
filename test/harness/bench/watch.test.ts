// What a person sees while a bench goes on.
import { hostname } from 'node:os'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { failed, type Result } from '../../../harness/bench/result.ts'
import { createBenchWatch } from '../../../harness/bench/watch/bench-watch.ts'
import { type Below, createScreen } from '../../../harness/terminal/screen.ts'

const asked = (id: string) => ({ id, question: '', answer: '3', files: [] })
const ended = (id: string, verdict: Result['verdict'], cost: number | null): Result => ({
  ...failed(asked(id), 'why', 1),
  verdict,
  usage: { calls: 2, inputTokens: 900, outputTokens: 100, cachedTokens: 0, cost },
})

/** A screen of nobody, with what its status says and what was written. */
function screenOf(
  options: { readonly watch?: boolean; readonly tty?: boolean; readonly env?: object } = {},
) {
  const { watch = false, tty: isTTY = false, env = {} } = options
  const said: string[] = []
  const below: Below[] = []
  const written: string[] = []
  const write = (text: string) => written.push(text)
  const stream = { isTTY, write, on: () => undefined, off: () => undefined, columns: 100, rows: 24 }
  const stderr = stream as unknown as NodeJS.WriteStream
  const screen = createScreen(
    { stderr, env: { ...env } },
    { quiet: false, color: false, live: true, watch },
  )
  const status = (text: string, more?: Below) => {
    said.push(text)
    if (more) below.push(more)
  }
  return { screen: { ...screen, status }, said, below, written }
}

test('a bench tells its accuracy with the interval, its pace, the time left and what was used', () => {
  const { screen, said } = screenOf()
  let now = 0
  const before = [ended('a', 'right', 0.25), ended('b', 'wrong', 0.25)]
  const watch = createBenchWatch(screen, { total: 12, before }, () => now)
  watch.onStart(asked('c'))
  expect(said.at(-1)).toBe(
    '2/12 · 1 right, 1 wrong, 0 declined · 50 % (9 % to 91 %) · 2,000 tokens, $0.50 · c',
  )
  watch.onStart(asked('d'))
  now = 60_000
  watch.onResult(asked('c'), ended('c', 'failed', 0.25))
  watch.onResult(asked('d'), ended('d', 'right', 0.25))
  expect(said.at(-1)).toBe(
    '4/12 · 2 right, 1 wrong, 0 declined, 1 failed · 50 % (15 % to 85 %) · 2.0/min · 4 min left · 4,000 tokens, $1.00',
  )
  watch.onResult(asked('e'), ended('e', 'right', null))
  expect(said.at(-1)).toMatch(/ · 5,000 tokens, price not known$/)
})

test('who watches sees which worker is at what since when, what waits and what went wrong', () => {
  const { screen, said, below } = screenOf({ watch: true, tty: true })
  let now = 0
  const watch = createBenchWatch(screen, { total: 40, before: [] }, () => now)
  const seen = (columns = 90, rows = 20) => below.at(-1)!({ columns, rows })
  const worker = (name: string, heard: number) => ({ name, version: '0.1.0', since: 0, heard })
  for (const id of ['a', 'b', 'c']) watch.onStart(asked(id))
  watch.onWorkers([worker('east 12', 0), worker('west 9', 0)])
  watch.onBegun(asked('a'), 'east 12')
  watch.onBegun(asked('b'), 'east 12')
  watch.onDoing(asked('a'), 'deliberating')
  now = 20_000
  watch.onWorkers([worker('east 12', 20_000), worker('west 9', 5_000)])
  expect(said.at(-1)).toBe('0/40 · 0 right, 0 wrong, 0 declined')
  expect(seen()).toEqual([
    '2 workers · 2 under way · 1 handed out and not begun · 37 wait',
    'east 12 (0.1.0, 20 s): a deliberating 20 s, b beginning 20 s',
    'west 9 (0.1.0, 20 s, silent for 15 s): waits',
  ])
  expect(seen(40)[1]).toBe('east 12 (0.1.0, 20 s): a deliberating 2…')
  // a worker that is no longer there has nothing under way
  watch.onTrouble('a worker has died (SIGKILL)')
  watch.onWorkers([worker('west 9', 20_000)])
  watch.onResult(asked('c'), ended('c', 'failed', 0))
  expect(seen().map(line => line.replace(/\d\d:\d\d:\d\d/, 'TIME'))).toEqual([
    '1 worker · 0 under way · 2 handed out and not begun · 37 wait · 2 failed or tried again',
    'west 9 (0.1.0, 20 s): waits',
    '✗ TIME a worker has died (SIGKILL)',
    '✗ TIME c: why',
  ])
  watch.onWorkers(Array.from({ length: 9 }, (_, n) => worker(`w${n}`, 20_000)))
  expect(seen(90, 8)).toHaveLength(7)
  expect(seen(90, 8)[4]).toBe('and 6 more workers')
})

test.each([
  ['a pipe', { tty: false }],
  ['a screen reader', { tty: true, env: { INTEND_SCREEN_READER: '1' } }],
])('on %s, what is watched is told line by line', (_, where) => {
  const { screen, written } = screenOf({ watch: true, ...where })
  let now = 0
  const watch = createBenchWatch(screen, { total: 4, before: [] }, () => now)
  const one = { name: 'east 12', version: '0.1.0', since: 0, heard: 0 }
  watch.onWorkers([one])
  watch.onTrouble('asking again in 1.0 s: the server is busy')
  watch.onWorkers([])
  watch.onStart(asked('a'))
  now = 10_000
  watch.onBegun(asked('a'))
  watch.onStart(asked('b'))
  expect(written.join('')).toBe(
    [
      'worker east 12 0.1.0 has joined',
      '✗ asking again in 1.0 s: the server is busy',
      'worker east 12 has left',
      '0/4 · 0 right, 0 wrong, 0 declined',
      '0 workers · 1 under way · 3 wait · 1 failed or tried again',
      `${hostname()} ${process.pid}: a beginning 0 s`,
      '',
    ].join('\n'),
  )
})

test('a status of several lines is erased line by line, and one that was broken by a narrower window with it', () => {
  const { stderr, written, resize } = terminal()
  const screen = createScreen({ stderr, env: {} }, { quiet: false, color: false, live: true })
  screen.status('one', ({ columns }) => ['x'.repeat(columns), 'last'])
  expect(written.at(-1)).toBe(`\r\x1b[2K⠋ 0 s · one\n${'x'.repeat(39)}\nlast`)
  screen.show(['done'])
  expect(written.slice(-3)).toEqual([
    '\r\x1b[2K\x1b[A\x1b[2K\x1b[A\x1b[2K',
    'done\n',
    `\r\x1b[2K⠋ 0 s · one\n${'x'.repeat(39)}\nlast`,
  ])
  resize(20)
  expect(written.at(-2)).toContain('\x1b[3A') // four rows had come of three lines
  screen.close()
})

function terminal() {
  const written: string[] = []
  const stream = Object.assign(new Writable(), { isTTY: true, columns: 40, rows: 24 })
  stream.write = text => written.push(String(text)) > 0
  return {
    stderr: stream,
    written,
    resize(columns: number) {
      stream.columns = columns
      stream.emit('resize')
    },
  }
}
