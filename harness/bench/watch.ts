// What is told while a bench goes on: a line for each question as it ends and, on a terminal, how far
// it is and how well it goes.

import { percent } from '../measure/measures.ts'
import { wilson } from '../measure/statistics.ts'
import type { Question } from '../questions/question-set.ts'
import { harmless, shortened } from '../terminal/plain-text.ts'
import type { Screen } from '../terminal/screen.ts'
import { priced, tokensOf } from '../terminal/spending.ts'
import { addUsage, count, type Result, sumOfUsage } from './result.ts'

export interface BenchWatch {
  readonly onStart: (question: Question) => void
  readonly onResult: (question: Question, result: Result) => void
  readonly onNotice?: (sentence: string) => void
}

/**
 * Watches a bench of `total` questions of which those of `before` have a result already. On a terminal
 * it says how many are done, how they ended, the accuracy so far with its interval at 95 %, questions a
 * minute and the time left at that pace (both without those of before), what was used, and what is
 * under way.
 */
export function createBenchWatch(
  screen: Screen,
  { total, before }: { readonly total: number; readonly before: readonly Result[] },
  now: () => number = Date.now,
): BenchWatch {
  const unscored = before.filter(({ verdict }) => verdict === 'unscored').length
  const counts = { ...count(before), unscored }
  const working = new Set<string>()
  const began = now()
  let done = before.length
  let usage = sumOfUsage(before.map(result => result.usage))
  const status = () => {
    const { correct, wrong, declined, failed, unscored } = counts
    const scored = done - unscored
    const [low, high] = wilson(correct, scored).map(percent)
    const pace = (done - before.length) / Math.max(1, now() - began) // questions a millisecond
    screen.status(
      [
        `${done}/${total}`,
        `${correct} right, ${wrong} wrong, ${declined} declined${failed > 0 ? `, ${failed} failed` : ''}${unscored > 0 ? `, ${unscored} unscored` : ''}`,
        ...(scored > 0 ? [`${percent(correct / scored)} (${low} to ${high})`] : []),
        ...(pace > 0
          ? [`${rateOf(pace * 60_000)}/min`, `${duration((total - done) / pace / 1000)} left`]
          : []),
        ...(usage.inputTokens + usage.outputTokens > 0
          ? [`${tokensOf(usage)}${priced(usage)}`]
          : []),
        [...working].join(', '),
      ]
        .filter(part => part !== '')
        .join(' · '),
    )
  }
  return {
    onNotice: screen.warn,
    onStart: ({ id }) => {
      working.add(id)
      status()
    },
    onResult: ({ id }, result) => {
      working.delete(id)
      done += 1
      counts[countOf[result.verdict]] += 1
      usage = addUsage(usage, result.usage)
      screen.show([resultLine(result, screen)])
      status()
    },
  }
}

// --- internal ---

const countOf = {
  right: 'correct',
  wrong: 'wrong',
  declined: 'declined',
  failed: 'failed',
  unscored: 'unscored',
} as const

const rateOf = (perMinute: number) =>
  perMinute < 10 ? perMinute.toFixed(1) : Math.round(perMinute)

const marks = {
  right: { mark: '✓', tone: 'good' },
  wrong: { mark: '✗', tone: 'bad' },
  declined: { mark: '○', tone: 'faint' },
  failed: { mark: '✗', tone: 'bad' },
  unscored: { mark: '·', tone: 'faint' },
} as const

function resultLine(result: Result, { paint, width }: Screen): string {
  const { mark, tone } = marks[result.verdict]
  const seconds = `  ${result.seconds.toFixed(1)} s`
  const name = `${result.verdict.padEnd(8)}  ${shortened(result.id, 36).padEnd(14)}  `
  const room = Math.max(20, width - 2 - name.length - seconds.length)
  return `${paint[tone](mark)} ${name}${shortened(said(result), room)}${paint.faint(seconds)}`
}

function said({ verdict, miss, answer, expected, reason }: Result): string {
  const wanted = expected === '' ? 'no answer' : shortened(harmless(expected), 30)
  switch (verdict) {
    case 'right':
      return answer ?? 'no answer, as expected'
    case 'wrong':
      return `${shortened(answer ?? '', 30)}, expected ${wanted}${miss === 'near' ? ' (near)' : miss === 'form' ? ' (only the form)' : ''}`
    case 'declined':
      return `expected ${wanted}: ${reason}`
    case 'failed':
      return reason
    case 'unscored':
      return answer ?? `no answer: ${reason}`
  }
}

/** `40 s`, `3 min`, `2 h 5 min`. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
