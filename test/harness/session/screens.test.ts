// What a session looks like at 40, 80 and 120 columns, kept as files that show in review.
import { join } from 'node:path'
import { render } from 'ink-testing-library'
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { apply, emptyState } from '../../../agent/apply.ts'
import { type Board, createStore } from '../../../harness/session/board.ts'
import { liveLines } from '../../../harness/session/live.ts'
import { App } from '../../../harness/session/screen/app.ts'
import { inputLines } from '../../../harness/session/screen/input-lines.ts'
import { after, begun, type Turn } from '../../../harness/session/turn.ts'
import { filled } from '../../../harness/terminal/input/buffer.ts'
import { columnsOf } from '../../../harness/terminal/plain-text.ts'
import { paintFor } from '../../../harness/terminal/screen.ts'
import { eventsOf } from '../../bench/terminal-run.ts'
import { until } from '../intend.ts'

const kept = (name: string) => join(import.meta.dirname, '../../fixtures/screens', name)
const paint = paintFor(false, {})
const board: Board = {
  finished: [],
  files: ['/data/sales.csv'],
  unfolded: false,
  about: 'openai:m · sales',
  queue: ['and how many of them are overdue?'],
}

/** A question in the midst of its plan of 60 steps, with a model that speaks and has been asked twice. */
function midway(): Turn {
  let state = emptyState()
  let turn = begun(0)
  for (const event of eventsOf(1_000).slice(0, 200)) {
    state = apply(state, event)
    turn = after(turn, event, state, 'm')
  }
  const budget = { limits: { cost: 0.5 }, spent: { cost: 0.09, tokens: 0, seconds: 0 } }
  const trouble = 'asking again in 2.0 s: too many requests'
  return {
    ...turn,
    saying: 'The reading stands in the third row, below the head.',
    trouble,
    budget,
  }
}

describe.each([40, 80, 120])('at %i columns', width => {
  test.each([true, false])('unfolded: %s', async unfolded => {
    const look = { paint, width, rows: 30, now: 12_000, unfolded, animated: false }
    const text = 'How many rows are there in\na text of two lines?'
    const prompt = { buffer: filled(text) }
    const completions = {
      from: 0,
      options: [{ text: '/why ', about: 'why the answer is what it is' }],
    }
    const typing = { prompt, history: [], completions, width, paint }
    const lines = [...liveLines(midway(), look), ...inputLines(board, typing).lines]
    for (const line of lines) expect(columnsOf(line), line).toBeLessThanOrEqual(width)
    if (!unfolded) expect(liveLines(midway(), look).length).toBeLessThanOrEqual(5)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
      kept(`${width}-${unfolded ? 'unfolded' : 'folded'}.txt`),
    )
  })
})

test.each([
  [28, 'openai:m · a.md, b.md · talk'],
  [27, 'openai:m · a.md, b.md'],
  [20, 'openai:m · 2 files'],
])('in %i columns the line at the bottom names what there is room for', (width, line) => {
  const now = { ...board, files: ['/d/a.md', '/d/b.md'], about: 'openai:m', name: 'talk' }
  const completions = { from: 0, options: [] }
  const prompt = { buffer: filled('') }
  const { lines } = inputLines(now, { prompt, history: [], completions, width, paint })
  expect(lines.at(-1)).toBe(line)
})

test('without colours nothing is painted', () => {
  const look = { width: 80, rows: 30, now: 12_000, unfolded: true, animated: false }
  const seen = (no: string) =>
    liveLines(midway(), { ...look, paint: paintFor(true, { NO_COLOR: no }) })
  expect(seen('1').join('')).not.toContain('\u001b')
  expect(seen('').join('')).toContain('\u001b[36m')
})

test('ink writes what is finished once, and draws what is typed', async () => {
  const store = createStore<Board>({ ...board, queue: [] })
  const typed: string[] = []
  const talk = {
    opened: Promise.resolve(),
    submit: (line: string) => void typed.push(line),
    stop: () => false,
    complete: () => ({ from: 0, options: [] }),
    close: async () => undefined,
  }
  const behind = Promise.resolve({
    talk,
    liveLines,
    edited: (text: string) => text,
    history: { lines: () => ['an older line'], add: () => undefined },
  })
  const app = createElement(App, { board: store, behind, paint, animated: false })
  const { stdin, lastFrame, frames, unmount } = render(app as never)
  store.set({ finished: ['the answer is 42'] })
  await until(() => /the answer is 42/.test(lastFrame() ?? ''))
  stdin.write('hello')
  await until(() => /> hello/.test(lastFrame() ?? ''))
  stdin.write('\r')
  await until(() => typed.length === 1)
  stdin.write('\u001b[A')
  await until(() => /> an older line/.test(lastFrame() ?? ''))
  expect(typed).toEqual(['hello'])
  expect(frames.length).toBeLessThan(20)
  expect(lastFrame()?.match(/the answer is 42/g)).toHaveLength(1)
  unmount()
})
