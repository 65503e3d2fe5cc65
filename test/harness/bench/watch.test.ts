// What a person sees while a bench goes on.
import { expect, test } from 'vitest'
import { failed, type Result } from '../../../harness/bench/result.ts'
import { createBenchWatch } from '../../../harness/bench/watch.ts'
import { createScreen } from '../../../harness/terminal/screen.ts'

const asked = (id: string) => ({ id, question: '', answer: '3', files: [] })
const ended = (id: string, verdict: Result['verdict'], cost: number | null): Result => ({
  ...failed(asked(id), 'why', 1),
  verdict,
  usage: { calls: 2, inputTokens: 900, outputTokens: 100, cachedTokens: 0, cost },
})

/** The screen of nobody, with what its status line says. */
function screenOf() {
  const said: string[] = []
  const stderr = { isTTY: false, write: () => true } as unknown as NodeJS.WriteStream
  const screen = createScreen({ stderr, env: {} }, { quiet: true, color: false, live: false })
  return { screen: { ...screen, status: (text: string) => void said.push(text) }, said }
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
